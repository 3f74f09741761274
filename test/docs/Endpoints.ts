/**
 * The endpoints by family, as the contract binds them.
 */
import { operations } from "@signalbox/core/Catalogue"
import type { Any } from "@signalbox/core/Operation"
import { bindings } from "@signalbox/http/Api"
import { successes } from "@signalbox/http/Statuses"
import type { Table } from "./Table.ts"
import { code, codes } from "./Table.ts"

const all = bindings.map((binding) => ({
  ...binding,
  operation: operations[binding.name as keyof typeof operations] as unknown as Any
}))

const errors = ({ refuses = [], refusesWith = [] }: Any): string =>
  [codes(refuses), ...refusesWith.map(([name, status]) => `${code(name)} as ${status}`)].filter((text) => text !== "")
    .join(", ")

const roles = { admin: "admin", any: "any role" } as const

const who = ({ asks, role }: Any): string =>
  [...(role === null ? [] : [roles[role]]), ...(asks === undefined ? [] : ["key of an organization"])].join(", ")

/** Returns the endpoints whose path begins with one of these. */
export const under = (...starts: ReadonlyArray<string>): Table => ({
  head: ["Method and path", "What it does", "Success", "Sandbox", "Requires", "Rate limit", "Specific errors"],
  rows: all.filter(({ path }) => starts.some((start) => `${path}/`.startsWith(`/v3/${start}/`))).map((
    { method, operation, path }
  ) => [
    code(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`),
    operation.summary,
    successes(operation).toSorted().join(" or "),
    operation.simulate === null ? "" : "yes",
    who(operation),
    operation.tier === "standard" ? "" : operation.tier,
    errors(operation)
  ])
})

/** The paths of all endpoints. */
export const paths: ReadonlyArray<string> = all.map(({ method, path }) => `${method} ${path}`)
