/**
 * A person with a role in an account, and the team of an account.
 */
import * as Schema from "effect/Schema"
import * as Email from "../value/Email.ts"
import { AccountId, UserId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** The roles that can be given to a user. The owner of the account is not among its users. */
export const Role = Schema.Literals(["admin", "billing", "developer"])
export type Role = typeof Role.Type

export const UserStatus = Schema.Literals(["invited", "active", "suspended", "rejected"])
export type UserStatus = typeof UserStatus.Type

export const User = Schema.Struct({
  id: UserId,
  /** The organization or the profile that the person belongs to. */
  account: AccountId,
  email: Schema.String,
  name: Schema.String,
  role: Role,
  status: UserStatus,
  /** When the current invitation was issued; null when the person was not invited. */
  invitedAt: Schema.NullOr(Instant),
  lastLoginAt: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type User = typeof User.Type

/** The unique key of an e-mail address within an account, independent of its spelling. */
export const userEmail = (account: AccountId, email: string): Kind.UniqueKey => ({
  index: "user_email",
  key: `${account}/${Email.compared(email)}`
})

export const Users = Kind.make({
  name: "user",
  schema: User,
  key: (user: User) => user.id,
  unique: ({ account, email }) => [userEmail(account, email)],
  listings: (user) => [{ list: "users", scope: user.account, at: user.createdAt }]
})

/**
 * The active admins of an account. Every change of an admin rewrites this row: of two concurrent decisions that each
 * count on the admin whom the other removes, only one can be committed.
 */
export const Team = Schema.Struct({ account: AccountId, admins: Schema.Array(UserId) })
export type Team = typeof Team.Type

export const Teams = Kind.make({
  name: "team",
  schema: Team,
  key: (team: Team) => team.account
})
