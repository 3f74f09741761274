/** Definitions of templates, as the editor reads and changes them. */
import type { Definition, Text, Variable } from "./source/shapes.ts"

const contents = ({ body }: Definition): ReadonlyArray<Text> => Object.values(body).filter((text) => text !== undefined)

/** Returns every variable of a definition, each name once. */
export const variables = (definition: Definition): ReadonlyArray<Variable> => {
  const all = [
    ...definition.header?.variables ?? [],
    ...contents(definition).flatMap((text) => text.variables ?? []),
    ...(definition.buttons ?? []).flatMap(({ props }) =>
      Array.isArray(props["variables"]) ? props["variables"] as ReadonlyArray<Variable> : []
    )
  ]
  return all.filter((each, index) => all.findIndex(({ name }) => name === each.name) === index)
}

/** Returns the samples of the variables, by their names. */
export const samples = (definition: Definition): Readonly<Record<string, string>> =>
  Object.fromEntries(variables(definition).map(({ name, props }) => [name, props.sample ?? ""]))

/** People write `{{name}}`; a definition numbers its placeholders and tells beside them what they are called. */
const asWritten = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g
const asStored = /\{\{(\d+):\w+\}\}/g

/** Returns a stored text as people write it. */
export const readable = ({ template, variables = [] }: Text): string =>
  template.replaceAll(asStored, (whole, id: string) => {
    const variable = variables.find((each) => String(each.id) === id)
    return variable === undefined ? whole : `{{${variable.name}}}`
  })

/** Returns a text as a definition has it, with a variable for each name. Samples are kept by name. */
export const stored = (written: string, known: Readonly<Record<string, string>>): Text => {
  const names = [...new Set([...written.matchAll(asWritten)].map(([, name = ""]) => name))]
  const template = written.replaceAll(asWritten, (_, name: string) => `{{${names.indexOf(name)}:variable}}`)
  const variables = names.map((name, id): Variable => ({
    id,
    name,
    type: "variable",
    props: { variableType: "text", sample: (known[name] ?? "") === "" ? name : known[name] ?? name }
  }))
  return { type: "text", template, ...(variables.length === 0 ? {} : { variables }) }
}
