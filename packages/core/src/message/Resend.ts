/**
 * Sends a finished message again: the same message gets the next send number and its original request (decisions 4.1
 * "Resend"). Its costs so far stay; attempts of earlier sends no longer count.
 */
import type { Mint } from "../commit/Mint.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"

/** Returns whether the message can be sent again in its status. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "resent") !== null

/** Queues the message again. When its status does not allow that, nothing changes. */
export const resend = (message: Message, now: Instant, mint: Mint): Progress.Progress =>
  Progress.advance(Progress.of(message), "resent", now, mint, { description: "sent again" }, {
    send: message.send + 1,
    channel: message.requested,
    rendered: null,
    // An earlier hold does not apply to the new send.
    scheduledAt: null
  })
