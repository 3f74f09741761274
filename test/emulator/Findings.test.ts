/** The codes and links that a test wants to know of a text. */
import * as Findings from "@signalbox/emulator/network/Findings"
import { describe, expect, it } from "vitest"

describe("the codes of a text", () => {
  it.each([
    ["123456 is your code.", ["123456"]],
    ["Your code: 0042", ["0042"]],
    ["G-123456 is your code; it ends in 10 minutes.", ["123456"]],
    ["Type 123 456 or 123-457 (not both).", ["123456", "123457"]],
    ["Twice 5555, and 5555.", ["5555"]],
    ["<#> 98765432", ["98765432"]],
    ["Call +12015550123 or 2015550123.", []],
    ["It costs 1,200.50 or 1200.50, order A1234 or 1234b, on 2026-11-26 at 12:00.", []],
    ["See https://example.com/123456?c=4321", []],
    ["", []]
  ])("%j", (text, codes) => {
    expect(Findings.codes(text)).toEqual(codes)
  })
})

describe("the links of a text", () => {
  it.each([
    ["Go to https://example.com/a?b=1#c.", ["https://example.com/a?b=1#c"]],
    ["(http://a.example) and HTTPS://B.example/x, both", ["http://a.example", "HTTPS://B.example/x"]],
    ["https://a.example https://a.example", ["https://a.example"]],
    ["ftp://a.example mailto:a@b.example example.com", []]
  ])("%j", (text, links) => {
    expect(Findings.links(text)).toEqual(links)
  })
})
