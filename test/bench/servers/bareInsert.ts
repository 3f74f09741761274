/**
 * The baseline on PostgreSQL: a bare `node:http` server that inserts one row for each request, through the same client
 * that the store uses, and answers when the row is committed.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const main = Effect.gen(function*() {
  const sql = yield* PgClient.PgClient
  yield* sql`create table if not exists bare_insert (id uuid primary key, body text not null)`
  const services = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(services)
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => {
      body += chunk
    })
    request.on("end", () => {
      const id = randomUUID()
      run(sql`insert into bare_insert (id, body) values (${id}, ${body})`).then(
        () => response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ id })),
        (error: unknown) => response.writeHead(500).end(String(error))
      )
    })
  })
  server.listen(0, "127.0.0.1", () => {
    console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(main.pipe(
  Effect.provide(PgClient.layer({ url: Redacted.make(process.env["DATABASE_URL"] ?? ""), maxConnections: 10 }))
)))
