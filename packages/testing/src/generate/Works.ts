/**
 * Arbitraries of work.
 */
import { DeliveryWork } from "@signalbox/core/delivery/DeliveryWork"
import { SubmissionDeadlineWork, SubmissionWork } from "@signalbox/core/dispatch/AttemptWork"
import { DispatchWork } from "@signalbox/core/dispatch/DispatchWork"
import { RemovalWork } from "@signalbox/core/profile/ProfileWork"
import { ReviewWork } from "@signalbox/core/review/ReviewWork"
import { workKinds } from "@signalbox/core/service/Jobs"
import type { AccountId, CarrierId, WebhookId } from "@signalbox/core/value/Id"
import type { Due, Lane, WorkRef } from "@signalbox/core/work/Work"
import * as fc from "fast-check"
import { instant, uuid } from "./Values.ts"

export const ref: fc.Arbitrary<WorkRef> = fc.record({
  kind: fc.constantFrom(...workKinds),
  key: fc.oneof(uuid(), fc.tuple(uuid(), fc.nat({ max: 9 })).map(([id, number]) => `${id}/${number}`))
})

export const lane: fc.Arbitrary<Lane> = fc.oneof(
  uuid<AccountId>().map(DispatchWork.lane.of),
  uuid<AccountId>().map(SubmissionDeadlineWork.lane.of),
  uuid<AccountId>().map(ReviewWork.lane.of),
  uuid<AccountId>().map(RemovalWork.lane.of),
  uuid<WebhookId>().map(DeliveryWork.lane.of),
  fc.constantFrom("sms-a", "whatsapp-cloud:eu").map((carrier) => SubmissionWork.lane.of(carrier as CarrierId))
)

export const due: fc.Arbitrary<Due> = fc.record({ work: ref, lane, at: instant })
