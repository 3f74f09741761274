/**
 * A storage that remembers whose every row is, and notes every change of what belongs to those who must be left alone.
 */
import type { Commit } from "@signalbox/core/Commit"
import { refText } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Storage } from "../Storages.ts"

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Every id in a text. */
export const idsIn = (text: string): ReadonlyArray<string> => text.toLowerCase().match(uuid) ?? []

export interface Recorder {
  readonly storage: Storage
  /** Returns how many commits there were. */
  readonly commits: () => number
  /** From now on nothing may happen to these accounts. */
  readonly guard: (accounts: ReadonlySet<string>) => void
  /** Returns what happened to the victims all the same. */
  readonly violations: () => ReadonlyArray<string>
  /** The ids of an account's rows, of one kind or of all. */
  readonly ids: (account: string, kind?: string) => ReadonlyArray<string>
  /** The rows that an id stands in, each with its owner, so that a failure says what was told. */
  readonly rowsOf: (id: string) => ReadonlyArray<string>
  /** Kinds of rows of which nobody knows whose they are. */
  readonly ownerless: () => ReadonlySet<string>
}

interface Known {
  readonly kind: string
  readonly owner: string
  readonly ids: ReadonlyArray<string>
}

export const make = (storage: Storage): Recorder => {
  const owners = new Map<string, string>()
  const rows = new Map<string, Known>()
  /** The same rows, those of each owner by themselves. */
  const owned = new Map<string, Map<string, Known>>()
  const ownerless = new Set<string>()
  const violations: Array<string> = []
  let commits = 0
  let guarded: ReadonlySet<string> = new Set()

  /** A row says whose it is, or it names another row whose owner is known. */
  const ownerOf = (row: Row): string | null => {
    if (row.kind === "account") return row.value.id
    if ("account" in row.value && typeof row.value.account === "string") return row.value.account
    const named = Object.values(row.value).flatMap((value) => typeof value === "string" ? owners.get(value) ?? [] : [])
    return named[0] ?? null
  }

  const note = (what: string, owner: string | null | undefined): void => {
    if (owner !== null && owner !== undefined && guarded.has(owner)) violations.push(`${what} of ${owner}`)
  }

  const remember = (name: string, known: Known): void => {
    owned.get(rows.get(name)?.owner ?? known.owner)?.delete(name)
    rows.set(name, known)
    owned.set(known.owner, (owned.get(known.owner) ?? new Map<string, Known>()).set(name, known))
  }

  const record = (commit: Commit): void => {
    commits += 1
    for (const ref of commit.deletes) note(`delete ${refText(ref)}`, rows.get(refText(ref))?.owner)
    for (const row of commit.puts) {
      note(`overwrite ${refText(row)}`, rows.get(refText(row))?.owner)
      const owner = ownerOf(row)
      note(`put ${refText(row)}`, owner)
      if (owner === null) ownerless.add(row.kind)
      else {
        const ids = idsIn(row.key).filter((id) => id === row.key || !owners.has(id))
        for (const id of ids) owners.set(id, owner)
        remember(refText(row), { kind: row.kind, owner, ids })
      }
    }
    for (const { account } of commit.debits) note("spend", account)
    for (const { account } of commit.events) note("event", account)
  }

  const tapped = (store: Store["Service"]): Store["Service"] => ({
    ...store,
    commit: (batch) =>
      Effect.tap(store.commit(batch), (outcomes) =>
        Effect.sync(() => {
          batch.forEach((commit, index) => {
            if (outcomes[index]!._tag === "Done") record(commit)
          })
        }))
  })

  return {
    storage: Layer.effectContext(
      Effect.map(
        Layer.build(Layer.fresh(storage)),
        (context): Context.Context<Emulator.Storage> => Context.add(context, Store, tapped(Context.get(context, Store)))
      )
    ),
    commits: () => commits,
    guard: (accounts) => {
      guarded = accounts
    },
    violations: () => violations,
    ids: (account, kind) =>
      [...owned.get(account)?.values() ?? []].flatMap((row) => (kind ?? row.kind) === row.kind ? row.ids : []),
    rowsOf: (id) => [...rows].flatMap(([name, { ids, owner }]) => ids.includes(id) ? [`${name} of ${owner}`] : []),
    ownerless: () => ownerless
  }
}
