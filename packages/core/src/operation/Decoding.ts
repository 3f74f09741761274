/**
 * Decodes what a client sent: it returns the value, or every violation with its field and its code.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Lengths from "./Lengths.ts"

export interface Decoded<A> {
  /** The whole value, or only the fields that are valid by themselves. */
  readonly value: Partial<A>
  readonly violations: ReadonlyArray<Violation>
}

export type Decode<A> = (input: { readonly [key: string]: unknown }) => Decoded<A>

type Fields = { readonly [key: string]: Schema.Codec<unknown, unknown> }

/** Makes what decodes the whole, and each of its parts. */
const parsers = <A>(schema: Schema.Codec<A, unknown> & { readonly fields: Fields }) => ({
  whole: Schema.decodeUnknownResult(schema, { errors: "all" }),
  parts: Object.entries(schema.fields).map(([name, field]) =>
    [name, Schema.decodeUnknownResult(Schema.Struct({ [name]: field }))] as const
  ),
  judge: Lengths.judge(schema.ast)
})

/**
 * Makes a decoder for an object, which is ready at the first use. When the whole fails, each field is decoded by itself, so that checks over several
 * fields can use the valid ones.
 */
export const decoder = <A>(schema: Schema.Codec<A, unknown> & { readonly fields: Fields }): Decode<A> => {
  // Most paths and queries hold nothing.
  if (Object.keys(schema.fields).length === 0) return () => ({ value: Object.assign({}, null), violations: [] })
  let made: ReturnType<typeof parsers<A>> | null = null
  return (input) => {
    const { judge, parts, whole } = made ??= parsers(schema)
    const excess: Array<Lengths.Excess> = []
    const left = judge === null ? input : judge(input, [], excess)
    const decoded = whole(left)
    if (Result.isSuccess(decoded) && excess.length === 0) {
      return { value: decoded.success as Partial<A>, violations: [] }
    }
    const tooLong = new Set(excess.map(({ path: [name] }) => name))
    const sound = parts.filter(([name]) => !tooLong.has(name))
    return {
      value: Object.assign({}, ...sound.map(([, part]) => Result.getOrElse(part(left), () => ({})))),
      violations: [
        ...excess.map(({ message, path }) => leaf(path, { message }, message)),
        // What is too long is one violation, whatever its entries are.
        ...(Result.isSuccess(decoded) ? [] : violations(decoded.failure.issue)).filter(({ field }) =>
          !excess.some(({ path }) => isWithin(field, fieldName(path)))
        )
      ]
    }
  }
}

type Path = Lengths.Path

/** Returns whether a field is another one, or lies in it. */
const isWithin = (field: string, other: string): boolean =>
  field === other || field.startsWith(`${other}[`) || field.startsWith(`${other}.`)

/** Returns the name of a field, such as `template.id` or `to[2]`, and `body` for the whole. */
export const fieldName = (path: Path): string =>
  path.length === 0 ? "body" : path.reduce<string>(
    (name, step) =>
      typeof step === "number" ? `${name}[${step}]` : name === "" ? String(step) : `${name}.${String(step)}`,
    ""
  )

const leaf = (path: Path, annotations: Schema.Annotations.Annotations | undefined, message: string): Violation => ({
  field: fieldName(path),
  code: typeof annotations?.["violation"] === "string" ? annotations["violation"] as ViolationCode : "VALIDATION_001",
  message: typeof annotations?.["message"] === "string" ? annotations["message"] : message
})

const expectations: Readonly<Record<string, string>> = {
  String: "must be a string",
  Number: "must be a number",
  Boolean: "must be true or false",
  Arrays: "must be an array",
  Objects: "must be an object",
  Null: "must be null"
}

export const violations = (issue: SchemaIssue.Issue, path: Path = []): ReadonlyArray<Violation> => {
  switch (issue._tag) {
    case "Pointer":
      return violations(issue.issue, [...path, ...issue.path])
    case "Composite":
      return issue.issues.flatMap((inner) => violations(inner, path))
    case "AnyOf": {
      const inner = issue.issues.flatMap((each) => violations(each, path))
      return inner.length > 0 ? inner : [leaf(path, annotationsOf(issue.ast), expectation(issue.ast))]
    }
    case "Encoding":
      return violations(issue.issue, path)
    case "Filter":
      return issue.issue._tag === "InvalidValue"
        ? [
          leaf(
            path,
            issue.filter.annotations ?? issue.issue.annotations,
            `must be ${issue.filter.annotations?.["expected"] ?? "valid"}`
          )
        ]
        : violations(issue.issue, path)
    case "InvalidType":
      return [leaf(path, undefined, expectation(issue.ast))]
    case "MissingKey":
      return [leaf(path, issue.annotations, "is required")]
    case "UnexpectedKey":
      return [leaf(path, undefined, "is not known here")]
    default:
      return [leaf(path, undefined, "is not valid")]
  }
}

type Ast = {
  readonly _tag: string
  readonly literal?: unknown
  readonly annotations?: Schema.Annotations.Annotations | undefined
}

// `NullOr(X)` holds the annotations of X one level down.
const annotationsOf = (
  ast: Ast & { readonly types?: ReadonlyArray<Ast> }
): Schema.Annotations.Annotations | undefined =>
  ast.annotations?.["message"] !== undefined
    ? ast.annotations
    : ast.types?.find((type) => type.annotations?.["message"] !== undefined)?.annotations

const expectation = (ast: Ast & { readonly types?: ReadonlyArray<Ast> }): string =>
  expectations[ast._tag] ?? choice(ast.types ?? [ast]) ??
    ast.types?.map((type) => expectations[type._tag]).find((text) => text !== undefined && text !== "must be null") ??
    "is not valid"

/** Returns the sentence for a choice between texts, or undefined for any other type. */
const choice = (types: ReadonlyArray<Ast>): string | undefined =>
  types.length > 0 && types.every(({ literal }) => typeof literal === "string")
    ? `must be ${types.length === 1 ? "" : "one of: "}${types.map(({ literal }) => String(literal)).join(", ")}`
    : undefined
