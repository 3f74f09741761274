/**
 * The operator's terms as they are written in options, calls and files, and the forms in which the service keeps them.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import * as Limit from "../catalogue/Limit.ts"
import { Category } from "../definition/Category.ts"
import type { QuietHours as KeptHours } from "../hours/QuietHours.ts"
import { Preset, Region, Window } from "../hours/QuietHours.ts"
import type { Account } from "../row/Account.ts"
import { Destination, Preset as DestinationPreset } from "../row/Destinations.ts"
import { FrequencyRule } from "../row/Frequency.ts"
import type { OwnSettings } from "../row/OwnSettings.ts"
import { Pumping } from "../row/Pumping.ts"
import { Rate as KeptRate } from "../row/Rate.ts"
import type { Retention as KeptRetention } from "../row/Retention.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import { SpendCaps as KeptCaps } from "../row/SpendCaps.ts"
import { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { isRegion, NumberType, PhoneNumber } from "../value/PhoneNumber.ts"
import { Amount, amount } from "./AmountText.ts"
import { Purposes } from "./ConsentTerms.ts"
import * as RouteTerms from "./RouteTerms.ts"
import { SpendCaps, spendCaps, writtenSpendCaps } from "./SpendTerms.ts"
import { check, few } from "./TermCheck.ts"
import { instant, Time } from "./TimeText.ts"

const optional = Schema.optionalKey

export { amount, isAmount } from "./AmountText.ts"
export { Keyword, keyword, Keywords, Preferences, Purposes } from "./ConsentTerms.ts"
export { Cost, cost } from "./RouteTerms.ts"
export { SpendCaps, spendCaps, writtenSpendCaps } from "./SpendTerms.ts"
export { instant, Time } from "./TimeText.ts"

export const Rate = Schema.Struct({
  channel: Channel,
  country: optional(Region),
  price: Amount,
  markup: optional(Amount)
})

export const Rule = Schema.Struct({
  action: optional(Schema.Literals(["ALLOW", "DENY"])),
  channel: optional(Channel),
  carrier: optional(RouteTerms.carrierName),
  split: optional(RouteTerms.Split),
  select: optional(Schema.Literal("cheapest")),
  fallback: optional(Schema.Boolean),
  priority: optional(Schema.Int),
  country: optional(Region),
  prefix: optional(
    Schema.String.check(
      check((text: string) => /^\+\d{1,15}$/.test(text), "must be the first digits of a number: \"+4179\"")
    )
  ),
  number: optional(PhoneNumber),
  numberType: optional(NumberType),
  category: optional(Category),
  language: optional(Schema.String),
  international: optional(Schema.Boolean),
  ported: optional(Schema.Boolean),
  network: optional(RouteTerms.Networks),
  receiptSeconds: optional(
    Schema.Int.check(
      check(
        (value: number) => value >= Limit.fallbackSeconds.shortest && value <= Limit.fallbackSeconds.longest,
        `must be a whole number from ${Limit.fallbackSeconds.shortest} to ${Limit.fallbackSeconds.longest}`
      )
    )
  ),
  active: optional(Schema.Boolean),
  expiresAt: optional(Time)
}).check(RouteTerms.choosesOnce)

export const QuietHours = Schema.Union([
  Preset,
  Schema.Struct({ windows: Schema.Record(Region, Window), exempt: optional(Schema.Array(Category)) })
])

export const Frequency = Schema.Array(
  Schema.Struct({
    ...FrequencyRule.fields,
    most: Schema.Int.check(
      check(
        (most: number) => most >= 1 && most <= Limit.frequencyMost,
        `must be a whole number between 1 and ${Limit.frequencyMost}`
      )
    )
  })
).check(
  check(
    (each: ReadonlyArray<FrequencyRule>) =>
      new Set(each.map(({ category = "", per }) => `${category}/${per}`)).size === each.length,
    "must have one rule at most for each category and period"
  )
)

export const Rates = Schema.Array(Rate).check(few(Limit.ratesPerAccount))

export const Rules = Schema.Array(Rule).check(few(Limit.rulesPerAccount))

const knownDestination = Destination.check(
  check((text: string) => text.startsWith("+") || isRegion(text), "must be a region that there is, such as \"GB\"")
)

const destinationList = Schema.Array(knownDestination).check(
  few(Limit.destinationsPerAccount),
  check((each: ReadonlyArray<string>) => each.length > 0, "must have an entry: leave an empty list out")
)

/** Where messages of an account may go. An empty list is refused, since it might mean everything or nothing. */
export const Destinations = Schema.Struct({
  allow: optional(destinationList),
  forbid: optional(destinationList),
  preset: optional(DestinationPreset)
})

const count = (least: number) =>
  Schema.Int.check(check((value: number) => value >= least, `must be a whole number of at least ${least}`))

const retentionDays = optional(
  count(1).check(check((value: number) => value <= Limit.retentionDays, `must be at most ${Limit.retentionDays}`))
)

/** Redaction comes before removal, and sums of usage stay at least as long as the messages that they add up. */
const order = [
  ["messages", ["texts", "media", "numbers"]],
  ["webhookEvents", ["webhookBodies"]],
  ["usage", ["messages"]]
] as const

const isInOrder = (days: KeptRetention): boolean =>
  order.every(([longer, shorter]) => shorter.every((each) => (days[each] ?? 0) <= (days[longer] ?? Infinity)))

/** For how many days an account keeps what messages tell of people, and the messages and the rest. */
export const Retention = Schema.Struct({
  texts: retentionDays,
  media: retentionDays,
  numbers: retentionDays,
  webhookBodies: retentionDays,
  messages: retentionDays,
  webhookEvents: retentionDays,
  contacts: retentionDays,
  usage: retentionDays
}).check(
  check(
    isInOrder,
    "must keep messages no shorter than texts, media and numbers, webhookEvents no shorter than webhookBodies, and usage no shorter than messages"
  ),
  check(
    ({ messages, usage }: KeptRetention) => usage === undefined || messages !== undefined,
    "must say for how long messages are kept where it says so for usage"
  )
)

/** The forms in which hosts write terms: some of what the Schemas read is known by its type there. */
type RateText = Pick<typeof Rate.Type, "channel" | "country" | "price" | "markup">
type RuleText = Omit<typeof Rule.Type, "number"> & { readonly number?: string }
type HoursText = typeof QuietHours.Type

export const rate = ({ channel, country, markup = 0, price }: RateText): KeptRate => ({
  channel,
  region: country ?? null,
  price: amount(price),
  activeContactPrice: amount(markup)
})

export const writtenRate = ({ activeContactPrice, channel, price, region }: KeptRate) => ({
  channel,
  ...(region === null ? {} : { country: region }),
  price: Money.toText(price),
  markup: Money.toText(activeContactPrice)
})

/** The settings that null takes away as people write them; they are read as `row/OwnSettings` keeps them. */
export const Settings = Schema.Struct(
  {
    auditLogDays: count(1).check(
      check((value: number) => value <= Limit.auditLogDays, `must be at most ${Limit.auditLogDays}`)
    ),
    billing: Schema.Boolean,
    destinations: Destinations,
    frequency: Frequency,
    numberPools: RouteTerms.NumberPools,
    pumping: Pumping,
    purposes: Purposes,
    rates: Rates.pipe(Schema.decodeTo(
      Schema.toType(Schema.Array(KeptRate)),
      SchemaTransformation.transform<ReadonlyArray<KeptRate>, ReadonlyArray<RateText>>({
        decode: (each) => each.map(rate),
        encode: (each) => each.map(writtenRate)
      })
    )),
    retention: Retention,
    spend: SpendCaps.pipe(Schema.decodeTo(
      Schema.toType(KeptCaps),
      SchemaTransformation.transform<KeptCaps, typeof SpendCaps.Type>({ decode: spendCaps, encode: writtenSpendCaps })
    ))
  } satisfies { readonly [Name in keyof OwnSettings]: Schema.Codec<OwnSettings[Name], unknown> }
)

/** Some of them; null takes one away. */
export const Changes = Settings.mapFields(Struct.map(Schema.NullOr)).mapFields(Struct.map(optional))

/** Returns those that an account has of its own as people write them. */
export const writtenSettings = ({ rates, spend, ...same }: Partial<OwnSettings>) => ({
  ...same,
  ...(rates === undefined ? {} : { rates: rates.map(writtenRate) }),
  ...(spend === undefined ? {} : { spend: writtenSpendCaps(spend) })
})

/** The limits of an account, by the names of its row. */
export const Limits = Schema.Struct({
  requestsPerMinute: optional(count(1)),
  dailyMessageLimit: optional(Schema.NullOr(count(0))),
  allowMms: optional(Schema.Boolean),
  expiryHours: optional(count(1)),
  smartEncoding: optional(Schema.Boolean),
  keyLastUsed: optional(Schema.Boolean),
  auditLogDays: Changes.fields.auditLogDays,
  pumping: Changes.fields.pumping,
  webhooks: optional(count(0)),
  webhookDisableMinutes: optional(count(0))
})
export type Limits = typeof Limits.Type

/** Returns the limits that count for an account. */
export const writtenLimits = (account: Account): Required<Limits> => ({
  requestsPerMinute: account.requestsPerMinute,
  dailyMessageLimit: account.dailyMessageLimit,
  allowMms: account.allowMms,
  expiryHours: account.expiryHours ?? Limit.expiryHours,
  smartEncoding: account.smartEncoding ?? false,
  keyLastUsed: account.keyLastUsed ?? false,
  auditLogDays: account.auditLogDays ?? null,
  pumping: account.pumping ?? null,
  webhooks: account.webhooks ?? Limit.webhooksPerAccount.default,
  webhookDisableMinutes: account.webhookDisableMinutes ?? Limit.webhookDisableMinutes
})

export const rule = (given: RuleText): RoutingRule => {
  const {
    action = "ALLOW",
    carrier,
    channel,
    country,
    expiresAt,
    fallback = true,
    number,
    priority = 0,
    split,
    ...asked
  } = given
  return {
    ...asked,
    action,
    channel: channel ?? null,
    carrier: carrier === undefined ? null : carrier as CarrierId,
    country: country ?? null,
    fallback,
    priority,
    ...(number === undefined ? {} : { number: Schema.decodeUnknownSync(PhoneNumber)(number) }),
    ...(expiresAt === undefined ? {} : { expiresAt: instant(expiresAt) }),
    ...(split === undefined ? {} : { split: split.map(RouteTerms.share) })
  }
}

/** @param time returns an instant in the form in which the caller writes times */
export const writtenRule = <Written>(
  { carrier, channel, country, expiresAt, split, ...rule }: RoutingRule,
  time: (at: Instant) => Written
) => ({
  ...rule,
  ...(channel === null ? {} : { channel }),
  ...(carrier === null ? {} : { carrier }),
  ...(country === null ? {} : { country }),
  ...(expiresAt === undefined ? {} : { expiresAt: time(expiresAt) }),
  ...(split === undefined ? {} : { split: split.map(RouteTerms.writtenShare(time)) })
})

export const quietHours = (given: HoursText): KeptHours =>
  typeof given === "string" ? given : { windows: given.windows, exempt: given.exempt ?? [] }
