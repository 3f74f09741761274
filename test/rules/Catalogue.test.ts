import { describe, expect, it } from "vitest"
import * as Catalogue from "./Catalogue.ts"

const first = { id: "BTN-003", section: "button", source: "specification", text: "An SMS shows no buttons." } as const
const second = { id: "V2-001", section: "legacy-v2", source: "inferred", text: "Five pass." } as const
const third = { id: "XMS-001", section: "email", source: "signalbox", text: "An email has a subject." } as const

const text = (...lines: ReadonlyArray<object>): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("")

describe("a catalogue", () => {
  it("has a rule in each line, also such as Signalbox adds", () => {
    expect(Catalogue.parse(text(first, second, third))).toEqual([first, second, third])
  })

  it.each([
    { id: "BTN-3" },
    { id: "BTTN-003" },
    { id: "btn-003" },
    { id: "[BTN-003]" },
    { section: "Button" },
    { source: "somebody" },
    { text: "" },
    { text: "Two\nlines." },
    { text: " Blank at the start." },
    { untested: "Nobody knows." },
    { stated: true }
  ])("refuses a rule with %j, and says where it is", (wrong) => {
    expect(() => Catalogue.parse(text(second, { ...first, ...wrong }))).toThrow("Line 2 of the catalogue")
  })

  it("refuses a line that is no JSON", () => {
    expect(() => Catalogue.parse(`${text(first)}\n${text(second)}`)).toThrow("Line 2 of the catalogue")
  })

  it("tells ids that come twice", () => {
    expect(Catalogue.repeated([first, second, third])).toEqual([])
    expect(Catalogue.repeated([first, second, { ...third, id: first.id }])).toEqual([first.id])
  })

  it("has sections in its own order", () => {
    const last = { ...first, id: "BTN-004" }
    expect([...Catalogue.sections([second, first, third, last])]).toEqual([
      ["legacy-v2", [second]],
      ["button", [first, last]],
      ["email", [third]]
    ])
  })

  it("is published without what concerns this repository's tests alone", () => {
    const published = Catalogue.published([{ ...first, untested: "a reason".repeat(9) }, second])
    expect(JSON.parse(published)).toEqual([first, second])
  })
})
