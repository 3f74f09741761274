/**
 * Which pairs of channel and carrier may take a message, as decisions 4.1 "Routing" and "Default rules" have it: the
 * rules in their order, each with the pairs that it speaks of.
 */
import type { RoutingRule } from "@signalbox/core/row/RoutingRule"
import type { Channel, Requested } from "@signalbox/core/value/Channel"
import * as Given from "./Given.ts"

export interface Pair {
  readonly channel: Channel
  readonly carrier: string
}

export interface Candidate extends Pair {
  /** Whether its rule lets another one follow when the carrier refuses. */
  readonly fallback: boolean
}

export interface Routed {
  readonly requested: Requested
  readonly isFreeForm: boolean
  readonly carriers: ReadonlyArray<{ readonly id: string; readonly channels: ReadonlyArray<Channel> }>
  readonly own: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
  readonly now: number
  /** Whether anything but rules speaks against a pair. */
  readonly isAble: (pair: Pair) => boolean
}

const order: ReadonlyArray<Channel> = ["whatsapp", "rcs", "sms", "mms"]

/** The message goes from a number of the United States to another one there. */
const meets = (rule: RoutingRule, { isFreeForm, now }: Routed): boolean =>
  rule.active !== false &&
  (rule.expiresAt === undefined || now < rule.expiresAt) &&
  [null, "US"].includes(rule.country) &&
  Given.phone(1).startsWith(rule.prefix ?? "") &&
  [undefined, Given.phone(1)].includes(rule.number) &&
  (rule.category === undefined || !isFreeForm && rule.category === "UTILITY") &&
  (rule.language === undefined || !isFreeForm && rule.language === "en_US") &&
  rule.international !== true

/** Exact recipient, the account's own, number of criteria, priority, length of the prefix, age. */
const rank = (rule: RoutingRule, isOwn: boolean): ReadonlyArray<number> => [
  rule.number === undefined ? 1 : 0,
  isOwn ? 0 : 1,
  -[
    rule.country ?? undefined,
    rule.channel ?? undefined,
    rule.prefix,
    rule.number,
    rule.category,
    rule.language,
    rule.international
  ].filter((criterion) => criterion !== undefined).length,
  rule.priority,
  -(rule.prefix?.length ?? 0)
]

const compared = (self: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const at = self.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : self[at]! - other[at]!
}

const byDefault: ReadonlyArray<RoutingRule> = order.map((channel, priority) => ({
  channel,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority
}))

const spokenOf = ({ carrier, channel }: RoutingRule, { carriers, requested }: Routed): ReadonlyArray<Pair> =>
  order
    .filter((each) => [null, each].includes(channel) && ["auto_detect", each].includes(requested))
    .flatMap((each) =>
      carriers
        .filter(({ channels, id }) => channels.includes(each) && [null, id].includes(carrier))
        .map(({ id }) => ({ channel: each, carrier: id }))
    )

export const sameAs = (pair: Pair) => (other: Pair): boolean =>
  pair.channel === other.channel && pair.carrier === other.carrier

export const plan = (
  routed: Routed
): { readonly candidates: ReadonlyArray<Candidate>; readonly isDenied: boolean } => {
  const { global, own } = routed
  const rules = [
    ...own.map((rule) => [rule, rank(rule, true)] as const),
    ...(own.length + global.length === 0 ? byDefault : global).map((rule) => [rule, rank(rule, false)] as const)
  ].filter(([rule]) => meets(rule, routed)).toSorted(([, self], [, other]) => compared(self, other))
  const candidates: Array<Candidate> = []
  const denied: Array<Pair> = []
  for (const [rule] of rules) {
    const fresh = spokenOf(rule, routed).filter((pair) =>
      routed.isAble(pair) && ![...candidates, ...denied].some(sameAs(pair))
    )
    if (rule.action === "ALLOW") candidates.push(...fresh.map((pair) => ({ ...pair, fallback: rule.fallback })))
    else denied.push(...fresh)
    // What comes after a denial without fallback is out of reach.
    if (rule.action === "DENY" && !rule.fallback && fresh.length > 0) break
  }
  return { candidates, isDenied: candidates.length === 0 && denied.length > 0 }
}
