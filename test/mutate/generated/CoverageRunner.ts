/**
 * Runs tests as Vitest does, and writes down for each one the functions of the sources that were called meanwhile. Tests that
 * run side by side share what was called.
 */
import { readFileSync } from "node:fs"
import { Session } from "node:inspector"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { TestRunner } from "vitest"
import type { RunnerTestCase } from "vitest"
import type { Covered } from "./Coverage.ts"
import { isSource, nameOf, write } from "./Coverage.ts"
import * as Functions from "./Functions.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const session = new Session()
session.connect()
session.post("Profiler.enable")
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(root, file), "utf8")
  texts.set(file, text)
  return text
}

const keys = new Map<string, string | null>()

/** The key of a function that V8 tells of; null for a module as a whole. */
const keyOf = (file: string, start: number, end: number): string | null => {
  const place = `${file} ${start} ${end}`
  const known = keys.get(place)
  if (known !== undefined) return known
  const key = Functions.at(textOf(file), start, end)?.key ?? null
  keys.set(place, key)
  return key
}

/** The functions that were called since the last look: a source and a key. */
const look = (): ReadonlyArray<string> => {
  const called: Array<string> = []
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error !== null) throw error
    for (const { functions, url } of result) {
      if (!url.startsWith("file://")) continue
      const file = fileURLToPath(url).slice(root.length)
      if (!isSource(file)) continue
      for (const { ranges: [whole] } of functions) {
        if (whole === undefined || whole.count === 0) continue
        const key = keyOf(file, whole.startOffset, whole.endOffset)
        if (key !== null) called.push(`${file} ${key}`)
      }
    }
  })
  return called
}

interface Running {
  readonly began: number
  readonly calls: Set<string>
}

interface Collected {
  readonly began: number
  readonly places: Map<string, number>
  readonly tests: Array<Covered>
}

type Suite = Parameters<NonNullable<TestRunner["onAfterRunSuite"]>>[0]

const fileOf = (suite: Suite): string | null =>
  "filepath" in suite && typeof suite.filepath === "string" ? suite.filepath.slice(root.length) : null

// oxlint-disable-next-line import/no-default-export -- Vitest asks a runner for it.
export default class CoverageRunner extends TestRunner {
  readonly #running = new Map<string, Running>()
  readonly #files = new Map<string, Collected>()

  /** Gives what was called since the last look to all tests that run. */
  #share(): void {
    const called = look()
    for (const { calls } of this.#running.values()) for (const each of called) calls.add(each)
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    const file = fileOf(suite)
    if (file !== null) this.#files.set(file, { began: performance.now(), places: new Map(), tests: [] })
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: Parameters<TestRunner["onBeforeRunTask"]>[0]): Promise<void> {
    this.#share()
    if (test.type === "test") this.#running.set(test.id, { began: performance.now(), calls: new Set() })
    await super.onBeforeRunTask(test)
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    super.onAfterTryTask(test)
    const running = this.#running.get(test.id)
    const collected = this.#files.get(test.file.filepath.slice(root.length))
    if (running === undefined || collected === undefined) return
    this.#share()
    this.#running.delete(test.id)
    const { places, tests } = collected
    const placeOf = (call: string): number => {
      const place = places.get(call) ?? places.size
      places.set(call, place)
      return place
    }
    tests.push({
      name: nameOf(test),
      ms: Math.round(performance.now() - running.began),
      calls: [...running.calls].map(placeOf)
    })
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite)
    const file = fileOf(suite)
    const collected = file === null ? undefined : this.#files.get(file)
    if (file === null || collected === undefined) return
    this.#files.delete(file)
    const { began, places, tests } = collected
    const functions = [...places.keys()].map((call) => call.split(" ") as unknown as readonly [string, string])
    write(root, {
      file,
      fingerprint: Functions.fingerprint(textOf(file)),
      ms: Math.max(0, Math.round(performance.now() - began) - tests.reduce((sum, { ms }) => sum + ms, 0)),
      sources: Object.fromEntries(
        [...new Set(functions.map(([source]) => source))].map((
          source
        ) => [source, Functions.fingerprint(textOf(source))])
      ),
      functions,
      tests
    })
  }
}
