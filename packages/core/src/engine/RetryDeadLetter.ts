/**
 * The operator puts a dead letter back: its work is due immediately, as if it had never failed.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { deadLetterKey, DeadLetters } from "../row/DeadLetter.ts"
import { ref } from "../row/Kind.ts"
import type { WorkRef } from "../work/Work.ts"

export type RetryAnswer = "Retried" | "NotFound"

export const RetryDeadLetter: Decision<WorkRef, RetryAnswer> = {
  name: "dead_letters.retry",
  needs: ({ key, kind }) => Needs.row(DeadLetters, deadLetterKey(kind, key)),
  decide: (work, { facts, now }) => {
    const { key, kind } = work
    const id = deadLetterKey(kind, key)
    const letter = Facts.get(facts, DeadLetters, id)
    if (letter === null) {
      return done("NotFound")
    }
    return done("Retried", {
      expects: [Facts.expected(facts, DeadLetters, id)],
      deletes: [ref(DeadLetters, id)],
      due: [{ work, lane: letter.lane, at: now }]
    })
  }
}
