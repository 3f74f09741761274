/**
 * Reports what the cases of a run say of the rules that stand in their titles.
 */
import catalogue from "../rules.json" with { type: "json" }

export interface Case {
  readonly title: string
  readonly state: "passed" | "failed" | "skipped"
  /** The reason why it was left out, or what was wrong. */
  readonly note: string
}

/**
 * A rule holds when every case that names it has passed. It is `left out` when no case of it could be tried, and `in
 * part` when only some could.
 */
export type Standing = "holds" | "in part" | "broken" | "left out"

export interface RuleReport {
  readonly rules: ReadonlyMap<string, Standing>
  readonly cases: { readonly passed: number; readonly failed: number; readonly skipped: number }
  /** The cases that failed. */
  readonly broken: ReadonlyArray<Case>
  /** The reasons why cases were left out, and how many were for each. */
  readonly reasons: ReadonlyMap<string, number>
}

const texts: ReadonlyMap<string, string> = new Map(catalogue.map(({ id, text }) => [id, text]))

const id = /[A-Z][A-Z0-9]{1,2}-\d{3}/.source

/** The rules that a title names: `… [ENV-001, V2-002]`. */
export const named = (title: string): ReadonlyArray<string> =>
  [...title.matchAll(new RegExp(`\\[(${id}(?:, ${id})*)\\]`, "g"))].flatMap(([, ids = ""]) => ids.split(", "))

const standing = (states: ReadonlyArray<Case["state"]>): Standing => {
  if (states.includes("failed")) return "broken"
  if (!states.includes("skipped")) return "holds"
  return states.includes("passed") ? "in part" : "left out"
}

export const make = (cases: ReadonlyArray<Case>): RuleReport => {
  const states = new Map<string, Array<Case["state"]>>()
  for (const { state, title } of cases) {
    for (const rule of named(title)) states.set(rule, [...states.get(rule) ?? [], state])
  }
  const reasons = new Map<string, number>()
  for (const { note, state } of cases) if (state === "skipped") reasons.set(note, (reasons.get(note) ?? 0) + 1)
  const count = (state: Case["state"]): number => cases.filter((each) => each.state === state).length
  return {
    rules: new Map([...states].toSorted(([a], [b]) => a < b ? -1 : 1).map(([rule, each]) => [rule, standing(each)])),
    cases: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    broken: cases.filter(({ state }) => state === "failed"),
    reasons
  }
}

export const rulesThat = ({ rules }: RuleReport, wanted: Standing): ReadonlyArray<string> =>
  [...rules].filter(([, standing]) => standing === wanted).map(([rule]) => rule)

/** A run without any case that passed says nothing, so it is not one that conforms. */
export const conforms = ({ cases: { failed, passed } }: RuleReport): boolean => failed === 0 && passed > 0

const lines = (rules: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(
    { length: Math.ceil(rules.length / 12) },
    (_, row) => `  ${rules.slice(row * 12, row * 12 + 12).join(" ")}`
  )

/** The report for people. */
export const print = (self: RuleReport): string => {
  const { failed, passed, skipped } = self.cases
  const part = (title: string, wanted: Standing): ReadonlyArray<string> => {
    const rules = rulesThat(self, wanted)
    return rules.length === 0 ? [] : ["", `${rules.length} ${title}:`, ...lines(rules)]
  }
  return [
    ...part("rules hold", "holds"),
    ...part("rules hold as far as they were tried", "in part"),
    ...part("rules were left out", "left out"),
    ...(self.reasons.size === 0 ? [] : ["", "Cases were left out because:"]),
    ...[...self.reasons].map(([reason, count]) => `  ${count} x ${reason}`),
    ...part("rules are BROKEN", "broken"),
    ...self.broken.flatMap(({ note, title }) => [
      "",
      `BROKEN  ${title}`,
      ...named(title).map((rule) => `  ${rule}  ${texts.get(rule) ?? ""}`),
      ...note.split("\n").map((line) => `  > ${line}`)
    ]),
    "",
    `${passed} cases passed, ${failed} failed, ${skipped} left out.`
  ].join("\n")
}
