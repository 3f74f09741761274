/**
 * Patterns of variables: what is accepted is matched in bounded time (decisions 5.2).
 */
import * as Pattern from "@signalbox/core/internal/definition/Pattern"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Compiling from "../../hostile/Compiling.ts"

/** Patterns that mean the same to JavaScript. */
const simple = fc.array(
  fc.constantFrom("a", "b+", "[ab]*", "(a|bb)?", "\\d{1,3}", ".", "c{2}", "^", "$", "(?:ab)+?", "\\-"),
  { minLength: 1, maxLength: 6 }
).map((parts) => parts.join(""))

const asciiValue = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "-"), maxLength: 12 })

const matches = (pattern: string) => (value: string): boolean =>
  Pattern.matcher(Pattern.memory()).match(pattern, value) === "matches"

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

  it("is null for two thousand steps, though a group around each makes it look twice as large", () => {
    expect(Pattern.flaw("(?:a){1000}(?:a){998}")).toBe(null)
    expect(Pattern.flaw("(?:a){1000}(?:a){999}")).toContain("too large")
  })

  it("is null for a quoted text that looks as if it were repeated", () => {
    expect(Pattern.flaw("\\Qa{1000}b{1000}(c{1000}d{1000})e{1000}\\E{20}")).toBe(null)
    expect(Pattern.flaw(`(?:${"a".repeat(60)})\\Q*{1000}+{1000}`)).toBe(null)
    expect(matches("\\Qa{2}(\\E{3}")("a{2}(((")).toBe(true)
  })

  it("is found before a large pattern is compiled, which takes long", () => {
    const { compiled } = Compiling.watch(() => {
      const large = ["(\\pL{1,1000})".repeat(20), "((abcdefghij){1,30}){1,30}".repeat(15)]
      // What stands before a group within another one is repeated with it, and so is what stands behind it.
      const framed = ["abcdefghij".repeat(6), ""].map((before) => `(${before}(k)${"abcdefghij".repeat(6)}){200}`)
      // A parenthesis in a class opens no group, so what stands before it counts as well.
      const classed = `${"a{1000}".repeat(3)}a{999}[[:alpha:](]a{1000}`
      // Parts without steps may stand between a repetition and another one of it.
      const letters = "abcdefghij".repeat(9)
      const again = [
        "{3}\\Q\\E{333}",
        "{3}(?i){333}",
        "{3}?\\Q\\E{333}",
        "*\\Q\\E{333}",
        "+(?i-s){99}",
        "?\\Q\\E(?i)\\Q\\E{99}"
      ]
        .map((repetition) => `(${letters})${repetition}`)
      for (
        const pattern of [
          ...large,
          ...framed,
          classed,
          ...again,
          `(\\Q${letters}\\E){99}`,
          `(${letters}(?i)x){99}`,
          "(abcdefghij){30}\\Q\\E{33}",
          `(${"abcdefghij".repeat(6)}(k)){200}`,
          "[abc]{1,999}(\\pL.){999}"
        ]
      ) {
        expect(Pattern.flaw(pattern)).toContain("too large")
      }
    })
    expect(compiled).toEqual([])
  })

  propWith({ runs: 300 })(
    "compiles nothing that is far too large, whatever it is",
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 600 }),
      fc.array(fc.constantFrom("(", ")", "{1,999}", "{30}", "\\pL", "[", "]", "*", "|", "a", "{", "}", "\\", "?"), {
        maxLength: 200,
        size: "max"
      }).map((parts) => parts.join(""))
    ),
    (pattern) => {
      const { compiled } = Compiling.watch(() => {
        if (Pattern.flaw(pattern) === null) matches(pattern)("value")
      })
      // The estimate need not be exact.
      for (const { size } of compiled) expect(size).toBeLessThanOrEqual(20_000)
    }
  )
})

describe("Pattern.matcher", () => {
  prop("is what JavaScript says of the whole value", simple, asciiValue, (pattern, value) => {
    expect(matches(pattern)(value)).toBe(new RegExp(`^(?:${pattern})$`).test(value))
  })

  it("says no to a value that would take too long, and only to that", () => {
    expect(matches("\\w+")("x".repeat(3072))).toBe(true)
    expect(matches(".{1,300}")("x".repeat(300))).toBe(true)
    expect(matches("(?:.{1,900})*")("x".repeat(3072))).toBe(false)
  })

  for (const pattern of hard) {
    it(`takes at most 300,000 steps for a value, however hard the pattern: ${pattern.slice(0, 30)}`, () => {
      expect(Pattern.flaw(pattern)).toBe(null)
      for (const value of values) {
        const { matched } = Compiling.watch(() => {
          // Lengths around which the bound may stand.
          for (const length of [3072, 1000, 500, 330, 248, 166, 150]) matches(pattern)(value.slice(0, length))
        })
        for (const { length, size } of matched) expect(length * size).toBeLessThanOrEqual(300_000)
      }
    })
  }
})

/** Programs of 1,602 steps each, and different. */
const large = (name: string): string => `(?:[${name}-z]{0,40}){20}`
const names = "abcdefghijklmnopqrstuvw".split("")

describe("the patterns of one definition", () => {
  it("may have 8,000 steps together, and those beyond are not compiled", () => {
    const { compiled, result } = Compiling.watch(() => {
      const { flaw } = Pattern.allowance()
      return names.map((name) => flaw(large(name)))
    })
    expect(result.slice(0, 4)).toEqual([null, null, null, null])
    for (const found of result.slice(4)) expect(found).toContain("8000 steps together")
    expect(compiled.length).toBe(5)
  })

  it("may have 8,000 steps to the last one", () => {
    const flaws = (last: string) => {
      const { flaw } = Pattern.allowance()
      return ["x{1000}", "y{1000}", "z{1000}", "a{1000}", "b{1000}", "c{1000}", "d{1000}", last].map((each) =>
        flaw(each)
      )
    }
    // A letter that is repeated has two steps more than it has repetitions.
    expect(flaws("e{984}")).toEqual(Array.from({ length: 8 }, () => null))
    expect(flaws("e{985}").slice(-2)).toEqual([null, expect.stringContaining("8000 steps together")])
  })

  it("count once when they are equal, and are compiled once", () => {
    const { compiled, result } = Compiling.watch(() => {
      const { flaw } = Pattern.allowance()
      return names.map(() => flaw(large("a")))
    })
    expect(new Set(result)).toEqual(new Set([null]))
    expect(compiled.length).toBe(1)
  })

  it("count even when each of them is too large by itself", () => {
    const { compiled } = Compiling.watch(() => {
      const { flaw } = Pattern.allowance()
      for (const name of names) expect(flaw(large(name) + large(name))).toMatch(/too (large|much)/)
    })
    expect(compiled.length).toBeLessThanOrEqual(5)
  })
})

describe("the values of one send", () => {
  it("are matched once for each pattern and each different value", () => {
    const { compiled, matched } = Compiling.watch(() => {
      const { match } = Pattern.matcher(Pattern.memory())
      for (const value of ["one", "two", "one", "two", "one"]) expect(match("[a-z]+", value)).toBe("matches")
    })
    expect(compiled.length).toBe(1)
    expect(matched.length).toBe(2)
  })

  it("differ from every pattern where they are too long, which takes no steps", () => {
    const { match } = Pattern.matcher(Pattern.memory())
    expect([3072, 3073].map((length) => match("x*", "x".repeat(length)))).toEqual(["matches", "differs"])
  })

  it("take at most 600,000 steps together", () => {
    const { matched, result } = Compiling.watch(() => {
      const { match } = Pattern.matcher(Pattern.memory())
      return names.map((name) => match(large("a"), name.repeat(187)))
    })
    expect(result).toEqual(["matches", "matches", ...names.slice(2).map(() => "too much")])
    expect(matched.reduce((sum, { length, size }) => sum + length * size, 0)).toBeLessThanOrEqual(600_000)
  })

  it("are not matched again for the other messages of the send, and count the same", () => {
    const memory = Pattern.memory()
    const verdicts = () => names.map((name) => Pattern.matcher(memory).match(large("a"), name.repeat(187)))
    const all = () => {
      const { match } = Pattern.matcher(memory)
      return names.map((name) => match(large("a"), name.repeat(187)))
    }
    expect(new Set(verdicts())).toEqual(new Set(["matches"]))
    const { compiled, matched, result } = Compiling.watch(() => all())
    expect(compiled).toEqual([])
    expect(matched).toEqual([])
    expect(result).toEqual(["matches", "matches", ...names.slice(2).map(() => "too much")])
  })

  it("are remembered within a bound", () => {
    const memory = Pattern.memory()
    const values = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3072, "0"))
    for (const value of values) Pattern.matcher(memory).match("0+", value)
    const kept = values.filter((value) => memory.find("0+", value) !== undefined)
    expect(kept).toEqual(values.slice(-kept.length))
    expect(kept.length * 3072).toBeLessThanOrEqual(1_000_000)
    expect(kept.length).toBeGreaterThan(300)
  })

  it("are remembered as long as they have a million characters together, with their patterns", () => {
    const memory = Pattern.memory()
    // With its pattern and what is between them, each takes a quarter of the room.
    const values = ["1", "2", "3", "4", "5", "6"].map((digit) => digit.repeat(249_998))
    const keep = (value: string) => memory.keep("a", value, { verdict: "matches", cost: value.length })
    const kept = () => values.filter((value) => memory.find("a", value)?.cost === 249_998).map((value) => value[0])
    for (const value of [...values.slice(0, 4), ...values.slice(0, 4)]) keep(value)
    expect(kept()).toEqual(["1", "2", "3", "4"])
    keep(values[4]!)
    expect(kept()).toEqual(["2", "3", "4", "5"])
    keep(values[5]!)
    expect(kept()).toEqual(["3", "4", "5", "6"])
    memory.keep("ab", "x", { verdict: "differs", cost: 1 })
    expect(kept()).toEqual(["4", "5", "6"])
    expect(memory.find("ab", "x")).toEqual({ verdict: "differs", cost: 1 })
  })
})
