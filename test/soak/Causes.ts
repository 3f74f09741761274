/**
 * Finds what has had a message go out twice. There are two causes, and what has neither is a mistake of the service:
 *
 * - The node that handed it over first was disturbed before the outcome was committed, so that another one took over.
 * - The node that handed it over second had been about to, and stood still: another one took over and handed over, and then
 *   it woke and did so too, since it had committed that it would. The two may be some milliseconds apart.
 */
import type { HandOver } from "../crash/Carrier.ts"

export interface Happened {
  /** Whoever was silent had no time to say that it lives, though nobody has done anything to it. */
  readonly what: "killed" | "stopped" | "replaced" | "cut" | "silent"
  /** Whom it happened to; null: the sessions of any node. */
  readonly node: string | null
  /** When, by the real time in milliseconds. What lasts for no time ends when it begins. */
  readonly from: number
  readonly to: number
}

export interface Double {
  readonly message: string
  readonly to: string
  readonly first: HandOver
  readonly second: HandOver
  /** Null: nothing explains it. */
  readonly cause: string | null
}

export interface Terms {
  /** A node may be taken for dead when it has stood still for so long at least, in milliseconds. */
  readonly leaseMillis: number
  /** Whoever wakes does within so many milliseconds what it was about to do. */
  readonly wakeMillis: number
}

/** When the outcome of a hand-over was decided that the store has, by message, in milliseconds; missing where there is none. */
export type Outcomes = ReadonlyMap<string, number>

const words = (happened: Happened, node: string, first: HandOver, isSecond: boolean): string => {
  const after = Math.round(happened.from - first.at)
  const when = after < 0 ? `${-after} ms before` : `${after} ms after`
  const answer = first.answeredAt !== null && first.answeredAt <= happened.from
    ? "was answered, and whose outcome it had not committed"
    : "had no answer yet"
  const what = {
    killed: `${node} was killed`,
    stopped: `${node} stood still for ${((happened.to - happened.from) / 1000).toFixed(1)} s`,
    silent: `${node} was silent for ${((happened.to - happened.from) / 1000).toFixed(1)} s, for want of time,`,
    replaced: `${node} was told to end`,
    cut: `sessions were cut under ${node}`
  }[happened.what]
  return isSecond
    ? `${what} ${when} ${first.node} handed over, and had been about to do so itself`
    : `${what} ${when} a hand-over that ${answer}`
}

/** Whoever stands still for a moment keeps its leases. */
const isLong = ({ from, to, what }: Happened, { leaseMillis }: Terms): boolean =>
  (what !== "stopped" && what !== "silent") || to - from >= leaseMillis

/** A hand-over that was on its way when its node fell asleep arrives when it wakes. */
const untilAwake = ({ to, what }: Happened, { wakeMillis }: Terms): number =>
  what === "stopped" || what === "silent" ? to + wakeMillis : to

type Pair = readonly [first: HandOver, second: HandOver]

const hasHitFirst = (happened: Happened, [first, second]: Pair, terms: Terms, outcome: number | undefined): boolean =>
  (happened.node === null || happened.node === first.node) &&
  // An outcome that was committed is no reason to hand over again. One that was told late may come while the other begins.
  (outcome === undefined || outcome >= second.at - terms.wakeMillis) &&
  untilAwake(happened, terms) >= first.at && happened.from <= second.at

const hasHitSecond = (happened: Happened, [first, second]: Pair, terms: Terms): boolean =>
  (happened.what === "stopped" || happened.what === "silent") && happened.node === second.node &&
  second.node !== first.node && happened.from <= first.at && second.at <= untilAwake(happened, terms)

/** Returns the cause of the second hand-over in words, or null. */
const causeOf = (
  pair: Pair,
  happened: ReadonlyArray<Happened>,
  terms: Terms,
  outcome: number | undefined
): string | null => {
  const [first, second] = pair
  const long = happened.filter((each) => isLong(each, terms))
  const one = long.find((each) => hasHitFirst(each, pair, terms, outcome))
  if (one !== undefined) return words(one, first.node, first, false)
  const other = long.find((each) => hasHitSecond(each, pair, terms))
  return other === undefined ? null : words(other, second.node, first, true)
}

const pairsOf = (hands: ReadonlyArray<HandOver>): ReadonlyArray<Pair> => {
  const byMessage = new Map<string, Array<HandOver>>()
  for (const hand of hands) {
    const known = byMessage.get(hand.message)
    if (known === undefined) byMessage.set(hand.message, [hand])
    else known.push(hand)
  }
  return [...byMessage.values()].flatMap((all) => {
    const inOrder = all.toSorted((one, other) => one.at - other.at)
    return inOrder.slice(1).map((second, index) => [inOrder[index]!, second] as const)
  })
}

/** Returns the messages that went out more than once. */
export const doubled = (hands: ReadonlyArray<HandOver>): ReadonlyArray<string> => [
  ...new Set(pairsOf(hands).map(([{ message }]) => message))
]

/** Returns each time that a message went out again. */
export const of = (
  hands: ReadonlyArray<HandOver>,
  happened: ReadonlyArray<Happened>,
  terms: Terms,
  outcomes: Outcomes = new Map()
): ReadonlyArray<Double> =>
  pairsOf(hands).map((pair) => {
    const [first, second] = pair
    const { message, to } = first
    return { message, to, first, second, cause: causeOf(pair, happened, terms, outcomes.get(message)) }
  })
