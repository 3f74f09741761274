/**
 * The store of a cell, before whose commits the directory is written (decisions 20.3): whatever makes an account, a key or
 * a number leads to its cell before it is there. All else goes by without a look at the directory.
 */
import * as Effect from "effect/Effect"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { stale } from "../commit/Outcome.ts"
import type { Lead } from "../port/Directory.ts"
import { leadText } from "../port/Directory.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { Row } from "../row/Row.ts"
import type { CellName } from "../value/CellName.ts"
import * as Leads from "./Leads.ts"
import type { Whereabouts } from "./Whereabouts.ts"

type Elsewhere = (lead: Lead) => boolean

/** Marks the numbers that an account of another cell had first. */
const shared = (row: Row, isElsewhere: Elsewhere): Row =>
  row.kind !== "account" ? row : {
    ...row,
    value: {
      ...row.value,
      numbers: row.value.numbers.map((own) =>
        isElsewhere(Leads.ofNumber(own.number)) ? { ...own, isShared: true } : own
      )
    }
  }

/** Returns the commit as this cell can have it, or null when an account or a key of it is in another cell. */
const settled = (commit: Commit, isElsewhere: Elsewhere): Commit | null => {
  const others = Leads.ofCommit(commit).filter(({ lead }) => isElsewhere(lead))
  if (others.length === 0) return commit
  return others.every(({ lead }) => lead.kind === "number")
    ? { ...commit, puts: commit.puts.map((row) => shared(row, isElsewhere)) }
    : null
}

/** Applies what can be had, and answers Stale for the rest, which is decided again on what is so by then. */
const commitSome = (
  store: Store["Service"],
  batch: ReadonlyArray<Commit | null>
): Effect.Effect<ReadonlyArray<Outcome>, StoreError> => {
  const left = batch.filter((commit) => commit !== null)
  return Effect.map(left.length === 0 ? Effect.succeed([]) : store.commit(left), (outcomes) => {
    const next = outcomes.values()
    return batch.map((commit): Outcome => commit === null ? stale("row") : next.next().value ?? stale("row"))
  })
}

export const wrap = (
  cell: CellName,
  { enter }: Whereabouts["Service"],
  store: Store["Service"]
): Store["Service"] => {
  /** Without the directory the others of the batch go on. */
  const entered = Effect.fnUntraced(function*(batch: ReadonlyArray<Commit>) {
    const named = batch.flatMap(Leads.ofCommit)
    const holders = yield* Effect.catch(
      enter(named.map((each) => ({ ...each, cell }))),
      (error) => Effect.as(Effect.logWarning(error.message), null)
    )
    if (holders === null) return yield* commitSome(store, batch.map((each) => Leads.has(each) ? null : each))
    const elsewhere = new Set(named.flatMap(({ lead }, index) => holders[index] === cell ? [] : [leadText(lead)]))
    return yield* commitSome(store, batch.map((each) => settled(each, (lead) => elsewhere.has(leadText(lead)))))
  })
  return { ...store, commit: (batch) => batch.some(Leads.has) ? entered(batch) : store.commit(batch) }
}
