/**
 * What must not stand in the text of any file.
 */
import { describe, expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { files, read, sources, visit } from "./Tree.ts"
import { uncovered } from "./Uncovered.ts"

const here = "test/architecture/text.test.ts"

const texts = files.filter((path) => path !== here && !/\.(png|jpe?g|gif|ico|wasm|woff2?|gz|tgz)$/.test(path))

const mentions = (pattern: RegExp): ReadonlyArray<string> =>
  texts.flatMap((path) =>
    read(path).split("\n").flatMap((line, index) => pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])
  )

describe("files", () => {
  it("refer to nothing beside the repository", () => {
    expect(mentions(/\.\.\/shared\b|(?<![\w.-])\/work\//)).toEqual([])
  })

  it("name no registry's host", () => {
    expect(mentions(/npmjs\.(org|com)|\bregistry\.[\w-]+\.|\/\/[\w.-]*(registry|artifactory|nexus)[\w.-]*[/:]/i))
      .toEqual([])
  })
})

const rules = JSON.parse(read("packages/testing/src/rules.json")) as ReadonlyArray<{ readonly id: string }>
const catalogue = new Set(rules.map(({ id }) => id))
const id = /[A-Z][A-Z0-9]{1,2}-\d{3}/
const tag = new RegExp(`\\[${id.source}(, ${id.source})*\\]`, "g")

const isTest = (path: string): boolean => path.endsWith(".test.ts") || path.startsWith("packages/testing/src/")

describe("rules", () => {
  it("have ids of one form, each once", () => {
    expect(rules.filter((rule) => new RegExp(`^${id.source}$`).exec(rule.id) === null)).toEqual([])
    expect(catalogue.size).toBe(rules.length)
  })

  it("that a test's title names are in the catalogue", () => {
    const unknown = sources.filter(({ path }) => isTest(path)).flatMap(({ path, text }) =>
      [...text.matchAll(tag)].flatMap(([tags]) =>
        tags.slice(1, -1).split(", ").flatMap((name) => catalogue.has(name) ? [] : [`${path} [${name}]`])
      )
    )
    expect(unknown).toEqual([])
  })

  it("are each named by a test, or say why not", () => {
    const tests = sources.filter(({ path }) => isTest(path)).map(({ text }) => text).join("\n")
    const named = new Set(tests.match(new RegExp(`\\b${id.source}\\b`, "g")))
    expect([...catalogue].filter((rule) => !named.has(rule))).toEqual(Object.keys(uncovered))
    for (const [rule, reason] of Object.entries(uncovered)) expect(reason.length, rule).toBeGreaterThan(40)
  })
})

const suites = new Set(["it", "test", "describe", "suite", "bench"])
const narrowing = new Set(["only", "skip", "todo"])

/** The variable at the root of a chain such as `it.effect.skip`. */
const base = (node: Node): unknown => {
  if (node.type === "MemberExpression") return base(node["object"] as Node)
  if (node.type === "CallExpression") return base(node["callee"] as Node)
  return node["name"]
}

describe("tests", () => {
  it("that are left out say why, in a comment on the same or on the previous line", () => {
    const silent = sources.filter(({ path }) => isTest(path)).flatMap((source) => {
      const lines = source.text.split("\n")
      const found: Array<string> = []
      visit(source.program, (node) => {
        if (node.type !== "MemberExpression") return
        const property = node["property"] as Node
        if (!narrowing.has(String(property["name"])) || !suites.has(String(base(node)))) return
        const line = source.lineOf(property)
        const said = (lines[line - 1] ?? "").includes("//") || /^\s*\/\/|\*\/\s*$/.test(lines[line - 2] ?? "")
        if (!said) found.push(`${source.path}:${line} ${lines[line - 1]?.trim()}`)
      })
      return found
    })
    expect(silent).toEqual([])
  })
})
