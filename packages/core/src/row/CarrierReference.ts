/**
 * A carrier's reference of an attempt. A receipt that carries nothing else finds its message by it.
 */
import * as Schema from "effect/Schema"
import { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const CarrierReference = Schema.Struct({
  carrier: CarrierId,
  reference: Schema.String,
  /** The recipient, when the carrier's references name a message only together with it. */
  to: Schema.optionalKey(PhoneNumber),
  message: MessageId,
  attempt: AttemptId
})
export type CarrierReference = typeof CarrierReference.Type

/** The name of a message at a carrier. */
export type Name = Pick<CarrierReference, "carrier" | "reference" | "to">

/** Returns the key of the row. A carrier that gives a name again means the newest message with it. */
export const key = ({ carrier, reference, to }: Name): string =>
  to === undefined ? `${carrier}/${reference}` : `${carrier}/${to}/${reference}`

/** Returns whether the row is of this name. Two names may have the same key where one of them contains slashes. */
export const isOf = (row: CarrierReference, { carrier, reference, to }: Name): boolean =>
  row.carrier === carrier && row.reference === reference && row.to === to

/** The reference is the end of the key of the row. */
const stored: Kind.Stored = {
  encode: (row) => {
    const { reference: _, ...kept } = row as CarrierReference
    return kept
  },
  decode: (kept, rowKey) => {
    const row = kept as Omit<CarrierReference, "reference">
    return { reference: rowKey.slice(key({ ...row, reference: "" }).length), ...row }
  }
}

export const CarrierReferences = Kind.make({
  name: "carrier_reference",
  schema: CarrierReference,
  stored,
  key
})
