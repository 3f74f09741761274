import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { CountingReporter } from "./CountingReporter.ts"
import { condition } from "./FromSource.ts"

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  cacheDir: ".cache/vite",
  // Tests import the packages as they stand in their sources, never what was built.
  ssr: { resolve: { conditions: [condition, "node", "development|production"] } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: [new CountingReporter()],
    // Processes, because tests open sockets and end servers; their modules are shared between files, because loading
    // Effect anew for every file takes longer than most files do. A test must not leave global state behind.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
