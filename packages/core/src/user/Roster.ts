/**
 * Changes of an account's people, as commits: the user and the team stay in step.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { ref } from "../row/Kind.ts"
import type { Team, User } from "../row/User.ts"
import { Teams, Users } from "../row/User.ts"
import type { AccountId, UserId } from "../value/Id.ts"
import * as TeamRule from "./TeamRule.ts"

/** The team of an account; it must have been needed. */
export const team = (facts: Facts.Facts, account: AccountId): Team =>
  Facts.get(facts, Teams, account) ?? { account, admins: [] }

/** Only who becomes or ceases to be an active admin changes the team. */
const teamed = (facts: Facts.Facts, user: User, next: User | null): Partial<Commit.Commit> =>
  TeamRule.isActiveAdmin(user) === (next !== null && TeamRule.isActiveAdmin(next)) ? {} : {
    expects: [Facts.expected(facts, Teams, user.account)],
    puts: [Commit.put(Teams, TeamRule.after(team(facts, user.account), user, next))]
  }

/** A new user, whose e-mail address nobody in the account has yet. */
export const added = (facts: Facts.Facts, user: User): Commit.Commit =>
  Commit.all({ puts: [Commit.put(Users, user)] }, teamed(facts, { ...user, status: "invited" }, user))

/** A user who becomes what `next` says; the e-mail address stays the same. */
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

/** What must be known to change a user. */
export const needs = (account: AccountId, id: UserId): Needs.Needs =>
  Needs.all(Needs.row(Users, id), Needs.row(Teams, account))

/** The user of an account, or null: another account's users are not there. */
export const find = (facts: Facts.Facts, account: AccountId, id: UserId): User | null => {
  const user = Facts.get(facts, Users, id)
  return user === null || user.account !== account ? null : user
}
