/**
 * Whether the owner of a key may do something on an account (specification "Authentication", roles). The e-mail of
 * the key's account decides: the owner of the account passes always, an active user by its role; a check on a profile
 * is passed by whoever passes on its organization too.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, isProfileOf } from "../row/Account.ts"
import type { Role, User } from "../row/User.ts"
import { userEmail, Users } from "../row/User.ts"
import * as Email from "../value/Email.ts"
import type { AccountId } from "../value/Id.ts"

/** Somebody's place in one account: its account, and its entry among the users, if there is one. */
export interface Place {
  readonly account: Account
  readonly user: User | null
}

/** The e-mail address of an account's owner. */
export const ownerEmail = (account: Account): string | null => account.ownerEmail ?? account.email

const strength: ReadonlyArray<Role> = ["admin", "developer", "billing"]

/** What somebody may do, from the places that count: the account's own, then its organization's. */
export const roleOf = (asking: Account, places: ReadonlyArray<Place>): Role | "owner" | null => {
  const isOwner = places.some(({ account }) =>
    Email.same(asking.email, ownerEmail(account)) ||
    // An individual's account has nobody but its owner (decisions part 6).
    asking.type === "user" && account.id === asking.id
  )
  if (isOwner) return "owner"
  const roles = places.flatMap(({ user }) =>
    user !== null && user.status === "active" && Email.same(asking.email, user.email) ? [user.role] : []
  )
  return strength.find((role) => roles.includes(role)) ?? null
}

export const passes = (role: Role | "owner" | null, required: Operation.Role): boolean =>
  role === "owner" || role === "admin" || role !== null && required === "any"

/** Whom a profile belongs to; anybody else belongs to itself. */
export const organizationOf = (account: Account): AccountId => account.organization ?? account.id

/** The entries that must be known for one's role in these accounts. */
export const needs = ({ email }: Account, accounts: ReadonlyArray<AccountId>): Needs.Needs =>
  email === null ? Needs.none : Needs.uniques(accounts.map((account) => userEmail(account, email)))

/** Somebody's entry among the users of an account; it must have been needed. */
export const entry = ({ email }: Account, account: AccountId, facts: Facts.Facts): User | null =>
  email === null ? null : Facts.find(facts, Users, userEmail(account, email))

export interface Question {
  /** The account of the key. */
  readonly asking: Account
  readonly required: Operation.Role
  /** What it is about: the account itself, its organization, or a profile that a header or a path names. */
  readonly on: AccountId
}

/**
 * The accounts whose owners and users may do it. A profile that is not there, or is of another organization, has
 * none of its own: so the answer never tells whether it exists.
 */
const chain = ({ asking, on }: Question, facts: Facts.Facts): ReadonlyArray<Account> => {
  const organization = organizationOf(asking)
  const ids = on === organization ? [on] : [on, organization]
  return ids.flatMap((id) => {
    const account = id === asking.id ? asking : Facts.get(facts, Accounts, id)
    if (account === null || account.deletedAt !== null) return []
    return account.id === organization || isProfileOf(account, organization) ? [account] : []
  })
}

/** Whether the key's owner may do what requires a role. */
export const Permit: Decision<Question, boolean> = {
  name: "people.permit",
  needs: ({ asking, on }) => {
    const ids = [on, organizationOf(asking)]
    return Needs.all(Needs.rows(Accounts, ids.filter((id) => id !== asking.id)), needs(asking, ids))
  },
  decide: (question, facts) => {
    const places = chain(question, facts).map((account) => ({
      account,
      user: entry(question.asking, account.id, facts)
    }))
    return Result.succeed({
      answer: passes(roleOf(question.asking, places), question.required),
      commit: Commit.empty
    })
  }
}
