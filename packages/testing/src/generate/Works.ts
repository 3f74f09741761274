/**
 * Arbitraries of work.
 */
import { laneTerms, workKinds } from "@signalbox/core/Jobs"
import type { Due, Lane, WorkRef } from "@signalbox/core/Work"
import * as fc from "fast-check"
import { instant, uuid } from "./Values.ts"

export const ref: fc.Arbitrary<WorkRef> = fc.record({
  kind: fc.constantFrom(...workKinds),
  key: fc.oneof(uuid(), fc.tuple(uuid(), fc.nat({ max: 9 })).map(([id, number]) => `${id}/${number}`))
})

export const lane: fc.Arbitrary<Lane> = fc.tuple(
  fc.constantFrom(...Object.keys(laneTerms)),
  fc.oneof(uuid(), fc.constantFrom("sms-a", "whatsapp-cloud:eu", "sms-a/aaaaaaaa-0000-7000-8000-000000000001"))
).map(([kind, owner]) => `${kind}:${owner}` as const)

export const due: fc.Arbitrary<Due> = fc.record(
  { work: ref, lane, at: instant, failures: fc.nat({ max: 12 }) },
  { requiredKeys: ["work", "lane", "at"] }
)
