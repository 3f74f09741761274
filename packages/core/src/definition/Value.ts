/**
 * Finds the value of a variable among the parameters of a send (decisions 5.2).
 */
import type { Definition, Variable } from "./Definition.ts"
import * as Definitions from "./Definition.ts"

/** The values of a send, keyed by the variable's name or by its id as text. */
export type Parameters = Readonly<Record<string, string>>

/** Everything that it takes to find the value of a variable. */
export interface Slot {
  readonly name: string
  /** The id as the second key; null when another variable has that text as its name. */
  readonly id: string | null
  /** The text that is used when the send gives no value. */
  readonly fallback: string | null
  readonly regex: string | null
}

/** Links and media have a URL in the definition, so they need no value. Texts do. */
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

/** Returns the value that the send gives, or undefined. */
export const given = (slot: Slot, parameters: Parameters): string | undefined =>
  Object.hasOwn(parameters, slot.name)
    ? parameters[slot.name]
    : slot.id !== null && Object.hasOwn(parameters, slot.id)
    ? parameters[slot.id]
    : undefined

/** Returns the value or its fallback, or undefined when there is neither. */
export const of = (slot: Slot, parameters: Parameters): string | undefined =>
  given(slot, parameters) ?? slot.fallback ?? undefined
