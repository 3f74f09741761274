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

const pages = Pages.make(
  rules,
  Coverage.make(rules, [
    naming("shows `one`", "BTN-001"),
    naming("shows all", "BTN-001", "XMS-001"),
    naming("shows all", "BTN-001")
  ])
)

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
