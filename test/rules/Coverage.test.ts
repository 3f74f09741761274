import { describe, expect, it } from "vitest"
import type { Rule, Source } from "./Catalogue.ts"
import * as Coverage from "./Coverage.ts"
import type { Naming, State } from "./Naming.ts"

const rule = (id: string, source: Source = "specification"): Rule => ({ id, section: "button", source, text: `${id}.` })
const naming = (state: State, ...rules: ReadonlyArray<string>): Naming => ({
  file: "a.test.ts",
  title: "a",
  rules,
  state
})

const first = rule("BTN-001")
const second = rule("BTN-002")
const guess = rule("BTN-003", "inferred")
const own = rule("XMS-001", "signalbox")

describe("a rule", () => {
  const missing = (...namings: ReadonlyArray<Naming>) =>
    Coverage.make([first, second], namings).missing.map(({ id }) => id)

  it("needs a test that names it", () => {
    expect(missing()).toEqual(["BTN-001", "BTN-002"])
    expect(missing(naming("written", "BTN-001"))).toEqual(["BTN-002"])
    expect(missing(naming("passed", "BTN-001", "BTN-002"))).toEqual([])
  })

  it("does not hold if one of its tests fails", () => {
    const passed = naming("passed", "BTN-001", "BTN-002")
    expect(missing(passed, naming("failed", "BTN-001"))).toEqual(["BTN-001"])
    expect(missing(naming("failed", "BTN-001"), passed)).toEqual(["BTN-001"])
  })
})

describe("the check", () => {
  const fails = (rules: ReadonlyArray<Rule>, ...namings: ReadonlyArray<Naming>): boolean =>
    Coverage.fails(Coverage.make(rules, namings))

  it("fails for a rule of the specification without a test, and for no other", () => {
    expect(fails([first, guess], naming("passed", "BTN-003"))).toBe(true)
    expect(fails([first, guess, own], naming("passed", "BTN-001"))).toBe(false)
  })

  it("fails for a test that names no rule", () => {
    expect(fails([first], naming("passed", "BTN-001", "BTN-999"))).toBe(true)
    expect(Coverage.make([first], [naming("passed", "BTN-001", "BTN-999")]).unknown).toEqual([
      { name: "BTN-999", file: "a.test.ts" }
    ])
  })
})

describe("the print", () => {
  it("counts by section, and lists what is missing and what is strange", () => {
    const rules = [first, second, { ...guess, untested: "Nobody asks." }, { ...own, section: "email" }]
    const coverage = Coverage.make(rules, [naming("passed", "BTN-001"), naming("passed", "BTN-999")])
    expect(Coverage.print(coverage, rules, "held").split("\n")).toEqual([
      "button     1/3",
      "email      0/1",
      "",
      "Rules without a test that holds them:",
      "  BTN-002 (specification) BTN-002.",
      "  BTN-003 (inferred) BTN-003.",
      "    No test names it: Nobody asks.",
      "  XMS-001 (signalbox) XMS-001.",
      "",
      "Named by a test, and no rule:",
      "  BTN-999 in a.test.ts",
      "",
      "1/4 rules, 1/2 of them from the specification, are held."
    ])
  })
})
