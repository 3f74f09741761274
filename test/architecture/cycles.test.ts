/**
 * No import goes round in a circle, not even where it is of types alone: neither between files nor between the folders
 * of a package.
 */
import { describe, expect, it } from "vitest"
import { sources, target, unitOf } from "./Tree.ts"

type Graph = Map<string, Set<string>>

const connect = (graph: Graph, from: string, to: string): void => {
  if (!graph.has(from)) graph.set(from, new Set())
  graph.get(from)?.add(to)
}

/** The first circle that is met on each way through the graph. */
const circles = (graph: Graph): ReadonlyArray<string> => {
  const found: Array<string> = []
  const done = new Set<string>()
  const walk = (node: string, way: ReadonlyArray<string>): void => {
    const at = way.indexOf(node)
    if (at >= 0) found.push([...way.slice(at), node].join(" -> "))
    if (at >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...way, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}

/** The folder directly under `src`; a file that lies there itself stands for itself. */
const folderOf = (path: string): string => {
  const unit = unitOf(path)
  const [folder = "", ...rest] = path.slice(`${unit}/src/`.length).split("/")
  return `${unit}/src/${folder}${rest.length > 0 ? "/" : ""}`
}

describe("import cycles", () => {
  it("do not exist between files, types included", () => {
    const graph: Graph = new Map()
    for (const source of sources) {
      for (const { specifier } of source.imports) {
        if (specifier.startsWith(".")) connect(graph, source.path, target(source, specifier))
      }
    }
    expect(circles(graph)).toEqual([])
  })

  it("do not exist between folders, types included", () => {
    const graph: Graph = new Map()
    for (const source of sources.filter(({ path }) => path.startsWith(`${unitOf(path)}/src/`))) {
      for (const { specifier } of source.imports.filter((each) => each.specifier.startsWith("."))) {
        const [from, to] = [folderOf(source.path), folderOf(target(source, specifier))]
        if (from !== to) connect(graph, from, to)
      }
    }
    expect(circles(graph)).toEqual([])
  })
})
