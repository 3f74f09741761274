/**
 * Asks for many keys in one statement: concurrent callers share a query. There is no timer; the next query forms while
 * the last one runs.
 *
 * A query that `failed` is tried again in halves, so that only the keys that cannot be asked for fail.
 */
import type { StoreError } from "@signalbox/core/Store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

const most = 256

/** How many queries one batch may become: enough to find a few bad keys, and no flood when all of them fail. */
const patience = 64

type Ask<Key, Value> = (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyMap<Key, Value>, StoreError>

/** The answer for each key. */
const askInHalves = <Key, Value>(
  ask: Ask<Key, Value>,
  all: ReadonlyArray<Key>
): Effect.Effect<ReadonlyMap<Key, Exit.Exit<Value | undefined, StoreError>>> =>
  Effect.gen(function*() {
    const answers = new Map<Key, Exit.Exit<Value | undefined, StoreError>>()
    const waiting = [all]
    for (let keys = waiting.shift(), asked = 1; keys !== undefined; keys = waiting.shift(), asked++) {
      const result = yield* Effect.result(ask(keys))
      const isFault = result._tag === "Failure" && result.failure.reason === "failed"
      if (isFault && keys.length > 1 && asked < patience) {
        const middle = keys.length >> 1
        waiting.push(keys.slice(0, middle), keys.slice(middle))
        continue
      }
      for (const key of keys) {
        answers.set(
          key,
          result._tag === "Failure" ? Exit.fail(result.failure) : Exit.succeed(result.success.get(key))
        )
      }
    }
    return answers
  })

export const make = <Key, Value>(
  ask: Ask<Key, Value>
): Effect.Effect<(key: Key) => Effect.Effect<Value | undefined, StoreError>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const queue = yield* Queue.unbounded<
      { readonly key: Key; readonly answer: Deferred.Deferred<Value | undefined, StoreError> }
    >()
    yield* Queue.takeBetween(queue, 1, most).pipe(
      Effect.flatMap((batch) =>
        Effect.flatMap(
          askInHalves(ask, [...new Set(batch.map(({ key }) => key))]),
          (answers) =>
            Effect.forEach(batch, ({ answer, key }) => Deferred.done(answer, answers.get(key)!), { discard: true })
        )
      ),
      Effect.forever,
      Effect.forkScoped
    )
    return Effect.fnUntraced(function*(key: Key) {
      const answer = yield* Deferred.make<Value | undefined, StoreError>()
      yield* Queue.offer(queue, { key, answer })
      return yield* Deferred.await(answer)
    })
  })
