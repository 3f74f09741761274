/**
 * A person who may use an account, with a role in it. Beside the people stands their account's team.
 */
import * as Schema from "effect/Schema"
import * as Email from "../value/Email.ts"
import { AccountId, UserId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** The owner is no user: nobody can be given that role. */
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
  /** When the invitation was issued that counts; null: the person came without one. */
  invitedAt: Schema.NullOr(Instant),
  lastLoginAt: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type User = typeof User.Type

/** An account knows each e-mail address once, however it is written. */
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
 * The active admins of an account. Whatever makes or unmakes one rewrites this row, so that of two decisions that
 * each leave the other's admin only one can be kept.
 */
export const Team = Schema.Struct({ account: AccountId, admins: Schema.Array(UserId) })
export type Team = typeof Team.Type

export const Teams = Kind.make({
  name: "team",
  schema: Team,
  key: (team: Team) => team.account
})
