/**
 * A whole service with Twilio: messages go out, callbacks come back through a mount behind a proxy, repeated and in any order.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import { checkCarrier } from "@signalbox/testing/CheckCarrier"
import { twilio } from "@signalbox/twilio"
import type { Options as TwilioOptions } from "@signalbox/twilio/Options"
import * as Effect from "effect/Effect"
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { number, order, start, to } from "../facade/Acme.ts"
import * as Database from "../postgres/Database.ts"
import type { FakeTwilio } from "./FakeTwilio.ts"
import * as Fakes from "./FakeTwilio.ts"

const patience = { timeout: 20_000, interval: 10 }

let database: Database.Database

beforeAll(async () => {
  database = await Database.fresh()
})

afterAll(() => database.drop())

const storages = ["memory", "postgres"] as const

interface World {
  readonly box: Signalbox
  readonly account: ReturnType<Signalbox["as"]>
  readonly fake: FakeTwilio
  /** The messages that the other carrier was handed. */
  readonly others: ReadonlyArray<OutgoingMessage>
  /** Calls the service as Twilio does, and returns the status of the answer. */
  readonly call: (request: CarrierRequest) => Promise<number>
  /** Sends one message, and waits until Twilio has created it. */
  readonly send: (channel?: "sms" | "whatsapp") => Promise<string>
  readonly statusOf: (id: string) => Promise<string>
}

/** Runs a service whose first carrier is Twilio, and whose other one takes whatever comes. */
const run = (
  test: (world: World) => Promise<void>,
  { storage = "memory", ...given }: Partial<TwilioOptions> & { readonly storage?: (typeof storages)[number] } = {}
): Promise<void> =>
  Effect.gen(function*() {
    const fake = yield* Fakes.make
    const others: Array<OutgoingMessage> = []
    const other = carrier({ id: "other", channels: ["sms"], submit: (message) => void others.push(message) })
    const kept = storage === "memory" ? {} : {
      storage: postgres(database.url, { maxConnections: 4 }),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
    }
    yield* Effect.promise(async () => {
      await using service = await start({}, { carriers: [twilio({ ...fake.options, ...given }), other], ...kept })
      const { box } = service
      const account = box.as(service.account)
      await test({
        box,
        account,
        fake,
        others,
        call: async ({ body, headers, url }) => {
          const { status } = await box.fetch(
            new Request(`http://10.0.0.7${url.replace("/inner", "")}`, {
              method: "POST",
              headers,
              body: Uint8Array.from(body)
            })
          )
          return status
        },
        send: async (channel = "sms") => {
          const before = fake.heard.length
          const { recipients } = await account.messages.send({ ...order, channel: [channel] })
          await vi.waitFor(() => expect(fake.heard.length).toBeGreaterThan(before), patience)
          return recipients[0]!.message_id
        },
        statusOf: async (id) => (await account.messages.get(id)).status
      })
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const last = ({ created }: FakeTwilio) => created.at(-1)!

describe("a service with Twilio", () => {
  it.each(storages)(
    "on %s has a message DELIVERED once, however often and in whatever order it is told",
    (storage) =>
      run(async ({ account, call, fake, send, statusOf }) => {
        const id = await send()
        expect(Object.fromEntries(last(fake).form)).toMatchObject({ To: to, From: number, Body: "On its way." })
        for (const state of ["delivered", "sending", "sent", "delivered", "queued"]) {
          expect(await call(Fakes.status(last(fake), state))).toBe(200)
        }
        expect(await statusOf(id)).toBe("DELIVERED")
        // What comes too late changes nothing.
        expect(await call(Fakes.status(last(fake), "undelivered", { ErrorCode: "30003" }))).toBe(200)
        expect(await statusOf(id)).toBe("DELIVERED")
        const { activities } = await account.messages.activities(id)
        expect(activities.filter(({ status }) => status === "DELIVERED")).toHaveLength(1)
      }, { storage })
  )

  it("hears a receipt that overtakes the answer, and one whose answer was lost", () =>
    run(async ({ call, fake, send, statusOf }) => {
      fake.answer = async (create) => {
        const reply = create()
        expect(await call(Fakes.status(last(fake), "delivered"))).toBe(200)
        return reply
      }
      expect(await vi.waitUntil(async () => await statusOf(await send()) === "DELIVERED", patience)).toBe(true)
      fake.answer = (create) => create() && "lost"
      const id = await send()
      expect(await statusOf(id)).not.toBe("DELIVERED")
      expect(await call(Fakes.status(last(fake), "delivered"))).toBe(200)
      expect(await statusOf(id)).toBe("DELIVERED")
    }))

  it("has a message READ on WhatsApp", () =>
    run(async ({ box, call, fake, send, statusOf }) => {
      await box.accounts.ensure({ name: "Acme", numbers: [number], channels: ["sms", "whatsapp"] })
      const message = await send("whatsapp")
      expect(last(fake).form.get("To")).toBe(`whatsapp:${to}`)
      expect(await call(Fakes.status(last(fake), "read"))).toBe(200)
      expect(await statusOf(message)).toBe("READ")
    }, { channels: ["sms", "whatsapp"] }))

  it("sends by the next carrier what cannot be delivered by this one, and fails what nobody can", () =>
    run(async ({ call, fake, others, send, statusOf }) => {
      const rerouted = await send()
      expect(await call(Fakes.status(last(fake), "undelivered", { ErrorCode: "30006" }))).toBe(200)
      await vi.waitFor(() => expect(others.map(({ id }) => id)).toEqual([rerouted]), patience)
      const failed = await send()
      expect(await call(Fakes.status(last(fake), "undelivered", { ErrorCode: "30005" }))).toBe(200)
      expect(await statusOf(failed)).toBe("FAILED")
      expect(others).toHaveLength(1)
    }))

  it.each([
    // A refusal goes on to the next carrier, and would be sent by that unless the signal was stored before.
    ["the answer", "FILTERED"],
    ["a callback", "FAILED"]
  ])(
    "knows by %s that somebody has opted out, and sends nothing by others",
    (way, ending) =>
      run(async ({ account, call, fake, others, send, statusOf }) => {
        if (way === "the answer") fake.answer = () => Fakes.refusal(400, 21_610)
        const id = await send()
        if (way === "a callback") {
          expect(await call(Fakes.status(last(fake), "failed", { ErrorCode: "21610" }))).toBe(200)
        }
        await vi.waitFor(async () => expect(await statusOf(id)).toBe(ending), patience)
        await vi.waitFor(async () => {
          const { contacts } = await account.contacts.list({ page: 1, page_size: 10 })
          expect(contacts.map(({ opt_out, phone_number }) => [phone_number, opt_out])).toEqual([[to, true]])
        }, patience)
        expect(others).toEqual([])
      })
  )

  it("receives what recipients write once, with files, and hears the words of a messaging service", () =>
    run(async ({ account, call }) => {
      const message = { MessageSid: `MM${"1".repeat(32)}`, From: to, To: number, Body: "Look", NumMedia: "1" }
      const file = { MediaUrl0: "https://api.twilio.com/file", MediaContentType0: "image/png" }
      for (let times = 0; times < 2; times++) expect(await call(Fakes.signed({ ...message, ...file }))).toBe(200)
      const { messages } = await account.conversations.list()
      expect(messages).toMatchObject([{ direction: "INBOUND", channel: "mms" }])
      const word = { ...message, MessageSid: `SM${"2".repeat(32)}`, Body: "BASTA", NumMedia: "0", OptOutType: "STOP" }
      expect(await call(Fakes.signed(word))).toBe(200)
      const { contacts } = await account.contacts.list({ page: 1, page_size: 10 })
      expect(contacts.map(({ opt_out }) => opt_out)).toEqual([true])
      expect(await call(Fakes.signed({ ...word, OptOutType: "START" }, { token: "another" }))).toBe(403)
    }))

  it("passes checkCarrier", () =>
    Effect.gen(function*() {
      const fake = yield* Fakes.make
      const sent = ({ attempt }: { readonly attempt: string }) =>
        fake.created.filter(({ form }) => form.get("StatusCallback")!.includes(attempt)).length
      yield* Effect.promise(() =>
        expect(checkCarrier(twilio(fake.options), { sent, runs: 2 })).resolves.toBeUndefined()
      )
    }).pipe(Effect.scoped, Effect.runPromise))
})
