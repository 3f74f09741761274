/**
 * The phone numbers of an account. An inbound message finds the account that owns its number. When two accounts name
 * the same number, the account that had it first keeps it, and the other one has it marked as shared.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, ownNumber } from "../row/Account.ts"

export const needs = (numbers: Account["numbers"]): Needs.Needs =>
  Needs.uniques(numbers.map(({ number }) => ownNumber(number)))

/** Marks the numbers of the account that another account owns already. */
export const settled = <Owner extends Pick<Account, "id" | "numbers">>(facts: Facts.Facts, account: Owner): Owner => ({
  ...account,
  numbers: account.numbers.map((each) => {
    const { isShared: _, ...own } = each
    const holder = Facts.find(facts, Accounts, ownNumber(own.number))
    return holder === null || holder.id === account.id ? own : { ...own, isShared: true }
  })
})
