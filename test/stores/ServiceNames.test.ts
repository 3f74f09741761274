/**
 * The services of the stores' packages: each is known by the name of its module, so that no two are taken for one.
 */
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import { HostTransaction } from "@signalbox/postgres/HostTransaction"
import { PostgresNodes } from "@signalbox/postgres/PostgresNodes"
import { SqliteFile } from "@signalbox/sqlite/SqliteFile"
import { SqliteNodes } from "@signalbox/sqlite/SqliteNodes"
import { expect, it } from "vitest"

it.each([
  ["memory/MemoryNodes", MemoryNodes],
  ["postgres/HostTransaction", HostTransaction],
  ["postgres/PostgresNodes", PostgresNodes],
  ["sqlite/SqliteFile", SqliteFile],
  ["sqlite/SqliteNodes", SqliteNodes]
])("%s has the name of its module", (name, { key }) => {
  expect(key).toBe(`@signalbox/${name}`)
})
