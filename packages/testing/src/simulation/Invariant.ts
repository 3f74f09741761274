/**
 * A promise of the service, and the eyes that watch it: what is wrong is told in a sentence.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import type { Mirror } from "./internal/mirror.ts"
import type { Script } from "./Script.ts"
import type { Process, Sighting } from "./Sighting.ts"

export interface View {
  readonly script: Script
  /** The number of the cell that is watched; 0 where there is one store. */
  readonly cell: number
  readonly mirror: Mirror
  /** True time, in milliseconds since the run began. */
  readonly now: () => number
  /** The beginning of the world's time, in milliseconds since 1970. */
  readonly epoch: number
  /** The balance that the store tells of an account. */
  readonly balance: (account: string) => number
  /** Returns whether a carrier knows an attempt that it has taken already. */
  readonly knows: (carrier: string) => boolean
  /** Returns what a carrier has asked for: its pace, and its time to answer in milliseconds. */
  readonly terms: (carrier: string) => { readonly pace: CarrierPace | null; readonly answersWithin: number }
  /** Returns how far the clock of a process is off, in milliseconds. */
  readonly off: (by: Process) => number
}

export interface Watch {
  /** Looks at what was just seen; the mirror has it already. */
  readonly see?: (sighting: Sighting) => string | null
  /** Looks once everything has come to rest. */
  readonly atRest?: () => string | null
}

export interface Invariant {
  readonly name: string
  readonly promise: string
  readonly watch: (view: View) => Watch
}
