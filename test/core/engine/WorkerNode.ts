/**
 * Nodes that work for tests: a worker on the memory store, with a handler that does as told.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import type { Handler, Undone } from "@signalbox/core/internal/engine/Handler"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

export const nodes = ["one", "two"].map((name) => `node-${name}` as NodeId)

/** The lanes of the tests: one kind that keeps its order, and one that nodes share. */
export const terms = { ordered: { width: 64, shared: false }, shared: { width: 8, shared: true } }

export const due = (
  number: number,
  account: number,
  at: Instant = Given.now,
  kind: keyof typeof terms = "ordered"
): Due => ({
  work: { kind: "errand", key: `work-${number}` },
  lane: `${kind}:${Given.accountId(account)}`,
  at
})

export const completes = (leases: ReadonlyArray<Lease>): Commit =>
  Commits.make({ completes: leases.map(({ token, work }) => ({ work, token })) })

/** Completes the items, as a handler does that has carried them out. */
export const done = (store: Store["Service"], leases: ReadonlyArray<Lease>): Effect.Effect<ReadonlyArray<Undone>> =>
  Effect.as(Effect.orDie(store.commit([completes(leases)])), [])

export type Make = (store: Store["Service"], node: NodeId) => Handler

/** A node of its own: committer, signal and worker on a store that others share. */
export const nodeOn = (
  store: Store["Service"],
  node: NodeId,
  make: Make,
  options: Partial<Workers.Options> = {},
  lines: Array<unknown> = []
) =>
  Workers.layer({ node, pollMillis: 5, ...options }).pipe(
    Layer.provide(Layer.succeed(Workers.Handlers, { handle: make(store, node), lanes: terms })),
    Layer.provideMerge(Committers.layer),
    Layer.provideMerge(WorkSignal.layer),
    Layer.provideMerge(LocalLeases.layer),
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

/** Carries out every item and writes it down. */
export const recorder = () => {
  const seen: Array<Lease> = []
  const make: Make = (store) => (leases) => {
    seen.push(...leases)
    return done(store, leases)
  }
  return { seen, make }
}
