/**
 * Annotates the texts in answers for whoever reads the contract. Nothing is checked at run time: the service makes
 * these texts itself.
 */
import * as Schema from "effect/Schema"

export { open } from "../value/Word.ts"

/** The id of a resource: a UUID in lower case (specification "What the service does"). */
export const uuid = Schema.String.annotate({ format: "uuid" })

/** An instant in ISO 8601, in UTC. */
export const timestamp = Schema.String.annotate({ format: "date-time" })

/** A phone number in E.164 form. */
export const phone = Schema.String.annotate({ format: "e164", description: "A phone number in E.164 form" })
