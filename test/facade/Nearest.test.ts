/** A name that there is not is most often near the one that was meant, and sometimes near none. */
import { nearest } from "signalbox/internal/nearest"
import { describe, expect, it } from "vitest"

describe("a name that there is not", () => {
  it.each<readonly [given: string, names: ReadonlyArray<string>, meant: string | null]>([
    ["sned", ["read", "send", "seen"], "send"],
    ["SEND", ["send"], "send"],
    ["send", ["SEND"], "SEND"],
    // Of those that are equally near it is the first one.
    ["sxnd", ["send", "sand"], "send"],
    ["sxnd", ["sand", "send"], "sand"],
    ["ab", ["abcd"], "abcd"],
    ["a", ["abcd"], null],
    ["abcde", ["abcdefgh"], null],
    ["abcdef", ["abcdefghi"], "abcdefghi"],
    ["abcde", ["abcdefghi"], null],
    ["send", [], null]
  ])("%j among %j means %j", (given, names, meant) => {
    expect(nearest(given, names)).toBe(meant)
  })

  it("is looked at no further than 64 characters, which are all that it is compared by", () => {
    const long = "a".repeat(200)
    expect(nearest(long, ["a".repeat(48)])).toBe("a".repeat(48))
    expect(nearest(long, ["a".repeat(47)])).toBeNull()
    expect(nearest(long, ["a".repeat(96)])).toBe("a".repeat(96))
    expect(nearest(long, ["a".repeat(97)])).toBeNull()
  })
})
