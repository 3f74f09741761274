/**
 * A message that no carrier has taken in time is worth nothing any more (decisions 4.1 "Expiry"), and neither is one whose
 * sender has said until when it is worth anything (decisions 14.4).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Gate } from "./Gate.ts"

/** The end of such a message. */
export const gate = { code: "DELIVERY_006", trigger: "failed" } as const satisfies Pick<Gate, "code" | "trigger">

/** Returns when the current send expires where its sender has said nothing. */
const ofAccount = ({ createdAt, queuedAt = createdAt }: Message, account: Account | null): Instant.Instant =>
  Instant.plus(queuedAt, (account?.expiryHours ?? Limit.expiryHours) * Instant.hour)

/** Returns when the current send expires. */
export const of = (message: Message, account: Account | null): Instant.Instant => {
  const [general, { expiry }] = [ofAccount(message, account), message]
  return expiry === undefined || expiry.at > general ? general : expiry.at
}

const isTaken = ({ attempts, send }: Message): boolean =>
  attempts.some((attempt) => attempt.send === send && attempt.charge === "taken")

/** Returns whether the sender has said that the message is worth nothing any more at this time. */
export const isWorthless = ({ expiry }: Pick<Message, "expiry">, at: Instant.Instant): boolean =>
  expiry !== undefined && at >= expiry.at

/**
 * Returns whether the current send has expired: by its sender's own word, or without any carrier having taken it. The
 * time of a held message begins with its release, but its sender's word holds at any time.
 */
export const isOver = (message: Message, account: Account | null, now: Instant.Instant): boolean =>
  isWorthless(message, now) ||
  message.status !== "SCHEDULED" && now >= ofAccount(message, account) && !isTaken(message)
