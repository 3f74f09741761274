/**
 * Types of TypeScript from the trees of Schemas, with what each field means in a comment before it.
 */
import * as Describing from "@signalbox/http/openapi/Describing"
import type * as SchemaAST from "effect/SchemaAST"

/** The names by the types that they stand for. */
export type Names = ReadonlyMap<string, string>

/** Where a field stands: the component, or the parts of the operation's name, and the fields around it. */
export type Place = ReadonlyArray<string>

interface Print {
  readonly names: Names
  /** Null when nothing is described: two fields of one type may mean different things. */
  readonly place: Place | null
  /** The sentence about a field in a place, where it is no property of a body or an answer. */
  readonly describe?: ((name: string) => string | undefined) | undefined
}

/** Prints the type of a Schema's tree without descriptions; `names` replaces what has a name. */
export const plain = (ast: SchemaAST.AST, names: Names): string => print(ast, { names, place: null })

/** Prints it with descriptions. What has a name of its own is described where that is declared. */
export const described = (
  ast: SchemaAST.AST,
  names: Names,
  place: Place,
  describe?: Print["describe"]
): string => printWhole(ast, { names, place, describe })

const print = (ast: SchemaAST.AST, how: Print): string =>
  how.names.get(printWhole(ast, { ...how, place: null })) ?? printWhole(ast, how)

const comment = (sentence: string | undefined): string =>
  sentence === undefined ? "" : `/** ${sentence.replaceAll("*/", "*\\/")} */\n`

const placeOf = ({ annotations }: SchemaAST.AST, place: Place): Place => {
  const identifier: unknown = annotations?.["identifier"]
  return typeof identifier === "string" ? [identifier] : place
}

/** A field that has a sentence of its own is not looked up in the tables. */
const sentence = ({ describe, place }: Print, name: string, { annotations }: SchemaAST.AST): string | undefined => {
  if (place === null) return undefined
  const own: unknown = annotations?.["description"]
  if (typeof own === "string") return own
  return describe === undefined ? Describing.property(place, name) : describe(name)
}

const member = (name: string, isOptional: boolean, type: string): string =>
  `readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? "?" : ""}: ${type}`

const objectOf = (ast: SchemaAST.Objects, given: Print): string => {
  const how = given.place === null ? given : { ...given, place: placeOf(ast, given.place) }
  const { indexSignatures, propertySignatures } = ast
  const members = [
    ...propertySignatures.map(({ name, type }) => {
      const inner = how.place === null ? how : { names: how.names, place: [...how.place, String(name)] }
      const said = comment(sentence(how, String(name), type))
      return said + member(String(name), type.context?.isOptional === true, print(type, inner))
    }),
    ...indexSignatures.map(({ type }) => `readonly [name: string]: ${print(type, how)}`)
  ]
  return `{\n${members.map((each) => `${each}\n`).join("")}}`
}

const printWhole = (ast: SchemaAST.AST, how: Print): string => {
  switch (ast._tag) {
    case "String":
      return "string"
    case "Number":
      return "number"
    case "Boolean":
      return "boolean"
    case "Null":
      return "null"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Union": {
      const isOpen = ast.types.some(({ _tag }) => _tag === "Union") && ast.types.some(({ _tag }) => _tag === "String")
      // Beside a plain `string` no editor would complete the values that are known.
      return ast.types.map((type) => isOpen && type._tag === "String" ? "(string & {})" : print(type, how)).join(" | ")
    }
    case "Arrays":
      return `ReadonlyArray<${print(ast.rest[0]!, how)}>`
    case "Objects":
      return objectOf(ast, how)
    case "Declaration":
      return "Json"
    default:
      throw new Error(`There is no way to print ${ast._tag}.`)
  }
}
