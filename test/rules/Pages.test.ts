import { describe, expect, it } from "vitest"
import type { Rule } from "./Catalogue.ts"
import * as Coverage from "./Coverage.ts"
import type { Naming } from "./Naming.ts"
import * as Pages from "./Pages.ts"

const rules: ReadonlyArray<Rule> = [
  { id: "BTN-001", section: "button", source: "specification", text: "One." },
  { id: "BTN-002", section: "button", source: "inferred", text: "Two.", untested: "Nobody asks." },
  { id: "XMS-001", section: "email", source: "signalbox", text: "Three." }
]

const naming = (title: string, ...rules: ReadonlyArray<string>): Naming => ({
  file: "test/a.test.ts",
  title,
  rules,
  state: "written"
})

const coverage = Coverage.make(rules, [
  naming("shows `one`", "BTN-001"),
  naming("shows all", "BTN-001", "XMS-001"),
  naming("shows all", "BTN-001")
])

const pages = Pages.make(rules, coverage, [])

const body = (name: string): ReadonlyArray<string> =>
  pages.get(name)!.split("\n").filter((line) => line.trimStart().startsWith("- "))

describe("the page of a section", () => {
  it("lists its rules with each title once, or why there is none", () => {
    expect(body("button.md")).toEqual([
      "- **BTN-001** One.",
      "  - [test/a.test.ts](../../test/a.test.ts): `shows 'one'`",
      "  - [test/a.test.ts](../../test/a.test.ts): `shows all`",
      "- **BTN-002** Two. _(inferred)_",
      "  - No test names it. Nobody asks."
    ])
  })

  it("says what Signalbox adds", () => {
    expect(body("email.md")[0]).toBe("- **XMS-001** Three. _(Signalbox)_")
  })
})

describe("the first page", () => {
  it("leads to all others", () => {
    expect([...pages.keys()]).toEqual(["README.md", "button.md", "email.md"])
    expect(body("README.md")).toEqual([
      "- [button](button.md) (BTN): 2 rules, of which tests name 1",
      "- [email](email.md) (XMS): 1 rules, of which tests name 1"
    ])
  })
})

describe("a sample of generated mutants", () => {
  it("is asked for where none was kept yet", () => {
    expect(pages.get("README.md")).toContain("No sample of generated mutants has been kept yet")
  })

  it("tells beside each rule and each section how many of those near it died", () => {
    const sampled = Pages.make(rules, coverage, [
      { died: true, rules: ["BTN-001"] },
      { died: false, rules: ["BTN-001", "XMS-001"] },
      { died: true, rules: ["BTN-001", "BTN-002"] },
      { died: true, rules: [] }
    ])
    expect(sampled.get("README.md")).toContain("Of 4 generated mutants")
    expect(sampled.get("README.md")).toContain(
      "2 rules, of which tests name 1; 2 of 3 generated mutants near them died"
    )
    expect(sampled.get("button.md")).toContain("  - Of the generated mutants near it, 2 of 3 died.")
    expect(sampled.get("button.md")).toContain("  - Of the generated mutants near it, 1 of 1 died.")
    expect(sampled.get("email.md")).toContain("  - Of the generated mutants near it, 0 of 1 died.")
  })
})
