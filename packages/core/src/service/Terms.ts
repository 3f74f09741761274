/**
 * The operator's terms as they are written in options, calls and files, and the forms in which the service keeps them.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"
import * as Limit from "../catalogue/Limit.ts"
import * as ConsentKeyword from "../consent/ConsentKeyword.ts"
import { Category } from "../definition/Category.ts"
import type { QuietHours as KeptHours } from "../hours/QuietHours.ts"
import { Preset, Region, Window } from "../hours/QuietHours.ts"
import type { Account, Keyword as KeptKeyword } from "../row/Account.ts"
import { Destination, Preset as DestinationPreset } from "../row/Destinations.ts"
import { FrequencyRule } from "../row/Frequency.ts"
import type { OwnSettings } from "../row/OwnSettings.ts"
import { Pumping } from "../row/Pumping.ts"
import type { Purpose as KeptPurpose } from "../row/Purpose.ts"
import { PurposeConsent } from "../row/Purpose.ts"
import { Rate as KeptRate } from "../row/Rate.ts"
import type { Retention as KeptRetention } from "../row/Retention.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { SpendCap as KeptCap } from "../row/SpendCaps.ts"
import { SpendCaps as KeptCaps } from "../row/SpendCaps.ts"
import { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { isRegion, NumberType, PhoneNumber } from "../value/PhoneNumber.ts"
import * as RouteTerms from "./RouteTerms.ts"
import { instant, Time } from "./TimeText.ts"

const optional = Schema.optionalKey

const check = <A>(holds: (value: A) => boolean, message: string) => Schema.makeFilter(holds, { message })

const written = /^\d{1,12}(?:\.\d{1,4})?$/

/** Returns whether it is an amount of money as people write it: a number or a text with at most four decimals. */
export const isAmount = (value: unknown): value is number | string =>
  (typeof value === "number" || typeof value === "string") && written.test(String(value)) &&
  Number.isSafeInteger(Money.fromNumber(Number(value)))

/** @param amount has been read as an amount */
export const amount = (amount: unknown): Money.Money => Money.fromNumber(Number(amount))

const money = Schema.Unknown.check(
  check(isAmount, "must be an amount of at least 0 with at most four decimals: \"0.0079\"")
)

export { Cost, cost } from "./RouteTerms.ts"
export { instant, Time } from "./TimeText.ts"

export const Rate = Schema.Struct({
  channel: Channel,
  country: optional(Region),
  price: money,
  markup: optional(money)
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

const isFree = (keyword: string): boolean =>
  ConsentKeyword.canBeHeard(keyword) && ConsentKeyword.hear(keyword, []) === null

export const Keyword = Schema.Struct({
  keyword: Schema.String.check(check(isFree, "must not be blank, too long, or a word that every account has")),
  action: Schema.Literals(["OPT_OUT", "OPT_IN", "HELP"]),
  reply: optional(Schema.NullOr(Schema.String))
})

export const Keywords = Schema.Array(Keyword).check(
  check(
    (each: ReadonlyArray<{ readonly keyword: string }>) =>
      each.length <= Limit.keywords &&
      each.every(({ keyword }, index) =>
        each.slice(0, index).every((other) => !ConsentKeyword.isSame(other.keyword, keyword))
      ),
    `must be ${Limit.keywords} keywords at most, and each another one`
  )
)

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

const word = Schema.String.check(
  check(
    (text: string) => isFree(text) && text.length <= Limit.purposeNameLength,
    "must not be blank, too long, or a word that every account has"
  )
)

const reply = Schema.String.check(
  check(
    (text: string) => text.trim() !== "" && text.length <= Limit.purposeReplyLength,
    `must not be blank and must have at most ${Limit.purposeReplyLength} characters`
  )
)

const Purpose = Schema.Struct({
  name: Schema.String.check(
    check(
      (text: string) => text.length <= Limit.purposeNameLength && /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(text),
      `must be letters, digits, "_", "." and "-", ${Limit.purposeNameLength} at most: "newsletter"`
    )
  ),
  categories: optional(
    Schema.Array(Category).check(
      check((each: ReadonlyArray<Category>) => new Set(each).size === each.length, "must name each category once")
    )
  ),
  requiresOptIn: optional(Schema.Boolean),
  optOutKeyword: optional(word),
  optInKeyword: optional(word),
  optOutReply: optional(reply),
  optInReply: optional(reply)
})

const areDifferent = (texts: ReadonlyArray<string>): boolean =>
  texts.every((text, index) => !texts.slice(0, index).some((other) => ConsentKeyword.isSame(other, text)))

export const Purposes = Schema.Array(Purpose).check(
  check(
    (each: ReadonlyArray<KeptPurpose>) => each.length <= Limit.purposes,
    `must be ${Limit.purposes} purposes at most`
  ),
  check(
    (each: ReadonlyArray<KeptPurpose>) => new Set(each.map(({ name }) => name)).size === each.length,
    "must have another name each"
  ),
  check(
    (each: ReadonlyArray<KeptPurpose>) =>
      areDifferent(
        each.flatMap(({ optInKeyword, optOutKeyword }) =>
          [optOutKeyword, optInKeyword].filter((text) => text !== undefined)
        )
      ),
    "must have another keyword each"
  )
)

export const Preferences = Schema.Record(Schema.String, Schema.NullOr(PurposeConsent)).check(
  check(
    (each: object) => Object.keys(each).length <= Limit.purposes,
    `must have ${Limit.purposes} purposes at most`
  )
)

const few = <A>(most: number) =>
  check((each: ReadonlyArray<A>) => each.length <= most, `must have at most ${most} entries`)

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

const SpendCap = Schema.Struct({ day: optional(money), month: optional(money) })

export const SpendCaps = Schema.Struct({
  ...SpendCap.fields,
  regions: optional(
    Schema.Record(
      Region.check(check((text: string) => isRegion(text), "must be a region that there is, such as \"GB\"")),
      SpendCap
    )
  )
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
type KeywordText = typeof Keyword.Type

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

type CapText = typeof SpendCap.Type

const spendCap = ({ day, month }: CapText): KeptCap => ({
  ...(day === undefined ? {} : { day: amount(day) }),
  ...(month === undefined ? {} : { month: amount(month) })
})

const writtenCap = ({ day, month }: KeptCap) => ({
  ...(day === undefined ? {} : { day: Money.toText(day) }),
  ...(month === undefined ? {} : { month: Money.toText(month) })
})

const eachRegion = <A, B>(regions: Readonly<Record<string, A>>, of: (cap: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(regions).map(([region, cap]) => [region, of(cap)]))

export const spendCaps = ({ regions, ...all }: typeof SpendCaps.Type): KeptCaps => ({
  ...spendCap(all),
  ...(regions === undefined ? {} : { regions: eachRegion(regions, spendCap) })
})

export const writtenSpendCaps = ({ regions, ...all }: KeptCaps) => ({
  ...writtenCap(all),
  ...(regions === undefined ? {} : { regions: eachRegion(regions, writtenCap) })
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

export const keyword = ({ action, keyword: word, reply = null }: KeywordText): KeptKeyword => ({
  keyword: word.trim(),
  action,
  reply
})
