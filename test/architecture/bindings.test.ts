/**
 * An operation is bound to HTTP in one place: what it is asked by, who may ask and what runs cannot come apart.
 */
import * as Catalogue from "@signalbox/core/Catalogue"
import * as Legacy from "@signalbox/core/Legacy"
import { bindings } from "@signalbox/http/Api"
import { routes as legacyRoutes } from "@signalbox/http/legacy/LegacyApi"
import { describe, expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

const { operations } = Catalogue

const names = Object.keys(operations)

const catalogue = /^@signalbox\/core\/(?:\w+\/)*Catalogue$/

/** Every mention of an operation by a file of the HTTP side, by itself and not by the list of them. */
const mentions = sources.filter(({ path }) => path.startsWith("packages/http/src/")).flatMap(({ path, program }) => {
  const found: Array<{ readonly path: string; readonly operation: string }> = []
  const whole = new Set<string>()
  visit(program, (node) => {
    if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return
    if (!catalogue.test(String((node["source"] as Node)["value"]))) return
    for (const specifier of node["specifiers"] as ReadonlyArray<Node>) {
      const local = String((specifier["local"] as Node)["name"])
      if (specifier.type === "ImportNamespaceSpecifier") whole.add(local)
      else found.push({ path, operation: local })
    }
  })
  visit(program, (node) => {
    if (node.type !== "MemberExpression" || !whole.has(String((node["object"] as Node)["name"]))) return
    found.push({ path, operation: String((node["property"] as Node)["name"]) })
  })
  return found.filter(({ operation }) => /^[A-Z]/.test(operation))
})

describe("bindings", () => {
  it("are one of each operation", () => {
    expect(bindings.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it("of legacy v2 are one of each of its operations, and lie under /v2", () => {
    expect(legacyRoutes.map(({ name }) => name).toSorted()).toEqual(Object.keys(Legacy.operations).toSorted())
    expect(legacyRoutes.filter(({ path }) => !path.startsWith("/v2/"))).toEqual([])
    expect(names.filter((name) => name in Legacy.operations)).toEqual([])
  })

  it("are of different methods or paths", () => {
    const places = bindings.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it("are the one place of HTTP where an operation is named, and it is named there once", () => {
    expect(mentions.filter(({ path }) => path !== "packages/http/src/Contract.ts")).toEqual([])
    const named = mentions.map(({ operation }) => operation)
    expect(named.filter((operation, index) => named.indexOf(operation) !== index)).toEqual([])
    expect(named).toHaveLength(names.length)
  })

  it("are of operations that are listed once each, under a name that no other one has", () => {
    const listed = Object.entries(Catalogue).filter(([title]) => title !== "operations")
    expect(listed).toHaveLength(names.length)
    for (const [title, operation] of listed) {
      expect(operations[(operation as { readonly name: Catalogue.OperationName }).name], title).toBe(operation)
    }
  })
})
