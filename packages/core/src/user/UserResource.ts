/**
 * The shape in which the API shows a user (specification "User", decisions 3.5).
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { User } from "../row/User.ts"
import { Role, UserStatus } from "../row/User.ts"
import type { Instant } from "../value/Instant.ts"
import { toMillis } from "../value/Instant.ts"

const nullable = Schema.NullOr

export const UserResource = Schema.Struct({
  id: Format.uuid,
  customer_id: Format.uuid,
  email: Schema.String,
  name: Schema.String,
  role: Role,
  status: UserStatus,
  invited_at: nullable(Format.timestamp),
  last_login_at: nullable(Format.timestamp),
  created_at: Format.timestamp,
  updated_at: nullable(Format.timestamp)
}).annotate({ identifier: "User" })
export type UserResource = typeof UserResource.Type

const instant = (at: Instant | null): string | null => at === null ? null : toMillis(at)

export const fromUser = (user: User): UserResource => ({
  id: user.id,
  customer_id: user.account,
  email: user.email,
  name: user.name,
  role: user.role,
  status: user.status,
  invited_at: instant(user.invitedAt),
  last_login_at: instant(user.lastLoginAt),
  created_at: toMillis(user.createdAt),
  updated_at: instant(user.updatedAt)
})
