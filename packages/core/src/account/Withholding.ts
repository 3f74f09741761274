/**
 * The senders that an account has and may not use: those of markets that are not ACTIVE, whoever gave them to the account
 * (decisions 4.1 "Senders"). Nor may it use a connection that is not ACTIVE, or a sender that a carrier chooses where none
 * of its markets is ACTIVE.
 */
import type { Account, OwnNumber, OwnSender } from "../row/Account.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import { senderOf } from "../row/ChannelSet.ts"
import type { Market } from "../row/Market.ts"
import * as OwnChannel from "./OwnChannel.ts"

const bare = <Own extends OwnNumber | OwnSender>(own: Own): Omit<Own, "isWithheld"> => {
  const { isWithheld: _, ...rest } = own
  return rest
}

const mark = (isWithheld: boolean): Pick<OwnNumber, "isWithheld"> => isWithheld ? { isWithheld } : {}

/** Returns whether these are markets of which none is ACTIVE. */
const areStopped = (markets: ReadonlyArray<Market>): boolean =>
  markets.length > 0 && markets.every(({ status }) => status !== "ACTIVE")

/** Returns the countries of these markets where all are stopped. */
const stoppedIn = (markets: ReadonlyArray<Market>): ReadonlyArray<string> =>
  [...new Set(markets.map(({ country }) => country))].filter((country) =>
    areStopped(markets.filter((each) => each.country === country))
  )

const isAsItWas = (
  before: ReadonlyArray<OwnNumber | OwnSender>,
  after: ReadonlyArray<OwnNumber | OwnSender>
): boolean => after.every(({ isWithheld }, index) => (before[index]?.isWithheld === true) === (isWithheld === true))

/**
 * A WhatsApp or RCS connection is a channel of the account as long as it is ACTIVE, whatever the operator gave to the
 * account.
 */
const connected = (account: Account, set: ChannelSet): Account =>
  (["whatsapp", "rcs"] as const).reduce((each, channel) => {
    const connection = set[channel]
    if (connection === null) return each
    return connection.status === "ACTIVE"
      ? OwnChannel.connected(each, channel, senderOf(set, { channel }))
      : OwnChannel.disconnected(each, channel)
  }, account)

/** Withholds these senders, and gives the others free. Returns the same account when nothing changes. */
export const settled = (before: Account, set: ChannelSet): Account => {
  const { markets } = set
  const account = connected(before, set)
  const {
    senders: sendersBefore = [],
    shortNameWithheldIn: namesBefore = [],
    smsWithheldIn: countriesBefore = [],
    ...rest
  } = account
  const numbers = account.numbers.map((own): OwnNumber => ({
    ...bare(own),
    ...mark(areStopped(markets.filter(({ senderValue }) => senderValue === own.number)))
  }))
  const senders = sendersBefore.map((own): OwnSender => ({
    ...bare(own),
    ...mark(
      areStopped(markets.filter(({ country, senderValue }) => senderValue === own.value && country === own.country))
    )
  }))
  const names = account.shortName === null
    ? []
    : stoppedIn(markets.filter(({ numberType }) => numberType === "ALPHANUMERIC"))
  const countries = stoppedIn(markets)
  const isSame = isAsItWas(account.numbers, numbers) && isAsItWas(sendersBefore, senders) &&
    names.join() === namesBefore.join() && countries.join() === countriesBefore.join()
  return isSame ? account : {
    ...rest,
    numbers,
    ...(account.senders === undefined ? {} : { senders }),
    ...(names.length === 0 ? {} : { shortNameWithheldIn: names }),
    ...(countries.length === 0 ? {} : { smsWithheldIn: countries })
  }
}
