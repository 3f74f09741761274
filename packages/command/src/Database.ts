/**
 * The operator's interface on the database that the options name.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Operator } from "@signalbox/core/Operator"
import * as Operator_ from "@signalbox/core/Operator"
import * as Service from "@signalbox/core/Service"
import type { StoreError } from "@signalbox/core/Store"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Cells from "./Cells.ts"
import type { Input } from "./Command.ts"
import { text } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"
import { noSecrets } from "./internal/noSecrets.ts"

export interface Connection {
  readonly client: Layer.Layer<PgClient, StoreError>
  readonly schema: string
}

interface Named {
  readonly url: string | undefined
  readonly cells: string | undefined
}

const isNamed = (text: string | undefined): boolean => text !== undefined && text !== ""

/** The options count, and the environment where they say nothing. */
const named = (input: Input): Named => {
  const given = { url: text(input, "database-url"), cells: text(input, "cells") }
  return isNamed(given.url) || isNamed(given.cells)
    ? given
    : { url: process.env["DATABASE_URL"], cells: process.env["DATABASE_CELLS"] }
}

/** Reads from the options and the environment where the database is, or those of all cells. */
export const connection = (input: Input): Result.Result<Connection | Cells.CellConnections, CommandError> => {
  const { cells = "", url = "" } = named(input)
  const directory = text(input, "directory")
  const schema = text(input, "schema") ?? "signalbox"
  const pooler = input.options.has("pooler")
  const client = (url: string) => PostgresStore.client({ url: Redacted.make(url), maxConnections: 2, pooler })
  if (cells !== "" && url !== "") {
    return Result.fail(misuse("One database or several cells? Give --database-url or --cells, not both."))
  }
  if (cells !== "") return Result.map(Cells.read(cells, directory, client), (cells) => ({ cells, schema }))
  if (directory !== undefined) return Result.fail(misuse("--directory names one of the cells of --cells."))
  return url === ""
    ? Result.fail(misuse(
      "Which database? Give --database-url URL, or set DATABASE_URL; --cells, or DATABASE_CELLS, where it has cells. " +
        "What a service keeps in memory can only be reached inside of its own process."
    ))
    : Result.succeed({ client: client(url), schema })
}

const single = ({ client, schema }: Connection): Layer.Layer<Operator, StoreError> =>
  Operator_.layer.pipe(
    // Commands go by the service's clock, too.
    Layer.provideMerge(Service.engineLayer),
    Layer.provide(noSecrets),
    Layer.provide(PostgresStore.layerClient({ schema, migrate: "check" })),
    Layer.provide(client),
    Layer.provide(NodeIdGenerator.layer)
  )

/** The operator on a database, or on cells, whose schemas are up to date. It takes no work. */
export const operator = (connection: Connection | Cells.CellConnections): Layer.Layer<Operator, StoreError> =>
  "cells" in connection ? Cells.operator(connection) : single(connection)
