/**
 * Whom a message comes from (decisions 4.1 "Senders").
 */
import type { Account, OwnNumber } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** The account's first number for (channel, region), else its first of the channel, else its short name. */
export const choose = (account: Account, channel: Channel, region: string): string | null => {
  const able = account.numbers.filter((own) => own.channels.includes(channel))
  const found = able.find((own) => own.country === region) ?? able[0]
  return found?.number ?? account.shortName
}

/** The number that an account gets when it is given none: a US number for every channel, derived from its id. */
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
