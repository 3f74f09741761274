/**
 * Questions to services outside the store that a request waits for. Whoever is asked may hang, throw or refuse to be
 * interrupted: the request waits for a bounded time, and one account has a bounded number of questions open at once, so
 * that it cannot fill the node with its own.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Accident from "../engine/Accident.ts"
import type { AccountId } from "../value/Id.ts"

export interface Bounds {
  /** How long a question may take, in elapsed milliseconds. */
  readonly patience: number
  /** How many questions of one account may be open at once. */
  readonly atOnce: number
}

/** How many questions each account has open, by whom they are for. One that cannot be interrupted counts until it ends. */
const open = new WeakMap<object, Map<AccountId, number>>()

const openAt = (service: object): Map<AccountId, number> => {
  const found = open.get(service) ?? new Map<AccountId, number>()
  open.set(service, found)
  return found
}

const add = (counts: Map<AccountId, number>, account: AccountId, by: 1 | -1): void => {
  const count = (counts.get(account) ?? 0) + by
  if (count > 0) counts.set(account, count)
  else counts.delete(account)
}

const begin = <A>(counts: Map<AccountId, number>, account: AccountId, question: Effect.Effect<A>) =>
  Effect.map(Effect.forkDetach(question), (fiber) => {
    add(counts, account, 1)
    fiber.addObserver(() => add(counts, account, -1))
    return fiber
  })

/**
 * Asks a service, on behalf of an account. None: it gave no answer in time, it failed, or the account has too many
 * questions open. What went wrong is logged.
 *
 * @param service whom the question is for; the questions to each are counted by themselves
 */
export const ask = <A>(
  service: object,
  account: AccountId,
  bounds: Bounds,
  question: () => Effect.Effect<A>
): Effect.Effect<Option.Option<A>> =>
  Effect.suspend(() => {
    const counts = openAt(service)
    if ((counts.get(account) ?? 0) >= bounds.atOnce) return Effect.succeed(Option.none<A>())
    return Effect.acquireUseRelease(
      begin(counts, account, Effect.suspend(question)),
      (fiber) => Effect.timeoutOption(Fiber.await(fiber), bounds.patience),
      // Nobody waits for one that cannot be interrupted.
      (fiber) => Effect.forkDetach(Fiber.interrupt(fiber))
    ).pipe(Effect.flatMap((ended) => {
      if (Option.isNone(ended)) return Effect.as(Effect.logWarning("a look-up does not answer"), Option.none<A>())
      if (Exit.isSuccess(ended.value)) return Effect.succeed(Option.some(ended.value.value))
      const { cause } = ended.value
      return Effect.logWarning("a look-up failed", Accident.origin(cause)).pipe(
        Effect.andThen(Accident.inFull(cause)),
        Effect.as(Option.none<A>())
      )
    }))
  })
