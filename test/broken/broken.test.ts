/**
 * The contract suites catch what they are for: each adapter that was broken on purpose fails the case that is to catch
 * it.
 */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"
import type { Broken } from "./Broken.ts"
import { carriers } from "./Carriers.ts"
import { mounts } from "./Mounts.ts"
import type { Ended } from "./Run.ts"
import { guards, stores } from "./Stores.ts"

let ended: ReadonlyArray<Ended> = []

beforeAll(async () => {
  const script = fileURLToPath(new URL("./Run.ts", import.meta.url))
  // A Vitest within Vitest must not take itself for the outer one.
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")))
  // Whatever else makes fewer runs of its properties, these have to find something.
  const env = { ...outer, PROP_RUNS: "1" }
  const limits = { env, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, [...fromSource, script], limits)
  ended = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") as ReadonlyArray<Ended>
}, 320_000)

const caught = (title: string, all: ReadonlyArray<Broken<unknown>>): void => {
  describe(`a ${title} that`, () => {
    it.each(all.map(({ caughtBy, name }) => [name, caughtBy] as const))("%s is caught", (name, caughtBy) => {
      const cases = ended.filter((each) => each.title.includes(`(${name})`) && each.title.endsWith(` ${caughtBy}`))
      // Windows of both shapes have cases of one title.
      expect(new Set(cases.map(({ state }) => state))).toEqual(new Set(["failed"]))
    })
  })
}

caught("store", stores)
caught("guard", guards)
caught("carrier", carriers)
caught("mount", mounts)

describe("a carrier", () => {
  it("that does everything right fails no case", () => {
    const cases = ended.filter(({ title }) => title.includes("(sound)"))
    expect(cases.length).toBeGreaterThan(8)
    expect(cases.filter(({ state }) => state !== "passed")).toEqual([])
  })
})
