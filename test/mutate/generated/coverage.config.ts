import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
import base from "../../vitest.config.ts"

/** The default run, by a runner that writes down what each test calls. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      runner: fileURLToPath(new URL("./CoverageRunner.ts", import.meta.url)),
      maxWorkers: 2
    }
  })
)
