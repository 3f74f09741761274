/**
 * Work is named in one place for each kind, and the engine alone ends it.
 */
import { jobs } from "@signalbox/core/Jobs"
import { describe, expect, it } from "vitest"
import type { Node, Source } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

const core = sources.filter(({ path }) => /^packages\/core\/src\/(?!work\/).*\.ts$/.test(path))

const kinds = new Set<string>(jobs.map(({ kind }) => kind))
const lanes = new Set<string>(jobs.map(({ lane }) => lane.name))

const as = (value: unknown): Node | undefined => value as Node | undefined

const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === "Identifier" ? String(node["name"]) : node?.type === "Literal" ? String(node["value"]) : undefined

/** The value of a property of an object literal. */
const property = (node: Node, name: string): Node | undefined =>
  as(
    (node["properties"] as ReadonlyArray<Node>)
      .find((each) => each.type === "Property" && nameOf(as(each["key"])) === name)?.["value"]
  )

/** A string without its `as const`. */
const literal = (node: Node | undefined): unknown =>
  node?.type === "TSAsExpression"
    ? literal(as(node["expression"]))
    : node?.type === "Literal"
    ? node["value"]
    : undefined

const member = (node: Node | undefined): string | undefined =>
  node?.type === "MemberExpression" && node["computed"] !== true ? nameOf(as(node["property"])) : nameOf(node)

const found = (
  files: ReadonlyArray<Source>,
  check: (node: Node, parent: Node | undefined) => boolean
): ReadonlyArray<string> =>
  files.flatMap((source) => {
    const lines: Array<string> = []
    visit(source.program, (node, parent) => {
      if (check(node, parent)) lines.push(`${source.path}:${source.lineOf(node)}`)
    })
    return lines
  })

const texts = new Set(["slice", "split", "startsWith", "indexOf", "match", "replace"])

describe("work", () => {
  it("is named by the codec of its kind only, never by hand", () => {
    expect(found(core, (node) =>
      node.type === "ObjectExpression" && property(node, "value") === undefined &&
      property(node, "key") !== undefined && kinds.has(String(literal(property(node, "kind")))) &&
      // The codec itself: its key is a pair of functions.
      property(node, "lane") === undefined)).toEqual([])
    expect(
      found(core, (node) =>
        node.type === "Property" && nameOf(as(node["key"])) === "work" &&
        as(node["value"])?.type === "ObjectExpression")
    )
      .toEqual([])
  })

  it("has a key that nobody reads but the codec of its kind", () => {
    expect(
      found(
        core,
        (node) => node.type === "MemberExpression" && member(node) === "key" && member(as(node["object"])) === "work"
      )
    )
      .toEqual([])
    expect(
      found(
        core,
        (node, parent) =>
          node.type === "ObjectPattern" && parent?.type === "Property" && nameOf(as(parent["key"])) === "work" &&
          property(node, "key") !== undefined
      )
    ).toEqual([])
  })

  it("waits in lanes that nobody spells or takes apart by hand", () => {
    expect(found(core, (node) => {
      const text = node.type === "TemplateLiteral"
        ? as((node["quasis"] as ReadonlyArray<Node>)[0]?.["value"])?.["raw"]
        : literal(node)
      return typeof text === "string" && text.includes(":") && lanes.has(text.slice(0, text.indexOf(":")))
    })).toEqual([])
    expect(
      found(
        core,
        (node) =>
          node.type === "MemberExpression" && texts.has(String(member(node))) && member(as(node["object"])) === "lane"
      )
    )
      .toEqual([])
  })

  it("is ended by the engine: no decision says so itself", () => {
    const others = core.filter(({ path }) => !/\/(commit|engine)\//.test(path))
    expect(found(others, (node) => node.type === "Property" && nameOf(as(node["key"])) === "completes")).toEqual([])
  })

  it("of each kind that has a name has one job in the list", () => {
    const named = core.flatMap((source) => {
      const names: Array<string> = []
      visit(source.program, (node) => {
        const callee = as(node["callee"])
        if (node.type !== "CallExpression" || member(callee) !== "make") return
        if (nameOf(as(callee?.["object"])) !== "WorkName") return
        names.push(String(literal(property((node["arguments"] as ReadonlyArray<Node>)[0]!, "kind"))))
      })
      return names
    })
    expect(named.toSorted()).toEqual(jobs.map(({ kind }) => kind as string).toSorted())
  })
})
