/**
 * Nobody's phone rings at night: a message that is about to go out inside its recipient's quiet hours is held until they
 * end (decisions 4.1 "Quiet hours windows", "Night at a reroute or in line").
 */
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as QuietHours from "../hours/QuietHours.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as DispatchWork from "./DispatchWork.ts"
import * as Recipient from "./Recipient.ts"

/** Returns until when the message must not go out, or null. An answer to a keyword goes out at any hour. */
export const until = (message: Message, account: Account | null, now: Instant): Instant | null =>
  account === null || account.quietHours === "off" || Recipient.isAutoReply(message)
    ? null
    : QuietHours.heldUntil(account.quietHours, message.phone, message.template?.category ?? null, now)

/** Holds the message. It has no route any more, and it is dispatched again when the quiet hours are over. */
export const hold = (progress: Progress.Progress, until: Instant, moment: Moment): Commit.Commit => {
  const held = Progress.advance(progress, {
    trigger: "quiet_hours",
    note: { description: "held until the recipient's quiet hours end" },
    changes: { channel: progress.message.requested, scheduledAt: until },
    isAbandoned: true
  }, moment)
  return Commit.all(Progress.kept(held), { due: [DispatchWork.due(held.message, until)] })
}
