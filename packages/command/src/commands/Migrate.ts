/**
 * `signalbox migrate`: brings the schema up to date before a new version is deployed.
 */
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CellConnections } from "../Cells.ts"
import * as Cells from "../Cells.ts"
import type { Command } from "../Command.ts"
import { fromExecution } from "../CommandError.ts"
import type { Connection } from "../Database.ts"
import * as Database from "../Database.ts"
import * as Option from "../Option.ts"

/** Returns the migrations that were made, or are missing. */
const single = ({ client, schema }: Connection, isCheck: boolean) =>
  Effect.provide(isCheck ? PostgresStore.pendingMigrations({ schema }) : PostgresStore.migrate({ schema }), client)

/** The same for each cell, with its name, and the directory in the first one. */
const ofCells = Effect.fnUntraced(function*({ cells, schema }: CellConnections, isCheck: boolean) {
  const [home] = cells
  const names = yield* Effect.forEach(
    cells,
    ({ client, name }) =>
      Effect.map(single({ client, schema }, isCheck), (made) => made.map((each) => `${name}: ${each}`))
  )
  const directory = { schema: Cells.directorySchema(schema), migrate: isCheck ? "check" : "auto" } as const
  yield* Effect.scoped(Layer.build(PostgresDirectory.layerClient(directory).pipe(Layer.provide(home.client))))
  return names.flat()
})

const migrate: Command = {
  path: ["migrate"],
  says: "Brings the tables of a database up to date, or those of all cells",
  details: ["Migrations go forward only. Nodes of the version before go on beside them."],
  options: ["check", ...Option.database],
  on: "alone",
  run: Effect.fnUntraced(function*(input) {
    const connection = yield* Effect.fromResult(Database.connection(input))
    const isCheck = input.options.has("check")
    const work = "cells" in connection ? ofCells(connection, isCheck) : single(connection, isCheck)
    const names = yield* Effect.mapError(work, fromExecution)
    const said = isCheck ? "Missing" : "Made"
    return {
      json: isCheck ? { missing: names } : { made: names },
      lines: names.length === 0 ? ["The tables are up to date."] : names.map((name) => `${said}: ${name}`),
      isPartial: isCheck && names.length > 0
    }
  })
}

export const commands: ReadonlyArray<Command> = [migrate]
