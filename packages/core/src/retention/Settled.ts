/**
 * Says when a message has come to its end, so that nothing which the service still does or allows depends on it.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as MessageState from "../message/MessageState.ts"
import type { Message } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"

/** A template that was sent allows messages without one for a week. */
const opens = ({ direction, template }: Message): boolean => direction === "OUTBOUND" && template !== null

const isHeard = (attempt: Message["attempts"][number]): boolean => AttemptState.of(attempt) !== "SENT"

/**
 * Returns from when on the message may be removed: a day after its last step, and a week where it has opened a conversation
 * or a receipt may still come. Null while it is under way.
 */
export const since = (message: Message): Instant.Instant | null => {
  const { attempts, createdAt, history, status } = message
  if (!MessageState.isFinal(status) || attempts.some((attempt) => AttemptState.of(attempt) === "OPEN")) return null
  const last = history.at(-1)?.at ?? createdAt
  return Instant.plus(last, opens(message) || !attempts.every(isHeard) ? Limit.purge.settled : Instant.day)
}
