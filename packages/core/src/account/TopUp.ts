/**
 * The operator adds money to a balance. Calls that repeat a reference add the money once, and one that names another
 * amount means another payment, so it is refused.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import { topUpKey, TopUps } from "../row/TopUp.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import * as Text from "../value/Text.ts"
import type { BalanceAnswer } from "./SetBalance.ts"

/**
 * BadReference: it is blank, too long, or no text that a store can hold. ReferenceTaken: another amount was added under
 * it.
 */
export type TopUpAnswer = BalanceAnswer | "BadReference" | "ReferenceTaken"

export interface Command {
  readonly account: AccountId
  /** More than zero. */
  readonly amount: Money.Money
  /**
   * Identifies the payment, so that a repeated call adds it once: 1 to 255 characters that are not all white space. With
   * null every call counts.
   */
  readonly reference: string | null
}

const told = (answer: TopUpAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

const isReference = (reference: string): boolean =>
  reference.trim() !== "" && reference.length <= Limit.topUpReferenceLength && Text.isClean(reference)

const isKeepable = ({ reference }: Command): boolean => reference === null || isReference(reference)

export const TopUp: Decision<Command, TopUpAnswer> = {
  name: "accounts.top_up",
  needs: (command) => {
    const { account, reference } = command
    return Needs.all(
      Needs.row(Accounts, account),
      reference === null || !isKeepable(command) ? Needs.none : Needs.row(TopUps, topUpKey(account, reference))
    )
  },
  decide: (command, { facts, now, ids }) => {
    const { account, amount, reference } = command
    if (!Number.isSafeInteger(amount) || amount <= 0) return told("BadAmount")
    if (!isKeepable(command)) return told("BadReference")
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) return told("UnknownAccount")
    const before = reference === null ? null : Facts.get(facts, TopUps, topUpKey(account, reference))
    if (before !== null) return told(before.amount === amount ? "Done" : "ReferenceTaken")
    return told(
      "Done",
      Commit.all(
        reference === null ? {} : {
          expects: [Facts.expected(facts, TopUps, topUpKey(account, reference))],
          puts: [Commit.put(TopUps, { account, reference, amount, at: now })]
        },
        {
          debits: [{
            account,
            amount: Money.negate(amount),
            floor: Money.zero,
            // The row of a reference is put once.
            once: reference === null ? `top-up:${ids.id(now)}` : null
          }]
        }
      )
    )
  }
}
