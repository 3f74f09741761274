/**
 * The senders from which an attempt may leave when each of them has a pace (decisions 18.6).
 */
import * as PublishedPace from "../catalogue/PublishedPace.ts"
import type { Account } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { NumberPool } from "../row/NumberPool.ts"
import * as NumberPools from "./NumberPools.ts"
import * as Sender from "./Sender.ts"

export interface PacedSender {
  readonly from: string
  /** The most parts a second; null: as many as there are. */
  readonly perSecond: number | null
}

const paced = ({ channel, country, pace }: NumberPool, from: string): PacedSender => ({
  from,
  perSecond: pace === "published" ? PublishedPace.of(from, country, channel) : pace?.perSecond ?? null
})

/** Returns the country of a sender of the account, or undefined when it is none of its own. */
const countryOf = ({ numbers, senders = [] }: Account, from: string, region: () => string): string | undefined =>
  numbers.find(({ number }) => number === from)?.country ??
    (senders.some(({ country, value }) => value === from && country === region()) ? region() : undefined)

/**
 * Returns the senders that the attempt may leave from, the one that it has first; none where no pace holds for it. What was
 * handed over before keeps its sender, since the carrier may know it by that.
 *
 * @param isBound whether the attempt may leave from nowhere else
 * @param region computed only where a sender that is no number may have a pace
 */
export const of = (
  account: Account,
  { channel, from, handedOver }: Pick<Attempt, "channel" | "from" | "handedOver">,
  person: NumberPools.Person,
  isBound: boolean,
  region: () => string
): ReadonlyArray<PacedSender> => {
  if (account.numberPools === undefined || from === null) return []
  const country = countryOf(account, from, region)
  const pool = country === undefined ? undefined : NumberPools.of(account, channel, country)
  if (pool === undefined || pool.pace === undefined) return []
  const others = isBound || handedOver !== undefined || pool.whenPaced === "wait"
    ? []
    : NumberPools.ranked(pool, Sender.numbersOf(account, channel, pool.country), person)
      .filter(({ number }) => number !== from)
  return [from, ...others.map(({ number }) => number)].map((each) => paced(pool, each))
}
