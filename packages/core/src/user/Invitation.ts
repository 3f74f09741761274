/**
 * The rules of invitations: how long one can be accepted, and when a person may be invited (decisions 4.4, 5.8).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { User } from "../row/User.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"

/** Returns whether the invitation has expired. The status of the user stays `invited`. */
export const isExpired = ({ invitedAt, status }: Pick<User, "invitedAt" | "status">, now: Instant): boolean =>
  status === "invited" && invitedAt !== null && now >= Instant_.plus(invitedAt, Limit.invitationLifetime)

/** Invites the same person again. */
export const renewed = (user: User, given: Pick<User, "email" | "name" | "role">, now: Instant): User => ({
  ...user,
  ...given,
  status: "invited",
  invitedAt: now,
  updatedAt: now
})
