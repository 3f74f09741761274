/**
 * Placeholders in a body: `{{0:variable}}`, `{{name}}`, `{{0}}` (specification "Variables").
 */
/** A stretch of text, or a placeholder with the source between its braces. */
export type Part =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Placeholder"; readonly source: string }

/** The variable that a placeholder refers to, by id or by name. */
export type Reference =
  | { readonly _tag: "Id"; readonly id: number; readonly type: string | null }
  | { readonly _tag: "Name"; readonly name: string }

/** Splits a body at its placeholders. Braces without a counterpart are text. */
export const split = (template: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let at = 0
  while (at < template.length) {
    const open = template.indexOf("{{", at)
    const close = open < 0 ? -1 : template.indexOf("}}", open + 2)
    if (close < 0) break
    if (open > at) parts.push({ _tag: "Text", text: template.slice(at, open) })
    parts.push({ _tag: "Placeholder", source: template.slice(open + 2, close) })
    at = close + 2
  }
  if (at < template.length) parts.push({ _tag: "Text", text: template.slice(at) })
  return parts
}

/** Parses the source between the braces. Returns null when it has none of the three forms. */
export const parse = (source: string): Reference | null => {
  const byId = /^(\d{1,9})(?::([^:]*))?$/.exec(source)
  if (byId !== null) return { _tag: "Id", id: Number(byId[1]), type: byId[2] ?? null }
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(source) ? { _tag: "Name", name: source } : null
}

/** Returns the text with each placeholder replaced by `instead`. */
export const without = (template: string, instead: string): string =>
  split(template).map((part) => part._tag === "Text" ? part.text : instead).join("")

/** Returns the variable that a placeholder refers to, or undefined when it is not declared. */
export const resolve = <Variable extends { readonly id: number; readonly name: string }>(
  reference: Reference,
  variables: ReadonlyArray<Variable>
): Variable | undefined =>
  variables.find((variable) =>
    reference._tag === "Id" ? variable.id === reference.id : variable.name === reference.name
  )
