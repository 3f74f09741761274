/**
 * The names of decisions: audit logs, traces and the words of failures tell by them what was done, so whoever searches for one
 * finds it after each update. `npm test -- test/core/commit/DecisionName -u` writes them down anew.
 */
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"
import { files, root } from "../../architecture/Tree.ts"

const load = createRequire(import.meta.url)

const sources = "packages/core/src/"

const isDecision = (value: unknown): value is { readonly name: string } =>
  typeof value === "object" && value !== null && "decide" in value && "needs" in value && "name" in value

it("each decision goes by its name", async () => {
  const named: Array<string> = []
  for (const file of files.filter((path) => path.startsWith(sources) && /\/[A-Z]\w*\.ts$/.test(path)).toSorted()) {
    const module = load(join(root, file)) as Readonly<Record<string, unknown>>
    for (const [exported, value] of Object.entries(module)) {
      if (isDecision(value)) named.push(`${value.name}  ${file.slice(sources.length)} ${exported}`)
    }
  }
  await expect(`${named.toSorted().join("\n")}\n`).toMatchFileSnapshot("decisions.txt")
})
