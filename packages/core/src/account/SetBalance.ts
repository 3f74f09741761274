/**
 * The operator sets a balance to an amount. A balance has no version, so the commit expects the account's row: when two
 * operators set a balance at the same time, the second one loads it again. Money that other commits move meanwhile is
 * applied on top of the new balance; if that would make the balance negative, the store answers Insufficient and the
 * difference is computed again.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"

export type BalanceAnswer = "Done" | "UnknownAccount" | "BadAmount"

export interface Command {
  readonly account: AccountId
  /** Not negative. */
  readonly balance: Money.Money
}

const told = (answer: BalanceAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const SetBalance: Decision<Command, BalanceAnswer> = {
  name: "accounts.set_balance",
  needs: ({ account }) => Needs.all(Needs.row(Accounts, account), Needs.balance(account)),
  decide: ({ account, balance }, { facts, now, ids }) => {
    if (!Number.isSafeInteger(balance) || balance < 0) return told("BadAmount")
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) return told("UnknownAccount")
    const difference = Money.plus(Facts.balance(facts, account), Money.negate(balance))
    return told(
      "Done",
      Commit.make({
        expects: [Facts.expected(facts, Accounts, account)],
        puts: [Commit.put(Accounts, row)],
        debits: difference === 0 ? [] : [{
          account,
          amount: difference,
          floor: Money.zero,
          once: `set:${ids.id(now)}`
        }]
      })
    )
  }
}
