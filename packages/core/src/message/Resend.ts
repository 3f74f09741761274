/**
 * Sends a finished message again: the same message gets the next send number and its original request (decisions 4.1
 * "Resend"). Its costs so far stay; attempts of earlier sends no longer count.
 */
import type { Moment } from "../commit/Grounds.ts"
import type { Message } from "../row/Message.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"

/** Returns whether the message can be sent again in its status. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "resent") !== null

/** Queues the message again, whose status allows that. */
export const resend = (message: Message, moment: Moment): Progress.Progress =>
  Progress.advance(Progress.of(message), {
    trigger: "resent",
    note: { description: "sent again" },
    changes: {
      send: message.send + 1,
      channel: message.requested,
      rendered: null,
      // An earlier hold does not apply to the new send.
      scheduledAt: null
    }
  }, moment)
