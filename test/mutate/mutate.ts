/**
 * Breaks one rule after the other, in a copy of the repository, and expects tests to fail.
 *
 *     npm run mutate -- --area gates --area states    those areas
 *     npm run mutate -- --file review/                files whose path contains it
 *     npm run mutate -- --only 1f0c22ab               one mutation, as a run names those that survive
 *     npm run mutate -- --sample 200 --seed 7         changes that nobody has chosen; see generated/sample.ts
 *     npm run mutate -- --again                       of such changes those that lived when they were judged last
 *     npm run mutate -- --part 3/12                   every twelfth of them, the third part of a round
 *
 * The named tests first have to pass on the unchanged copy, otherwise their failing would prove nothing.
 */
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { draws } from "./generated/Draw.ts"
import * as Kept from "./generated/Kept.ts"
import * as Sample from "./generated/sample.ts"
import type { Mutation } from "./Mutation.ts"
import { apply, id } from "./Mutation.ts"
import { mutations } from "./mutations.ts"
import * as Part from "./Part.ts"
import * as TestRun from "./TestRun.ts"
import * as TreeCopy from "./TreeCopy.ts"

type Verdict = "killed" | "SURVIVED" | "STANDS NOT ONCE IN ITS FILE" | "TESTS FAIL WITHOUT IT"

const { values } = parseArgs({
  options: {
    area: { type: "string", multiple: true, default: [] },
    file: { type: "string", multiple: true, default: [] },
    only: { type: "string", multiple: true, default: [] },
    operator: { type: "string", multiple: true, default: [] },
    sample: { type: "string" },
    again: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    part: { type: "string", default: "0/1" }
  }
})

const root = fileURLToPath(new URL("../../", import.meta.url))

for (const [signal, code] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const) {
  process.on(signal, () => process.exit(code))
}

const order = { root, seed: Number(values.seed), workers: Number(values.workers) }

if (values.sample !== undefined) {
  const { file, operator, sample } = values
  const stream = draws(root, order.seed, {
    isFile: (path) => file.length === 0 || file.some((part) => path.includes(part)),
    isOperator: (name) => operator.length === 0 || operator.includes(name)
  })
  const isWhole = file.length === 0 && operator.length === 0
  const given = { ...order, size: Number(sample), stream, seedOf: () => order.seed, isWhole }
  process.exit(await Sample.run(given) ? 0 : 1)
}

if (values.again) {
  const lived = Kept.lived(root)
  Kept.forget(root, lived)
  const seeds = new Map(lived.map(({ id, seed }) => [id, seed]))
  const stream = lived.map(({ drawn }) => drawn).values()
  const seedOf = (id: string): number => seeds.get(id) ?? order.seed
  await Sample.run({ ...order, size: lived.length, stream, seedOf, isWhole: true })
  // Which share of them dies says nothing: they are those that had lived.
  process.exit(0)
}

const isChosen = (mutation: Mutation): boolean =>
  (values.area.length === 0 || values.area.includes(mutation.area)) &&
  (values.file.length === 0 || values.file.some((part) => mutation.file.includes(part))) &&
  (values.only.length === 0 || values.only.includes(id(mutation)))

const chosen = mutations.filter(isChosen).filter((_, index) => Part.has(values.part, index) === true)
if (chosen.length === 0) {
  console.error(`No mutation is chosen by ${process.argv.slice(2).join(" ")}.`)
  process.exit(1)
}

let running: TestRun.TestRun | null = null
const copy = TreeCopy.make(root)
process.on("exit", () => {
  running?.stop()
  copy.remove()
})

const runTests = async (filters: ReadonlyArray<string>): Promise<boolean> => {
  running = TestRun.start(copy.root, filters)
  const passed = await running.passed
  running = null
  return passed
}

/** Keeps whether the tests pass on unchanged files, asked once for each set of tests. */
const baselines = new Map<string, Promise<boolean>>()
const passes = (filters: ReadonlyArray<string>): Promise<boolean> => {
  const key = JSON.stringify(filters)
  const known = baselines.get(key) ?? runTests(filters)
  baselines.set(key, known)
  return known
}

const judge = async (mutation: Mutation): Promise<Verdict> => {
  const original = copy.read(mutation.file)
  const mutant = apply(mutation, original)
  if (mutant === null) return "STANDS NOT ONCE IN ITS FILE"
  if (!(await passes(mutation.tests))) return "TESTS FAIL WITHOUT IT"
  copy.write(mutation.file, mutant)
  try {
    return await runTests(mutation.tests) ? "SURVIVED" : "killed"
  } finally {
    copy.write(mutation.file, original)
  }
}

const left: Array<string> = []
const width = Math.max(...chosen.map(({ area }) => area.length))
for (const mutation of chosen) {
  const started = performance.now()
  const verdict = await judge(mutation)
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6)
  const change = `${JSON.stringify(mutation.find)} -> ${JSON.stringify(mutation.replace)}`
  const line = `${id(mutation)}  ${mutation.area.padEnd(width)}  ${mutation.file}  ${change}`
  console.log(`${verdict.padEnd(10)} ${seconds} s  ${line}`)
  if (verdict !== "killed") {
    left.push(`${verdict}  ${mutation.file}  ${change}\n    npm run mutate -- --only ${id(mutation)}`)
  }
}
console.log(`\n${chosen.length - left.length} of ${chosen.length} mutants killed`)
for (const line of left) console.log(line)
process.exit(left.length === 0 ? 0 : 1)
