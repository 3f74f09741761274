/**
 * The status of a channel decides what its account sends on: an ACTIVE channel is one that the account sends on, and an
 * ACTIVE market gives it its sender. A channel that is not ACTIVE any more takes both away again; what the operator
 * gave stays.
 */
import * as Numbers from "../account/Numbers.ts"
import * as OwnChannel from "../account/OwnChannel.ts"
import type * as Facts from "../commit/Facts.ts"
import type * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import type { Market } from "../row/Market.ts"
import type { Instant } from "../value/Instant.ts"
import { is as isPhoneNumber } from "../value/PhoneNumber.ts"

/** Needs to know whether other accounts have the numbers of this one, and those that its markets may bring. */
export const needs = (account: Account, senders: ReadonlyArray<string | null>): Needs.Needs =>
  Numbers.needs([
    ...account.numbers,
    ...senders.flatMap((sender) =>
      sender !== null && isPhoneNumber(sender) ? [{ number: sender, channels: [], country: "" }] : []
    )
  ])

const has = (account: Account, { country, senderValue }: Market): boolean =>
  account.numbers.some(({ number }) => number === senderValue) ||
  (account.senders ?? []).some((own) => own.value === senderValue && own.country === country)

export interface Granted {
  readonly account: Account
  readonly market: Market
}

/** Gives the account the market's sender, unless it has it already from elsewhere. */
export const grant = (facts: Facts.Facts, account: Account, market: Market, now: Instant): Granted => {
  const { country, senderValue } = market
  const sending = OwnChannel.withChannel(account, "sms")
  if (senderValue === null || has(account, market)) return { account: sending, market }
  const granted: Market = { ...market, gaveSender: true }
  return isPhoneNumber(senderValue)
    ? {
      market: granted,
      account: Numbers.dated(
        Numbers.settled(facts, {
          ...sending,
          numbers: [...sending.numbers, { number: senderValue, channels: ["sms"], country }]
        }),
        sending.numbers,
        now
      )
    }
    : {
      market: granted,
      account: { ...sending, senders: [...(sending.senders ?? []), { value: senderValue, country }] }
    }
}

/** An account sends SMS as long as it has anything that an SMS could come from. */
const canSend = ({ numbers, senders = [], shortName }: Account): boolean =>
  shortName !== null || senders.length > 0 || numbers.some(({ channels }) => channels.includes("sms"))

/** Takes away what the market has given. */
export const revoke = (account: Account, market: Market): Granted => {
  if (!market.gaveSender) return { account, market }
  const { senders = [], ...rest } = account
  const left = senders.filter((own) => own.value !== market.senderValue || own.country !== market.country)
  const bare: Account = {
    ...rest,
    numbers: rest.numbers.filter(({ number }) => number !== market.senderValue),
    ...(left.length === 0 ? {} : { senders: left })
  }
  return {
    market: { ...market, gaveSender: false },
    account: canSend(bare) ? bare : OwnChannel.withoutChannel(bare, "sms")
  }
}
