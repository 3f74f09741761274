/**
 * Executes a Decision: it loads what the decision needs, decides and commits. When something has changed meanwhile, it
 * starts again with fresh facts.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import type { Refused } from "../commit/Refused.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import { Committer } from "./Committer.ts"
import { Loader } from "./Loader.ts"

/** Concurrent commits won so often that the executor gave up. Trying again later makes sense. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly use: string }> {}

/** Another holder has the lease or the idempotency claim now. Nothing was changed. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly use: string }> {}

export type ExecutionError = Refused | Conflict | LeaseLost | StoreError

/** The answer, and the instant at which it was decided. */
export interface Executed<Answer> {
  readonly answer: Answer
  readonly at: Instant.Instant
}

export class Executor extends Context.Service<Executor, {
  /** Loads what `needs` asks for, and calls it again with the facts until nothing more is needed. */
  readonly read: (needs: (known: Facts.Facts) => Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
  readonly run: <Command, Answer>(
    use: Decision<Command, Answer>,
    command: Command
  ) => Effect.Effect<Executed<Answer>, ExecutionError>
}>()("@signalbox/core/engine/Executor") {}

const tries = 12

/**
 * From so many rows on, other requests have their turn between loading, deciding and committing: a send to a thousand
 * recipients must not hold up everybody else for the sum of the three.
 */
const large = 250

const breathe = (rows: number): Effect.Effect<void> => rows < large ? Effect.void : Effect.yieldNow

export const layer: Layer.Layer<Executor, never, Store | Loader | Committer | Mint> = Layer.effect(
  Executor,
  Effect.gen(function*() {
    const store = yield* Store
    const loader = yield* Loader
    const committer = yield* Committer
    const mint = yield* Mint

    const read = Effect.fnUntraced(function*(needs: (known: Facts.Facts) => Needs.Needs) {
      let facts = Facts.empty
      while (true) {
        const missing = Facts.missing(facts, needs(facts))
        if (Needs.isEmpty(missing)) return facts
        const rows = Needs.isEmpty({ ...missing, lists: [] }) ? Facts.empty : yield* loader.load(missing)
        const pages = yield* Effect.forEach(
          missing.lists,
          (query) => Effect.map(store.list(query), (page) => [Needs.listText(query), page] as const)
        )
        facts = Facts.merge(Facts.merge(facts, rows), { ...Facts.empty, pages: new Map(pages) })
      }
    })

    return {
      read,
      run: Effect.fnUntraced(function*(use, command) {
        for (let attempt = 0; attempt < tries; attempt++) {
          const facts = yield* read((known) => use.needs(command, known))
          yield* breathe(facts.rows.size + facts.owners.size)
          const now = yield* Instant.now
          const decided = use.decide(command, facts, now, mint)
          if (Result.isFailure(decided)) return yield* decided.failure
          const { answer, commit } = decided.success
          if (Commit.isEmpty(commit)) return { answer, at: now }
          yield* breathe(commit.puts.length)
          const outcome = yield* committer.commit(commit)
          if (outcome._tag === "Done") return { answer, at: now }
          if (outcome._tag === "Stale" && outcome.because !== "row") return yield* new LeaseLost({ use: use.name })
        }
        return yield* new Conflict({ use: use.name })
      })
    }
  })
)
