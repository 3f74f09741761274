/**
 * The short names of sender profiles (specification "Sender profile").
 */
import * as ShortName from "@signalbox/core/ShortName"
import { describe, expect, it } from "vitest"

describe("ShortName", () => {
  it.each(["ACM", "acme 24", "1a2", "abcdefghijk", "  a"])("%j is one", (text) => {
    expect(ShortName.is(text)).toBe(true)
  })

  it.each(["", "AC", "abcdefghijkl", "123", "   ", "a-b", "Ärz", "a\tb"])("%j is none", (text) => {
    expect(ShortName.is(text)).toBe(false)
  })

  it("says what one is", () => {
    expect(ShortName.rule).toBe("must have 3 to 11 letters, digits and spaces, at least one of them a letter")
  })

  it("is compared without the blanks around it, with single blanks, in lower case", () => {
    expect(ShortName.compared("  Acme   News  24 ")).toBe("acme news 24")
    expect(ShortName.compared("ACME")).toBe(ShortName.compared("acme"))
    expect(ShortName.compared("a b")).not.toBe(ShortName.compared("ab"))
  })
})
