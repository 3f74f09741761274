/**
 * Arbitraries of valid template definitions together with their parts, so that a test can compute the expected
 * rendering.
 */
import type { Definition, Variable } from "@signalbox/core/Definition"
import * as fc from "fast-check"

/** The forms in which a placeholder names its variable. */
export type Form = "{{id:type}}" | "{{id}}" | "{{name}}"

/** A stretch of text, or a placeholder for the variable at this index. */
export type Fragment = string | { readonly variable: number; readonly form: Form }

export interface Draft {
  /** The names of the variables, in the order of their ids. */
  readonly names: ReadonlyArray<string>
  readonly fragments: ReadonlyArray<Fragment>
}

/** Text without a pair of opening braces, and none that makes one with what follows. */
export const plainText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.constantFrom("Hello", " ", "{ one }", "}}", "}", "100 %", "https://example.com/a?b=c", "\n")
).map((text) => text.replace(/\{{2,}/g, "{").replace(/\{+$/, "")).filter((text) => text !== "")

const identifier = fc.tuple(
  fc.constantFrom("a", "Z", "_", "name", "order"),
  fc.constantFrom("", "1", "_id", "Of", "2b")
).map((parts) => parts.join(""))

/** A name that a `{{name}}` placeholder can say, or any other one. */
export const variableName: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: identifier },
  fc.constantFrom("first name", "größe", "7th", "a-b", "__proto__", "toString")
)

const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

const placeholder = (names: ReadonlyArray<string>, variable: number): fc.Arbitrary<Fragment> =>
  fc.constantFrom<Form>("{{id:type}}", "{{id}}", ...isIdentifier(names[variable]!) ? ["{{name}}" as const] : [])
    .map((form) => ({ variable, form }))

/** A text that uses each of these variables, some more than once, in any order and form. */
export const draftOf = (names: ReadonlyArray<string>): fc.Arbitrary<Draft> =>
  fc.tuple(
    fc.tuple(...names.map((_, index) => placeholder(names, index))),
    names.length === 0
      ? fc.constant([])
      : fc.array(fc.nat({ max: names.length - 1 }).chain((index) => placeholder(names, index)), { maxLength: 2 }),
    fc.array(plainText, { minLength: 1, maxLength: 4 })
  ).chain(([each, again, texts]) => {
    const fragments: ReadonlyArray<Fragment> = [...each, ...again, ...texts]
    return fc.shuffledSubarray([...fragments], { minLength: fragments.length })
  }).map((fragments) => ({ names, fragments }))
    .filter(({ fragments }) => fragments.some((fragment) => typeof fragment !== "string" || fragment.trim() !== ""))

export const draft: fc.Arbitrary<Draft> = fc.uniqueArray(variableName, { maxLength: 4 }).chain(draftOf)

export const variables = ({ names }: Draft): ReadonlyArray<Variable> =>
  names.map((name, id) => ({ id, name, type: "variable", props: { variableType: "text", sample: `sample ${id}` } }))

/** Returns the template as it is written. */
export const source = ({ names, fragments }: Draft): string =>
  fragments.map((fragment) =>
    typeof fragment === "string"
      ? fragment
      : fragment.form === "{{name}}"
      ? `{{${names[fragment.variable]}}}`
      : fragment.form === "{{id}}"
      ? `{{${fragment.variable}}}`
      : `{{${fragment.variable}:variable}}`
  ).join("")

/** Returns what a recipient reads when the variables have these values. */
export const expected = ({ fragments }: Draft, values: ReadonlyArray<string>): string =>
  fragments.map((fragment) => typeof fragment === "string" ? fragment : values[fragment.variable]!).join("")

export const toDefinition = (of: Draft): Definition => ({
  body: { multiChannel: { type: "text", template: source(of), variables: variables(of) } }
})

/** A definition with one body for all channels, and nothing else, that breaks no rule. */
export const valid: fc.Arbitrary<Definition> = draft.map(toDefinition)
