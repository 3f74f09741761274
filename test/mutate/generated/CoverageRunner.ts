/**
 * Runs tests as Vitest does, and writes down for each one the functions of the sources that were called meanwhile: one line
 * of JSON a test, in a file of this process. Tests that run side by side share what was called.
 */
import { appendFileSync, mkdirSync } from "node:fs"
import { Session } from "node:inspector"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { TestRunner } from "vitest"
import type { RunnerTestCase } from "vitest"
import type { Covered } from "./Coverage.ts"
import { isSource, nameOf } from "./Coverage.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The offsets of the functions that were called since the last look, by file. */
type Called = Readonly<Record<string, ReadonlyArray<number>>>

const session = new Session()
session.connect()
session.post("Profiler.enable")
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

const look = (): Called => {
  const called: Record<string, Array<number>> = {}
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error !== null) throw error
    for (const { functions, url } of result) {
      if (!url.startsWith("file://")) continue
      const file = fileURLToPath(url).slice(root.length)
      if (!isSource(file)) continue
      const starts = functions.flatMap(({ ranges: [whole] }) =>
        whole !== undefined && whole.count > 0 ? [whole.startOffset] : []
      )
      if (starts.length > 0) called[file] = starts
    }
  })
  return called
}

interface Running {
  readonly began: number
  readonly calls: Map<string, Set<number>>
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks a runner for it.
export default class CoverageRunner extends TestRunner {
  readonly #running = new Map<string, Running>()

  /** Gives what was called since the last look to all tests that run. */
  #share(): void {
    const called = look()
    for (const { calls } of this.#running.values()) {
      for (const [file, starts] of Object.entries(called)) {
        const known = calls.get(file) ?? new Set()
        for (const start of starts) known.add(start)
        calls.set(file, known)
      }
    }
  }

  override async onBeforeRunTask(test: Parameters<TestRunner["onBeforeRunTask"]>[0]): Promise<void> {
    this.#share()
    if (test.type === "test") this.#running.set(test.id, { began: performance.now(), calls: new Map() })
    await super.onBeforeRunTask(test)
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    super.onAfterTryTask(test)
    const running = this.#running.get(test.id)
    if (running === undefined) return
    this.#share()
    this.#running.delete(test.id)
    const covered: Covered = {
      file: test.file.filepath.slice(root.length),
      name: nameOf(test),
      ms: Math.round(performance.now() - running.began),
      calls: Object.fromEntries([...running.calls].map(([file, starts]) => [file, [...starts]]))
    }
    const folder = join(root, ".cache", "coverage")
    mkdirSync(folder, { recursive: true })
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(covered)}\n`)
  }
}
