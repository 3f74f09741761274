/**
 * An adapter's own test gives this to the contract suites of storage.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { Lockout } from "@signalbox/core/Lockout"
import type { Pace } from "@signalbox/core/Pace"
import type { RateWindow } from "@signalbox/core/RateWindow"
import type { Store } from "@signalbox/core/Store"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Services {
  readonly store: Store["Service"]
  readonly idempotency: Idempotency["Service"]
  readonly rateWindow: RateWindow["Service"]
  readonly lockout: Lockout["Service"]
  readonly pace: Pace["Service"]
  /** Declares the node dead, as if its heartbeats had been missing for long enough. */
  readonly killNode: (node: NodeId) => Effect.Effect<void>
  /**
   * Lets the store's clock go on by so many milliseconds, for the keys of debits and counts at least, and gives the store
   * the time to clear away what is old by then.
   */
  readonly age: (millis: number) => Effect.Effect<void>
}

/** The parts of the contract that an adapter may test by itself when the common test does not suit it. */
export type Capability = /** 100,001 counters in one case. */
  "lockoutBound"

export interface Harness {
  /** Makes empty storage. It runs once for each case, and once for each run of a property. */
  readonly make: Effect.Effect<Services, never, Scope.Scope>
  /** The capabilities that the common suite leaves out, each with the reason. */
  readonly without?: { readonly [C in Capability]?: string }
}
