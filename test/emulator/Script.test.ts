/**
 * Scripts as they are written: what may be left out, and what is said about what is wrong.
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import { day } from "@signalbox/core/Instant"
import * as Call from "@signalbox/emulator/control/Call"
import * as CarrierTable from "@signalbox/emulator/network/CarrierTable"
import * as Script from "@signalbox/emulator/network/Script"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const decode = Call.decode(Script.Script)

const read = (...script: ReadonlyArray<unknown>) => Script.steps(Result.getOrThrow(decode({ script })))

const paths = (written: unknown): ReadonlyArray<string> =>
  Result.match(decode(written), {
    onSuccess: () => [],
    onFailure: ({ details = [] }) => {
      expect(details.every(({ message }) => message !== "")).toBe(true)
      return details.map(({ path }) => path)
    }
  })

const anywhere = { channel: null, carrier: null, delayMillis: 0 }

/** The classes of issue 4, in its words. */
const classes = `undeliverable_by_route, sender_refused, no_route_to_network, provider_unavailable, provider_timeout,
  transport_error, recipient_not_on_channel, invalid_number, handset_unreachable, temporary_carrier_error, rate_limited,
  carrier_filtered, content_not_acceptable, unknown`.split(/,\s*/)

const receipt = fc.oneof(
  fc.constantFrom("delivered", "read"),
  fc.record({ failed: fc.constantFrom(...classes) }, { noNullPrototype: true })
)

describe("a script", () => {
  it("takes what is left out from the default", () => {
    expect(read({})).toEqual([{ ...anywhere, submit: "accept", receipts: ["delivered"] }])
    expect(read({ submit: "accept" })).toEqual([{ ...anywhere, submit: "accept", receipts: ["delivered"] }])
  })

  it("has no receipts of who did not take the message, unless it says so", () => {
    expect(read({ submit: "hang" }, { submit: { refuse: "unknown" } }).map(({ receipts }) => receipts)).toEqual([
      [],
      []
    ])
    expect(read({ submit: "hang", receipts: ["read"] })).toEqual([{ ...anywhere, submit: "hang", receipts: ["read"] }])
    expect(read({ submit: "accept", receipts: [] })).toEqual([{ ...anywhere, submit: "accept", receipts: [] }])
  })

  it("may be empty", () => {
    expect(read()).toEqual([])
  })

  it("knows the classes and the carriers of the contract", () => {
    expect([...FailureClass.literals].toSorted()).toEqual(classes.toSorted())
    for (const carrier of ["sms-a", "sms-b", "whatsapp-a", "rcs-a", "mms-a"]) {
      expect(paths({ script: [{ carrier }] })).toEqual([])
    }
    expect(CarrierTable.table.map(({ channels, id }) => id.startsWith(channels[0]))).not.toContain(false)
  })

  prop(
    "means what it says",
    fc.record({
      channel: fc.constantFrom("sms", "whatsapp", "rcs", "mms"),
      carrier: fc.constantFrom(...CarrierTable.ids),
      submit: fc.oneof(
        fc.constantFrom("accept", "hang"),
        fc.record({ refuse: fc.constantFrom(...classes) }, { noNullPrototype: true })
      ),
      receipts: fc.array(receipt, { maxLength: 4 }),
      delay_ms: fc.constantFrom(0, 1, 30 * day)
    }, { noNullPrototype: true }),
    ({ delay_ms: delayMillis, ...step }) => {
      expect(read({ ...step, delay_ms: delayMillis })).toEqual([{ ...step, delayMillis }])
    }
  )

  it.each([
    ["a channel that there is not", { channel: "fax" }, "script[1].channel"],
    ["a carrier that there is not", { carrier: "sms-z" }, "script[1].carrier"],
    ["an answer that there is not", { submit: "maybe" }, "script[1].submit"],
    ["a class of refusals that there is not", { submit: { refuse: "bored" } }, "script[1].submit.refuse"],
    ["a receipt that there is not", { receipts: ["read", "burned"] }, "script[1].receipts[1]"],
    ["a class of failures that there is not", { receipts: [{ failed: "bored" }] }, "script[1].receipts[0].failed"],
    ["a delay into the past", { delay_ms: -1 }, "script[1].delay_ms"],
    ["a delay of more than 30 days", { delay_ms: 30 * day + 1 }, "script[1].delay_ms"],
    ["a part of a millisecond", { delay_ms: 0.5 }, "script[1].delay_ms"],
    ["a key that it does not know", { delay: 5 }, "script[1].delay"],
    ["null for nothing", { channel: null }, "script[1].channel"],
    ["no step at all", 7, "script[1]"]
  ])("refuses %s, and says where", (_, wrong, path) => {
    expect(paths({ script: [{}, wrong] })).toEqual([path])
  })

  it("names every error", () => {
    expect([...paths({ script: [{ channel: "fax", delay_ms: -1 }, { carrier: 1 }], more: 1 })].toSorted())
      .toEqual(["more", "script[0].channel", "script[0].delay_ms", "script[1].carrier"])
  })

  it.each([["nothing", {}, "script"], ["no list", { script: "hang" }, "script"]])("refuses %s", (_, wrong, path) => {
    expect(paths(wrong)).toEqual([path])
  })
})
