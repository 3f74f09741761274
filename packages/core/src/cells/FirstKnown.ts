/**
 * Asks several cells for what one of them knows at most, so that a silent one holds up nothing that another one knows.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/**
 * Returns the first answer that knows it. Each is asked when the one before it has answered that it does not, or has been
 * silent for `glanceMillis`. When none knows it this is the last answer, or the failure of one that could not be asked.
 */
export const ask = <A, E, R>(
  asked: readonly [Effect.Effect<A, E, R>, ...ReadonlyArray<Effect.Effect<A, E, R>>],
  isKnown: (answer: A) => boolean,
  glanceMillis: number
): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const known = yield* Deferred.make<A>()
    const all = Effect.gen(function*() {
      const fibers: Array<Fiber.Fiber<Exit.Exit<A, E>>> = []
      for (const each of asked) {
        const told = Effect.tap(
          Effect.exit(each),
          (exit) => Exit.isSuccess(exit) && isKnown(exit.value) ? Deferred.succeed(known, exit.value) : Effect.void
        )
        const fiber = yield* Effect.forkChild(told)
        fibers.push(fiber)
        yield* Effect.timeoutOption(Fiber.await(fiber), glanceMillis)
        if (yield* Deferred.isDone(known)) return yield* Deferred.await(known)
      }
      const exits = yield* Effect.forEach(fibers, Fiber.join)
      return yield* exits.find(Exit.isFailure) ?? exits.at(-1)!
    })
    return yield* Effect.raceFirst(Deferred.await(known), all)
  })
