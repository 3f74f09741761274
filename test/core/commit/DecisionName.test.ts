/**
 * The names of decisions: audit logs, traces and the words of failures tell by them what was done, so whoever searches for one
 * finds it after each update. `npm test -- test/core/commit/DecisionName -u` writes them down anew.
 */
import * as Context from "effect/Context"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"
import { files, root } from "../../architecture/Tree.ts"

const load = createRequire(import.meta.url)

const sources = "packages/core/src/"

const isDecision = (value: unknown): value is { readonly name: string } =>
  typeof value === "object" && value !== null && "decide" in value && "needs" in value && "name" in value

/** All that the modules of core export, with where that is. */
const exported = files.filter((path) => path.startsWith(sources) && /\/[A-Z]\w*\.ts$/.test(path)).toSorted().flatMap(
  (path) => {
    const module = load(join(root, path)) as Readonly<Record<string, unknown>>
    const file = path.slice(sources.length)
    return Object.entries(module).map(([name, value]) => ({ file, name, value }))
  }
)

it("each decision goes by its name", async () => {
  const named = exported.flatMap(({ file, name, value }) => isDecision(value) ? [`${value.name}  ${file} ${name}`] : [])
  await expect(`${named.toSorted().join("\n")}\n`).toMatchFileSnapshot("decisions.txt")
})

it("each service goes by the place where it is written, and by its own name where that has several", () => {
  const services = exported.flatMap(({ file, name, value }) =>
    Context.isKey(value) ? [{ key: value.key, name, place: `@signalbox/core/${file.slice(0, -3)}` }] : []
  )
  expect(services.length).toBeGreaterThan(60)
  for (const { key, name, place } of services) {
    // Carriers are a module's first service, although the module is that of one carrier.
    if (name !== "Carriers") expect([place, `${place}/${name}`]).toContain(key)
  }
  expect(new Set(services.map(({ key }) => key)).size).toBe(services.length)
})
