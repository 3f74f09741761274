/**
 * A carrier's own name for an inbound message, so that a message that it brings twice is one.
 */
import * as Schema from "effect/Schema"
import { CarrierId, MessageId } from "../value/Id.ts"
import * as Kind from "./Kind.ts"

export const InboundReference = Schema.Struct({
  carrier: CarrierId,
  reference: Schema.String,
  message: MessageId
})
export type InboundReference = typeof InboundReference.Type

export const key = (carrier: CarrierId, reference: string): string => `${carrier}/${reference}`

export const InboundReferences = Kind.make({
  name: "inbound_reference",
  schema: InboundReference,
  key: (row: InboundReference) => key(row.carrier, row.reference)
})
