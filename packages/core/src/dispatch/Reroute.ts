/**
 * Decides when a message goes back to routing after a failed receipt (specification "Message statuses", decisions 4.1).
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as FallbackRule from "../message/FallbackRule.ts"
import * as MessageState from "../message/MessageState.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"

/** Returns the last attempt of the current send. */
export const last = ({ attempts, send }: Message): Attempt | undefined =>
  attempts.findLast((attempt) => attempt.send === send)

/** Returns the last attempt of the current send that was not taken out of its line. */
export const lastTried = ({ attempts, send }: Message): Attempt | undefined =>
  attempts.findLast((attempt) => attempt.send === send && attempt.heldBack !== true)

/**
 * Returns whether the message needs another route: a carrier accepted it, every attempt of its send has failed since
 * or was not delivered in time, and another route might overcome the last failure. What was redacted cannot be sent.
 */
export const isWanted = (message: Message): boolean => {
  const attempt = last(message)
  return message.redacted === undefined && MessageState.transition(message.status, "rerouted") !== null &&
    ReceiptJoin.verdict(FallbackRule.deciding(message.attempts), message.send) === "FAILED" &&
    attempt !== undefined && attempt.failure !== null && FailureClass.reroutable(attempt.failure, attempt.channel)
}
