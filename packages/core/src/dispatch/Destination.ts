/**
 * The destination of a message: whether the account, and the organization that it is a profile of, let messages go there
 * (decisions 17.1). Whoever says nothing about destinations lets all of them through.
 */
import type { Account } from "../row/Account.ts"
import type { Destinations } from "../row/Destinations.ts"
import type { NumberType, PhoneNumber } from "../value/PhoneNumber.ts"
import { numberTypeOf, regionsOf } from "../value/PhoneNumber.ts"
import * as SatelliteRange from "./SatelliteRange.ts"

/** The types of numbers at which the called party has a part in what the call costs. */
const premium: ReadonlySet<NumberType> = new Set<NumberType>(["premium_rate", "shared_cost"])

const isPrefix = (entry: string): boolean => entry.startsWith("+")

/** Returns the entry that names the number, or one of its regions, or undefined. */
const entryOf = (
  entries: ReadonlyArray<string>,
  phone: PhoneNumber,
  regions: ReadonlyArray<string>
): string | undefined => entries.find((entry) => isPrefix(entry) ? phone.startsWith(entry) : regions.includes(entry))

/** A number that may belong to several regions is allowed where each of them is. */
const isAllowed = (entries: ReadonlyArray<string>, phone: PhoneNumber, regions: ReadonlyArray<string>): boolean =>
  entries.some((entry) => isPrefix(entry) && phone.startsWith(entry)) ||
  regions.length > 0 && regions.every((region) => entries.includes(region))

const ofPreset = (phone: PhoneNumber): string | null => {
  const satellite = SatelliteRange.prefixOf(phone)
  if (satellite !== null) return `${satellite} belongs to a satellite network`
  return premium.has(numberTypeOf(phone)) ? "the number is at a premium rate" : null
}

const listed = (entry: string): string =>
  isPrefix(entry) ? `numbers that begin with ${entry} are forbidden` : `the region ${entry} is forbidden`

const notListed = (regions: ReadonlyArray<string>): string =>
  regions.length === 1 ? `the region ${regions[0]} is not among those allowed` : "the number is not among those allowed"

const refusal = ({ allow, forbid = [], preset }: Destinations, phone: PhoneNumber): string | null => {
  const regions = regionsOf(phone)
  const forbidden = entryOf(forbid, phone, regions)
  if (forbidden !== undefined) return listed(forbidden)
  const why = preset === undefined ? null : ofPreset(phone)
  if (why !== null) return why
  return allow === undefined || isAllowed(allow, phone, regions) ? null : notListed(regions)
}

/** Returns why a message may not go to this number, or null. Each of the accounts must let it through. */
export const refused = (
  accounts: ReadonlyArray<Pick<Account, "destinations">>,
  phone: PhoneNumber
): string | null => {
  for (const { destinations } of accounts) {
    const why = destinations === undefined ? null : refusal(destinations, phone)
    if (why !== null) return why
  }
  return null
}
