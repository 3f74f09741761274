/**
 * All changes of a source file that the operators make, by the line where they stand.
 */
import type { Change } from "./Change.ts"
import { domain, otherLiterals } from "./domainOperators.ts"
import type { Replaced } from "./generalOperators.ts"
import { changeOf, general } from "./generalOperators.ts"
import type { Node } from "./Syntax.ts"
import * as Syntax from "./Syntax.ts"

const isUnionElement = (node: Node, parent: Node | null): boolean =>
  node.type === "Literal" && typeof node["value"] === "string" && parent?.type !== "ExpressionStatement" &&
  parent?.["source"] !== node && !(parent?.type === "Property" && parent["key"] === node)

/** Every change of this text, in the order of the operators; those that change nothing are left out. */
export const of = (source: string): ReadonlyArray<Change> => {
  const text = ({ end, start }: Pick<Node, "start" | "end">): string => source.slice(start, end)
  const found: Array<Replaced> = []
  const literals: Array<Node> = []
  Syntax.walk(Syntax.parse(source), (node, parent) => {
    found.push(...general[node.type]?.(node, parent, text) ?? [], ...domain[node.type]?.(node, parent, text) ?? [])
    if (isUnionElement(node, parent)) literals.push(node)
  })
  return [...found, ...otherLiterals(literals, text)].map(changeOf).filter((change) => text(change) !== change.text)
}
