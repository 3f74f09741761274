/**
 * The next route of a message: which candidate takes it, or what stands in its way. Asked when a message is taken up,
 * when a carrier has refused it, and when a receipt sends it to another route (decisions 4.1).
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { LeftOut, Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as DailyLimit from "./DailyLimit.ts"
import * as Gate from "./Gate.ts"
import * as Outlook from "./Outlook.ts"
import type { Settings } from "./Settings.ts"

/** What a route is asked for: a send's first one, the next after a refusal, another one after a failed receipt. */
export type Occasion =
  /** `at`: when the message was taken up, which is the day that it counts for. */
  | { readonly _tag: "First"; readonly at: Instant }
  /** `after`: the attempt that its carrier has refused. Its rule may let no other one follow. */
  | { readonly _tag: "Fallback"; readonly after: Attempt }
  /** `after`: the attempt that a receipt has failed. */
  | { readonly _tag: "Reroute"; readonly after: Attempt }

/** A candidate that may take the message. */
export interface Route {
  readonly _tag: "Route"
  readonly offer: Outlook.Offer
  /** The other ones that could not. */
  readonly leftOut: ReadonlyArray<LeftOut>
  /** What a commit that takes the route rests on and counts. */
  readonly commit: Pick<Commit.Commit, "relied" | "counts">
}

/** The message ends with this code, whatever became of its attempts. */
export interface Stopped {
  readonly _tag: "Stopped"
  readonly trigger: Gate.Gate["trigger"]
  readonly code: OutcomeCode
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** There is no further one: the message ends as its last attempt did. */
export interface Exhausted {
  readonly _tag: "Exhausted"
  readonly after: Attempt
  readonly why: string
  readonly leftOut: ReadonlyArray<LeftOut>
}

export type NextRoute = Route | Stopped | Exhausted

interface Rule {
  /** Which gates are asked. */
  readonly gates: "first" | "further"
  /** Without money for it: the message is BLOCKED for that, or ends as its last attempt did (decisions 3.2). */
  readonly unpaid: "stopped" | "exhausted"
}

const rules: Readonly<Record<Occasion["_tag"], Rule>> = {
  First: { gates: "first", unpaid: "stopped" },
  Fallback: { gates: "further", unpaid: "stopped" },
  Reroute: { gates: "further", unpaid: "exhausted" }
}

/** Everything that must be known of a message. */
export const needs = (message: Message, occasion: Occasion, facts: Facts.Facts): Needs.Needs =>
  Needs.all(
    Outlook.needs(message, facts),
    occasion._tag === "First"
      ? DailyLimit.needs(Facts.peek(facts, Accounts, message.account) ?? null, message, occasion.at)
      : Needs.none
  )

const stopped = ({ code, trigger }: Gate.Gate): Stopped => ({ _tag: "Stopped", trigger, code, leftOut: [] })

/** Why a message that never had a route has none. */
const unroutable = ({ requested }: Message, { plan, situation }: Outlook.Outlook): Stopped => {
  const { isDenied, leftOut } = plan
  if (isDenied) return { _tag: "Stopped", trigger: "filtered", code: "DELIVERY_004", leftOut }
  return requested === "mms" && situation.accounts[0]?.allowMms === false
    ? { _tag: "Stopped", trigger: "failed", code: "channel_unavailable", leftOut }
    : { _tag: "Stopped", trigger: "failed", code: "DELIVERY_003", leftOut }
}

export const find = (
  message: Message,
  occasion: Occasion,
  facts: Facts.Facts,
  settings: Settings,
  now: Instant
): NextRoute => {
  const { gates, unpaid } = rules[occasion._tag]
  const outlook = Outlook.look(message, facts, settings, now)
  const { offer, plan: { leftOut }, relied } = outlook
  if (occasion._tag === "First") {
    const account = Facts.get(facts, Accounts, message.account)
    const today = DailyLimit.today(facts, account, message, occasion.at)
    const hit = Gate.firstHit({ ...outlook.situation, today }, gates)
    if (hit !== null) return stopped(hit)
    if (offer === null) return unroutable(message, outlook)
    return {
      _tag: "Route",
      offer,
      leftOut,
      commit: { relied, counts: DailyLimit.count(account, message, occasion.at) }
    }
  }
  const { after } = occasion
  const isLast = occasion._tag === "Fallback" && after.fallback === false
  if (offer === null || isLast) return { _tag: "Exhausted", after, why: "no other route", leftOut }
  const hit = Gate.firstHit(outlook.situation, gates)
  if (hit === null) return { _tag: "Route", offer, leftOut, commit: { relied, counts: [] } }
  return hit.code === "BUSINESS_003" && unpaid === "exhausted"
    ? { _tag: "Exhausted", after, why: "no money for another route", leftOut }
    : stopped(hit)
}
