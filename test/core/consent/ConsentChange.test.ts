/**
 * A change of a recipient's consent leads to records, events and automatic replies, and stops what is still on its way
 * (decisions 3.3, 4.1, 7.6, 7.7).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import { all, make, put } from "@signalbox/core/Commit"
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import { Contacts } from "@signalbox/core/Contact"
import type { ContactId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import { plus } from "@signalbox/core/Instant"
import * as AutoReplies from "@signalbox/core/internal/account/AutoReplies"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Receipts } from "@signalbox/core/Receipts"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const day = 24 * 3_600_000
const id = Scene.account.id
const recipient = Given.phone(1)

interface EventBody {
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Setting {
  readonly account?: Partial<Account>
  readonly balance?: number
  readonly channels?: ReadonlyArray<Channel>
}

/** An account with its three automatic replies, a carrier for everything, and a webhook that is told everything. */
const scene = async <A, E>(
  program: (
    made: { readonly told: ReadonlyArray<EventBody>; readonly asked: ReturnType<typeof Scene.carrier>["asked"] }
  ) => Effect.Effect<A, E, Bench.Services>,
  { account = {}, balance = 100_000, channels = ["sms", "whatsapp", "rcs", "mms"] }: Setting = {}
) => {
  const told: Array<EventBody> = []
  const { asked, carrier } = Scene.carrier("one", channels)
  return Bench.run(
    Bench.layer({
      carriers: [carrier],
      send: ({ body }) =>
        Effect.sync(() => {
          told.push(JSON.parse(body) as EventBody)
          return { _tag: "Answered", status: 204, body: "" }
        })
    }),
    Effect.gen(function*() {
      const replies = all(AutoReplies.create(id, { now: Given.now, ids: Given.ids(99) }))
      yield* Scene.seed(balance)
      const store = yield* Store
      yield* store.commit([make({
        puts: [
          ...replies.puts,
          put(Accounts, { ...Scene.account, channels, ...account }),
          put(
            Webhooks,
            FixedSecrets.kept(Given.webhook({
              eventTypes: ["message", "contact"],
              subscribes: ["message.received", "message.queued", "contact.opt_in", "contact.opt_out", "contact.help"]
            }))
          )
        ]
      })])
      const answer = yield* program({ told, asked })
      yield* Bench.idle
      return answer
    })
  )
}

let references = 0

const write = (text: string | null, channel: Channel = "sms", from: PhoneNumber = recipient) =>
  Effect.flatMap(Inbound, (inbound) =>
    inbound.receive({
      carrier: Given.carrierId("one"),
      reference: `ref-${references++}`,
      from,
      to: { _tag: "Number", number: Given.phone(9000) },
      channel,
      text,
      media: []
    }))

const signal = (parts: Partial<CarrierConsent> = {}) =>
  Effect.flatMap(ConsentSignals, (signals) =>
    signals.report({
      carrier: Given.carrierId("one"),
      to: { _tag: "Number", number: Given.phone(9000) },
      phone: recipient,
      channel: "whatsapp",
      consent: "opt_out",
      ...parts
    }))

const contact = Effect.map(Scene.contacts, (contacts) => contacts.find(({ phone }) => phone === recipient)!)

const change = Effect.fnUntraced(function*(
  name: "contacts.update" | "contacts.delete",
  contact: ContactId,
  body: object
) {
  const { run } = yield* Operations
  const asked = { ...Scene.request({ ...body }), path: { id: contact } }
  const { status } = yield* (name === "contacts.update"
    ? run(operations["contacts.update"], Scene.caller, asked)
    : run(operations["contacts.delete"], Scene.caller, asked))
  return status
})

const records = Effect.gen(function*() {
  const operator = yield* Operator
  const { id: of } = yield* contact
  return (yield* operator.consentRecords(id, of, 0, 100)).records
})

describe("a consent record", () => {
  it("says when, how and through which message, whoever changed what", () =>
    scene(() =>
      Effect.gen(function*() {
        const clock = yield* Bench.TheClock
        const stop = yield* write(" Stop ", "rcs")
        const { id: of } = yield* contact
        clock.set(plus(Given.now, 1000))
        yield* change("contacts.update", of, { opt_out: false })
        clock.set(plus(Given.now, 2000))
        yield* signal()
        clock.set(plus(Given.now, 3000))
        yield* write("HELP")
        yield* change("contacts.update", of, { opt_out: true, default_channel: "whatsapp" })
        const common = { account: id, contact: of, phone: recipient }
        const found = yield* records
        expect(found).toMatchObject([
          {
            ...common,
            consent: "opt_out",
            source: "PROVIDER_SIGNAL",
            channel: "whatsapp",
            message: null,
            text: null,
            at: plus(Given.now, 2000)
          },
          {
            ...common,
            consent: "opt_in",
            source: "API",
            channel: null,
            message: null,
            text: null,
            at: plus(Given.now, 1000)
          },
          {
            ...common,
            consent: "opt_out",
            source: "INBOUND_KEYWORD",
            channel: "rcs",
            message: stop._tag === "Received" ? stop.message : "",
            text: " Stop ",
            at: Given.now
          }
        ])
      })
    ))

  it("is deleted with its contact, however many there are [CNT-015]", () =>
    scene(() =>
      Effect.gen(function*() {
        for (let index = 0; index < 230; index++) yield* signal({ consent: index % 2 === 0 ? "opt_out" : "opt_in" })
        const operator = yield* Operator
        const { id: of } = yield* contact
        const total = Effect.map(operator.consentRecords(id, of, 0, 1), (page) => page.total)
        expect(yield* total).toBe(230)
        expect(yield* change("contacts.delete", of, {})).toBe(204)
        yield* Bench.idle
        expect(yield* total).toBe(0)
      })
    ))
})

describe("an automatic reply", () => {
  const names = { STOP: "contact.opt_out", START: "contact.opt_in", HELP: "contact.help", hello: null } as const

  propWith({ runs: 60 })(
    "follows each change once, and each request for help, after the message and the contact",
    fc.array(fc.constantFrom<keyof typeof names>("STOP", "START", "HELP", "hello"), { minLength: 1, maxLength: 6 }),
    (texts) =>
      scene(({ told }) =>
        Effect.gen(function*() {
          for (const text of texts) yield* write(text)
          yield* Bench.idle
          let optOut = false
          const expected = texts.flatMap((text) => {
            const before = optOut
            if (text === "STOP") optOut = true
            if (text === "START") optOut = false
            const isAnswered = text === "HELP" || before !== optOut
            const name = names[text]
            return [
              "message.received",
              ...(name === null ? [] : [name]),
              ...(isAnswered ? ["message.queued"] : [])
            ]
          })
          expect(told.map(({ event }) => event)).toEqual(expected)
        })
      )
  )

  it("leaves from the number that was written to, though another one would fit better", () => {
    const numbers = [
      { number: Given.phone(8000), channels: ["sms" as const], country: "US" },
      { number: Given.phone(9000), channels: ["sms" as const], country: "GB" }
    ]
    return scene(({ asked }) =>
      Effect.gen(function*() {
        yield* write("STOP")
        yield* Bench.idle
        expect(asked.map(({ channel, from, to }) => [channel, from, to])).toEqual([[
          "sms",
          Given.phone(9000),
          recipient
        ]])
        expect(asked[0]!.rendered.plain).toContain("unsubscribed")
      }), { account: { numbers } })
  })

  it("is stopped by what stops any message, but for the opt-out that it confirms", () =>
    scene(({ asked }) =>
      Effect.gen(function*() {
        yield* write("STOP")
        yield* Bench.idle
        const [reply] = (yield* Scene.messages).filter(({ direction }) => direction === "OUTBOUND")
        expect(reply).toMatchObject({ status: "BLOCKED", code: "BUSINESS_003" })
        expect(asked).toEqual([])
      }), { balance: 5 }))

  it("is none where the account has no template for it", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        yield* Scene.seed(0)
        yield* write("STOP")
        expect((yield* contact).optOut).toBe(true)
        expect(yield* Scene.messages).toHaveLength(1)
      })
    ))
})

describe("an opt-out", () => {
  const sms = Scene.send(recipient)

  it.each(["keyword", "carrier", "client", "operator"])(
    "by %s stops what is held until its time [STM-001]",
    (by) =>
      scene(({ asked }) =>
        Effect.gen(function*() {
          const at = new Date(Given.now + 3_600_000).toISOString()
          yield* Scene.ask("messages.send", { ...sms as object, scheduled_at: at })
          const operator = yield* Operator
          const before = yield* contact
          yield* by === "keyword"
            ? write("STOP")
            : by === "carrier"
            ? signal()
            : by === "client"
            ? change("contacts.update", before.id, { opt_out: true })
            : operator.suppress(id, recipient)
          yield* Bench.travel(plus(Given.now, 2 * 3_600_000))
          const [held] = (yield* Scene.messages).filter(({ autoReply, direction }) =>
            direction === "OUTBOUND" && autoReply === undefined
          )
          expect(held).toMatchObject({ status: "FILTERED", code: "BUSINESS_004" })
          expect(asked.filter(({ message }) => message === held!.id)).toEqual([])
        })
      )
  )

  it("stops a message whose route has failed [RTE-016]", () =>
    scene(({ asked }) =>
      Effect.gen(function*() {
        yield* Scene.ask("messages.send", { ...sms as object, channel: ["auto_detect"] })
        yield* Bench.idle
        const [sent] = yield* Scene.messages
        yield* write("STOP")
        const receipts = yield* Receipts
        yield* receipts.report({
          subject: { _tag: "Attempt", message: sent!.id, attempt: sent!.attempts[0]!.id },
          reported: { _tag: "Failed", failure: "undeliverable_by_route" }
        })
        yield* Bench.idle
        const after = (yield* Scene.messages).find((each) => each.id === sent!.id)
        expect(after).toMatchObject({ status: "FILTERED", code: "BUSINESS_004" })
        expect(asked.filter(({ message }) => message === sent!.id)).toHaveLength(1)
      })
    ))
})

describe("a carrier's signal", () => {
  const wild = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("", "\0", "\ud800", "x".repeat(9000))
  )

  propWith({ runs: 60 })(
    "is refused when it is about nobody, nothing or nowhere, and then changes nothing",
    wild,
    wild,
    wild,
    async (phone, channel, consent) => {
      const rows = await scene(() =>
        Effect.gen(function*() {
          const bad: ReadonlyArray<Partial<CarrierConsent>> = [
            { phone: phone as PhoneNumber },
            { channel: channel as Channel },
            { consent: consent as "opt_in" }
          ]
          for (const each of bad) expect((yield* Effect.flip(signal(each)))._tag).toBe("Refused")
          return yield* Scene.contacts
        })
      )
      expect(rows).toEqual([])
    }
  )

  it("may name the account itself, with a sender of any kind", () =>
    scene(() =>
      Effect.gen(function*() {
        const to = { _tag: "Account", account: id, sender: "agent\0\ud800" } as const
        expect(yield* signal({ to })).toMatchObject({ _tag: "Taken" })
        expect((yield* contact).optOut).toBe(true)
        // The carrier has answered it.
        yield* Bench.idle
        expect(yield* Scene.messages).toEqual([])
      })
    ))
})

describe("a contact that WhatsApp could not reach", () => {
  const failed = Effect.gen(function*() {
    yield* Scene.ask("messages.send", { ...Scene.send(recipient) as object, channel: ["whatsapp"] })
    yield* Bench.idle
    const [sent] = yield* Scene.messages
    const receipts = yield* Receipts
    yield* receipts.report({
      subject: { _tag: "Attempt", message: sent!.id, attempt: sent!.attempts[0]!.id },
      reported: { _tag: "Failed", failure: "recipient_not_on_channel" }
    })
    yield* Bench.idle
  })

  const onWhatsapp = Effect.flatMap(Store, (store) =>
    Effect.map(
      store.list({ list: "contacts", scope: id, offset: 0, limit: 10, where: { channel: "whatsapp" } }),
      ({ total }) => total
    ))

  it("is available there again after thirty days", () =>
    scene(() =>
      Effect.gen(function*() {
        yield* failed
        expect(yield* onWhatsapp).toBe(0)
        yield* Bench.travel(plus(Given.now, 30 * day - 1))
        expect(yield* onWhatsapp).toBe(0)
        yield* Bench.travel(plus(Given.now, 30 * day))
        yield* Bench.idle
        expect(yield* onWhatsapp).toBe(1)
      })
    ))

  it("leaves no work behind when it is deleted", () =>
    scene(() =>
      Effect.gen(function*() {
        yield* failed
        const store = yield* Store
        yield* Bench.travel(plus(Given.now, 4 * day))
        expect((yield* store.nextDue(0))._tag).toBe("Some")
        yield* change("contacts.delete", (yield* contact).id, {})
        expect((yield* store.nextDue(0))._tag).toBe("None")
      })
    ))

  it("is available there immediately when it writes there, and only there", () =>
    scene(() =>
      Effect.gen(function*() {
        yield* failed
        yield* write("Hello", "sms")
        expect(yield* onWhatsapp).toBe(0)
        yield* write("Hello", "whatsapp")
        expect(yield* onWhatsapp).toBe(1)
        const store = yield* Store
        yield* Bench.travel(plus(Given.now, 31 * day))
        expect((yield* store.nextDue(0))._tag).toBe("None")
      })
    ))
})

describe("the suppression list", () => {
  prop(
    "is taken in and given out whole: numbers once, others refused",
    fc.array(fc.oneof(fc.nat({ max: 30 }).map(Given.phone), fc.constantFrom("", "x", "+1", " +12015550001\n")), {
      maxLength: 40
    }),
    fc.integer({ min: 1, max: 7 }),
    (texts, size) =>
      scene(() =>
        Effect.gen(function*() {
          const operator = yield* Operator
          const numbers = new Set(texts.map((text) => text.trim()).filter((text) => /^\+1201555\d{4}$/.test(text)))
          const bad = new Set(texts.map((text) => text.trim()).filter((text) => !numbers.has(text)))
          expect(yield* operator.importSuppressions(id, texts)).toEqual({
            added: numbers.size,
            known: 0,
            refused: [...bad]
          })
          expect(yield* operator.importSuppressions(id, [...numbers])).toEqual({
            added: 0,
            known: numbers.size,
            refused: []
          })
          const found: Array<string> = []
          for (let offset = 0; offset <= numbers.size; offset += size) {
            const { entries, total } = yield* operator.suppressions(id, offset, size)
            expect(total).toBe(numbers.size)
            found.push(...entries.map(({ phone }) => phone))
          }
          expect(found.toSorted()).toEqual([...numbers].toSorted())
          expect(new Set(found).size).toBe(found.length)
          // Clients see no contact of a number that is only suppressed.
          expect(yield* Scene.contacts).toEqual([])
        })
      )
  )

  it("is taken in a batch at a time, and is nobody's for an account that is not there", () =>
    scene(() =>
      Effect.gen(function*() {
        const operator = yield* Operator
        const many = Array.from({ length: 1201 }, (_, index) => Given.phone(index))
        expect(yield* operator.importSuppressions(id, many)).toEqual({ added: 1201, known: 0, refused: [] })
        expect((yield* operator.suppressions(id, 0, 1)).total).toBe(1201)
        expect(yield* operator.importSuppressions(Given.accountId(9), many)).toBe(null)
        expect(yield* operator.importSuppressions(Given.accountId(9), [])).toBe(null)
      })
    ))

  it("keeps a number whose contact is deleted, and forgets all else of it [CNT-015]", () =>
    scene(() =>
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* write("STOP")
        const before = yield* contact
        yield* operator.suppress(id, recipient)
        yield* change("contacts.delete", before.id, {})
        expect(yield* Scene.contacts).toEqual([])
        const left = yield* operator.findContact(id, recipient)
        expect(left).toMatchObject({ optOut: false, isOnlySuppressed: true })
        expect(left).not.toHaveProperty("lastInboundAt")
        expect(left!.id).not.toBe(before.id)
        expect(yield* change("contacts.update", left!.id, { opt_out: true })).toBe(404)
        expect(yield* change("contacts.delete", left!.id, {})).toBe(404)
        expect((yield* operator.suppressions(id, 0, 10)).total).toBe(1)
        expect(yield* operator.unsuppress(id, recipient)).toBe("Changed")
        expect(yield* operator.findContact(id, recipient)).toBe(null)
      })
    ))
})

describe("an inherited contact", () => {
  it("is made by the operator, and made the account's own again", () =>
    scene(() =>
      Effect.gen(function*() {
        const operator = yield* Operator
        const made = yield* operator.setInherited(id, recipient, true)
        expect(made).toMatchObject({ isInherited: true, optOut: false, updatedAt: null })
        expect(yield* operator.setInherited(id, recipient, true)).toEqual(made)
        expect(yield* operator.setInherited(id, recipient, false)).not.toHaveProperty("isInherited")
        expect(yield* operator.setInherited(Given.accountId(9), recipient, true)).toBe(null)
        expect(Contacts.key(made!)).toBe((yield* contact).id)
      })
    ))
})
