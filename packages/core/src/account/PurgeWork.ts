/**
 * The work that removes what was kept for long enough: one item for each account that removes something, and one that goes
 * through all accounts and begins with those that have none yet.
 */
import * as Equal from "effect/Equal"
import type { Account } from "../row/Account.ts"
import * as Retention from "../row/Retention.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

/** The name of the pass over all accounts. */
export const everyone = "all" as const

const lane = LaneKind.make("retention", 1, (owner: AccountId | typeof everyone) => owner)

export const PurgeWork = WorkName.make({
  kind: "purge",
  lane,
  key: { write: (account: AccountId) => [account], read: ([account = ""]) => account as AccountId }
})

export const PurgeAccountsWork = WorkName.make({
  kind: "purge_accounts",
  lane,
  key: { write: (all: typeof everyone) => [all], read: (): typeof everyone => everyone }
})

/**
 * Returns the work that begins when the retention of an account is set. Its profiles have theirs from the pass over all.
 *
 * @param before the account as it was; null when it is new
 */
export const begun = ({ id, retention }: Account, before: Account | null, now: Instant): ReadonlyArray<Due> =>
  retention === undefined || !Retention.removes(retention) || Equal.equals(retention, before?.retention)
    ? []
    : [PurgeWork.due(id, id, now), PurgeAccountsWork.due(everyone, everyone, now)]
