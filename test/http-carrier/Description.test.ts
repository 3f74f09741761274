/** Descriptions of other providers than Telnyx: forms, other ways of signing, other words. */
import type { Carrier, CarrierRequest, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Instant from "@signalbox/core/Instant"
import { httpCarrier } from "@signalbox/http-carrier"
import type { Description } from "@signalbox/http-carrier/Description"
import * as Descriptions from "@signalbox/http-carrier/Description"
import * as HttpCarrier from "@signalbox/http-carrier/HttpCarrier"
import * as Path from "@signalbox/http-carrier/Path"
import * as Template from "@signalbox/http-carrier/Template"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Kept } from "./Kept.ts"
import * as Keeping from "./Kept.ts"
import type { Provider } from "./Provider.ts"
import * as Providers from "./Provider.ts"

type Given = Omit<Description, "id" | "channels" | "request"> & {
  readonly request?: Partial<Description["request"]>
}

interface Bench {
  readonly provider: Provider
  readonly kept: Kept
  readonly carrier: Carrier
  readonly submit: (submission: Submission) => Effect.Effect<SubmissionOutcome | null>
  readonly hook: (request: Partial<CarrierRequest>) => Effect.Effect<number>
}

const run = (given: Given, test: (bench: Bench) => Effect.Effect<void>): Promise<void> =>
  Effect.gen(function*() {
    const provider = yield* Providers.make()
    const kept = Keeping.make()
    const { request, ...rest } = given
    const description: Description = {
      id: "acme",
      channels: ["sms"],
      request: { url: `${provider.url}/send`, json: { to: "{to}" }, ...request },
      ...rest
    }
    yield* Effect.gen(function*() {
      const carrier = yield* HttpCarrier.make(description)
      const submit: Bench["submit"] = (submission) => {
        let told: SubmissionOutcome | null = null
        const tell = (_: unknown, outcome: SubmissionOutcome) => Effect.sync(() => void (told = outcome))
        return Effect.map(carrier.submit([submission], tell), () => told)
      }
      const hook: Bench["hook"] = (request) =>
        Effect.map(
          carrier.hook!({ method: "POST", url: "/carriers/acme", headers: {}, body: new Uint8Array(), ...request }),
          ({ status }) => status
        )
      yield* test({ carrier, provider, kept, submit, hook })
    }).pipe(Effect.provide(Keeping.layer(kept)))
  }).pipe(Effect.scoped, Effect.runPromise)

const one = CarrierContract.submission(1)

const receipts = { id: "id", state: "state", states: { ok: "delivered", seen: "read", bad: "failed" } } as const

const bodyOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

describe("a description", () => {
  it("hands over as a form with a name and a password", () =>
    run({
      request: {
        json: undefined as never,
        form: { To: "{toDigits}", Body: "{text}", Media: "{media}", TTL: "{secondsLeft}", Ref: "a-{attempt}" },
        query: { account: "{account}" },
        auth: { user: "me", password: "pass word" },
        headers: { "X-Attempt": "{attempt}" }
      },
      answer: { id: "sid" }
    }, ({ provider, submit }) =>
      Effect.gen(function*() {
        provider.answer = () => ({ status: 201, body: JSON.stringify({ sid: 17 }) })
        const media = ["https://a.example/1", "https://a.example/2"]
        const now = yield* Instant.now
        const rendered = { ...one.rendered, media, plain: "ä & b" }
        expect(yield* submit({ ...one, rendered, expiresAt: Instant.plus(now, 90_000) })).toEqual({
          _tag: "Accepted",
          references: ["17"]
        })
        const [heard] = provider.heard
        const fields = new URLSearchParams(heard!.body)
        expect(fields.getAll("Media")).toEqual(media)
        expect([fields.get("To"), fields.get("Body"), fields.get("Ref")]).toEqual([
          one.to.slice(1),
          "ä & b",
          `a-${one.attempt}`
        ])
        expect(["89", "90"]).toContain(fields.get("TTL"))
        expect(heard!.path).toBe(`/send?account=${one.account}`)
        expect(heard!.headers).toMatchObject({
          authorization: `Basic ${Buffer.from("me:pass word").toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
          "x-attempt": one.attempt
        })
      })))

  it("reads answers whose status says nothing, and lists of names", () =>
    run({
      request: { auth: { header: "x-api-key", secret: "k" } },
      answer: {
        id: "ids",
        accepted: { at: "status", values: ["0"] },
        code: "status",
        codes: { 1: "busy", 2: "busyRecipient", 6: "invalid_number", 9: "unanswered" },
        statuses: { 503: "busy", 418: "carrier_filtered" }
      }
    }, ({ provider, submit }) =>
      Effect.gen(function*() {
        const answers = [
          [200, { status: "0", ids: ["a", 2] }, { _tag: "Accepted", references: ["a", "2"] }],
          [200, { status: 1 }, { _tag: "Busy", holds: "lane" }],
          [200, { status: "2" }, { _tag: "Busy", holds: "recipient" }],
          [200, { status: "6" }, { _tag: "Refused", failure: "invalid_number", detail: { code: "6" } }],
          [200, { status: "9" }, { _tag: "Unanswered" }],
          [200, { status: "77" }, { _tag: "Unanswered" }],
          [503, {}, { _tag: "Busy", holds: "lane" }],
          [418, {}, { _tag: "Refused", failure: "carrier_filtered", detail: { code: "HTTP 418" } }]
        ] as const
        for (const [index, [status, body, outcome]] of answers.entries()) {
          provider.answer = () => ({ status, body: JSON.stringify(body) })
          expect(yield* submit(CarrierContract.submission(index))).toMatchObject(outcome)
        }
        expect(provider.heard[0]!.headers["x-api-key"]).toBe("k")
      })))

  it("asks again for an answer only where the provider knows the attempt again", async () => {
    for (const isIdempotent of [true, false]) {
      await run(
        { isIdempotent, request: { headers: { "Idempotency-Key": "{attempt}" } } },
        ({ carrier, provider, submit }) =>
          Effect.gen(function*() {
            // Another node hands over what a dead one has not told of only where that is no second message.
            expect(carrier.repeat).toBe(isIdempotent ? "once" : "never")
            provider.answer = () =>
              provider.heard.length === 1 ? "lost" : provider.heard.length === 2 ? { status: 502 } : { status: 200 }
            expect((yield* submit(one))?._tag).toBe(isIdempotent ? "Accepted" : "Unanswered")
            expect(provider.heard.length).toBe(isIdempotent ? 3 : 1)
            expect(new Set(provider.heard.map(({ headers }) => headers["idempotency-key"]))).toEqual(
              new Set([one.attempt])
            )
          })
      )
    }
  })

  it("hands over again what nobody knows of only where the provider knows the attempt again", async () => {
    for (const isIdempotent of [true, false]) {
      await run({ isIdempotent, answersWithin: 1 }, ({ provider, submit }) =>
        Effect.gen(function*() {
          provider.answer = () => "lost"
          expect((yield* submit(one))?._tag).toBe("Unanswered")
          const before = provider.heard.length
          yield* submit(one)
          expect(provider.heard.length > before).toBe(isIdempotent)
        }))
    }
  })

  it("does not take a provider for busy that may have taken what was not answered", () =>
    run({ isIdempotent: true, answersWithin: 1200 }, ({ provider, submit }) =>
      Effect.gen(function*() {
        provider.answer = () => provider.heard.length === 1 ? "lost" : { status: 429 }
        expect(yield* submit(one)).toMatchObject({ _tag: "Unanswered" })
        expect(provider.heard.length).toBeGreaterThan(1)
      })))

  it("reads callbacks in forms and in queries, and lists of events", async () => {
    const query = "id=p-1&state=ok"
    const format = { signature: "none", receipts } as const
    await run({ ...format, callbacks: { format: "form" } }, ({ hook, kept }) =>
      Effect.gen(function*() {
        expect(yield* hook({ body: Buffer.from(query) })).toBe(200)
        expect(kept.receipts).toMatchObject([{ subject: { reference: "p-1" }, reported: { _tag: "Delivered" } }])
      }))
    await run(
      { ...format, callbacks: { format: "query", response: { status: 202, body: "OK" } } },
      ({ hook, kept }) =>
        Effect.gen(function*() {
          expect(yield* hook({ method: "GET", url: `/carriers/acme?${query}` })).toBe(202)
          expect(kept.receipts.length).toBe(1)
        })
    )
    await run({ ...format, callbacks: { events: "all" } }, ({ hook, kept }) =>
      Effect.gen(function*() {
        const all = [{ id: "a", state: "ok" }, { id: "b", state: "new" }, { state: "ok" }, null, {
          id: "c",
          state: "seen"
        }]
        expect(yield* hook({ body: bodyOf({ all }) })).toBe(200)
        expect(kept.receipts.map(({ reported }) => reported._tag)).toEqual(["Delivered", "Read"])
        expect(yield* hook({ body: Buffer.from("{") })).toBe(400)
      }))
  })

  it("says whether a receipt of an unknown message comes again: again or taken, and nothing else", () => {
    const given = { id: "acme", channels: ["sms"], request: { url: "https://api.acme.example/send", json: {} } }
    const taken = (unknownReceipts: unknown) =>
      Schema.decodeUnknownExit(Descriptions.Description)({ ...given, unknownReceipts })._tag
    expect(["again", "taken", "kept", "", null].map(taken)).toEqual([
      "Success",
      "Success",
      "Failure",
      "Failure",
      "Failure"
    ])
  })

  it("finds the attempt by what the provider brings back of ours", () =>
    run({
      signature: "none",
      receipts: {
        message: "tag.m",
        attempt: "tag.a",
        state: "state",
        states: { bad: "failed" },
        at: "at",
        code: "code"
      }
    }, ({ hook, kept }) =>
      Effect.gen(function*() {
        for (const at of [1_764_072_000, 1_764_072_000_000, "2025-11-25T12:00:00Z", "soon"]) {
          yield* hook({ body: bodyOf({ tag: { m: one.message, a: one.attempt }, state: "bad", at, code: 7 }) })
        }
        expect(kept.receipts.map(({ at }) => at)).toEqual([
          1_764_072_000_000,
          1_764_072_000_000,
          1_764_072_000_000,
          null
        ])
        expect(kept.receipts[0]).toMatchObject({
          subject: { _tag: "Attempt", carrier: "acme", message: one.message, attempt: one.attempt },
          reported: { _tag: "Failed", failure: "unknown" },
          detail: { code: "7", text: "bad" }
        })
      })))

  it("believes an HMAC over the address, the time and the body, behind a proxy", () =>
    run({
      receipts,
      publicUrl: "https://sms.example/hooks/acme",
      signature: {
        hmac: "sha256",
        secret: "s3cret",
        header: "X-Signature",
        prefix: "v1=",
        signed: "{method}.{url}.{timestamp}.{body}",
        timestamp: { header: "X-Time", tolerance: 60_000 }
      }
    }, ({ hook }) =>
      Effect.gen(function*() {
        const body = bodyOf({ id: "p-1", state: "ok" })
        const time = String(Math.floor((yield* Instant.now) / 1000))
        const sign = (text: string): string =>
          `v1=${createHmac("sha256", "s3cret").update(text).update(body).digest("hex")}`
        const right = sign(`POST.https://sms.example/hooks/acme?a=1.${time}.`)
        const called = (signature: string, url = "/carriers/acme?a=1", at = time) =>
          hook({ url, body, headers: { "x-signature": signature, "x-time": at } })
        expect(yield* called(right)).toBe(200)
        expect(yield* called(right.slice(3))).toBe(403)
        expect(yield* called(right.replace("v1=", "v2="))).toBe(403)
        expect(yield* called(right, "/carriers/acme?a=2")).toBe(403)
        expect(yield* called(right, "/carriers/acme?a=1", String(Number(time) - 1))).toBe(403)
        expect(yield* hook({ body })).toBe(403)
      })))

  it("believes a secret that is repeated in a header or in the query", async () => {
    await run({ receipts, signature: { header: "x-secret", secret: "s3cret" } }, ({ hook }) =>
      Effect.gen(function*() {
        const body = bodyOf({})
        expect(yield* hook({ body, headers: { "x-secret": "s3cret" } })).toBe(200)
        expect(yield* hook({ body, headers: { "x-secret": "s3creT" } })).toBe(403)
        expect(yield* hook({ body })).toBe(403)
      }))
    await run({ receipts, signature: { query: "key", secret: "s3cret" } }, ({ hook }) =>
      Effect.gen(function*() {
        expect(yield* hook({ body: bodyOf({}), url: "/carriers/acme?key=s3cret" })).toBe(200)
        expect(yield* hook({ body: bodyOf({}), url: "/carriers/acme?key=s3cre" })).toBe(403)
      }))
  })

  prop("answers whatever is sent to it", fc.json(), (json) =>
    run({
      signature: "none",
      callbacks: { events: "0" },
      receipts: { ...receipts, state: "0", id: "", price: { amount: "a.b", currency: "0.0" } },
      inbound: { id: "0", from: "1", to: "a", text: "0", media: { list: "", url: "0" } }
    }, ({ hook }) => Effect.map(hook({ body: Buffer.from(json) }), (status) => expect(status).toBe(200))))

  it.each([
    [
      { request: { url: "https://acme.example", json: { to: "{recipient}" } } },
      /request.json may only have/
    ],
    [{ request: { url: "https://acme.example/{text}" } }, /request.url may only have/],
    [{ request: { url: "https://acme.example", headers: { "x-a": "{text}" } } }, /request.headers.*may only have/],
    [{ request: { url: "https://acme.example", json: {}, form: {} } }, /request.json or request.form/],
    [{ receipts }, /must be a signature/],
    [{ signature: "none", receipts: { state: "state", states: {} } }, /receipts.id, or/],
    [{ answer: { codes: { 1: "gone" } } }, /answer.codes/],
    [{ signature: { hmac: "sha256", header: "x", secret: "s3cret", signed: "{timestamp}" } }, /signature/],
    [{ answers: {} }, /answers/]
  ])("names what is wrong in %j", (given, words) => {
    const wrong = () =>
      httpCarrier(
        { id: "acme", channels: ["sms"], request: { url: "https://acme.example" }, ...given } as Description
      )
    expect(wrong).toThrow(words)
    expect(wrong).not.toThrow(/s3cret/)
  })
})

describe("Template", () => {
  prop("writes every value into JSON and into a form such that it is read again", fc.string(), (text) => {
    const around = { now: Instant.make(0), callback: null }
    const submission = { ...one, rendered: { ...one.rendered, plain: text } }
    const json = Template.json({ a: ["{text}"], b: "<{text}>", c: "{media}" }, submission, around)
    expect(JSON.parse(json)).toEqual({ a: [text], b: `<${text}>` })
    const clean = Buffer.from(text).toString()
    expect(new URLSearchParams(Template.form({ a: "{text}" }, submission, around)).get("a")).toBe(clean)
  })
})

describe("Path", () => {
  it("finds what an object has itself", () => {
    const json = { a: [{ b: 1 }, { b: "x" }], n: null }
    expect([Path.text(json, "a.0.b"), Path.text(json, "a.1.b"), Path.text(json, "a.2.b")]).toEqual(["1", "x", null])
    expect([Path.value(json, "__proto__"), Path.value(json, "a.__proto__")]).toEqual([undefined, undefined])
    expect([Path.list(json, "a").length, Path.list(json, "n").length, Path.list(json, "a.0").length]).toEqual([2, 0, 1])
    expect([Path.number({ a: "1.5" }, "a"), Path.number({ a: "x" }, "a"), Path.number({}, "a")]).toEqual([
      1.5,
      null,
      null
    ])
    expect([Path.value(json, ""), Path.value(json, "a.length"), Path.value(json, "n.x")]).toEqual([json, 2, undefined])
    const texts = [0, -1.5, "", "x", true, null, [], Number.NaN, Infinity].map((a) => Path.text({ a }, "a"))
    expect(texts).toEqual(["0", "-1.5", null, "x", null, null, null, null, null])
    expect([Path.text("whole", ""), Path.text(json, undefined), Path.number(json, undefined)]).toEqual([
      "whole",
      null,
      null
    ])
    expect([" ", "0x10", "-2", 3].map((a) => Path.number({ a }, "a"))).toEqual([null, 16, -2, 3])
    expect([Path.list({ a: 0 }, "a"), Path.list(json, "x"), Path.list([7], "")]).toEqual([[0], [], [7]])
  })
})
