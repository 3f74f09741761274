/**
 * Erases a recipient step by step. Each step is a small commit that also tells how far the erasure has come, so an erasure
 * that was interrupted goes on by itself. What comes in while it runs goes too, unless it comes behind its steps.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import * as Job from "../engine/Job.ts"
import type { StoreError } from "../port/Store.ts"
import type { Trace } from "../port/Traces.ts"
import { Traces } from "../port/Traces.ts"
import type { RecipientErasure } from "../row/RecipientErasure.ts"
import { RecipientErasures } from "../row/RecipientErasure.ts"
import * as Instant from "../value/Instant.ts"
import { again } from "../work/Work.ts"
import type { Erased, Subject } from "./Erased.ts"
import { ErasedContacts } from "./ErasedContacts.ts"
import { ErasedDeliveries, ErasedEvents } from "./ErasedEvents.ts"
import { ErasedMessages } from "./ErasedMessages.ts"
import * as ErasedReplies from "./ErasedReplies.ts"
import { ErasedConsent, ErasedOpenings, ErasedParts, ErasedReferences, ErasedVerifications } from "./ErasedRows.ts"
import { RecipientErasureWork } from "./EraseWork.ts"

/**
 * The steps in their order: messages before what names them, events when no message makes more of them, and the contact,
 * which forbids or allows to send, before the records of its consent.
 */
const steps = [
  ErasedMessages,
  ErasedReferences,
  ErasedVerifications,
  ErasedParts,
  ErasedOpenings,
  ErasedEvents,
  ErasedDeliveries,
  "replies",
  ErasedContacts,
  ErasedConsent
] as const satisfies ReadonlyArray<Erased | "replies">

type Question =
  | { readonly _tag: "Find"; readonly step: Erased; readonly subject: Subject; readonly after: string }
  | ErasedReplies.Question

/** The rows that were found, or null when the store failed: then the step is taken again. */
type Said = Trace | null

const questionOf = (erasure: RecipientErasure | null, facts: Facts.Facts): Question | null => {
  if (erasure?.phone === undefined) return null
  const step = steps[erasure.step]
  if (step === undefined) return null
  const { account, after, phone } = erasure
  return step === "replies"
    ? ErasedReplies.question({ account, phone }, after, facts)
    : { _tag: "Find", step, subject: { account, phone }, after }
}

const asked = (traces: Traces, question: Question): Effect.Effect<Trace, StoreError> =>
  question._tag === "Replies" ? ErasedReplies.ask(traces, question) : traces.find({
    kind: question.step.kind,
    text: question.subject.phone,
    after: question.after,
    looked: Limit.recipientErasure.looked,
    found: question.step.most
  })

interface Command extends LeasedDecision.Leased {
  readonly said: Said
}

const found = (lease: Command["lease"], facts: Facts.Facts): RecipientErasure | null =>
  Facts.peek(facts, RecipientErasures, RecipientErasureWork.target(lease)) ?? null

/** The erasure behind a step that is done: at its next place, at the beginning once more, or completed. */
const advanced = (erasure: RecipientErasure, next: string | null, now: Instant.Instant): RecipientErasure => {
  if (next !== null) return { ...erasure, after: next }
  if (erasure.step + 1 < steps.length) return { ...erasure, step: erasure.step + 1, after: "" }
  const { isAgain, ...begun } = erasure
  const { phone: _, pseudonym: __, ...ended } = begun
  return isAgain === true
    ? { ...begun, step: 0, after: "" }
    : { ...ended, status: "completed", after: "", completedAt: now }
}

export const EraseStep = LeasedDecision.make<Command, void>({
  name: "privacy.erase_step",
  needs: ({ lease, said }, facts) => {
    const own = Needs.row(RecipientErasures, RecipientErasureWork.target(lease))
    const erasure = found(lease, facts)
    if (erasure?.phone === undefined || said === null) return own
    const step = steps[erasure.step]
    return step === undefined || step === "replies"
      ? own
      : Needs.all(own, step.needs(said.keys, { account: erasure.account, phone: erasure.phone }, facts))
  },
  decide: ({ lease, said }, grounds) => {
    const { facts, now } = grounds
    const erasure = found(lease, facts)
    const step = erasure === null ? undefined : steps[erasure.step]
    if (erasure?.phone === undefined || step === undefined) return done(undefined)
    const later = (at: Instant.Instant): Partial<Commit.Commit> => ({ due: [again(lease, at)] })
    if (said === null) return done(undefined, later(Instant.plus(now, Limit.recipientErasure.pause)))
    const { account, id, phone, pseudonym = id } = erasure
    const subject = { account, phone, pseudonym }
    const taken = step === "replies" ? { commit: {} } : step.take(said.keys, subject, grounds)
    const { commit, isLeft = false, messages = 0, staysUntil } = taken
    const counted: RecipientErasure = {
      ...erasure,
      messages: erasure.messages + messages,
      ...(isLeft ? { isAgain: true } : {})
    }
    const next = staysUntil === undefined ? advanced(counted, said.next, now) : counted
    const begins = next.step === 0 && erasure.step !== 0
    const at = staysUntil ?? (begins ? Instant.plus(now, Limit.recipientErasure.pause) : now)
    return done(
      undefined,
      commit,
      { expects: [Facts.expected(facts, RecipientErasures, erasure.id)], puts: [Commit.put(RecipientErasures, next)] },
      next.status === "completed" ? {} : later(at)
    )
  }
})

export const RecipientErasureJob = Job.make({
  work: RecipientErasureWork,
  decides: EraseStep,
  outside: Effect.gen(function*() {
    return yield* Traces
  }),
  asks: {
    reads: (id, facts) => {
      const erasure = Facts.peek(facts, RecipientErasures, id)
      const own = Needs.row(RecipientErasures, id)
      return erasure?.phone !== undefined && steps[erasure.step] === "replies"
        ? Needs.all(own, ErasedReplies.needs(erasure, facts))
        : own
    },
    question: (id, facts) => questionOf(Facts.get(facts, RecipientErasures, id), facts),
    ask: (traces, question): Effect.Effect<Said> =>
      asked(traces, question).pipe(
        // An error of a database may quote whom it was to look for.
        Effect.catch((error) =>
          Effect.as(ErrorSummary.warn("cannot look for what names a person", Cause.fail(error)), null)
        )
      )
  },
  command: (_, { lease, said }): Command => ({ lease, said })
})
