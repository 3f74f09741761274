/**
 * The shape in which the API shows a prefix that is or was paused (decisions 17.3).
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import { isPaused, PauseReason } from "../row/PausedPrefix.ts"
import type { Instant } from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"

export const PausedPrefixResource = Schema.Struct({
  prefix: Schema.String,
  is_paused: Schema.Boolean,
  reason: PauseReason,
  counted: Schema.NullOr(Schema.Int),
  failed: Schema.NullOr(Schema.Int),
  paused_at: Format.timestamp,
  paused_until: Schema.NullOr(Format.timestamp)
}).annotate({ identifier: "PausedPrefix" })
export type PausedPrefixResource = typeof PausedPrefixResource.Type

export const fromPrefix = (row: PausedPrefix, now: Instant): PausedPrefixResource => ({
  prefix: row.prefix,
  is_paused: isPaused(row, now),
  reason: row.reason,
  counted: row.evidence?.counted ?? null,
  failed: row.evidence?.failed ?? null,
  paused_at: Timestamp.show(row.since),
  paused_until: row.until === null ? null : Timestamp.show(row.until)
})
