/**
 * Group commit: callers queue their Commits, a fiber hands the queued ones to the store in one batch and answers each
 * caller, while the next batch forms. There is no timer, and what requests wait for goes first. Two batches may run at
 * once, so that the store decides one while it makes the other durable; where they touch the same rows, the store keeps
 * them in order.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Backlog from "./Backlog.ts"
import * as Batch from "./Batch.ts"
import * as Size from "./Size.ts"
import { WorkSignal } from "./WorkSignal.ts"

export class Committer extends Context.Service<Committer, {
  /** Commits, and returns the outcome. After Done the commit is durable, so the caller may report it to the world. */
  readonly commit: (commit: Commit) => Effect.Effect<Outcome, StoreError>
  /** Commits each by itself, in as few batches as they fit into, and returns what each has come to, in their order. */
  readonly commitAll: (
    commits: ReadonlyArray<Commit>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Outcome, StoreError>>>
}>()("@signalbox/core/engine/Committer") {}

/** How many commits one batch contains at most, and about how many bytes; and how many batches run at once. */
const batchSize = 512
const batchBytes = 2 * 1024 * 1024
const batches = 2

/** Whether a worker may find more to do after this commit: work that it schedules, fans out, frees or makes room for. */
const mayFreeWork = ({ cancels, completes, due, events, pauses, releases }: Commit): boolean =>
  due.length > 0 || events.length > 0 || completes.length > 0 || releases.length > 0 || pauses.length > 0 ||
  cancels.length > 0

interface Pending extends Batch.Pending<Outcome> {
  readonly commit: Commit
}

export const layer: Layer.Layer<Committer, never, Store | WorkSignal> = Layer.effect(
  Committer,
  Effect.gen(function*() {
    const store = yield* Store
    const signal = yield* WorkSignal
    const queue = yield* Backlog.make<Pending>({
      items: batchSize,
      size: batchBytes,
      sizeOf: ({ commit }) => Size.ofCommit(commit)
    })

    const flush = Effect.fnUntraced(function*(batch: ReadonlyArray<Pending>) {
      yield* Batch.answer<Pending, Outcome>(batch, (part) => store.commit(part.map(({ commit }) => commit)))
      // Raised after a failure too: the store may have applied a batch whose answer was lost.
      if (batch.some(({ commit }) => mayFreeWork(commit))) yield* signal.raise
    })

    yield* queue.take.pipe(
      Effect.flatMap(flush),
      Effect.forever,
      Effect.forkScoped,
      Effect.replicateEffect(batches, { discard: true })
    )

    const commitAll = Effect.fnUntraced(function*(commits: ReadonlyArray<Commit>) {
      const outcomes: Array<Exit.Exit<Outcome, StoreError>> = []
      const all = yield* Deferred.make<void>()
      let left = commits.length
      if (left === 0) return outcomes
      yield* queue.offerAll(commits.map((commit, index) => ({
        commit,
        answered: (exit) => {
          outcomes[index] = exit
          return --left === 0 ? Deferred.succeed(all, undefined) : Effect.void
        }
      })))
      yield* Deferred.await(all)
      return outcomes
    })

    return {
      commitAll,
      commit: (commit) => Effect.flatMap(commitAll([commit]), ([outcome]) => outcome!)
    }
  })
)
