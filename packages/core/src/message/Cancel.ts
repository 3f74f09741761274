/**
 * Calling off a message that is held (specification "States and transitions", decisions 5.2 "Cancel").
 */
import type { Mint } from "../commit/Mint.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"

/** Whether the message is in a status in which it can be called off. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "cancelled") !== null

/** The message, called off before any route was chosen. Its status must allow it: otherwise nothing changes. */
export const cancel = (message: Message, now: Instant, mint: Mint, description: string): Progress.Progress =>
  Progress.advance(Progress.of(message), "cancelled", now, mint, { description }, { channel: "auto" })
