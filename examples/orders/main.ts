/**
 * A shop with Express and PostgreSQL: an order and its message are committed in one transaction. There is one book.
 */
import type { AddressInfo } from "node:net"
import { app, box, pool } from "./app.ts"

await pool.query("truncate example_shop")
await pool.query("insert into example_shop values ('book', 1)")
const server = app.listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// What follows is what customers do.
const order = async (): Promise<string | null> => {
  const answer = await fetch(`${url}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ item: "book", phone: "+12015550123" })
  })
  return (await answer.json() as { readonly message: string | null }).message
}
const [first, second] = [await order(), await order()]
const { rows: [stock] } = await pool.query<{ readonly left_over: number }>("select left_over from example_shop")
console.log(`One order has a message, ${first}; the other has none. There are ${stock?.left_over} books left.`)

server.close()
await box.close()
await pool.end()
process.exitCode = first !== null && second === null && stock?.left_over === 0 ? 0 : 1
