/**
 * Runs SMPP and carriers over HTTP against foreign counterparts, and nodes on databases that fail, within one budget for
 * all of it. What cannot be had is named with the runs that are missing for it.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { spawn } from "node:child_process"
import { bouncers } from "./Bouncer.ts"
import { parts } from "./DissectedParts.ts"
import { dissector } from "./Dissector.ts"
import { failovers } from "./Failover.ts"
import { kannel } from "./Kannel.ts"
import { osmo } from "./Osmo.ts"
import * as Packages from "./Packages.ts"
import { patroni } from "./Patroni.ts"
import { perl } from "./Perl.ts"
import { restored } from "./Restore.ts"
import type { Run } from "./Run.ts"
import { soak } from "./Soak.ts"
import { throughput } from "./Throughput.ts"
import { twilioPrism } from "./TwilioPrism.ts"

/**
 * It waits for most of its time, as the failovers behind it do, so it goes beside them, and not beside what is measured. It
 * has a process of its own, because the start of a server holds up whoever starts it, and here a second counts.
 */
const beside: Run = patroni

const runs: ReadonlyArray<Run> = [
  dissector,
  parts,
  osmo,
  perl,
  kannel,
  throughput,
  twilioPrism,
  beside,
  ...failovers,
  ...bouncers,
  soak,
  restored
]

const second = 1000

/** How long all of it may take, and of that the installation, and one run. */
const budget = 400 * second
const installation = 150 * second
const usual = 75 * second

const began = performance.now()
const leftOf = (millis: number) => (): number => Math.floor(began + millis - performance.now())
const left = leftOf(budget)

const only = process.argv[2] ?? ""
const isAside = only === beside.name
const { versions, why } = Packages.have(leftOf(installation))
if (!isAside) {
  const had = [...versions].map(([name, version]) => `${name} ${version}`).join(", ")
  console.log(`at most ${budget / second} s; ${had}`)
}
for (const [name, version] of versions) {
  if (!isAside && !version.startsWith(Packages.versions[name])) {
    console.log(`not the version of ${name} that these runs were made with, which is ${Packages.versions[name]}`)
  }
}

/** Starts the run that goes beside others, which says itself whether it holds, and returns the same. */
const aside = (time: number): Promise<boolean> => {
  const [, script = ""] = process.argv
  // It ends itself in that time; what does not is ended.
  const timeout = time + 20 * second
  const child = spawn(process.execPath, [...process.execArgv, script, beside.name], { stdio: "inherit", timeout })
  return new Promise((resolve) =>
    child.once("exit", (code, signal) => {
      if (signal !== null) console.log(`BROKEN   ${beside.name}: it was ended by ${signal}`)
      resolve(code === 0)
    })
  )
}

let ended: Promise<boolean> = Promise.resolve(true)

for (const each of runs.filter(({ name }) => name.includes(only))) {
  const { lack = () => null, name, needs, patience = usual, run } = each
  const missing = needs.filter((each) => !versions.has(each))
  if (missing.length > 0) {
    console.log(`MISSING  ${name}: there is no ${missing.join(" and no ")} (${why})`)
    continue
  }
  const lacking = lack()
  if (lacking !== null) {
    console.log(`MISSING  ${name}: ${lacking}`)
    continue
  }
  const time = Math.min(patience, left())
  if (time < 1) {
    process.exitCode = 1
    console.log(`BROKEN   ${name}: the others have used up all the time`)
    continue
  }
  if (each === beside && !isAside) {
    ended = aside(time)
    continue
  }
  const since = performance.now()
  const exit = await run.pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: time,
      orElse: () => Effect.die(new Error(`it does not end within ${Math.round(time / second)} s`))
    }),
    Effect.runPromiseExit
  )
  const seconds = ((performance.now() - since) / second).toFixed(1)
  if (Exit.isSuccess(exit)) console.log(`HOLDS    ${name}: ${exit.value} (${seconds} s)`)
  else {
    process.exitCode = 1
    console.log(`BROKEN   ${name} (${seconds} s)\n${Cause.pretty(exit.cause)}`)
  }
}
if (!await ended) process.exitCode = 1
if (!isAside) console.log(`${Math.round((performance.now() - began) / second)} s in all`)
// What a broken run has left behind must not hold the process up.
process.exit()
