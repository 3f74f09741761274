/**
 * Reads what a carrier answered and checks it against the port's types: carriers are written by others and may return
 * anything.
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import * as Reference from "./Reference.ts"

/** The outcome that counts, and what was wrong with the carrier's answer; null when nothing was. */
export interface Answer {
  readonly outcome: SubmissionOutcome
  readonly flaw: string | null
}

const flawOf = (reference: unknown, kept: string | null): string | null => {
  if (kept === reference) return null
  return kept === null ? "its reference is no name" : "its reference is kept as a digest"
}

/**
 * A refusal with an unknown failure class counts as `unknown`. An answer that is no outcome at all counts as
 * Unanswered.
 */
export const read = (said: SubmissionOutcome): Answer => {
  switch (said?._tag) {
    case "Accepted": {
      const reference: unknown = said.reference ?? null
      const kept = Reference.kept(reference)
      return { outcome: { _tag: "Accepted", reference: kept }, flaw: flawOf(reference, kept) }
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
