/**
 * Which tests call which functions, kept between runs in `.cache/coverage`.
 */
import { createReadStream, existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { RunnerTestCase } from "vitest"

/** One test, and the offsets at which the functions begin that it calls, by source file. */
export interface Covered {
  readonly file: string
  readonly name: string
  readonly ms: number
  readonly calls: Readonly<Record<string, ReadonlyArray<number>>>
}

/** A test as a run is told of it. */
export interface Test {
  readonly file: string
  readonly name: string
  readonly ms: number
}

export interface Coverage {
  /** The tests that call a function of this file that begins between two offsets. */
  readonly between: (file: string, from: number, to: number) => ReadonlyArray<Test>
  /** The tests that call any function of this file. */
  readonly of: (file: string) => ReadonlyArray<Test>
  readonly tests: number
}

/** Generators and suites of tests are no code that is tested. */
export const isSource = (file: string): boolean =>
  /^(packages|adapters)\/[^/]+\/src\/.+\.ts$/.test(file) && !file.startsWith("packages/testing/")

/** As `-t` of Vitest sees it: the names of the suites and of the test. */
export const nameOf = (test: RunnerTestCase): string => {
  const names = [test.name]
  for (let { suite } = test; suite !== undefined && suite.name !== ""; { suite } = suite) names.unshift(suite.name)
  return names.join(" ")
}

export const folder = (root: string): string => join(root, ".cache", "coverage")

const keep = <Key>(all: Map<Key, Array<Test>>, key: Key, test: Test): void => {
  const known = all.get(key)
  if (known === undefined) all.set(key, [test])
  else known.push(test)
}

/** Reads what a coverage run has written, or returns null where there was none. */
export const read = async (root: string): Promise<Coverage | null> => {
  const from = folder(root)
  const files = existsSync(from) ? readdirSync(from).filter((name) => name.endsWith(".jsonl")) : []
  if (files.length === 0) return null
  const byFile = new Map<string, Map<number, Array<Test>>>()
  const every = new Map<string, Array<Test>>()
  let tests = 0
  for (const name of files) {
    for await (const line of createInterface({ input: createReadStream(join(from, name)) })) {
      const { calls, ...test } = JSON.parse(line) as Covered
      tests++
      for (const [file, starts] of Object.entries(calls)) {
        keep(every, file, test)
        const byFunction = byFile.get(file) ?? new Map<number, Array<Test>>()
        byFile.set(file, byFunction)
        for (const start of starts) keep(byFunction, start, test)
      }
    }
  }
  return {
    between: (file, from, to) =>
      [...byFile.get(file) ?? []].flatMap(([start, found]) => from <= start && start <= to ? found : []),
    of: (file) => every.get(file) ?? [],
    tests
  }
}
