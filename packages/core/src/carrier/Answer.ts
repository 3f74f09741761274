/**
 * What a carrier says of a submission, as far as it is what the port asks for: carriers are written by others.
 */
import * as Effect from "effect/Effect"
import * as FailureClass from "../catalogue/FailureClass.ts"
import type { Carrier, SubmissionOutcome } from "../port/Carrier.ts"
import * as Reference from "./Reference.ts"

/** What counts, and what had to be left out of what the carrier said; null: nothing. */
export interface Answer {
  readonly outcome: SubmissionOutcome
  readonly flaw: string | null
}

/** A reference that no store can hold is none; a failure of no class is unknown; an answer of no kind says nothing. */
export const read = (said: SubmissionOutcome): Answer => {
  switch (said?._tag) {
    case "Accepted": {
      const reference: unknown = said.reference ?? null
      return reference === null || Reference.isKept(reference)
        ? { outcome: { _tag: "Accepted", reference }, flaw: null }
        : { outcome: { _tag: "Accepted", reference: null }, flaw: "its reference cannot be kept" }
    }
    case "Refused":
      return FailureClass.FailureClass.literals.includes(said.failure)
        ? { outcome: said, flaw: null }
        : { outcome: { _tag: "Refused", failure: "unknown" }, flaw: "it names no class of failure" }
    case "Unanswered":
      return { outcome: said, flaw: null }
    default:
      return { outcome: { _tag: "Unanswered" }, flaw: "it is no outcome" }
  }
}

/** The carrier, whose outcomes are what the port promises. What it said instead is told in the log. */
export const guarded = (carrier: Carrier): Carrier => ({
  ...carrier,
  submit: (batch) =>
    Effect.flatMap(carrier.submit(batch), (outcomes) =>
      Effect.forEach(outcomes, (said, index) => {
        const { flaw, outcome } = read(said)
        return flaw === null ? Effect.succeed(outcome) : Effect.as(
          Effect.logWarning("A carrier's answer is not as it should be", {
            carrier: carrier.id,
            attempt: batch[index]?.attempt,
            flaw
          }),
          outcome
        )
      }))
})
