/**
 * The definition of a template (specification "Template"; inner names are camelCase). So far a definition has one
 * body for every channel, `multiChannel`; other parts are refused by `DefinitionCheck`, never dropped.
 */
import * as Schema from "effect/Schema"

export const Variable = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  type: Schema.Literals(["variable"]),
  props: Schema.Struct({
    variableType: Schema.Literals(["text"]),
    sample: Schema.String
  })
})
export type Variable = typeof Variable.Type

export const BodyContent = Schema.Struct({
  type: Schema.optionalKey(Schema.Literals(["text"])),
  template: Schema.String,
  variables: Schema.optionalKey(Schema.Array(Variable))
})
export type BodyContent = typeof BodyContent.Type

export const Definition = Schema.Struct({
  body: Schema.Struct({ multiChannel: BodyContent }),
  definitionVersion: Schema.optionalKey(Schema.String)
})
export type Definition = typeof Definition.Type

/** The variables of the body, in their order. */
export const variables = (self: Definition): ReadonlyArray<Variable> => self.body.multiChannel.variables ?? []
