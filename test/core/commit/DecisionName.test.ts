/**
 * The names of decisions: audit logs, traces and the words of failures tell by them what was done, so whoever searches for one
 * finds it after each update. `npm test -- test/core/commit/DecisionName -u` writes them down anew.
 */
import * as Context from "effect/Context"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"
import { files, root } from "../../architecture/Tree.ts"
import * as Syntax from "../../mutate/generated/Syntax.ts"

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

/** The decision of an endpoint. */
const decidesOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "decides" in value ? value.decides : undefined

/** These gather what other modules export. */
const gathering = new Set(["service/Catalogue.ts", "service/OperationList.ts"])

it("each decision goes by its name", async () => {
  const named = exported.filter(({ file }) => !gathering.has(file)).flatMap(({ file, name, value }) => {
    const decision = isDecision(value) ? value : decidesOf(value)
    return isDecision(decision) ? [`${decision.name}  ${file} ${name}`] : []
  })
  await expect(`${named.toSorted().join("\n")}\n`).toMatchFileSnapshot("decisions.txt")
})

/** The names that stand beside `needs` and `decide` in a module's text: most endpoints keep their decision to themselves. */
const written = (path: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  Syntax.walk(Syntax.parse(readFileSync(join(root, path), "utf8")), (node) => {
    if (node.type !== "ObjectExpression") return
    const properties = new Map(
      Syntax.children(node, "properties").map((property) => [Syntax.child(property, "key")?.["name"], property])
    )
    const name = Syntax.child(properties.get("name") ?? node, "value")?.["value"]
    if (typeof name === "string" && properties.has("decide")) found.push(name)
  })
  return found
}

it("each decision that no module exports goes by its name", async () => {
  const named = files.filter((path) => path.startsWith(sources)).flatMap((path) =>
    written(path).map((name) => `${name}  ${path.slice(sources.length)}`)
  )
  expect(named.length).toBeGreaterThan(120)
  await expect(`${named.toSorted().join("\n")}\n`).toMatchFileSnapshot("writtenDecisions.txt")
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
