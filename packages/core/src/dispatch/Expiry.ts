/**
 * A message that no carrier has taken in time is worth nothing any more (decisions 4.1 "Expiry").
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Gate } from "./Gate.ts"

/** The end of such a message. */
export const gate = { code: "DELIVERY_006", trigger: "failed" } as const satisfies Pick<Gate, "code" | "trigger">

/** Returns when the current send expires: with its verification at the latest. */
export const of = (
  { createdAt, queuedAt = createdAt, verification }: Message,
  account: Account | null
): Instant.Instant => {
  const at = Instant.plus(queuedAt, (account?.expiryHours ?? Limit.expiryHours) * Instant.hour)
  return verification !== undefined && verification.expiresAt < at ? verification.expiresAt : at
}

const isTaken = ({ attempts, send }: Message): boolean =>
  attempts.some((attempt) => attempt.send === send && attempt.charge === "taken")

/**
 * Returns whether the current send has expired without any carrier having taken it. The time of a held message begins
 * with its release.
 */
export const isOver = (message: Message, account: Account | null, now: Instant.Instant): boolean =>
  message.status !== "SCHEDULED" && now >= of(message, account) && !isTaken(message)
