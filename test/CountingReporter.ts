import { DefaultReporter } from "vitest/node"
import * as Matrix from "./http/Matrix.ts"
import { outages } from "./postgres/Server.ts"
import { Watchdog } from "./Watchdog.ts"

type End = Parameters<DefaultReporter["onTestRunEnd"]>
type Module = End[0][number]
type Case = Parameters<DefaultReporter["onTestCaseResult"]>[0]

const slowest = 10

/** The time that a file took: its set-up, its imports and its tests. */
const duration = (module: Module): number => {
  const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
  return collectDuration + duration + prepareDuration + setupDuration
}

type Counts = { passed: number; failed: number; skipped: number }

const count = (module: Module, counts: Counts): Counts => {
  counts.failed += module.errors().length
  for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    counts[state === "pending" ? "skipped" : state] += 1
  }
  return counts
}

const nameOf = ({ fullName, module }: Case): string => `${module.relativeModuleId} > ${fullName}`

/** The files that run the HTTP contract: `test/http/contract/<mount>-<storage>.test.ts`. */
const contractFile = /^test\/http\/contract\/(\w+)-(\w+)\.test\.ts$/

/** One row a mount, one column a storage: how many cases hold, and which part of the contract they are. */
const showContract = (modules: ReadonlyArray<Module>): void => {
  const cells = new Map<string, string>()
  const mounts = new Set<string>()
  const storages = new Set<string>()
  for (const module of modules) {
    const [, mount, storage] = contractFile.exec(module.relativeModuleId) ?? []
    if (mount === undefined || storage === undefined) continue
    mounts.add(mount)
    storages.add(storage)
    const { failed, passed } = count(module, { passed: 0, failed: 0, skipped: 0 })
    const part = Matrix.parts(`${mount}, ${storage}`)?.join(" and ") ?? "all"
    const end = failed === 0 ? `${passed} hold` : `${failed} of ${passed + failed} BROKEN`
    cells.set(`${mount} ${storage}`, `${end} (${part})`)
  }
  if (mounts.size === 0) return
  const row = (name: string, texts: ReadonlyArray<string>) =>
    console.log(`${name.padEnd(16)}${texts.map((text) => text.padEnd(30)).join("")}`)
  row("HTTP contract", [...storages].toSorted())
  for (const mount of [...mounts].toSorted()) {
    row(mount, [...storages].toSorted().map((storage) => cells.get(`${mount} ${storage}`) ?? "-"))
  }
  console.log("")
}

/**
 * The default output, then the runs of the HTTP contract as a table, then the slowest files, then one line for machines:
 * `N passed, N failed, N skipped`. It counts tests; a file or a suite that broke outside of its tests counts as one
 * failure, and so does an outage of a database that nobody made. A run without any test fails.
 */
export class CountingReporter extends DefaultReporter {
  readonly #watchdog = new Watchdog()

  override onTestModuleQueued(module: Module): void {
    super.onTestModuleQueued(module)
    this.#watchdog.begins(module.relativeModuleId)
  }

  override onTestModuleEnd(module: Module): void {
    super.onTestModuleEnd(module)
    this.#watchdog.ends(module.relativeModuleId)
  }

  override onTestCaseReady(test: Case): void {
    super.onTestCaseReady(test)
    this.#watchdog.begins(nameOf(test))
  }

  override onTestCaseResult(test: Case): void {
    super.onTestCaseResult(test)
    this.#watchdog.ends(nameOf(test))
  }

  override onTestRunEnd(...[modules, errors, reason]: End): void {
    super.onTestRunEnd(modules, errors, reason)
    this.#watchdog.stop()
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) count(module, counts)
    // This process stands for the run. The servers end after it, so their logs are still there.
    const fallen = outages(process.pid)
    counts.failed += fallen.length
    if (fallen.length > 0) {
      process.exitCode = 1
      console.log(`PostgreSQL fell, and nobody had made it:\n${fallen.join("\n")}\n`)
    }
    if (counts.passed + counts.failed === 0) process.exitCode = 1
    showContract(modules)
    const files = modules.map((module) => ({ name: module.relativeModuleId, ms: duration(module) }))
    files.sort((a, b) => b.ms - a.ms)
    console.log(`Slowest files:`)
    for (const { ms, name } of files.slice(0, slowest)) console.log(`${ms.toFixed(0).padStart(8)} ms  ${name}`)
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
