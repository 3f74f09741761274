/**
 * The price of a message, from a settings table by channel and destination. SMS is priced per segment (decisions 3.2).
 */
import * as Context from "effect/Context"
import type { Channel } from "../value/Channel.ts"
import * as Money from "../value/Money.ts"

export interface Rate {
  readonly channel: Channel
  /** The destination as ISO 3166-1 alpha-2, or null for every destination without a rate of its own. */
  readonly region: string | null
  /** The carrier's price per message; on SMS per segment. */
  readonly price: Money.Money
  /** The markup on top, per message. */
  readonly activeContactPrice: Money.Money
}

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

export interface Price {
  readonly price: Money.Money
  readonly activeContactPrice: Money.Money
}

/** Returns the price of one message, or null when no rate covers it. */
export const quote = (
  rates: ReadonlyArray<Rate>,
  channel: Channel,
  region: string,
  segments: number
): Price | null => {
  const found = rates.find((entry) => entry.channel === channel && entry.region === region) ??
    rates.find((entry) => entry.channel === channel && entry.region === null)
  return found === undefined ? null : {
    price: Money.make(found.price * segments),
    activeContactPrice: found.activeContactPrice
  }
}

export const total = (self: Price): Money.Money => Money.plus(self.price, self.activeContactPrice)
