/**
 * Work of a carrier's lane: hands attempts over in one batch, and keeps what the carrier says of each.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Settings } from "../dispatch/Settings.ts"
import * as Accident from "../engine/Accident.ts"
import type { DecideError, Decider } from "../engine/Decider.ts"
import type { Loader } from "../engine/Loader.ts"
import type { Handler } from "../engine/Worker.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import type { MediaProbe } from "../port/MediaProbe.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Asking from "./Asking.ts"
import * as Attachments from "./Attachments.ts"
import * as Handover from "./Handover.ts"

const notAcceptable: SubmissionOutcome = { _tag: "Refused", failure: "content_not_acceptable" }

const noSuchCarrier: SubmissionOutcome = { _tag: "Refused", failure: "provider_unavailable" }

const submission = (facts: Facts.Facts, lease: Lease): Submission | null => {
  const named = AttemptStep.target(lease)
  const message = Facts.get(facts, Messages, named.message)
  return message === null ? null : Handover.submission(message, named.attempt)
}

/** The outcomes are in the order of the submissions. */
const handedOver = Effect.fnUntraced(function*(
  carrier: Carrier | undefined,
  batch: ReadonlyArray<Submission>,
  probe: MediaProbe
) {
  const isTooLarge = Attachments.isAmong(yield* Attachments.tooLarge(probe, batch))
  const able = batch.filter((each) => !isTooLarge(each))
  const outcomes = carrier === undefined ? able.map(() => noSuchCarrier) : yield* Asking.ask(carrier, able)
  const byAttempt = new Map(able.map((each, index) => [each.attempt, outcomes[index]] as const))
  return batch.map((each) => isTooLarge(each) ? notAcceptable : byAttempt.get(each.attempt) ?? Asking.unanswered)
})

/** Trying again makes sense: the store is away, or others were faster. */
const mayPass = (error: DecideError): boolean =>
  error._tag === "Contended" || (error._tag === "StoreError" && error.reason === "unavailable")

export const make = (
  loader: Loader["Service"],
  decider: Decider["Service"],
  carriers: ReadonlyArray<Carrier>,
  settings: Settings,
  probe: MediaProbe
): Handler => {
  const decide = (lease: Lease, outcome: Handover.Outcome) =>
    decider.run(Handover.Handover, { lease, settings, outcome }).pipe(
      Effect.retry({ schedule: Schedule.spaced(Instant.second), while: mayPass }),
      Effect.asVoid,
      Effect.catchTag("Superseded", () => Effect.void)
    )

  /**
   * What the carrier said is kept while the lease holds: asking once more might send once more. What cannot be kept
   * is left to the attempt's deadline.
   */
  const keep = (lease: Lease, outcome: Handover.Outcome) =>
    decide(lease, outcome).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
          Effect.logError("an outcome cannot be kept", {
            lane: lease.lane,
            work: lease.work.key,
            outcome: outcome._tag,
            cause: Accident.text(cause)
          }),
          decide(lease, Asking.unanswered)
        )
      )
    )

  return Effect.fnUntraced(function*(leases) {
    const id = leases[0]?.lane.slice("submission:".length)
    const facts = yield* loader.load(Needs.rows(Messages, leases.map((lease) => AttemptStep.target(lease).message)))
    const items = leases.map((lease) => ({ lease, submission: submission(facts, lease) }))
    const batch = items.flatMap((item) => item.submission === null ? [] : [item.submission])
    const outcomes = yield* handedOver(carriers.find((carrier) => carrier.id === id), batch, probe)
    const byAttempt = new Map(batch.map((each, index) => [each.attempt, outcomes[index]] as const))
    const exits = yield* Effect.forEach(
      items,
      (item) =>
        Effect.exit(keep(
          item.lease,
          item.submission === null
            ? { _tag: "Withheld" }
            : byAttempt.get(item.submission.attempt) ?? Asking.unanswered
        )),
      { concurrency: "unbounded" }
    )
    // Only now: one that fails must not cost the others their outcomes.
    yield* Exit.asVoidAll(exits)
  })
}
