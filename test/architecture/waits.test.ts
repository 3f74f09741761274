/**
 * Tests that wait for time to pass, or bound the time that something takes, say why: on a crowded machine a wait that is
 * there for luck is too short, and a bound too tight.
 */
import { describe, expect, it } from "vitest"
import { sources } from "./Tree.ts"

/** A wait of real time. */
const wait = /\bEffect\.sleep\(|(?<![.\w])(?:sleep|setTimeout)\((?!duration)/

/** A bound of the time that something has taken. */
const bound = /\bexpect\((?:performance\.now\(\)|millis\b|elapsed\b|(?:\w+\.)?\w+Millis\b).*\)\.toBeLess/

/** Whoever asks again and again until something is so may rest in between. */
const asksAgain = /\bwhile \(|\bfor \((?:let|;;)|\brepeat\(|\bwaitFor\(|\buntil\(/

const isComment = (line: string): boolean => /^\s*(?:\/\/|\/?\*)|\s\/\/ /.test(line)

/** Returns the lines that wait, or bound a time, without a comment on them or on one of the three before. */
const silent = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  const before = (index: number, count: number) => lines.slice(Math.max(0, index - count), index + 1)
  return lines.flatMap((line, index) => {
    if (isComment(line)) return []
    const waits = wait.test(line) && !before(index, 6).some((each) => asksAgain.test(each))
    return (waits || bound.test(line)) && !before(index, 3).some(isComment) ? [index + 1] : []
  })
}

/** Time that a test sets by hand costs nothing and depends on nothing. */
const isByHand = (text: string): boolean => /\bTestClock\b|\bfake-timers\b/.test(text)

const here = "test/architecture/waits.test.ts"

const tests = sources.filter(({ path, text }) =>
  /\.test\.ts$|Suite\.ts$|Contract\.ts$|\/internal\/store\w+\.ts$/.test(path) && path !== here && !isByHand(text)
)

describe("tests", () => {
  it("that wait, or bound a time, say why", () => {
    expect(tests.length).toBeGreaterThan(300)
    expect(tests.flatMap(({ path, text }) => silent(text).map((line) => `${path}:${line}`))).toEqual([])
  })

  it("are read line by line: a poll needs no reason, a comment close by is one", () => {
    expect(silent("await sleep(5)\nwhile (!done()) await sleep(5)\n// The timer is late.\nawait sleep(5)")).toEqual([1])
    expect(silent("expect(performance.now() - began).toBeLessThan(5)\nexpect(count).toBeLessThan(5)")).toEqual([1])
  })
})
