/**
 * The numbers of an account: which of them inbound messages find it by. A number that is another account's already
 * stays that one's.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { ref } from "../row/Kind.ts"
import { OwnNumbers } from "../row/OwnNumber.ts"

type Owner = Pick<Account, "id" | "numbers">

const numbersOf = (account: Owner | null): ReadonlyArray<string> => account?.numbers.map(({ number }) => number) ?? []

export const needs = (...accounts: ReadonlyArray<Pick<Account, "numbers"> | null>): Needs.Needs =>
  Needs.rows(OwnNumbers, [...new Set(accounts.flatMap((each) => each?.numbers.map(({ number }) => number) ?? []))])

/** What changes when the numbers of an account do. */
export const changed = (facts: Facts.Facts, before: Owner | null, after: Owner): Partial<Commit.Commit> => {
  const kept = new Set(numbersOf(after))
  const gained = after.numbers.map(({ number }) => number).filter((number) =>
    Facts.get(facts, OwnNumbers, number) === null
  )
  const lost = numbersOf(before).filter((number) =>
    !kept.has(number) && Facts.get(facts, OwnNumbers, number)?.account === after.id
  )
  return {
    relied: [...new Set([...gained, ...lost])].map((number) => Facts.relied(facts, OwnNumbers, number)),
    puts: [...new Set(gained)].map((number) => Commit.put(OwnNumbers, { number, account: after.id })),
    deletes: lost.map((number) => ref(OwnNumbers, number))
  }
}
