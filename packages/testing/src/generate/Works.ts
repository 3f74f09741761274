/**
 * Arbitraries of work.
 */
import type { AccountId, CarrierId, WebhookId } from "@signalbox/core/value/Id"
import type { Due, Lane, WorkRef } from "@signalbox/core/work/Work"
import { lane as lanes, WorkKind } from "@signalbox/core/work/Work"
import * as fc from "fast-check"
import { instant, uuid } from "./Values.ts"

export const ref: fc.Arbitrary<WorkRef> = fc.record({
  kind: fc.constantFrom(...WorkKind.literals),
  key: fc.oneof(uuid(), fc.tuple(uuid(), fc.nat({ max: 9 })).map(([id, number]) => `${id}/${number}`))
})

export const lane: fc.Arbitrary<Lane> = fc.oneof(
  uuid<AccountId>().map(lanes.dispatch),
  uuid<AccountId>().map(lanes.deadline),
  uuid<AccountId>().map(lanes.review),
  uuid<AccountId>().map(lanes.profile),
  uuid<WebhookId>().map(lanes.delivery),
  fc.constantFrom("sms-a", "whatsapp-cloud:eu").map((carrier) => lanes.submission(carrier as CarrierId))
)

export const due: fc.Arbitrary<Due> = fc.record({ work: ref, lane, at: instant })
