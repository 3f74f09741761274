/**
 * Judges how many entries the arrays and records of a request have before anything looks at an entry, so that a body of
 * half a million entries costs no more than one of none (decisions 9.4).
 */
import type * as SchemaAST from "effect/SchemaAST"

export type Path = ReadonlyArray<PropertyKey>

/** An array or a record that is too long. */
export interface Excess {
  readonly path: Path
  readonly message: string
}

/**
 * Adds what is too long to `found`, and returns the value with one entry left of every such array and none of every
 * such record. It returns the very value when nothing is too long.
 */
export type Judge = (value: unknown, path: Path, found: Array<Excess>) => unknown

interface Bound {
  readonly most: number
  readonly message: string
}

/** Returns the bound that `Field.array` or `Field.record` has set. */
const boundOf = ({ checks }: SchemaAST.AST): Bound | null => {
  for (const { annotations } of checks ?? []) {
    const { message, most } = annotations ?? {}
    if (typeof most === "number" && typeof message === "string") return { most, message }
  }
  return null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Judges some entries of an object, and copies the object only when one of them changes. */
const entries = (
  value: Readonly<Record<string, unknown>>,
  judges: Iterable<readonly [name: string, judge: Judge]>,
  path: Path,
  found: Array<Excess>
): unknown => {
  let made: Record<string, unknown> | null = null
  for (const [name, judge] of judges) {
    if (!Object.hasOwn(value, name)) continue
    const left = judge(value[name], [...path, name], found)
    if (left !== value[name]) (made ??= { ...value })[name] = left
  }
  return made ?? value
}

/** Makes the judge of a Schema, or returns null when nothing in it has a bound. */
export const judge = (ast: SchemaAST.AST): Judge | null => {
  switch (ast._tag) {
    case "Union": {
      const [each] = ast.types.map(judge).filter((found) => found !== null)
      return each ?? null
    }
    case "Arrays":
      return ofArray(boundOf(ast), ast.rest[0] === undefined ? null : judge(ast.rest[0]))
    case "Objects": {
      const [index] = ast.indexSignatures
      return index === undefined ? ofStruct(ast) : ofRecord(boundOf(ast), judge(index.type))
    }
    default:
      return null
  }
}

const ofArray = (bound: Bound | null, item: Judge | null): Judge | null =>
  bound === null && item === null ? null : (value, path, found) => {
    if (!Array.isArray(value)) return value
    if (bound !== null && value.length > bound.most) {
      found.push({ path, message: bound.message })
      return value.slice(0, 1)
    }
    return item === null ? value : value.map((entry, index) => item(entry, [...path, index], found))
  }

const ofStruct = ({ propertySignatures }: SchemaAST.Objects): Judge | null => {
  const judges = propertySignatures.flatMap(({ name, type }) => {
    const each = judge(type)
    return each === null ? [] : [[String(name), each] as const]
  })
  return judges.length === 0
    ? null
    : (value, path, found) => isRecord(value) ? entries(value, judges, path, found) : value
}

const ofRecord = (bound: Bound | null, item: Judge | null): Judge | null =>
  bound === null && item === null ? null : (value, path, found) => {
    if (!isRecord(value)) return value
    const names = Object.keys(value)
    if (bound !== null && names.length > bound.most) {
      found.push({ path, message: bound.message })
      return {}
    }
    return item === null ? value : entries(value, names.map((name) => [name, item] as const), path, found)
  }
