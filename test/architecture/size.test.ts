/**
 * Files that one can read in one sitting.
 */
import { describe, expect, it } from "vitest"
import { sources } from "./Tree.ts"

const hardLimit = 500
const medianLimit = 150

const lines = (text: string): number => text.trimEnd().split("\n").length

describe("source files", () => {
  it(`have at most ${hardLimit} lines`, () => {
    const long = sources.filter(({ text }) => lines(text) > hardLimit)
    expect(long.map(({ path, text }) => `${path}: ${lines(text)} lines`)).toEqual([])
  })

  it(`of packages and adapters have a median below ${medianLimit} lines`, () => {
    const sizes = sources.filter(({ path }) => /^(packages|adapters)\//.test(path)).map(({ text }) => lines(text))
    sizes.sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)] ?? 0).toBeLessThan(medianLimit)
  })
})
