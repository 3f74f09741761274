/**
 * Work of a carrier's lane: hands attempts over in one batch, and keeps what the carrier says of each.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Settings } from "../dispatch/Settings.ts"
import type { Decider } from "../engine/Decider.ts"
import type { Loader } from "../engine/Loader.ts"
import type { Handler } from "../engine/Worker.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import type { MediaProbe } from "../port/MediaProbe.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Attachments from "./Attachments.ts"
import * as Handover from "./Handover.ts"

/** How long a carrier may take to answer, in elapsed time, before the batch is let go. */
const patience = Instant.minute

const silent: SubmissionOutcome = { _tag: "Refused", failure: "provider_timeout" }

const notAcceptable: SubmissionOutcome = { _tag: "Refused", failure: "content_not_acceptable" }

const submission = (facts: Facts.Facts, lease: Lease): Submission | null => {
  const named = Handover.target(lease)
  const message = Facts.get(facts, Messages, named.message)
  return message === null ? null : Handover.submission(message, named.attempt)
}

export const make = (
  loader: Loader["Service"],
  decider: Decider["Service"],
  carriers: ReadonlyArray<Carrier>,
  settings: Settings,
  probe: MediaProbe
): Handler =>
  Effect.fnUntraced(function*(leases) {
    const id = leases[0]?.lane.slice("submission:".length)
    const carrier = carriers.find((each) => each.id === id)
    const facts = yield* loader.load(Needs.rows(Messages, leases.map((lease) => Handover.target(lease).message)))
    const items = leases.map((lease) => ({
      lease,
      submission: submission(facts, lease)
    }))
    const batch = items.flatMap((item) => item.submission === null ? [] : [item.submission])
    const isTooLarge = Attachments.isAmong(yield* Attachments.tooLarge(probe, batch))
    const able = batch.filter((each) => !isTooLarge(each))
    const outcomes: ReadonlyArray<SubmissionOutcome> = carrier === undefined
      ? able.map(() => ({ _tag: "Refused", failure: "provider_unavailable" }))
      : able.length === 0
      ? []
      : yield* carrier.submit(able).pipe(
        Effect.timeoutOption(patience),
        Effect.map(Option.getOrElse(() => able.map(() => silent)))
      )
    const byAttempt = new Map<string, SubmissionOutcome>([
      ...batch.filter(isTooLarge).map((each) => [each.attempt, notAcceptable] as const),
      ...able.map((each, index) => [each.attempt, outcomes[index] ?? silent] as const)
    ])
    yield* Effect.forEach(items, (item) =>
      decider.run(Handover.Handover, {
        lease: item.lease,
        settings,
        outcome: item.submission === null ? { _tag: "Withheld" } : byAttempt.get(item.submission.attempt) ?? silent
      }).pipe(
        Effect.asVoid,
        Effect.catchTag("Superseded", () => Effect.void)
      ), { concurrency: "unbounded", discard: true })
  })
