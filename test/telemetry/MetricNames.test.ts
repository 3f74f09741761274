/**
 * Whoever draws a metric or is woken by one finds it after each update by the same name, of the same kind, with the same
 * sentence. `npm test -- test/telemetry/MetricNames -u` writes them down anew.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { files, root } from "../architecture/Tree.ts"
import * as Syntax from "../mutate/generated/Syntax.ts"

const sources = files.filter((path) => /^(packages|adapters)\/[^/]+\/src\/.+\.ts$/.test(path))

/** The metrics that a module makes: the kind, the name and what is told beside it, as they are written. */
const made = (path: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, path), "utf8")
  if (!text.includes("Metric.")) return []
  const found: Array<string> = []
  Syntax.walk(Syntax.parse(text), (node) => {
    if (node.type !== "CallExpression") return
    const callee = Syntax.child(node, "callee")
    if (callee === null || Syntax.child(callee, "object")?.["name"] !== "Metric") return
    const [name, options] = Syntax.children(node, "arguments")
    if (typeof name?.["value"] !== "string" || options === undefined) return
    const words = [text.slice(callee.start, callee.end), name["value"], text.slice(options.start, options.end)]
    found.push(words.join(" ").replaceAll(/\s+/g, " "))
  })
  return found
}

it("each metric keeps its name, its kind and its sentence", async () => {
  const metrics = sources.flatMap(made)
  expect(metrics.length).toBeGreaterThan(12)
  await expect(`${metrics.toSorted().join("\n")}\n`).toMatchFileSnapshot("metrics.txt")
})

it("the guide tells of each metric, with its kind", () => {
  const guide = readFileSync(join(root, "docs/guides/observability.md"), "utf8")
  const told = guide.split("\n").flatMap((row) => {
    const [, names = "", kinds = ""] = row.split("|").map((cell) => cell.trim())
    const all = [...names.matchAll(/`(signalbox_\w+)`/g)].map(([, name = ""]) => name)
    return all.map((name, at) => `Metric.${kinds.split(", ")[at] ?? ""} ${name}`)
  })
  const metrics = sources.flatMap(made).map((metric) => metric.split(" ").slice(0, 2).join(" "))
  expect(told.toSorted()).toEqual(metrics.toSorted())
})
