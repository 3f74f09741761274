/**
 * Plays the scripts of handsets on submissions: the step that each one consumes, the carrier's answer, the receipts
 * that it owes, and what the handset shows. Pure; the networks store the result.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported } from "@signalbox/core/Receipts"
import type { Behaviour } from "./Behaviour.ts"
import * as Behaviours from "./Behaviour.ts"
import type { Arrival, Received, ScriptedReceipt, Step } from "./Handset.ts"
import { byDefault } from "./Handset.ts"

/** On which terms a carrier takes a batch. */
export interface Terms {
  readonly now: Instant.Instant
  readonly behaviour: Behaviour
  /** The attempts that it takes without ever answering for them. */
  readonly unheard: ReadonlySet<AttemptId>
}

/** The terms of a carrier that nobody has told anything. */
export const plain = (now: Instant.Instant): Terms => ({
  now,
  behaviour: Behaviours.byDefault,
  unheard: new Set()
})

/** Returns what handsets will show of what was played. */
export const arrivals = (played: ReadonlyArray<Played>): ReadonlyArray<Arrival> =>
  played.flatMap(({ received, submission: { account, to } }) =>
    received === null ? [] : [{ phone: to, account, received }]
  )

/** A carrier knows its last answer to an attempt, and how often it has played it. */
export interface Known {
  readonly outcome: SubmissionOutcome
  readonly rounds: number
}

/** A submission that a carrier has taken or refused, and all that follows from it. */
export interface Played {
  readonly submission: Submission
  /** The number of times that the carrier has played this attempt before: 0 unless it forgets. */
  readonly round: number
  readonly outcome: SubmissionOutcome
  /** In the order in which they are brought. */
  readonly owed: ReadonlyArray<{ readonly dueAt: Instant.Instant; readonly receipt: Receipt }>
  /** The message that the handset shows from its instant on; null when it never gets the message. */
  readonly received: Received | null
}

export interface Situation extends Terms {
  readonly carrier: CarrierId
  readonly batch: ReadonlyArray<Submission>
  readonly known: ReadonlyMap<AttemptId, Known>
  readonly scripts: ReadonlyMap<PhoneNumber, ReadonlyArray<Step>>
}

export interface Result {
  /** One for each submission of the batch, in order. */
  readonly outcomes: ReadonlyArray<SubmissionOutcome>
  readonly played: ReadonlyArray<Played>
  /** The remaining steps of the scripts that were used. */
  readonly scripts: ReadonlyMap<PhoneNumber, ReadonlyArray<Step>>
}

const unanswered: SubmissionOutcome = { _tag: "Unanswered" }

const fits = (step: Step, submission: Submission, carrier: CarrierId): boolean =>
  (step.channel === null || step.channel === submission.channel) && (step.carrier === null || step.carrier === carrier)

/** One name for each part. */
const names = ({ attempt, sms }: Submission, carrier: CarrierId): ReadonlyArray<string> => {
  const parts = sms?.parts ?? []
  const name = `${carrier}-${attempt}`
  return parts.length <= 1 ? [name] : parts.map((_, index) => `${name}-${index + 1}`)
}

const answer = ({ submit }: Step, references: ReadonlyArray<string>): SubmissionOutcome =>
  submit === "accept"
    ? { _tag: "Accepted", references }
    : submit === "hang"
    ? unanswered
    : { _tag: "Refused", failure: submit.refuse, detail: null }

const reported = (receipt: ScriptedReceipt): Reported =>
  receipt === "delivered"
    ? { _tag: "Delivered" }
    : receipt === "read"
    ? { _tag: "Read" }
    : { _tag: "Failed", failure: receipt.failed }

/**
 * Returns what the receipts of a message are about. Real carriers send one for each part, by their own references. A
 * carrier that never answered has given none.
 */
const subjects = (submission: Submission, outcome: SubmissionOutcome, carrier: CarrierId, isHeard: boolean) =>
  outcome._tag === "Accepted" && isHeard
    ? outcome.references.map((reference) => ({ _tag: "Reference", carrier, reference }) as const)
    : [{ _tag: "Attempt", message: submission.message, attempt: submission.attempt } as const]

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
const arrival = (step: Step, start: Instant.Instant): Instant.Instant | null => {
  const after = (index: number) => Instant.plus(start, (index + 1) * step.delayMillis)
  const index = step.receipts.findIndex((receipt) => typeof receipt === "string")
  if (index >= 0) return after(index)
  return step.submit === "accept" && step.receipts.length === 0 ? after(0) : null
}

const play = (
  submission: Submission,
  step: Step,
  round: number,
  { behaviour, carrier, now, unheard }: Situation
): Played => {
  const outcome = answer(step, names(submission, carrier))
  // Neither the handset nor a receipt is faster than the answer.
  const start = Instant.plus(now, behaviour.delayMillis)
  const arrivesAt = arrival(step, start)
  const about = subjects(submission, outcome, carrier, !unheard.has(submission.attempt))
  return {
    submission,
    round,
    outcome,
    owed: step.receipts.flatMap((receipt, index) =>
      about.map((subject) => ({
        dueAt: Instant.plus(start, (index + 1) * step.delayMillis),
        receipt: { subject, reported: reported(receipt) }
      }))
    ),
    received: arrivesAt === null ? null : shown(submission, carrier, arrivesAt)
  }
}

/** A refusal that the carrier was told, and not the handset. */
const refuse = (
  submission: Submission,
  failure: Extract<SubmissionOutcome, { _tag: "Refused" }>["failure"],
  round: number
): Played => ({
  submission,
  round,
  outcome: { _tag: "Refused", failure, detail: null },
  owed: [],
  received: null
})

/**
 * Plays the scripts on a batch. Unless the carrier forgets, a known attempt gets its last answer again, and nothing
 * else happens. What the carrier's mode applies to uses up no step of a script; a carrier that is busy, hangs or throws
 * does not know it afterwards.
 */
export const batch = (situation: Situation): Result => {
  const { behaviour, carrier, now } = situation
  const known = new Map(situation.known)
  const scripts = new Map<PhoneNumber, ReadonlyArray<Step>>()
  const played: Array<Played> = []
  const keep = (one: Played): SubmissionOutcome => {
    known.set(one.submission.attempt, { outcome: one.outcome, rounds: one.round + 1 })
    played.push(one)
    return one.outcome
  }
  const outcomes = situation.batch.map((submission) => {
    const before = known.get(submission.attempt)
    if (before !== undefined && !behaviour.forgets) return before.outcome
    const round = before?.rounds ?? 0
    const mode = Behaviours.modeFor(behaviour, submission.attempt)
    if (mode === "busy") {
      return {
        _tag: "Busy",
        until: Behaviours.busyUntil(behaviour, now),
        holds: behaviour.share < 1 ? "recipient" : "lane"
      } as const
    }
    if (mode === "throw" || mode === "hang") return unanswered
    if (mode !== "normal") return keep(refuse(submission, mode.refuse, round))
    const script = scripts.get(submission.to) ?? situation.scripts.get(submission.to) ?? []
    const index = script.findIndex((step) => fits(step, submission, carrier))
    if (index >= 0) scripts.set(submission.to, script.toSpliced(index, 1))
    return keep(play(submission, script[index] ?? byDefault, round, situation))
  })
  return { outcomes, played, scripts }
}
