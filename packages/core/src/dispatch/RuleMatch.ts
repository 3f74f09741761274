/**
 * Which routing rules a message meets, and which of them goes first (decisions 4.1 "Routing").
 */
import type { Category } from "../definition/Category.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import type { NumberType, PhoneNumber } from "../value/PhoneNumber.ts"

/** What rules ask of a message. */
export interface Subject {
  readonly phone: PhoneNumber
  /** ISO 3166-1 alpha-2 of the recipient. */
  readonly country: string
  /** Found out only when a rule asks. */
  readonly numberType: () => NumberType
  /** Null for a free-form message. */
  readonly template: { readonly category: Category; readonly language: string } | null
  /** The country of the number that a message on this channel leaves from; null when it leaves from none. */
  readonly senderCountry: (channel: Channel) => string | null
  readonly now: Instant
}

/** Rules of the account, and rules for every account, each the older first. */
export interface Rules {
  readonly own: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
}

type Criterion = (rule: RoutingRule, subject: Subject) => boolean | null

/** Null: the rule does not ask. */
const asked = <A>(wanted: A | null | undefined, isMet: (wanted: A) => boolean): boolean | null =>
  wanted === null || wanted === undefined ? null : isMet(wanted)

/** Whether the message is what the rule asks for, criterion by criterion. */
const criteria: ReadonlyArray<Criterion> = [
  (rule, { phone }) => asked(rule.number, (number) => number === phone),
  (rule, { country }) => asked(rule.country, (wanted) => wanted === country),
  (rule, { phone }) => asked(rule.prefix, (prefix) => phone.startsWith(prefix)),
  (rule, { numberType }) => asked(rule.numberType, (type) => type === numberType()),
  (rule, { template }) => asked(rule.category, (category) => category === template?.category),
  (rule, { template }) => asked(rule.language, (language) => language === template?.language)
]

/** Whether a route on this channel is what the rule is about. */
export const isAbout = (rule: RoutingRule, channel: Channel, { country, senderCountry }: Subject): boolean => {
  if (rule.channel !== null && rule.channel !== channel) return false
  if (rule.international === undefined) return true
  const from = senderCountry(channel)
  return from !== null && (from !== country) === rule.international
}

const isInForce = ({ active, expiresAt }: RoutingRule, now: Instant): boolean =>
  active !== false && (expiresAt === undefined || expiresAt > now)

const isMet = (rule: RoutingRule, subject: Subject): boolean =>
  criteria.every((criterion) => criterion(rule, subject) !== false)

/** How many things the rule asks for. The channel of its route and the border it crosses count as well. */
const specificity = (rule: RoutingRule, subject: Subject): number =>
  criteria.filter((criterion) => criterion(rule, subject) !== null).length +
  (rule.channel === null ? 0 : 1) + (rule.international === undefined ? 0 : 1)

/** Rules for one recipient first, then the account's own, then the closest, the lowest priority, the longest prefix. */
const rank = (rule: RoutingRule, isOwn: boolean, subject: Subject): ReadonlyArray<number> => [
  rule.number === undefined ? 1 : 0,
  isOwn ? 0 : 1,
  -specificity(rule, subject),
  rule.priority,
  -(rule.prefix?.length ?? 0)
]

const compare = (self: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const at = self.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : self[at]! - other[at]!
}

/** The rules that the message meets, in the order in which they count; of equal ones the older first. */
export const matching = ({ global, own }: Rules, subject: Subject): ReadonlyArray<RoutingRule> =>
  [...own.map((rule) => ({ rule, isOwn: true })), ...global.map((rule) => ({ rule, isOwn: false }))]
    .filter(({ rule }) => isInForce(rule, subject.now) && isMet(rule, subject))
    .map(({ isOwn, rule }) => ({ rule, rank: rank(rule, isOwn, subject) }))
    .toSorted((self, other) => compare(self.rank, other.rank))
    .map(({ rule }) => rule)
