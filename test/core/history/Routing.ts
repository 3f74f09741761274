/**
 * The model lists the pairs of channel and carrier that may take a message, as decisions 4.1 "Routing" and "Default
 * rules" have it: the rules in their order, each with the pairs that it speaks of.
 */
import type { Channel, Requested } from "@signalbox/core/Channel"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import * as Given from "../Given.ts"
import type { World } from "./World.ts"

export interface Pair {
  readonly channel: Channel
  readonly carrier: string
}

export interface Candidate extends Pair {
  /** Whether its rule lets another one follow when the carrier refuses. */
  readonly fallback: boolean
  /** For how many seconds its rule lets the message wait for a receipt; undefined: for none. */
  readonly receiptSeconds?: number | undefined
}

export interface LeftOut extends Pair {
  readonly reason: string
}

export interface Routed {
  readonly requested: Requested
  readonly isFreeForm: boolean
  /** The order of channels of the send; null: it has none of its own. */
  readonly fallback: ReadonlyArray<Channel> | null
  readonly carriers: ReadonlyArray<{ readonly id: string; readonly channels: ReadonlyArray<Channel> }>
  readonly own: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
  readonly now: number
  /** The country of the number that a message on this channel leaves from; null when it leaves from none. */
  readonly sendsFrom: (channel: Channel) => string | null
  /** Returns what, but for rules, speaks against a pair whose carrier there is; null: nothing. */
  readonly obstacle: (pair: Pair) => string | null
}

const order: ReadonlyArray<Channel> = ["whatsapp", "rcs", "sms", "mms"]

/** The message goes to a number of the United States. */
const meets = (rule: RoutingRule, { isFreeForm, now }: Routed): boolean =>
  rule.active !== false &&
  (rule.expiresAt === undefined || now < rule.expiresAt) &&
  [null, "US"].includes(rule.country) &&
  Given.phone(1).startsWith(rule.prefix ?? "") &&
  [undefined, Given.phone(1)].includes(rule.number) &&
  (rule.category === undefined || !isFreeForm && rule.category === "UTILITY") &&
  (rule.language === undefined || !isFreeForm && rule.language === "en_US")

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

/** Without a sender's number a message crosses no border, and stays inside none. */
const crosses = (international: boolean | undefined, from: string | null): boolean =>
  international === undefined || from !== null && international === (from !== "US")

/** A carrier that a rule names is spoken of on every channel, be it there or not. */
const spokenOf = (
  { carrier, channel, international }: RoutingRule,
  { carriers, fallback, requested, sendsFrom }: Routed
): ReadonlyArray<Pair> =>
  (fallback ?? order)
    .filter((each) => [null, each].includes(channel) && ["auto_detect", each].includes(requested))
    .filter((each) => crosses(international, sendsFrom(each)))
    .flatMap((each) => {
      const able = carriers.filter(({ channels }) => channels.includes(each)).map(({ id }) => id)
      return (carrier === null ? able : [carrier]).map((id) => ({ channel: each, carrier: id }))
    })

export const sameAs = (pair: Pair) => (other: Pair): boolean =>
  pair.channel === other.channel && pair.carrier === other.carrier

export const plan = (
  routed: Routed
): {
  readonly candidates: ReadonlyArray<Candidate>
  readonly leftOut: ReadonlyArray<LeftOut>
  readonly isDenied: boolean
} => {
  const { global, own } = routed
  const rules = [
    ...own.map((rule) => [rule, rank(rule, true)] as const),
    ...(own.length + global.length === 0 ? byDefault : global).map((rule) => [rule, rank(rule, false)] as const)
  ].filter(([rule]) => meets(rule, routed)).toSorted(([, self], [, other]) => compared(self, other))
  const candidates: Array<Candidate> = []
  const leftOut: Array<LeftOut> = []
  const obstacle = ({ carrier, channel }: Pair): string | null =>
    routed.carriers.some(({ channels, id }) => id === carrier && channels.includes(channel))
      ? routed.obstacle({ carrier, channel })
      : "carrier_not_configured"
  for (const [rule] of rules) {
    // The first rule that speaks of a pair decides about it.
    const fresh = spokenOf(rule, routed).filter((pair) => ![...candidates, ...leftOut].some(sameAs(pair)))
    const able = fresh.filter((pair) => obstacle(pair) === null)
    for (const pair of fresh) {
      const reason = obstacle(pair) ?? (rule.action === "DENY" ? "denied_by_rule" : null)
      if (reason === null) candidates.push({ ...pair, fallback: rule.fallback, receiptSeconds: rule.receiptSeconds })
      else leftOut.push({ ...pair, reason })
    }
    // What comes after a denial without fallback is out of reach.
    if (rule.action === "DENY" && !rule.fallback && able.length > 0) break
  }
  const isDenied = candidates.length === 0 && leftOut.some(({ reason }) => reason === "denied_by_rule")
  // Decisions 14.5: the rules say which routes there are, and the send in which order it wants their channels.
  const { fallback } = routed
  const ordered = fallback === null
    ? candidates
    : candidates.toSorted((self, other) => fallback.indexOf(self.channel) - fallback.indexOf(other.channel))
  return { candidates: ordered, leftOut, isDenied }
}

/** Decisions 4.1 "Senders": the first number for the channel in the recipient's country, or of the channel. */
export const numberFor = (channel: Channel, { numbers }: World) => {
  const able = numbers.filter(({ channels }) => channels.includes(channel))
  return able.find(({ country }) => country === "US") ?? able[0]
}

/** To +1 no short name stands in for a number, and no carrier chooses. */
export const isWithoutSender = (channel: Channel, world: World): boolean => numberFor(channel, world) === undefined
