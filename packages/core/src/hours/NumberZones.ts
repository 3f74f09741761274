/**
 * The time zones that a phone number may be in, by its longest known prefix (decisions 4.1 "Quiet hours windows").
 */
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { lines } from "./ZoneTable.ts"

type Zones = ReadonlyArray<string>

/** No prefix of the table is longer. */
const longest = 9

/** What stands for all of North America, where a number belongs to no area: a toll-free one, or one of a new area. */
const america = "1"
const coasts: Zones = ["America/Los_Angeles", "America/New_York"]

let read: ReadonlyMap<string, Zones> | null = null

/** The table is read when somebody asks for the first time, since many services have no quiet hours. */
const table = (): ReadonlyMap<string, Zones> => {
  read ??= new Map(
    lines.trim().split("\n").flatMap((line) => {
      const [zones = "", ...prefixes] = line.split(" ")
      const found = zones.split("&")
      return prefixes.map((prefix) => [prefix, prefix === america ? coasts : found] as const)
    })
  )
  return read
}

/** Returns the names of the zones as `Intl` knows them, in alphabetical order. No known zone: an empty list. */
export const of = (phone: PhoneNumber): Zones => {
  const zones = table()
  for (let length = longest; length > 0; length--) {
    const found = zones.get(phone.slice(1, length + 1))
    if (found !== undefined) return found
  }
  return []
}
