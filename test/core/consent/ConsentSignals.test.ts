/**
 * The words with which carriers are told that what they report, or bring, cannot be taken.
 */
import { Executor } from "@signalbox/core/Executor"
import * as ConsentSignals from "@signalbox/core/internal/consent/ConsentSignals"
import * as InboundInput from "@signalbox/core/internal/inbound/InboundInput"
import { Refused } from "@signalbox/core/Refused"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const nobody = Effect.die("what was refused was looked at")
const idle = Layer.succeed(Executor, {
  read: () => nobody,
  remembered: () => nobody,
  ask: () => nobody,
  run: () => nobody,
  runAll: () => nobody
})

const signal: ConsentSignals.CarrierConsent = {
  carrier: Given.carrierId("sms-a"),
  to: { _tag: "Number", number: Given.phone(9000) },
  phone: Given.phone(1),
  channel: "sms",
  consent: "opt_out"
}

const refusal = (wrong: object) =>
  Effect.runPromise(
    Effect.flatMap(ConsentSignals.ConsentSignals, ({ report }) => Effect.flip(report({ ...signal, ...wrong }))).pipe(
      Effect.provide(ConsentSignals.layer.pipe(Layer.provide(idle)))
    )
  ).then((failure) => failure instanceof Refused ? [failure.code, failure.details] : failure)

const channels = { channel: ["must be one of sms, whatsapp, rcs, mms"] }

describe("what a carrier reports", () => {
  it("is refused when it is from no number, on no channel, or no consent", async () => {
    expect(await refusal({ phone: "nobody" }))
      .toEqual(["VALIDATION_002", { phone: ["must be a number in E.164 form"] }])
    expect(await refusal({ channel: "fax" })).toEqual(["VALIDATION_001", channels])
    expect(await refusal({ consent: "maybe" }))
      .toEqual(["VALIDATION_001", { consent: ["must be one of opt_in, opt_out"] }])
  })
})

describe("what a carrier brings", () => {
  it("is refused when it is from no number, or on no channel", () => {
    const read = (wrong: object) =>
      InboundInput.read({
        carrier: Given.carrierId("sms-a"),
        from: Given.phone(1),
        to: { _tag: "Number", number: Given.phone(9000) },
        channel: "sms",
        text: "hello",
        media: [],
        reference: null,
        ...wrong
      })
    expect(read({ from: "nobody" })).toMatchObject({
      failure: { code: "VALIDATION_002", details: { from: ["must be a number in E.164 form"] } }
    })
    expect(read({ channel: "fax" })).toMatchObject({ failure: { code: "VALIDATION_001", details: channels } })
  })
})
