/**
 * Who may be changed by whom (specification "Users and account"): nobody changes the own role or removes itself, and
 * the last active admin stays one.
 */
import type { Account } from "../row/Account.ts"
import type { Role, Team, User } from "../row/User.ts"
import * as Email from "../value/Email.ts"

/** What is to be done to a user: another role, or its removal. */
export type Change = { readonly _tag: "Role"; readonly role: Role } | { readonly _tag: "Removal" }

interface Rule {
  readonly breaks: (user: User, change: Change, asking: Account, team: Team) => boolean
  readonly message: Readonly<Record<Change["_tag"], string>>
}

export const isActiveAdmin = ({ role, status }: Pick<User, "role" | "status">): boolean =>
  role === "admin" && status === "active"

const rules: ReadonlyArray<Rule> = [
  {
    // Who one is, is told by the e-mail of the key's account.
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

/** Why it may not be done; empty when it may. */
export const broken = (user: User, change: Change, asking: Account, team: Team): ReadonlyArray<string> =>
  rules.flatMap(({ breaks, message }) => breaks(user, change, asking, team) ? [message[change._tag]] : [])

/** The team after a user has become what `next` says, or is gone. */
export const after = (team: Team, user: User, next: User | null): Team => {
  const others = team.admins.filter((admin) => admin !== user.id)
  return { ...team, admins: next !== null && isActiveAdmin(next) ? [...others, user.id] : others }
}
