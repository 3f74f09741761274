import type { Mutation } from "../Mutation.ts"

/** A mutation of the statement that commits a batch at once, and the test that notices. */
const atOnce = (find: string, replace: string, test = "postgres/commit"): Mutation => ({
  area: "postgres",
  file: "adapters/postgres/src/internal/guessing.ts",
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  atOnce("r.version = x.version\n", "true\n"),
  atOnce("x.needed is null or s.amount >= x.needed", "true", "stores/postgres"),
  atOnce("where w.token = x.token", "where true", "stores/postgres"),
  atOnce("c.token = x.token and ", "", "stores/postgres"),
  atOnce("s.events = x.events", "true"),
  atOnce("    subscriptions.length\n", "    0\n")
]
