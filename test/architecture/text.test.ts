/** No file's text holds what these tests forbid. */
import { describe, expect, it } from "vitest"
import type { Node } from "./Tree.ts"
import { files, read, sources, visit } from "./Tree.ts"

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

  it("say which of its meanings they mean instead of \"at once\": immediately, at the same time, together", () => {
    expect(mentions(/(?<!\bth)\bat once\b|\bat_once\b|[a-z]AtOnce\b|\batOnce/i)).toEqual([])
  })

  it("name no registry's host", () => {
    expect(mentions(/npmjs\.(org|com)|\bregistry\.[\w-]+\.|\/\/[\w.-]*(registry|artifactory|nexus)[\w.-]*[/:]/i))
      .toEqual([])
  })
})

describe("types", () => {
  it("have the field's names, and none that needs an explanation", () => {
    const old = /^(?:export )?(?:interface|type|class) (?:Accident|Bell|Drift|News|Piece|Purse|Stranger|Told|Turn)\b/
    expect(mentions(old)).toEqual([])
  })
})

/** The first word of every doc comment, and where it stands. */
const openings = (text: string): ReadonlyArray<{ readonly word: string; readonly line: number }> =>
  [...text.matchAll(/\/\*\*[\s*]*(\w+)/g)].map(({ 1: word = "", index }) => ({
    word,
    line: text.slice(0, index).split("\n").length
  }))

describe("doc comments", () => {
  // Fields of the facade's calls have the sentences of the OpenAPI document.
  const comments = sources.filter(({ path }) => path !== here && !path.startsWith("packages/signalbox/src/calls/"))
    .flatMap(({ path, text }) => openings(text).map((opening) => ({ path, ...opening })))

  it("are sentences whose subject acts: none begins with \"What\"", () => {
    expect(comments.length).toBeGreaterThan(3000)
    expect(comments.filter(({ word }) => word === "What").map(({ line, path }) => `${path}:${line}`)).toEqual([])
  })

  it("of functions say that they return whether, and begin with no question", () => {
    const asking =
      /\/\*\*[\s*]*(?:Whether|How|When)\b[^/]*\*\/\n\s*(?:export )?(?:const \w+ = (?:async )?\(|function\b|get \w+\()/g
    const found = sources.filter(({ path }) => /^(packages|adapters)\//.test(path)).flatMap(({ path, text }) =>
      [...text.matchAll(asking)].map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`)
    )
    expect(found).toEqual([])
  })

  it("are read from their first word on, whatever their form", () => {
    expect(openings("/** What is due. */\n/**\n * What else.\n */\n/** Tells what. */").map(({ word }) => word))
      .toEqual(["What", "What", "Tells"])
  })
})

const isTest = (path: string): boolean => path.endsWith(".test.ts") || path.startsWith("packages/testing/src/")

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
