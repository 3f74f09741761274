/**
 * The database goes away and comes back, or is held up: requests are refused in the envelope and in time, nothing is
 * half done, and work goes on by itself.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { ExpectStatic } from "vitest"
import { describe, test } from "vitest"
import type { Proxy } from "../postgres/Proxy.ts"
import * as Proxies from "../postgres/Proxy.ts"
import type { Schema } from "../postgres/Schema.ts"
import * as Blocker from "./Blocker.ts"
import * as Databases from "./Database.ts"
import * as Furniture from "./Furniture.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

/**
 * A refusal takes 12 seconds at most, whatever the request asks the store (`Patience.test.ts` bounds the sum). The rest is
 * for a machine that has other tests to run; a request that waited for a second operation would take 20.
 */
const patience = 15_000

interface Refusal {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly millis: number
}

/** Asks something that needs the database, each time anew. */
const ask = async (url: string, more: Readonly<Record<string, string>> = {}): Promise<Refusal> => {
  const began = performance.now()
  const answer = await fetch(`${url}/v3/messages`, {
    method: "POST",
    headers: { "x-api-key": Furniture.apiKey, "content-type": "application/json", ...more },
    body: JSON.stringify({ to: ["+12015550199"], template: { name: "hello_welcome_to_signalbox" } }),
    signal: AbortSignal.timeout(30_000)
  })
  const { error } = await answer.json() as { readonly error: { readonly code: string } | null }
  const retryAfter = answer.headers.get("retry-after")
  return { status: answer.status, code: error?.code, retryAfter, millis: performance.now() - began }
}

/** All who ask are refused in time. */
const refused = async (url: string, expect: ExpectStatic): Promise<void> => {
  const keyed = () => ask(url, { "idempotency-key": randomUUID() })
  const [plain, idempotent] = await Promise.all([
    Promise.all([ask(url), ask(url), ask(url)]),
    Promise.all([keyed(), keyed(), keyed()])
  ])
  expect(plain.map(({ code, status }) => [status, code])).toEqual(plain.map(() => [503, "INTERNAL_005"]))
  // With a key it depends on what the database was asked first: whose key it is, or what was done with it.
  for (const { code, status } of idempotent) {
    expect(status).toBe(503)
    expect(["SERVICE_001", "INTERNAL_005"]).toContain(code)
  }
  for (const { millis, retryAfter } of [...plain, ...idempotent]) {
    // That nobody waits longer is what is tested.
    expect(millis).toBeLessThan(patience)
    expect(retryAfter).toBe("1")
  }
}

interface Scenario {
  readonly schema: Schema
  readonly stage: Stage
  readonly proxy: Proxy
  readonly node: NodeProcess
}

/** On a stage of its own a node reaches its database through a proxy. */
const played = async (maxConnections: number, play: (place: Scenario) => Promise<void>): Promise<void> => {
  const database = await Databases.postgres()
  const stage = await Stages.open({ database })
  const proxy = await Proxies.start(database.schema.url)
  const node = await stage.boot("node-1", {
    database: { ...database.settings, DATABASE_URL: proxy.url },
    heartbeatMillis: 5000,
    maxConnections
  })
  try {
    await play({ schema: database.schema, stage, proxy, node })
  } finally {
    await node.kill()
    await proxy.stop()
    await stage.stop()
  }
}

/** Waits until the node serves again by itself: nobody tells it that the database is back. */
const served = async ({ url }: NodeProcess): Promise<void> => {
  const end = performance.now() + 20_000
  while ((await ask(url)).status !== 202) {
    if (performance.now() > end) throw new Error("the node does not serve again")
    await sleep(100)
  }
}

// Both mostly wait, so they run at the same time.
describe.concurrent("a database", () => {
  test(
    "that goes away for ten seconds: 503 in time, and all goes on afterwards",
    { timeout: 240_000 },
    ({ expect }) =>
      played(10, async ({ node, proxy, stage }) => {
        const work = Workload.run(node.url, 4)
        while (work.history.asked.filter(Workload.isAnswered).length < 20) await sleep(5)
        proxy.cut()
        await refused(node.url, expect)
        // The outage lasts for real time, as long as an operation of the store may.
        await sleep(10_000)
        proxy.mend()
        await served(node)
        const before = work.history.asked.filter(Workload.isAnswered).length
        while (work.history.asked.filter(Workload.isAnswered).length < before + 20) await sleep(5)
        work.stop()
        await work.ended
        expect(await stage.judge(node.url, work.history)).toEqual([])
      })
  )

  test(
    "whose connections are all held up: 503 in time, and never a hang",
    { timeout: 240_000 },
    ({ expect }) =>
      played(2, async ({ node, schema, stage }) => {
        const release = await Blocker.hold(schema.url, `lock table "${schema.name}".rows in access exclusive mode`)
        // Whoever holds the table must let it go whatever comes of the test: its end could not drop the schema.
        await refused(node.url, expect).finally(release)
        await served(node)
        const work = Workload.run(node.url, 2)
        while (!work.history.asked.some(Workload.isAnswered)) await sleep(5)
        work.stop()
        await work.ended
        expect(await stage.judge(node.url, work.history)).toEqual([])
      })
  )
})
