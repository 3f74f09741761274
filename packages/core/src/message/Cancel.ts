/**
 * Cancels a held message (specification "States and transitions", decisions 5.2 "Cancel").
 */
import type { Moment } from "../commit/Grounds.ts"
import type { Message } from "../row/Message.ts"
import * as MessageState from "./MessageState.ts"
import * as Progress from "./Progress.ts"
import * as Standby from "./Standby.ts"

/** Returns whether the message can be cancelled in its status. */
export const isAllowed = ({ status }: Pick<Message, "status">): boolean =>
  MessageState.transition(status, "cancelled") !== null

/**
 * Cancels the message, whose status allows that. It shows the channel of its last attempt, if it had one before it was
 * held.
 */
export const cancel = (message: Message, moment: Moment, description: string): Progress.Progress => {
  const last = message.attempts.findLast(({ send }) => send === message.send)
  const changes = { channel: last?.channel ?? "auto" } as const
  return Progress.advance(Progress.of(message), { trigger: "cancelled", note: { description }, changes }, moment)
}

/**
 * Cancels a message that no carrier has been asked to take: its account was deleted, unless the description says otherwise.
 * Only held messages are cancelled, so one that is not held yet is held first, as of now. One of which an earlier attempt
 * may still arrive waits on for that.
 */
export const withdraw = (
  progress: Progress.Progress,
  moment: Moment,
  description = "its account was deleted"
): Progress.Progress => {
  const waits = Standby.waitsOn(progress, { description }, moment)
  if (waits !== null) return waits
  const held = isAllowed(progress.message) ? progress : Progress.advance(progress, {
    trigger: "withdrawn",
    note: { description },
    changes: { channel: progress.message.requested, scheduledAt: moment.now },
    isAbandoned: true
  }, moment)
  const { events, message } = cancel(held.message, moment, description)
  return { message, events: [...held.events, ...events] }
}
