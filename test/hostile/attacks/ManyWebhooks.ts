/**
 * An account with as many webhooks as an operator may allow sends to as many recipients as one request may name, again and
 * again: each event becomes a thousand deliveries.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import * as Needs from "@signalbox/core/Needs"
import { Store } from "@signalbox/core/Store"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import { phone } from "../Embedded.ts"
import { storageOf } from "../Stored.ts"
import type { Attack } from "./Attack.ts"
import { waits, warm } from "./Attack.ts"

const webhooks = 1000
const recipients = 1000
const during = 30_000

/** An endpoint that takes everything, on a thread of its own, and says how many it took. */
const endpoint = `
const { parentPort } = require("node:worker_threads")
const http = require("node:http")
let taken = 0
const server = http.createServer((request, response) => {
  taken++
  request.resume()
  response.writeHead(204).end()
})
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))
parentPort.on("message", () => parentPort.postMessage(taken))
`

export const attack: Attack = {
  name: "1,000 webhooks of one account, which sends to 1,000 recipients",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const worker = new Worker(endpoint, { eval: true })
    stage.after(() => worker.terminate())
    const [port] = await once(worker, "message") as [number]
    const found: { store?: Store["Service"] } = {}
    const storage = Layer.tap(storageOf(stage), (context) =>
      Effect.sync(() => {
        found.store = Context.get(context, Store)
      }))
    const subject = await starter({ mount: Mounts.node, storage })()
    stage.after(() => subject.stop())
    const { apiKey, id } = await subject.freshAccount!({ requestsPerMinute: 1_000_000, balance: 1_000_000 })
    const allow = Effect.gen(function*() {
      const store = found.store!
      const { rows } = yield* store.load(Needs.row(Accounts, id))
      for (const { row } of rows.values()) {
        if (row?.kind !== "account") continue
        yield* store.commit([Commits.make({ puts: [Commits.put(Accounts, { ...row.value, webhooks })] })])
      }
    })
    await Effect.runPromise(allow)
    const attacker = HttpClient.make(subject.baseUrl, { "x-api-key": apiKey })
    const broken: Array<string> = []
    for (let made = 0; made < webhooks; made += 20) {
      await Promise.all(Array.from({ length: 20 }, async (_, index) => {
        const { status } = await attacker.post("/v3/webhooks", {
          display_name: "Mine",
          endpoint_url: `http://127.0.0.1:${port}/${made + index}`,
          event_types: ["message"]
        })
        if (status !== 201) broken.push(`a webhook was answered ${status}`)
      }))
    }
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.otherApiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    await waits(ask, sleep(warm))
    const before = await waits(ask, sleep(2000))
    const to = Array.from({ length: recipients }, (_, index) => phone(index))
    const attacking = async (): Promise<void> => {
      const end = performance.now() + during
      const { status } = await attacker.post("/v3/messages", { to, text: "Hello", channel: ["sms"] })
      if (status !== 202) broken.push(`the send was answered ${status}`)
      await sleep(end - performance.now())
    }
    const waited = await waits(ask, attacking())
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(null)
    const [taken] = await once(worker, "message") as [number]
    if (taken < 1000) broken.push(`only ${taken} deliveries came: nobody attacked`)
    return { before, during: waited, bound: 250, lost: 0, doubled: 0, broken: [...new Set(broken)] }
  }
}
