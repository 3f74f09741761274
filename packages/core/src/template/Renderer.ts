/**
 * Rendering: definition + parameters + channel -> what the recipient reads. Compiled once per definition; pure and
 * total.
 */
import type { Channel } from "../value/Channel.ts"
import type { Definition, Variable } from "./Definition.ts"
import { variables } from "./Definition.ts"
import * as Placeholder from "./Placeholder.ts"
import type { Rendered } from "./Rendered.ts"

export type Parameters = Readonly<Record<string, string>>

export interface Compiled {
  readonly parts: ReadonlyArray<string | Variable>
  readonly variables: ReadonlyArray<Variable>
}

export const compile = (definition: Definition): Compiled => {
  const declared = variables(definition)
  return {
    variables: declared,
    parts: Placeholder.split(definition.body.multiChannel.template).map((part) => {
      if (part._tag === "Text") return part.text
      const reference = Placeholder.parse(part.source)
      return (reference === null ? undefined : Placeholder.resolve(reference, declared)) ?? `{{${part.source}}}`
    })
  }
}

/** Channels that a definition has a body for: one `multiChannel` body serves all but MMS. */
export const renderable = (_definition: Definition): ReadonlyArray<Channel> => ["sms", "whatsapp", "rcs"]

/** A value by the variable's name, else by its id as text, unless that is another variable's name (decisions 5.2). */
export const valueOf = (
  variable: Variable,
  declared: ReadonlyArray<Variable>,
  parameters: Parameters
): string | undefined => {
  if (Object.hasOwn(parameters, variable.name)) return parameters[variable.name]
  const id = String(variable.id)
  return Object.hasOwn(parameters, id) && declared.every(({ name }) => name !== id) ? parameters[id] : undefined
}

/** The names of the variables that have no value. */
export const missing = (compiled: Compiled, parameters: Parameters): ReadonlyArray<string> =>
  compiled.variables
    .filter((variable) => valueOf(variable, compiled.variables, parameters) === undefined)
    .map(({ name }) => name)

/** What is sent, or null when a variable has no value. */
export const render = (compiled: Compiled, parameters: Parameters): Rendered | null => {
  let content = ""
  for (const part of compiled.parts) {
    const value = typeof part === "string" ? part : valueOf(part, compiled.variables, parameters)
    if (value === undefined) return null
    content += value
  }
  return { header: null, content, footer: null, buttons: null, subject: null, plain: content }
}
