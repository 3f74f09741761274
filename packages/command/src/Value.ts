/**
 * The values of arguments and options.
 */
import type { AccountId as AccountId_ } from "@signalbox/core/Id"
import { AccountId } from "@signalbox/core/Id"
import type * as Money from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as PhoneNumber_ from "@signalbox/core/PhoneNumber"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"

const decode = Schema.decodeUnknownEffect(AccountId)

export const account = (text: string): Effect.Effect<AccountId_, CommandError> =>
  Effect.mapError(decode(text), () => misuse(`${text} is no account: the id of an account is a UUID.`))

export const phone = (text: string): Effect.Effect<PhoneNumber, CommandError> =>
  PhoneNumber_.is(text)
    ? Effect.succeed(text)
    : Effect.fail(misuse(`${text} is no phone number in the form of E.164, such as +12015550123.`))

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time such as `90s` or `24h`, in milliseconds. */
export const duration = (name: string, text: string): Effect.Effect<number, CommandError> => {
  const [, number = "", unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return number === ""
    ? Effect.fail(misuse(`--${name} ${text} is no time. Write 90s, 10m, 24h or 7d.`))
    : Effect.succeed(Number(number) * units[unit]!)
}

/** An amount of money such as `100.00`. */
export const amount = (text: string): Effect.Effect<Money.Money, CommandError> =>
  Terms.isAmount(text)
    ? Effect.succeed(Terms.amount(text))
    : Effect.fail(misuse(`${text} is no amount of at least 0 with at most four decimals, such as 100.00.`))

export const count = (name: string, text: string, most: number): Effect.Effect<number, CommandError> => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most
    ? Effect.succeed(number)
    : Effect.fail(misuse(`--${name} ${text} is no whole number from 1 to ${most}.`))
}
