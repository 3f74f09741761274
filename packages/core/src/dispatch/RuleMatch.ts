/**
 * Finds the routing rules that a message meets, and the order in which they apply (decisions 4.1 "Routing").
 */
import type { Category } from "../definition/Category.ts"
import type { NumberFacts } from "../row/NumberFacts.ts"
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
  /** The answer of a look-up of the recipient's number. Absent: there is none. */
  readonly told?: KnownNumber | undefined
}

/** A field that is absent is not known. */
export type KnownNumber = Pick<NumberFacts, "network" | "ported">

/** The rules of the account and the rules for all accounts, each in the order of their age, oldest first. */
export interface Rules {
  readonly own: ReadonlyArray<RoutingRule>
  readonly global: ReadonlyArray<RoutingRule>
}

type Criterion = (rule: RoutingRule, subject: Subject) => boolean

const isAsked = <A>(wanted: A | null | undefined): wanted is A => wanted !== null && wanted !== undefined

/** A rule that does not ask for this is met. */
const asked = <A>(wanted: A | null | undefined, isMet: (wanted: A) => boolean): boolean =>
  !isAsked(wanted) || isMet(wanted)

/** Checks one criterion of a rule each, by its field. */
const criteria = {
  number: (rule, { phone }) => asked(rule.number, (number) => number === phone),
  country: (rule, { country }) => asked(rule.country, (wanted) => wanted === country),
  prefix: (rule, { phone }) => asked(rule.prefix, (prefix) => phone.startsWith(prefix)),
  numberType: (rule, { numberType }) => asked(rule.numberType, (type) => type === numberType()),
  category: (rule, { template }) => asked(rule.category, (category) => category === template?.category),
  language: (rule, { template }) => asked(rule.language, (language) => language === template?.language)
} as const satisfies { readonly [Field in keyof RoutingRule]?: Criterion }

/** The criteria that only a look-up can tell. They are not met by what is not known. */
const lookedUp = {
  ported: (rule, { told }) => asked(rule.ported, (wanted) => wanted === told?.ported),
  network: (rule, { told }) =>
    asked(rule.network, (networks) => told?.network !== undefined && networks.includes(told.network))
} as const satisfies { readonly [Field in keyof RoutingRule]?: Criterion }

const checks: ReadonlyArray<Criterion> = Object.values(criteria)
const lookUpChecks: ReadonlyArray<Criterion> = Object.values(lookedUp)

/** Returns whether the rule can be met only by what a look-up tells. */
export const asksForLookUp = ({ network, ported }: RoutingRule): boolean =>
  network !== undefined || ported !== undefined

/** Returns whether a rule that is met otherwise is met by what a look-up has told, too. */
export const isMetByLookUp = (rule: RoutingRule, subject: Subject): boolean =>
  lookUpChecks.every((check) => check(rule, subject))

/** Returns whether the rule is about routes on this channel. */
export const isAbout = (rule: RoutingRule, channel: Channel, { country, senderCountry }: Subject): boolean => {
  if (rule.channel !== null && rule.channel !== channel) return false
  if (rule.international === undefined) return true
  const from = senderCountry(channel)
  return from !== null && (from !== country) === rule.international
}

const isInForce = ({ active, expiresAt }: RoutingRule, now: Instant): boolean =>
  active !== false && (expiresAt === undefined || expiresAt > now)

const isMet = (rule: RoutingRule, subject: Subject): boolean => checks.every((check) => check(rule, subject))

const counted = Object.keys({ ...criteria, ...lookedUp }) as ReadonlyArray<
  keyof typeof criteria | keyof typeof lookedUp
>

/** Returns how many criteria the rule has; its channel and `international` count as well. */
const specificity = (rule: RoutingRule): number =>
  counted.filter((field) => isAsked(rule[field])).length +
  (rule.channel === null ? 0 : 1) + (rule.international === undefined ? 0 : 1)

/**
 * Ranks rules for a single recipient first, then the account's own, then the most specific, then the lowest priority,
 * then the longest prefix.
 */
const rank = (rule: RoutingRule, isOwn: boolean): ReadonlyArray<number> => [
  rule.number === undefined ? 1 : 0,
  isOwn ? 0 : 1,
  -specificity(rule),
  rule.priority,
  -(rule.prefix?.length ?? 0)
]

const compare = (self: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const at = self.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : self[at]! - other[at]!
}

const ranking = ({ global, own }: Rules): ReadonlyArray<RoutingRule> =>
  [...own.map((rule) => ({ rule, isOwn: true })), ...global.map((rule) => ({ rule, isOwn: false }))]
    .map(({ isOwn, rule }) => ({ rule, rank: rank(rule, isOwn) }))
    .toSorted((self, other) => compare(self.rank, other.rank))
    .map(({ rule }) => rule)

const known = new WeakMap<Rules["own"], WeakMap<Rules["global"], ReadonlyArray<RoutingRule>>>()

/** Ranks rules once for as long as their lists live: the rank of a rule has nothing to do with any message. */
const ranked = (rules: Rules): ReadonlyArray<RoutingRule> => {
  const { global, own } = rules
  const before = known.get(own)?.get(global)
  if (before !== undefined) return before
  const all = ranking(rules)
  known.set(own, (known.get(own) ?? new WeakMap()).set(global, all))
  return all
}

/**
 * Returns the rules that the message meets, whatever a look-up tells or would tell, in the order in which they apply. Of
 * equally ranked rules the older comes first.
 */
export const matching = (rules: Rules, subject: Subject): ReadonlyArray<RoutingRule> =>
  ranked(rules).filter((rule) => isInForce(rule, subject.now) && isMet(rule, subject))
