/**
 * What the contract suites of storage get from an adapter's own test.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { Lockout } from "@signalbox/core/Lockout"
import type { RateWindow } from "@signalbox/core/RateWindow"
import type { Store } from "@signalbox/core/Store"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Services {
  readonly store: Store["Service"]
  readonly idempotency: Idempotency["Service"]
  readonly rateWindow: RateWindow["Service"]
  readonly lockout: Lockout["Service"]
  /** After it the node counts as dead, as if its heartbeats had been missing for long enough. */
  readonly killNode: (node: NodeId) => Effect.Effect<void>
}

/** What an adapter may leave to a test of its own, when the common one does not suit it. */
export type Capability = /** 100,001 counters in one case. */
  "lockoutBound"

export interface Harness {
  /** Empty storage. It is asked once for each case, and once for each run of a property. */
  readonly make: Effect.Effect<Services, never, Scope.Scope>
  /** What is left out, each with the reason. */
  readonly without?: { readonly [C in Capability]?: string }
}
