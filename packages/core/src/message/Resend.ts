/**
 * Sending a finished message again: the same message with the next number of send, as it was asked for the first time
 * (decisions 4.1 "Resend"). What it has cost so far stays; the attempts of the earlier sends count no more.
 */
import type { Mint } from "../commit/Mint.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"

/** Whether the message is in a status that may be left by sending it again. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "resent") !== null

/** The message, queued again. Its status must allow it: otherwise nothing changes. */
export const resend = (message: Message, now: Instant, mint: Mint): Progress.Progress =>
  Progress.advance(Progress.of(message), "resent", now, mint, { description: "sent again" }, {
    send: message.send + 1,
    channel: message.requested,
    rendered: null,
    // A hold that is over belongs to an earlier send.
    scheduledAt: null
  })
