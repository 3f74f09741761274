/**
 * Values of variables: which of the parameters of a send is meant for which variable (decisions 5.2).
 */
import type { Definition, Variable } from "./Definition.ts"
import * as Definitions from "./Definition.ts"

/** By the variable's name, or by its id as text. */
export type Parameters = Readonly<Record<string, string>>

/** What must be known of a variable to find its value. */
export interface Slot {
  readonly name: string
  /** The key beside the name; null when it is the name of another variable. */
  readonly id: string | null
  /** What stands there when no value is given. */
  readonly fallback: string | null
  readonly regex: string | null
}

/** Links and media say where they lead, so they need no value; a text does. */
const fallback = ({ props, type }: Variable): string | null => {
  if (type === "variable") return null
  return (props.shortUrl === "" ? undefined : props.shortUrl) ?? props.url ?? null
}

/** Makes the slot of each variable of a definition. */
export const slots = (definition: Definition): (variable: Variable) => Slot => {
  const names = new Set(Definitions.variables(definition).map(({ name }) => name))
  return (variable) => ({
    name: variable.name,
    id: names.has(String(variable.id)) ? null : String(variable.id),
    fallback: fallback(variable),
    regex: variable.props.regex === undefined || variable.props.regex === "" ? null : variable.props.regex
  })
}

/** What was given, if it was. */
export const given = (slot: Slot, parameters: Parameters): string | undefined =>
  Object.hasOwn(parameters, slot.name)
    ? parameters[slot.name]
    : slot.id !== null && Object.hasOwn(parameters, slot.id)
    ? parameters[slot.id]
    : undefined

/** What stands in the message, or undefined when the value is missing. */
export const of = (slot: Slot, parameters: Parameters): string | undefined =>
  given(slot, parameters) ?? slot.fallback ?? undefined
