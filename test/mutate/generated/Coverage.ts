/**
 * Which tests call which functions, kept between runs in `.cache/coverage`: one file for each file of tests. A record counts
 * as long as its tests and the functions that they called stand as they stood, so a change costs no more than what it touches.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunnerTestCase } from "vitest"
import * as Functions from "./Functions.ts"

/** One test, and the functions that it called, by their places in the list of the record. */
export interface Covered {
  readonly name: string
  readonly ms: number
  readonly calls: ReadonlyArray<number>
}

/** The tests of one file. */
export interface Recorded {
  readonly file: string
  readonly fingerprint: string
  /** The time that the file takes beside its tests: servers that are started, and what is imported. */
  readonly ms: number
  /** The fingerprints of the sources that were called. */
  readonly sources: Readonly<{ [file: string]: string }>
  /** A source and the key of a function in it. */
  readonly functions: ReadonlyArray<readonly [file: string, key: string]>
  readonly tests: ReadonlyArray<Covered>
}

/** A test as a run is told of it. */
export interface Test {
  readonly file: string
  readonly name: string
  readonly ms: number
}

export interface Coverage {
  /** The tests that call a function of this file. */
  readonly calling: (file: string, key: string) => ReadonlyArray<Test>
  /** The tests that call any function of this file. */
  readonly of: (file: string) => ReadonlyArray<Test>
  /** The tests of those files that are chosen by their path and their text, whatever they call. */
  readonly within: (isChosen: (test: string, text: string) => boolean) => ReadonlyArray<Test>
  /** The time that a file of tests takes beside its tests; undefined where nothing is known of the file. */
  readonly setup: (test: string) => number | undefined
  readonly tests: number
}

/** Generators and suites of tests are no code that is tested. */
export const isSource = (file: string): boolean =>
  /^(packages|adapters)\/[^/]+\/src\/.+\.ts$/.test(file) && !file.startsWith("packages/testing/")

/** The names of the suites and of the test. */
export const nameOf = (test: RunnerTestCase): string => {
  const names = [test.name]
  for (let { suite } = test; suite !== undefined && suite.name !== ""; { suite } = suite) names.unshift(suite.name)
  return names.join(" ")
}

const folder = (root: string): string => join(root, ".cache", "coverage")

const nameOfRecord = (test: string): string => `${test.replaceAll("/", "+")}.json`

/** Written wholly or not at all: a run may be interrupted at any time. */
export const write = (root: string, record: Recorded): void => {
  mkdirSync(folder(root), { recursive: true })
  const path = join(folder(root), nameOfRecord(record.file))
  writeFileSync(`${path}.part`, JSON.stringify(record))
  renameSync(`${path}.part`, path)
}

const records = function*(root: string): Generator<Recorded> {
  if (!existsSync(folder(root))) return
  for (const name of readdirSync(folder(root)).filter((each) => each.endsWith(".json"))) {
    yield JSON.parse(readFileSync(join(folder(root), name), "utf8")) as Recorded
  }
}

/** Reads a file of the repository; null where it is gone. */
export type Read = (file: string) => string | null

const isValid = ({ file, fingerprint, functions, sources }: Recorded, read: Read): boolean => {
  const test = read(file)
  if (test === null || Functions.fingerprint(test) !== fingerprint) return false
  const changed = new Map(
    Object.entries(sources).flatMap(([source, before]) => {
      const text = read(source)
      if (text !== null && Functions.fingerprint(text) === before) return []
      return [[source, new Set(text === null ? [] : Functions.of(text).map(({ key }) => key))]]
    })
  )
  return functions.every(([source, key]) => changed.get(source)?.has(key) ?? true)
}

/** Those of these files of tests of which nothing is known that still counts. */
export const missing = (root: string, tests: ReadonlyArray<string>, read: Read): ReadonlyArray<string> => {
  const known = new Set([...records(root)].filter((record) => isValid(record, read)).map(({ file }) => file))
  return tests.filter((test) => !known.has(test))
}

/** The coverage that records tell together. Those whose test is gone tell nothing. */
export const make = (all: Iterable<Recorded>, read: Read): Coverage | null => {
  const calls = new Map<string, Map<string, Array<Test>>>()
  const setups = new Map<string, number>()
  const tests: Array<Test> = []
  const texts = new Map<string, string>()
  for (const { file, functions, ms: setup, tests: covered } of all) {
    const text = read(file)
    if (text === null) continue
    texts.set(file, text)
    setups.set(file, setup)
    const callers = functions.map(([source, key]) => {
      const byKey = calls.get(source) ?? new Map<string, Array<Test>>()
      calls.set(source, byKey)
      const found = byKey.get(key) ?? []
      byKey.set(key, found)
      return found
    })
    for (const { calls: called, ms, name } of covered) {
      const test = { file, name, ms }
      tests.push(test)
      for (const call of called) callers[call]!.push(test)
    }
  }
  if (tests.length === 0) return null
  return {
    calling: (file, key) => calls.get(file)?.get(key) ?? [],
    of: (file) => [...new Set([...calls.get(file)?.values() ?? []].flat())],
    within: (isChosen) => {
      const chosen = new Set([...texts].flatMap(([file, text]) => isChosen(file, text) ? [file] : []))
      return tests.filter(({ file }) => chosen.has(file))
    },
    setup: (test) => setups.get(test),
    tests: tests.length
  }
}

/** Reads what coverage runs have written, or returns null where there was none. */
export const load = (root: string, read: Read): Coverage | null => make(records(root), read)
