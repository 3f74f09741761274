/**
 * Twenty organizations look names up that never resolve, as many as they may, and one has a thousand endpoints that
 * accept and hang. Deliveries of others go out as before, and this process keeps its descriptors.
 */
import { WebhookSender } from "@signalbox/core/WebhookSender"
import { HttpWebhookSender } from "@signalbox/egress"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const before = 5000
const during = 30_000
const attackers = 20
const names = 64
const hanging = 1000

/** A name server that knows `good.example` only, an endpoint that answers, and one that hangs. */
const script = `
const { parentPort } = require("node:worker_threads")
const dgram = require("node:dgram")
const net = require("node:net")
const http = require("node:http")
let open = 0
let most = 0
const server = dgram.createSocket("udp4")
server.on("message", (question, { address, port }) => {
  if (!question.includes("\\x04good\\x07example\\x00")) return
  const head = Buffer.from(question.subarray(0, 12))
  const end = question.indexOf("\\x00", 12) + 5
  const isV4 = question.readUInt16BE(end - 4) === 1
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(isV4 ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  server.send(Buffer.concat([head, question.subarray(12, end), ...(isV4 ? [record] : [])]), port, address)
})
const hangs = net.createServer((socket) => {
  open++
  most = Math.max(most, open)
  socket.on("error", () => {}).on("close", () => open--).resume()
})
const answers = http.createServer((_, response) => response.end("fine"))
server.bind(0, "127.0.0.1", () => hangs.listen(0, "127.0.0.1", 2000, () => answers.listen(0, "127.0.0.1", () =>
  parentPort.postMessage([server.address().port, hangs.address().port, answers.address().port])
)))
parentPort.on("message", () => parentPort.postMessage(most))
`

export const attack: Attack = {
  name: "20 organizations look up silent names, and 1,000 endpoints of one hang, for 30 s",
  storages: ["memory"],
  play: async ({ after }) => {
    const worker = new Worker(script, { eval: true })
    after(() => worker.terminate())
    const [[dns, hangs, answers]] = await once(worker, "message") as [[number, number, number]]
    const runtime = ManagedRuntime.make(
      HttpWebhookSender.layer({ allow: ["127.0.0.0/8"], servers: [`127.0.0.1:${dns}`], hostsFile: "/nowhere/hosts" })
    )
    after(() => runtime.dispose())
    const send = (organization: string, url: string, timeoutMillis: number) =>
      runtime.runPromise(
        WebhookSender.use((sender) => sender.send({ organization, url, headers: {}, body: "{}", timeoutMillis }))
      )
    const refuse = (organization: string, url: string) =>
      runtime.runPromise(WebhookSender.use((sender) => sender.refuse(url, organization)))

    /** A new connection each time, so that the name is looked up. */
    let asked = 0
    const ask = async () => {
      const owner = `owner ${asked++}`
      const result = await runtime.runPromise(
        WebhookSender.use((sender) =>
          sender.send({
            owner,
            organization: "neighbour",
            url: `http://good.example:${answers}/`,
            headers: {},
            body: "{}",
            timeoutMillis: 10_000
          })
        )
      )
      if (result._tag !== "Answered") throw new Error(result.message)
    }
    await ask()
    const quiet = await waits(ask, sleep(before))

    const end = performance.now() + during
    const isOver = () => performance.now() > end
    const again = async (attempt: () => Promise<unknown>) => {
      while (!isOver()) {
        await attempt()
        await sleep(1000)
      }
    }
    const looking = Array.from(
      { length: attackers * names },
      (_, index) => again(() => refuse(`attacker ${index % attackers}`, `http://dead${index}.attacker.example/`))
    )
    const waiting = Array.from(
      { length: hanging },
      (_, index) => again(() => send("hanging", `http://127.0.0.1:${hangs}/${index}`, 5000))
    )
    const attacked = await waits(ask, Promise.all([...looking, ...waiting]))

    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(null)
    const [most] = await once(worker, "message") as [number]
    const broken: Array<string> = []
    if (attacked.failed > 0) broken.push(`${attacked.failed} deliveries of the neighbour failed`)
    if (most > 512) broken.push(`${most} connections were open at the same time`)
    if (most < 100) broken.push(`only ${most} connections were open: nobody attacked`)
    return { before: quiet, during: attacked, bound: 1000, lost: 0, doubled: 0, broken }
  }
}
