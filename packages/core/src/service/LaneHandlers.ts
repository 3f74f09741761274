/**
 * Which handler carries out the work of which kind of lane.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Handover from "../carrier/Handover.ts"
import * as SubmissionHandler from "../carrier/SubmissionHandler.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as DeliveryHandler from "../delivery/DeliveryHandler.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import * as Settings from "../dispatch/Settings.ts"
import type { DecideError } from "../engine/Decider.ts"
import { Decider } from "../engine/Decider.ts"
import { Loader } from "../engine/Loader.ts"
import type { Handler } from "../engine/Worker.ts"
import { Handlers } from "../engine/Worker.ts"
import { Carriers } from "../port/Carrier.ts"
import { MediaProbe } from "../port/MediaProbe.ts"
import { Reviewer } from "../port/Reviewer.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import * as Completion from "../profile/Completion.ts"
import * as Removal from "../profile/Removal.ts"
import { ReceiptDeadline } from "../receipt/ReceiptDeadline.ts"
import * as Review from "../review/Review.ts"
import { Templates } from "../row/Template.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"

/** Each piece by itself, side by side. What someone else holds by now is theirs. */
const each = (handle: (lease: Lease) => Effect.Effect<unknown, DecideError>): Handler => (leases) =>
  Effect.forEach(
    leases,
    (lease) => Effect.catchTag(Effect.asVoid(handle(lease)), "Superseded", () => Effect.void),
    { concurrency: "unbounded", discard: true }
  )

export const layer: Layer.Layer<Handlers, never, Loader | Decider | Carriers | Reviewer | WebhookSender> = Layer.effect(
  Handlers,
  Effect.gen(function*() {
    const loader = yield* Loader
    const decider = yield* Decider
    const carriers = yield* Carriers
    const reviewer = yield* Reviewer
    const sender = yield* WebhookSender
    const settings = yield* Settings.settings

    const review = Effect.fnUntraced(function*(lease: Lease) {
      const { template: id } = Review.target(lease)
      const template = Facts.get(yield* loader.load(Needs.row(Templates, id)), Templates, id)
      const now = yield* Instant.now
      const answer = Review.isAwaited(template, lease)
        ? yield* reviewer.review(template, now)
        : { _tag: "Undecided" as const, askAgainAt: now }
      yield* decider.run(Review.Review, { lease, review: answer })
    })

    return {
      dispatch: each((lease) => Effect.flatMap(Instant.now, (at) => decider.run(Dispatch, { lease, settings, at }))),
      submission: SubmissionHandler.make(loader, decider, carriers, settings, yield* MediaProbe),
      deadline: each((lease) =>
        lease.work.kind === "receipt_deadline"
          ? decider.run(ReceiptDeadline, { lease })
          : decider.run(Handover.Handover, {
            lease,
            settings,
            outcome: { _tag: "Refused", failure: "provider_timeout" }
          })
      ),
      delivery: DeliveryHandler.make(decider, sender),
      review: each(review),
      profile: each((lease) =>
        lease.work.kind === "profile_removal"
          ? decider.run(Removal.Removal, { lease })
          : Completion.handle(decider, sender, lease)
      )
    }
  })
)
