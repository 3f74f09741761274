/**
 * Runs the suites with the broken adapters, and prints what became of each case as a line of JSON. It is a program of its
 * own, because a test cannot watch another test fail.
 */
import { fileURLToPath } from "node:url"
import { startVitest } from "vitest/node"
import { fromSource } from "../FromSource.ts"
import { pattern } from "./Broken.ts"
import { carriers } from "./Carriers.ts"
import { mounts } from "./Mounts.ts"
import { guards, stores } from "./Stores.ts"

export interface Ended {
  readonly title: string
  readonly state: string
}

const all = [...stores, ...guards, ...carriers, ...mounts]

const vitest = await startVitest("test", [], {
  config: false,
  root: fileURLToPath(new URL(".", import.meta.url)),
  include: ["cases.ts"],
  exclude: [],
  watch: false,
  reporters: [{}],
  pool: "forks",
  maxWorkers: 1,
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  execArgv: [...fromSource],
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testNamePattern: new RegExp(`\\(sound\\)|${pattern(all)}`)
})

const ended = vitest.state.getTestModules().flatMap((module) =>
  [...module.children.allTests()].map((test): Ended => ({ title: test.fullName, state: test.result().state }))
)
await vitest.close()
// What did not run was not asked for.
console.log(JSON.stringify(ended.filter(({ state }) => state !== "skipped")))
// Vitest says 1, because cases have failed, as they should.
process.exit(0)
