/**
 * Takes a route: the message becomes ROUTED, and its attempt is stored before any carrier is asked.
 */
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import * as Progress from "../message/Progress.ts"
import type * as NextRoute from "./NextRoute.ts"
import * as SmartEncoding from "./SmartEncoding.ts"

export interface Taken {
  readonly progress: Progress.Progress
  readonly commit: Partial<Commit.Commit>
}

export const take = (
  progress: Progress.Progress,
  { commit, leftOut, quote, spendCounters }: NextRoute.Route,
  trigger: "route_chosen" | "next_candidate",
  moment: Moment
): Taken => {
  const {
    carrier,
    channel,
    fallback,
    from,
    isWatched,
    payer,
    price,
    rendered,
    replacements,
    segments
  } = quote
  const { receiptSeconds } = quote.rule
  const opened = AttemptStep.open(
    { ...progress.message, rendered },
    {
      carrier,
      channel,
      fallback,
      from,
      payer,
      segments,
      ...price,
      // Where no other route may follow, there is nothing to wait for.
      ...(receiptSeconds === undefined || !fallback ? null : { receiptSeconds }),
      ...(spendCounters.length === 0 ? null : { spendCounters })
    },
    moment
  )
  const description = [`${channel} through ${carrier}`, SmartEncoding.told(replacements)].filter((part) => part !== "")
  const note = { description: description.join("; "), from, leftOut }
  const { attempts } = opened.message
  const changes = { channel, rendered, attempts, ...(isWatched ? { isWatched } : null) }
  return {
    progress: Progress.advance(progress, { trigger, note, changes }, moment),
    commit: Commit.all(commit, opened.commit)
  }
}
