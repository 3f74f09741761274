/**
 * Properties that fail say how to see it again, also when they do not come to an end.
 */
import * as Prop from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"

const test = { name: "it's (one)", file: { name: "test/some.test.ts" } }

const checked = (fails: (number: number) => Promise<void>) =>
  Prop.check(fc.asyncProperty(fc.nat(), fails), { runs: 1000, timeout: 500 }, test)

describe("a property", () => {
  it("that fails says the seed and the path of the smallest case", () =>
    expect(checked(async (number) => {
      expect(number).toBeLessThan(1000)
    })).rejects.toThrow(
      /Counterexample: \[1000\][^]*Replay: PROP_SEED=-?\d+ PROP_PATH=[\d:]+ npm test -- test\/some\.test\.ts -t 'it\.s \\\(one\\\)'$/
    ))

  it("that hangs says its seed", () =>
    expect(checked(() => new Promise(() => undefined))).rejects.toThrow(/interrupted[^]*Replay: PROP_SEED=-?\d+ npm/))

  it("whose failure takes too long to shrink says what it has by then", () =>
    expect(checked(async (number) => {
      // Real time is what is tested: each failure takes a good part of what shrinking may.
      await sleep(number === 0 ? 1 : 200)
      expect(number).toBe(0)
    })).rejects.toThrow(/Counterexample: \[[1-9]\d*\][^]*Replay: PROP_SEED=-?\d+ PROP_PATH=/))
})

describe("properties that are checked a second time", () => {
  Prop.sparing(0.25)

  it.each([[200, 50], [30, 8], [8, 8], [3, 3]])("make of %i runs %i", (runs, made) => {
    expect(Prop.spared(runs, 1)).toBe(made)
    expect(Prop.spared(runs, 0.5)).toBe(made)
    expect(Prop.spared(runs, 10)).toBe(made)
  })

  let times = 0
  Prop.propWith({ runs: 100 })("are checked for fewer cases", fc.nat(), () => {
    times++
    expect(times).toBeLessThanOrEqual(25 * Math.max(1, Number(process.env["PROP_RUNS"] ?? 1)))
  })
})

describe("properties that are checked once", () => {
  it("make all their runs", () => expect(Prop.spared(200, 1)).toBe(200))

  it.each([[200, 100], [30, 15], [10, 8], [3, 3]])(
    "make of %i runs %i where half of them are asked for",
    (runs, made) => {
      expect(Prop.spared(runs, 0.5)).toBe(made)
    }
  )
})
