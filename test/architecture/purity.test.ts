/**
 * Core is a function of its inputs: no hidden clock, no hidden randomness, no global state, no running of effects.
 * The compiler refuses what is not declared; this refuses what is.
 */
import { describe, expect, it } from "vitest"
import type { Node, Source } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

const core = sources.filter(({ path }) => path.startsWith("packages/core/src/") && !path.endsWith(".d.ts"))

const globals = new Set(["globalThis", "console", "eval"])
const pureOfDate = new Set(["UTC", "parse"])

const as = (value: unknown): Node | undefined => value as Node | undefined
const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === "Identifier" ? String(node["name"]) : node?.type === "Literal" ? String(node["value"]) : undefined

/** Returns whether an identifier is the name of a property or of a type, and so refers to no variable. */
const isLabel = (parent: Node | undefined, key: string): boolean =>
  (parent?.type === "MemberExpression" && key === "property" && parent["computed"] !== true) ||
  (parent?.type === "Property" && key === "key" && parent["computed"] !== true) ||
  (parent?.type.startsWith("TS") === true && key !== "expression") ||
  parent?.type === "ImportSpecifier" || parent?.type === "ExportSpecifier" ||
  parent?.type === "ImportNamespaceSpecifier" || parent?.type === "ExportAllDeclaration"

/** The member that is read of a variable, if that is all that happens to it. */
const memberOf = (parent: Node | undefined, key: string): string | undefined =>
  parent?.type === "MemberExpression" && key === "object" ? nameOf(as(parent["property"])) : undefined

/** The names under which a file knows the module `effect/Effect`. */
const effectNames = (source: Source): ReadonlySet<string> => {
  const names = new Set<string>()
  visit(source.program, (node) => {
    if (node.type !== "ImportDeclaration" || as(node["source"])?.["value"] !== "effect/Effect") return
    for (const specifier of node["specifiers"] as ReadonlyArray<Node>) {
      if (specifier.type === "ImportNamespaceSpecifier") names.add(nameOf(as(specifier["local"])) ?? "")
      else names.add(`.${nameOf(as(specifier["imported"]))}`)
    }
  })
  return names
}

const effects = new Map(core.map((source) => [source, effectNames(source)]))

const violations = (check: (source: Source, node: Node, parent: Node | undefined, key: string) => boolean) =>
  core.flatMap((source) => {
    const found: Array<string> = []
    visit(source.program, (node, parent, key) => {
      if (!check(source, node, parent, key)) return
      found.push(`${source.path}:${source.lineOf(node)} ${source.text.slice(node.start).split("\n")[0]?.slice(0, 60)}`)
    })
    return found
  })

const variable = (name: string, node: Node, parent: Node | undefined, key: string): boolean =>
  node.type === "Identifier" && node["name"] === name && !isLabel(parent, key)

describe("core", () => {
  it("reads no clock: no new Date, no Date.now", () => {
    expect(
      violations((_, node, parent, key) =>
        variable("Date", node, parent, key) && !pureOfDate.has(memberOf(parent, key) ?? "")
      )
    ).toEqual([])
  })

  it("draws no lots: no Math.random, no effect/Random", () => {
    expect(
      violations((_, node, parent, key) =>
        (variable("Math", node, parent, key) && [undefined, "random"].includes(memberOf(parent, key))) ||
        (node.type === "ImportDeclaration" && as(node["source"])?.["value"] === "effect/Random")
      )
    ).toEqual([])
  })

  it("knows nothing of the outside world", () => {
    expect(
      violations((_, node, parent, key) =>
        (node.type === "Identifier" && globals.has(String(node["name"])) && !isLabel(parent, key)) ||
        (node.type === "ImportDeclaration" && String(as(node["source"])?.["value"]).startsWith("node:")) ||
        node.type === "ImportExpression"
      )
    ).toEqual([])
  })

  it("asks the runtime for nothing but a hash", () => {
    expect(
      violations(({ path }, node, parent, key) =>
        !path.endsWith("/value/Sha256.ts") && variable("process", node, parent, key)
      )
    ).toEqual([])
  })

  it("leaves the checks on: no *Unsafe, but where a step reads of its caller what effects read, or is a clock", () => {
    expect(
      violations(({ path }, node) =>
        !/engine\/(?:Asker|ServiceClock)\.ts$/.test(path) && node.type === "Identifier" &&
        String(node["name"]).endsWith("Unsafe")
      )
    ).toEqual([])
  })

  it("runs no effect: no Effect.run*", () => {
    expect(violations((source, node) => {
      const names = effects.get(source) ?? new Set()
      if (node.type === "ImportDeclaration") {
        return as(node["source"])?.["value"] === "effect/Effect" && [...names].some((name) => name.startsWith(".run"))
      }
      return node.type === "MemberExpression" && names.has(nameOf(as(node["object"])) ?? "-") &&
        /^run[A-Z]/.test(nameOf(as(node["property"])) ?? "")
    })).toEqual([])
  })
})
