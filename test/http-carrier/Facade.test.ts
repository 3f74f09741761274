/**
 * A whole service whose carrier is described: messages go out over HTTP, and what the provider calls back arrives, in
 * whatever order and however often.
 */
import { telnyx } from "@signalbox/http-carrier"
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import { number, order, start, to } from "../facade/Acme.ts"
import type { FakeTelnyx } from "./FakeTelnyx.ts"
import * as Fake from "./FakeTelnyx.ts"

const patience = { timeout: 20_000, interval: 10 }

const run = (
  test: (service: Awaited<ReturnType<typeof start>>, provider: FakeTelnyx) => Promise<void>
): Promise<void> =>
  Effect.gen(function*() {
    const provider = yield* Fake.make
    yield* Effect.promise(async () => {
      await using service = await start({}, { carriers: [telnyx(Fake.options(provider))] })
      await test(service, provider)
    })
  }).pipe(Effect.scoped, Effect.runPromise)

/** Calls the hook of the carrier as Telnyx would, and returns the status of the answer. */
const call = async ({ box }: Awaited<ReturnType<typeof start>>, event: object): Promise<number> => {
  const { body, headers } = Fake.webhook(event)
  const request = new Request("http://localhost/carriers/telnyx", { method: "POST", headers, body: Buffer.from(body) })
  return (await box.fetch(request)).status
}

describe("a service with a described provider", () => {
  it("brings a message to its end by callbacks that are repeated and come in another order", () =>
    run(async (service, provider) => {
      const { account, box } = service
      provider.fault = () => provider.heard.length === 1 ? Fake.refusals.busy : null
      const { recipients } = await box.as(account).messages.send(order)
      const { message_id } = recipients[0]!
      await vi.waitFor(() => expect(provider.taken.length).toBe(1), patience)
      const [taken] = provider.taken
      expect(taken).toMatchObject({ from: number, to, text: "On its way." })
      for (const status of ["delivered", "delivered", "delivery_unconfirmed"]) {
        expect(await call(service, Fake.finalized(taken!, status))).toBe(200)
      }
      expect((await box.as(account).messages.get(message_id)).status).toBe("DELIVERED")
      expect(await call(service, Fake.finalized({ ...taken!, id: "another" }, "delivered"))).toBe(503)
    }))

  it("fails a message that the provider refuses, or that its callback says was not delivered", () =>
    run(async (service, provider) => {
      const { account, box } = service
      provider.fault = () => provider.heard.length === 1 ? Fake.refusals.invalid : null
      const own = box.as(account)
      const first = (await own.messages.send(order)).recipients[0]!
      expect(await own.messages.settled(first.message_id)).toMatchObject({ status: "FAILED" })
      const second = (await own.messages.send({ ...order, to: ["+12015550124"] })).recipients[0]!
      await vi.waitFor(() => expect(provider.taken.length).toBe(1), patience)
      await call(service, Fake.finalized(provider.taken[0]!, "delivery_failed", "40002"))
      expect(await own.messages.settled(second.message_id)).toMatchObject({ status: "FAILED" })
    }))

  it("opts out who writes STOP to it, or has told the provider so", () =>
    run(async (service, provider) => {
      const { account, box } = service
      expect(await call(service, Fake.received(to, number, "STOP"))).toBe(200)
      provider.fault = () => Fake.refusals.optedOut
      await box.as(account).messages.send({ ...order, to: ["+12015550124"] })
      const contacts = async () => (await box.as(account).contacts.list({ page: 1, page_size: 10 })).contacts
      await vi.waitFor(async () =>
        expect((await contacts()).map(({ opt_out, phone_number }) => [phone_number, opt_out]).toSorted()).toEqual([
          [to, true],
          ["+12015550124", true]
        ]), patience)
    }))
})
