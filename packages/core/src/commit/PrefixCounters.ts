/**
 * Counts, for each prefix and minute, what became of the messages and verifications of watched accounts
 * (decisions 17.3). Counters are named by their minute, so those of a window are added up by whoever looks at it, and
 * stores forget those that are days old.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Message } from "../row/Message.ts"
import type { Verification } from "../row/Verification.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { prefixOf as digitsOf } from "../value/PhoneNumber.ts"
import type { Due } from "../work/Work.ts"
import type { Commit, Count } from "./Commit.ts"
import { PrefixReviewWork } from "./PrefixWork.ts"

/**
 * `started`: a carrier has taken the first message of a verification. `checked`: somebody has tried its code. Both count
 * in the minute in which it began, so that their difference is how many nobody checked. `delivered` and `undelivered`
 * count in the minute in which that was known.
 */
export type Counted = "started" | "checked" | "delivered" | "undelivered"

type Addition = Pick<Commit, "counts" | "due">

export const prefixOf = (phone: PhoneNumber): string => digitsOf(phone, Limit.pumping.nationalDigits)

export const minuteOf = (at: Instant.Instant): number => Math.floor(at / Instant.minute)

export const counter = (account: AccountId, prefix: string, counted: Counted, minute: number): string =>
  `prefix/${account}/${prefix}/${counted}/${minute}`

interface Subject {
  readonly account: AccountId
  readonly phone: PhoneNumber
}

const count = ({ account, phone }: Subject, counted: Counted, at: Instant.Instant, once: string): Count => ({
  counter: counter(account, prefixOf(phone), counted, minuteOf(at)),
  by: 1,
  ceiling: null,
  once
})

/** Each prefix is reviewed once a minute at most, however many messages ask for that. */
const review = ({ account, phone }: Subject, at: Instant.Instant): Due => {
  const minute = minuteOf(at) + 1
  return PrefixReviewWork.due(
    { account, prefix: prefixOf(phone), minute },
    account,
    Instant.make(minute * Instant.minute)
  )
}

const isOut = ({ status }: Message): boolean => status === "SENT" || status === "DELIVERED" || status === "READ"

const hasArrived = ({ status }: Message): boolean => status === "DELIVERED" || status === "READ"

/** The troubles of carriers themselves, which say nothing about the numbers. */
const ofCarriers: ReadonlySet<OutcomeCode | null> = new Set<OutcomeCode>([
  "DELIVERY_010",
  "DELIVERY_011",
  "DELIVERY_012",
  "DELIVERY_013",
  "DELIVERY_014"
])

/** Returns whether a carrier took the message in its current send, and it came to nothing all the same. */
const isUndelivered = ({ attempts, code, send, status }: Message): boolean =>
  status === "FAILED" && !ofCarriers.has(code) &&
  attempts.some((attempt) => attempt.send === send && attempt.charge === "taken")

/** Returns what a change of a watched message adds; nothing for most of its steps. */
const ofMessage = (before: Message | null, after: Message): Addition | null => {
  const at = after.history.at(-1)?.at ?? after.createdAt
  const once = `${after.id}/${after.send}`
  const was = before !== null && before.send === after.send ? before : null
  const counts: Array<Count> = []
  const due: Array<Due> = []
  if (after.verification?.isWatched === true && isOut(after) && (was === null || !isOut(was))) {
    counts.push(count(after, "started", after.createdAt, after.id))
    due.push(review(after, Instant.plus(after.createdAt, Limit.pumping.checkPatience)))
  }
  if (after.isWatched === true && hasArrived(after) && (was === null || !hasArrived(was))) {
    counts.push(count(after, "delivered", at, once))
  }
  if (after.isWatched === true && isUndelivered(after) && (was === null || was.status !== "FAILED")) {
    counts.push(count(after, "undelivered", at, once))
    due.push(review(after, at))
  }
  return counts.length === 0 ? null : { counts, due }
}

/**
 * Returns what changes of messages add.
 *
 * @param changes each message before, null for one that is new, and after
 */
export const ofChanges = (
  changes: ReadonlyArray<readonly [before: Message | null, after: Message]>
): Addition | null => {
  let sum: Addition | null = null
  for (const [before, after] of changes) {
    if (after.isWatched !== true && after.verification?.isWatched !== true) continue
    const more = ofMessage(before, after)
    if (more === null) continue
    sum = sum === null ? more : { counts: [...sum.counts, ...more.counts], due: [...sum.due, ...more.due] }
  }
  return sum
}

/** Counts a verification of which somebody has tried the code. */
export const checked = (verification: Verification): ReadonlyArray<Count> =>
  verification.isWatched === true ? [count(verification, "checked", verification.createdAt, verification.id)] : []
