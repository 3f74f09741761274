/**
 * Group commit: the Commits of concurrent callers reach the store in one batch. Two batches may run at once, so that the
 * store decides one while it makes the other durable; where they touch the same rows, the store keeps them in order.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import type { Asker } from "./Asker.ts"
import * as Batch from "./Batch.ts"
import { LocalWorker } from "./LocalWorker.ts"
import * as News from "./News.ts"
import * as Size from "./Size.ts"
import { WorkSignal } from "./WorkSignal.ts"

export class Committer extends Context.Service<Committer, {
  /** Commits, and returns the outcome. After Done the commit is durable, so the caller may report it to the world. */
  readonly commit: (commit: Commit) => Effect.Effect<Outcome, StoreError>
  /** The same for a fiber that need not wait for the outcome. */
  readonly offer: (commit: Commit, caller: Asker, answered: Batch.Answered<Outcome>) => void
  /** Commits each by itself, in as few batches as they fit into, and returns what each has come to, in their order. */
  readonly commitAll: (
    commits: ReadonlyArray<Commit>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Outcome, StoreError>>>
}>()("@signalbox/core/engine/Committer") {}

/** How many commits one batch contains at most, and about how many bytes; and how many batches run at once. */
const batchSize = 512
const batchBytes = 3 * 1024 * 1024
const batches = 2

export const layer: Layer.Layer<Committer, never, Store | WorkSignal> = Layer.effect(
  Committer,
  Effect.gen(function*() {
    const store = yield* Store
    const signal = yield* WorkSignal
    const local = yield* LocalWorker
    /** Raised after a failure too: the store may have applied a batch whose answer was lost. */
    const tell = Effect.fnUntraced(function*(
      commits: ReadonlyArray<Commit>,
      exit: Exit.Exit<ReadonlyArray<Outcome>, StoreError>
    ) {
      const now = yield* Instant.now
      const known = local.hands().known()
      const isNews = Exit.isSuccess(exit)
        ? commits.some((commit, index) => News.is(commit, exit.value[index]!, now, known))
        : commits.some(News.mayBe)
      if (isNews) yield* signal.raise
    })
    const batch = yield* Batch.make<Commit, Outcome>({
      ask: (commits) => Effect.onExit(local.hands().commit(commits, store.commit), (exit) => tell(commits, exit)),
      atOnce: batches,
      items: batchSize,
      size: batchBytes,
      sizeOf: Size.ofCommit
    })
    return { commit: batch.ask, commitAll: batch.askAll, offer: batch.offer }
  })
)
