/**
 * Tells whether a node can do its part: the store answers and keeps what is written, its schema is that of this
 * version, the clock is right, and the worker makes progress (decisions part 1 "Health endpoints").
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import { NodeSkew } from "../engine/ServiceClock.ts"
import * as StoreProgress from "../engine/StoreProgress.ts"
import type { Worker } from "../engine/Worker.ts"
import { Migrations } from "../port/Migrations.ts"
import { Store } from "../port/Store.ts"
import { Writable } from "../port/Writable.ts"

/** A part that is not ready, and why in a few words that anybody may read. */
export interface Unready {
  readonly part: "clock" | "migrations" | "store" | "worker"
  readonly why: string
}

export class Readiness extends Context.Service<Readiness, {
  /**
   * Returns the parts that are not ready; none when the node is. It answers within three seconds, whatever the store
   * does, and asks the store at most once a second, whoever asks how often.
   *
   * @param worker null on a node that does no scheduled work
   */
  readonly unready: (worker: Worker["Service"] | null) => Effect.Effect<ReadonlyArray<Unready>>
}>()("@signalbox/core/service/Readiness") {}

/** How long the store may take to answer, and how long an answer counts, in elapsed milliseconds. */
const patience = 2000
const fresh = 1000

const silent: ReadonlyArray<Unready> = [{ part: "store", why: "does not answer" }]

const refusing = (why: string | null): ReadonlyArray<Unready> => why === null ? [] : [{ part: "store", why }]

const wrong: Unready = { part: "clock", why: "is off by more than two seconds" }

const named = 5

const lacking = (names: ReadonlyArray<string>): ReadonlyArray<Unready> => {
  if (names.length === 0) return []
  const more = names.length - named
  return [{
    part: "migrations",
    why: `are not in place: ${names.slice(0, named).join("; ")}${more > 0 ? `; and ${more} more` : ""}`
  }]
}

/** Asks one question at a time. Whoever asks while it is open, or soon after its answer, shares it. */
const shared = (question: Effect.Effect<ReadonlyArray<Unready>>): Effect.Effect<ReadonlyArray<Unready>> => {
  let open: Fiber.Fiber<ReadonlyArray<Unready>> | null = null
  let last: { readonly at: bigint; readonly found: ReadonlyArray<Unready> } | null = null
  const answered = Effect.flatMap(
    question,
    (found) =>
      Effect.map(Clock.monotonicTimeNanos, (at) => {
        last = { at, found }
        return found
      })
  )
  return Effect.gen(function*() {
    const now = yield* Clock.monotonicTimeNanos
    if (last !== null && now - last.at < BigInt(fresh) * 1_000_000n) return last.found
    const asked = open ?? (yield* Effect.forkDetach(answered, { startImmediately: true }))
    if (open === null) {
      open = asked
      asked.addObserver(() => {
        open = null
      })
    }
    const ended = yield* Effect.timeoutOption(Fiber.await(asked), patience)
    if (Option.isSome(ended)) return ended.value._tag === "Success" ? ended.value.value : silent
    // Nobody waits for a question that cannot be interrupted, and no other one is asked before it ends.
    yield* Effect.forkDetach(Fiber.interrupt(asked))
    return silent
  })
}

export const layer: Layer.Layer<Readiness, never, Store> = Layer.effect(
  Readiness,
  Effect.gen(function*() {
    const store = yield* Store
    const migrations = yield* Migrations
    const { refusal } = yield* Writable
    const skew = yield* NodeSkew
    const progress = yield* StoreProgress.StoreProgress
    const logged = (found: ReadonlyArray<Unready>) =>
      Effect.matchCauseEffect({
        onSuccess: (more: ReadonlyArray<Unready>) => Effect.succeed(more),
        onFailure: (cause) => Effect.as(Effect.logWarning("this node is not ready", ErrorSummary.origin(cause)), found)
      })
    const storage = shared(
      Effect.flatMap(
        logged(silent)(Effect.map(Effect.andThen(Effect.suspend(() => store.now), refusal), refusing)),
        (found) =>
          found.length > 0
            ? Effect.succeed(found)
            : logged([{ part: "migrations", why: "cannot be read" }])(Effect.map(migrations.missing, lacking))
      )
    )
    return {
      unready: Effect.fnUntraced(function*(worker) {
        const standing = worker === null ? null : yield* worker.standstill
        const found = yield* storage
        return [
          ...found,
          ...(found.length > 0 ? [] : refusing(yield* StoreProgress.standstill(progress))),
          ...(skew?.isOff() === true ? [wrong] : []),
          ...(standing === null ? [] : [{ part: "worker", why: standing } as const])
        ]
      })
    }
  })
)
