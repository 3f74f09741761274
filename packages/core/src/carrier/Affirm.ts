/**
 * Says once more that a hand-over holds, before its carrier is asked. A node that stood still since it committed the
 * hand-over may have been taken for dead, and another one hands over in its place. The commit writes the message as it is,
 * since a commit that changes nothing is not checked.
 */
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import type { Target } from "../message/AttemptWork.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import { Messages } from "../row/Message.ts"
import type { LeasedAttempt } from "./Answered.ts"

/** Over: nobody waits for an answer of the carrier any more, and the work has ended. */
export type Answer = "Ask" | "Over"

const targetOf = ({ asked, lease }: LeasedAttempt): Target => asked ?? SubmissionWork.target(lease)

export const Affirm = LeasedDecision.make<LeasedAttempt, Answer>({
  name: "affirm_hand_over",
  needs: (command) => Needs.row(Messages, targetOf(command).message),
  decide: (command, { facts }) => {
    const { lease } = command
    const target = targetOf(command)
    const message = Facts.get(facts, Messages, target.message)
    const attempt = AttemptStep.find(message, target.attempt)
    const isIts = attempt?.handedOver?.token === lease.token && AttemptState.of(attempt) === "OPEN"
    if (message === null || !isIts) return done<Answer>("Over")
    return done<Answer>("Ask", {
      holds: [LeasedDecision.fence(lease)],
      expects: [Facts.expected(facts, Messages, message.id)],
      puts: [Commit.put(Messages, message)]
    })
  }
})
