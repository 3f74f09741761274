/**
 * The meaning of an answer by the tables of a description. Pure.
 */
import type { Detail, SubmissionOutcome } from "@signalbox/core/Carrier"
import type * as Instant from "@signalbox/core/Instant"
import type { Description } from "../Description.ts"
import type { HttpAnswer } from "../HttpClient.ts"
import * as Outcome from "../Outcome.ts"
import * as Path from "../Path.ts"

export interface Meaning {
  readonly outcome: SubmissionOutcome
  /** Whether the provider says that the recipient wants nothing more from it. */
  readonly isOptOut: boolean
}

/** How long nothing is sent after "busy" that says no time, in milliseconds. */
const usualPause = 1000

const isTaken = (
  answer: HttpAnswer,
  json: unknown,
  accepted: NonNullable<Description["answer"]>["accepted"]
): boolean =>
  Outcome.isSuccess(answer) &&
  (accepted === undefined || accepted.values.includes(Path.text(json, accepted.at) ?? ""))

const namesAt = (json: unknown, id: string | undefined): ReadonlyArray<string> => {
  if (id === undefined) return []
  const listed = Path.list(json, id)
  return [...new Set(listed.flatMap((_, index) => Path.text(listed, String(index)) ?? []))]
}

const detailOf = (answer: HttpAnswer, code: string | null, text: string | null): Detail => ({
  code: code ?? `HTTP ${answer.status}`,
  text: text ?? "the provider says no more"
})

/** Reads an answer. */
export const read = (description: Description, answer: HttpAnswer, now: Instant.Instant): Meaning => {
  const { answer: { accepted, codes = {}, id, optOuts = [], statuses = {}, ...places } = {}, pause = usualPause } =
    description
  const json = Outcome.json(answer.body)
  const code = Path.text(json, places.code)
  const detail = detailOf(answer, code, Path.text(json, places.text))
  const isOptOut = code !== null && optOuts.includes(code)
  const names = namesAt(json, id)
  const taken: SubmissionOutcome = id === undefined || names.length > 0
    ? { _tag: "Accepted", references: names }
    // The provider has taken it, and nobody can ask it about the message. No other one may send it again.
    : { _tag: "Unanswered", repeat: "never", detail: { code: "NO_ID", text: "the answer has no name of the message" } }
  const known = code === null ? undefined : codes[code]
  const meaning = known ?? statuses[answer.status] ??
    (isTaken(answer, json, accepted) ? "accepted" : Outcome.meaningOf(answer.status))
  const outcome = ((): SubmissionOutcome => {
    switch (meaning) {
      case "accepted":
        return taken
      case "busy":
        return Outcome.busy(answer, now, pause)
      case "busyRecipient":
        return Outcome.busy(answer, now, pause, "recipient")
      case "unanswered":
        return { _tag: "Unanswered", detail }
      default:
        return Outcome.refused(meaning, detail)
    }
  })()
  return { outcome, isOptOut: isOptOut && outcome._tag === "Refused" }
}
