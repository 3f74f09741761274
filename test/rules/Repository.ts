/** Knows where the repository keeps the catalogue, the tests and what is made from both. */
import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import * as Kept from "../mutate/generated/Kept.ts"
import type { Rule } from "./Catalogue.ts"
import * as Catalogue from "./Catalogue.ts"
import * as Coverage from "./Coverage.ts"
import type { Naming } from "./Naming.ts"
import * as Pages from "./Pages.ts"
import * as Written from "./Written.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** All files below a folder of the repository. */
export const files = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(folder, join(entry.parentPath, entry.name).slice(join(root, folder).length)))
    .toSorted()

/** These tests hold titles as data, for which no rule stands. */
const asData = ["test/rules/", "test/conformance/report.test.ts", "test/mutate/generated.test.ts"]

const isTest = (path: string): boolean =>
  (path.endsWith(".test.ts") || (path.startsWith("packages/testing/src/") && path.endsWith(".ts"))) &&
  !asData.some((start) => path.startsWith(start))

export const rules = (): ReadonlyArray<Rule> => Catalogue.parse(read("docs/rules/catalogue.jsonl"))

/** Returns the rules that the sources name. */
export const written = (rules: ReadonlyArray<Rule>): ReadonlyArray<Naming> => {
  const families = new Set(rules.map(({ id }) => Catalogue.family(id)))
  return [...files("packages/testing/src"), ...files("test")].filter(isTest).flatMap((path) =>
    Written.read(path, read(path), (name) => families.has(Catalogue.family(name)))
  )
}

/** The files that are made from the catalogue and the titles, with their texts. */
export const generated = (rules: ReadonlyArray<Rule>, namings: ReadonlyArray<Naming>): ReadonlyMap<string, string> => {
  const pages = Pages.make(rules, Coverage.make(rules, namings), Kept.read(root))
  return new Map([
    ["packages/testing/src/rules.json", Catalogue.published(rules)],
    ...[...pages].map(([name, text]) => [`docs/rules/${name}`, text] as const)
  ])
}
