/**
 * The account that a carrier delivers something to.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, ownNumber } from "../row/Account.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as ShortName from "../value/ShortName.ts"
import * as Uuid from "../value/Uuid.ts"

/** The number or the account that the recipient wrote to. */
export type Addressee =
  | { readonly _tag: "Number"; readonly number: PhoneNumber.PhoneNumber }
  /** The carrier knows the account itself. `sender` is its sender that the recipient knows, and may be empty. */
  | { readonly _tag: "Account"; readonly account: AccountId; readonly sender: string }

/**
 * Returns the addressee with its number as accounts have theirs: carriers spell numbers in many ways. What cannot be a
 * number stays as it is, and is nobody's.
 */
export const spelt = (to: Addressee): Addressee =>
  to._tag === "Account" ? to : { ...to, number: PhoneNumber.spelt(to.number) ?? to.number }

/** Returns the account that is meant, undefined while that is not loaded, or null when there can be none. */
const owner = (to: Addressee, facts: Facts.Facts): AccountId | null | undefined => {
  if (to._tag === "Account") return Uuid.is(to.account) ? to.account : null
  if (!PhoneNumber.is(to.number)) return null
  const own = Facts.peekFound(facts, Accounts, ownNumber(to.number))
  return own === undefined ? undefined : own === null ? null : own.id
}

export const needs = (to: Addressee, facts: Facts.Facts): Needs.Needs => {
  const account = owner(to, facts)
  if (account === undefined) return to._tag === "Number" ? Needs.unique(ownNumber(to.number)) : Needs.none
  return account === null ? Needs.none : Needs.row(Accounts, account)
}

/** Returns the account as far as it is loaded; null also when it does not exist. For use in `needs`. */
export const peek = (to: Addressee, facts: Facts.Facts): Account | null => {
  const id = owner(to, facts)
  return id === undefined || id === null ? null : Facts.peek(facts, Accounts, id) ?? null
}

/** Returns the account, or null when there is none that could be written to. */
export const find = (to: Addressee, facts: Facts.Facts): Account | null => {
  const id = owner(to, facts)
  const account = id === undefined || id === null ? null : Facts.get(facts, Accounts, id)
  return account === null || account.deletedAt !== null ? null : account
}

/**
 * Returns whether a message can come in on this way at all: nobody can answer a sender id of letters on SMS or MMS
 * (specification "Message events"). On the other channels a sender may have any name.
 */
export const hasInboundPath = (to: Addressee, channel: Channel): boolean =>
  to._tag === "Number" || channel === "whatsapp" || channel === "rcs" || !ShortName.is(to.sender)

/** The number or sender id as clients are told of it. */
export const shown = (to: Addressee): string => to._tag === "Number" ? to.number : to.sender
