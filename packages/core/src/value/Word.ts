/**
 * Words of which this version knows some.
 */
import * as Schema from "effect/Schema"

const isText = (text: string): text is string & {} => typeof text === "string"

/**
 * One of the values that this version knows, to which a later one may add. The type names them, so that an editor completes
 * them, and takes any other text as well.
 */
export const open = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Union([Schema.Literals(values), Schema.String.pipe(Schema.refine(isText))])
