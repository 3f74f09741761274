/**
 * Deterministic simulation of the whole service: several nodes, one store, carriers, receivers, clients and clocks in
 * one process, one thread and one seed. The same script over the same store is the same run, to the last task.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { Directory } from "@signalbox/core/Directory"
import type { HealthTerms } from "@signalbox/core/HealthTerms"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Bring } from "./internal/couriers.ts"
import type { Backend } from "./internal/storage.ts"
import type { Violation } from "./internal/watchers.ts"
import { World } from "./internal/world.ts"
import type { Invariant } from "./Invariant.ts"
import { invariants } from "./Invariants.ts"
import type { Script } from "./Script.ts"

export type { Backend, Bring, Violation }

export interface Options {
  /** An empty store that answers immediately, such as the one in memory; made anew for each run. */
  readonly store: Effect.Effect<Backend, never, Scope.Scope>
  /** An empty directory, for a script with several cells, each of which gets a store of its own. */
  readonly directory?: Effect.Effect<Directory["Service"], never, Scope.Scope>
  /** All, unless told. */
  readonly invariants?: ReadonlyArray<Invariant>
  /**
   * Carriers of your own beside those of the script, made anew for each life of a node. They must take time from
   * Effect's `Clock` and chance from Effect's `Random` only. `bring` hands a receipt to the service.
   */
  readonly carriers?: (bring: Bring) => ReadonlyArray<Carrier>
  /** The terms on which the health of carriers is judged; absent: it is not. */
  readonly health?: HealthTerms
  /** The operator's rules for all accounts; absent: there are none. */
  readonly rules?: ReadonlyArray<RoutingRule>
}

export interface Result {
  /** The first promise that was broken; null when all were kept. */
  readonly violation: Violation | null
  /** The last lines of what happened. */
  readonly trace: ReadonlyArray<string>
  /** Stands for the whole run. */
  readonly digest: string
  /** The number of tasks that ran, and the simulated milliseconds that they took. */
  readonly tasks: number
  readonly millis: number
}

/** Plays a script. */
export const run = (script: Script, options: Options): Result => {
  const scope = Effect.runSync(Scope.make())
  const made = <A>(effect: Effect.Effect<A, never, Scope.Scope>): A => Effect.runSync(Scope.provide(effect, scope))
  const world = new World(script, {
    backends: Array.from({ length: script.cells ?? 1 }, () => made(options.store)),
    directory: options.directory === undefined ? null : made(options.directory),
    invariants: options.invariants ?? invariants,
    carriers: options.carriers ?? (() => []),
    health: options.health ?? null,
    rules: options.rules ?? []
  })
  world.run()
  const { trace, violation } = world.watchers
  return {
    violation,
    trace: trace.lines,
    digest: trace.digest,
    tasks: world.timeline.steps,
    millis: world.timeline.now
  }
}
