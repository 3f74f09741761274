/**
 * The steps of an attempt. Each step goes through the transition table, and says what happens to the price of the
 * attempt, to its deadlines and to its message.
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import type { Attempt } from "../row/Attempt.ts"

import { ConversationOpenings } from "../row/ConversationOpening.ts"
import type { Message } from "../row/Message.ts"
import type { AttemptId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import type { Due, WorkRef } from "../work/Work.ts"
import * as AttemptReceipt from "./AttemptReceipt.ts"
import * as AttemptReference from "./AttemptReference.ts"
import * as AttemptState from "./AttemptState.ts"
import type { Target } from "./AttemptWork.ts"
import { FallbackWork, MediaProbeWork, SubmissionDeadlineWork, SubmissionWork } from "./AttemptWork.ts"
import * as FallbackRule from "./FallbackRule.ts"
import * as FirstOpening from "./FirstOpening.ts"
import * as Progress from "./Progress.ts"

export interface Step {
  /** The attempt after the step. */
  readonly attempt: Attempt
  /** Whether this step shows for the first time that a carrier has accepted the message. */
  readonly isTaken: boolean
  /** The message with this attempt and its costs. */
  readonly message: Message
  /** The changes of the step besides the message. */
  readonly commit: Partial<Commit.Commit>
}

const target = (message: Message, attempt: Attempt): Target => ({ message: message.id, attempt: attempt.id })

/** Returns the attempt with this id, or undefined. */
export const find = (message: Message | null, id: string): Attempt | undefined =>
  message?.attempts.find((attempt) => attempt.id === id)

/** Returns whether the message still waits for a carrier to accept this attempt. */
export const isAwaited = (message: Message, attempt: Attempt): boolean =>
  message.status === "ROUTED" && attempt.send === message.send

/** Returns the total price of an attempt. */
const cost = ({ activeContactPrice, price }: Attempt): Money.Money => Money.plus(price, activeContactPrice)

/**
 * Returns the debit of an amount; what costs nothing touches no balance. Every step puts the message and expects its
 * version, so that it happens once.
 */
const spend = ({ payer }: Attempt, amount: Money.Money): ReadonlyArray<Commit.Debit> =>
  amount === 0 ? [] : [{ account: payer, amount, floor: Money.zero, once: null }]

/** Returns what takes the price of an attempt out of the spend caps in which it counts. */
const uncounted = (attempt: Attempt): ReadonlyArray<Commit.Count> =>
  (attempt.spendCounters ?? []).map((counter) => ({ counter, by: 0 - cost(attempt), ceiling: null, once: null }))

/** Returns the message with the attempt as it is now. */
export const replace = (message: Message, attempt: Attempt): Message => ({
  ...message,
  attempts: message.attempts.map((each) => each.id === attempt.id ? attempt : each)
})

/** Returns the deadline of the state that the attempt enters now. */
const deadline = (message: Message, attempt: Attempt, now: Instant.Instant): ReadonlyArray<Due> => {
  const waits = AttemptState.patience[AttemptState.of(attempt)]
  if (waits === null) return []
  const due = waits.work.due(target(message, attempt), message.account, Instant.plus(now, waits.millis))
  // A message that waits for its only attempt is on its way for as long as that has no receipt.
  const isOnly = message.attempts.length === 1 && isAwaited(message, attempt) &&
    FallbackRule.waits(message, attempt) === null
  return [isOnly ? { ...due, lapsesWith: message.id } : due]
}

/** Returns the end of the wait for the delivery of an attempt that a carrier takes now. */
const fallback = (message: Message, attempt: Attempt, now: Instant.Instant): ReadonlyArray<Due> => {
  const waits = attempt.report === "SENT" && isAwaited(message, attempt) ? FallbackRule.waits(message, attempt) : null
  return waits === null ? [] : [FallbackWork.due(target(message, attempt), message.account, Instant.plus(now, waits))]
}

/** Returns the waits for the delivery of its attempts that end when the message does. */
export const fallbacks = (message: Message): ReadonlyArray<WorkRef> =>
  message.attempts.flatMap((attempt) =>
    attempt.send === message.send && attempt.report === "SENT" && FallbackRule.waits(message, attempt) !== null
      ? [FallbackWork.ref(target(message, attempt))]
      : []
  )

/** Returns the message after it has gone on from an attempt that was not delivered in time. */
export const passed = (message: Message, attempt: Attempt): Message => replace(message, { ...attempt, overdue: true })

/** The fields of an attempt that are known before it is opened. */
export type Opening = Pick<
  Attempt,
  | "carrier"
  | "channel"
  | "from"
  | "segments"
  | "fallback"
  | "payer"
  | "price"
  | "activeContactPrice"
  | "receiptSeconds"
  | "spendCounters"
>

/** Returns the files that are looked at before the attempt stands in line at its carrier. */
export const files = (message: Message, { channel }: Pick<Attempt, "channel">): ReadonlyArray<string> =>
  channel === "mms" ? message.rendered?.media ?? [] : []

/** Puts an attempt in line at its carrier. */
export const lineUp = (message: Message, attempt: Attempt, at: Instant.Instant): Due =>
  SubmissionWork.due(target(message, attempt), { carrier: attempt.carrier, account: message.account }, at)

/**
 * Opens an attempt. It is stored before its carrier is asked: the same commit reserves its price and puts it in line.
 *
 * @param message the message with what is rendered for this attempt
 */
export const open = (message: Message, opening: Opening, { ids, now }: Moment): Step => {
  const attempt: Attempt = {
    ...opening,
    id: ids.id(now) as AttemptId,
    send: message.send,
    charge: "reserved",
    startedAt: now,
    deadline: null,
    reference: null,
    report: null,
    failure: null
  }
  const first = files(message, attempt).length > 0
    ? MediaProbeWork.due(target(message, attempt), message.account, now)
    : lineUp(message, attempt, now)
  return {
    attempt,
    isTaken: false,
    message: { ...message, attempts: [...message.attempts, attempt] },
    commit: {
      debits: spend(attempt, cost(attempt)),
      due: [first]
    }
  }
}

/** The lease under which an attempt is handed over, and until when its carrier has time to answer. */
export interface HandOver {
  readonly token: number
  readonly deadline: Instant.Instant
  /** Whether it is the lease of its dispatch. */
  readonly isWithDispatch: boolean
}

/** Returns the message after its carrier was chosen to be asked now. */
export const handOver = (
  message: Message,
  attempt: Attempt,
  { deadline, isWithDispatch, token }: HandOver
): Message =>
  replace(message, {
    ...attempt,
    deadline,
    handedOver: {
      token,
      times: (attempt.handedOver?.times ?? 0) + 1,
      ...(isWithDispatch ? { withDispatch: true } : null)
    }
  })

/** Returns the message after an attempt that was handed over immediately stands in line to be handed over again. */
export const linedUp = (message: Message, attempt: Attempt): Message =>
  attempt.handedOver === undefined
    ? message
    : replace(message, { ...attempt, handedOver: { token: 0, times: attempt.handedOver.times } })

/** Returns the message after a busy carrier gave an attempt back: this hand-over has not happened. */
export const handBack = (message: Message, { handedOver, ...attempt }: Attempt): Message =>
  replace(message, {
    ...attempt,
    deadline: null,
    ...(handedOver !== undefined && handedOver.times > 1
      ? { handedOver: { token: 0, times: handedOver.times - 1 } }
      : {})
  })

/** Returns the message after nobody may send this attempt again or another way, since it may have rung already. */
export const last = (message: Message, attempt: Attempt): Message => replace(message, { ...attempt, fallback: false })

/** Returns the work that ends the wait for an answer which the carrier has not given. */
export const unanswered = (message: Message, attempt: Attempt, now: Instant.Instant): Due =>
  SubmissionDeadlineWork.due(target(message, attempt), message.account, attempt.deadline ?? now)

/** A carrier has accepted the message, so the reserved price becomes part of what the message costs. */
const charged = (message: Message, attempt: Attempt): Message => ({
  ...message,
  price: Money.plus(message.price ?? Money.zero, attempt.price),
  activeContactPrice: Money.plus(message.activeContactPrice ?? Money.zero, attempt.activeContactPrice)
})

/** A template was sent, so free-form messages to its recipient are allowed for a while. */
const conversation = (message: Message, now: Instant.Instant): Commit.Commit["puts"] => {
  const { account, phone, template } = message
  return template === null || FirstOpening.isInHistory(message)
    ? []
    : [Commit.put(ConversationOpenings, { account, phone, at: now })]
}

/** Returns the work that ends with the state in which an attempt is. */
const over = (message: Message, attempt: Attempt): ReadonlyArray<WorkRef> => {
  const from = AttemptState.of(attempt)
  const named = target(message, attempt)
  const waited = AttemptState.patience[from]
  const own = waited === null ? [] : [waited.work.ref(named)]
  if (from === "SENT") return FallbackRule.waits(message, attempt) === null ? own : [...own, FallbackWork.ref(named)]
  return from === "OPEN" && attempt.deadline !== null ? [...own, SubmissionDeadlineWork.ref(named)] : own
}

/** Applies a trigger to an attempt. Returns null when it says nothing new. */
const advance = (
  message: Message,
  before: Attempt,
  trigger: AttemptState.Trigger,
  now: Instant.Instant,
  changes: Partial<Attempt> = {}
): Step | null => {
  const from = AttemptState.of(before)
  const transition = AttemptState.transition(from, trigger)
  if (transition === null) return null
  const { charge, to } = transition
  const attempt: Attempt = { ...before, ...changes, report: to, charge: charge ?? before.charge }
  const after = replace(message, attempt)
  return {
    attempt,
    isTaken: charge === "taken",
    message: charge === "taken" ? charged(after, attempt) : after,
    commit: {
      puts: charge === "taken" ? conversation(message, now) : [],
      debits: charge === "returned" ? spend(attempt, Money.negate(cost(attempt))) : [],
      counts: charge === "returned" ? uncounted(attempt) : [],
      cancels: over(message, before),
      due: [...deadline(message, attempt, now), ...fallback(message, attempt, now)]
    }
  }
}

export const accepted = (
  message: Message,
  attempt: Attempt,
  references: ReadonlyArray<string>,
  by: AttemptReference.By,
  now: Instant.Instant
): Step | null => {
  const step = advance(message, attempt, "accepted", now, AttemptReference.fields(attempt, references))
  return step === null
    ? null
    : { ...step, commit: Commit.all(step.commit, AttemptReference.stored(message, attempt, references, by)) }
}

/**
 * Stores the carrier's references of an attempt that is not OPEN any more, because its deadline has passed or a receipt
 * came before the carrier's answer. Receipts with a reference may still come. Returns null when the attempt has a
 * reference already.
 */
export const named = (
  message: Message,
  before: Attempt,
  references: ReadonlyArray<string>,
  by: AttemptReference.By
): Step | null => {
  if (references.length === 0 || before.reference !== null) return null
  const attempt: Attempt = { ...before, ...AttemptReference.fields(before, references) }
  return {
    attempt,
    isTaken: false,
    message: replace(message, attempt),
    commit: AttemptReference.stored(message, attempt, references, by)
  }
}

/** An attempt of which the carrier has taken some parts, and its message. */
export type Partly = Pick<Step, "attempt" | "message" | "commit">

/**
 * Stores the references of the parts that the carrier has taken of an attempt that it has not accepted as a whole. Without
 * any, the attempt stays as it is.
 *
 * @param others the report of each of the other parts
 */
export const partly = (
  message: Message,
  before: Attempt,
  references: ReadonlyArray<string>,
  others: Attempt["report"],
  by: AttemptReference.By
): Partly => {
  if (references.length === 0) return { message, attempt: before, commit: {} }
  const attempt: Attempt = { ...before, ...AttemptReference.partly(before, references, others) }
  return {
    attempt,
    message: replace(message, attempt),
    commit: AttemptReference.stored(message, attempt, references, by)
  }
}

/** `failure` is null when the carrier was not asked. */
export const refused = (
  message: Message,
  attempt: Attempt,
  failure: FailureClass | null,
  now: Instant.Instant,
  changes: Pick<Attempt, "refusal" | "leftLine" | "heldBack"> = {}
): Step | null => advance(message, attempt, "refused", now, { ...changes, failure })

export interface Reported extends Step {
  /**
   * The trigger by which the receipt moves the attempt. Null when its report stays: only a part's, or the price, is
   * new.
   */
  readonly trigger: AttemptReceipt.Trigger | null
}

/**
 * Applies a receipt to the attempt, or to the part of it that the receipt names; a receipt that names no part speaks for
 * all. Returns null when the receipt says nothing new.
 */
export const reported = (
  message: Message,
  before: Attempt,
  receipt: AttemptReceipt.AttemptReceipt,
  now: Instant.Instant
): Reported | null => {
  const { parts, trigger } = AttemptReceipt.joined(before, receipt)
  const moved = trigger === null ? null : advance(message, before, trigger, now, {
    ...parts,
    ...(receipt.failure === null ? {} : { failure: receipt.failure }),
    ...AttemptReceipt.detailed(before, receipt)
  })
  if (moved !== null) return { ...moved, trigger }
  const changes: Partial<Attempt> = { ...parts, ...AttemptReceipt.priced(before, receipt) }
  if (Object.keys(changes).length === 0) return null
  const attempt: Attempt = { ...before, ...changes }
  return { attempt, isTaken: false, message: replace(message, attempt), commit: {}, trigger: null }
}

/** Returns the prices that the history shows for an accepted attempt. */
export const charges = (
  { activeContactPrice, price }: Attempt
): Pick<Progress.Note, "price" | "activeContactPrice"> => ({
  price,
  activeContactPrice
})

/** Returns the line of the history for an accepted attempt. */
export const taken = (attempt: Attempt): Progress.Note => ({
  description: `accepted by ${attempt.carrier}`,
  from: attempt.from,
  ...charges(attempt)
})

/** Returns the message after the step: SENT when it has waited for a carrier to accept this attempt. */
export const submitted = ({ attempt, isTaken, message }: Step, moment: Moment): Progress.Progress => {
  const progress = Progress.of(message)
  return isTaken && isAwaited(message, attempt)
    ? Progress.advance(progress, { trigger: "submitted", note: taken(attempt) }, moment)
    : progress
}
