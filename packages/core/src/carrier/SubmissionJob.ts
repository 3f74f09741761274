/**
 * The job of a carrier's lane: it hands attempts over in one batch and commits what the carrier answers for each.
 */
import * as Effect from "effect/Effect"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as Job from "../engine/Job.ts"
import { SubmissionDeadlineWork, SubmissionWork } from "../message/AttemptWork.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import { Carriers } from "../port/Carrier.ts"
import { MediaProbe } from "../port/MediaProbe.ts"
import { Messages } from "../row/Message.ts"
import * as Asking from "./Asking.ts"
import * as Attachments from "./Attachments.ts"
import * as Handover from "./Handover.ts"

const notAcceptable: SubmissionOutcome = { _tag: "Refused", failure: "content_not_acceptable" }

const noSuchCarrier: SubmissionOutcome = { _tag: "Refused", failure: "provider_unavailable" }

const tooLate: SubmissionOutcome = { _tag: "Refused", failure: "provider_timeout" }

/** Returns the outcomes in the order of the submissions. */
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

export const SubmissionJob = Job.make({
  work: SubmissionWork,
  outside: Effect.all({ carriers: Carriers, probe: MediaProbe, settings: RoutingSettings.settings }),
  asks: {
    how: "together",
    reads: ({ message }) => Needs.row(Messages, message),
    question: (target, facts) => {
      const message = Facts.get(facts, Messages, target.message)
      return message === null ? null : Handover.submission(message, target.attempt)
    },
    ask: ({ carriers, probe }, batch, id) => handedOver(carriers.find((carrier) => carrier.id === id), batch, probe),
    // A carrier that has been asked is never asked again, since it might send twice. If its answer cannot be committed,
    // the submission deadline decides.
    unkept: Asking.unanswered
  },
  decides: Handover.Handover,
  command: ({ settings }, { lease, said }) => ({ lease, settings, outcome: said ?? { _tag: "Withheld" } })
})

/** Fails an attempt when the carrier has not answered by the submission deadline. */
export const SubmissionDeadlineJob = Job.make({
  work: SubmissionDeadlineWork,
  outside: RoutingSettings.settings,
  decides: Handover.Handover,
  command: (settings, { lease }) => ({ lease, settings, outcome: tooLate })
})
