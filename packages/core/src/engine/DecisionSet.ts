/**
 * The decisions of a set while it is executed: which of them are open, what each of them has come to, and which rows the
 * commits of the current round change.
 *
 * A decision that expects a row that its own set has just changed would be Stale, so it waits for the next round, which
 * loads that row again. Debits and counts are not foreseen: the commit that finds too little is decided again, as it is
 * when somebody else has spent the money.
 */
import * as Exit from "effect/Exit"
import type { Commit } from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import { uniqueText } from "../row/Kind.ts"
import { unique } from "../row/Row.ts"

/** Names of two parts. They are looked up more often than they are added, so no text is made of the two. */
class Pairs {
  private readonly names = new Map<string, Set<string>>()

  has(first: string, second: string): boolean {
    return this.names.get(first)?.has(second) === true
  }

  add(first: string, second: string): void {
    const names = this.names.get(first)
    if (names === undefined) this.names.set(first, new Set([second]))
    else names.add(second)
  }
}

/**
 * The rows and unique keys that the commits of one round change, as far as anybody may expect them: a commit expects only
 * what was loaded.
 */
export class Touched {
  private readonly rows = new Pairs()
  private readonly keys = new Pairs()
  private readonly facts: Facts.Facts

  /** @param facts all that was loaded for the decisions of the round */
  constructor(facts: Facts.Facts) {
    this.facts = facts
  }

  /** Returns whether the commit expects something that was changed. */
  meets({ expects }: Commit): boolean {
    return expects.some((each) =>
      "free" in each ? this.keys.has(each.free.index, each.free.key) : this.rows.has(each.ref.kind, each.ref.key)
    )
  }

  add({ deletes, puts }: Commit): void {
    const { owners, rows } = this.facts
    for (const ref of deletes) if (rows.has(ref)) this.rows.add(ref.kind, ref.key)
    for (const row of puts) {
      if (rows.has(row)) this.rows.add(row.kind, row.key)
      for (const key of unique(row)) if (owners.has(uniqueText(key))) this.keys.add(key.index, key.key)
    }
  }
}

/** Runs a pure function of one decision. What it throws is a bug, which costs no other decision anything. */
export const attempt = <A>(run: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(run())
  } catch (defect) {
    return Exit.die(defect)
  }
}
