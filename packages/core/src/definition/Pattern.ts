/**
 * The pattern of a variable is matched against the whole value. The engine takes time proportional to the length of the
 * value times the size of the compiled pattern. Both factors and their product are bounded, since linear time alone is
 * no bound (decisions 5.2).
 */
import { RE2JS } from "re2js"
import * as Limit from "../catalogue/Limit.ts"

/**
 * How many times larger than its bound the estimate of a pattern may be before the pattern is refused without compiling
 * it.
 */
const tolerance = 2

const tooLarge =
  `is too large: compiled it must have at most ${Limit.patternProgramSize} steps; use smaller repetitions`

/** The features that a linear-time engine lacks, as they appear in its error messages. */
const beyond: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/`\(\?<?[=!]/, "lookaround"],
  [/`\\(?:[1-9]|k)/, "a back-reference"]
]

/** The judgement of a pattern: its flaw, if it has one, and the size that it was compiled to. */
interface Judged {
  readonly flaw: string | null
  /** The size of the program that was compiled, or 0 when none was. */
  readonly size: number
}

const judge = (pattern: string): Judged => {
  const uncompiled = (flaw: string): Judged => ({ flaw, size: 0 })
  if (pattern.length > Limit.patternLength) return uncompiled(`must have at most ${Limit.patternLength} characters`)
  if (estimate(pattern) > Limit.patternProgramSize * tolerance) return uncompiled(tooLarge)
  try {
    const size = RE2JS.compile(pattern).programSize()
    return { flaw: size > Limit.patternProgramSize ? tooLarge : null, size }
  } catch (error) {
    const said = error instanceof Error ? error.message : ""
    const name = beyond.find(([sign]) => sign.test(said))?.[1]
    return uncompiled(
      name === undefined
        ? `is not a valid pattern: ${said.replace("error parsing regexp: ", "")}`
        : `must do without ${name}, which cannot be matched in bounded time`
    )
  }
}

/** Returns what is wrong with a pattern as a sentence, or null when it is valid. */
export const flaw = (pattern: string): string | null => judge(pattern).flaw

/** Bounds how much compiling the patterns of one definition may take. */
export interface Allowance {
  /** Like `flaw`, but each different pattern is compiled once, and none when those before it have used up the bound. */
  readonly flaw: (pattern: string) => string | null
}

const tooMany =
  `is too much: compiled, the patterns of a definition must have at most ${Limit.patternProgramSizes} steps together`

export const allowance = (): Allowance => {
  const known = new Map<string, string | null>()
  let size = 0
  return {
    flaw: (pattern) => {
      const before = known.get(pattern)
      if (before !== undefined) return before
      if (size > Limit.patternProgramSizes) return tooMany
      const judged = judge(pattern)
      size += judged.size
      const found = judged.flaw ?? (size > Limit.patternProgramSizes ? tooMany : null)
      known.set(pattern, found)
      return found
    }
  }
}

/**
 * Matches one part of a pattern: a quoted text, an escape, a class, flags, the start or end of a group, a counted
 * repetition, or any other character.
 */
const token =
  /\\Q(.*?)(?:\\E|$)|\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[\w-]*\)|\((?:\?[^)]*?[:>])?|\)|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu

/**
 * Estimates how many steps a pattern has once its repetitions are written out. Compiling a large one is what takes the
 * time, so this does not compile it. A repetition may be repeated again: flags and an empty quotation between the two
 * have no steps.
 */
const estimate = (pattern: string): number => {
  const outer: Array<number> = []
  let size = 0
  let last = 0
  for (const [part, quoted, least, most] of pattern.matchAll(token)) {
    if (quoted === "" || /^\(\?[\w-]*\)$/.test(part)) continue
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0), 1)
      size += last * (times - 1)
      last *= times
    } else if (part.startsWith("(")) {
      outer.push(size)
      size = 0
    } else if (part === ")") {
      last = size + 1
      size = (outer.pop() ?? 0) + last
    } else {
      size += quoted?.length ?? 1
      last = /^[*+?]$/.test(part) ? last + 1 : 1
    }
    if (size > Limit.patternProgramSize * tolerance) return size
  }
  return outer.reduce((sum, each) => sum + each, size)
}

/** The result of matching a value. */
export type Verdict = "matches" | "differs" | "too much"

/** Remembers the latest matches: the thousand messages of one send ask for the same, one after the other. */
export interface Memory {
  readonly find: (pattern: string, value: string) => Known | undefined
  readonly keep: (pattern: string, value: string, known: Known) => void
}

interface Known {
  readonly verdict: Verdict
  /** How many steps the match took, at most. */
  readonly cost: number
}

/** How many characters of patterns and values a memory holds. */
const memorized = 1_000_000

export const memory = (): Memory => {
  const known = new Map<string, Known>()
  let size = 0
  const keyOf = (pattern: string, value: string): string => `${pattern}\0${value}`
  return {
    find: (pattern, value) => known.get(keyOf(pattern, value)),
    keep: (pattern, value, found) => {
      const key = keyOf(pattern, value)
      if (known.has(key)) return
      known.set(key, found)
      size += key.length
      for (const oldest of known.keys()) {
        if (size <= memorized) break
        known.delete(oldest)
        size -= oldest.length
      }
    }
  }
}

const lately = memory()

/**
 * Matches the values of one send. Each different pattern is compiled once and matched once for each different value. Of
 * the compiled patterns nothing is kept for the next send, since the engine holds megabytes for a hard one.
 */
export interface Matcher {
  /**
   * Returns `too much` when the values before it have used up what one send may take. The patterns must have no flaw.
   * A value that would take too long by itself does not match.
   */
  readonly match: (pattern: string, value: string) => Verdict
}

/** Compiles each pattern once. */
const compiler = () => {
  let known: Map<string, RE2JS> | null = null
  return (pattern: string): RE2JS => {
    known ??= new Map()
    const before = known.get(pattern)
    if (before !== undefined) return before
    const made = RE2JS.compile(pattern)
    known.set(pattern, made)
    return made
  }
}

export const matcher = (memory: Memory = lately): Matcher => {
  const compile = compiler()
  /** Most templates have no patterns. */
  let counted: Map<string, Verdict> | null = null
  let steps = 0

  /** Matches within the steps that are left. They count in the same way whether a match is remembered or made. */
  const judgeValue = (pattern: string, value: string): Verdict => {
    const known = memory.find(pattern, value)
    const cost = known?.cost ?? Math.max(compile(pattern).programSize(), 1) * value.length
    if (value.length > Limit.parameterLength || cost > Limit.patternSteps) return "differs"
    if (steps + cost > Limit.patternStepsPerSend) return "too much"
    steps += cost
    if (known !== undefined) return known.verdict
    const verdict = compile(pattern).testExact(value) ? "matches" : "differs"
    memory.keep(pattern, value, { verdict, cost })
    return verdict
  }

  return {
    match: (pattern, value) => {
      const key = `${pattern}\0${value}`
      counted ??= new Map()
      const verdict = counted.get(key) ?? judgeValue(pattern, value)
      counted.set(key, verdict)
      return verdict
    }
  }
}
