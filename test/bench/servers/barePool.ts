/**
 * The baseline of whole lives: a bare `node:http` server that inserts one row for each request by a prepared statement,
 * through the npm package `pg` with a pool of ten, and answers when the row is committed.
 */
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 })
await pool.query("create table if not exists bare_pool (id uuid primary key, body text not null)")

const server = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (chunk: string) => {
    body += chunk
  })
  request.on("end", () => {
    const id = randomUUID()
    pool.query({ name: "insert", text: "insert into bare_pool (id, body) values ($1, $2)", values: [id, body] }).then(
      () => response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ id })),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
})

server.listen(0, "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
