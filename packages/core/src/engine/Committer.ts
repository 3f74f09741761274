/**
 * Group commit: the Commits of concurrent callers reach the store in one batch. Two batches may run at once, so that the
 * store decides one while it makes the other durable; where they touch the same rows, the store keeps them in order.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Batch from "./Batch.ts"
import { LocalWorker } from "./LocalWorker.ts"
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

export const layer: Layer.Layer<Committer, never, Store | WorkSignal> = Layer.effect(
  Committer,
  Effect.gen(function*() {
    const store = yield* Store
    const signal = yield* WorkSignal
    const local = yield* LocalWorker
    const apply = (commits: ReadonlyArray<Commit>) => local.commit(commits, store.commit)
    const batch = yield* Batch.make<Commit, Outcome>({
      // Raised after a failure too: the store may have applied a batch whose answer was lost.
      ask: (commits) => commits.some(mayFreeWork) ? Effect.ensuring(apply(commits), signal.raise) : apply(commits),
      atOnce: batches,
      items: batchSize,
      size: batchBytes,
      sizeOf: Size.ofCommit
    })
    return { commit: batch.ask, commitAll: batch.askAll }
  })
)
