/**
 * A node on a store in memory, and a record of what it claims, asks to hold as soon as it is committed, and begins.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as Handler from "@signalbox/core/internal/engine/Handler"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { completes, due, nodes, terms } from "./WorkerNode.ts"

export const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const errand = (number: number, account: number, at = Given.now): Due => due(number, account, at, "shared")

export const names = (leases: ReadonlyArray<{ readonly work: Due["work"] }>) => leases.map(({ work }) => work.key)

/** Lets those who have been told something act upon it. */
export const settled = Effect.forEach(numbers(1, 20), () => Effect.yieldNow, { discard: true })

/** A node's record of what it has claimed, what it has asked to hold immediately, and what it has begun, in order. */
export interface Seen {
  readonly claimed: Array<string>
  readonly asked: Array<string>
  readonly begun: Array<string>
  claims: number
}

export interface Options {
  readonly limit?: number
  /** 5 unless given. */
  readonly pollMillis?: number
  readonly tap?: Tap
  readonly admits?: (due: Due) => boolean
  /** Each batch waits for this before it ends. */
  readonly until?: Effect.Effect<void>
  /** Returns whether a batch lets go of its items then, instead of carrying them out. */
  readonly letsGo?: () => boolean
}

export const watched = (seen: Seen): Tap => (store) => ({
  ...store,
  commit: (batch) => {
    seen.asked.push(...names(batch.flatMap((each) => each.due).filter(({ holder }) => holder !== undefined)))
    return store.commit(batch)
  },
  claim: (request) =>
    Effect.tap(store.claim(request), ({ leases }) =>
      Effect.sync(() => {
        seen.claims++
        seen.claimed.push(...names(leases))
      }))
})

/** One node; the program runs beside it when it has claimed for the first time. */
export const working = <A, E>(
  {
    admits = () => true,
    letsGo = () => false,
    limit = 512,
    pollMillis = 5,
    tap = (store) => store,
    until = Effect.void
  }: Options,
  program: (context: {
    readonly seen: Seen
    readonly keep: (...dues: ReadonlyArray<Due>) => Effect.Effect<unknown, StoreError>
    readonly pauses: (commit: Partial<Commit>) => Effect.Effect<unknown, StoreError>
  }) => Effect.Effect<A, E, Bench.TheClock | Workers.Worker | WorkSignal.WorkSignal | Store>
): Promise<A> => {
  const seen: Seen = { claimed: [], asked: [], begun: [], claims: 0 }
  const node = Layer.unwrap(Effect.map(Store, (store) => {
    const tapped = tap(watched(seen)(store))
    const handle = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>) {
      seen.begun.push(...names(leases))
      yield* until
      if (letsGo()) return leases.map(Handler.letGo)
      yield* Effect.orDie(store.commit([completes(leases)]))
      return []
    })
    return Workers.layer({ node: nodes[0]!, pollMillis, limit }).pipe(
      Layer.provide(Layer.succeed(Workers.Handlers, { handle, lanes: terms, admits })),
      Layer.provideMerge(Committers.layer),
      Layer.provideMerge(WorkSignal.layer),
      Layer.provideMerge(LocalLeases.layer),
      Layer.provide(Layer.succeed(Store, tapped))
    )
  })).pipe(Layer.provideMerge(MemoryStore.layerStore))
  return Bench.run(
    node,
    Effect.gen(function*() {
      const { commit } = yield* Committers.Committer
      while (seen.claims === 0) yield* Effect.yieldNow
      yield* Bench.idle
      return yield* program({
        seen,
        keep: (...due) => commit(Commits.make({ due })),
        pauses: (parts) => commit(Commits.make(parts))
      })
    })
  )
}
