/**
 * Two nodes on one PostgreSQL database: this one takes requests, a second process does the work. Any number of either
 * may run; a node that dies loses nothing, and another one takes over what it had in hand.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"

const url = process.env["DATABASE_URL"]
if (url === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL database.")

const isWorker = process.argv[2] === "worker"

/** Only the worker is ever asked to submit. */
const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    console.log(`Node ${process.pid} hands over: SMS to ${to}: ${text}`)
    setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }), 100)
    return attempt
  }
})

const box: Signalbox = createSignalbox({
  storage: postgres(url, { schema: "example_two_nodes" }),
  carriers: [sms],
  // It seals the signing secrets of webhooks, and is the same on all nodes. Keep yours where secrets are kept.
  secretKeys: "example:c2lnbmFsYm94IGV4YW1wbGUsIG5vdCBhIHNlY3JldCE=",
  work: isWorker
})
await box.ready

if (isWorker) {
  process.send?.("ready")
  process.once("disconnect", () => void box.close())
} else {
  const worker = fork(import.meta.filename, ["worker"])
  await once(worker, "message")

  const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
  const acme = box.as(id)
  await acme.templates.ensure({
    name: "welcome",
    definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
  })
  const { recipients } = await acme.messages.send({ to: ["+12015550123"], template: { name: "welcome" } })
  const message = await acme.messages.settled(recipients[0]!.message_id)
  console.log(`Node ${process.pid} took the message, node ${worker.pid} handed it over: it is ${message.status}.`)

  worker.disconnect()
  await once(worker, "exit")
  await box.close()
  process.exitCode = message.status === "DELIVERED" ? 0 : 1
}
