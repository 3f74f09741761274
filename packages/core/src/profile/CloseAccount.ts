/**
 * The operator closes an account for good, as the deletion of a profile does: its keys end, what it holds is cancelled, its
 * numbers are free for others, and its history stays. Closing it again changes nothing.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Removal from "./Removal.ts"

export type CloseAnswer = "Closed" | "Unchanged" | "UnknownAccount"

export const CloseAccount: Decision<AccountId, CloseAnswer> = {
  name: "accounts.close",
  needs: Removal.needs,
  decide: (id, grounds) => {
    const account = Facts.get(grounds.facts, Accounts, id)
    return account !== null && account.deletedAt === null
      ? done<CloseAnswer>("Closed", Removal.remove(account, grounds))
      : done<CloseAnswer>(account === null ? "UnknownAccount" : "Unchanged")
  }
}
