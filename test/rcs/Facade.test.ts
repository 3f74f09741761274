/**
 * A whole service on RCS: messages go out, events come in whatever order and however often, and recipients opt out.
 */
import { rcs } from "@signalbox/rcs"
import type { Options } from "@signalbox/rcs/Options"
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import { number, order, start, to } from "../facade/Acme.ts"
import type { FakePlatform } from "./FakePlatform.ts"
import * as Fake from "./FakePlatform.ts"

const patience = { timeout: 20_000, interval: 10 }

type Service = Awaited<ReturnType<typeof start>>

const run = (
  test: (service: Service, platform: FakePlatform) => Promise<void>,
  settings: Partial<Options> = {}
): Promise<void> =>
  Effect.gen(function*() {
    const platform = yield* Fake.make
    const options = { ...Fake.options(platform), agents: [{ id: Fake.agent, number }], ...settings }
    yield* Effect.promise(async () => {
      await using service = await start({}, { carriers: [rcs(options)] })
      await test(service, platform)
    })
  }).pipe(Effect.scoped, Effect.runPromise)

/** Calls the hook of the carrier as the platform would, and returns the status of the answer. */
const call = async ({ box }: Service, event: object): Promise<number> => {
  const { body, headers } = Fake.webhook(event)
  const request = new Request("http://localhost/carriers/rcs", { method: "POST", headers, body: Buffer.from(body) })
  return (await box.fetch(request)).status
}

const send = async ({ account, box }: Service) => {
  const own = box.as(account)
  const { recipients } = await own.messages.send({ ...order, channel: ["rcs"] })
  const { message_id } = recipients[0]!
  return {
    status: async () => (await own.messages.get(message_id)).status,
    settled: () => own.messages.settled(message_id)
  }
}

describe("a service on RCS", () => {
  it("brings a message to READ by events that are repeated and come in another order", () =>
    run(async (service, platform) => {
      platform.fault = () => platform.asked.length === 1 ? Fake.error(429, "RESOURCE_EXHAUSTED") : null
      const { status } = await send(service)
      await vi.waitFor(() => expect(platform.taken.length).toBe(1), patience)
      const { messageId } = platform.taken[0]!
      for (const type of ["READ", "DELIVERED", "READ", "DELIVERED"]) {
        expect(await call(service, Fake.event(type, messageId))).toBe(200)
      }
      expect(await status()).toBe("READ")
      expect(platform.taken[0]?.message.contentMessage.suggestions).toContainEqual({
        reply: { text: "STOP", postbackData: "STOP" }
      })
    }))

  it("hears of a message whose answers were all lost", () =>
    run(async (service, platform) => {
      platform.fault = (request) => {
        platform.take(request)
        return "lost"
      }
      const { status } = await send(service)
      await vi.waitFor(() => expect(platform.taken.length).toBe(1), patience)
      await vi.waitFor(
        async () => expect(await call(service, Fake.event("DELIVERED", platform.taken[0]!.messageId))).toBe(200),
        patience
      )
      expect(await status()).toBe("DELIVERED")
      expect(platform.taken.length).toBe(1)
    }, { answersWithin: 1000 }))

  it("fails a message that expires, and one whose recipient has no RCS", () =>
    run(async (service, platform) => {
      const expiring = await send(service)
      await vi.waitFor(() => expect(platform.taken.length).toBe(1), patience)
      expect(await call(service, Fake.event("TTL_EXPIRATION_REVOKED", platform.taken[0]!.messageId))).toBe(200)
      expect(await expiring.settled()).toMatchObject({ status: "FAILED" })
      platform.fault = () => Fake.error(404, "NOT_FOUND")
      expect(await (await send(service)).settled()).toMatchObject({ status: "FAILED" })
    }))

  it("opts out who unsubscribes or taps STOP, and in who subscribes", () =>
    run(async (service) => {
      const optedOut = async () => {
        const { contacts } = await service.box.as(service.account).contacts.list({ page: 1, page_size: 10 })
        return contacts.map(({ opt_out, phone_number }) => [phone_number, opt_out])
      }
      for (
        const [event, isOut] of [
          [Fake.event("UNSUBSCRIBE", ""), true],
          [Fake.event("SUBSCRIBE", ""), false],
          [Fake.written({ suggestionResponse: { postbackData: "STOP", text: "STOP" } }), true]
        ] as const
      ) {
        expect(await call(service, event)).toBe(200)
        await vi.waitFor(async () => expect(await optedOut()).toEqual([[to, isOut]]), patience)
      }
    }))
})
