/**
 * The operators that programs of this kind need and Stryker lacks: a row that is not expected, a gate that asks one thing
 * less, two ids of one type that change places, a step that is left out of a pipeline, a look that may be stale, a column
 * that a statement ignores.
 */
import type { Operator, Replaced } from "./generalOperators.ts"
import { column } from "./sqlOperators.ts"
import type { Node } from "./Syntax.ts"
import { child, children } from "./Syntax.ts"

/** Reads of facts that are checked at the commit, and those that may be stale. */
const stale: Readonly<Record<string, string>> = { get: "peek", find: "peekFound", page: "peekPage" }

const listed = (nodes: ReadonlyArray<Node>, text: (node: Node) => string): string => nodes.map(text).join(", ")

/** The list without one of its nodes, once for each. */
const without = (
  operator: string,
  all: ReadonlyArray<Node>,
  text: (node: Node) => string
): ReadonlyArray<Replaced> => {
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  return all.map((node) => [
    operator,
    { start: first.start, end: last.end },
    listed(all.filter((each) => each !== node), text)
  ])
}

const isPlain = ({ type }: Node): boolean => type === "Identifier" || type === "MemberExpression"

/** Neighbours that change places. Those of different types do not compile. */
const swapped = (operator: string, all: ReadonlyArray<Node>, text: (node: Node) => string): ReadonlyArray<Replaced> =>
  all.slice(1).flatMap((right, index): ReadonlyArray<Replaced> => {
    const left = all[index]
    if (left === undefined || !isPlain(left) || !isPlain(right) || text(left) === text(right)) return []
    return [[operator, { start: left.start, end: right.end }, `${text(right)}, ${text(left)}`]]
  })

/** These say the same in whatever order they are asked. */
const commutative = new Set(["Instant.latest", "Instant_.latest", "Layer.mergeAll", "Math.max", "Math.min"])

const callOf: Operator = (node, _, text) => {
  const callee = child(node, "callee")
  const called = children(node, "arguments")
  if (callee === null) return []
  const isPipe = callee.type === "MemberExpression" && child(callee, "property")?.["name"] === "pipe"
  const steps = isPipe || called.length > 1 ? without(isPipe ? "step" : "argument", called, text) : []
  const [object, property] = [child(callee, "object"), child(callee, "property")]
  const other = object?.["name"] === "Facts" ? stale[String(property?.["name"])] : undefined
  return [
    ...steps,
    ...commutative.has(text(callee)) ? [] : swapped("swapped arguments", called, text),
    ...other === undefined || property === null ? [] : [["stale facts", property, other] satisfies Replaced]
  ]
}

/** `{ from, to }` and `{ from: a, to: b }` with the values of two neighbours exchanged. */
const swappedFields: Operator = (node, _, text) => {
  const fields = children(node, "properties")
  return fields.slice(1).flatMap((right, index): ReadonlyArray<Replaced> => {
    const left = fields[index]
    const [key, value] = left === undefined ? [null, null] : [child(left, "key"), child(left, "value")]
    const [otherKey, otherValue] = [child(right, "key"), child(right, "value")]
    if (left === undefined || key === null || value === null || otherKey === null || otherValue === null) return []
    if (!isPlain(value) || !isPlain(otherValue) || text(value) === text(otherValue)) return []
    const exchanged = `${text(key)}: ${text(otherValue)}, ${text(otherKey)}: ${text(value)}`
    return [["swapped fields", { start: left.start, end: right.end }, exchanged]]
  })
}

/** A number that names a property is no bound. */
const number: Operator = (node, parent) => {
  const { value } = node
  const isKey = parent?.type === "Property" && child(parent, "key") === node
  return !isKey && typeof value === "number" && Number.isSafeInteger(value)
    ? [["bound", node, String(value + 1)], ["bound", node, `(${value - 1})`]]
    : []
}

/** By the type of a node. */
export const domain: Readonly<Record<string, Operator>> = {
  ArrayExpression: (node, _, text) => {
    const elements = children(node, "elements")
    return elements.length < 2 ? [] : without("element", elements, text)
  },
  ObjectExpression: (node, parent, text) => {
    const fields = children(node, "properties")
    return [...fields.length < 2 ? [] : without("field", fields, text), ...swappedFields(node, parent, text)]
  },
  LogicalExpression: (node, _, text) => {
    const [left, right] = [child(node, "left"), child(node, "right")]
    if (left === null || right === null || node["operator"] === "??") return []
    return [["conjunct", node, text(left)], ["conjunct", node, text(right)]]
  },
  CallExpression: callOf,
  Literal: (node, parent, text) => [...number(node, parent, text), ...column(node, parent, text)],
  TemplateLiteral: column
}

/**
 * Another element of a closed union: a literal of the same file, next to it in the order of its literals. Where the compiler
 * lets a literal be any text, this is one more wrong text.
 */
export const otherLiterals = (literals: ReadonlyArray<Node>, text: (node: Node) => string): ReadonlyArray<Replaced> => {
  const texts = [...new Set(literals.map(text))]
  if (texts.length < 2) return []
  return literals.map((node) => ["union", node, texts[(texts.indexOf(text(node)) + 1) % texts.length]!])
}
