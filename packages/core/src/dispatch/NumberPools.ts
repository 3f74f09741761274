/**
 * Which number of a pool writes to which person (decisions 18.6). It is a function of the person and the pool: a number that
 * goes moves its own people alone, and one that comes gets those who come after it.
 */
import type { Account, OwnNumber } from "../row/Account.ts"
import type { NumberPool } from "../row/NumberPool.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { prefixOf } from "../value/PhoneNumber.ts"
import * as Rendezvous from "./Rendezvous.ts"

/** A person whom an account writes to. */
export interface Person {
  readonly phone: PhoneNumber
  /** Since when the account knows them. Absent: it does not yet, so each number is older than they are. */
  readonly knownSince?: Instant | undefined
}

/** Returns the pool of the account's numbers of a country, or undefined. */
export const of = (
  { numberPools }: Pick<Account, "numberPools">,
  channel: Channel,
  country: string
): NumberPool | undefined => numberPools?.find((pool) => pool.channel === channel && pool.country === country)

const joined = ({ since }: OwnNumber): number => since ?? -Infinity

/**
 * Returns the numbers of a pool in the order in which the person is written to from them: their own number first. Those that
 * joined after the person became known come after the others, and where all did, after the oldest of them. Of either, those
 * of the person's area come first.
 */
export const ranked = (
  { areaDigits }: NumberPool,
  numbers: ReadonlyArray<OwnNumber>,
  { knownSince, phone }: Person
): ReadonlyArray<OwnNumber> => {
  const last = Math.max(knownSince ?? Infinity, Math.min(...numbers.map(joined)))
  const isNear = ({ number }: OwnNumber): boolean =>
    areaDigits !== undefined && prefixOf(number, areaDigits) === prefixOf(phone, areaDigits)
  const place = (own: OwnNumber): number => (joined(own) <= last ? 0 : 2) + (isNear(own) ? 0 : 1)
  return Rendezvous.ranked(phone, numbers.map((entry) => ({ entry, weight: 1 })), ({ number }) => number)
    .map((own) => ({ own, place: place(own) }))
    .toSorted((self, other) => self.place - other.place)
    .map(({ own }) => own)
}
