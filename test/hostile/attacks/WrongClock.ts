/**
 * Nodes whose machine's clock is five minutes ahead, a day ahead and a day behind, beside one that has the right time:
 * all of them accept sends, and all of them are asked with the same Idempotency-Keys.
 */
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import type { Reply } from "@signalbox/testing/http/Reply"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Storage } from "../../http/Storages.ts"
import * as SkewedNode from "../SkewedNode.ts"
import type { Attack, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const minute = 60_000
const day = 24 * 60 * minute

/** Each node takes so many sends, so many keys are asked, and an outcome may take so long. */
const sends = 120
const keys = 40
const patience = 20_000

const storageOf = ({ place, storage }: Stage): Storage => {
  if (storage === "memory") return MemoryStore.layer
  return storage === "sqlite" ? SqliteStore.layer({ file: place }) : PostgresStore.layer({ url: place })
}

const dataOf = <A>({ json }: Reply): A => (json as { readonly data: A }).data

interface Resource {
  readonly id: string
  readonly status: string
}

/** Reads until it is no longer so; false when it is so for too long. */
const leaves = async (client: HttpClient, path: string, statuses: ReadonlyArray<string>): Promise<boolean> => {
  const end = performance.now() + patience
  while (performance.now() < end) {
    if (!statuses.includes(dataOf<Resource>(await client.get(path)).status)) return true
    await sleep(50)
  }
  return false
}

export const attack: Attack = {
  name: "nodes with a wrong clock accept, and repeat others' keys",
  storages: ["memory", "sqlite", "postgres"],
  play: async (stage) => {
    const shared = await SkewedNode.share(storageOf(stage))
    stage.after(shared.end)
    const nodes: Array<SkewedNode.Node> = []
    for (const ahead of [0, 5 * minute, day + minute, -day - minute]) {
      const node = await SkewedNode.start(shared, ahead)
      stage.after(() => node.subject.stop())
      nodes.push(node)
    }
    const [right] = nodes as [SkewedNode.Node]
    const { apiKey } = await right.subject.freshAccount!({ requestsPerMinute: 1_000_000, balance: 1_000_000 })
    const clients = nodes.map(({ client }) => client(apiKey))
    const [mine] = clients as [HttpClient]
    const neighbour = right.client(right.subject.otherApiKey)
    const ask = () => neighbour.get("/v3/me")
    const before = await waits(ask, sleep(3000), 150)

    const definition = { body: { multiChannel: { template: "Hello" } } }
    const template = dataOf<Resource>(await mine.post("/v3/templates", { definition, submit_for_review: true }))
    await leaves(mine, `/v3/templates/${template.id}`, ["PENDING"])
    let doubled = 0
    const messages: Array<string> = []
    const attacking = (async () => {
      for (let number = 0; number < sends; number++) {
        const body = { to: ["+12015550123"], template: { id: template.id }, channel: ["sms"] }
        const sent = await Promise.all(clients.map((client) => client.post("/v3/messages", body)))
        for (const reply of sent) {
          if (reply.status !== 202) continue
          for (
            const { message_id } of dataOf<{ readonly recipients: ReadonlyArray<{ message_id: string }> }>(reply)
              .recipients
          ) messages.push(message_id)
        }
      }
      const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }
      const headers = Array.from({ length: keys }, () => ({ "idempotency-key": randomUUID() }))
      const made = new Map<object, string>()
      for (let round = 0; round < clients.length; round++) {
        for (const [number, header] of headers.entries()) {
          const client = clients[(number + round) % clients.length]!
          const reply = await client.post("/v3/webhooks", { ...webhook, sandbox: true }, header)
          const { id } = dataOf<Resource>(reply)
          if (made.has(header) && made.get(header) !== id) doubled++
          made.set(header, id)
        }
      }
    })()
    const during = await waits(ask, attacking, 150)
    let lost = 0
    for (const id of messages) if (!await leaves(mine, `/v3/messages/${id}`, ["QUEUED", "SENT"])) lost++
    const parts = await Promise.all(nodes.map((node) => node.unready()))
    // Whoever does not claim for long is found out by its worker as well.
    const broken = parts.flatMap((found, index) => {
      const isWrong = index > 0
      return "clock" in found === isWrong ? [] : [`node ${index} says of its clock: ${JSON.stringify(found)}`]
    })
    return { before, during, bound: 1000, lost, doubled, broken }
  }
}
