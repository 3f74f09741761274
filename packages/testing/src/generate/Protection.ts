/**
 * Arbitraries of what protects accounts: the settings of accounts, and the rows that come of them.
 */
import type * as Id from "@signalbox/core/Id"
import { PauseReason } from "@signalbox/core/PausedPrefix"
import type { Pumping } from "@signalbox/core/Pumping"
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { maybe, one, small, withOptional } from "./internal/fields.ts"
import { instant, uuid } from "./Values.ts"

const share = maybe(fc.double({ min: 0.001, max: 1, noNaN: true }))

export const pumping: fc.Arbitrary<Pumping> = fc.oneof(
  fc.constant("off" as const),
  withOptional(fc.record({}), {
    unchecked: share,
    undelivered: share,
    minimum: fc.integer({ min: 5, max: 100 }),
    windowMinutes: fc.integer({ min: 5, max: 60 }),
    pauseMinutes: fc.integer({ min: 1, max: 1440 })
  })
)

export const pausedPrefix: fc.Arbitrary<Value<"paused_prefix">> = fc.record({
  account: uuid<Id.AccountId>(),
  prefix: fc.stringMatching(/^\+[1-9][0-9]{4,6}$/),
  reason: one(PauseReason),
  evidence: maybe(fc.record({ counted: small, failed: small })),
  since: instant,
  until: maybe(instant),
  times: small
})
