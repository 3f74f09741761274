/**
 * Writes aside when keys were last used: a node writes one at a time, and each key once an hour at most.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { Authenticated } from "../account/Authenticate.ts"
import * as RecordKeyUse from "../account/RecordKeyUse.ts"
import type { Executor } from "../engine/Executor.ts"
import type { KeyHash } from "../value/Secret.ts"

/** So many uses may wait to be written; more are left to later requests. */
const most = 1024

export interface KeyUse {
  /** Returns whether the account of the key wants its last use to be kept, and this hour is not on its way yet. */
  readonly isDue: (found: Authenticated) => boolean
  /** Has the use written after a while. */
  readonly note: (found: Authenticated) => Effect.Effect<void>
}

export const make = Effect.fnUntraced(function*(
  { run }: Executor["Service"]
): Effect.fn.Return<KeyUse, never, Scope.Scope> {
  const uses = yield* Queue.dropping<RecordKeyUse.Command>(most)
  /** The keys whose use is on its way, so that no other request of this node notes it again. */
  const noting = new Set<KeyHash>()

  yield* Queue.take(uses).pipe(
    Effect.flatMap((use) =>
      run(RecordKeyUse.RecordKeyUse, use).pipe(
        Effect.ignore,
        Effect.ensuring(Effect.sync(() => noting.delete(use.key)))
      )
    ),
    Effect.forever,
    Effect.forkScoped
  )

  return {
    isDue: ({ account, at, key }) =>
      account.keyLastUsed === true && !noting.has(key.hash) && RecordKeyUse.isNews(key, at),
    note: ({ at, key }) =>
      Effect.map(Queue.offer(uses, { key: key.hash, usedAt: at }), (isTaken) => {
        if (isTaken) noting.add(key.hash)
      })
  }
})
