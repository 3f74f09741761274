/**
 * Cancels a held message (specification "States and transitions", decisions 5.2 "Cancel").
 */
import type { Mint } from "../commit/Mint.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"

/** Returns whether the message can be cancelled in its status. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "cancelled") !== null

/**
 * Cancels the message. It shows the channel of its last attempt, if it had one before it was held. When its status does
 * not allow that, nothing changes.
 */
export const cancel = (message: Message, now: Instant, mint: Mint, description: string): Progress.Progress => {
  const last = message.attempts.findLast(({ send }) => send === message.send)
  return Progress.advance(Progress.of(message), "cancelled", now, mint, { description }, {
    channel: last?.channel ?? "auto"
  })
}
