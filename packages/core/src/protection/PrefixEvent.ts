/**
 * The webhook body of the event that tells of a paused prefix (decisions 17.3).
 */
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import type { EventId } from "../value/Id.ts"
import * as Timestamp from "../value/Timestamp.ts"

export const paused = (row: PausedPrefix, { ids, now: at }: Moment): Event => ({
  id: ids.id(at) as EventId,
  account: row.account,
  name: "account.prefix_paused",
  at,
  body: envelope("account.prefix_paused", at, {
    account_id: row.account,
    prefix: row.prefix,
    reason: row.reason,
    counted: row.evidence?.counted ?? null,
    failed: row.evidence?.failed ?? null,
    paused_until: row.until === null ? null : Timestamp.show(row.until),
    updated_at: Timestamp.show(at)
  })
})
