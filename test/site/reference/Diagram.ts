/**
 * Draws a graph of states as SVG, for light and for dark pages.
 */
import { instance } from "@viz-js/viz"

export interface Edge {
  readonly from: string
  readonly to: string
  readonly label?: string
}

export interface Graph {
  readonly edges: ReadonlyArray<Edge>
  readonly direction: "LR" | "TB"
  /** States in which nothing happens any more, or only what mends them. */
  readonly good?: ReadonlyArray<string>
  readonly bad?: ReadonlyArray<string>
}

export type Scheme = "light" | "dark"

interface Colours {
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly paper: string
  readonly good: string
  readonly bad: string
}

const colours: Readonly<Record<Scheme, Colours>> = {
  light: { ink: "#1c2024", soft: "#565d66", line: "#8b929b", paper: "#ffffff", good: "#1a7f37", bad: "#b3261e" },
  dark: { ink: "#e6e8ea", soft: "#a4abb3", line: "#7d858e", paper: "#1b1f1e", good: "#4cc26b", bad: "#ff8a80" }
}

const viz = await instance()

const quoted = (text: string): string => JSON.stringify(text)

const dot = ({ bad = [], direction, edges, good = [] }: Graph, scheme: Scheme): string => {
  const { bad: red, good: green, ink, line, paper, soft } = colours[scheme]
  const font = `fontname="Helvetica,Arial,sans-serif"`
  const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  const nodeLine = (name: string): string => {
    if (name === "(new)") return `${quoted(name)} [shape=circle label="" width=0.16 style=filled fillcolor="${line}"]`
    const edge = good.includes(name) ? green : bad.includes(name) ? red : line
    return `${quoted(name)} [color="${edge}"]`
  }
  return [
    "digraph {",
    `graph [rankdir=${direction} bgcolor=transparent nodesep=0.32 ranksep=0.5 ${font}]`,
    `node [shape=box style="rounded,filled" fillcolor="${paper}" fontcolor="${ink}" fontsize=12 margin="0.16,0.07" height=0.3 penwidth=1.6 ${font}]`,
    `edge [color="${line}" fontcolor="${soft}" fontsize=10 arrowsize=0.65 ${font}]`,
    ...nodes.map(nodeLine),
    ...edges.map(({ from, label = "", to }) => `${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}]`),
    "}"
  ].join("\n")
}

/** One edge for all that leads from one state to another. */
export const merged = (edges: ReadonlyArray<Edge>): ReadonlyArray<Edge> => {
  const found = new Map<string, Edge>()
  for (const edge of edges) {
    const key = `${edge.from}\0${edge.to}`
    const before = found.get(key)
    const labels = [before?.label, edge.label].filter((label) => label !== undefined && label !== "")
    found.set(key, { ...edge, label: [...new Set(labels)].join("\n") })
  }
  return [...found.values()]
}

export const svg = (graph: Graph, scheme: Scheme): string =>
  viz.renderString(dot(graph, scheme), { format: "svg" })
    .replace(/^[\s\S]*?(?=<svg)/, "").replace(/<!--[\s\S]*?-->\n?/g, "").replace(/<title>[\s\S]*?<\/title>\n?/g, "")
