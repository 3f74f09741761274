/**
 * Feedback tells what came of a message after its delivery: its recipient did what it was for, or complained
 * (decisions 14.8). Only a message that a carrier took can have any.
 */
import type { Moment } from "../commit/Grounds.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { FeedbackOutcome } from "../row/Feedback.ts"
import type { Message } from "../row/Message.ts"
import type { EventId } from "../value/Id.ts"
import * as MessageEvent from "./MessageEvent.ts"
import * as Progress from "./Progress.ts"

const isDelivered = ({ report }: Attempt): boolean => report === "DELIVERED" || report === "READ"

const isTaken = ({ charge }: Attempt): boolean => charge === "taken"

/**
 * Returns the attempt that the recipient answers to: the last one that arrived, else the last one that a carrier took. A
 * carrier whose refusal was followed by a success has taken the message all the same.
 * Null when the message has not been handed over, or came in.
 */
export const subject = ({ attempts, direction }: Pick<Message, "attempts" | "direction">): Attempt | null =>
  direction === "INBOUND" ? null : attempts.findLast(isDelivered) ?? attempts.findLast(isTaken) ?? null

/** Returns whether the message has feedback of this outcome already. */
export const isKnown = ({ feedback = [] }: Pick<Message, "feedback">, outcome: FeedbackOutcome): boolean =>
  feedback.some((each) => each.outcome === outcome)

/** Adds an outcome that is not known yet, with its line in the history and its event. */
export const add = (
  message: Message,
  attempt: Pick<Attempt, "id">,
  outcome: FeedbackOutcome,
  { ids, now }: Moment
): Progress.Progress => {
  const feedback = [...message.feedback ?? [], { outcome, at: now, attempt: attempt.id }]
  const progress = Progress.remark(Progress.of(message), now, { description: `feedback: ${outcome}` }, { feedback })
  const event = MessageEvent.make(ids.id(now) as EventId, "message.feedback", progress.message, now, { outcome })
  return { ...progress, events: [event] }
}
