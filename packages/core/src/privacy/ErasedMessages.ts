/**
 * Erases messages. One that still waits is cancelled first, so that what was reserved for it is returned; one about which a
 * carrier is being asked stays until that is over.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as AttemptState from "../message/AttemptState.ts"
import {
  FallbackWork,
  MediaProbeWork,
  ReceiptDeadlineWork,
  SubmissionDeadlineWork,
  SubmissionWork
} from "../message/AttemptWork.ts"
import * as Withdrawal from "../profile/Withdrawal.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { ref } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Erased, Subject, Taken } from "./Erased.ts"
import { isIncluded, owners } from "./Erased.ts"
import * as ReferenceKeys from "./ReferenceKeys.ts"

const works = [SubmissionWork, MediaProbeWork, SubmissionDeadlineWork, FallbackWork, ReceiptDeadlineWork] as const

const gone = (message: Message, facts: Facts.Facts): Partial<Commit.Commit> => ({
  expects: [Facts.expected(facts, Messages, message.id)],
  deletes: [
    ref(Messages, message.id),
    ...ReferenceKeys.of(message).flatMap((key) =>
      Facts.get(facts, CarrierReferences, key)?.message === message.id
        ? [ref(CarrierReferences, key)]
        : []
    )
  ],
  cancels: [
    DispatchWork.ref(message),
    ...message.attempts.flatMap(({ id }) => works.map((work) => work.ref({ message: message.id, attempt: id })))
  ]
})

const isAsked = ({ attempts }: Message): boolean => attempts.some((attempt) => AttemptState.of(attempt) === "OPEN")

const own = (keys: ReadonlyArray<string>, subject: Subject, facts: Facts.Facts): ReadonlyArray<Message> =>
  keys.flatMap((key) => {
    const message = Facts.peek(facts, Messages, key) ?? null
    return message?.phone === subject.phone ? [message] : []
  })

export const ErasedMessages: Erased = {
  kind: "message",
  most: Limit.recipientErasure.messages,
  needs: (keys, subject, facts) => {
    const messages = own(keys, subject, facts)
    return Needs.all(
      Needs.rows(Messages, keys),
      owners(messages.map(({ account }) => account)),
      Needs.rows(CarrierReferences, messages.flatMap(ReferenceKeys.of))
    )
  },
  take: (keys, subject, grounds): Taken => {
    const { facts, now } = grounds
    const messages = own(keys, subject, facts).filter(({ account }) => isIncluded(subject, account, facts))
    const waiting = messages.filter(Withdrawal.isDue)
    if (waiting.length > 0) {
      return {
        commit: Commit.all(...waiting.map((message) => Withdrawal.ended(message, grounds, "its recipient is erased"))),
        staysUntil: now
      }
    }
    const ended = messages.filter((message) => !isAsked(message))
    return {
      commit: Commit.all(...ended.map((message) => gone(message, facts))),
      messages: ended.length,
      isLeft: ended.length < messages.length
    }
  }
}
