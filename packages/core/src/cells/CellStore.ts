/**
 * The store of a cell, before whose commits the directory is written (decisions 20.3): whatever makes an account, a key or
 * a number leads to its cell before it is there. All else goes by without a look at the directory. Commits about accounts
 * that are not in the cell are refused (`Guard`).
 */
import * as Effect from "effect/Effect"
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { stale } from "../commit/Outcome.ts"
import type { Lead } from "../port/Directory.ts"
import { leadText } from "../port/Directory.ts"
import type { Store } from "../port/Store.ts"
import type { Row } from "../row/Row.ts"
import type { CellName } from "../value/CellName.ts"
import type { Guard } from "./Guard.ts"
import { elsewhere } from "./Guard.ts"
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

/** A commit, and its place in its batch. */
interface Placed {
  readonly commit: Commit
  readonly index: number
}

/** A batch as the directory leaves it: null stands for what another cell has. */
type Settled = ReadonlyArray<Commit | null>

export const wrap = (
  cell: CellName,
  { enter }: Whereabouts["Service"],
  { bare, look }: Guard["Service"]
): Store["Service"] => {
  /** Without the directory the others of the batch go on. */
  const entered = Effect.fnUntraced(function*(batch: ReadonlyArray<Commit>): Effect.fn.Return<Settled, never> {
    const named = batch.flatMap(Leads.ofCommit)
    const holders = yield* Effect.catch(
      enter(named.map((each) => ({ ...each, cell }))),
      (error) => Effect.as(Effect.logWarning(error.message), null)
    )
    if (holders === null) return batch.map((each) => Leads.has(each) ? null : each)
    const others = new Set(named.flatMap(({ lead }, index) => holders[index] === cell ? [] : [leadText(lead)]))
    return batch.map((each) => settled(each, (lead) => others.has(leadText(lead))))
  })
  return {
    ...bare,
    commit: Effect.fnUntraced(function*(batch) {
      const found = yield* look(batch)
      const outcomes = batch.map((commit): Outcome | null => found.isHere(commit) ? null : elsewhere)
      const here = batch.flatMap((commit, index): ReadonlyArray<Placed> =>
        outcomes[index] === null ? [{ commit, index }] : []
      )
      const left = here.some(({ commit }) => Leads.has(commit))
        ? yield* entered(here.map(({ commit }) => commit))
        : here.map(({ commit }) => commit)
      const kept = here.flatMap(({ index }, place): ReadonlyArray<Placed> => {
        const commit = left[place]
        return commit === null || commit === undefined ? [] : [{ commit, index }]
      })
      const applied = kept.length === 0 ? [] : yield* found.commit(kept.map(({ commit }) => commit))
      for (const [place, { index }] of kept.entries()) outcomes[index] = applied[place]!
      // What the directory refuses is decided again on what is so by then.
      return outcomes.map((outcome) => outcome ?? stale("row"))
    })
  }
}
