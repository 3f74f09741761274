/**
 * Dispatch and hand-over in one commit. Where nothing stands in the way of a message that has just got its route, it is
 * handed over under the lease that its dispatch holds already, so no submission is scheduled for it: one step of the
 * message and one of its work fewer. Whatever prevents that leaves it to its line.
 */
import * as Result from "effect/Result"
import * as Continuation from "../commit/Continuation.ts"
import { type Decided, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import { DispatchWork } from "../dispatch/DispatchWork.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { carrierOf, SubmissionWork } from "../message/AttemptWork.ts"
import type { Attempt } from "../row/Attempt.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Due } from "../work/Work.ts"
import type { Asked } from "./Answered.ts"
import * as HandOver from "./HandOver.ts"
import * as Submissions from "./Submissions.ts"

export interface Command extends Dispatch.Command {
  /** The carriers that may be asked immediately, under the lease of this work. Empty: it is dispatched, and no more. */
  readonly askable: ReadonlySet<CarrierId>
}

export type Answer =
  /** The hand-over is committed, so the carrier must be asked. The lease is still held. */
  | HandOver.Ask & { readonly asked: Asked }
  /** Nothing is to be asked here. The work has ended. */
  | Extract<HandOver.Answer, { readonly _tag: "Over" }>

const over: Answer = { _tag: "Over" }

const messageOf = ({ lease }: Command): string => DispatchWork.target(lease).message

const asking = (ask: HandOver.Ask, { account, id: message }: Message, { carrier, id: attempt }: Attempt): Answer => ({
  ...ask,
  asked: { message, attempt, carrier, account }
})

/** Returns whether this work hands over to a carrier that may be asked immediately. */
const isAskable = ({ lane, work }: Due, askable: ReadonlySet<CarrierId>): boolean =>
  work.kind === SubmissionWork.kind && askable.has(carrierOf(lane))

/** Hands over, in place of the line that it would stand in, what has just got its route. */
const handOver = (
  due: Due,
  command: Command,
  grounds: Grounds
): Decided<Answer> | null => {
  const target = SubmissionWork.target(due)
  const message = Facts.get(grounds.facts, Messages, target.message)
  const attempt = AttemptStep.find(message, target.attempt)
  // What was handed over before is handed over again from its line, which counts how often.
  if (message === null || attempt === undefined || attempt.handedOver !== undefined) return null
  const step = HandOver.withDispatch(message, attempt, command, grounds)
  return step === null ? null : { answer: asking(step.answer, message, attempt), commit: step.commit }
}

export const DispatchOn = LeasedDecision.make<Command, Answer>({
  name: Dispatch.decision.name,
  needs: (command, facts) => {
    const { askable } = command
    const dispatch = Dispatch.decision.needs(command, facts)
    const message = Facts.peek(facts, Messages, messageOf(command)) ?? null
    return message === null || askable.size === 0 ? dispatch : Needs.all(
      dispatch,
      Submissions.needs(message),
      Needs.rows(Lines, [...askable].map((carrier) => lineKey(carrier, message.account)))
    )
  },
  decide: (command, grounds) => {
    const { facts } = grounds
    const { askable, lease, settings } = command
    const { message: id, send } = DispatchWork.target(lease)
    const message = Facts.get(facts, Messages, id)
    const before = message === null ? undefined : Dispatch.handedOver(message, send)
    // The answer to this very commit was lost.
    const isIts = before?.handedOver?.token === lease.token && askable.has(before.carrier)
    if (message !== null && isIts) {
      const ask = HandOver.question(message, before, facts, settings)
      if (ask._tag === "Ask") {
        const goesOn = { holds: [LeasedDecision.fence(lease)] }
        return done(asking(ask, message, before), goesOn)
      }
    }
    return Result.map(Dispatch.decision.decide(command, grounds), (dispatched) => {
      const { answers, commit } = Continuation.take(
        dispatched.commit,
        facts,
        (due) => isAskable(due, askable),
        (due, known) => handOver(due, command, { ...grounds, facts: known })
      )
      return { answer: answers[0] ?? over, commit }
    })
  }
})
