/**
 * `signalbox migrate`: brings the schema up to date before a new version is deployed.
 */
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import type { Command } from "../Command.ts"
import { fromExecution } from "../CommandError.ts"
import * as Database from "../Database.ts"
import * as Option from "../Option.ts"

const migrate: Command = {
  path: ["migrate"],
  says: "Brings the tables of a database up to date",
  details: ["Migrations go forward only. Nodes of the version before go on beside them."],
  options: ["check", ...Option.database],
  on: "alone",
  run: Effect.fnUntraced(function*(input) {
    const { client, schema } = yield* Effect.fromResult(Database.connection(input))
    const isCheck = input.options.has("check")
    const work = isCheck ? PostgresStore.pendingMigrations({ schema }) : PostgresStore.migrate({ schema })
    const names = yield* work.pipe(Effect.provide(client), Effect.mapError(fromExecution))
    const said = isCheck ? "Missing" : "Made"
    return {
      json: isCheck ? { missing: names } : { made: names },
      lines: names.length === 0 ? ["The tables are up to date."] : names.map((name) => `${said}: ${name}`),
      isPartial: isCheck && names.length > 0
    }
  })
}

export const commands: ReadonlyArray<Command> = [migrate]
