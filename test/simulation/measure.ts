/**
 * Tells after how many scripts the swarm finds each mutation of the area `simulation`: `node --conditions=signalbox-source test/simulation/measure.ts`.
 */
import type { Scenario } from "@signalbox/testing/simulation/Scenarios"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import { search } from "@signalbox/testing/simulation/Search"
import { run } from "@signalbox/testing/simulation/Simulation"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { condition } from "../FromSource.ts"
import { apply } from "../mutate/Mutation.ts"
import { mutations } from "../mutate/mutations/simulation.ts"
import { make } from "../mutate/TreeCopy.ts"
import { memory } from "./Memory.ts"
import { firstSeed, runs } from "./Swarm.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** In the copy: plays until something is found, and the scenarios if nothing is. */
const find = (): string => {
  const { finding, runs: played } = search({ store: memory, runs, seed: firstSeed, shrinkMillis: 0 })
  if (finding !== null) return `${played} scripts: ${finding.result.violation?.invariant}`
  const all = Object.entries<Scenario>(scenarios)
  const broken = all.filter(([, { script }]) => run(script, { store: memory }).violation !== null)
  return `not found in ${played} scripts; scenarios: ${broken.map(([name]) => name).join(", ") || "none"}`
}

if (process.argv[2] === "find") console.log(find())
else {
  const copy = make(root)
  process.on("exit", copy.remove)
  for (const [index, mutation] of mutations.entries()) {
    if (process.argv[2] !== undefined && !process.argv.slice(2).includes(String(index))) continue
    const before = copy.read(mutation.file)
    const after = apply(mutation, before)
    if (after === null) {
      console.log(`${index}  ${mutation.file}  ${JSON.stringify(mutation.find)}: not there`)
      continue
    }
    copy.write(mutation.file, after)
    const { stderr, stdout } = spawnSync(process.execPath, [
      `--conditions=${condition}`,
      "test/simulation/measure.ts",
      "find"
    ], {
      cwd: copy.root,
      encoding: "utf8",
      timeout: 300_000
    })
    const told = stdout.trim() === ""
      ? `an accident: ${stderr.split("\n").find((line) => /Error/.test(line))}`
      : stdout.trim()
    console.log(`${index}  ${told}  ${mutation.file}  ${JSON.stringify(mutation.find)}`)
    copy.write(mutation.file, before)
  }
}
