/**
 * Finds the instant at which a message that made its contact opened the conversation with it. Nothing is stored for
 * that: its contact names it, and its history tells when a carrier accepted it for the first time.
 */
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"

/** Returns whether it needs no row of its own that a carrier accepts the message now: its history will tell. */
export const isInHistory = ({ attempts, opens }: Message): boolean =>
  opens === true && attempts.every(({ charge }) => charge !== "taken")

/** Returns when a carrier accepted the message for the first time, or null. Only such lines of the history have a price. */
export const at = ({ history }: Message): Instant | null => history.find(({ price }) => price !== null)?.at ?? null
