/**
 * The phone numbers of an account. An inbound message finds the account that owns its number. When two accounts name
 * the same number, the account that had it first keeps it, and the other one has it marked as shared.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account, OwnNumber } from "../row/Account.ts"
import { Accounts, ownNumber } from "../row/Account.ts"
import type { Instant } from "../value/Instant.ts"

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

/**
 * Returns the account with the instant at which each number that is new came to its pools: whoever it knows longer keeps the
 * number that they have.
 */
export const dated = <Owner extends Pick<Account, "numberPools" | "numbers">>(
  account: Owner,
  before: ReadonlyArray<OwnNumber>,
  now: Instant
): Owner => {
  const { numberPools, numbers } = account
  const sinceOf = ({ number }: OwnNumber): Instant | undefined => {
    const known = before.find((each) => each.number === number)
    return known === undefined ? numberPools === undefined ? undefined : now : known.since
  }
  return {
    ...account,
    numbers: numbers.map((each) => {
      const { since: _, ...own } = each
      const since = sinceOf(own)
      return since === undefined ? own : { ...own, since }
    })
  }
}
