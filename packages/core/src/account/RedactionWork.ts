/**
 * The work that redacts what an account has kept for long enough: one item that goes through its messages, and one for each
 * message that was still under way when its time came.
 */
import * as Equal from "effect/Equal"
import type { Account } from "../row/Account.ts"
import * as Retention from "../row/Retention.ts"
import type { AccountId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly account: AccountId
  /** Null: the messages of the account. */
  readonly message: MessageId | null
}

export const RedactionWork = WorkName.make({
  kind: "redaction",
  lane: LaneKind.make("privacy", 1, (account: AccountId) => account),
  key: {
    write: ({ account, message }: Target) => message === null ? [account] : [account, message],
    read: ([account = "", message = ""]) => ({
      account: account as AccountId,
      message: message === "" ? null : message as MessageId
    })
  }
})

/**
 * Returns the work that begins when the retention of an account is set.
 *
 * @param before the account as it was; null when it is new
 */
export const begun = ({ id, retention }: Account, before: Account | null, now: Instant): ReadonlyArray<Due> =>
  retention === undefined || !Retention.redacts(retention) || Equal.equals(retention, before?.retention)
    ? []
    : [RedactionWork.due({ account: id, message: null }, id, now)]
