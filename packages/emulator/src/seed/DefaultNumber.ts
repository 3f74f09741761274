/**
 * The number of an account that is seeded without one. Outside of the emulator an account begins without numbers.
 */
import type { OwnNumber } from "@signalbox/core/Account"
import type { AccountId } from "@signalbox/core/Id"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"

/** Returns a US number for every channel, derived from the account's id. */
export const of = (account: AccountId): OwnNumber => {
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
