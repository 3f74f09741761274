/**
 * A database of its own for an emulator: it has no other way to keep its data apart.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { server } from "./Server.ts"

export interface Database {
  readonly url: string
  /** Asks it something. */
  readonly query: <Row extends object>(text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
  readonly drop: () => Promise<void>
}

const on = (url: string) => <Row extends object>(text: string, params: ReadonlyArray<unknown> = []) =>
  Effect.flatMap(PgClient, (client) => client.unsafe<Row>(text, params)).pipe(
    Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))),
    Effect.scoped,
    Effect.runPromise
  )

/** The database of a server that somebody else ends. */
export const at = (url: string): Database => ({ url, query: on(url), drop: () => Promise.resolve() })

export const fresh = async (): Promise<Database> => {
  const url = new URL(await server())
  const query = on(url.href)
  const name = `test_${randomUUID().replaceAll("-", "")}`
  await query(`create database ${name}`)
  url.pathname = `/${name}`
  return {
    url: url.href,
    query: on(url.href),
    drop: async () => {
      await query(`drop database if exists ${name} with (force)`)
    }
  }
}
