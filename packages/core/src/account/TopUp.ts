/**
 * The operator adds money to a balance. Calls that repeat a reference add the money once.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import type { BalanceAnswer } from "./SetBalance.ts"

export interface Command {
  readonly account: AccountId
  /** More than zero. */
  readonly amount: Money.Money
  /** Identifies the payment, so that a repeated call adds it once. With null every call counts. */
  readonly reference: string | null
}

const told = (answer: BalanceAnswer, commit: Commit.Commit = Commit.empty) =>
  Result.succeed<Decided<BalanceAnswer>>({ answer, commit })

export const TopUp: Decision<Command, BalanceAnswer> = {
  name: "accounts.top_up",
  needs: ({ account }) => Needs.row(Accounts, account),
  decide: ({ account, amount, reference }, facts, now, mint) => {
    if (!Number.isSafeInteger(amount) || amount <= 0) return told("BadAmount")
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) return told("UnknownAccount")
    return told(
      "Done",
      Commit.make({
        debits: [{
          account,
          amount: Money.negate(amount),
          floor: Money.zero,
          once: `top-up:${reference ?? mint.id(now)}`
        }]
      })
    )
  }
}
