/**
 * Whether the prefix of a message's number is paused for its account, and whether its account is watched at all
 * (decisions 17.3). For one that is not, nothing is loaded.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { prefixOf } from "../commit/PrefixCounters.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import { isPaused as isPausedAt, PausedPrefixes, prefixKey } from "../row/PausedPrefix.ts"
import * as Pumping from "../row/Pumping.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

type Subject = Pick<Message, "account" | "phone">

const keyOf = ({ account, phone }: Subject): string => prefixKey(account, prefixOf(phone))

export const isWatched = (accounts: ReadonlyArray<Account>): boolean => Pumping.of(accounts) !== null

/** Returns the account and its organization as far as they are loaded. */
const known = (id: AccountId, facts: Facts.Facts): ReadonlyArray<Account> => {
  const account = Facts.peek(facts, Accounts, id) ?? null
  if (account === null) return []
  const organization = account.organization === null ? null : Facts.peek(facts, Accounts, account.organization) ?? null
  return organization === null ? [account] : [account, organization]
}

export const needs = (message: Subject, facts: Facts.Facts): Needs.Needs =>
  isWatched(known(message.account, facts)) ? Needs.row(PausedPrefixes, keyOf(message)) : Needs.none

/** @param accounts the sending account, and the organization that it is a profile of */
export const isPaused = (
  message: Subject,
  accounts: ReadonlyArray<Account>,
  facts: Facts.Facts,
  now: Instant
): boolean => isWatched(accounts) && isPausedAt(Facts.get(facts, PausedPrefixes, keyOf(message)), now)
