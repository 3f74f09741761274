/**
 * A carrier's reference of an attempt. A receipt that carries nothing else finds its message by it.
 */
import * as Schema from "effect/Schema"
import { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { JsonObject } from "../value/Json.ts"
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

/**
 * The reference is the end of the key of the row. Nearly every carrier is what stands before the first slash of the key: the
 * id of any other is kept.
 */
const stored: Kind.Stored = {
  encode: (row) => {
    const { attempt, carrier, message, to } = row as CarrierReference
    return {
      m: message,
      a: attempt,
      ...(to === undefined ? {} : { to }),
      ...(carrier.includes("/") ? { c: carrier } : {})
    }
  },
  decode: (stored, rowKey) => {
    const { a: attempt, c, m: message, to } = stored as JsonObject
    const carrier = c ?? rowKey.slice(0, rowKey.indexOf("/"))
    const named = { carrier, ...(to === undefined ? {} : { to }) } as Omit<Name, "reference">
    return { ...named, reference: rowKey.slice(key({ ...named, reference: "" }).length), message, attempt }
  }
}

export const CarrierReferences = Kind.make({
  name: "carrier_reference",
  schema: CarrierReference,
  stored,
  key
})
