/**
 * Schemas of the operator's terms, and the forms in which the service keeps them.
 */
import { Category } from "@signalbox/core/Category"
import { Channel } from "@signalbox/core/Channel"
import * as ConsentKeyword from "@signalbox/core/ConsentKeyword"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import * as Money from "@signalbox/core/Money"
import { NumberType, PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Rate as CoreRate } from "@signalbox/core/Price"
import type { QuietHours as CoreHours } from "@signalbox/core/QuietHours"
import { Preset, Region, Window } from "@signalbox/core/QuietHours"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import * as Schema from "effect/Schema"
import type {
  Keyword as GivenKeyword,
  QuietHours as GivenHours,
  Rate as GivenRate,
  Rule as GivenRule
} from "../Terms.ts"
import { isAmount } from "./amount.ts"

const optional = Schema.optionalKey

const check = <A>(holds: (value: A) => boolean, message: string) => Schema.makeFilter(holds, { message })

const money = Schema.Unknown.check(
  check(isAmount, "must be an amount of at least 0 with at most four decimals: \"0.0079\"")
)

/** Hosts give dates; what they give to a call is read as JSON first. */
const date = Schema.Unknown.check(
  check(
    (value: unknown) =>
      (value instanceof Date || typeof value === "string") && !Number.isNaN(new Date(value).getTime()),
    "must be a Date"
  )
)

export const Rate = Schema.Struct({
  channel: Channel,
  country: optional(Region),
  price: money,
  markup: optional(money)
})

export const Rule = Schema.Struct({
  action: optional(Schema.Literals(["ALLOW", "DENY"])),
  channel: optional(Channel),
  carrier: optional(Schema.String.check(check((text: string) => text !== "", "must be the id of a carrier"))),
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
  active: optional(Schema.Boolean),
  expiresAt: optional(date)
})

export const QuietHours = Schema.Union([
  Preset,
  Schema.Struct({ windows: Schema.Record(Region, Window), exempt: optional(Schema.Array(Category)) })
])

const isFree = (keyword: string): boolean =>
  ConsentKeyword.canBeHeard(keyword) && ConsentKeyword.hear(keyword, []) === null

export const Keywords = Schema.Array(Schema.Struct({
  keyword: Schema.String.check(check(isFree, "must not be blank, too long, or a word that every account has")),
  action: Schema.Literals(["OPT_OUT", "OPT_IN", "HELP"]),
  reply: optional(Schema.NullOr(Schema.String))
})).check(
  check(
    (each: ReadonlyArray<{ readonly keyword: string }>) =>
      each.length <= Limit.keywords &&
      each.every(({ keyword }, index) =>
        each.slice(0, index).every((other) => !ConsentKeyword.isSame(other.keyword, keyword))
      ),
    `must be ${Limit.keywords} keywords at most, and each another one`
  )
)

/** @param amount has been read as an amount */
const amountOf = (amount: unknown): Money.Money => Money.fromNumber(Number(amount))

export const rate = ({ channel, country, markup = 0, price }: GivenRate): CoreRate => ({
  channel,
  region: country ?? null,
  price: amountOf(price),
  activeContactPrice: amountOf(markup)
})

export const rule = (given: GivenRule): RoutingRule => {
  const { action = "ALLOW", carrier, channel, country, expiresAt, fallback = true, number, priority = 0, ...asked } =
    given
  return {
    ...asked,
    action,
    channel: channel ?? null,
    carrier: carrier === undefined ? null : carrier as CarrierId,
    country: country ?? null,
    fallback,
    priority,
    ...(number === undefined ? {} : { number: Schema.decodeUnknownSync(PhoneNumber)(number) }),
    ...(expiresAt === undefined ? {} : { expiresAt: Instant.make(new Date(expiresAt).getTime()) })
  }
}

export const quietHours = (given: GivenHours): CoreHours =>
  typeof given === "string" ? given : { windows: given.windows, exempt: given.exempt ?? [] }

export const keyword = ({ action, keyword: word, reply = null }: GivenKeyword) => ({
  keyword: word.trim(),
  action,
  reply
})
