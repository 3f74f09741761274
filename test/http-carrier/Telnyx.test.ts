/** The carrier contract beside a Telnyx as its documents describe it, with the faults that providers have. */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Rendered from "@signalbox/core/Rendered"
import * as HttpCarrier from "@signalbox/http-carrier/HttpCarrier"
import type { TelnyxOptions } from "@signalbox/http-carrier/Telnyx"
import * as Telnyx from "@signalbox/http-carrier/Telnyx"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as CheckCarrier from "@signalbox/testing/CheckCarrier"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FakeTelnyx, Taken } from "./FakeTelnyx.ts"
import * as Fake from "./FakeTelnyx.ts"
import type { Kept } from "./Kept.ts"
import * as Keeping from "./Kept.ts"
import type { Reply } from "./Provider.ts"

interface Bench {
  readonly carrier: Carrier
  readonly telnyx: FakeTelnyx
  readonly kept: Kept
}

const make = (settings: Partial<TelnyxOptions> = {}): Effect.Effect<Bench, never, Scope.Scope> =>
  Effect.gen(function*() {
    const telnyx = yield* Fake.make
    const kept = Keeping.make()
    const described = Telnyx.description({ ...Fake.options(telnyx), ...settings })
    const carrier = yield* Effect.provide(HttpCarrier.make(described), Keeping.layer(kept))
    return { telnyx, kept, carrier }
  })

const run = <A>(test: (bench: Bench) => Effect.Effect<A>, settings: Partial<TelnyxOptions> = {}): Promise<A> =>
  make(settings).pipe(
    Effect.flatMap((bench) => Effect.provide(test(bench), Keeping.layer(bench.kept))),
    Effect.scoped,
    Effect.runPromise
  )

const sent = ({ taken }: FakeTelnyx, attempt: AttemptId): number =>
  taken.filter(({ text }) => text === `Message ${parseInt(attempt.slice(-12), 16)}`).length

const submit = ({ carrier }: Bench, ...batch: ReadonlyArray<Submission>) =>
  Effect.gen(function*() {
    const told = new Map<AttemptId, SubmissionOutcome>()
    yield* carrier.submit(batch, (attempt, outcome) => Effect.sync(() => void told.set(attempt, outcome)))
    return batch.map(({ attempt }) => told.get(attempt))
  })

const message = CarrierContract.submission

const hook = ({ carrier }: Bench, request: Parameters<NonNullable<Carrier["hook"]>>[0]) =>
  carrier.hook?.(request) ?? Effect.succeed({ status: 404 })

CarrierContract.suite("Telnyx, described", {
  make: Effect.map(make(), ({ carrier, telnyx }) => ({
    carrier,
    sent: (attempt) => Effect.sync(() => sent(telnyx, attempt))
  }))
})

describe("Telnyx, described", () => {
  it("keeps what carriers promise, as a carrier of the facade", () =>
    Effect.gen(function*() {
      const telnyx = yield* Fake.make
      yield* Effect.promise(() =>
        CheckCarrier.checkCarrier(Telnyx.telnyx(Fake.options(telnyx)), {
          sent: ({ text }) => telnyx.taken.filter((each) => each.text === text).length,
          knowsAttempts: true,
          runs: 2
        })
      )
      expect(telnyx.taken.length).toBeGreaterThan(10)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("hands messages over as Telnyx takes them, and knows its names for them", () =>
    run((bench) =>
      Effect.gen(function*() {
        const mms = message(2, {
          channel: "mms",
          sms: null,
          rendered: { ...Rendered.fromText("Look"), media: ["https://files.example/a.png"], subject: "News" }
        })
        const outcomes = yield* submit(bench, message(1), mms)
        expect(outcomes).toEqual(bench.telnyx.taken.map(({ id }) => ({ _tag: "Accepted", references: [id] })))
        expect(bench.telnyx.heard.map(({ body }) => JSON.parse(body))).toEqual([
          { from: "+12015550100", to: message(1).to, text: "Message 1" },
          {
            from: "+12015550100",
            to: message(2).to,
            text: "Look",
            subject: "News",
            media_urls: ["https://files.example/a.png"]
          }
        ])
      })
    ))

  it.each([
    ["40310", Fake.refusals.invalid, { _tag: "Refused", failure: "invalid_number" }],
    ["10011", Fake.refusals.busy, { _tag: "Busy", holds: "lane" }],
    ["nothing it knows", { status: 500 }, { _tag: "Unanswered" }],
    ["a success without a name", { status: 200, body: "{}" }, { _tag: "Unanswered", repeat: "never" }],
    ["a redirect", { status: 302, headers: { location: "/" } }, { _tag: "Refused", failure: "provider_unavailable" }],
    ["no answer", "lost", { _tag: "Unanswered" }]
  ])("reads %s", (_, reply, outcome) =>
    run((bench) =>
      Effect.gen(function*() {
        bench.telnyx.fault = () => reply as Reply
        expect(yield* submit(bench, message(1))).toMatchObject([outcome])
        expect(bench.telnyx.heard.length).toBe(1)
      })
    ))

  it("tells that a recipient has opted out with Telnyx, by its answer and by its webhook", () =>
    run((bench) =>
      Effect.gen(function*() {
        bench.telnyx.fault = () => Fake.refusals.optedOut
        const one = message(1)
        expect(yield* submit(bench, one)).toMatchObject([{ _tag: "Refused", failure: "carrier_filtered" }])
        const taken: Taken = { id: "t-1", from: "+12015550100", to: one.to, text: "" }
        yield* hook(bench, Fake.webhook(Fake.finalized(taken, "delivery_failed", "40300")))
        expect(bench.kept.consents).toMatchObject([
          { phone: one.to, consent: "opt_out", to: { _tag: "Account", account: one.account, sender: one.from } },
          { phone: one.to, consent: "opt_out", to: { _tag: "Number", number: "+12015550100" } }
        ])
      })
    ))

  it("brings receipts and messages from signed webhooks", () =>
    run((bench) =>
      Effect.gen(function*() {
        const taken: Taken = { id: "t-1", from: "+12015550100", to: "+12015550123", text: "" }
        const events = [
          Fake.finalized(taken, "delivered"),
          Fake.finalized(taken, "delivery_failed", "40006"),
          Fake.finalized(taken, "sending_failed", "99999"),
          Fake.finalized(taken, "delivery_unconfirmed"),
          Fake.received("+12015550123", "+12015550100", "STOP"),
          Fake.received("+12015550123", "+12015550100", "", [
            { url: "https://media.example/1", content_type: "image/png", size: 12 }
          ]),
          { event_type: "message.unheard-of" },
          {}
        ]
        for (const event of events) expect((yield* hook(bench, Fake.webhook(event))).status).toBe(200)
        const { messages, receipts } = bench.kept
        expect(receipts.map(({ reported }) => reported)).toEqual([
          { _tag: "Delivered" },
          { _tag: "Failed", failure: "temporary_carrier_error" },
          { _tag: "Failed", failure: "unknown" }
        ])
        expect(receipts[0]).toMatchObject({
          subject: { _tag: "Reference", carrier: "telnyx", reference: "t-1" },
          at: Date.UTC(2026, 10, 25, 12),
          pricing: { amount: 0.0051, currency: "USD" }
        })
        expect(messages).toMatchObject([
          { reference: "in-1", channel: "sms", from: "+12015550123", to: { number: "+12015550100" }, text: "STOP" },
          { channel: "mms", media: [{ url: "https://media.example/1", mimeType: "image/png", sizeBytes: 12 }] }
        ])
      })
    ))

  propWith({ runs: 20 })(
    "believes no webhook that is off by a byte, or old",
    fc.nat({ max: 300 }),
    fc.constantFrom("body", "signature", "time", "age"),
    (at, where) =>
      run((bench) =>
        Effect.gen(function*() {
          const event = Fake.finalized({ id: "t-1", from: "+1", to: "+2", text: "" }, "delivered")
          const now = Math.floor(Date.now() / 1000)
          const { body, headers, ...rest } = Fake.webhook(event, where === "age" ? now - 600 : now)
          const signature = Buffer.from(headers["telnyx-signature-ed25519"]!, "base64")
          const turned = (bytes: Uint8Array) =>
            bytes.map((byte, index) => index === at % bytes.length ? byte ^ 1 : byte)
          const forged = {
            ...rest,
            headers: {
              ...headers,
              ...(where === "signature"
                ? { "telnyx-signature-ed25519": Buffer.from(turned(signature)).toString("base64") }
                : where === "time"
                ? { "telnyx-timestamp": String(now + 1) }
                : {})
            },
            body: where === "body" ? turned(body) : body
          }
          expect((yield* hook(bench, forged)).status).toBe(403)
          expect(bench.kept.receipts).toEqual([])
        })
      )
  )

  const faults = fc.constantFrom("busy", "lost", "taken and lost", "silent", "failing", "slow", "none")

  propWith({ runs: 5 })(
    "sends nothing twice, and never says that it sent what it did not, whatever goes wrong",
    fc.array(faults, { minLength: 1, maxLength: 12 }),
    (script) =>
      run((bench) =>
        Effect.gen(function*() {
          const { telnyx } = bench
          let next = 0
          telnyx.answer = async (request) => {
            const fault = script[next++ % script.length]
            // The fault is that time passes.
            if (fault === "slow") await new Promise((go) => setTimeout(go, 10))
            if (fault === "taken and lost") telnyx.take(request)
            return fault === "busy"
              ? Fake.refusals.busy
              : fault === "lost" || fault === "taken and lost"
              ? "lost"
              : fault === "silent"
              ? "silent"
              : fault === "failing"
              ? { status: 503 }
              : telnyx.take(request)
          }
          const batch = Array.from({ length: 12 }, (_, index) => message(index))
          for (let round = 0; round < 3; round++) {
            const outcomes = yield* submit(bench, ...batch)
            for (const [index, outcome] of outcomes.entries()) {
              const times = sent(telnyx, batch[index]!.attempt)
              expect(times).toBeLessThanOrEqual(1)
              if (outcome?._tag === "Accepted") expect(times).toBe(1)
              if (outcome?._tag === "Busy" || outcome?._tag === "Refused") expect(times).toBe(0)
            }
          }
        }), { http: { headersTimeout: 100, timeout: 150 } })
  )

  it("has nothing secret in its log and its errors, whatever goes wrong", () =>
    run((bench) =>
      Effect.gen(function*() {
        for (const reply of ["lost", { status: 401 }, { status: 500 }, "silent"] as const) {
          bench.telnyx.fault = () => reply
          yield* submit(bench, message(bench.telnyx.heard.length))
        }
        bench.telnyx.stop()
        yield* submit(bench, message(99))
        bench.kept.isBroken = true
        const taken: Taken = { id: "t-1", from: "+1", to: "+2", text: "" }
        expect((yield* hook(bench, Fake.webhook(Fake.finalized(taken, "delivered")))).status).toBe(503)
        expect(bench.kept.log.join()).toMatch(/cannot be reached[^]*ECONN[^]*cannot be stored/)
        expect(bench.kept.log.join()).not.toContain("s3cret")
        expect(JSON.stringify(Telnyx.telnyx(Fake.options(bench.telnyx)))).not.toContain("s3cret")
      }), { http: { headersTimeout: 100, timeout: 150 } }))

  it("names the settings that are not as they should be", () => {
    const wrong = (given: object) => () => Telnyx.telnyx({ apiKey: "k", publicKey: "AAAA", ...given })
    expect(wrong({})).toThrow(/^telnyx: publicKey must be a public key/)
    expect(wrong({ apiKey: "s3cret key" })).toThrow(/apiKey must be printable/)
    expect(wrong({ apiKey: "s3cret key" })).not.toThrow(/s3cret/)
    expect(wrong({ url: "telnyx", pace: { perSecond: 0, inFlight: 1 } })).toThrow(/pace.perSecond must[^]*url must/)
  })
})
