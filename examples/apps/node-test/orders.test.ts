import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { carrier, createSignalbox, memory } from "signalbox"
import { ship } from "./orders.ts"

const texts: Array<string> = []
const sms = carrier({
  id: "test",
  channels: ["sms"],
  submit: ({ attempt, text }) => {
    texts.push(text)
    // The receipt comes after the carrier's answer.
    setTimeout(() => box.receipts.report({ carrier: "test", reference: attempt, status: "delivered" }))
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })
let account = ""

before(async () => {
  account = (await box.accounts.ensure({ name: "Shop", balance: 10, numbers: ["+12015550100"] })).id
  const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
  await box.as(account).templates.ensure({ name: "order_shipped", definition })
})
after(() => box.close())

test("an order that is shipped is told once", async () => {
  const message = await ship(box, account, "4711", "+12015550123")
  assert.equal(await ship(box, account, "4711", "+12015550123"), message)
  assert.equal((await box.as(account).messages.settled(message)).status, "DELIVERED")
  assert.deepEqual(texts, ["Your order is on its way."])
})
