/**
 * `POST /emulator/channels`: what the registries do with an account's channels. Today an account has a channel or has it
 * not; what else the registries say is taken, and will show when channels are resources of their own.
 */
import { Channel } from "@signalbox/core/Channel"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { findAccount } from "./Accounts.ts"
import * as Call from "./Call.ts"

const Country = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Z]{2}$/.test(text), { message: "must be a country such as US" })
)

const Announcement = Schema.Struct({
  account: Schema.String,
  channel: Channel,
  country: Schema.optionalKey(Country),
  number_type: Schema.optionalKey(Schema.NonEmptyString),
  event: Schema.Literals(["changes_requested", "approved", "activated", "rejected", "deactivated"]),
  reason: Schema.optionalKey(Schema.NonEmptyString)
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.send("POST", "/emulator/channels", Announcement, ({ account: id, channel, event }) =>
    Effect.gen(function*() {
      const operator = yield* Operator
      const account = yield* findAccount(id)
      const others = account.channels.filter((each) => each !== channel)
      const channels = event === "activated"
        ? [...others, channel]
        : event === "deactivated"
        ? others
        : account.channels
      const changed = yield* operator.change(account.id, { channels })
      return { account: account.id, channels: [...changed?.channels ?? channels] }
    }))
]
