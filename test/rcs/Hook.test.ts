/** Whatever the platform posts: the handshake, events about messages, messages and consents. */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Fake from "./FakePlatform.ts"

const { run } = Bench

const hook = ({ carrier }: Bench.Bench, request: CarrierRequest) => carrier.hook!(request)

const post = (body: object | string, headers: Readonly<Record<string, string>> = {}): CarrierRequest => ({
  method: "POST",
  url: "/carriers/rcs",
  headers,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
})

const account = "aaaaaaaa-0000-7000-8000-000000000001"

const agents = [{ id: Fake.agent, number: "+1 201 555 0100" }, { id: "other_agent", account }]

describe("the hook", () => {
  it("repeats the secret of a handshake that has the right token", () =>
    run((bench) =>
      Effect.gen(function*() {
        const handshake = (clientToken: string) => hook(bench, post({ clientToken, secret: "1234567890" }))
        expect(yield* handshake(Fake.clientToken)).toMatchObject({ status: 200, body: "1234567890" })
        const refused = yield* handshake(`${Fake.clientToken.slice(0, -1)}x`)
        expect(refused).toEqual({ status: 403 })
      })
    ))

  it("brings receipts", () =>
    run((bench) =>
      Effect.gen(function*() {
        const { attempt } = Bench.message(1)
        for (
          const type of ["DELIVERED", "READ", "TTL_EXPIRATION_REVOKED", "TTL_EXPIRATION_REVOKE_FAILED", "IS_TYPING"]
        ) {
          expect((yield* hook(bench, Fake.webhook(Fake.event(type, attempt)))).status).toBe(200)
        }
        expect(bench.kept.receipts.map(({ reported }) => reported)).toEqual([
          { _tag: "Delivered" },
          { _tag: "Read" },
          { _tag: "Failed", failure: "handset_unreachable" }
        ])
        expect(bench.kept.receipts[0]).toMatchObject({
          subject: { _tag: "Reference", carrier: "rcs", reference: attempt },
          at: Date.UTC(2026, 10, 25, 12, 0, 0, 123)
        })
      })
    ))

  it("has a receipt that nobody knows brought again, unless others send by the same agents", async () => {
    for (const [unknownReceipts, status] of [["again", 503], ["taken", 200]] as const) {
      await run((bench) =>
        Effect.gen(function*() {
          bench.kept.answer = () => "unknown"
          expect((yield* hook(bench, Fake.webhook(Fake.event("READ", "of another")))).status).toBe(status)
        }), { unknownReceipts })
    }
  })

  it("brings what recipients write, tap, send and are", () =>
    run((bench) =>
      Effect.gen(function*() {
        const contents = [
          { text: "Hello" },
          { suggestionResponse: { postbackData: "STOP", text: "STOP", type: "REPLY" } },
          { location: { latitude: 46.95, longitude: -7.45 } },
          {
            userFile: {
              payload: { mimeType: "image/png", fileSizeBytes: 12, fileName: "a.png", fileUri: "https://f/1" }
            }
          },
          { somethingNew: {} }
        ]
        for (const content of contents) {
          expect((yield* hook(bench, Fake.webhook(Fake.written(content)))).status).toBe(200)
        }
        const { messages } = bench.kept
        expect(messages.map(({ text }) => text)).toEqual(["Hello", "STOP", "geo:46.95,-7.45", null])
        expect(messages[0]).toMatchObject({
          reference: "in-1",
          channel: "rcs",
          from: "+12015550123",
          to: { _tag: "Number", number: "+12015550100" }
        })
        expect(messages[3]?.media).toEqual([
          { url: "https://f/1", mimeType: "image/png", sizeBytes: 12, hashSha256: null }
        ])
        yield* hook(bench, Fake.webhook(Fake.written({ text: "Hello" }, "other_agent")))
        expect(messages.at(-1)?.to).toEqual({ _tag: "Account", account, sender: "other_agent" })
      }), { agents }))

  it("brings consents", () =>
    run((bench) =>
      Effect.gen(function*() {
        for (const type of ["UNSUBSCRIBE", "SUBSCRIBE"]) yield* hook(bench, Fake.webhook(Fake.event(type, "")))
        const consent = { carrier: "rcs", phone: "+12015550123", channel: "rcs", to: { number: "+12015550100" } }
        expect(bench.kept.consents).toMatchObject([
          { ...consent, consent: "opt_out" },
          { ...consent, consent: "opt_in" }
        ])
      }), { agents }))

  propWith({ runs: 20 })(
    "believes nothing that is off by a bit",
    fc.nat({ max: 500 }),
    fc.nat({ max: 7 }),
    fc.boolean(),
    (at, bit, isSignature) =>
      run((bench) =>
        Effect.gen(function*() {
          const turned = (bytes: Uint8Array) =>
            Buffer.from(bytes.map((byte, index) => index === at % bytes.length ? byte ^ (1 << bit) : byte))
          const data = Buffer.from(JSON.stringify(Fake.event("DELIVERED", Bench.message(1).attempt)))
          const mac = createHmac("sha512", Fake.clientToken).update(data).digest()
          const call = (signed: Uint8Array, signature: Uint8Array) =>
            hook(
              bench,
              post({ message: { data: Buffer.from(signed).toString("base64") } }, {
                "x-goog-signature": Buffer.from(signature).toString("base64")
              })
            )
          const forged = isSignature ? call(data, turned(mac)) : call(turned(data), mac)
          expect((yield* forged).status).toBe(403)
          expect((yield* hook(bench, post({ message: { data: data.toString("base64") } }))).status).toBe(403)
          expect(bench.kept.receipts).toEqual([])
          expect((yield* call(data, mac)).status).toBe(200)
          expect(bench.kept.receipts.length).toBe(1)
        })
      )
  )

  propWith({ runs: 50 })(
    "answers whatever it is sent, signed or not",
    fc.json(),
    (json) =>
      run((bench) =>
        Effect.gen(function*() {
          expect([200, 400, 403]).toContain((yield* hook(bench, post(json))).status)
          const signed = yield* hook(bench, Fake.webhook(JSON.parse(json) as object))
          expect([200, 400]).toContain(signed.status)
        })
      )
  )
})
