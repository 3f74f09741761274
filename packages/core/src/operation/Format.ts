/**
 * Annotates the texts in answers for whoever reads the contract. Nothing is checked at run time: the service makes
 * these texts itself.
 */
import * as Schema from "effect/Schema"

/** The id of a resource: a UUID in lower case (specification "What the service does"). */
export const uuid = Schema.String.annotate({ format: "uuid" })

/** An instant in ISO 8601, in UTC. */
export const timestamp = Schema.String.annotate({ format: "date-time" })

const isText = (text: string): text is string & {} => typeof text === "string"

/**
 * One of the values that this version knows, to which a later one may add. The type names them, so that an editor completes
 * them, and takes any other text as well.
 */
export const open = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Union([Schema.Literals(values), Schema.String.pipe(Schema.refine(isText))])

/** A phone number in E.164 form. */
export const phone = Schema.String.annotate({ format: "e164", description: "A phone number in E.164 form" })
