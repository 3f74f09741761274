/**
 * A database that answers and is of no use: somebody locks all rows for 30 seconds, and then it is read-only for as long. A
 * balancer that asks for readiness has to hear of it within ten seconds, and again when it is over.
 */
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Client from "@signalbox/testing/http/HttpClient"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Mounts from "../../http/Mounts.ts"
import { starter } from "../../http/NodeSubject.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const patience = 10_000

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

export const attack: Attack = {
  name: "all rows are locked, then the database is read-only",
  storages: ["postgres"],
  play: async ({ after, place }) => {
    const name = new URL(place).pathname.slice(1)
    const elsewhere = new URL(place)
    elsewhere.pathname = "/postgres"
    const inside = new pg.Pool({ connectionString: place, max: 1 })
    const outside = new pg.Pool({ connectionString: elsewhere.href, max: 1 })
    for (const pool of [inside, outside]) {
      pool.on("error", () => {})
      after(() => pool.end())
    }
    const subject = await starter({ mount: Mounts.node, storage: PostgresStore.layer({ url: place }) })()
    after(() => subject.stop())
    const client = Client.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const kept: Array<string> = []
    const broken: Array<string> = []
    const post = async (): Promise<void> => {
      const { json, status } = await client.post("/v3/webhooks", { ...webhook, sandbox: false })
      if (status === 201) kept.push((json as { readonly data: { readonly id: string } }).data.id)
    }
    const isReady = async (): Promise<boolean> => (await client.get("/health/ready")).status === 204
    /** Says so when the readiness is another one for too long. */
    const becomes = async (wanted: boolean, when: string): Promise<void> => {
      const end = performance.now() + patience
      while (await isReady() !== wanted) {
        if (performance.now() > end) return void broken.push(`it is ${wanted ? "not " : ""}ready ${when}`)
        await sleep(200)
      }
    }
    const before = await waits(isReady, sleep(2000), 100)

    const attacking = (async () => {
      const over = new AbortController()
      const asked = waits(post, new Promise<void>((resolve) => over.signal.addEventListener("abort", () => resolve())))
      const locker = await inside.connect()
      await locker.query("begin")
      await locker.query("lock table signalbox.rows in share mode")
      const release = sleep(30_000)
      await becomes(false, "while all rows are locked")
      await release
      await locker.query("rollback")
      locker.release(true)
      await becomes(true, "when the lock is gone")
      const become = async (state: "on" | "off"): Promise<void> => {
        await outside.query(`alter database ${name} set default_transaction_read_only = ${state}`)
        await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name])
      }
      await become("on")
      const promotion = sleep(30_000)
      await becomes(false, "while the database is read-only")
      await promotion
      await become("off")
      await becomes(true, "when the database can be written again")
      over.abort()
      await asked
    })()
    const during = await waits(isReady, attacking, 100)
    let lost = 0
    for (const id of kept) if ((await client.get(`/v3/webhooks/${id}`)).status !== 200) lost++
    return { before, during, bound: 3000, lost, doubled: 0, broken }
  }
}
