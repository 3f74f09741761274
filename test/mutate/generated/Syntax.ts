/**
 * The syntax tree of a source file, without its types: nothing that only the compiler reads can be broken.
 */
import { parseAst } from "rolldown/parseAst"

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value

/** Nodes of types that hold an expression which is run. */
const wrappers = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression"
])

const ofTypes = new Set(["typeAnnotation", "typeParameters", "typeArguments", "returnType", "implements", "decorators"])

const isSkipped = ({ declare, exportKind, type }: Node): boolean =>
  (type.startsWith("TS") && !wrappers.has(type)) || type === "ImportDeclaration" || type === "ExportAllDeclaration" ||
  declare === true || exportKind === "type"

export const parse = (text: string): Node => parseAst(text, { lang: "ts", sourceType: "module" }) as unknown as Node

export const child = (node: Node, key: string): Node | null => {
  const found = node[key]
  return isNode(found) ? found : null
}

export const children = (node: Node, key: string): ReadonlyArray<Node> => {
  const found = node[key]
  return Array.isArray(found) ? found.filter(isNode) : []
}

/** The expression that is run of one with a type behind it. */
export const untyped = (node: Node): Node => {
  const inner = wrappers.has(node.type) ? child(node, "expression") : null
  return inner === null ? node : untyped(inner)
}

/** Calls `visit` for each node that runs, from the outside in. */
export const walk = (
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null
): void => {
  if (isSkipped(node)) return
  visit(node, parent)
  for (const [key, value] of Object.entries(node)) {
    if (ofTypes.has(key)) continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit, node)
  }
}
