import { describe, expect, it } from "vitest"
import { bare, named } from "./Naming.ts"

describe("a title", () => {
  it.each([
    ["shows none [BTN-003]", ["BTN-003"], "shows none"],
    ["shows none [BTN-003, V2-001, XMS-010]", ["BTN-003", "V2-001", "XMS-010"], "shows none"],
    ["is one [BTN-003] of [BTN-004] two", ["BTN-003", "BTN-004"], "is one of two"],
    ["has one more […, BTN-003]", ["BTN-003"], "has one more"],
    ["is known only when it runs […]", [], "is known only when it runs"],
    ["takes [1, 2]", [], "takes [1, 2]"],
    ["says BTN-003 without brackets", [], "says BTN-003 without brackets"],
    ["signs by [SHA-2567]", [], "signs by [SHA-2567]"]
  ])("%s", (title, rules, rest) => {
    expect(named(title)).toEqual(rules)
    expect(bare(title)).toBe(rest)
  })
})
