/** The names of messages at carriers: the keys that they make, which row is of one, and how a row is kept. */
import type { Name } from "@signalbox/core/internal/row/CarrierReference"
import { CarrierReferences, isOf, key } from "@signalbox/core/internal/row/CarrierReference"
import { decode, encode } from "@signalbox/core/Row"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const [message, attempt] = [Given.messageId(1), Given.attemptId(1)]

const name = (carrier: string, reference: string, to?: number): Name => ({
  carrier: Given.carrierId(carrier),
  reference,
  ...(to === undefined ? {} : { to: Given.phone(to) })
})

it("a name is the carrier's with its reference, and with the recipient where it needs one", () => {
  const [one, two] = [name("sms-a", "r/1"), name("sms-a", "r/1", 1)]
  expect([one, two].map(key)).toStrictEqual(["sms-a/r/1", `sms-a/${Given.phone(1)}/r/1`])
  const row = { ...two, message, attempt }
  expect(isOf(row, two)).toBe(true)
  for (const other of [name("sms-b", "r/1", 1), name("sms-a", "r/2", 1), name("sms-a", "r/1", 2), one]) {
    expect(isOf(row, other)).toBe(false)
  }
})

it("a row is kept without what its key says", () => {
  const kept = { m: message, a: attempt }
  const forms: ReadonlyArray<readonly [Name, object]> = [
    [name("sms-a", "r"), kept],
    [name("sms-a", "r/1"), kept],
    [name("sms-a", "r", 1), { ...kept, to: Given.phone(1) }],
    [name("sms/a", "r"), { ...kept, c: "sms/a" }],
    [name("sms/a", "r/1", 1), { ...kept, to: Given.phone(1), c: "sms/a" }]
  ]
  for (const [each, form] of forms) {
    const value = { ...each, message, attempt }
    const stored = encode({ kind: "carrier_reference", key: key(each), value })
    expect(stored).toStrictEqual(form)
    expect(decode("carrier_reference", CarrierReferences.key(value), stored).value).toStrictEqual(value)
  }
})
