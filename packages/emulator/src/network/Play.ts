/**
 * Plays the scripts of handsets on submissions: the step that each one consumes, the carrier's answer, the receipts
 * that it owes, and what the handset shows. Pure; the networks store the result.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported } from "@signalbox/core/Receipts"
import type { Received, ScriptedReceipt, Step } from "./Handset.ts"
import { byDefault } from "./Handset.ts"

/** A submission that a carrier had not seen before, and all that follows from it. */
export interface Played {
  readonly submission: Submission
  readonly outcome: SubmissionOutcome
  /** In the order in which they are brought. */
  readonly owed: ReadonlyArray<{ readonly dueAt: Instant.Instant; readonly receipt: Receipt }>
  /** What the handset shows from its instant on; null when it never gets the message. */
  readonly received: Received | null
}

export interface Situation {
  readonly carrier: CarrierId
  readonly batch: ReadonlyArray<Submission>
  /** The answers to attempts that are known already. */
  readonly known: ReadonlyMap<AttemptId, SubmissionOutcome>
  readonly scripts: ReadonlyMap<PhoneNumber, ReadonlyArray<Step>>
  readonly now: Instant.Instant
}

export interface Result {
  /** One for each submission of the batch, in order. */
  readonly outcomes: ReadonlyArray<SubmissionOutcome>
  readonly played: ReadonlyArray<Played>
  /** What is left of the scripts that were used. */
  readonly scripts: ReadonlyMap<PhoneNumber, ReadonlyArray<Step>>
}

const fits = (step: Step, submission: Submission, carrier: CarrierId): boolean =>
  (step.channel === null || step.channel === submission.channel) && (step.carrier === null || step.carrier === carrier)

const answer = ({ submit }: Step, reference: string): SubmissionOutcome =>
  submit === "accept"
    ? { _tag: "Accepted", reference }
    : submit === "hang"
    ? { _tag: "Unanswered" }
    : { _tag: "Refused", failure: submit.refuse }

const reported = (receipt: ScriptedReceipt): Reported =>
  receipt === "delivered"
    ? { _tag: "Delivered" }
    : receipt === "read"
    ? { _tag: "Read" }
    : { _tag: "Failed", failure: receipt.failed }

const shown = (submission: Submission, carrier: CarrierId, receivedAt: Instant.Instant): Received => {
  const { channel, from, message, rendered } = submission
  // An SMS is one text; other channels have parts.
  const isText = channel === "sms"
  return {
    message,
    carrier,
    channel,
    from,
    header: isText ? null : rendered.header,
    headerMedia: isText ? null : rendered.headerMedia,
    body: isText ? rendered.plain : rendered.content,
    footer: isText ? null : rendered.footer,
    buttons: isText ? [] : rendered.buttons ?? [],
    media: rendered.media,
    subject: rendered.subject,
    receivedAt
  }
}

/**
 * Returns when the message reaches the handset: with the first receipt of success, or after the delay when no receipt
 * is sent.
 */
const arrival = (step: Step, now: Instant.Instant): Instant.Instant | null => {
  const after = (index: number) => Instant.plus(now, (index + 1) * step.delayMillis)
  const index = step.receipts.findIndex((receipt) => typeof receipt === "string")
  if (index >= 0) return after(index)
  return step.submit === "accept" && step.receipts.length === 0 ? after(0) : null
}

const play = (submission: Submission, step: Step, carrier: CarrierId, now: Instant.Instant): Played => {
  const reference = `${carrier}-${submission.attempt}`
  const outcome = answer(step, reference)
  const arrivesAt = arrival(step, now)
  return {
    submission,
    outcome,
    owed: step.receipts.map((receipt, index) => ({
      dueAt: Instant.plus(now, (index + 1) * step.delayMillis),
      receipt: {
        // Real carriers send receipts by their own reference. A carrier that never answered has given none.
        subject: outcome._tag === "Accepted"
          ? { _tag: "Reference", carrier, reference }
          : { _tag: "Attempt", message: submission.message, attempt: submission.attempt },
        reported: reported(receipt)
      }
    })),
    received: arrivesAt === null ? null : shown(submission, carrier, arrivesAt)
  }
}

/** Plays the scripts on a batch. A known attempt gets its first answer again, and nothing else happens. */
export const batch = (situation: Situation): Result => {
  const { carrier, now } = situation
  const known = new Map(situation.known)
  const scripts = new Map<PhoneNumber, ReadonlyArray<Step>>()
  const played: Array<Played> = []
  const outcomes = situation.batch.map((submission) => {
    const before = known.get(submission.attempt)
    if (before !== undefined) return before
    const script = scripts.get(submission.to) ?? situation.scripts.get(submission.to) ?? []
    const index = script.findIndex((step) => fits(step, submission, carrier))
    if (index >= 0) scripts.set(submission.to, script.toSpliced(index, 1))
    const one = play(submission, script[index] ?? byDefault, carrier, now)
    known.set(submission.attempt, one.outcome)
    played.push(one)
    return one.outcome
  })
  return { outcomes, played, scripts }
}
