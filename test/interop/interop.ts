/**
 * Runs SMPP against foreign counterparts. What cannot be had is named with the runs that are missing for it.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { dissector } from "./Dissector.ts"
import { kannel } from "./Kannel.ts"
import { osmo } from "./Osmo.ts"
import * as Packages from "./Packages.ts"
import type { Run } from "./Run.ts"
import { throughput } from "./Throughput.ts"

const runs: ReadonlyArray<Run> = [dissector, osmo, kannel, throughput]

/** How long one run may take, in milliseconds. */
const patience = 75_000

const only = process.argv[2] ?? ""
const { versions, why } = Packages.have()
console.log([...versions].map(([name, version]) => `${name} ${version}`).join(", "))
for (const [name, version] of versions) {
  if (!version.startsWith(Packages.versions[name])) {
    console.log(`not the version of ${name} that these runs were made with, which is ${Packages.versions[name]}`)
  }
}

for (const { name, needs, run } of runs.filter((each) => each.name.includes(only))) {
  const missing = needs.filter((each) => !versions.has(each))
  if (missing.length > 0) {
    console.log(`MISSING  ${name}: there is no ${missing.join(" and no ")} (${why})`)
    continue
  }
  const since = performance.now()
  const exit = await run.pipe(
    Effect.scoped,
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.die(new Error("it does not end")) }),
    Effect.runPromiseExit
  )
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  if (Exit.isSuccess(exit)) console.log(`HOLDS    ${name}: ${exit.value} (${seconds} s)`)
  else {
    process.exitCode = 1
    console.log(`BROKEN   ${name} (${seconds} s)\n${Cause.pretty(exit.cause)}`)
  }
}
