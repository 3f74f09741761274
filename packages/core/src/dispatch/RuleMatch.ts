/**
 * Finds the routing rules that a message meets, and the order in which they apply (decisions 4.1 "Routing").
 */
import type { Category } from "../definition/Category.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import type { NumberType, PhoneNumber } from "../value/PhoneNumber.ts"

/** The properties of a message that rules can ask for. */
export interface Subject {
  readonly phone: PhoneNumber
  /** The recipient's country as ISO 3166-1 alpha-2. */
  readonly country: string
  /** Computed only when a rule asks for it. */
  readonly numberType: () => NumberType
  /** Null for a free-form message. */
  readonly template: { readonly category: Category; readonly language: string } | null
  /**
   * Returns the country of the number that a message on this channel is sent from, or null when it is sent from no
   * number.
   */
  readonly senderCountry: (channel: Channel) => string | null
  readonly now: Instant
}

/** The rules of the account and the rules for all accounts, each in the order of their age, oldest first. */
export interface Rules {
  readonly own: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
}

type Criterion = (rule: RoutingRule, subject: Subject) => boolean | null

/** Returns null when the rule does not ask for this. */
const asked = <A>(wanted: A | null | undefined, isMet: (wanted: A) => boolean): boolean | null =>
  wanted === null || wanted === undefined ? null : isMet(wanted)

/** Checks one criterion of a rule each. */
const criteria: ReadonlyArray<Criterion> = [
  (rule, { phone }) => asked(rule.number, (number) => number === phone),
  (rule, { country }) => asked(rule.country, (wanted) => wanted === country),
  (rule, { phone }) => asked(rule.prefix, (prefix) => phone.startsWith(prefix)),
  (rule, { numberType }) => asked(rule.numberType, (type) => type === numberType()),
  (rule, { template }) => asked(rule.category, (category) => category === template?.category),
  (rule, { template }) => asked(rule.language, (language) => language === template?.language)
]

/** Returns whether the rule is about routes on this channel. */
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

/** Returns how many criteria the rule has; its channel and `international` count as well. */
const specificity = (rule: RoutingRule, subject: Subject): number =>
  criteria.filter((criterion) => criterion(rule, subject) !== null).length +
  (rule.channel === null ? 0 : 1) + (rule.international === undefined ? 0 : 1)

/**
 * Ranks rules for a single recipient first, then the account's own, then the most specific, then the lowest priority,
 * then the longest prefix.
 */
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

/**
 * Returns the rules that the message meets, in the order in which they apply. Of equally ranked rules the older comes
 * first.
 */
export const matching = ({ global, own }: Rules, subject: Subject): ReadonlyArray<RoutingRule> =>
  [...own.map((rule) => ({ rule, isOwn: true })), ...global.map((rule) => ({ rule, isOwn: false }))]
    .filter(({ rule }) => isInForce(rule, subject.now) && isMet(rule, subject))
    .map(({ isOwn, rule }) => ({ rule, rank: rank(rule, isOwn, subject) }))
    .toSorted((self, other) => compare(self.rank, other.rank))
    .map(({ rule }) => rule)
