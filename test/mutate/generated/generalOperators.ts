/**
 * The operators of Stryker (https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators), as a table: what
 * stands for what. A change that does not compile, or compiles to the same, is thrown away later.
 */
import type { Change } from "./Change.ts"
import type { Node } from "./Syntax.ts"
import { child, children } from "./Syntax.ts"

/** The operator, and what stands instead of a node. */
export type Replaced = readonly [operator: string, node: Pick<Node, "start" | "end">, text: string]

export type Operator = (node: Node, parent: Node | null, text: (node: Node) => string) => ReadonlyArray<Replaced>

const binary: Readonly<Record<string, ReadonlyArray<string>>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"]
}

const methods: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toUpperCase: "toLowerCase",
  toLowerCase: "toUpperCase",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  find: "findLast",
  trimStart: "trimEnd",
  trimEnd: "trimStart"
}

/** Calls that may be left out: what they are called on stands for them. */
const dropped = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "toReversed",
  "reverse",
  "trim",
  "replace",
  "replaceAll",
  "concat"
])

const assignments: Readonly<Record<string, string>> = {
  "+=": "-=",
  "-=": "+=",
  "&&=": "||=",
  "||=": "&&=",
  "??=": "&&="
}

const operatorOf: Operator = (node, _, text) => {
  const [left, right, operator] = [child(node, "left"), child(node, "right"), node["operator"]]
  if (left === null || right === null || typeof operator !== "string") return []
  return (binary[operator] ?? []).map((other) => ["operator", node, `(${text(left)}) ${other} (${text(right)})`])
}

const conditionOf: Operator = (node) => {
  const test = child(node, "test")
  if (test === null) return []
  const values = node.type === "IfStatement" || node.type === "ConditionalExpression" ? ["true", "false"] : ["false"]
  return values.map((value) => ["condition", test, value])
}

const literalOf: Operator = (node, parent) => {
  const { type, value } = node
  if (type === "TemplateLiteral") return [["string", node, "``"]]
  if (typeof value === "boolean") return [["boolean", node, String(!value)]]
  // A directive such as "use strict", and the name of a module.
  if (typeof value !== "string" || parent?.type === "ExpressionStatement" || parent?.["source"] === node) return []
  if (parent?.type === "Property" && parent["key"] === node) return []
  return [["string", node, value === "" ? `"mutated"` : `""`]]
}

const callOf: Operator = (node, _, text) => {
  const callee = child(node, "callee")
  const [object, property] = callee?.type === "MemberExpression"
    ? [child(callee, "object"), child(callee, "property")]
    : [null, null]
  if (object === null || property === null || typeof property["name"] !== "string") return []
  const other = Object.hasOwn(methods, property["name"]) ? methods[property["name"]] : undefined
  return [
    ...other === undefined ? [] : [["method", property, other] satisfies Replaced],
    ...dropped.has(property["name"]) ? [["method", node, text(object)] satisfies Replaced] : []
  ]
}

const unaryOf: Operator = (node, _, text) => {
  const argument = child(node, "argument")
  if (argument === null || (node["operator"] !== "!" && node["operator"] !== "-")) return []
  return [["unary", node, text(argument)]]
}

/** By the type of a node. */
export const general: Readonly<Record<string, Operator>> = {
  BinaryExpression: operatorOf,
  LogicalExpression: operatorOf,
  IfStatement: conditionOf,
  ConditionalExpression: conditionOf,
  WhileStatement: conditionOf,
  ForStatement: conditionOf,
  Literal: literalOf,
  TemplateLiteral: (node, parent, text) =>
    parent?.type === "TaggedTemplateExpression" ? [] : literalOf(node, parent, text),
  CallExpression: callOf,
  UnaryExpression: unaryOf,
  UpdateExpression: (node, _, text) => {
    const argument = child(node, "argument")
    return argument === null ? [] : [["update", node, `${text(argument)}${node["operator"] === "++" ? "--" : "++"}`]]
  },
  AssignmentExpression: (node, _, text) => {
    const [left, right, other] = [child(node, "left"), child(node, "right"), assignments[String(node["operator"])]]
    return left === null || right === null || other === undefined
      ? []
      : [["assignment", node, `${text(left)} ${other} ${text(right)}`]]
  },
  ArrayExpression: (node) => children(node, "elements").length === 0 ? [] : [["array", node, "[]"]],
  ObjectExpression: (node) => children(node, "properties").length === 0 ? [] : [["object", node, "({})"]],
  BlockStatement: (node) => children(node, "body").length === 0 ? [] : [["block", node, "{}"]],
  ArrowFunctionExpression: (node) => {
    const body = child(node, "body")
    return body === null || node["expression"] !== true ? [] : [["arrow function", body, "undefined"]]
  },
  ExpressionStatement: (node) => [["statement", node, ";"]],
  MemberExpression: (node, _, text) => {
    const [object, property] = [child(node, "object"), child(node, "property")]
    if (object === null || property === null || node["optional"] !== true) return []
    return [[
      "optional chaining",
      node,
      node["computed"] === true ? `${text(object)}[${text(property)}]` : `${text(object)}.${text(property)}`
    ]]
  }
}

export const changeOf = ([operator, { end, start }, text]: Replaced): Change => ({ operator, start, end, text })
