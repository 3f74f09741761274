/**
 * A service on a cluster of PostgreSQL that fails over: messages are sent all the while, and another server becomes the
 * primary. `npm start` starts all of it, and ends it again. It needs Debian's packages, and says which are missing.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { carrier, createSignalbox, postgres } from "signalbox"
import * as Cluster from "./cluster.ts"

const missing = Cluster.missing()
if (missing.length > 0) {
  console.log(`Nothing was tried: apt-get install --no-install-recommends ${missing.join(" ")}`)
  process.exit()
}

const cluster = await Cluster.start()
try {
  await cluster.settled()
  const box = createSignalbox({
    // HAProxy leads to the primary as well: postgres(cluster.proxied).
    storage: postgres(cluster.direct),
    carriers: [
      carrier({
        id: "console",
        channels: ["sms"],
        submit: ({ attempt }) => {
          setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }), 10)
          return attempt
        }
      })
    ],
    // It seals the signing secrets of webhooks, and is the same on all nodes. Keep yours where secrets are kept.
    secretKeys: "example:c2lnbmFsYm94IGV4YW1wbGUsIG5vdCBhIHNlY3JldCE="
  })
  await box.ready
  const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers: ["+12015550100"] })
  const acme = box.as(id)
  await acme.templates.ensure({
    name: "welcome",
    definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
  })

  /** With a key a send can be asked again until somebody has answered it; it is done once. */
  const send = async (number: number): Promise<string> => {
    const idempotencyKey = randomUUID()
    const to = [`+1201555${String(1000 + number)}`]
    for (;;) {
      try {
        const { recipients } = await acme.messages.send({ to, template: { name: "welcome" } }, { idempotencyKey })
        return recipients[0]!.message_id
      } catch {
        await sleep(200)
      }
    }
  }

  const before = await cluster.leader()
  const sent: Array<string> = []
  for (let number = 0; number < 40; number++) {
    if (number === 10) await cluster.switchover()
    sent.push(await send(number))
    await sleep(100)
  }
  const messages = await Promise.all(sent.map((each) => acme.messages.settled(each)))
  const delivered = messages.filter(({ status }) => status === "DELIVERED").length
  const after = await cluster.leader()
  console.log(
    `${before.name} was the primary, and ${after.name} is: ${delivered} of ${sent.length} messages are delivered.`
  )
  await box.close()
  process.exitCode = delivered === sent.length && before.name !== after.name ? 0 : 1
} finally {
  await cluster.stop()
}
