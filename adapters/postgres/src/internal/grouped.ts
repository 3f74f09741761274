/**
 * Asks for many keys in one statement: what callers want at the same time is one question. There is no timer; the next
 * question forms while the last one is under way.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

const most = 256

export const make = <Key, Value, E>(
  ask: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyMap<Key, Value>, E>
): Effect.Effect<(key: Key) => Effect.Effect<Value | undefined, E>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const queue = yield* Queue.unbounded<
      { readonly key: Key; readonly answer: Deferred.Deferred<Value | undefined, E> }
    >()
    yield* Queue.takeBetween(queue, 1, most).pipe(
      Effect.flatMap((batch) =>
        Effect.flatMap(Effect.exit(ask([...new Set(batch.map(({ key }) => key))])), (exit) =>
          Effect.forEach(
            batch,
            ({ answer, key }) => Deferred.done(answer, Exit.map(exit, (found) => found.get(key))),
            { discard: true }
          ))
      ),
      Effect.forever,
      Effect.forkScoped
    )
    return Effect.fnUntraced(function*(key: Key) {
      const answer = yield* Deferred.make<Value | undefined, E>()
      yield* Queue.offer(queue, { key, answer })
      return yield* Deferred.await(answer)
    })
  })
