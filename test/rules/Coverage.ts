/** Compares the rules of the catalogue with those that tests name. */
import type { Rule } from "./Catalogue.ts"
import { sections } from "./Catalogue.ts"
import type { Naming } from "./Naming.ts"

export interface Coverage {
  /** The tests of each rule that has any. */
  readonly tests: ReadonlyMap<string, ReadonlyArray<Naming>>
  /** The rules that no test names, or one that fails. */
  readonly missing: ReadonlyArray<Rule>
  /** The tests that name what is no rule. */
  readonly unknown: ReadonlyArray<{ readonly name: string; readonly file: string }>
}

export const make = (rules: ReadonlyArray<Rule>, namings: ReadonlyArray<Naming>): Coverage => {
  const names = [...new Set(namings.flatMap((naming) => naming.rules))]
  const tests = new Map(names.map((name) => [name, namings.filter((naming) => naming.rules.includes(name))]))
  const known = new Set(rules.map(({ id }) => id))
  return {
    tests,
    missing: rules.filter(({ id }) => tests.get(id)?.every(({ state }) => state !== "failed") !== true),
    unknown: [...tests].filter(([name]) => !known.has(name)).flatMap(([name, each]) =>
      each.map(({ file }) => ({ name, file }))
    )
  }
}

/**
 * Returns whether the coverage has a gap that must not be: a rule of the specification without a test, or a test that
 * names no rule.
 */
export const fails = ({ missing, unknown }: Coverage): boolean =>
  unknown.length > 0 || missing.some(({ source }) => source === "specification")

const lines = (title: string, found: ReadonlyArray<string>): ReadonlyArray<string> =>
  found.length === 0 ? [] : ["", `${title}:`, ...found.map((line) => `  ${line}`)]

/** The coverage for people. `how` says what it is known from. */
export const print = (self: Coverage, rules: ReadonlyArray<Rule>, how: string): string => {
  const missing = new Set(self.missing)
  const count = (all: ReadonlyArray<Rule>): string => `${all.filter((rule) => !missing.has(rule)).length}/${all.length}`
  const wide = Math.max(...rules.map(({ section }) => section.length))
  const stated = rules.filter(({ source }) => source === "specification")
  return [
    ...[...sections(rules)].map(([section, each]) => `${section.padEnd(wide)} ${count(each).padStart(7)}`),
    ...lines(
      "Rules without a test that holds them",
      self.missing.map(({ id, source, text, untested }) =>
        `${id} (${source}) ${text}${untested === undefined ? "" : `\n    No test names it: ${untested}`}`
      )
    ),
    ...lines("Named by a test, and no rule", self.unknown.map(({ file, name }) => `${name} in ${file}`)),
    "",
    `${count(rules)} rules, ${count(stated)} of them from the specification, are ${how}.`
  ].join("\n")
}
