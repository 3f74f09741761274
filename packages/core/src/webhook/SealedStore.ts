/**
 * The store as the engine sees it: signing secrets, the codes of verifications with what keys their hashes, and the secrets
 * that a reply keeps are sealed before they are committed, and opened when they are loaded (those of replies by
 * `SealedReplies`). So nothing at rest holds one, and no rule has to know. Accounts that have hashes of erased numbers are
 * given the keys of these when they are loaded.
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
import type { KindName, Row } from "../row/Row.ts"
import * as SealedReplies from "./SealedReplies.ts"

type Change = Secrets["Service"]["seal"]

const failed = ({ message }: SecretsError): StoreError => new StoreError({ reason: "failed", message, cause: null })

/** The kinds of rows that hold a secret. */
const secretive = ["webhook", "verification", "one_time_code"] as const satisfies ReadonlyArray<KindName>

const isSecretive: ReadonlySet<KindName> = new Set<KindName>(secretive)

/** Returns the row without the keys that it was given when it was loaded. */
const withoutKeys = (row: Row): Row => {
  if (row.kind !== "account" || row.value.suppressionHashes?.keys === undefined) return row
  const { suppressionHashes: { since }, ...account } = row.value
  return { ...row, value: { ...account, suppressionHashes: { since } } }
}

/** Changes the secret of a row that holds one. What is sealed for a verification can be opened for no other one. */
const changedSecret = (row: Row, change: Change): Effect.Effect<Row, SecretsError> => {
  switch (row.kind) {
    case "webhook":
      return Effect.map(change(row.value.secret), (secret) => ({ ...row, value: { ...row.value, secret } }))
    case "one_time_code":
      return Effect.map(
        change(row.value.code, `code/${row.key}`),
        (code) => ({ ...row, value: { ...row.value, code } })
      )
    case "verification": {
      const { code } = row.value
      return code === null ? Effect.succeed(row) : Effect.map(
        change(code.key, `hash/${row.key}`),
        (key) => ({ ...row, value: { ...row.value, code: { ...code, key } } })
      )
    }
    default:
      return Effect.succeed(row)
  }
}

const changed = (row: Row, change: Change): Effect.Effect<Row, StoreError> =>
  Effect.mapError(changedSecret(row, change), failed)

const holdsSecret = ({ kind }: Row): boolean => isSecretive.has(kind)

const all = (rows: ReadonlyArray<Row>, change: Change): Effect.Effect<ReadonlyArray<Row>, StoreError> =>
  rows.some(holdsSecret) ? Effect.forEach(rows, (row) => changed(row, change)) : Effect.succeed(rows)

const confides = ({ puts, reply }: Commit): boolean => puts.some(isConfided) || SealedReplies.confides(reply)

const isConfided = (row: Row): boolean => holdsSecret(row) || withoutKeys(row) !== row

const sealed = Effect.fnUntraced(function*(commit: Commit, seal: Secrets["Service"]["seal"]) {
  if (!confides(commit)) return commit
  const puts = yield* all(commit.puts.map(withoutKeys), seal)
  const reply = yield* Effect.mapError(SealedReplies.sealed(commit.reply, seal), failed)
  return { ...commit, puts, reply }
})

/** Returns the rows with their secrets opened. Rows of other kinds, which are nearly all, are left as they are. */
const opened = Effect.fnUntraced(function*(rows: RefMap<Known>, { hashKeys, open }: Secrets["Service"]) {
  const found: Array<readonly [Ref, Known]> = []
  for (const { row, version } of rows.of("account").values()) {
    if (row?.kind !== "account" || row.value.suppressionHashes === undefined) continue
    const { since } = row.value.suppressionHashes
    const keys = yield* Effect.mapError(hashKeys, failed)
    found.push([row, { version, row: { ...row, value: { ...row.value, suppressionHashes: { since, keys } } } }])
  }
  for (const kind of secretive) {
    for (const { row, version } of rows.of(kind).values()) {
      if (row !== null) found.push([row, { version, row: yield* changed(row, open) }])
    }
  }
  return found.length === 0 ? rows : rows.union(RefMap_.fromEntries(found))
})

export const layer: Layer.Layer<Store, never, Store | Secrets> = Layer.effect(
  Store,
  Effect.gen(function*() {
    const store = yield* Store
    const secrets = yield* Secrets
    const { open, seal } = secrets
    return {
      ...store,
      load: (needs) =>
        Effect.flatMap(
          store.load(needs),
          (facts) => Effect.map(opened(facts.rows, secrets), (rows) => rows === facts.rows ? facts : { ...facts, rows })
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
