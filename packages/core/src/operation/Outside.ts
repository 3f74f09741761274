/**
 * Questions to services outside the store that a request waits for. Whoever is asked may hang, throw or refuse to be
 * interrupted: the request waits for a bounded time, and one account has a bounded number of questions open at the same
 * time, so that it cannot fill the node with its own.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { AccountId } from "../value/Id.ts"

export interface Bounds {
  /** How long a question may take, in elapsed milliseconds. */
  readonly patience: number
  /** How many questions of one account may be open at the same time. */
  readonly concurrency: number
}

/** The party that a question is for: the questions to each are counted by themselves. */
export type Asked = "calls" | "numbers" | "routes"

type Counts = { readonly [Each in Asked]: KeyedCounter<AccountId> }

const none = (): Counts => ({
  calls: new KeyedCounter(),
  numbers: new KeyedCounter(),
  routes: new KeyedCounter()
})

/**
 * Counts the questions that each account has open on this node; null outside of one. A question that cannot be interrupted
 * counts until it ends.
 */
const Open = Context.Reference<Counts | null>("@signalbox/core/operation/Outside/Open", { defaultValue: () => null })

/** A node goes on counting what is known to be open. */
export const layer: Layer.Layer<never> = Layer.effect(Open, Effect.map(Open, (known) => known ?? none()))

/** Returns what counts the questions of one asker together, where no node counts them. */
export const counting: Effect.Effect<<A>(asking: Effect.Effect<A>) => Effect.Effect<A>> = Effect.map(Open, (known) => {
  const counts = known ?? none()
  return (asking) => Effect.provideService(asking, Open, counts)
})

const begin = <A>(counts: KeyedCounter<AccountId>, account: AccountId, question: Effect.Effect<A>) =>
  Effect.map(Effect.forkDetach(question), (fiber) => {
    counts.add(account, 1)
    fiber.addObserver(() => counts.add(account, -1))
    return fiber
  })

/**
 * Asks somebody outside, on behalf of an account. None: it gave no answer in time, it failed, or the account has too many
 * questions open. What went wrong is logged.
 */
export const ask = <A>(
  asked: Asked,
  account: AccountId,
  bounds: Bounds,
  question: () => Effect.Effect<A>
): Effect.Effect<Option.Option<A>> =>
  Effect.flatMap(Open, (open) => {
    const counts = (open ?? none())[asked]
    if (counts.of(account) >= bounds.concurrency) return Effect.succeed(Option.none<A>())
    return Effect.acquireUseRelease(
      begin(counts, account, Effect.suspend(question)),
      (fiber) => Effect.timeoutOption(Fiber.await(fiber), bounds.patience),
      // Nobody waits for one that cannot be interrupted.
      (fiber) => Effect.forkDetach(Fiber.interrupt(fiber))
    ).pipe(Effect.flatMap((ended) => {
      if (Option.isNone(ended)) return Effect.as(Effect.logWarning("a look-up does not answer"), Option.none<A>())
      if (Exit.isSuccess(ended.value)) return Effect.succeed(Option.some(ended.value.value))
      return Effect.as(ErrorSummary.warn("a look-up failed", ended.value.cause), Option.none<A>())
    }))
  })
