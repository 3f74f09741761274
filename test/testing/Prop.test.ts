/**
 * Properties that fail say how to see it again, also when they do not come to an end.
 */
import * as Prop from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { execFile } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { afterEach, describe, expect, it, vi } from "vitest"
import { fromSource } from "../FromSource.ts"

const run = promisify(execFile)

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

describe("properties whose seeds are drawn from a text", () => {
  afterEach(() => vi.unstubAllEnvs())

  /** The first case that is tried in each of so many checks of a test. */
  const firsts = async (draw: string, name: string, checks = 1): Promise<ReadonlyArray<number>> => {
    vi.stubEnv("PROP_DRAW", draw)
    const tried: Array<number> = []
    for (let check = 0; check < checks; check++) {
      const cases: Array<number> = []
      const property = fc.asyncProperty(fc.nat(), async (number) => void cases.push(number))
      await Prop.check(property, { runs: 20, timeout: 5000 }, { ...test, name })
      tried.push(cases.at(-1)!)
    }
    return tried
  }

  it("try the same cases for the same text, others for another text, and others in another test or check", async () => {
    const [once, again] = await firsts("a text", "one", 2)
    // A name that has been drawn for stands for the next check of that test.
    expect(await firsts("a text", "other")).not.toEqual([once])
    expect(again).not.toBe(once)
    expect(await firsts("another text", "one")).not.toEqual([once])
  })

  it("try the same in another process", async () => {
    const code = `import * as Prop from "@signalbox/testing/Prop"; import * as fc from "fast-check"
      const cases = []
      const property = fc.asyncProperty(fc.nat(), async (number) => void cases.push(number))
      await Prop.check(property, { runs: 20, timeout: 5000 }, ${JSON.stringify({ ...test, name: "elsewhere" })})
      console.log(cases.at(-1))`
    const { stdout } = await run(process.execPath, [...fromSource, "--input-type=module", "--eval", code], {
      env: { ...process.env, PROP_DRAW: "a text" }
    })
    expect([Number(stdout)]).toEqual(await firsts("a text", "elsewhere"))
  })
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
