/**
 * What is wrong with a definition beyond its shape: all violations, each with its path and what would be right.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import type { Definition, Variable } from "./Definition.ts"
import * as Placeholder from "./Placeholder.ts"

const violation = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** Parts of the specification that this version cannot send yet: refused by name, so that nothing is lost silently. */
export const unsupported = (definition: Json | undefined): ReadonlyArray<Violation> => {
  if (!isObject(definition)) return []
  const parts = ["header", "footer", "buttons", "authenticationConfig"].filter((part) => present(definition[part]))
  const body = definition["body"]
  const bodies = isObject(body) ? ["sms", "whatsapp", "rcs", "mms"].filter((part) => present(body[part])) : []
  return [
    ...parts.map((part) => violation(`definition.${part}`, "is not supported yet")),
    ...bodies.map((part) => violation(`definition.body.${part}`, "is not supported yet; use multiChannel")),
    ...patterns(isObject(body) ? body["multiChannel"] : undefined)
  ]
}

/** A pattern that nobody checks would be worse than none. */
const patterns = (content: Json | undefined): ReadonlyArray<Violation> => {
  const variables = isObject(content) && Array.isArray(content["variables"]) ? content["variables"] : []
  return variables.flatMap((variable: Json, index) => {
    const props = isObject(variable) ? variable["props"] : undefined
    return isObject(props) && present(props["regex"])
      ? [violation(`definition.body.multiChannel.variables[${index}].props.regex`, "is not supported yet")]
      : []
  })
}

const present = (value: Json | undefined): boolean => value !== undefined && value !== null

/** Violations of a definition that has the right shape. */
export const check = (definition: Definition): ReadonlyArray<Violation> => {
  const { template, variables = [] } = definition.body.multiChannel
  const path = "definition.body.multiChannel"
  return [
    ...(template.trim() === "" ? [violation(`${path}.template`, "must not be blank")] : []),
    ...(template.length > Limit.templateBodyLength
      ? [violation(`${path}.template`, `must have at most ${Limit.templateBodyLength} characters`)]
      : []),
    ...checkPlaceholders(template, variables, `${path}.template`),
    ...checkVariables(template, variables, `${path}.variables`)
  ]
}

const checkPlaceholders = (
  template: string,
  variables: ReadonlyArray<Variable>,
  path: string
): ReadonlyArray<Violation> =>
  Placeholder.split(template).flatMap((part) => {
    if (part._tag === "Text") return []
    const shown = `{{${part.source}}}`
    const reference = Placeholder.parse(part.source)
    if (reference === null) return [violation(path, `${shown} must be {{id:type}}, {{name}} or {{id}}`)]
    if (reference._tag === "Id" && reference.type !== null && !["variable", "link", "media"].includes(reference.type)) {
      return [violation(path, `${shown} must have the type variable, link or media`)]
    }
    return Placeholder.resolve(reference, variables) === undefined
      ? [violation(path, `${shown} is not declared in variables`)]
      : []
  })

const checkVariables = (
  template: string,
  variables: ReadonlyArray<Variable>,
  path: string
): ReadonlyArray<Violation> => {
  const used = new Set(
    Placeholder.split(template).flatMap((part) => {
      const reference = part._tag === "Placeholder" ? Placeholder.parse(part.source) : null
      const variable = reference === null ? undefined : Placeholder.resolve(reference, variables)
      return variable === undefined ? [] : [variable]
    })
  )
  return variables.flatMap((variable, index) => [
    ...(variable.id === index ? [] : [violation(`${path}[${index}].id`, `must be ${index}: ids count up from 0`)]),
    ...(variable.name.trim() === "" ? [violation(`${path}[${index}].name`, "must not be blank")] : []),
    ...(variables.findIndex((other) => other.name === variable.name) < index
      ? [violation(`${path}[${index}].name`, "must be unique")]
      : []),
    ...(used.has(variable) ? [] : [violation(`${path}[${index}]`, "is declared but not used in the template")])
  ])
}
