/**
 * The time zones that a phone number may be in (decisions 4.1 "Quiet hours windows"): those of its longest known prefix,
 * or all of its country for a mobile number, which belongs to no area.
 */
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { numberTypeOf, regionOf } from "../value/PhoneNumber.ts"
import { lines, regions } from "./ZoneTable.ts"

type Zones = ReadonlyArray<string>

/** No prefix of the table is longer. */
const longest = 9

/**
 * The prefix that stands for all of North America, where a number belongs to no area: a toll-free one, or one of a new
 * area.
 */
const america = "1"
const coasts: Zones = ["America/Los_Angeles", "America/New_York"]

/** In these regions a mobile number belongs to an area like any other one. */
const withAreas: ReadonlySet<string> = new Set(["BR", "MX"])

interface Tables {
  readonly prefixes: ReadonlyMap<string, Zones>
  /** The regions that have several zones. */
  readonly regions: ReadonlyMap<string, Zones>
}

let read: Tables | null = null

const each = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text.trim().split("\n").map((line) => line.split(" "))

/** The tables are read when somebody asks for the first time, since many services have no quiet hours. */
const tables = (): Tables => {
  read ??= {
    prefixes: new Map(
      each(lines).flatMap(([zones = "", ...prefixes]) => {
        const found = zones.split("&")
        return prefixes.map((prefix) => [prefix, prefix === america ? coasts : found] as const)
      })
    ),
    regions: new Map(each(regions).map(([region = "", zones = ""]) => [region, zones.split("&")]))
  }
  return read
}

const ofPrefix = (phone: PhoneNumber): Zones => {
  const { prefixes } = tables()
  for (let length = longest; length > 0; length--) {
    const found = prefixes.get(phone.slice(1, length + 1))
    if (found !== undefined) return found
  }
  return []
}

/** The zones of the region of a mobile number, if it has several and mobile numbers belong to no area there. */
const ofMobile = (phone: PhoneNumber): Zones | null => {
  const region = regionOf(phone)
  const found = tables().regions.get(region)
  return found === undefined || withAreas.has(region) || numberTypeOf(phone) !== "mobile" ? null : found
}

/** Returns the names of the zones as `Intl` knows them, in alphabetical order. No known zone: an empty list. */
export const of = (phone: PhoneNumber): Zones => ofMobile(phone) ?? ofPrefix(phone)
