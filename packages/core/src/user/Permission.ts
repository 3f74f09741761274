/**
 * Checks the role that an operation requires (specification "Authentication", roles). The e-mail address of the key's
 * account identifies the person: the owner of the account always passes, an active user passes by role. Whoever passes
 * on an organization also passes on its profiles.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, isProfileOf } from "../row/Account.ts"
import type { Role, User } from "../row/User.ts"
import { userEmail, Users } from "../row/User.ts"
import * as Email from "../value/Email.ts"
import type { AccountId } from "../value/Id.ts"

/** An account, and the person's entry among its users, if there is one. */
export interface Membership {
  readonly account: Account
  readonly user: User | null
}

/** Returns the e-mail address of the account's owner. */
export const ownerEmail = (account: Account): string | null => account.ownerEmail ?? account.email

const strength: ReadonlyArray<Role> = ["admin", "developer", "billing"]

/** Returns a person's role, given the accounts that count: first the account itself, then its organization. */
export const roleOf = (asking: Account, memberships: ReadonlyArray<Membership>): Role | "owner" | null => {
  const isOwner = memberships.some(({ account }) =>
    Email.same(asking.email, ownerEmail(account)) ||
    // An individual's account has no users besides its owner (decisions part 6).
    asking.type === "user" && account.id === asking.id
  )
  if (isOwner) return "owner"
  const roles = memberships.flatMap(({ user }) =>
    user !== null && user.status === "active" && Email.same(asking.email, user.email) ? [user.role] : []
  )
  return strength.find((role) => roles.includes(role)) ?? null
}

export const passes = (role: Role | "owner" | null, required: Operation.Role): boolean =>
  role === "owner" || role === "admin" || role !== null && required === "any"

/** Returns the organization of a profile, or the account itself when it is no profile. */
export const organizationOf = (account: Account): AccountId => account.organization ?? account.id

/** Returns the user entries to load for a person's roles in these accounts. */
export const needs = ({ email }: Account, accounts: ReadonlyArray<AccountId>): Needs.Needs =>
  email === null ? Needs.none : Needs.uniques(accounts.map((account) => userEmail(account, email)))

/** Returns a person's entry among the users of an account. `needs` must have asked for it. */
export const entry = ({ email }: Account, account: AccountId, facts: Facts.Facts): User | null =>
  email === null ? null : Facts.find(facts, Users, userEmail(account, email))

export interface Question {
  /** The account of the key. */
  readonly asking: Account
  readonly required: Operation.Role
  /**
   * The account that the operation is about: the own account, its organization, or a profile that a header or a path
   * names.
   */
  readonly on: AccountId
}

/**
 * Returns the accounts whose owners and users may act. A profile that does not exist, or belongs to another
 * organization, adds none, so the answer does not reveal whether it exists.
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

/** Returns whether the key's owner has the required role. */
export const Permit: Decision<Question, boolean> = {
  name: "people.permit",
  needs: ({ asking, on }) => {
    const ids = [on, organizationOf(asking)]
    return Needs.all(Needs.rows(Accounts, ids.filter((id) => id !== asking.id)), needs(asking, ids))
  },
  decide: (question, { facts }) => {
    const memberships = chain(question, facts).map((account) => ({
      account,
      user: entry(question.asking, account.id, facts)
    }))
    return done(passes(roleOf(question.asking, memberships), question.required))
  }
}
