/**
 * The rule of a send that has an order of channels of its own: which channels come after which, and when a message that
 * was not delivered in time goes on (decisions 14.5); and when it goes on because the rule of its route says so (decisions
 * 18.4). It looks at nothing but the order and the attempts, so whatever has such an order can go by it.
 */
import type { Attempt } from "../row/Attempt.ts"
import type { Fallback } from "../row/Fallback.ts"
import type { Message } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import * as Instant from "../value/Instant.ts"
import * as AttemptState from "./AttemptState.ts"

/** Returns how long a message waits for its delivery on a channel, or null: nothing comes after it, or nothing waits. */
export const patience = ({ afterSeconds, channels }: Fallback, channel: Channel): number | null => {
  const place = channels.indexOf(channel)
  return afterSeconds === undefined || place === -1 || place === channels.length - 1
    ? null
    : afterSeconds * Instant.second
}

/** Returns the entries in the order of the rule; those of one channel keep theirs, and others are left out. */
export const ordered = <Entry extends { readonly channel: Channel }>(
  { channels }: Pick<Fallback, "channels">,
  entries: ReadonlyArray<Entry>
): ReadonlyArray<Entry> => channels.flatMap((channel) => entries.filter((entry) => entry.channel === channel))

/** The parts of an attempt by which the rule goes. */
type Tried = Pick<Attempt, "channel" | "overdue" | "receiptSeconds" | "report" | "send">

/** A message with its rule, or with none. */
export interface Subject {
  readonly fallback?: Fallback
  readonly send: number
  readonly attempts: ReadonlyArray<Tried>
}

const isCurrent = ({ send }: Subject) => (attempt: Tried): boolean => attempt.send === send

/**
 * Returns whether the message has gone on from a channel: to it, and to those before it, it does not come back. Where it has
 * gone on because of the rule of a route, other routes of the channel are still there.
 */
export const isPassed = (subject: Subject, channel: Channel): boolean => {
  const { attempts, fallback } = subject
  if (fallback === undefined) return false
  const place = (of: Channel): number => fallback.channels.indexOf(of)
  return attempts.filter(isCurrent(subject)).some((attempt) =>
    attempt.overdue === true && patience(fallback, attempt.channel) !== null && place(channel) <= place(attempt.channel)
  )
}

/** Returns whether an attempt from which the message has gone on may still arrive. */
export const mayArrive = (subject: Subject): boolean =>
  subject.attempts.some((attempt) =>
    isCurrent(subject)(attempt) && attempt.overdue === true && AttemptState.of(attempt) === "SENT"
  )

/** Returns the attempts that decide whether the message needs another route: it has gone on from the others. */
export const deciding = <Entry extends Tried>(attempts: ReadonlyArray<Entry>): ReadonlyArray<Entry> =>
  attempts.filter((attempt) => attempt.overdue !== true || AttemptState.of(attempt) !== "SENT")

/**
 * Returns how long the message waits for the delivery of this attempt before it goes on, or null. What the send says about
 * the channel goes before the rule of the route.
 */
export const waits = (
  { fallback }: Pick<Subject, "fallback">,
  { channel, overdue, receiptSeconds }: Tried
): number | null => {
  if (overdue === true) return null
  const own = fallback === undefined ? null : patience(fallback, channel)
  return own ?? (receiptSeconds === undefined ? null : receiptSeconds * Instant.second)
}

/** Returns whether the message still waits for the delivery of this attempt, and goes on when its time is over. */
export const isAwaited = (message: Subject & Pick<Message, "status">, attempt: Tried): boolean =>
  message.status === "SENT" && AttemptState.of(attempt) === "SENT" &&
  message.attempts.findLast(isCurrent(message)) === attempt && waits(message, attempt) !== null
