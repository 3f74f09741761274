/**
 * An attempt on its way: each step goes through the transition table, and says what becomes of the money that it
 * costs, of the work that waits for it, and of the message that it is an attempt of.
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import * as Commit from "../commit/Commit.ts"
import type { Mint } from "../commit/Mint.ts"
import type { Attempt } from "../row/Attempt.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { ConversationOpenings } from "../row/ConversationOpening.ts"
import type { Message } from "../row/Message.ts"
import type { AttemptId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import type { Due } from "../work/Work.ts"
import * as AttemptState from "./AttemptState.ts"
import type { Target } from "./AttemptWork.ts"
import { SubmissionWork } from "./AttemptWork.ts"
import * as Progress from "./Progress.ts"

export interface Step {
  /** The attempt after the step. */
  readonly attempt: Attempt
  /** Whether it is by this step that a carrier has the message. */
  readonly isTaken: boolean
  /** Its message with it, and with what it has cost. */
  readonly message: Message
  /** What the step changes beside the message. */
  readonly commit: Partial<Commit.Commit>
}

const target = (message: Message, attempt: Attempt): Target => ({ message: message.id, attempt: attempt.id })

/** The attempt with this id; undefined when the message has none, or is none. */
export const find = (message: Message | null, id: string): Attempt | undefined =>
  message?.attempts.find((attempt) => attempt.id === id)

/** Whether the message still waits for a carrier to take this attempt. */
export const isAwaited = (message: Message, attempt: Attempt): boolean =>
  message.status === "ROUTED" && attempt.send === message.send

/** All that an attempt costs. */
const cost = ({ activeContactPrice, price }: Attempt): Money.Money => Money.plus(price, activeContactPrice)

const spend = (attempt: Attempt, amount: Money.Money, why: "reserve" | "return"): Commit.Spend => ({
  account: attempt.payer,
  amount,
  floor: Money.zero,
  once: `${why}:${attempt.id}`
})

const replace = (message: Message, attempt: Attempt): Message => ({
  ...message,
  attempts: message.attempts.map((each) => each.id === attempt.id ? attempt : each)
})

/** The end of the time that an attempt has in the state that it enters now. */
const deadline = (message: Message, attempt: Attempt, now: Instant.Instant): ReadonlyArray<Due> => {
  const waits = AttemptState.patience[AttemptState.of(attempt)]
  return waits === null
    ? []
    : [waits.work.due(target(message, attempt), message.account, Instant.plus(now, waits.millis))]
}

/** What an attempt is made of before anything has become of it. */
export type Opening = Omit<
  Attempt,
  "id" | "send" | "charge" | "startedAt" | "deadline" | "reference" | "report" | "failure"
>

/**
 * The attempt is written before its carrier is asked: its price is reserved and its deadline falls due with the same
 * commit, and the hand-over is work that comes after.
 */
export const open = (message: Message, opening: Opening, now: Instant.Instant, mint: Mint): Step => {
  const attempt: Attempt = {
    ...opening,
    id: mint.id(now) as AttemptId,
    send: message.send,
    charge: "reserved",
    startedAt: now,
    deadline: Instant.plus(now, AttemptState.patience.OPEN.millis),
    reference: null,
    report: null,
    failure: null
  }
  const submission = SubmissionWork.due(target(message, attempt), attempt.carrier, now)
  return {
    attempt,
    isTaken: false,
    message: { ...message, attempts: [...message.attempts, attempt] },
    commit: {
      spends: [spend(attempt, cost(attempt), "reserve")],
      due: [submission, ...deadline(message, attempt, now)]
    }
  }
}

/** A carrier has the message: what was reserved for it is spent. */
const charged = (message: Message, attempt: Attempt): Message => ({
  ...message,
  price: Money.plus(message.price ?? Money.zero, attempt.price),
  activeContactPrice: Money.plus(message.activeContactPrice ?? Money.zero, attempt.activeContactPrice)
})

/** A template has gone out: for a while its recipient may be written to without one. */
const conversation = (
  { account, phone, template }: Message,
  now: Instant.Instant
): Commit.Commit["puts"] => template === null ? [] : [Commit.put(ConversationOpenings, { account, phone, at: now })]

/** What a trigger makes of an attempt; null when it says nothing new. */
const advance = (
  message: Message,
  before: Attempt,
  trigger: AttemptState.Trigger,
  now: Instant.Instant,
  changes: Partial<Pick<Attempt, "failure" | "reference">> = {}
): Step | null => {
  const from = AttemptState.of(before)
  const transition = AttemptState.transition(from, trigger)
  if (transition === null) return null
  const { charge, to } = transition
  const attempt: Attempt = { ...before, ...changes, report: to, charge: charge ?? before.charge }
  const waited = AttemptState.patience[from]
  const after = replace(message, attempt)
  return {
    attempt,
    isTaken: charge === "taken",
    message: charge === "taken" ? charged(after, attempt) : after,
    commit: {
      puts: charge === "taken" ? conversation(message, now) : [],
      spends: charge === "returned" ? [spend(attempt, Money.negate(cost(attempt)), "return")] : [],
      withdraws: waited === null ? [] : [waited.work.ref(target(message, attempt))],
      due: deadline(message, attempt, now)
    }
  }
}

/** The carrier's own name for an attempt, for receipts that carry nothing else. */
const referred = (message: Message, attempt: Attempt, reference: string | null): Partial<Commit.Commit> =>
  reference === null ? {} : {
    puts: [Commit.put(CarrierReferences, {
      carrier: attempt.carrier,
      reference,
      message: message.id,
      attempt: attempt.id
    })]
  }

export const accepted = (
  message: Message,
  attempt: Attempt,
  reference: string | null,
  now: Instant.Instant
): Step | null => {
  const step = advance(message, attempt, "accepted", now, { reference })
  return step === null ? null : { ...step, commit: Commit.all(step.commit, referred(message, attempt, reference)) }
}

/**
 * The carrier's name for an attempt that has ended meanwhile: its deadline passed, or a receipt was faster than the
 * carrier's own answer. Receipts may still come. Null when it has one.
 */
export const named = (message: Message, before: Attempt, reference: string | null): Step | null => {
  if (reference === null || before.reference !== null) return null
  const attempt: Attempt = { ...before, reference }
  return { attempt, isTaken: false, message: replace(message, attempt), commit: referred(message, attempt, reference) }
}

/** Null as `failure`: the carrier was not asked. */
export const refused = (
  message: Message,
  attempt: Attempt,
  failure: FailureClass | null,
  now: Instant.Instant
): Step | null => advance(message, attempt, "refused", now, { failure })

export const reported = (
  message: Message,
  attempt: Attempt,
  trigger: "delivered" | "read" | "failed",
  failure: FailureClass | null,
  now: Instant.Instant
): Step | null => advance(message, attempt, trigger, now, failure === null ? {} : { failure })

/** What a line of the history shows of the money that an attempt has taken. */
export const charges = (
  { activeContactPrice, price }: Attempt
): Pick<Progress.Note, "price" | "activeContactPrice"> => ({
  price,
  activeContactPrice
})

/** What the history says of an attempt that its carrier has taken. */
export const taken = (attempt: Attempt): Progress.Note => ({
  description: `accepted by ${attempt.carrier}`,
  from: attempt.from,
  ...charges(attempt)
})

/** The message after the step: SENT, when it has waited for a carrier to take this attempt. */
export const submitted = ({ attempt, isTaken, message }: Step, now: Instant.Instant, mint: Mint): Progress.Progress => {
  const progress = Progress.of(message)
  return isTaken && isAwaited(message, attempt)
    ? Progress.advance(progress, "submitted", now, mint, taken(attempt))
    : progress
}
