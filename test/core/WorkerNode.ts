/**
 * Nodes that work for tests: a worker on the memory store, with a handler that does as told.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import type { Handler } from "@signalbox/core/internal/engine/Job"
import { laneWidth } from "@signalbox/core/Jobs"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Tap } from "./Bench.ts"
import * as Bench from "./Bench.ts"
import * as Given from "./Given.ts"

export const nodes = ["one", "two"].map((name) => `node-${name}` as NodeId)

export const due = (number: number, account: number, at: Instant = Given.now): Due => ({
  work: { kind: "dispatch", key: `work-${number}` },
  lane: DispatchWork.lane.of(Given.accountId(account)),
  at
})

export const completes = (leases: ReadonlyArray<Lease>): Commit =>
  Commits.make({ completes: leases.map(({ token, work }) => ({ work, token })) })

export type Make = (store: Store["Service"], node: NodeId) => Handler

/** A node of its own: committer, bell and worker on a store that others share. */
export const nodeOn = (
  store: Store["Service"],
  node: NodeId,
  make: Make,
  options: Partial<Workers.Options> = {},
  lines: Array<unknown> = []
) =>
  Workers.layer({ node, pollMillis: 5, ...options }).pipe(
    Layer.provide(Layer.succeed(Workers.Handlers, { handle: make(store, node), width: laneWidth })),
    Layer.provideMerge(Committers.layer),
    Layer.provideMerge(WorkSignal.layer),
    Layer.provide(Layer.succeed(Store, store)),
    Layer.provide(Logger.layer([Logger.make(({ message }) => {
      lines.push(message)
    })]))
  )

export const keep = (work: ReadonlyArray<Due>) =>
  Effect.flatMap(Store, (store) => store.commit([Commits.make({ due: work })]))

/** One node with this handler; the program runs beside it. */
export const working = <A>(
  make: Make,
  program: Effect.Effect<A, StoreError, Workers.Worker | Store | WorkSignal.WorkSignal | Bench.TheClock>,
  tap: Tap = (store) => store,
  lines: Array<unknown> = []
): Promise<A> =>
  Bench.run(
    Layer.unwrap(Effect.map(Store, (store) => nodeOn(tap(store), nodes[0]!, make, {}, lines))).pipe(
      Layer.provideMerge(MemoryStore.layerStore)
    ),
    program
  )

/** Carries out every piece and writes it down. */
export const recorder = () => {
  const seen: Array<Lease> = []
  const make: Make = (store) => (leases) => {
    seen.push(...leases)
    return Effect.asVoid(store.commit([completes(leases)]))
  }
  return { seen, make }
}
