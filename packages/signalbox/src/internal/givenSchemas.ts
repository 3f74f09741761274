/**
 * What hosts give to calls that are not the HTTP API's.
 */
import { Channel } from "@signalbox/core/Channel"
import { FailureClass } from "@signalbox/core/FailureClass"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
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

const amount = /^\d{1,12}(?:\.\d{1,4})?$/

/** Money as a host writes it. */
export const isAmount = (value: unknown): value is number | string =>
  (typeof value === "number" || typeof value === "string") && amount.test(String(value))

const money = Schema.Unknown.check(
  check(isAmount, "must be an amount of at least 0 with at most four decimals: \"100.00\"")
)

export const Account = Schema.Struct({
  name: filled,
  id: optional(id),
  email: optional(Schema.String),
  organization: optional(id),
  balance: optional(money),
  channels: optional(Schema.Array(Channel)),
  numbers: optional(Schema.Array(PhoneNumber)),
  requestsPerMinute: optional(count(1)),
  dailyMessageLimit: optional(Schema.NullOr(count(0)))
})

export const CallOptions = Schema.Struct({
  idempotencyKey: optional(Schema.String),
  requestId: optional(Schema.String)
})

export const Receipt = Schema.Struct({
  carrier: optional(filled),
  reference: optional(filled),
  to: optional(PhoneNumber),
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
  reference: filled,
  channel: Channel,
  from: PhoneNumber,
  to: Schema.String,
  text: Schema.NullOr(Schema.String),
  media: optional(Schema.Array(Schema.Struct({
    url: Schema.String,
    mimeType: optional(Schema.String),
    sizeBytes: optional(Schema.Finite)
  }))),
  part: optional(Schema.Struct({ series: Schema.String, index: Schema.Finite, count: Schema.Finite }))
})
