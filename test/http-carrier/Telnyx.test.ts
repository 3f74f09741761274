/** The carrier contract beside a Telnyx as its documents describe it. */
import * as Rendered from "@signalbox/core/Rendered"
import * as Telnyx from "@signalbox/http-carrier/Telnyx"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as CheckCarrier from "@signalbox/testing/CheckCarrier"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Taken } from "./FakeTelnyx.ts"
import * as Fake from "./FakeTelnyx.ts"
import type { Reply } from "./Provider.ts"
import * as Bench from "./TelnyxBench.ts"

const { hook, make, run, sent, submit } = Bench

const message = CarrierContract.submission

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

  it("has nothing secret in its log and its errors, whatever goes wrong", () =>
    run((bench) =>
      Effect.gen(function*() {
        for (const reply of ["lost", { status: 401 }, { status: 500 }, "silent"] as const) {
          bench.telnyx.fault = () => reply
          yield* submit(bench, message(bench.telnyx.heard.length))
        }
        bench.telnyx.stop()
        // The first ones may still find connections that are just ending.
        for (let next = 90; next < 99; next++) yield* submit(bench, message(next))
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
