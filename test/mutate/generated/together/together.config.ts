import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import base from "../../../vitest.config.ts"

const { projects: _, reporters: __, ...test } = base.test ?? {}

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Plays mutants together, in one process that begins with what loads each of them anew. */
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ["test/mutate/generated/together/played.ts"],
    runner: beside("TogetherRunner.ts"),
    execArgv: [...test.execArgv ?? [], "--max-old-space-size=4000", "--import", beside("loading.ts")],
    reporters: ["dot"],
    silent: true,
    maxWorkers: 1,
    passWithNoTests: true,
    // Whoever hangs is asked alone, later.
    testTimeout: 20_000,
    hookTimeout: 40_000
  }
})
