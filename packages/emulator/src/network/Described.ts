/**
 * Fields of what clients write, with a sentence about each for those who read their Schemas.
 */
import * as Schema from "effect/Schema"

/** A field that may be left out. */
export const described = <S extends Schema.Constraint>(description: string, schema: S) =>
  Schema.optionalKey(schema).annotateKey({ description })
