/** Changesets become sections of the changelog, and what it said before stays. */
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { inRoot } from "../packages/Tarballs.ts"
import * as Changelog from "./Changelog.ts"

const file = (bump: string, summary: string) =>
  `---\n"signalbox": ${bump}\n"@signalbox/core": patch\n---\n\n${summary}\n`

const old = "# Changelog\n\nWhat it is.\n\n## 0.2.0\n\n- It sends.\n\n## 0.1.0\n\n- It is there.\n"

const changesets = fc.array(
  fc.record({
    bump: fc.constantFrom<Changelog.Bump>("major", "minor", "patch"),
    summary: fc.stringMatching(/^[A-Z][a-z ]{0,20}\.$/)
  }),
  { minLength: 1, maxLength: 5 }
)

describe("a changeset", () => {
  it("has the largest of its steps, and its text", () => {
    expect(Changelog.parse(file("minor", "It sends\nfaster."))).toEqual({ bump: "minor", summary: "It sends\nfaster." })
    expect(Changelog.parse(file("major", "It goes."))?.bump).toBe("major")
    expect(Changelog.parse("---\n---\n")).toBeNull()
    expect(Changelog.parse("no changeset")).toBeNull()
  })

  it("that is in the repository can be read", () => {
    const files = readdirSync(inRoot(".changeset")).filter((each) => each.endsWith(".md") && each !== "README.md")
    const unread = files.filter((each) => Changelog.parse(readFileSync(inRoot(`.changeset/${each}`), "utf8")) === null)
    expect(unread).toEqual([])
  })
})

describe("a released version", () => {
  it("has a section before all others, with what breaks first", () => {
    const made = Changelog.released(old, "1.0.0", [
      { bump: "patch", summary: "It mends." },
      { bump: "major", summary: "It goes,\nand comes." }
    ])
    expect(made).toBe(
      old.replace("## 0.2.0", "## 1.0.0\n\n- **Breaking:** It goes,\n  and comes.\n- It mends.\n\n## 0.2.0")
    )
  })

  it("closes the section that is open for it, and keeps what that says", () => {
    const open = old.replace("## 0.2.0", "## 0.2.0, not released yet")
    expect(Changelog.open(open)).toBe("0.2.0")
    const made = Changelog.released(open, "0.2.0", [{ bump: "minor", summary: "It rests." }])
    expect(made).toBe(old.replace("- It sends.\n", "- It sends.\n- It rests.\n"))
    expect(Changelog.open(made)).toBeNull()
    expect(Changelog.released(open, "0.2.0", [])).toBe(old)
  })

  prop("loses no line that was there", fc.tuple(changesets, fc.boolean()), ([all, isOpen]) => {
    const before = isOpen ? old.replace("## 0.2.0", "## 0.2.0, not released yet") : old
    const lines = Changelog.released(before, isOpen ? "0.2.0" : "0.3.0", all).split("\n")
    for (const line of old.split("\n")) expect(lines).toContain(line)
    for (const { summary } of all) expect(lines.filter((line) => line.endsWith(summary))).not.toEqual([])
  })
})
