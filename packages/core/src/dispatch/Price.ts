/**
 * The price of a message, from a settings table by channel and destination. SMS is priced per segment (decisions 3.2).
 */
import * as Context from "effect/Context"
import type { Account } from "../row/Account.ts"
import type { Rate } from "../row/Rate.ts"
import type { Channel } from "../value/Channel.ts"
import * as Money from "../value/Money.ts"

export type { Rate } from "../row/Rate.ts"

const rate = (channel: Channel, price: number, activeContactPrice: number): Rate => ({
  channel,
  region: null,
  price: Money.fromNumber(price),
  activeContactPrice: Money.fromNumber(activeContactPrice)
})

/** The rates of this service. An embedder provides its own. */
export const Rates = Context.Reference<ReadonlyArray<Rate>>("@signalbox/core/dispatch/Price/Rates", {
  defaultValue: () => [
    rate("sms", 0.0079, 0.001),
    rate("whatsapp", 0.005, 0.001),
    rate("rcs", 0.01, 0.001),
    rate("mms", 0.02, 0.001)
  ]
})

/** Whether messages cost money here, where neither the account nor its organization says otherwise. */
export const Billing = Context.Reference<boolean>("@signalbox/core/dispatch/Price/Billing", {
  defaultValue: () => true
})

/** The prices that messages are charged by. Null: nothing is charged, and no balance is asked for. */
export type Tariff = ReadonlyArray<Rate> | null

/** The operator's terms for all accounts. */
export interface Terms {
  readonly rates: ReadonlyArray<Rate>
  /** Absent: messages cost money. */
  readonly billing?: boolean
}

/**
 * An account, and the organization that it is a profile of. What it says itself goes before what its organization says, and
 * that before the terms for all accounts.
 */
type Own = ReadonlyArray<Pick<Account, "billing" | "rates">>

/** Returns whether messages of the account cost money. */
export const isCharged = (accounts: Own, { billing = true }: Terms): boolean =>
  accounts.find((each) => each.billing !== undefined)?.billing ?? billing

/** Returns the rates of the account, whether they are charged or not. */
export const ratesOf = (accounts: Own, { rates }: Terms): ReadonlyArray<Rate> =>
  accounts.find((each) => each.rates !== undefined)?.rates ?? rates

export const tariffOf = (accounts: Own, terms: Terms): Tariff =>
  isCharged(accounts, terms) ? ratesOf(accounts, terms) : null

export interface Price {
  readonly price: Money.Money
  readonly activeContactPrice: Money.Money
}

const free: Price = { price: Money.zero, activeContactPrice: Money.zero }

/** Returns the price of one message, or null when no rate covers it. Where nothing is charged it is zero. */
export const quote = (
  rates: Tariff,
  channel: Channel,
  region: string,
  segments: number
): Price | null => {
  if (rates === null) return free
  const found = rates.find((entry) => entry.channel === channel && entry.region === region) ??
    rates.find((entry) => entry.channel === channel && entry.region === null)
  return found === undefined ? null : {
    price: Money.make(found.price * segments),
    activeContactPrice: found.activeContactPrice
  }
}

export const total = (self: Price): Money.Money => Money.plus(self.price, self.activeContactPrice)
