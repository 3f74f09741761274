/**
 * The definition of a template that is one text for all channels, such as "Hello {{name}}".
 */
import type { Definition, Variable } from "./Definition.ts"
import * as Placeholder from "./Placeholder.ts"

/** Returns the names in the order in which the text has them first, each once. */
const names = (text: string): ReadonlyArray<string> => {
  const found = Placeholder.split(text).flatMap((part) => {
    const reference = part._tag === "Placeholder" ? Placeholder.parse(part.source) : null
    return reference?._tag === "Name" ? [reference.name] : []
  })
  return [...new Set(found)]
}

/** The name serves as the sample that reviewers are shown. */
const variable = (name: string, id: number): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: name }
})

/** Declares a variable for each name between double braces. Placeholders by a number have to be declared by hand. */
export const definition = (text: string): Definition => {
  const variables = names(text).map(variable)
  return { body: { multiChannel: { template: text, ...(variables.length === 0 ? {} : { variables }) } } }
}
