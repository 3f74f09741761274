/**
 * Says what a message has come to, from the fates of its parts. Pure.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { CommandStatus } from "../CommandStatus.ts"
import * as Statuses from "../CommandStatus.ts"
import type { Settings } from "../Options.ts"
import * as Receipt from "../Receipt.ts"
import type { Fate } from "./Outbox.ts"

export type Verdict =
  | { readonly _tag: "Outcome"; readonly outcome: SubmissionOutcome }
  /** Nothing was taken, and nothing is before then. */
  | { readonly _tag: "Busy"; readonly millis: number }
  /** Nothing was written, since there is no session. */
  | { readonly _tag: "Down" }
  /** A part that was not taken is handed over again after a while. */
  | { readonly _tag: "Again"; readonly millis: number }

/** How often a part is handed over that the message centre has an error with. */
const mostTries = 3

const statusOf = (fate: Fate | undefined): CommandStatus | null =>
  fate?._tag === "Answered" ? Statuses.of(fate.status) : null

const passing: ReadonlyArray<string> = ["throttled", "full", "faulty"]

/** Whether a part is not handed over again. */
export const isOver = (fate: Fate | undefined): boolean =>
  fate !== undefined && fate._tag !== "Unwritten" && !passing.includes(statusOf(fate)?.meaning ?? "")

const refused = ({ meaning, name, words }: CommandStatus): SubmissionOutcome => ({
  _tag: "Refused",
  failure: meaning === "faulty" || meaning === "throttled" || meaning === "full" || meaning === "accepted"
    ? "provider_unavailable"
    : meaning,
  detail: { code: name, text: words }
})

const outcome = (outcome: SubmissionOutcome): Verdict => ({ _tag: "Outcome", outcome })

/**
 * A message is accepted when all of its parts are, and refused as soon as one is, like one of whose parts a receipt says
 * that it failed. It is unanswered when nobody knows of a part. A busy message centre has none of its parts, or else the
 * others follow later.
 *
 * @param round how often parts were handed over
 */
export const of = (fates: ReadonlyArray<Fate>, round: number, { ids, pauses }: Settings): Verdict => {
  const statuses = fates.flatMap((fate) => statusOf(fate) ?? [])
  const final = statuses.find(({ meaning }) => meaning !== "accepted" && !passing.includes(meaning))
  if (fates.some(({ _tag }) => _tag === "Unanswered")) return outcome({ _tag: "Unanswered" })
  if (final !== undefined) return outcome(refused(final))
  const accepted = statuses.filter(({ meaning }) => meaning === "accepted")
  if (accepted.length === fates.length) {
    const references = fates.flatMap((fate) => {
      const id = fate._tag === "Answered" ? Receipt.canonical(fate.messageId, ids.answer) : ""
      return id === "" ? [] : [id]
    })
    return outcome({ _tag: "Accepted", references: [...new Set(references)] })
  }
  const faulty = statuses.find(({ meaning }) => meaning === "faulty")
  if (faulty !== undefined && round >= mostTries) return outcome(refused(faulty))
  const isFull = statuses.some(({ meaning }) => meaning === "full")
  const millis = isFull ? pauses.full : pauses.throttled
  if (accepted.length > 0 || faulty !== undefined) return { _tag: "Again", millis }
  return statuses.length === 0 ? { _tag: "Down" } : { _tag: "Busy", millis }
}
