/**
 * The numbers of an account: which of them inbound messages find it by. A number that is another account's already
 * stays that one's.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, ownNumber } from "../row/Account.ts"

export const needs = (numbers: Account["numbers"]): Needs.Needs =>
  Needs.uniques(numbers.map(({ number }) => ownNumber(number)))

/** The account with those of its numbers marked that another one has. */
export const settled = <Owner extends Pick<Account, "id" | "numbers">>(facts: Facts.Facts, account: Owner): Owner => ({
  ...account,
  numbers: account.numbers.map((each) => {
    const { isShared: _, ...own } = each
    const holder = Facts.find(facts, Accounts, ownNumber(own.number))
    return holder === null || holder.id === account.id ? own : { ...own, isShared: true }
  })
})
