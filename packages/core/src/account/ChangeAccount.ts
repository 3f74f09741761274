/**
 * The operator changes the name, the limits and the settings of an account. Fields that are left out keep their value.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Numbers from "./Numbers.ts"

export type Change = Partial<
  Pick<
    Account,
    | "name"
    | "email"
    | "icon"
    | "description"
    | "stage"
    | "channels"
    | "numbers"
    | "keywords"
    | "rules"
    | "allowMms"
    | "dailyMessageLimit"
    | "requestsPerMinute"
    | "quietHours"
    | "expiryHours"
    | "webhookDisableMinutes"
    | "webhooks"
  >
>

/** Returns the changed account, or null when the account does not exist or is deleted. */
export const ChangeAccount: Decision<{ readonly account: AccountId; readonly change: Change }, Account | null> = {
  name: "accounts.change",
  needs: ({ account, change }) =>
    Needs.all(Needs.row(Accounts, account), change.numbers === undefined ? Needs.none : Numbers.needs(change.numbers)),
  decide: ({ account, change }, facts, now) => {
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) {
      return Result.succeed<Decided<Account | null>>({ answer: null, commit: Commit.empty })
    }
    const next: Account = { ...row, ...change, updatedAt: now }
    const changed = change.numbers === undefined ? next : Numbers.settled(facts, next)
    return Result.succeed<Decided<Account | null>>({
      answer: changed,
      commit: Commit.make({
        expects: [Facts.expected(facts, Accounts, account)],
        puts: [Commit.put(Accounts, changed)]
      })
    })
  }
}
