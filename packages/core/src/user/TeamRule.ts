/**
 * The rules for changing users (specification "Users and account"): nobody may change the own role or remove
 * themselves, and the last active admin must stay one.
 */
import type { Account } from "../row/Account.ts"
import type { Role, Team, User } from "../row/User.ts"
import * as Email from "../value/Email.ts"

/** The change of a user: another role, or removal. */
export type Change = { readonly _tag: "Role"; readonly role: Role } | { readonly _tag: "Removal" }

interface Rule {
  readonly breaks: (user: User, change: Change, asking: Account, team: Team) => boolean
  readonly message: Readonly<Record<Change["_tag"], string>>
}

export const isActiveAdmin = ({ role, status }: Pick<User, "role" | "status">): boolean =>
  role === "admin" && status === "active"

const rules: ReadonlyArray<Rule> = [
  {
    // The e-mail address of the key's account identifies the person who asks.
    breaks: (user, change, asking) =>
      Email.same(user.email, asking.email) && (change._tag === "Removal" || change.role !== user.role),
    message: { Role: "cannot be your own", Removal: "cannot be yourself" }
  },
  {
    breaks: (user, change, _asking, team) =>
      isActiveAdmin(user) && (change._tag === "Removal" || change.role !== "admin") &&
      team.admins.every((admin) => admin === user.id),
    message: { Role: "cannot be taken from the last active admin", Removal: "cannot be the last active admin" }
  }
]

/** Returns why the change is not allowed; empty when it is. */
export const broken = (user: User, change: Change, asking: Account, team: Team): ReadonlyArray<string> =>
  rules.flatMap(({ breaks, message }) => breaks(user, change, asking, team) ? [message[change._tag]] : [])

/** Returns the team after a user has changed to `next`, or was removed. */
export const after = (team: Team, user: User, next: User | null): Team => {
  const others = team.admins.filter((admin) => admin !== user.id)
  return { ...team, admins: next !== null && isActiveAdmin(next) ? [...others, user.id] : others }
}
