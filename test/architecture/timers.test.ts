/**
 * Hosts replace the timers of their process in tests, and give them back without those that are still to come. So what
 * runs within a host takes its timers once, in a module of its own, when it is loaded.
 */
import { expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { sources, visit } from "./Tree.ts"

/** The emulator is a process of its own. */
const hosted = sources.filter(({ path }) =>
  /^(adapters\/[^/]+|packages\/(signalbox|http|core))\/src\//.test(path) && !/\/timers\.ts$/i.test(path)
)

const globals: ReadonlySet<unknown> = new Set(["setTimeout", "setInterval", "setImmediate"])

it("timers of the moment of a call are used nowhere", () => {
  const found: Array<string> = []
  for (const source of hosted) {
    for (const { specifier } of source.imports) {
      if (/^(node:)?timers(\/promises)?$/.test(specifier)) found.push(`${source.path} imports ${specifier}`)
    }
    visit(source.program, (node) => {
      if (node.type !== "CallExpression") return
      const callee = node["callee"] as Node
      const name = callee["name"] ?? (callee["property"] as Node | undefined)?.["name"]
      if (
        globals.has(name) && node["arguments"] !== undefined && (node["arguments"] as ReadonlyArray<Node>).length > 0
      ) {
        const isMethodOfSocket = callee.type === "MemberExpression" &&
          (callee["object"] as Node)["name"] !== "globalThis"
        if (!isMethodOfSocket) found.push(`${source.path}:${source.lineOf(node)} calls ${String(name)}`)
      }
    })
  }
  expect(hosted.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})
