/**
 * Receipts in any order (decisions 4.1 "Late, repeated, reordered receipts"): what becomes of each attempt, of the
 * message and of the money depends on what was reported, not on when or how often.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { FailureClass } from "@signalbox/core/FailureClass"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import type { Height, Said } from "./Attempt.ts"
import type { HistorySubject } from "./Subject.ts"
import { first } from "./Subject.ts"
import { plain } from "./World.ts"

interface Way {
  readonly channel: Channel
  /** The number of attempts of each send; all but the last one were not answered in time. */
  readonly attempts: readonly [number, ...ReadonlyArray<number>]
  /** Whether the carrier of the very last attempt has said that it took it. */
  readonly isAccepted: boolean
}

interface Receipt {
  readonly attempt: number
  readonly said: Said
  readonly failure: FailureClass
}

const carriers = ["one", "two", "three", "four"]

/** A message that has come so far. No other route is left to it. */
const underway = ({ attempts, channel, isAccepted }: Way): HistorySubject => {
  const most = Math.max(...attempts)
  const made = first(plain({
    requested: channel,
    carriers: carriers.slice(0, most).map((id) => ({ id, channels: [channel] }))
  }))
  for (const [send, count] of attempts.entries()) {
    if (send > 0) made.resend()
    made.dispatch()
    const before = made.message.attempts.length - 1
    for (let each = 0; each < count; each++) {
      made.handOver(before + each)
      const isLast = each === count - 1 && send === attempts.length - 1
      if (!isLast) made.neverAnswer(before + each)
      else if (isAccepted) made.end(before + each, { _tag: "Accepted", references: [] })
    }
  }
  return made
}

const way: fc.Arbitrary<Way> = fc.record({
  channel: fc.constantFrom<Channel>("sms", "whatsapp", "rcs"),
  // An earlier send has to come to its end, so it uses up its routes: all sends have as many.
  attempts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([count, isResent]): Way["attempts"] =>
    isResent ? [count, count] : [count]
  ),
  isAccepted: fc.boolean()
})

const receipts = ({ attempts }: Way): fc.Arbitrary<ReadonlyArray<Receipt>> =>
  fc.array(
    fc.record({
      attempt: fc.nat({ max: attempts.reduce((sum, count) => sum + count, 0) - 1 }),
      said: fc.constantFrom<Said>("DELIVERED", "READ", "FAILED", "FAILED"),
      failure: fc.constantFrom<FailureClass>("sender_refused", "invalid_number", "recipient_not_on_channel")
    }),
    { maxLength: 7 }
  )

/** Two orders of the same receipts, some of them repeated, and whether a worker comes by after each. */
const orders = (all: ReadonlyArray<Receipt>): fc.Arbitrary<ReadonlyArray<readonly [Receipt, boolean]>> =>
  fc.tuple(
    fc.shuffledSubarray([...all], { minLength: all.length }),
    all.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...all), { maxLength: 3 }),
    fc.array(fc.boolean(), { minLength: 10, maxLength: 10 })
  ).map(([shuffled, again, comesBy]) =>
    [...shuffled, ...again].map((receipt, index) => [receipt, comesBy[index]!] as const)
  )

const story = way.chain((made) =>
  fc.tuple(
    fc.constant(made),
    receipts(made).chain((all) => fc.tuple(fc.constant(all), orders(all), orders(all)))
  )
)

const outcome = (made: HistorySubject) => ({
  status: made.message.status,
  attempts: made.message.attempts.map(({ charge, report }) => [report, charge]),
  price: made.message.price,
  balance: made.service.balance
})

const told = (made: Way, receiptsInOrder: ReadonlyArray<readonly [Receipt, boolean]>) => {
  const subject = underway(made)
  for (const [{ attempt, failure, said }, comesBy] of receiptsInOrder) {
    subject.report(attempt, false, said, failure)
    if (comesBy) subject.dispatch()
  }
  subject.dispatch()
  return outcome(subject)
}

/** The texts, over sets: no order, no counting. */
const expected = ({ attempts, channel, isAccepted }: Way, all: ReadonlyArray<Receipt>) => {
  const reads = channel !== "sms"
  const total = attempts.reduce((sum, count) => sum + count, 0)
  const heights = Array.from({ length: total }, (_, index): Height | null => {
    const said = all.filter(({ attempt }) => attempt === index).map((receipt) => receipt.said)
    if (said.includes("READ")) return reads ? "READ" : "DELIVERED"
    if (said.includes("DELIVERED")) return "DELIVERED"
    if (said.includes("FAILED") || index < total - 1) return "FAILED"
    return isAccepted ? "SENT" : null
  })
  const current = heights.slice(-attempts.at(-1)!)
  const best = (["READ", "DELIVERED"] as const).find((height) => current.includes(height))
  const open = isAccepted ? "SENT" : "ROUTED"
  return { heights, status: best ?? (current.every((height) => height === "FAILED") ? "FAILED" : open) }
}

describe("receipts", () => {
  propWith({ runs: 1000, timeout: 60_000 })(
    "of the attempts of a message make the same of it in every order, however often they come [STM-038]",
    story,
    ([made, [all, one, other]]) => {
      const after = told(made, one)
      expect(told(made, other)).toEqual(after)
      const { heights, status } = expected(made, all)
      expect(after.status).toBe(status)
      expect(after.attempts.map(([report]) => report)).toEqual(heights)
    }
  )
})
