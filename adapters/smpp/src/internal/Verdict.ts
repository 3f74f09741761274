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

/** Returns how often a part is handed over that the message centre has an error with. */
const mostTries = 3

const statusOf = (fate: Fate | undefined): CommandStatus | null =>
  fate?._tag === "Answered" ? Statuses.of(fate.status) : null

const passing: ReadonlyArray<string> = ["throttled", "full", "faulty"]

/** Returns whether a part is not handed over again. */
export const isOver = (fate: Fate | undefined): boolean =>
  fate !== undefined && fate._tag !== "Unwritten" && !passing.includes(statusOf(fate)?.meaning ?? "")

/** Names parts that were taken. */
export interface Named {
  readonly references?: ReadonlyArray<string>
}

/** Returns the name of a part that was taken, where the answer has one. */
export const nameOf = (fate: Fate | undefined, { ids }: Settings): string | null =>
  fate?._tag === "Answered" && Statuses.of(fate.status).meaning === "accepted"
    ? Receipt.canonical(fate.messageId, ids.answer) || null
    : null

/** Names the parts that were taken of a message that was not taken as a whole. */
export const partly = (fates: ReadonlyArray<Fate | undefined>, settings: Settings): Named => {
  const references = new Set(fates.flatMap((fate) => nameOf(fate, settings) ?? []))
  return references.size === 0 ? {} : { references: [...references] }
}

const refused = ({ meaning, name, words }: CommandStatus, taken: Named): SubmissionOutcome => ({
  _tag: "Refused",
  failure: meaning === "faulty" || meaning === "throttled" || meaning === "full" || meaning === "accepted"
    ? "provider_unavailable"
    : meaning,
  detail: { code: name, text: words },
  ...taken
})

const outcome = (outcome: SubmissionOutcome): Verdict => ({ _tag: "Outcome", outcome })

/**
 * A message is accepted when all of its parts are, and refused as soon as one is, like one of whose parts a receipt says
 * that it failed. It is unanswered when nobody knows of a part. A busy message centre has none of its parts, or else the
 * others follow later. Parts that were taken are named in any case, since their receipts come.
 *
 * @param round how often parts were handed over
 */
export const of = (fates: ReadonlyArray<Fate>, round: number, settings: Settings): Verdict => {
  const { pauses } = settings
  const taken = partly(fates, settings)
  const statuses = fates.flatMap((fate) => statusOf(fate) ?? [])
  const final = statuses.find(({ meaning }) => meaning !== "accepted" && !passing.includes(meaning))
  if (fates.some(({ _tag }) => _tag === "Unanswered")) return outcome({ _tag: "Unanswered", ...taken })
  if (final !== undefined) return outcome(refused(final, taken))
  const accepted = statuses.filter(({ meaning }) => meaning === "accepted")
  if (accepted.length === fates.length) return outcome({ _tag: "Accepted", references: taken.references ?? [] })
  const faulty = statuses.find(({ meaning }) => meaning === "faulty")
  if (faulty !== undefined && round >= mostTries) return outcome(refused(faulty, taken))
  const isFull = statuses.some(({ meaning }) => meaning === "full")
  const millis = isFull ? pauses.full : pauses.throttled
  if (accepted.length > 0 || faulty !== undefined) return { _tag: "Again", millis }
  return statuses.length === 0 ? { _tag: "Down" } : { _tag: "Busy", millis }
}
