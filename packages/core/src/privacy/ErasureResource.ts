/**
 * The shape in which the API shows an erasure. It does not show the number, so that it can be kept as a proof.
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { RecipientErasure } from "../row/RecipientErasure.ts"
import { ErasureStatus } from "../row/RecipientErasure.ts"
import * as Timestamp from "../value/Timestamp.ts"

export const ErasureResource = Schema.Struct({
  id: Format.uuid,
  status: ErasureStatus,
  messages: Schema.Int,
  requested_at: Format.timestamp,
  completed_at: Schema.optionalKey(Format.timestamp)
}).annotate({ identifier: "Erasure" })
export type ErasureResource = typeof ErasureResource.Type

export const fromErasure = ({ completedAt, id, messages, requestedAt, status }: RecipientErasure): ErasureResource => ({
  id,
  status,
  messages,
  requested_at: Timestamp.show(requestedAt),
  ...(completedAt === undefined ? {} : { completed_at: Timestamp.show(completedAt) })
})
