/**
 * Claims of requests that have stored no answer. They are freed immediately, and those for which the store was away as
 * soon as it is back, so that the client may repeat its request. After the lifetime of a claim nobody has to: its key
 * is free.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Limit from "../catalogue/Limit.ts"
import type { Reply } from "../commit/Reply.ts"
import * as Deadline from "../engine/Deadline.ts"
import type { Idempotency } from "../port/Idempotency.ts"

/** A claim and the token of its holder. */
export type Held = Pick<Reply, "claim" | "token">

export interface Abandoned {
  /** Frees a claim. */
  readonly free: (held: Held) => Effect.Effect<void>
  /** Frees it without letting anybody wait: the store was away a moment ago. */
  readonly later: (held: Held) => Effect.Effect<void>
}

interface Left extends Held {
  /** Since when, in elapsed nanoseconds. */
  readonly since: bigint
}

/** How many are remembered, how soon the store is asked again, and how long it may take, in milliseconds. */
const most = 65_536
const pause = 1000
const patience = 1000

const lifetime = BigInt(Limit.idempotencyClaimLifetime) * 1_000_000n

export const make = Effect.fnUntraced(function*(
  { abandon }: Idempotency["Service"]
): Effect.fn.Return<Abandoned, never, Scope.Scope> {
  const left = yield* Queue.sliding<Left>(most)

  const isFreed = ({ claim, token }: Held): Effect.Effect<boolean> =>
    Effect.match(Deadline.inTime(abandon(claim, token)), { onFailure: () => false, onSuccess: () => true })

  const isFreedSoon = (held: Held): Effect.Effect<boolean> =>
    Effect.map(Effect.timeoutOption(isFreed(held), patience), Option.contains(true))

  const later = (held: Held): Effect.Effect<void> =>
    Effect.flatMap(Clock.monotonicTimeNanos, (since) => Effect.asVoid(Queue.offer(left, { ...held, since })))

  // What is left when nobody can wait any more gets a last try, as long as the store answers.
  yield* Effect.addFinalizer(() =>
    Effect.gen(function*() {
      for (const held of yield* Queue.clear(left)) if (!(yield* isFreedSoon(held))) return
    })
  )

  /** Returns whether to ask for the next one immediately. A question that was asked has its answer, whoever ends this. */
  const next = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      restore(Queue.take(left)),
      Effect.fnUntraced(function*(held) {
        if (yield* isFreedSoon(held)) return true
        if ((yield* Clock.monotonicTimeNanos) - held.since < lifetime) yield* Queue.offer(left, held)
        return false
      })
    )
  )
  yield* Effect.flatMap(next, (goesOn) => goesOn ? Effect.void : Effect.sleep(pause)).pipe(
    Effect.forever,
    Effect.forkScoped
  )

  return {
    later,
    free: (held) => Effect.flatMap(isFreed(held), (isDone) => isDone ? Effect.void : later(held))
  }
})
