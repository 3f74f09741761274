/**
 * A carrier that takes every message and reports it delivered. It knows the attempts that it has taken, so a
 * hand-over that is repeated reaches the handset once.
 */
import type { Carrier, Submission } from "@signalbox/core/port/Carrier"
import type { Receipts } from "@signalbox/core/receipt/Receipts"
import type { Channel } from "@signalbox/core/value/Channel"
import type { AttemptId, CarrierId } from "@signalbox/core/value/Id"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"

export interface Options {
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
}

export const make = Effect.fnUntraced(function*(options: Options, receipts: Receipts["Service"]) {
  const id = options.id as CarrierId
  const known = new Map<AttemptId, string>()
  const pending = yield* Queue.unbounded<Submission>()

  const report = (submission: Submission) =>
    receipts.report({
      subject: { _tag: "Attempt", message: submission.message, attempt: submission.attempt },
      reported: { _tag: "Delivered" }
    }).pipe(
      // A real carrier sends its receipt again until it is taken.
      Effect.retry(Schedule.spaced("1 second")),
      Effect.ignore
    )

  yield* Queue.take(pending).pipe(
    Effect.flatMap((submission) => Effect.forkScoped(report(submission))),
    Effect.forever,
    Effect.forkScoped
  )

  const take = (submission: Submission): string => {
    const reference = known.get(submission.attempt)
    if (reference !== undefined) return reference
    const made = `${options.id}-${known.size + 1}`
    known.set(submission.attempt, made)
    Queue.offerUnsafe(pending, submission)
    return made
  }

  const carrier: Carrier = {
    id,
    channels: options.channels,
    submit: (batch) =>
      Effect.sync(() => batch.map((submission) => ({ _tag: "Accepted" as const, reference: take(submission) })))
  }
  return carrier
})
