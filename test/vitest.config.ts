import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { CountingReporter } from "./CountingReporter.ts"
import { fromSource } from "./FromSource.ts"
import { LongestFirst } from "./LongestFirst.ts"

/**
 * Tests that count what depends on how long transactions stay open, such as updates in place: whatever else the machine
 * does moves these counts, so they run by themselves before all others.
 */
const quiet: ReadonlyArray<string> = ["test/postgres/counts.test.ts"]

// Nodes and emulators that tests start as processes of their own load some 800 modules: half of what that takes is
// saved by what Node compiled for the first of them.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../.cache/node", import.meta.url))

const isWhole = process.env["MATRIX"] === "whole"

// The whole matrix makes all runs of its properties; else half of them find what is broken for most who break something.
// Whoever says how many histories are lived means so many.
process.env["PROP_RUNS"] ??= isWhole || process.env["HISTORIES"] !== undefined ? "1" : "0.5"

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  cacheDir: ".cache/vite",
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "crowd",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...quiet],
          sequence: { groupOrder: 1 }
        }
      },
      {
        extends: true,
        test: { name: "quiet", include: [...quiet], maxWorkers: 1, sequence: { groupOrder: 0 } }
      }
    ],
    reporters: [new CountingReporter()],
    // Processes, because tests open sockets and end servers; their modules are shared between files, because loading
    // Effect anew for every file takes longer than most files do. A test must not leave global state behind.
    pool: "forks",
    isolate: false,
    // Tests import the packages as they stand in their sources, never what was built.
    execArgv: [...fromSource],
    // Node loads them itself, as it does for whoever runs them: nothing is transformed, and a call from one module into
    // another does not go through Vite's accessors, which takes a seventh of the processor.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files that wait for processes and for timeouts leave the processors to others: two thirds of what the workers'
    // files take is such a wait, and four workers would leave two processors idle for a tenth of the time. All runs of
    // the whole matrix compute for longer.
    maxWorkers: isWhole ? 4 : 5,
    sequence: { sequencer: LongestFirst },
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    // Generous: they end what hangs, and a crowded machine has taken a hundred times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 240_000
  }
})
