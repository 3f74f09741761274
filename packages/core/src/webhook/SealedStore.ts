/**
 * The store as the engine sees it: signing secrets, and those that a reply keeps, are sealed before they are committed,
 * and opened when they are loaded (those of replies by `SealedReplies`). So nothing at rest holds one, and no rule has
 * to know.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Commit } from "../commit/Commit.ts"
import type { Known } from "../commit/Facts.ts"
import type { SecretsError } from "../port/Secrets.ts"
import { Secrets } from "../port/Secrets.ts"
import { Store, StoreError } from "../port/Store.ts"
import type { Ref } from "../row/Kind.ts"
import type { RefMap } from "../row/RefMap.ts"
import * as RefMap_ from "../row/RefMap.ts"
import type { Row } from "../row/Row.ts"
import type { SigningSecret } from "../value/Secret.ts"
import * as SealedReplies from "./SealedReplies.ts"

type Change = (secret: SigningSecret) => Effect.Effect<SigningSecret, SecretsError>

const failed = ({ message }: SecretsError): StoreError => new StoreError({ reason: "failed", message, cause: null })

/** Changes the secret of a row that holds one. */
const changed = (row: Row, change: Change): Effect.Effect<Row, StoreError> =>
  row.kind !== "webhook"
    ? Effect.succeed(row)
    : Effect.mapBoth(change(row.value.secret), {
      onFailure: failed,
      onSuccess: (secret): Row => ({ ...row, value: { ...row.value, secret } })
    })

const holdsSecrets = (rows: ReadonlyArray<Row>): boolean => rows.some(({ kind }) => kind === "webhook")

const all = (rows: ReadonlyArray<Row>, change: Change): Effect.Effect<ReadonlyArray<Row>, StoreError> =>
  holdsSecrets(rows) ? Effect.forEach(rows, (row) => changed(row, change)) : Effect.succeed(rows)

const confides = ({ puts, reply }: Commit): boolean => holdsSecrets(puts) || SealedReplies.confides(reply)

const sealed = Effect.fnUntraced(function*(commit: Commit, seal: Secrets["Service"]["seal"]) {
  if (!confides(commit)) return commit
  const puts = yield* all(commit.puts, seal)
  const reply = yield* Effect.mapError(SealedReplies.sealed(commit.reply, seal), failed)
  return { ...commit, puts, reply }
})

/** Returns the rows with their secrets opened. Rows of other kinds, which are nearly all, are left as they are. */
const opened = Effect.fnUntraced(function*(rows: RefMap<Known>, open: Change) {
  const found: Array<readonly [Ref, Known]> = []
  for (const { row, version } of rows.of("webhook").values()) {
    if (row !== null) found.push([row, { version, row: yield* changed(row, open) }])
  }
  return found.length === 0 ? rows : rows.union(RefMap_.fromEntries(found))
})

export const layer: Layer.Layer<Store, never, Store | Secrets> = Layer.effect(
  Store,
  Effect.gen(function*() {
    const store = yield* Store
    const { open, seal } = yield* Secrets
    return {
      ...store,
      load: (needs) =>
        Effect.flatMap(
          store.load(needs),
          (facts) => Effect.map(opened(facts.rows, open), (rows) => rows === facts.rows ? facts : { ...facts, rows })
        ),
      commit: (batch) =>
        batch.some(confides)
          ? Effect.flatMap(Effect.forEach(batch, (commit) => sealed(commit, seal)), store.commit)
          : store.commit(batch),
      list: (query) =>
        query.list === "webhooks"
          ? Effect.flatMap(
            store.list(query),
            (page) => Effect.map(all(page.rows, open), (rows) => ({ ...page, rows }))
          )
          : store.list(query)
    }
  })
)
