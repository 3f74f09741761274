/**
 * Ends a message of a deleted profile that nobody was asked to take: one that is held, waits for its dispatch, or stands in
 * line at a carrier. What a carrier was asked about ends by what the carrier says.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { MediaProbeWork, SubmissionWork } from "../message/AttemptWork.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"

/** Returns the attempt of the current send that stands in line, or undefined. */
const inLine = ({ attempts, send }: Message): Attempt | undefined =>
  attempts.find((attempt) =>
    attempt.send === send && AttemptState.of(attempt) === "OPEN" && attempt.handedOver === undefined
  )

/** Returns whether the message still waits, so that it ends with its profile. */
export const isDue = (message: Message): boolean => {
  switch (message.status) {
    case "SCHEDULED":
    case "QUEUED":
      return true
    case "ROUTED":
      return inLine(message) !== undefined
    default:
      return false
  }
}

/**
 * For how long after its acceptance a message may still wait: it is held and then stands in line. Older messages need not
 * be looked at, so one that is sent again after that ends when its turn comes.
 */
export const longest = (profile: Account | null): number =>
  Limit.longestHold + (profile?.expiryHours ?? Limit.expiryHours) * Instant.hour

/** Returns the part of a commit that ends a message that is due. What was reserved for it is returned. */
export const ended = (message: Message, grounds: Grounds): Partial<Commit.Commit> => {
  const { facts, now } = grounds
  const attempt = message.status === "ROUTED" ? inLine(message) : undefined
  const step = attempt === undefined ? null : AttemptStep.refused(message, attempt, null, now)
  const target = attempt === undefined ? null : { message: message.id, attempt: attempt.id }
  return Commit.all(
    { expects: [Facts.expected(facts, Messages, message.id)] },
    step === null ? {} : step.commit,
    Progress.kept(Cancel.withdraw(Progress.of(step?.message ?? message), grounds)),
    {
      cancels: target === null ? [DispatchWork.ref(message)] : [SubmissionWork.ref(target), MediaProbeWork.ref(target)]
    }
  )
}
