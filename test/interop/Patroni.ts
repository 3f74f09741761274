/**
 * The cluster of `examples/patroni` loses its primary in each way in which that happens, while two nodes are asked, of which
 * one knows all servers, and the other one HAProxy. How long
 * nobody is accepted is Patroni's time, until a new primary takes writes, and a second at most.
 */
import * as Clusters from "@signalbox/example-patroni/cluster"
import * as Effect from "effect/Effect"
import { strict as assert } from "node:assert"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Databases from "../crash/Database.ts"
import * as Outage from "./Outage.ts"
import type { Run } from "./Run.ts"

/** The service may need so much beyond Patroni's own time, in milliseconds. */
const beyond = 1000

const takesWrites = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500, query_timeout: 500 })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly is: boolean }>(
      "select current_setting('transaction_read_only') = 'off' as is"
    )
    return rows[0]?.is === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const cluster = Effect.acquireRelease(
  Effect.promise(() => Clusters.start()),
  (cluster) => Effect.promise(() => cluster.stop())
)

export const patroni: Run = {
  name: "Patroni: a switchover, and the primary killed, standing still and cut off",
  needs: ["patroni", "python3-etcd", "etcd-server", "haproxy", "postgresql-15"],
  patience: 160_000,
  run: Effect.flatMap(cluster, (cluster) =>
    Effect.promise(async () => {
      await cluster.settled()
      /** Patroni's time for each fault, in milliseconds. */
      const took = new Map<string, number>()

      const fault = (
        name: string,
        fail: (leader: Clusters.Member) => void | Promise<void>,
        heal: (former: Clusters.Member) => void
      ): Outage.Fault => {
        let former: Clusters.Member | null = null
        return {
          name,
          fail: async () => {
            former = await cluster.leader()
            const others = cluster.members.filter((each) => each !== former)
            const urls = others.map(({ port }) => {
              const url = new URL(cluster.proxied)
              url.port = String(port)
              return url.href
            })
            const began = performance.now()
            await fail(former)
            while (!(await Promise.all(urls.map(takesWrites))).includes(true)) await sleep(20)
            took.set(name, performance.now() - began)
          },
          heal: async () => {
            if (former !== null) heal(former)
            // Until the former primary has become a replica, the next fault would meet a cluster of two.
            const end = performance.now() + 30_000
            while (await former?.role() !== "replica") {
              assert.ok(performance.now() < end, `never a replica again: ${former?.name}`)
              await sleep(100)
            }
            await cluster.settled()
          }
        }
      }

      const faults = [
        fault("switchover", () => cluster.switchover(), () => {}),
        fault("killed", (leader) => leader.signal("SIGKILL"), (former) => former.start()),
        fault("cut off", (leader) => leader.cut(true), (former) => former.cut(false)),
        fault("standing still", (leader) => leader.signal("SIGSTOP"), (former) => former.signal("SIGCONT"))
      ]
      const database = Databases.on({ url: cluster.direct, name: "signalbox" }, () => Promise.resolve())
      const found = await Outage.play(database, faults, { otherUrl: cluster.proxied })
      const late = [...found.gaps].flatMap(([name, millis]) => {
        const patronis = took.get(name) ?? 0
        return millis <= patronis + beyond ? [] : [`${name}: ${millis} ms without a 202, ${patronis} ms by Patroni`]
      })
      assert.deepEqual(late, [])
      const own = [...took].map(([name, millis]) => `${name} ${(millis / 1000).toFixed(1)} s`).join(", ")
      return `${Outage.told(found)}; Patroni's own time: ${own}`
    }))
}
