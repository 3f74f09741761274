/**
 * The operator's interface on the database that the options name.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Operator } from "@signalbox/core/Operator"
import * as Operator_ from "@signalbox/core/Operator"
import { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Service from "@signalbox/core/Service"
import type { StoreError } from "@signalbox/core/Store"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Input } from "./Command.ts"
import { text } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"

export interface Connection {
  readonly client: Layer.Layer<PgClient, StoreError>
  readonly schema: string
}

const environment = (): string | undefined => process.env["DATABASE_URL"]

/** Reads from the options and the environment where the database is. */
export const connection = (input: Input): Result.Result<Connection, CommandError> => {
  const url = text(input, "database-url") ?? environment()
  if (url === undefined || url === "") {
    return Result.fail(misuse(
      "Which database? Give --database-url URL, or set DATABASE_URL. " +
        "What a service keeps in memory can only be reached inside of its own process."
    ))
  }
  const pooler = input.options.has("pooler")
  return Result.succeed({
    client: PostgresStore.client({ url: Redacted.make(url), maxConnections: 2, pooler }),
    schema: text(input, "schema") ?? "signalbox"
  })
}

/** No command seals or opens a signing secret, so none is given the key. */
const noSecrets = Layer.succeed(Secrets, {
  seal: () => Effect.fail(new SecretsError({ message: "the command line seals no secrets" })),
  open: () => Effect.fail(new SecretsError({ message: "the command line opens no secrets" })),
  // A number that was erased is unknown to it.
  hashKeys: Effect.succeed([])
})

/** The operator on a database whose schema is up to date. It takes no work. */
export const operator = ({ client, schema }: Connection): Layer.Layer<Operator, StoreError> =>
  Operator_.layer.pipe(
    // Commands go by the service's clock, too.
    Layer.provideMerge(Service.engineLayer),
    Layer.provide(noSecrets),
    Layer.provide(PostgresStore.layerClient({ schema, migrate: "check" })),
    Layer.provide(client),
    Layer.provide(NodeIdGenerator.layer)
  )
