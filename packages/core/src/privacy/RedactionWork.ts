/**
 * The work that redacts what an account has kept for long enough: one item that goes through its messages, and one for each
 * message that was still under way when its time came.
 */
import type { AccountId, MessageId } from "../value/Id.ts"
import * as WorkName from "../work/WorkName.ts"
import { RecipientErasureWork } from "./EraseWork.ts"

export interface Target {
  readonly account: AccountId
  /** Null: the messages of the account. */
  readonly message: MessageId | null
}

export const RedactionWork = WorkName.make({
  kind: "redaction",
  lane: RecipientErasureWork.lane,
  key: {
    write: ({ account, message }: Target) => message === null ? [account] : [account, message],
    read: ([account = "", message = ""]) => ({
      account: account as AccountId,
      message: message === "" ? null : message as MessageId
    })
  }
})
