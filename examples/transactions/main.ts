/**
 * An order and its message in one transaction, by four libraries: pg, postgres.js, Kysely and Drizzle.
 */
import { sql as drizzleSql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { Kysely, PostgresDialect, sql as kyselySql } from "kysely"
import pg from "pg"
import postgresJs from "postgres"
import type { Transaction } from "signalbox"
import { carrier, createSignalbox, fromPostgresJs, postgres } from "signalbox"
import { fromDrizzle } from "./drizzle.ts"
import { fromKysely } from "./kysely.ts"

const url = process.env["DATABASE_URL"]
if (url === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL database.")

const pool = new pg.Pool({ connectionString: url })
const sql = postgresJs(url)
const box = createSignalbox({
  storage: postgres(url, { schema: "example_transactions" }),
  carriers: [carrier({ id: "console", channels: ["sms"], submit: ({ attempt }) => attempt })],
  secretKeys: "example:c2lnbmFsYm94IGV4YW1wbGUsIG5vdCBhIHNlY3JldCE="
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
await box.as(id).templates.ensure({ name: "order_shipped", definition })
await pool.query("create table if not exists example_shipped (by text, message text)")
await pool.query("truncate example_shipped")

const send = async (transaction: Transaction): Promise<string> => {
  const order = { to: ["+12015550123"], template: { name: "order_shipped" } }
  return (await box.in(transaction).as(id).messages.send(order)).recipients[0]!.message_id
}

const client = await pool.connect()
await client.query("begin")
await client.query("insert into example_shipped values ('pg', $1)", [await send(client)])
await client.query("commit")
client.release()

await sql.begin(async (tx) => {
  await tx`insert into example_shipped values ('postgres.js', ${await send(fromPostgresJs(tx))})`
})
await new Kysely({ dialect: new PostgresDialect({ pool }) }).transaction().execute(async (trx) => {
  await kyselySql`insert into example_shipped values ('Kysely', ${await send(fromKysely(trx))})`.execute(trx)
})
await drizzle({ client: pool }).transaction(async (tx) => {
  await tx.execute(drizzleSql`insert into example_shipped values ('Drizzle', ${await send(fromDrizzle(tx))})`)
})
box.committed()

const { rows } = await pool.query<{ readonly by: string; readonly message: string }>("select * from example_shipped")
const sent = await Promise.all(rows.map(({ message }) => box.as(id).messages.get(message)))
console.log(`${rows.map(({ by }) => by).join(", ")}: ${sent.length} orders, each with its message.`)

await box.close()
await Promise.all([pool.end(), sql.end()])
process.exitCode = sent.length === 4 ? 0 : 1
