/**
 * A carrier's reference of an attempt. A receipt that carries nothing else finds its message by it.
 */
import * as Schema from "effect/Schema"
import { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import * as Kind from "./Kind.ts"

export const CarrierReference = Schema.Struct({
  carrier: CarrierId,
  reference: Schema.String,
  message: MessageId,
  attempt: AttemptId
})
export type CarrierReference = typeof CarrierReference.Type

export const key = (carrier: CarrierId, reference: string): string => `${carrier}/${reference}`

export const CarrierReferences = Kind.make({
  name: "carrier_reference",
  schema: CarrierReference,
  key: (row: CarrierReference) => key(row.carrier, row.reference)
})
