/**
 * The operator gives a dead letter up: its work is never done. What it was about stays as it is.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { deadLetterKey, DeadLetters } from "../row/DeadLetter.ts"
import { ref } from "../row/Kind.ts"
import type { WorkRef } from "../work/Work.ts"

export type DiscardAnswer = "Discarded" | "NotFound"

export const DiscardDeadLetter: Decision<WorkRef, DiscardAnswer> = {
  name: "dead_letters.discard",
  needs: ({ key, kind }) => Needs.row(DeadLetters, deadLetterKey(kind, key)),
  decide: ({ key, kind }, { facts }) => {
    const id = deadLetterKey(kind, key)
    return Facts.get(facts, DeadLetters, id) === null
      ? done<DiscardAnswer>("NotFound")
      : done<DiscardAnswer>("Discarded", {
        expects: [Facts.expected(facts, DeadLetters, id)],
        deletes: [ref(DeadLetters, id)]
      })
  }
}
