/**
 * The names that a carrier gives to an attempt, and what a receipt leaves of itself in it, as tables (decisions 4.1 "Late,
 * repeated, reordered receipts").
 */
import { put } from "@signalbox/core/Commit"
import type { AttemptReceipt } from "@signalbox/core/internal/message/AttemptReceipt"
import * as Receipt from "@signalbox/core/internal/message/AttemptReceipt"
import * as AttemptReference from "@signalbox/core/internal/message/AttemptReference"
import type { Part, ReceiptDetail, Report } from "@signalbox/core/internal/row/Attempt"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const part = (reference: string, report: Part["report"] = null): Part => ({ reference, report })

const attempt = (parts?: ReadonlyArray<Part>, segments = 1) =>
  Given.attempt({ segments, ...(parts === undefined ? {} : { parts }) })

describe("the references of an attempt", () => {
  it.each<readonly [before: ReadonlyArray<Part> | undefined, given: ReadonlyArray<string>, after: object]>([
    [undefined, [], {}],
    [undefined, ["a"], { reference: "a" }],
    [undefined, ["a", "b"], { reference: "a", parts: [part("a"), part("b")] }],
    [[part("b", "DELIVERED")], [], {}],
    [[part("b", "DELIVERED")], ["a", "b"], { reference: "a", parts: [part("a"), part("b", "DELIVERED")] }],
    [[part("a", "FAILED"), part("", null)], ["a"], { reference: "a", parts: [part("a", "FAILED")] }]
  ])("%j with the names %j is %j", (before, given, after) => {
    expect(AttemptReference.fields(attempt(before), given)).toStrictEqual(after)
  })

  it.each<readonly [segments: number, given: ReadonlyArray<string>, others: Part["report"], after: object]>([
    // Whether the carrier has the only part, a receipt decides; that it has not is a failure of a part without a name.
    [1, ["a"], null, { reference: "a" }],
    [1, ["a"], "FAILED", { reference: "a", parts: [part("a"), part("", "FAILED")] }],
    [1, ["a", "b"], null, { reference: "a", parts: [part("a"), part("b"), part("")] }],
    [1, [], null, { reference: null, parts: [part("")] }],
    [2, ["a"], null, { reference: "a", parts: [part("a"), part("")] }],
    [2, ["a", "b"], null, { reference: "a", parts: [part("a"), part("b"), part("")] }],
    [3, ["a"], "FAILED", { reference: "a", parts: [part("a"), part("", "FAILED"), part("", "FAILED")] }],
    [2, [], "FAILED", { reference: null, parts: [part("", "FAILED"), part("", "FAILED")] }]
  ])("of %d parts of which %j were taken, the others %j, are %j", (segments, given, others, after) => {
    expect(AttemptReference.partly(attempt(undefined, segments), given, others)).toStrictEqual(after)
  })

  it("are stored with the recipient where they name a message only together with it", () => {
    const [message, sent] = [Given.message(), attempt()]
    const row = { carrier: sent.carrier, message: message.id, attempt: sent.id }
    for (const by of ["alone", "with recipient"] as const) {
      const to = by === "alone" ? {} : { to: message.phone }
      expect(AttemptReference.stored(message, sent, ["a", "b"], by)).toStrictEqual({
        puts: ["a", "b"].map((reference) => put(CarrierReferences, { ...row, reference, ...to }))
      })
    }
  })
})

describe("a receipt", () => {
  const price = (amount: number) => ({ amount, currency: "USD" })
  const detail = (parts: Partial<ReceiptDetail> = {}): ReceiptDetail => ({ ...Receipt.noDetail, ...parts })
  const receipt = (parts: Partial<AttemptReceipt> = {}): AttemptReceipt => ({
    trigger: "delivered",
    failure: null,
    reference: null,
    detail: Receipt.noDetail,
    ...parts
  })

  it.each<
    readonly [
      parts: ReadonlyArray<Report | null> | null,
      names: string | null,
      trigger: string | null,
      after: ReadonlyArray<Report | null> | null
    ]
  >([
    [null, null, "delivered", null],
    [null, "a", "delivered", null],
    [[null, null], null, "delivered", null],
    [[null, null], "x", "delivered", null],
    [[null, null], "a", null, ["DELIVERED", null]],
    [["DELIVERED", null], "a", null, null],
    [["READ", null], "a", null, null],
    [[null, "DELIVERED"], "a", "delivered", ["DELIVERED", "DELIVERED"]],
    [[null, "READ"], "a", "delivered", ["DELIVERED", "READ"]],
    [["READ", "READ"], "a", "read", null],
    [[null, "FAILED"], "a", "failed", ["DELIVERED", "FAILED"]],
    [["FAILED", "DELIVERED"], "a", "delivered", ["DELIVERED", "DELIVERED"]]
  ])(
    "of a delivery, for parts that are %j, that names %j says %j of the whole",
    (reports, reference, trigger, after) => {
      const named = (all: ReadonlyArray<Report | null>) => all.map((report, index) => part("ab"[index]!, report))
      const parts = reports === null ? undefined : named(reports)
      expect(Receipt.joined(attempt(parts), receipt({ reference }))).toStrictEqual({
        trigger,
        parts: after === null ? {} : { parts: named(after) }
      })
    }
  )

  const [at, words] = [Given.now, { code: "7", text: "No." }]

  it.each<readonly [before: ReceiptDetail | undefined, told: ReceiptDetail, decides: object, adds: object]>([
    [undefined, detail(), {}, {}],
    [undefined, detail({ at }), { receipt: detail({ at }) }, {}],
    [undefined, detail({ detail: words }), { receipt: detail({ detail: words }) }, {}],
    [
      undefined,
      detail({ at, pricing: price(1) }),
      { receipt: detail({ at, pricing: price(1) }) },
      { receipt: detail({ pricing: price(1) }) }
    ],
    [
      detail({ at, detail: words }),
      detail({ pricing: price(2) }),
      { receipt: detail({ pricing: price(2) }) },
      { receipt: detail({ at, detail: words, pricing: price(2) }) }
    ],
    [
      detail({ at, detail: words, pricing: price(1) }),
      detail({ pricing: price(2) }),
      { receipt: detail({ pricing: price(2) }) },
      {}
    ],
    [detail({ pricing: price(1) }), detail({ at }), { receipt: detail({ at, pricing: price(1) }) }, {}],
    [detail({ at }), detail(), { receipt: detail() }, {}]
  ])("with %j before, that tells %j: where it decides %j, where it does not %j", (before, told, decides, adds) => {
    const heard = Given.attempt(before === undefined ? {} : { receipt: before })
    expect(Receipt.detailed(heard, receipt({ detail: told }))).toStrictEqual(decides)
    expect(Receipt.priced(heard, receipt({ detail: told }))).toStrictEqual(adds)
  })
})
