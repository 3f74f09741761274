/**
 * PostgreSQL 18 crashes when a statement has to choose, while it runs, the partition of a row that it locks, or of one that
 * it reads beside such a lock (docs/postgres-18.md). So no table of the adapter has partitions.
 */
import { expect, it } from "vitest"
import { sources } from "./Tree.ts"

it("no table of the adapter of PostgreSQL has partitions", () => {
  const adapter = sources.filter(({ path }) => path.startsWith("adapters/postgres/src/"))
  expect(adapter.length).toBeGreaterThan(20)
  expect(adapter.filter(({ text }) => /\bpartition (by|of)\b/i.test(text)).map(({ path }) => path)).toEqual([])
})
