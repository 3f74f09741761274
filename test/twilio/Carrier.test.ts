/** The carrier contract over real sockets, and what Twilio's faults do to a hand-over. */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import type { Options } from "@signalbox/twilio/Options"
import { check } from "@signalbox/twilio/Options"
import * as Twilio from "@signalbox/twilio/Twilio"
import * as TwilioCarrier from "@signalbox/twilio/TwilioCarrier"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import type { Kept } from "../http-carrier/Kept.ts"
import * as Keeping from "../http-carrier/Kept.ts"
import type { FakeTwilio } from "./FakeTwilio.ts"
import * as Fakes from "./FakeTwilio.ts"

interface Bench {
  readonly twilio: FakeTwilio
  readonly carrier: Carrier
  readonly hook: NonNullable<Carrier["hook"]>
  readonly kept: Kept
  readonly submit: (...batch: ReadonlyArray<Submission>) => Effect.Effect<ReadonlyArray<SubmissionOutcome | undefined>>
}

const bench = Effect.fnUntraced(function*(
  given: Partial<Options> = {},
  kept: Kept = Keeping.make()
): Effect.fn.Return<Bench, never, Scope.Scope> {
  const twilio = yield* Fakes.make
  const carrier = yield* Effect.provide(TwilioCarrier.make({ ...twilio.options, ...given }), Keeping.layer(kept))
  const submit = Effect.fnUntraced(function*(...batch: ReadonlyArray<Submission>) {
    const told = new Map<AttemptId, SubmissionOutcome>()
    const tell = (attempt: AttemptId, outcome: SubmissionOutcome) => Effect.sync(() => void told.set(attempt, outcome))
    yield* Effect.provide(carrier.submit(batch, tell), Keeping.layer(kept))
    return batch.map(({ attempt }) => told.get(attempt))
  })
  const hook: Bench["hook"] = (request) => Effect.provide(carrier.hook!(request), Keeping.layer(kept))
  return { twilio, carrier, hook, kept, submit }
})

const run = (test: Effect.Effect<void, never, Scope.Scope>): Promise<void> => Effect.runPromise(Effect.scoped(test))

const timesOf = ({ created }: FakeTwilio, attempt: string): number =>
  created.filter(({ form }) => (form.get("StatusCallback") ?? "").includes(attempt)).length

CarrierContract.suite("Twilio", {
  make: Effect.map(bench(), ({ carrier, twilio }) => ({
    carrier,
    sent: (attempt) => Effect.sync(() => timesOf(twilio, attempt))
  })),
  runs: 5
})

/** Twilio is out of order in turns: it answers late, is busy, refuses, loses its answer before and after it has sent. */
CarrierContract.suite("Twilio with faults", {
  make: Effect.map(bench({ http: { timeout: 500 } }), ({ carrier, twilio }) => {
    let turn = 0
    twilio.answer = async (create) => {
      switch (turn++ % 6) {
        case 0:
          // The contract interrupts hand-overs while Twilio is still at it.
          return new Promise((late) => setTimeout(() => late(create()), 20))
        case 1:
          return Fakes.refusal(429, 20_429)
        case 2:
          return Fakes.refusal(400, 21_211)
        case 3:
          return "lost"
        case 4:
          return create() && { status: 502, body: "<html>" }
        default:
          return create() && "lost"
      }
    }
    return { carrier, sent: (attempt) => Effect.sync(() => timesOf(twilio, attempt)) }
  }),
  runs: 3
})

const one = CarrierContract.submission(1)
const two = CarrierContract.submission(2)

describe("a hand-over to Twilio", () => {
  it("creates a message, whose sid is the reference, over the same connections", () =>
    run(Effect.gen(function*() {
      const { submit, twilio } = yield* bench()
      const messages = Array.from({ length: 10 }, (_, index) => CarrierContract.submission(index + 1))
      for (const each of messages) {
        expect(yield* submit(each)).toEqual([{ _tag: "Accepted", references: [twilio.created.at(-1)!.sid] }])
      }
      expect(twilio.created.map(({ form }) => form.get("Body"))).toEqual(messages.map(({ rendered }) => rendered.plain))
      // A connection whose answer is just being read is not free yet.
      expect(new Set(twilio.heard.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
    })))

  it("is authorized by the API key where there is one", () =>
    run(Effect.gen(function*() {
      const apiKey = { sid: `SK${"d".repeat(32)}`, secret: Redacted.make("key-secret") }
      const { submit, twilio } = yield* bench({ apiKey })
      const [outcome] = yield* submit(one)
      const expected = Buffer.from(`${apiKey.sid}:key-secret`).toString("base64")
      expect(twilio.heard[0]!.headers["authorization"]).toBe(`Basic ${expected}`)
      expect(outcome).toMatchObject({ _tag: "Refused", failure: "provider_unavailable", detail: { code: "20003" } })
    })))

  it("waits as long as Twilio says, and sends nothing meanwhile", () =>
    run(Effect.gen(function*() {
      const { submit, twilio } = yield* bench()
      twilio.answer = () => Fakes.refusal(429, 20_429, "Too many requests", { "retry-after": "30" })
      const before = yield* Instant.now
      const [outcome] = yield* submit(one)
      const until = outcome?._tag === "Busy" && outcome.holds === "lane" ? outcome.until - before : 0
      expect(until).toBeGreaterThanOrEqual(30_000)
      expect(until).toBeLessThan(90_000)
      expect(twilio.created).toEqual([])
      twilio.answer = () => null
      expect(yield* submit(one)).toMatchObject([{ _tag: "Accepted" }])
    })))

  it("is Unanswered when the answer is lost or late, and is not made again", () =>
    run(Effect.gen(function*() {
      const { submit, twilio } = yield* bench({ http: { timeout: 200 } })
      for (const [message, reply] of [[one, "lost"], [two, "silent"]] as const) {
        twilio.answer = (create) => create() && reply
        expect(yield* submit(message)).toMatchObject([{ _tag: "Unanswered" }])
        twilio.answer = () => null
        expect(yield* submit(message)).toMatchObject([{ _tag: "Unanswered" }])
        expect(timesOf(twilio, message.attempt)).toBe(1)
      }
    })))

  it("waits on this node alone when Twilio cannot be reached", () =>
    run(Effect.gen(function*() {
      const { submit } = yield* bench({ baseUrl: "http://127.0.0.1:9" })
      expect(yield* submit(one)).toMatchObject([{ _tag: "Busy", holds: "node" }])
    })))

  it("never reaches Twilio when the message is none for it", () =>
    run(Effect.gen(function*() {
      const { submit, twilio } = yield* bench()
      expect(yield* submit({ ...one, from: null })).toMatchObject([{ _tag: "Refused", failure: "sender_refused" }])
      expect(twilio.heard).toEqual([])
    })))

  it("to somebody who has opted out is a signal to the account", () =>
    run(Effect.gen(function*() {
      const { kept, submit, twilio } = yield* bench()
      twilio.answer = () => Fakes.refusal(400, 21_610)
      expect(yield* submit(one)).toMatchObject([{ _tag: "Refused", failure: "carrier_filtered" }])
      expect(kept.consents).toEqual([{
        carrier: "twilio",
        to: { _tag: "Account", account: one.account, sender: one.from },
        phone: one.to,
        channel: "sms",
        consent: "opt_out"
      }])
    })))
})

describe("a callback from Twilio", () => {
  const called = Effect.fnUntraced(function*() {
    const { hook, kept, submit, twilio } = yield* bench()
    yield* submit(one)
    return { hook, kept, created: twilio.created[0]! }
  })

  it("is answered when it is stored, a message by TwiML that answers nothing", () =>
    run(Effect.gen(function*() {
      const { created, hook, kept } = yield* called()
      expect(yield* hook(Fakes.status(created, "sent"))).toEqual({ status: 200 })
      expect(yield* hook(Fakes.status(created, "delivered"))).toEqual({ status: 200 })
      expect(kept.receipts).toMatchObject([{
        subject: { _tag: "Attempt", message: one.message, attempt: one.attempt, carrier: "twilio" }
      }])
      const message = { MessageSid: "SM1", From: one.to, To: "+12015550100", Body: "Hi", NumMedia: "0" }
      expect(yield* hook(Fakes.signed(message))).toMatchObject({
        status: 200,
        headers: { "content-type": "text/xml" },
        body: expect.stringContaining("<Response/>")
      })
      expect(kept.messages).toHaveLength(1)
    })))

  it("that Twilio has not signed is refused and changes nothing", () =>
    run(Effect.gen(function*() {
      const { created, hook, kept } = yield* called()
      const right = Fakes.status(created, "delivered")
      const { "x-twilio-signature": signature = "", ...headers } = right.headers
      const flawed = [
        { ...right, headers },
        { ...right, headers: { ...headers, "x-twilio-signature": `A${signature}` } },
        { ...right, url: right.url.replace(one.attempt, two.attempt) },
        { ...right, body: new TextEncoder().encode(`${new TextDecoder().decode(right.body)}&ErrorCode=1`) }
      ]
      for (const each of flawed) expect(yield* hook(each)).toEqual({ status: 403 })
      expect(kept.receipts).toEqual([])
    })))

  it("comes again when it cannot be stored, or is about nothing that is known", () =>
    run(Effect.gen(function*() {
      const { created, hook, kept } = yield* called()
      kept.isBroken = true
      expect(yield* hook(Fakes.status(created, "delivered"))).toMatchObject({ status: 503 })
      expect(yield* hook(Fakes.signed({ From: one.to, To: "+12015550100", Body: "Hi" }))).toMatchObject({ status: 503 })
      kept.isBroken = false
      kept.answer = () => "unknown"
      expect(yield* hook(Fakes.status(created, "delivered"))).toMatchObject({ status: 503 })
    })))
})

describe("accounts with Twilio", () => {
  it("are the carriers of a service of Effect, in their order", () =>
    run(Effect.gen(function*() {
      const { options } = yield* Fakes.make
      const accounts = Twilio.layer(options, { ...options, id: "second", messagingServiceSid: `MG${"b".repeat(32)}` })
      const context = yield* Layer.build(Layer.provide(accounts, Keeping.layer(Keeping.make())))
      expect(Context.get(context, Carriers)).toMatchObject([
        { id: "twilio", channels: ["sms"], choosesSender: false, repeat: "never" },
        { id: "second", channels: ["sms"], choosesSender: true, repeat: "never" }
      ])
    })))
})

describe("what Twilio's carrier tells", () => {
  it("holds no secret, no number and no text", () =>
    run(Effect.gen(function*() {
      const kept = Keeping.make()
      const { hook, submit, twilio } = yield* bench({ http: { timeout: 200 } }, kept)
      const message = { ...one, sms: { encoding: "GSM-7", parts: ["a private text"] } } as const
      const replies = [
        Fakes.refusal(401, 20_003, `wrong ${Fakes.authToken}`),
        Fakes.refusal(400, 21_211, `The 'To' number ${one.to} is invalid`),
        "lost",
        { status: 200, body: "a private text" }
      ] as const
      const outcomes: Array<unknown> = []
      for (const [index, reply] of replies.entries()) {
        twilio.answer = () => reply
        const { attempt } = CarrierContract.submission(index + 10)
        outcomes.push(yield* submit({ ...message, attempt }))
      }
      kept.isBroken = true
      twilio.answer = () => Fakes.refusal(400, 21_610)
      outcomes.push(yield* submit(message))
      const inbound = { MessageSid: "SM1", From: one.to, To: "+12015550100", Body: "a private text" }
      yield* hook(Fakes.signed(inbound))
      const told = JSON.stringify([outcomes, kept.log])
      expect(kept.log.length).toBeGreaterThan(0)
      expect(told).not.toMatch(/0123456789abcdef|\+?1201555|private/)
    })))

  it("about settings that are wrong names each, and no value", () => {
    const wrong = { accountSid: "AC1", authToken: "s3cr t", publicUrl: "ftp://x", apiKey: { sid: "1", secret: "" } }
    const made = () => check({ ...wrong, id: "Twilio", channels: [], pace: "fast" } as never)
    for (
      const name of ["accountSid", "authToken", "publicUrl", "apiKey.sid", "apiKey.secret", "id", "channels", "pace"]
    ) {
      expect(made).toThrow(new RegExp(`(^|\\s)${name.replace(".", "\\.")} `))
    }
    expect(made).not.toThrow(/s3cr|ftp:/)
    expect(JSON.stringify(check(settings()))).not.toContain(Fakes.authToken)
  })

  const settings = (given: Partial<Options> = {}): Options => ({
    accountSid: Fakes.accountSid,
    authToken: Fakes.authToken,
    publicUrl: Fakes.publicUrl,
    ...given
  })

  it("of its pace is a published rate unless another was agreed", () => {
    expect(check(settings()).pace.perSecond).toBe(100)
    expect(check(settings({ channels: ["whatsapp"] })).pace.perSecond).toBe(80)
    expect(check(settings({ pace: "toll-free" })).pace.perSecond).toBe(3)
    expect(check(settings({ pace: { perSecond: 9, inFlight: 4 } })).pace).toEqual({ perSecond: 9, inFlight: 4 })
  })
})
