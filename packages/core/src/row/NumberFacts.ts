/**
 * The answer to a look-up of a recipient's number for routing (decisions 18.7). It stands with the contact, so it is as
 * private as that is: no other account learns of it, and it goes with the contact.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"

export const NumberFacts = Schema.Struct({
  /** When the registry was asked. */
  at: Instant,
  /** From this instant on it is asked again. */
  until: Instant,
  /** The registry gave no answer. */
  failed: Schema.optionalKey(Schema.Literal(true)),
  /** Absent: not known. */
  ported: Schema.optionalKey(Schema.Boolean),
  /** The codes of the country and of the network, such as 26201; absent: not known. */
  network: Schema.optionalKey(Schema.String)
})
export type NumberFacts = typeof NumberFacts.Type
