/**
 * Receipts as a join (decisions 4.1): what counts is the highest of SENT < FAILED < DELIVERED < READ that was ever
 * reported, in any order and however often.
 */
import * as ReceiptJoin from "@signalbox/core/internal/message/ReceiptJoin"
import type { Report } from "@signalbox/core/internal/row/Attempt"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { attempt } from "../Given.ts"

const order: ReadonlyArray<Report | null> = [null, "SENT", "FAILED", "DELIVERED", "READ"]
const reports = order.filter((each) => each !== null)

const pairs = order.flatMap((one) => order.map((two) => [one, two] as const))

describe("ReceiptJoin.join", () => {
  it("is the higher of the two, in the order of the texts", () => {
    for (const [one, two] of pairs) {
      expect(ReceiptJoin.join(one, two), `${one} ${two}`).toBe(order[Math.max(order.indexOf(one), order.indexOf(two))])
    }
  })

  it("is idempotent, commutative and associative", () => {
    for (const [one, two] of pairs) {
      expect(ReceiptJoin.join(one, one)).toBe(one)
      expect(ReceiptJoin.join(one, two)).toBe(ReceiptJoin.join(two, one))
      for (const three of order) {
        expect(ReceiptJoin.join(ReceiptJoin.join(one, two), three)).toBe(
          ReceiptJoin.join(one, ReceiptJoin.join(two, three))
        )
      }
    }
  })

  it("is monotone: more reports never lower it", () => {
    for (const [one, two] of pairs) {
      expect(order.indexOf(ReceiptJoin.join(one, two))).toBeGreaterThanOrEqual(order.indexOf(one))
      for (const three of order) {
        if (order.indexOf(one) <= order.indexOf(two)) {
          const [low, high] = [ReceiptJoin.join(one, three), ReceiptJoin.join(two, three)]
          expect(order.indexOf(low)).toBeLessThanOrEqual(order.indexOf(high))
        }
      }
    }
  })
})

/** A report, and the attempt that it is about. */
type Said = readonly [attempt: number, report: Report]

const sends = [1, 1, 1, 2] as const

const after = (said: ReadonlyArray<Said>) =>
  sends.map((send, index) =>
    attempt({
      send,
      report: said.reduce<Report | null>(
        (known, [of, report]) => of === index ? ReceiptJoin.join(known, report) : known,
        null
      )
    })
  )

/** The texts, over sets: no order, no counting. */
const expected = (said: ReadonlyArray<Said>, send: number): string => {
  const mine = sends.flatMap((each, index) => each === send ? [index] : [])
  const has = (index: number, report: Report) => said.some(([of, each]) => of === index && each === report)
  if (mine.some((index) => has(index, "READ"))) return "READ"
  if (mine.some((index) => has(index, "DELIVERED"))) return "DELIVERED"
  return mine.length > 0 && mine.every((index) => has(index, "FAILED")) ? "FAILED" : "OPEN"
}

const said = fc.array(fc.tuple(fc.nat({ max: sends.length - 1 }), fc.constantFrom(...reports)), { maxLength: 8 })

describe("ReceiptJoin.verdict", () => {
  propWith({ runs: 1000 })("is what the texts say of the reports, whatever their order and number", said, (all) => {
    for (const send of [1, 2, 3]) expect(ReceiptJoin.verdict(after(all), send)).toBe(expected(all, send))
  })

  const permuted = said.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.array(all.length === 0 ? fc.constant<Said>([0, "SENT"]) : fc.constantFrom(...all), {
        maxLength: all.length === 0 ? 0 : 6
      })
    )
  )

  prop("is the same for every permutation with repetition", permuted, ([all, shuffled, again]) => {
    for (const send of [1, 2]) {
      expect(ReceiptJoin.verdict(after([...shuffled, ...again]), send)).toBe(ReceiptJoin.verdict(after(all), send))
    }
  })

  it("of two attempts is the same in all orders of all reports", () => {
    const every: ReadonlyArray<Said> = [0, 1].flatMap((of) => reports.map((report) => [of, report] as const))
    for (let chosen = 0; chosen < 2 ** every.length; chosen++) {
      const set = every.filter((_, index) => (chosen >> index) & 1)
      const verdicts = new Set([set, set.toReversed()].map((some) => ReceiptJoin.verdict(after(some).slice(0, 2), 1)))
      expect(verdicts.size).toBe(1)
    }
  })

  it("of no attempt is open", () => {
    expect(ReceiptJoin.verdict([], 1)).toBe("OPEN")
  })
})
