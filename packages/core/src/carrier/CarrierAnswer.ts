/**
 * Reads what a carrier told and checks it against the port's types: carriers are written by others and may tell
 * anything.
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import * as Instant from "../value/Instant.ts"
import * as Detail from "./Detail.ts"
import * as Reference from "./Reference.ts"

/** The outcome that counts, and what was wrong with the carrier's answer; null when nothing was. */
export interface Answer {
  readonly outcome: SubmissionOutcome
  readonly flaw: string | null
}

const unanswered = { _tag: "Unanswered" } as const

/** How many references one message may have: more parts than any SMS has. */
const mostReferences = 255

interface Accepted extends Answer {
  readonly outcome: Extract<SubmissionOutcome, { readonly _tag: "Accepted" }>
}

const accepted = (references: unknown): Accepted => {
  if (!Array.isArray(references) || references.length > mostReferences) {
    return { outcome: { _tag: "Accepted", references: [] }, flaw: "its references are no list of names" }
  }
  const given: ReadonlyArray<unknown> = references.map(Reference.named)
  const kept = given.map(Reference.kept)
  const named = kept.filter((reference) => reference !== null)
  const flaw = named.length < kept.length
    ? "a reference is no name"
    : kept.some((reference, index) => reference !== given[index])
    ? "a reference is kept as a digest"
    : null
  // Parts that share a name cannot be told apart, so the name stands for the whole message.
  return { outcome: { _tag: "Accepted", references: named.length < 2 ? named : [...new Set(named)] }, flaw }
}

/** Reads the names of parts that were taken although the whole was not. */
const partly = (
  given: unknown
): Pick<Answer, "flaw"> & { readonly named: { readonly references?: ReadonlyArray<string> } } => {
  if (given === undefined) return { named: {}, flaw: null }
  const { flaw, outcome: { references } } = accepted(given)
  return { named: references.length === 0 ? {} : { references }, flaw }
}

const refused = (failure: unknown, detail: unknown, references: unknown): Answer => {
  const known = FailureClass.FailureClass.literals.find((literal) => literal === failure)
  const { flaw, named } = partly(references)
  return {
    outcome: { _tag: "Refused", failure: known ?? "unknown", detail: Detail.kept(detail), ...named },
    flaw: known === undefined ? "it names no class of failure" : flaw
  }
}

const holders = ["recipient", "node"] as const

const busy = (until: unknown, holds: unknown, now: Instant.Instant): Answer => {
  const { longest, shortest } = Limit.busyWait
  const isInstant = typeof until === "number" && Number.isFinite(until)
  const wait = isInstant ? Math.min(Math.max(until - now, shortest), longest) : Instant.second
  return {
    outcome: {
      _tag: "Busy",
      until: Instant.plus(now, Math.trunc(wait)),
      holds: holders.find((each) => each === holds) ?? "lane"
    },
    flaw: isInstant ? null : "it does not say until when it is busy"
  }
}

const silent = (repeat: unknown, said: unknown): SubmissionOutcome => {
  const detail = Detail.kept(said)
  return { ...unanswered, ...(repeat === "never" ? { repeat } : {}), ...(detail === null ? {} : { detail }) }
}

/**
 * A refusal with an unknown failure class counts as `unknown`. A busy carrier is asked again within bounds. An answer
 * that is no outcome at all counts as Unanswered, but by a carrier that has probably sent.
 */
export const read = (said: SubmissionOutcome, now: Instant.Instant): Answer => {
  switch (said?._tag) {
    case "Accepted":
      return accepted(said.references)
    case "Refused":
      return refused(said.failure, said.detail, said.references)
    case "Busy":
      return busy(said.until, said.holds, now)
    case "Unanswered": {
      const { flaw, named } = partly(said.references)
      return { outcome: { ...silent(said.repeat, said.detail), ...named }, flaw }
    }
    default:
      return { outcome: { ...unanswered, repeat: "never" }, flaw: "it is no outcome" }
  }
}
