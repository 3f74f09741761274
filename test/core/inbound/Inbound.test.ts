/** The service takes in what recipients write (specification "Message", "Message events", decisions 3.2, 7.3, 7.7). */
import { Accounts } from "@signalbox/core/Account"
import { Channel } from "@signalbox/core/Channel"
import { make, put } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import { Inbound, layer } from "@signalbox/core/Inbound"
import { toSeconds } from "@signalbox/core/Instant"
import * as Priority from "@signalbox/core/internal/engine/Priority"
import type { Command } from "@signalbox/core/internal/inbound/Receive"
import { fromMessage } from "@signalbox/core/internal/message/MessageResource"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const own = Given.phone(9000)

const written = (parts: Partial<Command> = {}): Command => ({
  carrier: Given.carrierId("sms-a"),
  reference: "ref-1",
  from: Given.phone(1),
  to: { _tag: "Number", number: own },
  channel: "sms",
  text: "Where is it?",
  media: [],
  ...parts
})

const receive = (command: Command) => Effect.flatMap(Inbound, (inbound) => inbound.receive(command))

interface EventBody {
  readonly field: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Runs a program on an account that owns a number and has a webhook; answers what the webhook was told. */
const scene = async <A, E>(program: Effect.Effect<A, E, Bench.Services>) => {
  const told: Array<EventBody> = []
  const answer = await Bench.run(
    Bench.layer({
      send: ({ body }) =>
        Effect.sync(() => {
          told.push(JSON.parse(body) as EventBody)
          return { _tag: "Answered", status: 204, body: "" }
        })
    }),
    Effect.gen(function*() {
      yield* Scene.seed(
        0,
        put(Webhooks, FixedSecrets.kept(Given.webhook({ subscribes: ["message.received"] })))
      )
      const answer = yield* program
      yield* Bench.idle
      return answer
    })
  )
  return { answer, told }
}

const file = fc.record({
  url: fc.webUrl(),
  mimeType: fc.option(fc.constantFrom("image/png", "audio/ogg")),
  sizeBytes: fc.option(fc.nat()),
  hashSha256: fc.option(fc.constant("ab".repeat(32)))
})

describe("an inbound message", () => {
  propWith({ runs: 60 })(
    "is RECEIVED, INBOUND and told with exactly its payload " +
      "[STM-032, MSG-009, MSG-016, EVT-011, EVT-040, EVT-041, EVT-042, EVT-043, EVT-044]",
    fc.constantFrom(...Channel.literals),
    fc.option(fc.string({ unit: "grapheme" })),
    fc.array(file, { maxLength: 2 }),
    async (channel, text, media) => {
      const { answer: [answer, messages], told } = await scene(
        Effect.all([receive(written({ channel, text, media })), Scene.messages])
      )
      expect(answer).toEqual({ _tag: "Received", message: messages[0]!.id })
      const at = toSeconds(Given.now)
      expect(told).toEqual([{
        field: "message",
        event: "message.received",
        timestamp: at,
        event_id: expect.any(String) as string,
        payload: {
          message_id: messages[0]!.id,
          updated_at: at,
          account_id: Scene.account.id,
          inbound_number: Given.phone(1),
          outbound_number: own,
          text: media.length > 0 && text === "" ? null : media.length === 0 ? text ?? "" : text,
          channel,
          received_at: at,
          ...(media.length === 0 ? {} : {
            media: media.map(({ hashSha256, mimeType, sizeBytes, url }) => ({
              url,
              ...(mimeType === null ? {} : { mime_type: mimeType }),
              ...(sizeBytes === null ? {} : { size_bytes: sizeBytes }),
              ...(hashSha256 === null ? {} : { hash_sha256: hashSha256 })
            }))
          })
        }
      }])
      expect(fromMessage(messages[0]!)).toMatchObject({
        status: "RECEIVED",
        direction: "INBOUND",
        phone: Given.phone(1),
        channel,
        template_id: null,
        template_name: null,
        template_category: null,
        price: null,
        message_body: { content: text ?? "" },
        events: [{ status: "RECEIVED" }]
      })
    }
  )

  it("makes the contact that is missing, and finds the one that is there", async () => {
    const { answer: [one, two] } = await scene(Effect.gen(function*() {
      yield* receive(written({ reference: "a" }))
      const one = yield* Scene.contacts
      yield* receive(written({ reference: "b" }))
      return [one, yield* Scene.contacts] as const
    }))
    expect(one.map(({ phone }) => phone)).toEqual([Given.phone(1)])
    expect(two).toEqual(one)
  })

  it("is taken in as a request is, also where a carrier brings it within other work", async () => {
    const seen: Array<Priority.Priority> = []
    const executor = Layer.mock(Executor, {
      run: () =>
        Effect.flatMap(Priority.Priority, (priority) => {
          seen.push(priority)
          return Effect.die("nothing is decided here")
        })
    })
    const taken = Priority.work(receive(written())).pipe(Effect.provide(layer), Effect.provide(executor))
    await Effect.runPromise(Effect.exit(taken))
    expect(seen).toEqual(["request"])
  })

  it("that the carrier brings again is the same one, also when both come at the same time", async () => {
    const { answer, told } = await scene(Effect.gen(function*() {
      const answers = yield* Effect.all([receive(written()), receive(written()), receive(written())], {
        concurrency: "unbounded"
      })
      return { answers, messages: yield* Scene.messages }
    }))
    expect(answer.messages.length).toBe(1)
    expect(answer.answers.map(({ _tag }) => _tag).toSorted()).toEqual(["Received", "Repeated", "Repeated"])
    expect(told.length).toBe(1)
  })

  it("of the same reference from another carrier is another one", async () => {
    const { answer } = await scene(Effect.gen(function*() {
      yield* receive(written())
      yield* receive(written({ carrier: Given.carrierId("sms-b") }))
      return yield* Scene.messages
    }))
    expect(answer.length).toBe(2)
  })

  it("to a number that nobody has is nobody's, and leaves nothing behind", async () => {
    const { answer, told } = await scene(Effect.gen(function*() {
      const answer = yield* receive(written({ to: { _tag: "Number", number: Given.phone(9001) } }))
      return { answer, messages: yield* Scene.messages, contacts: yield* Scene.contacts }
    }))
    expect(answer).toEqual({ answer: { _tag: "UnknownNumber" }, messages: [], contacts: [] })
    expect(told).toEqual([])
  })

  it("to an account that is deleted is nobody's", async () => {
    const { answer } = await scene(Effect.gen(function*() {
      const store = yield* Store
      yield* store.commit([make({ puts: [put(Accounts, { ...Scene.account, deletedAt: Given.now })] })])
      return yield* receive(written())
    }))
    expect(answer).toEqual({ _tag: "UnknownNumber" })
  })

  it.each(["whatsapp", "rcs"] as const)(
    "to a sender on %s finds its account by what the carrier knows",
    async (channel) => {
      const { answer, told } = await scene(
        receive(written({ channel, to: { _tag: "Account", account: Scene.account.id, sender: "ACME" } }))
      )
      expect(answer._tag).toBe("Received")
      expect(told.map(({ payload }) => payload["outbound_number"])).toEqual(["ACME"])
    }
  )

  it.each(["sms", "mms"] as const)("never answers a sender id of letters on %s [CNS-021]", async (channel) => {
    const to = { _tag: "Account", account: Scene.account.id, sender: "ACME" } as const
    const { answer, told } = await scene(Effect.gen(function*() {
      const answers = [
        yield* receive(written({ channel, to })),
        yield* receive(written({ channel, to, reference: "ref-2", text: "STOP" }))
      ]
      return { answers, contacts: yield* Scene.contacts, messages: yield* Scene.messages }
    }))
    expect(answer).toEqual({
      answers: [{ _tag: "UnknownNumber" }, { _tag: "UnknownNumber" }],
      contacts: [],
      messages: []
    })
    expect(told).toEqual([])
  })

  it.each(
    [
      ["sms", { lastInboundAt: Given.now, whatsappUndeliverableUntil: Given.now }],
      ["whatsapp", { lastInboundAt: Given.now, lastWhatsappInboundAt: Given.now }]
    ] as const
  )("on %s opens the conversation there, and leaves it with the contact alone to opt out", async (channel, after) => {
    const known = Given.contact({ optOut: true, whatsappUndeliverableUntil: Given.now })
    const { answer } = await scene(Effect.gen(function*() {
      const store = yield* Store
      yield* store.commit([make({ puts: [put(Contacts, known)] })])
      yield* receive(written({ channel }))
      return yield* Scene.contacts
    }))
    expect(answer).toEqual([{ ...Given.contact({ optOut: true }), ...after }])
  })
})
