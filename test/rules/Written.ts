/**
 * The tests that name rules as they are written, which takes no run: titles, and rows of tables from which titles are
 * made.
 */
import { parseAst } from "rolldown/parseAst"
import { id } from "./Catalogue.ts"
import type { Naming } from "./Naming.ts"
import { bare, named, unknown } from "./Naming.ts"

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** The text that a node stands for, or null. */
const textOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null
  if (node.type === "TemplateLiteral") {
    const parts = node["quasis"] as ReadonlyArray<{ readonly value: { readonly cooked: string } }>
    return parts.map(({ value }) => value.cooked).join(unknown)
  }
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return null
  const [left, right] = [textOf(node["left"]), textOf(node["right"])]
  return left === null && right === null ? null : `${left ?? unknown}${right ?? unknown}`
}

/** The variable at the root of a chain such as `describe.each(table)`. */
const root = (node: unknown): unknown =>
  isNode(node) ? node["name"] ?? root(node["object"] ?? node["callee"] ?? node["tag"]) : undefined

const row = new RegExp(`^${id.source}(, ${id.source})*$`)

/** `[code, 400, "BTN-005"]` and `row("BTN-005", "11 buttons")`: what stands beside the rules says which case it is. */
const caseOf = (siblings: ReadonlyArray<unknown>): string | undefined =>
  siblings.map(textOf).find((text): text is string => text !== null && text !== "" && !row.test(text))

/** The tests of one file that name rules. Texts of the form of an id count in rows only if `isRule` holds for them. */
export const read = (file: string, source: string, isRule: (name: string) => boolean): ReadonlyArray<Naming> => {
  const found: Array<Naming> = []
  const add = (rules: ReadonlyArray<string>, title: string): void => {
    found.push({ file, title, rules, state: "written" })
  }
  const go = (node: Node, above: ReadonlyArray<string>, siblings: ReadonlyArray<unknown>): void => {
    const text = textOf(node)
    if (text !== null && row.test(text)) {
      const rules = text.split(", ").filter(isRule)
      if (rules.length > 0) add(rules, [...above, `(a row) ${caseOf(siblings) ?? ""}`.trim()].join(": "))
    } else if (text !== null && named(text).length > 0) {
      add(named(text), [...above, bare(text)].filter((part) => part !== "").join(": "))
    }
    const [first] = node["arguments"] as ReadonlyArray<unknown> | undefined ?? []
    const title = node.type === "CallExpression" && root(node["callee"]) === "describe" ? textOf(first) : null
    const within = title === null ? above : [...above, bare(title)]
    for (const value of Object.values(node)) {
      if (text !== null && node.type === "BinaryExpression") break
      const children = Array.isArray(value) ? value : [value]
      for (const child of children) if (isNode(child)) go(child, child === first ? above : within, children)
    }
  }
  if (new RegExp(id).test(source)) go(parseAst(source, { lang: "ts" }, file) as unknown as Node, [], [])
  return found
}
