/** A tenant keeps as many large sandbox answers as it can: each send has an Idempotency-Key of its own. */
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import { phone } from "../Embedded.ts"
import { storageOf } from "../Stored.ts"
import type { Attack } from "./Attack.ts"
import { waits, warm } from "./Attack.ts"

const sends = 100

/** The resident memory of the process may grow by so many megabytes while it makes answers of 5 MB. */
const most = 600

/** The tenant, on a thread of its own: it sends what it is told to, and says the status and how the answer begins. */
const tenant = `
const { parentPort, workerData: { url, headers, body } } = require("node:worker_threads")
parentPort.on("message", async (key) => {
  const answer = await fetch(url, { method: "POST", headers: { ...headers, "idempotency-key": "key-" + key }, body })
  parentPort.postMessage({ key, status: answer.status, text: (await answer.text()).slice(0, 2000) })
})
`

interface Answered {
  readonly key: number
  readonly status: number
  readonly text: string
}

const resident = () => process.memoryUsage().rss / 1024 / 1024

export const attack: Attack = {
  name: "100 sandbox sends to 1,000 recipients on four channels, each with its own Idempotency-Key",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const subject = await starter({ mount: Mounts.node, storage: storageOf(stage) })()
    stage.after(() => subject.stop())
    const neighbour = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const ask = async () => {
      const { status } = await neighbour.get("/v3/me")
      if (status !== 200) throw new Error(`a neighbour was answered ${status}`)
    }
    const body = {
      to: Array.from({ length: 1000 }, (_, index) => phone(index)),
      text: "a".repeat(1000),
      channel: ["sms", "whatsapp", "rcs", "mms"],
      sandbox: true
    }
    const broken = new Set<string>()
    const worker = new Worker(tenant, {
      eval: true,
      workerData: {
        url: `${subject.baseUrl}/v3/messages`,
        headers: { "x-api-key": subject.otherApiKey, "content-type": "application/json" },
        body: JSON.stringify(body)
      }
    })
    stage.after(() => worker.terminate())
    const waiting = new Map<number, (told: Answered) => void>()
    worker.on("message", (told: Answered) => waiting.get(told.key)?.(told))
    const send = async (key: number): Promise<string> => {
      const told = new Promise<Answered>((resolve) => waiting.set(key, resolve))
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(key)
      const { status, text } = await told
      if (status !== 202) broken.add(`a send was answered ${status}`)
      return text
    }
    await waits(ask, sleep(warm))
    const before = await waits(ask, sleep(2000))
    const began = resident()
    let highest = began
    const attacking = async (): Promise<void> => {
      const first = await send(0)
      for (let key = 1; key < sends; key += 4) {
        await Promise.all([0, 1, 2, 3].map((more) => send(key + more)))
        highest = Math.max(highest, resident())
      }
      if (await send(0) !== first) broken.add("a repetition has other bytes")
    }
    const during = await waits(ask, attacking())
    const grown = Math.round(highest - began)
    if (grown > most) broken.add(`the process grew by ${grown} MB, ${most} are allowed`)
    return { before, during, bound: 250, lost: 0, doubled: 0, broken: [...broken] }
  }
}
