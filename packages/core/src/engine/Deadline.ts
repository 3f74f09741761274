/**
 * How long a request waits for the store in all. Each question to the store ends in its own time; a request asks several,
 * and whoever waits for its answer must not wait for the sum of them (`docs/guides/storage-postgres.md` says how long).
 *
 * A commit that is under way goes on to its end: only its request is answered without it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { StoreError } from "../port/Store.ts"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"

/** The waiting of one request. */
export interface Waiting {
  /** Since when, in elapsed nanoseconds. It moves on by what the request has waited for others than the store. */
  since: bigint
  /** How long it may last, in nanoseconds, and how much of that it can ask its next question in as if it were the first. */
  readonly most: bigint
  readonly early: bigint
}

/** The request that a fiber works for; null for work and for whoever waits as long as it takes. */
const Current = Context.Reference<Waiting | null>("@signalbox/core/engine/Deadline", { defaultValue: () => null })

/** How long a request may wait for the store, in elapsed milliseconds. A single question takes ten seconds at most. */
export const Patience = Context.Reference<number>("@signalbox/core/engine/Deadline/Patience", {
  defaultValue: () => 11_000
})

const late = new StoreError({ reason: "unavailable", cause: "the request has waited for too long" })

const nanos = 1_000_000n

/** A request is early in this part of its time. */
const earlyPart = 22n

const left = ({ most, since }: Waiting, now: bigint): bigint => since + most - now

const isEarly = (waiting: Waiting, now: bigint): boolean => now - waiting.since < waiting.early

/**
 * Begins the waiting of a request.
 *
 * @param since when it came, in elapsed nanoseconds
 * @param patience how long it may wait, in milliseconds
 */
export const begin = (since: bigint, patience: number) => {
  const most = BigInt(patience) * nanos
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Current, { since, most, early: most / earlyPart })
}

/** Waits for somebody else than the store, such as the client that sends a body: that time does not count. */
export const apart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const waiting = fiber.getRef(Current)
    if (waiting === null) return effect
    const began = Asker_.elapsed(fiber)
    return Effect.tap(effect, () =>
      Effect.sync(() => {
        waiting.since += Asker_.elapsed(fiber) - began
      }))
  })

/** Returns whether what comes next must be bounded by `within`. */
export const isClose = (asker: Asker): boolean => {
  const waiting = asker.getRef(Current)
  return waiting !== null && !isEarly(waiting, Asker_.elapsed(asker))
}

/** Returns for how many milliseconds the request of this fiber may still wait, or null where nobody waits. */
export const remaining: Effect.Effect<number | null> = Effect.withFiber((fiber) => {
  const waiting = fiber.getRef(Current)
  return Effect.succeed(waiting === null ? null : Math.max(0, Number(left(waiting, Asker_.elapsed(fiber)) / nanos)))
})

/** Does something in the time that is left, and something else when that is over. */
export const within = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  orElse: (error: StoreError) => Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.flatMap(remaining, (millis): Effect.Effect<A | B, E | E2, R | R2> => {
    if (millis === null) return effect
    return millis === 0
      ? orElse(late)
      : Effect.timeoutOrElse(effect, { duration: millis, orElse: () => orElse(late) })
  })

/** Asks the store a question in the time that is left. */
export const inTime = <A, E, R>(question: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
  Effect.withFiber((fiber): Effect.Effect<A, E | StoreError, R> =>
    isClose(fiber) ? within(question, (error) => Effect.fail(error)) : question
  )
