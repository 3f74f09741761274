import express from "express"
import pg from "pg"
import { carrier, createSignalbox, postgres } from "signalbox"

const url = process.env["DATABASE_URL"]
if (url === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL database.")

export const pool = new pg.Pool({ connectionString: url })
await pool.query("create table if not exists example_shop (item text, left_over int check (left_over >= 0))")

export const box = createSignalbox({
  storage: postgres(url, { schema: "example_orders" }),
  carriers: [
    carrier({ id: "console", channels: ["sms"], submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`) })
  ],
  // It seals the signing secrets of webhooks, and is the same on all nodes. Keep yours where secrets are kept.
  secretKeys: "example:c2lnbmFsYm94IGV4YW1wbGUsIG5vdCBhIHNlY3JldCE="
})
const { id } = await box.accounts.ensure({ name: "Shop", balance: 10, numbers: ["+12015550100"] })
const definition = { body: { multiChannel: { template: "Thank you for your order." } } }
await box.as(id).templates.ensure({ name: "ordered", definition })

export const app = express()
app.use("/messaging", box.node)
app.use(express.json())

app.post("/orders", async (request, response) => {
  const { item, phone } = request.body as { readonly item: string; readonly phone: string }
  const client = await pool.connect()
  try {
    await client.query("begin")
    const { recipients } = await box.in(client).as(id).messages.send({ to: [phone], template: { name: "ordered" } })
    await client.query("update example_shop set left_over = left_over - 1 where item = $1", [item])
    await client.query("commit")
    box.committed()
    response.status(201).json({ message: recipients[0]?.message_id })
  } catch (error) {
    await client.query("rollback")
    // No message leaves for what is sold out.
    if (!(error instanceof pg.DatabaseError)) throw error
    response.status(409).json({ message: null })
  } finally {
    client.release()
  }
})
