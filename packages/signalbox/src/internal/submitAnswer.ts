/**
 * Reads what a carrier of the host answers to a message. Its code is the host's, so it may answer anything.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import { isObject, likelyMisspelt } from "./flaws.ts"
import * as Given from "./givenSchemas.ts"

export interface Read {
  readonly outcome: SubmissionOutcome
  /** The flaws of the answer. */
  readonly flaws: ReadonlyArray<string>
}

/** The carrier has answered, so it has probably sent: nobody else may send it too. */
const unknown: SubmissionOutcome = { _tag: "Unanswered", repeat: "never" }

const expected =
  "expected nothing, the carrier's reference of the message as a text or a whole number, a list of them, " +
  "{ refused: failure } or { busyUntil: date }"

const known = ["refused", "code", "text", "busyUntil", "holds"] as const

const accepted = (references: ReadonlyArray<unknown>): Read => {
  const names = references.flatMap((reference) => Given.nameOf(reference) ?? [])
  return {
    outcome: { _tag: "Accepted", references: names },
    flaws: names.length === references.length
      ? []
      : ["a reference is no text and no whole number below 2^53, so no receipt can name it"]
  }
}

const time = (date: unknown): number => date instanceof Date ? date.getTime() : Number.NaN

/** An answer that says that nothing was sent, or null for any other. The service reads its values again. */
const refusal = (answer: Readonly<Record<string, unknown>>): SubmissionOutcome | null => {
  const { busyUntil, code = "", holds = "lane", refused, text = "" } = answer
  if (refused !== undefined) {
    return { _tag: "Refused", failure: refused as FailureClass, detail: { code: code as string, text: text as string } }
  }
  return busyUntil === undefined
    ? null
    : { _tag: "Busy", until: Instant.make(time(busyUntil)), holds: holds as "lane" | "recipient" | "node" }
}

export const read = (answer: unknown): Read => {
  if (answer === undefined || answer === null) return { outcome: { _tag: "Accepted", references: [] }, flaws: [] }
  if (Array.isArray(answer)) return accepted(answer)
  if (typeof answer === "string" || Given.nameOf(answer) !== null) return accepted([answer])
  const outcome = isObject(answer) ? refusal(answer) : null
  const misspelt = Object.entries(likelyMisspelt(answer, known)).map(([name, meant]) =>
    `${name} is nothing; did you mean ${meant}?`
  )
  return outcome === null ? { outcome: unknown, flaws: [expected, ...misspelt] } : { outcome, flaws: misspelt }
}
