/**
 * The values of a template's variables, as a request gives them by name.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type * as Renderer from "../definition/Renderer.ts"
import * as Field from "../operation/Field.ts"

const Scalar = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null]).annotate({
  message: "must be a string, a number or a boolean"
})

export const Parameters = Field.optional(Field.record(Scalar, Limit.parametersPerSend))
export type Parameters = typeof Parameters.Type

/** Returns the values as texts; null is the same as left out. */
export const texts = (parameters: Parameters | undefined): Renderer.Parameters =>
  Object.fromEntries(
    Object.entries(parameters ?? {}).flatMap(([name, value]) => value === null ? [] : [[name, String(value)]])
  )
