/**
 * A carrier's own name for an attempt, so that a receipt that carries nothing else finds its message.
 */
import * as Schema from "effect/Schema"
import { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import * as Text from "../value/Text.ts"
import * as Kind from "./Kind.ts"

export const CarrierReference = Schema.Struct({
  carrier: CarrierId,
  reference: Schema.String,
  message: MessageId,
  attempt: AttemptId
})
export type CarrierReference = typeof CarrierReference.Type

/** As long as a carrier's name for an attempt may be, in UTF-16 units. */
export const longest = 255

/** Receipts find what was kept, whatever of it a store cannot hold. */
export const key = (carrier: CarrierId, reference: string): string => `${carrier}/${Text.clean(reference)}`

export const CarrierReferences = Kind.make({
  name: "carrier_reference",
  schema: CarrierReference,
  key: (row: CarrierReference) => key(row.carrier, row.reference)
})
