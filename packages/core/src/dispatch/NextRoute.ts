/**
 * The next route of a message: the candidate that takes it, or the obstacle in its way. It is asked for when a message
 * is dispatched, when a carrier has refused it, and when a receipt sends it to another route (decisions 4.1).
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { LeftOut, Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as DailyLimit from "./DailyLimit.ts"
import * as Expiry from "./Expiry.ts"
import * as Frequency from "./Frequency.ts"
import * as Gate from "./Gate.ts"
import * as Night from "./Night.ts"
import * as Routing from "./Routing.ts"
import * as RoutingContext from "./RoutingContext.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"
import * as SpendCap from "./SpendCap.ts"
import * as Standing from "./Standing.ts"

/**
 * The occasion for a route: the first one of a send, the next one after a refusal or out of a line that stands still,
 * or another one after a failed receipt or after its time on a channel.
 */
export type Occasion =
  /** `at` is when the message was dispatched. It counts against the daily limit of that day. */
  | { readonly _tag: "First"; readonly at: Instant }
  /** `after` is the attempt that its carrier has refused. The rule that allowed it may forbid a fallback. */
  | { readonly _tag: "Fallback"; readonly after: Attempt }
  /** `after` is the attempt that leaves the line of a carrier which takes nothing. */
  | { readonly _tag: "Left"; readonly after: Attempt }
  /** `after` is the attempt that a receipt has failed. */
  | { readonly _tag: "Reroute"; readonly after: Attempt }
  /** `after` is the attempt that was not delivered in time. It may still arrive. */
  | { readonly _tag: "Overdue"; readonly after: Attempt }
  /** The message was held over night after this attempt had failed. */
  | { readonly _tag: "Released"; readonly after: Attempt }

/** A candidate that may take the message. */
export interface Route {
  readonly _tag: "Route"
  readonly quote: RoutingContext.Quote
  /** The candidates that cannot take it. */
  readonly leftOut: ReadonlyArray<LeftOut>
  /** The counters of spend caps in which its price counts. */
  readonly spendCounters: ReadonlyArray<string>
  /** The expectations, counters and warnings of a commit that takes the route, and the contact where that counts too. */
  readonly commit: Pick<Commit.Commit, "expects" | "counts" | "events"> & Partial<Pick<Commit.Commit, "puts">>
}

/** The message ends with this code, whatever became of its attempts. */
export interface Stopped {
  readonly _tag: "Stopped"
  readonly trigger: Gate.Gate["trigger"]
  readonly code: OutcomeCode
  readonly leftOut: ReadonlyArray<LeftOut>
  /** The names of whatever the sender has to look at, such as variables of the template. */
  readonly names?: ReadonlyArray<string>
}

/** There is no other route: the message ends with the outcome of its last attempt. */
export interface Exhausted {
  readonly _tag: "Exhausted"
  readonly after: Attempt
  readonly why: string
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** The recipient's quiet hours: the message is held until then. */
export interface Held {
  readonly _tag: "Held"
  readonly until: Instant
}

/** The account was deleted, so the message is cancelled. */
export interface Withdrawn {
  readonly _tag: "Withdrawn"
}

export type NextRoute = Route | Stopped | Exhausted | Held | Withdrawn

/** Its number is to be looked up first. */
export interface LookUp {
  readonly _tag: "LookUp"
}

interface Rule {
  /** Whether all gates are asked, or only those of further routes. */
  readonly gates: "first" | "further"
  /**
   * When there is no money for the route, the message is BLOCKED (`stopped`), or ends with the outcome of its last
   * attempt (`exhausted`) (decisions 3.2).
   */
  readonly unpaid: "stopped" | "exhausted"
}

const rules: Readonly<Record<Occasion["_tag"], Rule>> = {
  First: { gates: "first", unpaid: "stopped" },
  Fallback: { gates: "further", unpaid: "stopped" },
  Left: { gates: "further", unpaid: "exhausted" },
  Reroute: { gates: "further", unpaid: "exhausted" },
  Overdue: { gates: "further", unpaid: "exhausted" },
  Released: { gates: "first", unpaid: "exhausted" }
}

/**
 * Returns the instant on whose day the price counts: a further route counts where the one before it did, since what that
 * one returns is there again.
 */
const countsOn = (occasion: Occasion): Instant => occasion._tag === "First" ? occasion.at : occasion.after.startedAt

/** A message as it is known before it exists. */
export type Addressed = RoutingContext.Addressed

/** Returns everything that must be loaded to choose the route. */
export const needs = (message: Addressed, occasion: Occasion, facts: Facts.Facts): Needs.Needs =>
  Needs.all(
    RoutingContext.needs(message, facts),
    SpendCap.needs(SpendCap.caps(Standing.known(message, facts), message.phone, countsOn(occasion))),
    occasion._tag === "First"
      ? DailyLimit.needs(Facts.peek(facts, Accounts, message.account) ?? null, message, occasion.at)
      : Needs.none
  )

const stopped = ({ code, names = () => [], trigger }: Gate.Gate, input: Gate.Input): Stopped => ({
  _tag: "Stopped",
  trigger,
  code,
  leftOut: [],
  names: names(input)
})

const expired: Stopped = { _tag: "Stopped", ...Expiry.gate, leftOut: [] }

/** A message that will be worth nothing when the recipient's quiet hours end is not held until then. */
const held = (message: Message, until: Instant): Held | Stopped =>
  Expiry.isWorthless(message, until) ? expired : { _tag: "Held", until }

/** Returns why a message that no carrier has been asked to take cannot get a route. */
const unroutable = ({ requested }: Message, { plan, gateInput }: RoutingContext.RoutingContext): Stopped => {
  const leftOut = Routing.leftOut(plan)
  if (plan.isDenied) return { _tag: "Stopped", trigger: "filtered", code: "DELIVERY_004", leftOut }
  return requested === "mms" && gateInput.accounts[0]?.allowMms === false
    ? { _tag: "Stopped", trigger: "failed", code: "channel_unavailable", leftOut }
    : { _tag: "Stopped", trigger: "failed", code: "DELIVERY_003", leftOut }
}

/** Adds the spend caps to what a message is judged by, those of the day of this instant. */
const capped = (
  context: RoutingContext.RoutingContext,
  { phone }: Message,
  at: Instant,
  { facts }: Grounds
): { readonly caps: ReadonlyArray<SpendCap.Cap>; readonly gateInput: Gate.Input } => {
  const { gateInput } = context
  const { accounts, price } = gateInput
  const caps = SpendCap.caps(accounts, phone, at)
  return caps.length === 0
    ? { caps, gateInput }
    : { caps, gateInput: { ...gateInput, passedCaps: SpendCap.passed(caps, price, accounts, facts) } }
}

/** @param counted what else is counted when the route is taken, by counters and in rows */
const taken = (
  { expects, gateInput: { price }, plan }: RoutingContext.RoutingContext,
  quote: RoutingContext.Quote,
  caps: ReadonlyArray<SpendCap.Cap>,
  grounds: Grounds,
  counted: Partial<Pick<Commit.Commit, "counts" | "puts">> = {}
): Route => {
  const reserved = SpendCap.reserve(caps, price, grounds)
  return {
    _tag: "Route",
    quote,
    leftOut: Routing.leftOut(plan),
    spendCounters: reserved.counters,
    commit: { ...counted, expects, counts: [...counted.counts ?? [], ...reserved.counts], events: reserved.events }
  }
}

/** A message as it is judged on an occasion. */
interface Judged {
  readonly context: RoutingContext.RoutingContext
  readonly caps: ReadonlyArray<SpendCap.Cap>
  /** The input of the gates of the occasion. */
  readonly gateInput: Gate.Input
  readonly account: Account | null
  /** The end of the quiet hours in which it falls, or null. */
  readonly until: Instant | null
  /** Whether its send is still to be counted. One that was held back in line has been counted already. */
  readonly isNew: boolean
  readonly frequency: Frequency.Frequency | null
}

const judge = (message: Message, occasion: Occasion, settings: RoutingSettings, grounds: Grounds): Judged => {
  const { facts, now } = grounds
  const context = RoutingContext.of(message, settings, grounds)
  const { caps, gateInput } = capped(context, message, countsOn(occasion), grounds)
  const account = Facts.get(facts, Accounts, message.account)
  const isNew = occasion._tag === "First" && message.attempts.every(({ send }) => send !== message.send)
  const known = { context, caps, account, until: Night.until(message, account, now), isNew }
  if (!isNew) return { ...known, gateInput, frequency: null }
  const frequency = Frequency.of(message, gateInput, occasion.at)
  const today = DailyLimit.today(facts, account, message, occasion.at)
  const reached = frequency === null ? [] : Frequency.reached(frequency)
  return { ...known, gateInput: { ...gateInput, today, frequency: reached }, frequency }
}

const decided = (
  message: Message,
  occasion: Occasion,
  { account, caps, context, frequency, gateInput, isNew, until }: Judged,
  grounds: Grounds
): NextRoute => {
  const { now } = grounds
  const { gates, unpaid } = rules[occasion._tag]
  const { quote } = context
  if (Standing.isDeleted(gateInput.accounts)) {
    // What a carrier has sent already keeps the outcome of that.
    return occasion._tag === "Reroute" || occasion._tag === "Overdue"
      ? { _tag: "Exhausted", after: occasion.after, why: "the account was deleted", leftOut: [] }
      : { _tag: "Withdrawn" }
  }
  const hit = Gate.firstHit(gateInput, gates)
  if (occasion._tag === "First") {
    if (hit !== null) return stopped(hit, gateInput)
    if (quote !== null && Expiry.isOver(message, account, now)) return expired
    if (until !== null) return held(message, until)
    if (quote === null) return unroutable(message, context)
    return taken(context, quote, caps, grounds, {
      counts: isNew ? DailyLimit.count(account, message, occasion.at) : [],
      ...(frequency === null ? {} : { puts: Frequency.count(frequency) })
    })
  }
  const { after } = occasion
  const isLast = (occasion._tag === "Fallback" || occasion._tag === "Left" || occasion._tag === "Overdue") &&
    after.fallback === false
  // What was held passes all gates before it matters whether there is another route.
  if (gates === "first" && hit !== null && !Gate.isUnpaid(hit.code)) return stopped(hit, gateInput)
  const exhausted = (why: string): Exhausted => ({
    _tag: "Exhausted",
    after,
    why,
    leftOut: Routing.leftOut(context.plan)
  })
  if (quote === null || isLast) return exhausted("no other route")
  if (hit === null) {
    if (Expiry.isOver(message, account, now)) return expired
    return until === null ? taken(context, quote, caps, grounds) : held(message, until)
  }
  return Gate.isUnpaid(hit.code) && unpaid === "exhausted"
    ? exhausted("no money for another route")
    : stopped(hit, gateInput)
}

/** Finds the route on what is known, also where a look-up would tell more. */
export const find = (
  message: Message,
  occasion: Occasion,
  settings: RoutingSettings,
  grounds: Grounds
): NextRoute => decided(message, occasion, judge(message, occasion, settings, grounds), grounds)

/**
 * Returns what comes first when the route depends on a look-up that is still to be made: the look-up, unless the message
 * goes nowhere whatever it tells, or not before the end of the quiet hours. Null: nothing waits for a look-up.
 */
const lookedUpFirst = (
  message: Message,
  occasion: Occasion,
  { account, context, gateInput, until }: Judged,
  now: Instant
): LookUp | Held | null => {
  if (context.lookUp?.state !== "pending" || Standing.isDeleted(gateInput.accounts)) return null
  if (Gate.isHitAnyway(gateInput, rules[occasion._tag].gates) || Expiry.isOver(message, account, now)) return null
  if (until === null) return { _tag: "LookUp" }
  return Expiry.isWorthless(message, until) ? null : { _tag: "Held", until }
}

const foundOrAsked = (
  message: Message,
  occasion: Occasion,
  judged: Judged,
  grounds: Grounds
): NextRoute | LookUp =>
  lookedUpFirst(message, occasion, judged, grounds.now) ?? decided(message, occasion, judged, grounds)

/** Finds the route of a message that can wait for a look-up, as far as one is needed. */
export const findOrAsk = (
  message: Message,
  occasion: Occasion,
  settings: RoutingSettings,
  grounds: Grounds
): NextRoute | LookUp => foundOrAsked(message, occasion, judge(message, occasion, settings, grounds), grounds)

/** The next route with all that speaks for it and against it. */
export interface Explained extends Pick<Judged, "account" | "context" | "until"> {
  /** The same as `findOrAsk` returns. */
  readonly next: NextRoute | LookUp
  /** The gates of the occasion, each with its answer. */
  readonly passages: ReadonlyArray<Gate.Passage>
  readonly gateInput: Gate.Input
}

export const explain = (
  message: Message,
  occasion: Occasion,
  settings: RoutingSettings,
  grounds: Grounds
): Explained => {
  const judged = judge(message, occasion, settings, grounds)
  const { account, context, gateInput, until } = judged
  const passages = Gate.passages(gateInput, rules[occasion._tag].gates)
  return { next: foundOrAsked(message, occasion, judged, grounds), account, context, gateInput, passages, until }
}

/**
 * Returns the route of a message that waits in line and may go out, but not by the route that it has. Unlike `find`, it
 * does not ask for its account, its age and the hour.
 *
 * @param before the attempt that waits in line
 */
export const instead = (
  message: Message,
  before: Attempt,
  settings: RoutingSettings,
  grounds: Grounds
): Route | Stopped => {
  const context = RoutingContext.of(message, settings, grounds)
  const { quote } = context
  const { caps, gateInput } = capped(context, message, before.startedAt, grounds)
  const hit = Gate.firstHit(gateInput, "further")
  if (hit !== null) return stopped(hit, gateInput)
  return quote === null ? unroutable(message, context) : taken(context, quote, caps, grounds)
}
