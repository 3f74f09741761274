/**
 * An operation is bound to HTTP in one place: what it is asked by, who may ask and what runs cannot come apart.
 */
import { operations } from "@signalbox/core/Catalogue"
import * as Legacy from "@signalbox/core/Legacy"
import { bindings } from "@signalbox/http/Api"
import { routes as legacyRoutes } from "@signalbox/http/legacy/LegacyApi"
import { describe, expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

const names = Object.keys(operations)

/** Where a file of the HTTP side takes an operation from core. */
const imported = sources.filter(({ path }) => path.startsWith("packages/http/src/")).flatMap(({ path, program }) => {
  const found: Array<{ readonly path: string; readonly operation: string; readonly uses: number }> = []
  visit(program, (node) => {
    if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return
    const from = String((node["source"] as Node)["value"])
    if (!/^@signalbox\/core\/(?:\w+\/)*Catalogue$/.test(from)) return
    for (const specifier of node["specifiers"] as ReadonlyArray<Node>) {
      if (specifier.type !== "ImportSpecifier") continue
      const operation = String((specifier["local"] as Node)["name"])
      let uses = 0
      visit(program, (each, parent) => {
        if (each.type === "Identifier" && each["name"] === operation && parent?.type !== "ImportSpecifier") uses += 1
      })
      found.push({ path, operation, uses })
    }
  })
  return found
})

/** The operations by themselves, not the list of them. */
const bound = imported.filter(({ operation }) => /^[A-Z]/.test(operation))

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
    expect(bound.filter(({ path }) => path !== "packages/http/src/Api.ts")).toEqual([])
    expect(bound.filter(({ uses }) => uses !== 1)).toEqual([])
    expect(bound).toHaveLength(names.length)
  })

  it("and the catalogue call an operation by the same name", () => {
    for (const [name, operation] of Object.entries(operations)) expect(operation.name).toBe(name)
  })
})
