/**
 * The operator's interface on the databases of a service whose accounts lie in several cells.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import * as CellName from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import { Cells } from "@signalbox/core/Cells"
import * as CellService from "@signalbox/core/CellService"
import { Directory } from "@signalbox/core/Directory"
import type { Operator } from "@signalbox/core/Operator"
import * as Service from "@signalbox/core/Service"
import { StoreError } from "@signalbox/core/Store"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import { Whereabouts } from "@signalbox/core/Whereabouts"
import { Worker } from "@signalbox/core/Worker"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"
import { noSecrets } from "./internal/noSecrets.ts"

type Name = CellName.CellName

export interface Cell {
  readonly name: Name
  readonly client: Layer.Layer<PgClient, StoreError>
}

/** The databases of all cells, that of the directory first. */
export interface CellConnections {
  readonly cells: readonly [Cell, ...ReadonlyArray<Cell>]
  readonly schema: string
}

/** The schema of the directory, as the service has it beside its tables. */
export const directorySchema = (schema: string): string => `${schema}_directory`

/** Reads `eu=URL us=URL`, and puts the cell of the directory in front. */
export const read = (
  text: string,
  directory: string | undefined,
  client: (url: string) => Cell["client"]
): Result.Result<CellConnections["cells"], CommandError> => {
  const found: Array<Cell> = []
  for (const each of text.split(/\s+/).filter((each) => each !== "")) {
    const at = each.indexOf("=")
    const [name, url] = [each.slice(0, at), each.slice(at + 1)]
    // The URL may hold a password, so it is not repeated.
    if (!CellName.is(name) || url === "") {
      return Result.fail(misuse("--cells names each cell with its database: \"eu=postgres://… us=postgres://…\"."))
    }
    if (found.some((other) => other.name === name)) return Result.fail(misuse(`--cells names ${name} twice.`))
    found.push({ name, client: client(url) })
  }
  const home = found.find(({ name }) => name === directory) ?? found[0]
  if (home === undefined) return Result.fail(misuse("--cells names no cell."))
  if (directory !== undefined && home.name !== directory) {
    return Result.fail(misuse(`There is no cell ${directory}. There are ${found.map(({ name }) => name).join(", ")}.`))
  }
  return Result.succeed([home, ...found.filter((cell) => cell !== home)])
}

const nobody = Effect.fail(
  new StoreError({ reason: "failed", message: "the directory is in another cell", cause: null })
)

/** Nobody asks the directory of another cell than the first. */
const noDirectory = Layer.succeed(Directory, {
  find: () => nobody,
  enter: () => nobody,
  replace: () => nobody,
  move: () => nobody
})

/** No command calls a webhook. */
const noWebhooks = Layer.succeed(WebhookSender, {
  refuse: () => Effect.succeed("the command line calls no webhooks"),
  send: () => Effect.succeed({ _tag: "Unsent", message: "the command line calls no webhooks" })
})

/** A command takes no work. */
const idle = Layer.succeed(Worker, {
  idle: Effect.void,
  isIdle: Effect.succeed(true),
  drain: Effect.void,
  interrupt: Effect.void,
  standstill: Effect.succeed(null)
})

/** No command makes an organization or a person, so none needs a place. */
const nowhere = (): Name => {
  throw new TypeError("the command line places no accounts")
}

/** The operator on cells whose schemas are up to date. What needs a cell that is away fails. */
export const operator = ({ cells, schema }: CellConnections): Layer.Layer<Operator, StoreError> => {
  const [home, ...others] = cells
  const start = Layer.effectDiscard(Effect.gen(function*() {
    const { start } = yield* Cells
    const whereabouts = yield* Whereabouts
    const layers = cells.map((cell): [Name, Layer.Layer<Inside, StoreError>] => {
      const own = Layer.provide(PostgresStore.layerClient({ schema, migrate: "check" }), cell.client)
      const storage = CellService.storage(cell.name, whereabouts, own)
      const directory = cell === home
        ? PostgresDirectory.layerClient({ schema: directorySchema(schema), migrate: "check" })
        : noDirectory
      return [
        cell.name,
        Service.intakeLayer.pipe(
          Layer.provideMerge(Service.engineLayer),
          Layer.provideMerge(storage),
          Layer.merge(CellService.beneath(storage)),
          Layer.merge(directory),
          Layer.merge(idle),
          Layer.provide([cell.client, noSecrets, noWebhooks, NodeIdGenerator.layer])
        )
      ]
    })
    yield* start(new Map(layers))
  }))
  return start.pipe(
    Layer.provideMerge(CellService.layer([home.name, ...others.map(({ name }) => name)], nowhere)),
    Layer.provide(NodeIdGenerator.layer)
  )
}
