/**
 * The store as the engine sees it: signing secrets, the codes of verifications with what keys their hashes, and the secrets
 * that a reply keeps are sealed before they are committed, and opened when they are loaded (those of replies by
 * `SealedReplies`). So nothing at rest holds one, and no rule has to know. Accounts that have hashes of erased numbers are
 * given the keys of these when they are loaded.
 *
 * Rows that a store remembers are as it keeps them. A webhook among them is seen with its secret if that was opened before;
 * what cannot be opened without asking anybody counts as not remembered.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Commit } from "../commit/Commit.ts"
import type { Facts, Known } from "../commit/Facts.ts"
import { LastSeen, nothing } from "../port/LastSeen.ts"
import type { SecretsError } from "../port/Secrets.ts"
import { Secrets } from "../port/Secrets.ts"
import { Store, StoreError } from "../port/Store.ts"
import type { Ref } from "../row/Kind.ts"
import type { RefMap } from "../row/RefMap.ts"
import * as RefMap_ from "../row/RefMap.ts"
import type { KindName, Row } from "../row/Row.ts"
import type { SigningSecret } from "../value/Secret.ts"
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

/** So many secrets are remembered, of some hundred bytes each. */
const mostSecrets = 10_000

/** The secrets of webhooks that were opened, by what the store keeps: the ones of late, and a bounded number of them. */
class OpenedSecrets {
  private readonly secrets = new Map<string, SigningSecret>()

  of(kept: SigningSecret): SigningSecret | undefined {
    return this.secrets.get(kept)
  }

  add(kept: SigningSecret, secret: SigningSecret): void {
    this.secrets.delete(kept)
    this.secrets.set(kept, secret)
    if (this.secrets.size > mostSecrets) this.secrets.delete(this.secrets.keys().next().value!)
  }
}

/** Returns whether the engine sees this row otherwise than the store keeps it. */
const isOpened = (row: Row): boolean =>
  holdsSecret(row) || row.kind === "account" && row.value.suppressionHashes !== undefined

/** Returns what is remembered of a row, given the secrets that were opened; null when nothing can be said of it. */
const remembered = (known: Known, secrets: OpenedSecrets): Known | null => {
  const { row, version } = known
  if (row === null || !isOpened(row)) return known
  const secret = row.kind === "webhook" ? secrets.of(row.value.secret) : undefined
  return secret === undefined || row.kind !== "webhook"
    ? null
    : { version, row: { ...row, value: { ...row.value, secret } } }
}

const seen = (facts: Facts, secrets: OpenedSecrets): Facts => {
  if (facts.rows.values().every(({ row }) => row === null || !isOpened(row))) return facts
  const entries = facts.rows.refs().flatMap((ref) => {
    const known = remembered(facts.rows.get(ref)!, secrets)
    return known === null ? [] : [[ref, known] as const]
  })
  const rows = RefMap_.fromEntries(entries)
  // The owner of a key is among the rows, or the key is not remembered.
  const owners = new Map([...facts.owners].filter(([, owner]) => owner === null || rows.has(owner)))
  return { ...facts, rows, owners }
}

/** Returns the rows with their secrets opened. Rows of other kinds, which are nearly all, are left as they are. */
const opened = Effect.fnUntraced(function*(
  rows: RefMap<Known>,
  { hashKeys, open }: Secrets["Service"],
  secrets: OpenedSecrets
) {
  const found: Array<readonly [Ref, Known]> = []
  for (const { row, version } of rows.of("account").values()) {
    if (row?.kind !== "account" || row.value.suppressionHashes === undefined) continue
    const { since } = row.value.suppressionHashes
    const keys = yield* Effect.mapError(hashKeys, failed)
    found.push([row, { version, row: { ...row, value: { ...row.value, suppressionHashes: { since, keys } } } }])
  }
  for (const kind of secretive) {
    for (const { row, version } of rows.of(kind).values()) {
      if (row === null) continue
      const after = yield* changed(row, open)
      if (row.kind === "webhook" && after.kind === "webhook") secrets.add(row.value.secret, after.value.secret)
      found.push([row, { version, row: after }])
    }
  }
  return found.length === 0 ? rows : rows.union(RefMap_.fromEntries(found))
})

export const layer: Layer.Layer<Store, never, Store | Secrets> = Layer.effectContext(
  Effect.gen(function*() {
    const store = yield* Store
    const secrets = yield* Secrets
    const lastSeen = yield* LastSeen
    const { open, seal } = secrets
    const known = new OpenedSecrets()
    const sealing: Store["Service"] = {
      ...store,
      load: (needs) =>
        Effect.flatMap(
          store.load(needs),
          (facts) =>
            Effect.map(opened(facts.rows, secrets, known), (rows) => rows === facts.rows ? facts : { ...facts, rows })
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
    return Context.make(Store, sealing).pipe(
      Context.add(LastSeen, lastSeen === nothing ? nothing : { of: (needs) => seen(lastSeen.of(needs), known) })
    )
  })
)
