import { DefaultReporter } from "vitest/node"

type End = Parameters<DefaultReporter["onTestRunEnd"]>
type Module = End[0][number]

const slowest = 10

/** The time that a file took: its set-up, its imports and its tests. */
const duration = (module: Module): number => {
  const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
  return collectDuration + duration + prepareDuration + setupDuration
}

/**
 * The default output, then the slowest files, then one line for machines: `N passed, N failed, N skipped`. It counts
 * tests; a file or a suite that broke outside of its tests counts as one failure. A run without any test fails.
 */
export class CountingReporter extends DefaultReporter {
  override onTestRunEnd(...[modules, errors, reason]: End): void {
    super.onTestRunEnd(modules, errors, reason)
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === "pending" ? "skipped" : state] += 1
      }
    }
    if (counts.passed + counts.failed === 0) process.exitCode = 1
    const files = modules.map((module) => ({ name: module.relativeModuleId, ms: duration(module) }))
    files.sort((a, b) => b.ms - a.ms)
    console.log(`Slowest files:`)
    for (const { ms, name } of files.slice(0, slowest)) console.log(`${ms.toFixed(0).padStart(8)} ms  ${name}`)
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
