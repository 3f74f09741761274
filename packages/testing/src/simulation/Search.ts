/**
 * The search for a script that breaks a promise: many scripts by chance, and when one breaks, ever smaller ones until
 * it is short enough to be read.
 */
import * as fc from "fast-check"
import type { Script } from "./Script.ts"
import type { Extent } from "./Scripts.ts"
import { scripts } from "./Scripts.ts"
import type { Options, Result } from "./Simulation.ts"
import { run } from "./Simulation.ts"

export interface SearchOptions extends Options, Extent {
  /** The seed from which the search begins: the same seed makes the same scripts. */
  readonly seed: number
  readonly runs: number
  /** The way to one script of a search, as a finding tells it. */
  readonly path?: string
  /** The time for which a script that breaks is made smaller, in milliseconds; 20 seconds unless told. */
  readonly shrinkMillis?: number
}

export interface Finding {
  readonly seed: number
  readonly path: string
  /** The number of scripts that were played until one broke. */
  readonly runs: number
  /** The smallest script that breaks it, and how. */
  readonly script: Script
  readonly result: Result
}

export interface Searched {
  readonly finding: Finding | null
  readonly runs: number
}

/** A violation says its name, so that a script that is made smaller goes on to break the same promise. */
const isBroken = (result: Result, like: string | null): boolean =>
  result.violation !== null && (like === null || result.violation.invariant === like)

export const search = (options: SearchOptions): Searched => {
  let broken: string | null = null
  let shrinkUntil = Infinity
  const property = fc.property(scripts(options), (script) => {
    // Enough: what is smallest by now is told.
    if (performance.now() > shrinkUntil) return true
    const result = run(script, options)
    if (!isBroken(result, broken)) return true
    broken = result.violation!.invariant
    shrinkUntil = Math.min(shrinkUntil, performance.now() + (options.shrinkMillis ?? 20_000))
    return false
  })
  const details = fc.check(property, {
    seed: options.seed,
    numRuns: options.runs,
    ...(options.path === undefined ? {} : { path: options.path })
  })
  if (!details.failed || details.counterexample === null) return { finding: null, runs: details.numRuns }
  const [script] = details.counterexample
  return {
    runs: details.numRuns,
    finding: {
      seed: details.seed,
      path: details.counterexamplePath ?? "",
      runs: details.numRuns,
      script,
      result: run(script, options)
    }
  }
}

/** A finding in words: what broke, the script, the last lines of the trace, and how to see it again. */
export const report = ({ path, result, script, seed }: Finding, command: string): string => {
  const { at, invariant, text } = result.violation!
  return [
    `${invariant}: ${text} (after ${at} ms)`,
    "",
    `Replay: SIMULATION_SEED=${seed} SIMULATION_PATH=${path} ${command}`,
    "",
    "Script:",
    JSON.stringify(script, null, 1).replaceAll(/\n\s+(?=[^\n]*[}\]]?)/g, " "),
    "",
    "Trace:",
    ...result.trace.slice(-60)
  ].join("\n")
}
