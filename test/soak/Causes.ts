/**
 * Finds what has had a message go out twice: a disturbance of the node that handed it over first, between the hand-over and
 * the moment by which its outcome is committed. What has none is a mistake of the service.
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
  /** By then the outcome of a hand-over is committed, if nothing has come between, in milliseconds. */
  readonly commitMillis: number
}

const words = (happened: Happened, first: HandOver): string => {
  const after = Math.round(happened.from - first.at)
  const when = after < 0 ? `${-after} ms before` : `${after} ms after`
  const answer = first.answeredAt !== null && first.answeredAt <= happened.from
    ? "was answered, and whose outcome it had not committed"
    : "had no answer yet"
  const what = {
    killed: `${first.node} was killed`,
    stopped: `${first.node} stood still for ${((happened.to - happened.from) / 1000).toFixed(1)} s`,
    silent: `${first.node} was silent for ${((happened.to - happened.from) / 1000).toFixed(1)} s, for want of time,`,
    replaced: `${first.node} was told to end`,
    cut: `sessions were cut under ${first.node}`
  }[happened.what]
  return `${what} ${when} a hand-over that ${answer}`
}

/** Whoever stands still for a moment keeps its leases. */
const mayExplain = ({ from, node, to, what }: Happened, pair: readonly [HandOver, HandOver], terms: Terms): boolean => {
  const [first, second] = pair
  if (node !== null && node !== first.node) return false
  if ((what === "stopped" || what === "silent") && to - from < terms.leaseMillis) return false
  const committed = (first.answeredAt ?? second.at) + terms.commitMillis
  return to >= first.at && from <= Math.min(second.at, committed)
}

const pairsOf = (hands: ReadonlyArray<HandOver>): ReadonlyArray<readonly [HandOver, HandOver]> => {
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

/** Returns each time that a message went out again. */
export const of = (
  hands: ReadonlyArray<HandOver>,
  happened: ReadonlyArray<Happened>,
  terms: Terms
): ReadonlyArray<Double> =>
  pairsOf(hands).map((pair) => {
    const [first, second] = pair
    const found = happened.find((each) => mayExplain(each, pair, terms))
    return {
      message: first.message,
      to: first.to,
      first,
      second,
      cause: found === undefined ? null : words(found, first)
    }
  })
