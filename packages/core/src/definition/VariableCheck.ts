/**
 * Checks the variables of one section (the header, one body, one button) and the placeholders that refer to them
 * (specification "Variables", decisions 5.4).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Json } from "../value/Json.ts"
import * as Definition from "./Definition.ts"
import type { Findings } from "./Flaw.ts"
import * as Part from "./Part.ts"
import * as Placeholder from "./Placeholder.ts"
import * as WebAddress from "./WebAddress.ts"

/** A variable, with defaults for the fields that could not be read. */
export interface Declared {
  readonly id: number
  readonly name: string
  readonly type: string
}

/** A text that may contain placeholders, and its path. */
export interface Template {
  readonly path: string
  readonly text: string
}

/** The properties that each type of variable needs. */
const required: Readonly<Record<string, ReadonlySet<string>>> = {
  variable: new Set(["variableType", "sample"]),
  link: new Set(["url"]),
  media: new Set(["url", "mediaType"])
}
const nothing: ReadonlySet<string> = new Set()

const types = Definition.VariableType.literals

/** Records all flaws of a section, and returns the variables that it declares. */
export const check = (
  found: Findings,
  path: string,
  sent: Part.Sent,
  templates: ReadonlyArray<Template>
): ReadonlyArray<Declared> => {
  const items = Part.array(found, path, sent, Limit.definitionArrays.variables)
  // What was not looked at would seem to be missing.
  if (items.length === 0 && Array.isArray(sent) && sent.length > 0) return []
  if (!found.takeVariables(items.length)) {
    found.add(
      path,
      "too_many",
      `must not make more than ${Limit.definitionArrays.allVariables} in the whole definition`
    )
    return []
  }
  const declared = items.map(read)
  const used = new Set<Declared>()
  const find = finder(declared)
  // A text that is far too long is refused for that alone.
  const isLegible = templates.every(({ text }) => text.length <= Limit.templateTextLength)
  for (const template of isLegible ? templates : []) {
    for (const variable of checkPlaceholders(found, template, find)) used.add(variable)
  }
  const names = new Set<string>()
  items.forEach((item, index) => {
    const variable = declared[index]!
    checkVariable(found, `${path}[${index}]`, item, index)
    if (variable.name !== "" && names.has(variable.name)) {
      found.add(
        `${path}[${index}].name`,
        "variable_name_taken",
        "must be another name: a variable before it has this one"
      )
    }
    names.add(variable.name)
    if (isLegible && !used.has(variable)) {
      found.add(`${path}[${index}]`, "variable_not_used", "is declared but not used: no placeholder names it")
    }
  })
  return declared
}

/** A variable with an invalid id is read as if its id were its index, so that one mistake is reported once. */
const read = (item: Json, index: number): Declared => {
  const variable = Part.isObject(item) ? item : {}
  const [id, name, type] = [Part.get(variable, "id"), Part.get(variable, "name"), Part.get(variable, "type")]
  return {
    id: typeof id === "number" ? id : index,
    name: typeof name === "string" ? name : "",
    type: typeof type === "string" ? type : ""
  }
}

type Find = (reference: Placeholder.Reference) => Declared | undefined

/** Does what `Placeholder.resolve` does, in constant time for any number of variables. */
const finder = (declared: ReadonlyArray<Declared>): Find => {
  const byId = new Map(declared.toReversed().map((variable) => [variable.id, variable]))
  const byName = new Map(declared.toReversed().map((variable) => [variable.name, variable]))
  return (reference) => reference._tag === "Id" ? byId.get(reference.id) : byName.get(reference.name)
}

/** Records the flaws of a text's placeholders, and returns the variables that they refer to. */
const checkPlaceholders = (found: Findings, { path, text }: Template, find: Find): ReadonlySet<Declared> => {
  const used = new Set<Declared>()
  for (const part of Placeholder.split(text)) {
    if (part._tag === "Text") continue
    const shown = `{{${part.source.length > 60 ? `${part.source.slice(0, 60)}…` : part.source}}}`
    const reference = Placeholder.parse(part.source)
    if (reference === null) {
      found.add(path, "placeholder_form", `${shown} must be {{id:type}}, {{name}} or {{id}}`)
      continue
    }
    const variable = find(reference)
    if (variable === undefined) found.add(path, "placeholder_not_declared", `${shown} is not declared in variables`)
    else used.add(variable)
    if (reference._tag === "Id" && reference.type !== null && !types.some((type) => type === reference.type)) {
      found.add(path, "placeholder_type", `${shown} must have the type variable, link or media`)
    }
  }
  return used
}

const checkVariable = (found: Findings, path: string, item: Json, index: number): void => {
  const variable = Part.object(found, path, item)
  if (variable === null) return
  const id = Part.get(variable, "id")
  if (id === undefined) found.add(`${path}.id`, "missing", `is required and must be ${index}: ids count up from 0`)
  else if (typeof id !== "number") found.add(`${path}.id`, "wrong_type", `must be the number ${index}`)
  else if (id !== index) found.add(`${path}.id`, "variable_id", `must be ${index}, not ${id}: ids count up from 0`)
  Part.text(found, `${path}.name`, Part.get(variable, "name"), { most: Limit.templateTextLength, required: true })
  const type = Part.word(found, `${path}.type`, Part.get(variable, "type"), types, true)
  const props = Part.object(found, `${path}.props`, Part.get(variable, "props"))
  if (props !== null) checkProps(found, `${path}.props`, props, required[type ?? ""] ?? nothing)
}

type Props = Exclude<ReturnType<typeof Part.object>, null>

const checkProps = (found: Findings, path: string, props: Props, needed: ReadonlySet<string>): void => {
  // Clients send an empty text for a property that this type of variable does not need.
  const get = (name: string) => Part.get(props, name) === "" && !needed.has(name) ? undefined : Part.get(props, name)
  const at = (name: string) => [`${path}.${name}`, get(name)] as const
  const text = (name: string) =>
    Part.text(found, ...at(name), { most: Limit.templateTextLength, required: needed.has(name) && name !== "sample" })
  Part.word(found, ...at("variableType"), Definition.ValueType.literals, needed.has("variableType"))
  Part.word(found, ...at("mediaType"), Definition.VariableMedia.literals, needed.has("mediaType"))
  if (needed.has("sample") && !Part.isPresent(Part.get(props, "sample"))) {
    found.add(`${path}.sample`, "missing", "is required and must be a string")
  }
  for (const name of ["sample", "shortUrl", "alt"]) text(name)
  const url = text("url")
  if (url !== null && url.trim() !== "" && needed.has("url") && !WebAddress.isLink(url)) {
    found.add(`${path}.url`, "not_a_url", "must be a full http or https URL")
  }
  const regex = text("regex")
  const wrong = regex === null ? null : found.patterns.flaw(regex)
  if (wrong !== null) found.add(`${path}.regex`, "pattern", wrong)
}
