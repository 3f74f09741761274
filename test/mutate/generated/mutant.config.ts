import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import base from "../../vitest.config.ts"
import { InOrder } from "./InOrder.ts"

const { projects: _, reporters: __, ...test } = base.test ?? {}

/** Runs selected tests one file after the other, in one process that loads each module once, and ends at the first failure. */
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ["test/**/*.test.ts"],
    runner: fileURLToPath(new URL("./SelectedRunner.ts", import.meta.url)),
    sequence: { sequencer: InOrder },
    reporters: ["dot"],
    maxWorkers: 1,
    bail: 1,
    passWithNoTests: true,
    // What is selected took some seconds at most: a mutant that makes it hang has been noticed by then.
    testTimeout: 90_000,
    hookTimeout: 120_000
  }
})
