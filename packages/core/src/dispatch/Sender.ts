/**
 * Chooses the sender of a message (decisions 4.1 "Senders").
 */
import type { Account, OwnNumber } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** Returns the sender for the region that is no number. Only SMS has such senders. */
const senderFor = (account: Account, channel: Channel, region: string): string | undefined =>
  channel === "sms" ? account.senders?.find((own) => own.country === region)?.value : undefined

/** Returns the account's first number for the channel and the region, else its first for the channel. */
const numberFor = (account: Account, channel: Channel, region: string): OwnNumber | undefined => {
  const able = account.numbers.filter((own) => own.channels.includes(channel))
  return able.find((own) => own.country === region) ?? able[0]
}

/**
 * Returns the number that fits the channel and the region best, else the short name. A sender that is registered for the
 * region goes before a number of another one.
 */
export const choose = (account: Account, channel: Channel, region: string): string | null => {
  const own = numberFor(account, channel, region)
  return (own?.country === region ? undefined : senderFor(account, channel, region)) ?? own?.number ?? account.shortName
}

/** Returns the country of that sender, or null when the account has none. */
export const countryOf = (account: Account, channel: Channel, region: string): string | null => {
  const own = numberFor(account, channel, region)
  return own?.country !== region && senderFor(account, channel, region) !== undefined ? region : own?.country ?? null
}

/**
 * Returns the number of an account that is created without one: a US number for every channel, derived from the
 * account's id.
 */
export const defaultNumber = (account: AccountId): OwnNumber => {
  const digits = BigInt(`0x${account.replaceAll("-", "")}`)
  const area = 200n + digits % 800n
  const exchange = 200n + (digits / 800n) % 800n
  const line = (digits / 640_000n) % 10_000n
  return {
    number: `+1${area}${exchange}${String(line).padStart(4, "0")}` as PhoneNumber,
    channels: ["sms", "whatsapp", "rcs", "mms"],
    country: "US"
  }
}
