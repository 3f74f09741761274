/**
 * Everything of the facade that needs PostgreSQL, in a module of its own, which is loaded where it is the storage.
 */
import * as HostClient from "@signalbox/postgres/HostClient"
import { HostTransaction } from "@signalbox/postgres/HostTransaction"
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Layer from "effect/Layer"
import type { PostgresStorage, Transaction } from "../Storage.ts"
import * as Sockets from "./sockets.ts"

export { HostTransaction }

const clientOf = ({ database, maxConnections, pooler = false }: PostgresStorage, signal: AbortSignal) =>
  typeof database === "string"
    ? PostgresStore.client({
      url: database,
      pooler,
      stream: Sockets.make(signal),
      ...(maxConnections === undefined ? {} : { maxConnections })
    })
    : HostClient.layerPool(database)

const named = ({ schema }: PostgresStorage) => schema === undefined ? {} : { schema }

/** @param ending aborts when all connections have to end immediately */
export const make = (storage: PostgresStorage, ending: AbortSignal) => {
  const { database, migrate = "auto", pooler = false, schema = "signalbox" } = storage
  const client = clientOf(storage, ending)
  return {
    storage: PostgresStore.layerClient({ ...named(storage), migrate }).pipe(Layer.provide(client)),
    // Listening needs a connection of its own, which neither a pooler nor the host's pool gives away for good.
    signal: PostgresSignal.layer({ ...named(storage), pooler: pooler || typeof database !== "string" }).pipe(
      Layer.provide(client)
    ),
    directory: PostgresDirectory.layerClient({ schema: `${schema}_directory`, migrate }).pipe(Layer.provide(client))
  }
}

/** The storage within a transaction of the host's. */
export const within = (storage: PostgresStorage, transaction: Transaction) =>
  PostgresStore.layerTransaction(transaction, named(storage))
