/**
 * Lists every kind of work. A new kind is a `Job` beside its feature and one line here.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RetentionJob } from "../audit/Retention.ts"
import * as CarrierQueue from "../carrier/CarrierQueue.ts"
import * as CarrierReach from "../carrier/CarrierReach.ts"
import { DispatchJob } from "../carrier/DispatchJob.ts"
import { MediaProbeJob } from "../carrier/MediaProbeJob.ts"
import * as SenderQueue from "../carrier/SenderQueue.ts"
import { SubmissionDeadlineJob, SubmissionJob } from "../carrier/SubmissionJob.ts"
import { DocumentJob } from "../channel/DocumentWork.ts"
import { ProvisionJob } from "../channel/Provision.ts"
import { ErasureJob } from "../contact/Erasure.ts"
import { WhatsappReturnJob } from "../contact/WhatsappReturn.ts"
import { DeliveryJob, RetryJob } from "../delivery/DeliveryJobs.ts"
import * as Places from "../delivery/DeliveryPlaces.ts"
import * as DeliveryScheduler from "../delivery/DeliveryScheduler.ts"
import { FanoutJob } from "../delivery/FanoutJob.ts"
import { FallbackJob } from "../dispatch/FallbackStep.ts"
import { LookUpJob } from "../dispatch/LookUpStep.ts"
import type { Executor } from "../engine/Executor.ts"
import * as Job from "../engine/Job.ts"
import { Handlers } from "../engine/Worker.ts"
import { PartsDeadlineJob } from "../inbound/ReceivePart.ts"
import type { Carriers } from "../port/Carrier.ts"
import type { Pace } from "../port/Pace.ts"
import type { Reviewer } from "../port/Reviewer.ts"
import type { WebhookSender } from "../port/WebhookSender.ts"
import { BodyRedactionJob } from "../privacy/BodyRedaction.ts"
import { RecipientErasureJob } from "../privacy/EraseStep.ts"
import { RedactionJob } from "../privacy/RedactionStep.ts"
import { CompletionJob } from "../profile/Completion.ts"
import { RemovalJob } from "../profile/Removal.ts"
import { PrefixMemoryJob, PrefixReviewJob } from "../protection/PrefixReview.ts"
import { ReceiptDeadlineJob } from "../receipt/ReceiptDeadline.ts"
import { PurgeAccountsJob } from "../retention/PurgeAccounts.ts"
import { PurgeJob } from "../retention/PurgeStep.ts"
import { ReviewJob } from "../template/Review.ts"
import { ExpiryJob } from "../verification/Expire.ts"
import { CloneRemovalJob } from "../webhook/CloneRemoval.ts"
import { ProfileClonesJob } from "../webhook/ProfileClones.ts"
import { WebhookClonesJob } from "../webhook/WebhookClones.ts"

export { DeliveryWork, RetryWork } from "../delivery/DeliveryWork.ts"
export { DispatchWork } from "../dispatch/DispatchWork.ts"
export { LookUpWork } from "../dispatch/LookUpWork.ts"
export {
  carrierOf,
  FallbackWork,
  MediaProbeWork,
  ReceiptDeadlineWork,
  SubmissionDeadlineWork,
  SubmissionWork
} from "../message/AttemptWork.ts"
export { ReviewWork } from "../template/ReviewWork.ts"

export const jobs = [
  DispatchJob,
  LookUpJob,
  MediaProbeJob,
  SubmissionJob,
  SubmissionDeadlineJob,
  ReceiptDeadlineJob,
  FallbackJob,
  DeliveryJob,
  RetryJob,
  FanoutJob,
  ReviewJob,
  RemovalJob,
  CompletionJob,
  PartsDeadlineJob,
  WhatsappReturnJob,
  ErasureJob,
  WebhookClonesJob,
  ProfileClonesJob,
  CloneRemovalJob,
  ProvisionJob,
  DocumentJob,
  ExpiryJob,
  RetentionJob,
  PrefixReviewJob,
  PrefixMemoryJob,
  RecipientErasureJob,
  RedactionJob,
  BodyRedactionJob,
  PurgeJob,
  PurgeAccountsJob
] as const

export type WorkKind = (typeof jobs)[number]["kind"]
export type LaneKind = (typeof jobs)[number]["lane"]["name"]

/** Every kind of lane in which work may wait. */
export const laneKinds: ReadonlyArray<LaneKind> = [...new Set(jobs.map(({ lane: { name } }) => name))]

export const workKinds: ReadonlyArray<WorkKind> = jobs.map(({ kind }) => kind)

/** On which terms a node takes work from the lanes of each kind, as plain data for stores. */
export const laneTerms = Job.terms(jobs)

/** The handlers of all jobs, for the worker. */
export const layer: Layer.Layer<Handlers, never, Executor | Carriers | Pace | Reviewer | WebhookSender> = Layer.effect(
  Handlers,
  Effect.gen(function*() {
    const { lanes, ...rest } = yield* Job.handlers<
      | Carriers
      | Reviewer
      | CarrierQueue.CarrierQueue
      | SenderQueue.SenderQueue
      | CarrierReach.CarrierReach
      | WebhookSender
      | DeliveryScheduler.DeliveryScheduler
    >(jobs)
    const { endpoint } = yield* Places.Bounds
    const deliveries = [DeliveryJob, RetryJob].map(({ lane: { name } }) => {
      const terms = laneTerms[name]!
      return [name, { ...terms, width: Math.max(terms.width, endpoint) }] as const
    })
    return { ...rest, lanes: { ...lanes, ...Object.fromEntries(deliveries) } }
  })
).pipe(
  Layer.provide(Layer.mergeAll(DeliveryScheduler.layer, CarrierQueue.layer, SenderQueue.layer, CarrierReach.layer))
)
