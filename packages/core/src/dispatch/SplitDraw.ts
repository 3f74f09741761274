/**
 * Draws the order of the carriers of a rule that splits its messages (decisions 18.5). The draw is a function of the
 * message and the rule: whoever asks again gets the same order.
 */
import type { Share, Split } from "../row/Split.ts"
import type { Instant } from "../value/Instant.ts"
import * as Rendezvous from "./Rendezvous.ts"

/** Returns how much a carrier weighs at the instant: nothing before its first day, and then more by and by. */
export const weightAt = ({ from, until, weight }: Share, now: Instant): number => {
  if (from === undefined || now >= (until ?? from)) return weight
  return now <= from || until === undefined ? 0 : weight * (now - from) / (until - from)
}

/** @param draw names the message */
export const ordered = (split: Split, draw: string, now: Instant): ReadonlyArray<Share> =>
  Rendezvous.ranked(draw, split.map((entry) => ({ entry, weight: weightAt(entry, now) })), ({ carrier }) => carrier)
