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

/** Returns what is wrong with a pattern as a sentence, or null when it is valid. */
export const flaw = (pattern: string): string | null => {
  if (pattern.length > Limit.patternLength) return `must have at most ${Limit.patternLength} characters`
  if (estimate(pattern) > Limit.patternProgramSize * tolerance) return tooLarge
  try {
    return RE2JS.compile(pattern).programSize() > Limit.patternProgramSize ? tooLarge : null
  } catch (error) {
    const said = error instanceof Error ? error.message : ""
    const name = beyond.find(([sign]) => sign.test(said))?.[1]
    return name === undefined
      ? `is not a valid pattern: ${said.replace("error parsing regexp: ", "")}`
      : `must do without ${name}, which cannot be matched in bounded time`
  }
}

/**
 * Matches one part of a pattern: an escape, a class, the start or end of a group, a repetition, or any other character.
 */
const token = /\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?[^)]*?[:>])?|\)|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu

/**
 * Estimates how many steps a pattern has once its repetitions are written out. Compiling a large one is what takes the
 * time, so this does not compile it.
 */
const estimate = (pattern: string): number => {
  const outer: Array<number> = []
  let size = 0
  let last = 0
  for (const [part, least, most] of pattern.matchAll(token)) {
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
      last = 1
      size += 1
    }
    if (size > Limit.patternProgramSize * tolerance) return size
  }
  return outer.reduce((sum, each) => sum + each, size)
}

/** Returns whether a value matches the pattern. A value that would take too long to match does not. */
export type Matches = (value: string) => boolean

/** Compiles a pattern. It must have no flaw. */
export const matches = (pattern: string): Matches => {
  const compiled = RE2JS.compile(pattern)
  const longest = longestFor(compiled.programSize())
  return (value) => value.length <= longest && compiled.testExact(value)
}

/** Returns the longest value that a pattern of this size is matched against. */
const longestFor = (programSize: number): number =>
  Math.min(Limit.parameterLength, Math.floor(Limit.patternSteps / Math.max(programSize, 1)))
