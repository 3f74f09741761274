/** The faults that providers have, and callbacks that are not the provider's. */
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Fake from "./FakeTelnyx.ts"
import * as Bench from "./TelnyxBench.ts"

const { hook, run, sent, submit } = Bench

const message = CarrierContract.submission

describe("Telnyx, described", () => {
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
})
