/**
 * Takes back a message that nobody was asked to take: one that is held, waits for its dispatch, or stands in line at a
 * carrier. The first of two that change the message wins, so whatever is being handed over at that moment either goes out or
 * is cancelled.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { MediaProbeWork, SubmissionWork } from "../message/AttemptWork.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"

/** Returns the attempt of the current send that stands in line, or undefined. */
export const inLine = ({ attempts, send, status }: Message): Attempt | undefined =>
  status === "ROUTED"
    ? attempts.find((attempt) =>
      attempt.send === send && AttemptState.of(attempt) === "OPEN" && attempt.handedOver === undefined
    )
    : undefined

/** Returns the part of a commit that cancels a message which waits. What was reserved for it is returned. */
export const withdraw = (message: Message, grounds: Grounds, description?: string): Partial<Commit.Commit> => {
  const { facts, now } = grounds
  const attempt = inLine(message)
  const step = attempt === undefined ? null : AttemptStep.refused(message, attempt, null, now)
  const target = attempt === undefined ? null : { message: message.id, attempt: attempt.id }
  return Commit.all(
    { expects: [Facts.expected(facts, Messages, message.id)] },
    step === null ? {} : step.commit,
    Progress.kept(Cancel.withdraw(Progress.of(step?.message ?? message), grounds, description)),
    {
      cancels: target === null ? [DispatchWork.ref(message)] : [SubmissionWork.ref(target), MediaProbeWork.ref(target)]
    }
  )
}
