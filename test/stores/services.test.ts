/**
 * The services that stores have beside the ports go by names of their own: by them a program is told which one it lacks.
 */
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import { HostTransaction } from "@signalbox/postgres/HostTransaction"
import { PostgresNodes } from "@signalbox/postgres/PostgresNodes"
import { SqliteFile } from "@signalbox/sqlite/SqliteFile"
import { SqliteNodes } from "@signalbox/sqlite/SqliteNodes"
import { expect, it } from "vitest"

it("a service of a store has the name of its package and its own", () => {
  expect([MemoryNodes, HostTransaction, PostgresNodes, SqliteFile, SqliteNodes].map(({ key }) => key)).toStrictEqual([
    "@signalbox/memory/MemoryNodes",
    "@signalbox/postgres/HostTransaction",
    "@signalbox/postgres/PostgresNodes",
    "@signalbox/sqlite/SqliteFile",
    "@signalbox/sqlite/SqliteNodes"
  ])
})
