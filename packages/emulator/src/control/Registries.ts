/**
 * `POST /emulator/channels`: what registries, carriers and providers do with a channel of an account. A channel that was
 * ordered through the API goes its way by it; a channel that nobody ordered is one that the account has, or has not.
 */
import { Channel } from "@signalbox/core/Channel"
import { ChannelCode } from "@signalbox/core/ChannelCode"
import type { ChannelOutcome } from "@signalbox/core/ChannelOutcome"
import type { Subject } from "@signalbox/core/ChannelSet"
import * as Channels from "@signalbox/core/ChannelSet"
import * as Instant from "@signalbox/core/Instant"
import { NumberType } from "@signalbox/core/Market"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Orders from "../provision/Orders.ts"
import { findAccount } from "./Accounts.ts"
import * as Call from "./Call.ts"

const Country = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Z]{2}$/.test(text), { message: "must be a country such as US" })
)

/** The names of outcomes: those of the API's events where they have one. */
const outcomes = {
  held: "hold",
  changes_requested: "request_changes",
  approved: "approve",
  activated: "activate",
  rejected: "reject",
  deactivated: "deactivate",
  account_lost: "lack_account",
  number_lost: "lack_number"
} as const satisfies Readonly<Record<string, ChannelOutcome | "hold">>

const Announcement = Schema.Struct({
  account: Schema.String,
  channel: Channel,
  country: Schema.optionalKey(Country),
  number_type: Schema.optionalKey(NumberType),
  event: Schema.Literals(Object.keys(outcomes) as ReadonlyArray<keyof typeof outcomes>),
  reason: Schema.optionalKey(Schema.NonEmptyString),
  reason_code: Schema.optionalKey(ChannelCode),
  sender_value: Schema.optionalKey(Schema.NonEmptyString),
  after_ms: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 366 * Instant.day })))
})
type Announcement = typeof Announcement.Type

/** The channel that can be ordered, if the announcement names one. */
const subjectOf = ({ channel, country, number_type: numberType }: Announcement): Subject | null => {
  if (channel === "whatsapp" || channel === "rcs") return { channel }
  return channel === "sms" && country !== undefined && numberType !== undefined
    ? { channel, country, numberType }
    : null
}

const announce = Effect.fnUntraced(function*(announcement: Announcement) {
  const { account: id, after_ms: afterMillis = 0, channel, event, reason = null } = announcement
  const operator = yield* Operator
  const account = yield* findAccount(id)
  const subject = subjectOf(announcement)
  const set = yield* operator.findChannels(account.id)
  const isOrdered = subject !== null && Channels.standing(set, subject) !== null
  const isSwitch = event === "activated" || event === "deactivated"
  // A market says by itself that it is one to come; of the other channels nobody may have ordered any.
  if (subject !== null && (isOrdered || !isSwitch || subject.channel === "sms")) {
    const { reason_code: code = null, sender_value: sender = null } = announcement
    const status = yield* Orders.order(
      account.id,
      subject,
      { outcome: outcomes[event], reason, code, sender },
      afterMillis
    )
    return { account: account.id, channels: [...account.channels], ...(status === null ? {} : { status }) }
  }
  const others = account.channels.filter((each) => each !== channel)
  const channels = event === "activated" ? [...others, channel] : event === "deactivated" ? others : account.channels
  const changed = yield* operator.change(account.id, { channels })
  return { account: account.id, channels: [...changed?.channels ?? channels] }
})

export const calls: ReadonlyArray<Call.Call> = [Call.send("POST", "/emulator/channels", Announcement, announce)]
