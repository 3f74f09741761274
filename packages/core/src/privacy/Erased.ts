/**
 * One kind of row that erasures look for: what must be known of the rows that name the number, and what becomes of them.
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { KindName } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** Whose number it is: that of an account, and of the profiles of an organization. */
export interface Subject {
  readonly account: AccountId
  readonly phone: PhoneNumber
}

/** A subject that is being erased. */
export interface Erasing extends Subject {
  /** The random id that audit logs name instead of the recipient. */
  readonly pseudonym: string
}

export interface Taken {
  readonly commit: Partial<Commit.Commit>
  /** How many messages are gone. */
  readonly messages?: number
  /** Something cannot go yet, so that all steps are taken once more. */
  readonly isLeft?: boolean
  /** The same rows are looked at again from this instant on. */
  readonly staysUntil?: Instant
}

export interface Erased {
  readonly kind: KindName
  /** How many rows one step takes. */
  readonly most: number
  readonly needs: (keys: ReadonlyArray<string>, subject: Subject, facts: Facts.Facts) => Needs.Needs
  readonly take: (keys: ReadonlyArray<string>, subject: Erasing, grounds: Grounds) => Taken
}

/** Returns whether the recipients of an account are erased with the subject. */
export const includes = ({ account }: Subject, owner: Account | null): boolean =>
  owner !== null && (owner.id === account || owner.organization === account)

export const isIncluded = (subject: Subject, account: AccountId, facts: Facts.Facts): boolean =>
  includes(subject, Facts.get(facts, Accounts, account))

/** Needs the accounts of rows. */
export const owners = (accounts: Iterable<AccountId>): Needs.Needs => Needs.rows(Accounts, [...new Set(accounts)])
