/**
 * A person who may use an account, with a role in it. Beside the person stand two rows: the e-mail address, of which
 * an account knows each once, and the account's team.
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

export const Users = Kind.make({
  name: "user",
  schema: User,
  key: (user: User) => user.id,
  listings: (user) => [{ list: "users", scope: user.account, at: user.createdAt }]
})

/** That an e-mail address is taken in an account, and by whom. */
export const UserEmail = Schema.Struct({
  account: AccountId,
  /** As it is compared. */
  email: Schema.String,
  user: UserId
})
export type UserEmail = typeof UserEmail.Type

export const emailKey = (account: AccountId, email: string): string => `${account}/${Email.compared(email)}`

export const UserEmails = Kind.make({
  name: "user_email",
  schema: UserEmail,
  key: ({ account, email }: UserEmail) => emailKey(account, email)
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
