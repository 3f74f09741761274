/**
 * Breaks one rule after the other and expects tests to fail: `npm run mutate -- --area gates`.
 *
 * The named tests first have to pass on the unchanged file, otherwise their failing would prove nothing. The file is
 * restored however the run ends, short of a kill -9.
 */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { Mutation } from "./Mutation.ts"
import { mutations } from "./mutations.ts"

type Verdict = "killed" | "SURVIVED" | "NOT FOUND" | "NOT UNIQUE" | "TESTS FAIL WITHOUT IT"

const root = new URL("../../", import.meta.url)
const at = (file: string): URL => new URL(file, root)
const timeLimit = 5 * 60_000

let stopTests = (): unknown => undefined

const runTests = (filters: ReadonlyArray<string>): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const vitest = fileURLToPath(at("node_modules/vitest/vitest.mjs"))
    const options = ["run", "--config", "test/vitest.config.ts", "--bail", "1"]
    const child = spawn(process.execPath, [vitest, ...options, ...filters], {
      cwd: root,
      stdio: "ignore",
      timeout: timeLimit
    })
    stopTests = () => child.kill("SIGKILL")
    child.on("error", reject)
    child.on("exit", (code) => resolve(code === 0))
  })

/** Puts back what the running mutation replaced. */
let restore = (): void => {}
process.on("exit", () => {
  stopTests()
  restore()
})
for (const [signal, code] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const) {
  process.on(signal, () => process.exit(code))
}

const mutate = ({ file, find, replace }: Mutation): void => {
  const original = readFileSync(at(file), "utf8")
  const mutant = original.replace(find, () => replace)
  restore = () => {
    if (readFileSync(at(file), "utf8") === mutant) writeFileSync(at(file), original)
    else console.error(`${file} was changed meanwhile: undo by hand ${JSON.stringify({ find, replace })}`)
    restore = () => {}
  }
  writeFileSync(at(file), mutant)
}

const occurrences = ({ file, find }: Mutation): number => {
  try {
    return readFileSync(at(file), "utf8").split(find).length - 1
  } catch {
    return 0
  }
}

/** Whether the tests pass on unchanged files, asked once for each set of tests. */
const baselines = new Map<string, Promise<boolean>>()
const passes = (filters: ReadonlyArray<string>): Promise<boolean> => {
  const key = JSON.stringify(filters)
  const known = baselines.get(key) ?? runTests(filters)
  baselines.set(key, known)
  return known
}

const judge = async (mutation: Mutation): Promise<Verdict> => {
  const count = occurrences(mutation)
  if (count !== 1) return count === 0 ? "NOT FOUND" : "NOT UNIQUE"
  if (!(await passes(mutation.tests))) return "TESTS FAIL WITHOUT IT"
  try {
    mutate(mutation)
    return await runTests(mutation.tests) ? "SURVIVED" : "killed"
  } finally {
    restore()
  }
}

const { values } = parseArgs({ options: { area: { type: "string" } } })
const chosen = mutations.filter(({ area }) => values.area === undefined || area === values.area)
if (values.area !== undefined && chosen.length === 0) {
  console.error(`There is no mutation of the area "${values.area}".`)
  process.exit(1)
}

let survivors = 0
const width = Math.max(0, ...chosen.map(({ area }) => area.length))
for (const mutation of chosen) {
  const started = performance.now()
  const verdict = await judge(mutation)
  if (verdict !== "killed") survivors += 1
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6)
  const change = `${JSON.stringify(mutation.find)} -> ${JSON.stringify(mutation.replace)}`
  console.log(`${verdict.padEnd(10)} ${seconds} s  ${mutation.area.padEnd(width)}  ${mutation.file}  ${change}`)
}
console.log(`\n${chosen.length - survivors} of ${chosen.length} mutants killed`)
process.exit(survivors === 0 ? 0 : 1)
