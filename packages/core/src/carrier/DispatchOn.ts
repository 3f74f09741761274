/**
 * Dispatch and hand-over in one commit. Where nothing stands in the way of a message that has just got its route, it is
 * handed over under the lease that its dispatch holds already, so no submission is scheduled for it: one step of the
 * message and one of its work fewer. Whatever prevents that leaves it to its line.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import { DispatchWork } from "../dispatch/DispatchWork.ts"
import * as Reroute from "../dispatch/Reroute.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import { isSame } from "../work/Work.ts"
import type { Asked } from "./Answered.ts"
import * as HandOver from "./HandOver.ts"
import * as Submissions from "./Submissions.ts"

export interface Command extends Dispatch.Command {
  /** The carriers that may be asked at once, under the lease of this work. Empty: it is dispatched, and no more. */
  readonly askable: ReadonlySet<CarrierId>
}

export type Answer =
  /** The hand-over is committed, so the carrier must be asked. The lease is still held. */
  | Extract<HandOver.Answer, { readonly _tag: "Ask" }> & { readonly asked: Asked }
  /** Nothing is to be asked here. The work has ended. */
  | Extract<HandOver.Answer, { readonly _tag: "Over" }>

const over: Answer = { _tag: "Over" }

const messageOf = ({ lease }: Command): string => DispatchWork.target(lease).message

/** Returns the message as this commit leaves it, if it has a route then. */
const routed = ({ puts }: Commit.Commit, id: string): Message | undefined => {
  const row = puts.find(({ key, kind }) => kind === Messages.name && key === id)
  return row?.kind === Messages.name && row.value.status === "ROUTED" ? row.value : undefined
}

const askedOf = ({ account, id }: Message, { attempt, carrier }: { attempt: string; carrier: CarrierId }): Asked => ({
  message: id,
  attempt,
  carrier,
  account
})

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
  decide: (command, facts, now, mint) => {
    const { askable, lease, settings } = command
    const { message: id, send } = DispatchWork.target(lease)
    const goesOn = { holds: [LeasedDecision.fence(lease)] }
    const message = Facts.get(facts, Messages, id)
    const before = message === null ? undefined : Dispatch.handedOver(message, send)
    // The answer to this very commit was lost.
    const isIts = before?.handedOver?.token === lease.token && askable.has(before.carrier)
    if (message !== null && isIts && AttemptStep.isAwaited(message, before)) {
      const ask = HandOver.question(message, before, facts, settings)
      const asked = askedOf(message, { attempt: before.id, carrier: before.carrier })
      if (ask !== null) return Result.succeed({ answer: { ...ask, asked }, commit: Commit.make(goesOn) })
    }
    return Result.map(Dispatch.decision.decide(command, facts, now, mint), ({ commit }) => {
      // What was handed over before is handed over again from its line, which counts how often.
      const next = before === undefined ? routed(commit, id) : undefined
      const attempt = next === undefined ? undefined : Reroute.last(next)
      if (next === undefined || attempt === undefined || !askable.has(attempt.carrier)) return { answer: over, commit }
      const work = SubmissionWork.ref({ message: id, attempt: attempt.id })
      // Its files are looked at before it stands in line.
      const isInLine = commit.due.some((due) => isSame(due.work, work))
      const step = isInLine ? HandOver.atOnce(next, attempt, lease.token, facts, settings, now) : null
      if (step === null) return { answer: over, commit }
      return {
        answer: { ...step.ask, asked: askedOf(next, { attempt: attempt.id, carrier: attempt.carrier }) },
        commit: {
          ...commit,
          ...goesOn,
          puts: commit.puts.map((row) =>
            row.kind === Messages.name && row.key === id ? Commit.put(Messages, step.message) : row
          ),
          due: commit.due.filter((due) => !isSame(due.work, work))
        }
      }
    })
  }
})
