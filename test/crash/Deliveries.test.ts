/**
 * Nodes are killed with SIGKILL while thousands of deliveries are on their way: each event reaches each receiver at least
 * once, and nothing is left behind.
 */
import * as Commits from "@signalbox/core/Commit"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import { now as instantNow, plus } from "@signalbox/core/Instant"
import { Store } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import * as Given from "../core/Given.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Schema from "../postgres/Schema.ts"
import * as Furniture from "./Furniture.ts"
import * as Node from "./NodeProcess.ts"

const webhooks = 20
/** A quarter of them in `npm test` alone. */
const events = Matrix.searched(250, 0.25)
const all = webhooks * events

/** A node holds at most so many deliveries of an endpoint, which another one has to send again when it dies. */
const held = 32 * webhooks

interface Receiver {
  readonly url: (webhook: number) => string
  /** How often each event came to each path. */
  readonly got: ReadonlyMap<string, number>
  readonly total: () => number
  readonly stop: () => Promise<void>
}

const receive = async (): Promise<Receiver> => {
  const got = new Map<string, number>()
  let total = 0
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const key = `${request.url} ${String(request.headers["x-webhook-event-id"])}`
      total++
      got.set(key, (got.get(key) ?? 0) + 1)
      // An attempt takes a little real time, so that many are under way when the node dies.
      setTimeout(() => response.writeHead(204).end(), 5)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: (webhook) => `http://127.0.0.1:${port}/${webhook}`,
    got,
    total: () => total,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}

const hook = (number: number, endpointUrl: string): Webhook =>
  Given.webhook({
    id: Given.webhookId(number),
    account: Furniture.organization,
    endpointUrl,
    subscribes: ["message.sent"]
  })

/** Puts the webhooks, and the events for them. */
const plant = (url: (webhook: number) => string) =>
  Effect.gen(function*() {
    const store = yield* Store
    const now = yield* instantNow
    const puts = Array.from({ length: webhooks }, (_, number) =>
      Commits.put(Webhooks, FixedSecrets.kept(hook(number, url(number)))))
    const made = Array.from({ length: events }, (_, index) => ({
      id: `01900000-0000-7000-8000-${String(index).padStart(12, "0")}` as EventId,
      account: Furniture.organization,
      name: "message.sent" as const,
      at: plus(now, index - events),
      body: JSON.stringify({ event: index })
    }))
    yield* store.commit([Commits.make({ puts })])
    for (let from = 0; from < events; from += 50) {
      yield* store.commit([Commits.make({ events: made.slice(from, from + 50) })])
    }
  })

/** Counts the deliveries of a webhook by their status. */
const statuses = (webhook: WebhookId) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.list({ list: "deliveries", scope: webhook, offset: 0, limit: 1000 }),
      ({ rows }) => rows.map(({ value }) => "status" in value ? String(value.status) : "")
    ))

test(`kill -9 amid ${all} deliveries: each arrives at least once, and none is left`, { timeout: 300_000 }, async () => {
  const scope = Scope.makeUnsafe()
  const schema = await Effect.runPromise(Effect.provideService(Schema.fresh({ durable: true }), Scope.Scope, scope))
  const receiver = await receive()
  const store = Layer.fresh(PostgresStore.layer({ url: schema.url, schema: schema.name, maxConnections: 2 }))
  const asked = <A, E>(effect: Effect.Effect<A, E, Store>): Promise<A> =>
    Effect.runPromise(Effect.scoped(Effect.provide(effect, store)))
  await asked(plant(receiver.url))

  const boot = async (id: string) => {
    const node = await Node.boot({
      database: { DATABASE_URL: schema.url, DATABASE_SCHEMA: schema.name },
      carrierUrl: "http://127.0.0.1:9",
      id
    })
    // One that outlived a failed test would keep the whole run from its end.
    onTestFinished(node.kill)
    return node
  }
  const reached = async (count: number): Promise<void> => {
    while (receiver.got.size < count) await sleep(10)
  }

  for (const [generation, count] of [all / 5, 3 * all / 5].entries()) {
    const node = await boot(`node-${generation}`)
    await reached(count)
    await node.kill()
    expect(receiver.got.size).toBeLessThan(all)
  }
  const last = await boot("node-last")
  await reached(all)
  const hooks = Array.from({ length: webhooks }, (_, number) => Given.webhookId(number))
  const isDone = async (): Promise<boolean> =>
    (await asked(Effect.forEach(hooks, statuses))).flat().every((status) => status === "DELIVERED")
  while (!(await isDone())) await sleep(200)

  expect(receiver.got.size).toBe(all)
  expect((await asked(Effect.forEach(hooks, statuses))).map((each) => each.length)).toEqual(hooks.map(() => events))
  // Only what a dead node held comes again.
  expect(receiver.total() - all).toBeLessThanOrEqual(2 * held)
  await last.kill()
  await receiver.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
