/**
 * Draws the flowcharts that pages have for forges, in as much of Mermaid as they use: `a[label]`, `a[(label)]`, `a -- label
 * --> b`, `a -. label .-> b`, chains, and nothing else.
 */
import * as Diagram from "./reference/Diagram.ts"

interface Node {
  readonly id: string
  readonly label: string
}

const nodeOf = (text: string): Node => {
  const [, id, label] = /^(\w+)(?:\[\(?([^\])]*)\)?\])?$/.exec(text.trim()) ?? []
  if (id === undefined) throw new Error(`The flowchart has a node that is not understood: ${text}`)
  return { id, label: label ?? id }
}

const arrow = /\s*(?:-- ?"?([^">]*?)"? ?-->|-\. ?"?([^".]*?)"? ?\.->|-->|-\.->)\s*/

/** Returns the edges of a flowchart, by the labels of its nodes. */
export const edgesOf = (text: string): ReadonlyArray<Diagram.Edge> => {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
  if (!/^flowchart (?:LR|TB)$/.test(lines[0] ?? "")) {
    throw new Error(`Only flowcharts are drawn, and not "${lines[0]}".`)
  }
  const labels = new Map<string, string>()
  const found: Array<readonly [from: string, to: string, label: string]> = []
  for (const line of lines.slice(1)) {
    const [first = "", ...rest] = line.split(arrow)
    let from = nodeOf(first)
    if (from.label !== from.id) labels.set(from.id, from.label)
    for (let index = 0; index < rest.length; index += 3) {
      const to = nodeOf(rest[index + 2] ?? "")
      if (to.label !== to.id) labels.set(to.id, to.label)
      found.push([from.id, to.id, rest[index] ?? rest[index + 1] ?? ""])
      from = to
    }
  }
  const named = (id: string): string => labels.get(id) ?? id
  return found.map(([from, to, label]) => ({ from: named(from), to: named(to), label }))
}

const wrapped = (text: string): string => text.replace(/(.{14,}?)[ /]/g, (part) => `${part.trimEnd()}\n`)

export interface Drawn {
  readonly text: string
  /** By their addresses. */
  readonly pictures: ReadonlyMap<string, string>
}

/** Returns a page with pictures in place of its flowcharts. `name` begins the addresses of the pictures. */
export const drawn = (page: string, name: string): Drawn => {
  const pictures = new Map<string, string>()
  let count = 0
  const text = page.replace(/^```mermaid\n([\s\S]*?)^```$/gm, (_, chart: string) => {
    count += 1
    const edges = edgesOf(chart)
    const said = edges.map(({ from, to }) => `${from} to ${to}`).join(", ")
    return (["light", "dark"] as const).map((scheme) => {
      const path = `charts/${name}-${count}-${scheme}.svg`
      const short = edges.map((edge) => ({ ...edge, from: wrapped(edge.from), to: wrapped(edge.to) }))
      pictures.set(path, Diagram.svg({ direction: "TB", edges: short }, scheme))
      return `![From ${said.replaceAll(/[[\]]/g, "")}](/${path}){.${scheme}-only}`
    }).join("\n")
  })
  return { text, pictures }
}
