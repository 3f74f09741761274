/**
 * Schemas of what hosts give to calls that are not the HTTP API's.
 */
import { KeywordList } from "@signalbox/core/Account"
import { AddressRange } from "@signalbox/core/AddressRange"
import { Channel } from "@signalbox/core/Channel"
import { FailureClass } from "@signalbox/core/FailureClass"
import { KeyScope } from "@signalbox/core/KeyScope"
import * as Limit from "@signalbox/core/Limit"
import * as PhoneNumbers from "@signalbox/core/PhoneNumber"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Terms from "@signalbox/core/Terms"
import * as Uuid from "@signalbox/core/Uuid"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const check = <A>(holds: (value: A) => boolean, message: string) => Schema.makeFilter(holds, { message })

const id = Schema.String.check(check((text: string) => Uuid.is(text.toLowerCase()), "must be a UUID"))

const filled = Schema.String.check(check((text: string) => text.trim() !== "", "must not be blank"))

const date = Schema.Unknown.check(
  check((value: unknown) => value instanceof Date && !Number.isNaN(value.getTime()), "must be a Date")
)

const count = (least: number) =>
  Schema.Int.check(check((value: number) => value >= least, `must be a whole number of at least ${least}`))

const money = Schema.Unknown.check(
  check(Terms.isAmount, "must be an amount of at least 0 with at most four decimals: \"100.00\"")
)

export const Account = Schema.Struct({
  name: filled,
  id: optional(id),
  email: optional(Schema.String),
  organization: optional(id),
  balance: optional(money),
  channels: optional(Schema.Array(Channel)),
  numbers: optional(Schema.Array(PhoneNumber)),
  ...Terms.Limits.fields,
  ...Terms.Changes.fields,
  keywordLists: optional(Schema.Array(KeywordList)),
  rules: optional(Terms.Rules),
  quietHours: optional(Terms.QuietHours),
  keywords: optional(Terms.Keywords)
})

const requestId = Schema.String.check(
  check((text: string) => /^[\x20-\x7e]{1,128}$/.test(text), "must be 1 to 128 characters of printable ASCII")
)

export const CallOptions = Schema.Struct({
  idempotencyKey: optional(Schema.String),
  requestId: optional(requestId)
})

const millis = Schema.Finite.check(
  check((value: number) => value >= 0, "must be a number of milliseconds of at least 0")
)

export const EnsureOptions = Schema.Struct({ reviewedWithinMs: optional(millis) })

export const OfMessage = Schema.Struct({ id: Schema.String })

export const Settled = Schema.Struct({ timeoutMs: optional(millis), signal: optional(Schema.Unknown) })

export const Report = Schema.Struct({ knownWithinMs: optional(millis) })

export const isSignal = (value: unknown): value is AbortSignal =>
  typeof value === "object" && value !== null && "throwIfAborted" in value &&
  typeof value.throwIfAborted === "function" && "addEventListener" in value &&
  typeof value.addEventListener === "function"

/** The arguments of calls, by their names. */
export const OfAccount = Schema.Struct({ account: Schema.String })

export const TopUp = Schema.Struct({
  account: Schema.String,
  amount: money.check(check((value: unknown) => Number(value) > 0, "must be more than 0, such as \"100.00\"")),
  reference: optional(
    filled.check(check((text: string) => text.length <= Limit.topUpReferenceLength, "must have at most 255 characters"))
  )
})

export const Page = Schema.Struct({
  offset: optional(count(0)),
  limit: optional(count(1).check(check((value: number) => value <= 1000, "must be at most 1000")))
})

export const NewKey = Schema.Struct({
  text: optional(Schema.String),
  scopes: optional(Schema.Array(KeyScope)),
  expiresAt: optional(Terms.Time),
  addresses: optional(Schema.Array(AddressRange))
})

export const OfKey = Schema.Struct({ key: Schema.String })

export const Rotate = Schema.Struct({ graceMs: optional(Schema.Finite), expiresAt: optional(Terms.Time) })

/** Returns a carrier's name of a message as a text, or null for what is none. A large number was rounded. */
export const nameOf = (reference: unknown): string | null => {
  const isNumber = typeof reference === "bigint" || Number.isSafeInteger(reference)
  const text = isNumber ? String(reference) : reference
  return typeof text === "string" && text.trim() !== "" ? text : null
}

const name = Schema.Unknown.check(
  check((value: unknown) => nameOf(value) !== null, "must be a text that is not blank, or a whole number below 2^53")
)

export const CallbackAnswer = Schema.Struct({
  receipts: optional(Schema.Array(Schema.Unknown)),
  inbound: optional(Schema.Array(Schema.Unknown)),
  response: optional(Schema.Unknown)
})

const status = Schema.Int.check(
  check((value: number) => value >= 200 && value <= 599, "must be a status from 200 to 599")
)

export const Response = Schema.Struct({
  status,
  headers: optional(Schema.Unknown),
  body: optional(Schema.Unknown)
})

export const OfCarrier = Schema.Struct({ carrier: filled })

export const Receipt = Schema.Struct({
  carrier: optional(filled),
  reference: optional(name),
  to: optional(Schema.String),
  message: optional(id),
  attempt: optional(id),
  status: Schema.Literals(["delivered", "read", "failed"]),
  failure: optional(FailureClass),
  at: optional(date),
  code: optional(Schema.String),
  text: optional(Schema.String),
  price: optional(Schema.Struct({ amount: Schema.Finite, currency: Schema.String }))
})

export const Inbound = Schema.Struct({
  carrier: optional(filled),
  reference: name,
  channel: Channel,
  from: Schema.String.check(
    check((text: string) => PhoneNumbers.spelt(text) !== null, "must be a phone number with its country code")
  ),
  to: Schema.String,
  text: Schema.NullOr(Schema.String),
  media: optional(Schema.Array(Schema.Struct({
    url: Schema.String,
    mimeType: Schema.optional(Schema.String),
    sizeBytes: Schema.optional(Schema.Finite)
  }))),
  part: optional(Schema.Struct({ series: Schema.String, index: Schema.Finite, count: Schema.Finite }))
})

/** A review says this when it rejects. */
export const Rejected = Schema.Struct({ rejected: Schema.String })

const verdict = Schema.Union([Schema.Literal("approved"), Rejected])

/** A review says this when it has not decided yet. */
export const Undecided = Schema.Struct({
  askAgainAt: date,
  channels: optional(Schema.Struct({
    sms: optional(verdict),
    whatsapp: optional(verdict),
    rcs: optional(verdict),
    mms: optional(verdict)
  }))
})
