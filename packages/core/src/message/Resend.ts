/**
 * Sends a finished message again: the same message gets the next send number and its original request (decisions 4.1
 * "Resend"). Its costs so far stay; attempts of earlier sends no longer count.
 */
import type { Moment } from "../commit/Grounds.ts"
import type { Message } from "../row/Message.ts"
import type * as Instant from "../value/Instant.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"
import * as Validity from "./Validity.ts"

/** Returns whether the message can be sent again in its status. One that was redacted cannot. */
export const isAllowed = ({ redacted, status }: Pick<Message, "redacted" | "status">): boolean =>
  redacted === undefined && MessageState.transition(status, "resent") !== null

/**
 * Returns the message with the time that its new send is worth: as many seconds again, or the same instant. An instant that
 * has passed is left out, since whoever sends again after it wants the message sent.
 */
const renewed = (message: Message, now: Instant.Instant): Message => {
  const { expiry, ...others } = message
  if (expiry === undefined) return message
  if (expiry.seconds !== undefined) return { ...message, expiry: Validity.ofSeconds(expiry.seconds, now) }
  return expiry.at > now ? message : others
}

/** Queues the message again, whose status allows that. */
export const resend = (message: Message, moment: Moment): Progress.Progress =>
  Progress.advance(Progress.of(renewed(message, moment.now)), {
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
