/**
 * Forty endpoints of one organization answer with interim answers (1xx) and nothing else, as fast as they are read.
 * Others are served as before, and hear of all their messages.
 */
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { carrier, createSignalbox, memory } from "signalbox"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const before = 5000
const during = 30_000
const endpoints = 40

/** The endpoints, on a thread of their own: one port floods, the other one answers and notes the messages. */
const script = `
const { parentPort } = require("node:worker_threads")
const net = require("node:net")
const http = require("node:http")
let flooded = 0
const heard = new Set()
const chunk = "HTTP/1.1 103 Early Hints\\r\\nLink: </a>\\r\\n\\r\\n".repeat(1600)
const floods = net.createServer((socket) => {
  let isOpen = false
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk)) flooded++
  }
  socket.on("error", () => {}).on("drain", pour).on("data", () => {
    if (!isOpen) pour()
    isOpen = true
  })
})
const answers = http.createServer((request, response) => {
  let body = ""
  request.on("data", (bytes) => body += bytes)
  request.on("end", () => {
    for (const [id] of body.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) heard.add(id)
    response.end()
  })
})
floods.listen(0, "127.0.0.1", () =>
  answers.listen(0, "127.0.0.1", () => parentPort.postMessage([floods.address().port, answers.address().port]))
)
parentPort.on("message", () => parentPort.postMessage([flooded, [...heard]]))
`

export const attack: Attack = {
  name: "40 endpoints flood with interim answers for 30 s",
  storages: ["memory"],
  play: async ({ after }) => {
    const worker = new Worker(script, { eval: true })
    after(() => worker.terminate())
    const [[floods, answers]] = await once(worker, "message") as [[number, number]]
    const box = createSignalbox({
      storage: memory(),
      carriers: [carrier({ id: "acme", channels: ["sms"], choosesSender: true, submit: ({ attempt }) => attempt })],
      webhooks: { allow: ["127.0.0.0/8"] },
      log: false
    })
    after(() => box.close({ graceMs: 100 }))
    const account = async (name: string, urls: ReadonlyArray<string>) => {
      const { id } = await box.accounts.ensure({ name, balance: 100_000 })
      const calls = box.as(id)
      await calls.templates.ensure(
        { name: "order", definition: { body: { multiChannel: { template: "On its way." } } } },
        { reviewedWithinMs: 20_000 }
      )
      for (const url of urls) {
        await calls.webhooks.create({
          display_name: url,
          endpoint_url: url,
          event_types: ["message"],
          timeout_seconds: 30
        })
      }
      return calls
    }
    const neighbour = await account("Neighbour", [`http://127.0.0.1:${answers}/`])
    const attacker = await account(
      "Attacker",
      Array.from({ length: endpoints }, (_, index) => `http://127.0.0.1:${floods}/${index}`)
    )
    const accepted: Array<string> = []
    let numbers = 0
    const send = async (calls: typeof neighbour): Promise<ReadonlyArray<string>> => {
      const to = [`+1201555${String(numbers++ % 10_000).padStart(4, "0")}`]
      const { recipients } = await calls.messages.send({ to, template: { name: "order" }, channel: ["sms"] })
      return recipients.map(({ message_id: id }) => id)
    }
    const ask = async () => void accepted.push(...await send(neighbour))

    const quiet = await waits(ask, sleep(before))
    const ended = sleep(during)
    const attacking = waits(() => send(attacker), ended, 200)
    const attacked = await waits(ask, ended)
    await attacking

    const broken: Array<string> = []
    const report = async () => {
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(null)
      const [[flooded, heard]] = await once(worker, "message") as [[number, ReadonlyArray<string>]]
      return { flooded, heard: new Set(heard) }
    }
    const until = performance.now() + 20_000
    let { flooded, heard } = await report()
    const missing = () => accepted.filter((id) => !heard.has(id)).length
    while (missing() > 0 && performance.now() < until) {
      await sleep(500)
      ;({ flooded, heard } = await report())
    }
    if (flooded === 0) broken.push("nobody flooded")
    if (attacked.failed > 0) broken.push(`${attacked.failed} requests of the neighbour failed`)
    return { before: quiet, during: attacked, bound: 250, lost: missing(), doubled: 0, broken }
  }
}
