/**
 * Chooses the sender of a message (decisions 4.1 "Senders").
 */
import type { Account, OwnNumber, OwnSender } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as NumberPools from "./NumberPools.ts"

/** The destination of a message. */
export interface Destination {
  /** Absent: nobody in particular, who is written to from the first number of a pool. */
  readonly person?: NumberPools.Person
  readonly region: string
  /** Whether it takes SMS only from senders that are registered there, so that no short name stands in for one. */
  readonly asksForSender: boolean
}

const isFree = ({ isWithheld }: OwnNumber | OwnSender): boolean => isWithheld !== true

/** Returns the sender for the region that is no number. Only SMS has such senders. */
const senderFor = (account: Account, channel: Channel, region: string): string | undefined =>
  channel === "sms" ? account.senders?.find((own) => own.country === region && isFree(own))?.value : undefined

const able = ({ numbers }: Account, channel: Channel): ReadonlyArray<OwnNumber> =>
  numbers.filter((own) => own.channels.includes(channel) && isFree(own))

/** Returns the account's numbers of a country that it may use on the channel. */
export const numbersOf = (account: Account, channel: Channel, country: string): ReadonlyArray<OwnNumber> =>
  able(account, channel).filter((own) => own.country === country)

/** Returns the account's first number for the channel and the region, else its first for the channel. */
const firstFor = (account: Account, channel: Channel, region: string): OwnNumber | undefined => {
  const numbers = able(account, channel)
  return numbers.find((own) => own.country === region) ?? numbers[0]
}

/** Returns that number, or the person's own among those of its pool. */
const numberFor = (account: Account, channel: Channel, { person, region }: Destination): OwnNumber | undefined => {
  const first = firstFor(account, channel, region)
  if (person === undefined || first === undefined || account.numberPools === undefined) return first
  const pool = NumberPools.of(account, channel, first.country)
  return pool === undefined ? first : NumberPools.ranked(pool, numbersOf(account, channel, pool.country), person)[0]
}

const isNameless = ({ shortNameWithheldIn = [] }: Account, region: string): boolean =>
  shortNameWithheldIn.includes(region)

/** Returns what messages on the channel come from that come from no number: its WhatsApp account's number, or its agent. */
const connected = ({ channelSenders = {} }: Account, channel: Channel): string | null =>
  channel === "whatsapp" || channel === "rcs" ? channelSenders[channel] ?? null : null

/**
 * Returns the number that fits the channel, the region and the person best, else the short name on SMS, and on WhatsApp and RCS what
 * was connected. A sender that is registered for the region goes before a number of another one.
 */
export const choose = (account: Account, channel: Channel, to: Destination): string | null => {
  const { asksForSender, region } = to
  const own = numberFor(account, channel, to)
  const registered = (own?.country === region ? undefined : senderFor(account, channel, region)) ?? own?.number
  if (registered !== undefined) return registered
  if (channel !== "sms") return connected(account, channel)
  return asksForSender || isNameless(account, region) ? null : account.shortName
}

/** Returns the account's first number that it may use on the channel, wherever the recipient is; null when it has none. */
export const ownNumber = (account: Account, channel: Channel): PhoneNumber | null =>
  account.numbers.find((own) => own.channels.includes(channel) && isFree(own))?.number ?? null

/** Returns whether the account's markets withhold what a message to the region could come from. */
const isWithheldIn = (account: Account, channel: Channel, region: string): boolean =>
  account.numbers.some((own) => own.country === region && own.channels.includes(channel) && !isFree(own)) ||
  channel === "sms" && (
      (account.smsWithheldIn ?? []).includes(region) || isNameless(account, region) ||
      (account.senders ?? []).some((own) => own.country === region && !isFree(own))
    )

/**
 * Returns whether a carrier may choose the sender of a message to the region.
 *
 * @param region computed only when the markets of the account withhold anything
 */
export const mayBeChosen = (account: Account, channel: Channel, region: () => string): boolean => {
  const { numbers, senders = [], shortNameWithheldIn = [], smsWithheldIn = [] } = account
  const isAllFree = smsWithheldIn.length === 0 && shortNameWithheldIn.length === 0 && numbers.every(isFree) &&
    senders.every(isFree)
  return isAllFree || !isWithheldIn(account, channel, region())
}

/**
 * Returns whether nothing may be sent to this destination, because there is nothing that it could come from. A carrier
 * that chooses senders by itself stands in for one that the account does not have, and for none that a market withholds.
 */
export const isWithout = (account: Account, channel: Channel, to: Destination, choosesSender: boolean): boolean =>
  choose(account, channel, to) === null && (!choosesSender || isWithheldIn(account, channel, to.region))

/** Returns the country of that sender, or null when the account has none. */
export const countryOf = (account: Account, channel: Channel, region: string): string | null => {
  const own = firstFor(account, channel, region)
  return own?.country !== region && senderFor(account, channel, region) !== undefined ? region : own?.country ?? null
}

/** Returns whether the number is one of the account's that its market does not let send. */
export const isWithheld = ({ numbers }: Account, from: string | null): boolean =>
  numbers.some((own) => own.number === from && !isFree(own))

/**
 * Returns whether the account may send from there. A carrier that chooses the sender by itself is told none.
 *
 * @param region computed only when the account may use its short name in some countries and not in others
 */
export const isOwn = (account: Account, channel: Channel, from: string | null, region: () => string): boolean => {
  const { numbers, senders = [], shortName, shortNameWithheldIn = [] } = account
  return from === null ||
    numbers.some((own) => own.number === from && own.channels.includes(channel) && isFree(own)) ||
    (channel === "sms"
      ? senders.some((own) => own.value === from && isFree(own)) ||
        from === shortName && (shortNameWithheldIn.length === 0 || !isNameless(account, region()))
      : from === connected(account, channel))
}
