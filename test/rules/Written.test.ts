import { describe, expect, it } from "vitest"
import * as Written from "./Written.ts"

const isRule = (name: string): boolean => name.startsWith("BTN")

const read = (source: string) =>
  Written.read("a.test.ts", source, isRule).map(({ rules, title }) => [title, ...rules] as const)

describe("a source names rules", () => {
  it("in the title of a test, below those of the describes around it", () => {
    const source = `describe("buttons", () => {
      describe.each([1])("of %s", () => { it.effect("are none [BTN-003]", () => 0) })
      it("are some [BTN-001, BTN-002]", () => 0)
    })
    it("stands alone [BTN-004]", () => 0)`
    expect(read(source)).toEqual([
      ["buttons: of %s: are none", "BTN-003"],
      ["buttons: are some", "BTN-001", "BTN-002"],
      ["stands alone", "BTN-004"]
    ])
  })

  it("in the title of a describe", () => {
    expect(read(`describe("buttons [BTN-003]", () => { it("are none", () => 0) })`)).toEqual([["buttons", "BTN-003"]])
  })

  it("in a title that is put together", () => {
    expect(read("it(`on ${channel} [${rule}, BTN-003]`, run)")).toEqual([["on …", "BTN-003"]])
    expect(read(`it(channel + " shows none " + "[BTN-003]", run)`)).toEqual([["… shows none", "BTN-003"]])
  })

  it("in a row of a table, which says what case it is", () => {
    expect(read(`const rows = [[400, "", "BTN-005", "11 buttons"], row("BTN-006, BTN-012", "an id twice")]`)).toEqual([
      ["(a row) 11 buttons", "BTN-005"],
      ["(a row) an id twice", "BTN-006", "BTN-012"]
    ])
  })

  it("in a title, whether there is such a rule or not, but in a row only if there is such a family", () => {
    expect(read(`it("hashes [SHA-256]", run)`)).toEqual([["hashes", "SHA-256"]])
    expect(read(`digest("SHA-256", bytes)`)).toEqual([])
  })

  it("nowhere in a comment or in code", () => {
    expect(read("// [BTN-003]\nconst [a] = [BTN-003]")).toEqual([])
  })
})
