/**
 * Patterns of variables: what is accepted is matched in bounded time (decisions 5.2).
 */
import * as Pattern from "@signalbox/core/internal/definition/Pattern"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** Patterns that mean the same to JavaScript. */
const simple = fc.array(
  fc.constantFrom("a", "b+", "[ab]*", "(a|bb)?", "\\d{1,3}", ".", "c{2}", "^", "$", "(?:ab)+?", "\\-"),
  { minLength: 1, maxLength: 6 }
).map((parts) => parts.join(""))

const asciiValue = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "-"), maxLength: 12 })

/** At best of five, so that a pause of the machine is no failure. */
const millis = (act: () => unknown): number =>
  Math.min(...[1, 2, 3, 4, 5].map(() => {
    const start = performance.now()
    act()
    return performance.now() - start
  }))

/** As hard as they come: counted repetitions of what may match in many ways. */
const hard = [
  "(a|b)*a(a|b){400}",
  "(.|\\n)*a(.|\\n){600}",
  "(\\pL{1,30})".repeat(20),
  "\\pL{1,900}",
  "\\pL*a\\pL{900}",
  "(.{0,900})*",
  "[ab]*a[ab]{300}",
  "((a{1,30}){1,30})*",
  "(\\PL*\\pL*){200}",
  "(a*)*b",
  "(x+x+)+y",
  "(.*a){60}",
  "(?i)(\\p{Greek}|\\pL|\\pN){1,200}z"
]

const values = [
  "a".repeat(3072),
  "ab".repeat(1536),
  Array.from({ length: 3072 }, (_, index) => "ab"[(index * index * 7 + (index >> 3) * 3) % 2]).join(""),
  Array.from({ length: 3072 }, (_, index) => String.fromCharCode(97 + (index * 31) % 26)).join(""),
  "я".repeat(3072)
]

describe("Pattern.flaw", () => {
  prop("is null for patterns that work", simple, (pattern) => {
    expect(Pattern.flaw(pattern)).toBe(null)
  })

  it.each([
    ["(?=a)b", "lookaround"],
    ["(?!a)b", "lookaround"],
    ["(?<=a)b", "lookaround"],
    ["(?<!a)b", "lookaround"],
    ["(a)\\1", "back-reference"],
    ["(", "not a valid pattern"],
    ["[b-a]", "not a valid pattern"],
    ["a**", "not a valid pattern"],
    ["a{1001}", "not a valid pattern"],
    ["x".repeat(513), "512 characters"],
    ["(\\pL{1,1000})".repeat(20), "too large"],
    ["(abcdefghij){300}", "too large"],
    ["\\pL{1000}\\pL{1000}\\pL{10}", "too large"]
  ])("of %j names %s", (pattern, name) => {
    expect(Pattern.flaw(pattern)).toContain(name)
  })

  it("is found before a large pattern is compiled, which takes long", () => {
    for (const pattern of ["(\\pL{1,1000})".repeat(20), "((abcdefghij){1,30}){1,30}".repeat(15)]) {
      expect(millis(() => Pattern.flaw(pattern))).toBeLessThan(20)
    }
  })

  propWith({ runs: 300 })(
    "answers soon, whatever it is",
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 600 }),
      fc.array(fc.constantFrom("(", ")", "{1,999}", "{30}", "\\pL", "[", "]", "*", "|", "a", "{", "}", "\\", "?"), {
        maxLength: 200,
        size: "max"
      }).map((parts) => parts.join(""))
    ),
    (pattern) => {
      const start = performance.now()
      const flaw = Pattern.flaw(pattern)
      expect(performance.now() - start).toBeLessThan(1000)
      if (flaw === null) Pattern.matches(pattern)("value")
    }
  )
})

describe("Pattern.matches", () => {
  prop("is what JavaScript says of the whole value", simple, asciiValue, (pattern, value) => {
    expect(Pattern.matches(pattern)(value)).toBe(new RegExp(`^(?:${pattern})$`).test(value))
  })

  it("says no to a value that would take too long, and only to that", () => {
    expect(Pattern.matches("\\w+")("x".repeat(3072))).toBe(true)
    expect(Pattern.matches(".{1,300}")("x".repeat(300))).toBe(true)
    expect(Pattern.matches("(?:.{1,900})*")("x".repeat(3072))).toBe(false)
  })

  for (const pattern of hard) {
    it(`takes under 50 ms for the longest value, however hard the pattern: ${pattern.slice(0, 30)}`, () => {
      expect(Pattern.flaw(pattern)).toBe(null)
      const matches = Pattern.matches(pattern)
      for (const value of values) {
        // Lengths around which the bound may stand.
        for (const length of [3072, 1000, 500, 330, 248, 166, 150]) {
          expect(millis(() => matches(value.slice(0, length)))).toBeLessThan(50)
        }
      }
    })
  }
})
