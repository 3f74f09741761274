/**
 * An invitation: how long it can be accepted, and when a person may be invited (decisions 4.4, 5.8).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { User } from "../row/User.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"

/** Whether it can be accepted no more. Its status stays `invited`. */
export const isExpired = ({ invitedAt, status }: Pick<User, "invitedAt" | "status">, now: Instant): boolean =>
  status === "invited" && invitedAt !== null && now >= Instant_.plus(invitedAt, Limit.invitationLifetime)

/** The same person, invited anew. */
export const renewed = (user: User, given: Pick<User, "email" | "name" | "role">, now: Instant): User => ({
  ...user,
  ...given,
  status: "invited",
  invitedAt: now,
  updatedAt: now
})
