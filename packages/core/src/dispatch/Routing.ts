/**
 * Routing: which carriers could take a message on which channel, in which order, and why every other one cannot
 * (decisions 4.1). Pure: (message, rules, carriers) -> plan.
 */
import * as Context from "effect/Context"
import type { DropReason } from "../catalogue/DropReason.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as FallbackRule from "../message/FallbackRule.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Fallback } from "../row/Fallback.ts"
import type { LeftOut } from "../row/Message.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { Channel, Requested } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import type { CarrierCost } from "./CarrierCost.ts"
import * as CarrierCosts from "./CarrierCost.ts"
import * as CarrierHealth from "./CarrierHealth.ts"
import * as RuleMatch from "./RuleMatch.ts"
import * as SplitDraw from "./SplitDraw.ts"

/** A (channel, carrier) pair. */
export interface Pair {
  readonly channel: Channel
  readonly carrier: CarrierId
}

/** How a rule came to the place of a carrier: by a draw, in which it had this weight, or by this cost; null: unknown. */
export type Chosen =
  | { readonly by: "split"; readonly weight: number }
  | { readonly by: "cheapest"; readonly cost: number | null }

/** A pair that may take the message. `fallback` says whether the next one may be tried when its carrier refuses. */
export interface Candidate extends Pair, CarrierHealth.Moved {
  readonly fallback: boolean
  /** Absent: the rule names the carrier, or takes all in the order in which they were configured. */
  readonly chosen?: Chosen
  /** The rule that allows it. */
  readonly rule: RoutingRule
}

/** A route that was left out, with the rule by which it came up. */
export interface Dropped extends LeftOut {
  readonly rule: RoutingRule
}

export interface Plan {
  /** The first is the route, the others are its fallbacks. */
  readonly candidates: ReadonlyArray<Candidate>
  readonly dropped: ReadonlyArray<Dropped>
  /** The rules that the message meets, in the order in which they apply. */
  readonly matched: ReadonlyArray<RoutingRule>
  /** The rules that a look-up decides about, and by which another route may come up or be denied. */
  readonly lookedUp: ReadonlyArray<RoutingRule>
  /** Whether there is no candidate because rules deny all of them. */
  readonly isDenied: boolean
}

/** A configured carrier, as routing sees it. */
export interface Route {
  readonly carrier: CarrierId
  readonly channels: ReadonlyArray<Channel>
  /** Whether it finds a sender for messages of accounts that have none. */
  readonly choosesSender?: boolean
}

export interface Input {
  readonly requested: Requested
  /** The only channels that an auto-detect message may be sent on, in their order. Absent: all in the default order. */
  readonly fallback?: Pick<Fallback, "channels"> | undefined
  readonly subject: RuleMatch.Subject
  readonly carriers: ReadonlyArray<Route>
  /** Absent: nobody has said what carriers charge. */
  readonly costs?: ReadonlyArray<CarrierCost>
  /** The name of the message, by which splits draw. Absent: they draw as for one without a name. */
  readonly draw?: string
  readonly rules: RuleMatch.Rules
  /** Returns why a carrier cannot take the message on this channel, or null when it could. */
  readonly obstacle: (channel: Channel, choosesSender: boolean) => DropReason | null
  /** Returns whether the operator lets nothing new go to the carrier. Absent: none is drained. */
  readonly isDrained?: (carrier: CarrierId) => boolean
  /** The weights of carriers. Absent: all are well. */
  readonly health?: CarrierHealth.Health | undefined
  /** The attempts of this send: a pair is never tried twice in one. */
  readonly tried: ReadonlyArray<Pick<Attempt, "channel" | "carrier" | "leftLine">>
}

/** The order in which an auto-detect send tries channels. */
const order: ReadonlyArray<Channel> = ["whatsapp", "rcs", "sms", "mms"]

/** The rules that apply when neither the account nor the operator has any: each channel in the default order. */
export const defaultRules: ReadonlyArray<RoutingRule> = order.map((channel, priority) => ({
  channel,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority
}))

/** The operator's rules for all accounts; there may be none. They are ranked after an account's own rules. */
export const GlobalRules = Context.Reference<ReadonlyArray<RoutingRule>>(
  "@signalbox/core/dispatch/Routing/GlobalRules",
  {
    defaultValue: () => []
  }
)

export const rulesOf = (own: ReadonlyArray<RoutingRule>, global: ReadonlyArray<RoutingRule>): RuleMatch.Rules => ({
  own,
  global: own.length === 0 && global.length === 0 ? defaultRules : global
})

const same = (self: Pair, other: Pair): boolean => self.channel === other.channel && self.carrier === other.carrier

type Spoken = Pair & Pick<Candidate, "chosen">

/** Returns the carriers of a channel that a rule is about, in the order in which it wants them tried. */
const carriersOf = (
  { carrier: named, select, split }: RoutingRule,
  channel: Channel,
  { carriers, costs = [], draw = "", subject: { country, now } }: Input
): ReadonlyArray<Omit<Spoken, "channel">> => {
  if (named !== null) return [{ carrier: named }]
  if (split !== undefined) {
    return SplitDraw.ordered(split, draw, now).map((share) => ({
      carrier: share.carrier,
      chosen: { by: "split", weight: SplitDraw.weightAt(share, now) }
    }))
  }
  const able = carriers.filter(({ channels }) => channels.includes(channel))
  if (select !== "cheapest") return able.map(({ carrier }) => ({ carrier }))
  const priced = able.map(({ carrier }) => ({ carrier, cost: CarrierCosts.of(costs, carrier, channel, country) }))
  return CarrierCosts.ordered(priced).map(({ carrier, cost }) => ({ carrier, chosen: { by: "cheapest", cost } }))
}

/** Returns the pairs that a rule is about. A message with a fixed channel considers only that channel. */
const pairs = (rule: RoutingRule, input: Input): ReadonlyArray<Spoken> => {
  const found: Array<Spoken> = []
  for (const channel of input.fallback?.channels ?? order) {
    if (input.requested !== "auto_detect" && input.requested !== channel) continue
    if (!RuleMatch.isAbout(rule, channel, input.subject)) continue
    for (const each of carriersOf(rule, channel, input)) found.push({ channel, ...each })
  }
  return found
}

export const plan = (input: Input): Plan => {
  const candidates: Array<Candidate> = []
  const dropped: Array<Dropped> = []
  const lookedUp: Array<RoutingRule> = []
  const leave = ({ carrier, channel }: Pair, reason: DropReason, rule: RoutingRule): void => {
    dropped.push({ channel, carrier, reason, rule })
  }
  const isNew = (pair: Pair): boolean =>
    !candidates.some((candidate) => same(candidate, pair)) && !dropped.some((left) => same(left, pair))
  const isMet = (rule: RoutingRule): boolean =>
    !RuleMatch.asksForLookUp(rule) || RuleMatch.isMetByLookUp(rule, input.subject)
  const otherwise = RuleMatch.matching(input.rules, input.subject)
  const matched = otherwise.every(isMet) ? otherwise : otherwise.filter(isMet)
  for (const rule of otherwise) {
    if (RuleMatch.asksForLookUp(rule)) {
      if (pairs(rule, input).some((pair) => isNew(pair) && obstacle(input, pair) === null)) lookedUp.push(rule)
      if (!isMet(rule)) continue
    }
    let denies = false
    for (const pair of pairs(rule, input)) {
      if (!isNew(pair)) continue
      const reason = obstacle(input, pair)
      if (reason !== null) leave(pair, reason, rule)
      else if (rule.action === "ALLOW") candidates.push({ ...pair, fallback: rule.fallback, rule })
      else {
        denies = true
        leave(pair, "denied_by_rule", rule)
      }
    }
    // A DENY rule without fallback ends the search.
    if (denies && !rule.fallback) break
  }
  // The rules say which routes there are, and the send in which order it wants their channels.
  const wanted = input.fallback === undefined ? candidates : FallbackRule.ordered(input.fallback, candidates)
  return {
    candidates: input.health === undefined ? wanted : CarrierHealth.ordered(wanted, input.health),
    dropped,
    matched,
    lookedUp,
    isDenied: candidates.length === 0 && dropped.some(({ reason }) => reason === "denied_by_rule")
  }
}

/** Returns the routes that were left out, as messages keep them. */
export const leftOut = ({ dropped }: Pick<Plan, "dropped">): ReadonlyArray<LeftOut> =>
  dropped.map(({ carrier, channel, reason }) => ({ channel, carrier, reason }))

const obstacle = ({ carriers, isDrained, obstacle: ofChannel, tried }: Input, pair: Pair): DropReason | null => {
  const route = carriers.find(({ carrier, channels }) => carrier === pair.carrier && channels.includes(pair.channel))
  if (route === undefined) return "carrier_not_configured"
  const reason = ofChannel(pair.channel, route.choosesSender === true)
  if (reason !== null) return reason
  if (isDrained?.(pair.carrier) === true) return "carrier_drained"
  if (tried.some((attempt) => same(attempt, pair))) return "already_tried"
  // A pair is tried once per send, so every attempt is a distinct route. A line that was left is none.
  const routes = tried.filter(({ leftLine }) => leftLine !== true)
  return routes.length >= Limit.routesPerSend ? "routes_used_up" : null
}
