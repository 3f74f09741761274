/**
 * Commits that change an account's users and keep its team up to date.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { ref } from "../row/Kind.ts"
import type { Team, User } from "../row/User.ts"
import { Teams, Users } from "../row/User.ts"
import type { AccountId, UserId } from "../value/Id.ts"
import * as TeamRule from "./TeamRule.ts"

/** Returns the team of an account. `needs` must have asked for it. */
export const team = (facts: Facts.Facts, account: AccountId): Team =>
  Facts.get(facts, Teams, account) ?? { account, admins: [] }

/** The team changes only when a user becomes an active admin or stops being one. */
const teamed = (facts: Facts.Facts, user: User, next: User | null): Partial<Commit.Commit> =>
  TeamRule.isActiveAdmin(user) === (next !== null && TeamRule.isActiveAdmin(next)) ? {} : {
    expects: [Facts.expected(facts, Teams, user.account)],
    puts: [Commit.put(Teams, TeamRule.after(team(facts, user.account), user, next))]
  }

/** Adds a new user. No other user of the account may have the e-mail address. */
export const added = (facts: Facts.Facts, user: User): Commit.Commit =>
  Commit.all({ puts: [Commit.put(Users, user)] }, teamed(facts, { ...user, status: "invited" }, user))

/** Changes a user to `next`. The e-mail address stays the same. */
export const changed = (facts: Facts.Facts, user: User, next: User): Commit.Commit =>
  Commit.all(
    { expects: [Facts.expected(facts, Users, user.id)], puts: [Commit.put(Users, next)] },
    teamed(facts, user, next)
  )

export const removed = (facts: Facts.Facts, user: User): Commit.Commit =>
  Commit.all(
    { expects: [Facts.expected(facts, Users, user.id)], deletes: [ref(Users, user.id)] },
    teamed(facts, user, null)
  )

/** Returns what must be loaded to change a user. */
export const needs = (account: AccountId, id: UserId): Needs.Needs =>
  Needs.all(Needs.row(Users, id), Needs.row(Teams, account))

/** Returns the user, or null when it does not exist or belongs to another account. */
export const find = (facts: Facts.Facts, account: AccountId, id: UserId): User | null => {
  const user = Facts.get(facts, Users, id)
  return user === null || user.account !== account ? null : user
}
