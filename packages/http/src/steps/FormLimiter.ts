/**
 * Bounds how many forms of one account this process reads at the same time, so that one account cannot take the memory
 * of all: the next one waits until another is answered. Its bytes stay with the client meanwhile.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Limit from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

interface Limiter {
  readonly semaphore: Semaphore.Semaphore
  /** The number of requests that have a permit or wait for one. */
  requests: number
}

const limiters = new Map<AccountId, Limiter>()

/** Runs an effect as soon as the account has a permit left. */
export const take = <A, E, R>(account: AccountId, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const limiter = limiters.get(account) ?? { semaphore: Semaphore.makeUnsafe(Limit.concurrentForms), requests: 0 }
      limiter.requests++
      limiters.set(account, limiter)
      return limiter
    }),
    ({ semaphore }) => Semaphore.withPermit(semaphore, effect),
    (limiter) =>
      Effect.sync(() => {
        limiter.requests--
        if (limiter.requests === 0) limiters.delete(account)
      })
  )
