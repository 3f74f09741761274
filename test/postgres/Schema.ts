/**
 * A schema of its own for whoever needs one, gone when the scope is closed.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import type { ServerOptions } from "./Server.ts"
import { server } from "./Server.ts"

export interface Schema {
  readonly url: string
  readonly name: string
}

const drop = ({ name, url }: Schema) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql`drop schema if exists ${sql(name)} cascade`).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.ignore
  )

export const fresh = (options: ServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.map(Effect.promise(() => server(options)), (url): Schema => ({
      url,
      name: `test_${randomUUID().replaceAll("-", "")}`
    })),
    drop
  )
