/**
 * An order and its message are committed together or not at all: the message is sent within the host's transaction.
 */
import pg from "pg"
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"

const url = process.env["DATABASE_URL"]
if (url === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL database.")

const handed: Array<string> = []
const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    handed.push(to)
    console.log(`SMS to ${to}: ${text}`)
    setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }), 100)
    return attempt
  }
})
const pool = new pg.Pool({ connectionString: url, max: 10 })
const box: Signalbox = createSignalbox({
  storage: postgres(pool, { schema: "example_own_transaction" }),
  carriers: [sms],
  // It seals the signing secrets of webhooks, and is the same on all nodes. Keep yours where secrets are kept.
  secretKeys: "example:c2lnbmFsYm94IGV4YW1wbGUsIG5vdCBhIHNlY3JldCE="
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "order_shipped",
  definition: { body: { multiChannel: { template: "Your order is on its way." } } }
})
await pool.query("create table if not exists example_orders (phone text not null)")
await pool.query("truncate example_orders")

/** Ships an order: its row and its message are one. */
const ship = async (phone: string, fails: boolean): Promise<string | null> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query("insert into example_orders (phone) values ($1)", [phone])
    const { recipients } = await box.in(client).as(id).messages.send({
      to: [phone],
      template: { name: "order_shipped" }
    })
    if (fails) throw new Error("out of stock")
    await client.query("commit")
    // The service cannot see the commit. Without this it finds the message within a second.
    box.committed()
    return recipients[0]!.message_id
  } catch {
    await client.query("rollback")
    return null
  } finally {
    client.release()
  }
}

await ship("+12015550199", true)
const message = await box.as(id).messages.settled((await ship("+12015550123", false))!)
const { rows } = await pool.query("select phone from example_orders")
console.log(
  `${rows.length} order is kept, ${handed.length} message is ${message.status}; nothing is left of the other.`
)

await box.close()
await pool.end()
process.exitCode = rows.length === 1 && handed.join() === "+12015550123" ? 0 : 1
