/**
 * The pattern of a variable: matched against the whole value by an engine whose time grows with the length of the
 * value times the size of the compiled pattern, never faster. Both are bounded, and their product too: a linear engine
 * alone is no bound (decisions 5.2).
 */
import { RE2JS } from "re2js"
import * as Limit from "../catalogue/Limit.ts"

/** How much larger than its bound a pattern may look before it is compiled to see how large it is. */
const tolerance = 2

const tooLarge =
  `is too large: compiled it must have at most ${Limit.patternProgramSize} steps; use smaller repetitions`

/** What an engine of linear time cannot do, by how its messages name it. */
const beyond: ReadonlyArray<readonly [sign: RegExp, name: string]> = [
  [/`\(\?<?[=!]/, "lookaround"],
  [/`\\(?:[1-9]|k)/, "a back-reference"]
]

/** What is wrong with a pattern, as a sentence, or null. */
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

/** The parts of a pattern: an escape, a class, the start or end of a group, a repetition, any other character. */
const token = /\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?[^)]*?[:>])?|\)|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu

/**
 * About how many steps a pattern has when its repetitions are written out, without compiling it: that is what takes
 * time when there are many.
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

/** Whether a value is what the pattern asks for; a value that would take too long to look at is not. */
export type Matches = (value: string) => boolean

/** For a pattern without flaws. */
export const matches = (pattern: string): Matches => {
  const compiled = RE2JS.compile(pattern)
  const longest = longestFor(compiled.programSize())
  return (value) => value.length <= longest && compiled.testExact(value)
}

/** The longest value that a pattern of this size is asked about. */
const longestFor = (programSize: number): number =>
  Math.min(Limit.parameterLength, Math.floor(Limit.patternSteps / Math.max(programSize, 1)))
