/**
 * A stage of a pass of removal: it looks through one list, a bounded number of rows at a time.
 */
import type * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import type * as Needs from "../commit/Needs.ts"
import * as Places from "../privacy/Places.ts"
import type { Purge } from "../row/Purge.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

export interface Pass {
  readonly account: AccountId
  /** When the work was due, which is known before the time is. */
  readonly at: Instant
  /** Everything that was made before may go. */
  readonly before: Instant
  readonly purge: Purge
}

export interface Step {
  readonly commit: Partial<Commit.Commit>
  /** Where the next step goes on; null when the pass has nothing left to look through here. */
  readonly next: Purge | null
}

export interface Stage {
  readonly needs: (pass: Pass, facts: Facts.Facts) => Needs.Needs
  readonly step: (pass: Pass, grounds: Grounds) => Step
}

/** The oldest rows of one of the account's lists that may go, behind those that were looked at. */
export const page = (
  list: "contacts" | "messages",
  limit: number,
  { account, before, purge }: Pass
): ListQuery => ({
  list,
  scope: account,
  ahead: purge.place ?? Places.beginning,
  before,
  isCounted: false,
  offset: 0,
  limit
})
