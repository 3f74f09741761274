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
import { refText, uniqueText } from "../row/Kind.ts"
import { unique } from "../row/Row.ts"

/** The names of what the commits of one round change. */
export class Touched {
  private readonly names = new Set<string>()

  /** Returns whether the commit expects something that was changed. */
  meets({ expects }: Commit): boolean {
    return this.names.size > 0 &&
      expects.some((each) =>
        this.names.has("free" in each ? keyName(uniqueText(each.free)) : rowName(refText(each.ref)))
      )
  }

  add({ deletes, puts }: Commit): void {
    for (const ref of deletes) this.names.add(rowName(refText(ref)))
    for (const row of puts) {
      this.names.add(rowName(refText(row)))
      for (const key of unique(row)) this.names.add(keyName(uniqueText(key)))
    }
  }
}

const rowName = (text: string): string => `row/${text}`
const keyName = (text: string): string => `key/${text}`

/** Runs a pure function of one decision. What it throws is a bug, which costs no other decision anything. */
export const attempt = <A>(run: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(run())
  } catch (defect) {
    return Exit.die(defect)
  }
}
