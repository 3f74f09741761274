/**
 * Three nodes on one PostgreSQL, each behind a port of its own: what a client may do is counted over all of them
 * (decisions 9.1, 9.2).
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import { Store, StoreError } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import type { Reply } from "@signalbox/testing/http/Reply"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import type { Storage } from "./Storages.ts"

/** The first node meets trouble on its way to the database: a commit that takes long, claims that cannot be asked. */
let slow: Promise<void> | null = null
let isDown = false

const troubled = (storage: Storage): Storage =>
  Layer.effectContext(
    Effect.map(Layer.build(storage), (context): Context.Context<Emulator.Storage> => {
      const store = Context.get(context, Store)
      const idempotency = Context.get(context, Idempotency)
      return Context.add(context, Store, {
        ...store,
        commit: (batch) => Effect.andThen(Effect.promise(() => slow ?? Promise.resolve()), store.commit(batch))
      }).pipe(Context.add(Idempotency, {
        ...idempotency,
        begin: (...asked) =>
          Effect.suspend(() =>
            isDown
              ? Effect.fail(new StoreError({ reason: "unavailable", cause: null }))
              : idempotency.begin(...asked)
          )
      }))
    })
  )

let database: Database.Database
let nodes: ReadonlyArray<HttpSubject> = []

beforeAll(async () => {
  database = await Database.fresh()
  const storage = PostgresStore.layer({ url: database.url, maxConnections: 5 })
  // One after the other: the first makes the tables.
  for (const each of [troubled(storage), storage, storage]) {
    nodes = [...nodes, await starter({ mount: Mounts.node, storage: each })()]
  }
}, 60_000)

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database?.drop()
})

/** Clients of an account that the first node made, one at each node. */
const customer = async (requestsPerMinute = 10_000): Promise<ReadonlyArray<HttpClient>> => {
  const { apiKey } = await nodes[0]!.freshAccount!({ requestsPerMinute })
  return nodes.map(({ baseUrl }) => Client.make(baseUrl, { "x-api-key": apiKey }))
}

/** So many requests, at the nodes in turn, a few of them at the same time. */
const spread = async (
  clients: ReadonlyArray<HttpClient>,
  count: number,
  concurrency: number,
  ask: (client: HttpClient, number: number) => Promise<Reply>
): Promise<ReadonlyArray<Reply>> => {
  const replies: Array<Reply> = []
  let asked = 0
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (asked < count) {
      const number = asked++
      replies.push(await ask(clients[number % clients.length]!, number))
    }
  }))
  return replies
}

const counted = (replies: ReadonlyArray<Reply>): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const limited = (reply: Reply | undefined, limit: number): void => {
  expect(reply?.json).toMatchObject({ error: { code: "BUSINESS_002" } })
  expect(reply?.headers.get("x-ratelimit-limit")).toBe(String(limit))
  expect(Number(reply?.headers.get("retry-after"))).toBeGreaterThan(0)
}

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

describe("requests to several nodes", () => {
  it("take from one pool: never more than the limit, and at most a hundredth less for each other node", async () => {
    const clients = await customer(300)
    const before = Date.now()
    const replies = await spread(clients, 360, 12, (client) => client.get("/v3/me"))
    const { 200: admitted = 0, 429: refused = 0 } = counted(replies)
    expect(admitted + refused).toBe(360)
    expect(admitted).toBeGreaterThanOrEqual(300 - 2 * 3)
    // On a machine that needs a minute for it, the first have left the window.
    if (Date.now() - before < 60_000) expect(admitted).toBeLessThanOrEqual(300)
    limited(replies.find(({ status }) => status === 429), 300)
  })

  it("take from one window of a sensitive operation: ten, wherever they are asked [RTL-006]", async () => {
    const clients = await customer()
    const id = randomUUID()
    const replies = await spread(
      clients,
      30,
      6,
      (client) => client.post(`/v3/webhooks/${id}/rotate-secret`, { sandbox: true })
    )
    expect(counted(replies)).toEqual({ 200: 10, 429: 20 })
    limited(replies.find(({ status }) => status === 429), 10)
  })
})

describe("a thousand requests with one Idempotency-Key, at the same time, at several nodes", () => {
  it("are executed once; the others are shown the answer, or are told to wait [IDM-015, IDM-016, IDM-017]", {
    timeout: 120_000
  }, async () => {
    const clients = await customer()
    const headers = { "idempotency-key": randomUUID() }
    const replies = await spread(clients, 1000, 1000, (client) => client.post("/v3/webhooks", webhook, headers))
    const answered = replies.filter(({ status }) => status === 201)
    const waiting = replies.filter(({ status }) => status !== 201)
    // Those that were not answered within five seconds, on a machine that is so slow.
    for (const reply of waiting) {
      expect(reply.json).toMatchObject({ status: 409, error: { code: "CONFLICT_001" } })
      expect(reply.headers.get("retry-after")).toBe("1")
    }
    expect(answered.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1)
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1)
    for (const client of clients) {
      const again = await client.post("/v3/webhooks", webhook, headers)
      expect([again.status, again.text]).toEqual([201, answered[0]!.text])
      expect((await client.post("/v3/webhooks", { ...webhook, retry_count: 5 }, headers)).status).toBe(422)
      const { data } = (await client.get("/v3/webhooks")).json as {
        readonly data: { readonly pagination: { readonly total_count: number } }
      }
      expect(data.pagination.total_count).toBe(1)
    }
  })
})

describe("a request with an Idempotency-Key", () => {
  const body = { ...webhook, display_name: "Slow" }

  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!await holds()) await sleep(20)
  }

  /** Returns whether the first request with the key has begun. */
  const isClaimed = async (key: string): Promise<boolean> =>
    (await database.query("select 1 from signalbox.claim where key = $1", [key])).length > 0

  it("is in progress for five seconds at another node, and then replayed [IDM-015, IDM-016]", {
    timeout: 120_000
  }, async () => {
    const [one, two, three] = await customer() as [HttpClient, HttpClient, HttpClient]
    const key = randomUUID()
    const ask = (client: HttpClient) => client.post("/v3/webhooks", body, { "idempotency-key": key })
    let release = () => {}
    slow = new Promise((resolve) => {
      release = resolve
    })
    try {
      const first = ask(one)
      await until(() => isClaimed(key))
      const refused = await ask(two)
      expect(refused.json).toMatchObject({ status: 409, error: { code: "CONFLICT_001" } })
      expect(refused.headers.get("retry-after")).toBe("1")
      const waiting = ask(three)
      release()
      const { status, text } = await first
      expect(status).toBe(201)
      const replayed = await waiting
      expect([replayed.status, replayed.text]).toEqual([201, text])
      expect(replayed.headers.get("idempotent-replayed")).toBe("true")
    } finally {
      release()
      slow = null
    }
  })

  it("is not executed by a node that cannot ask for claims; without a key it is [IDM-019, IDM-020]", async () => {
    const [one, two] = await customer() as [HttpClient, HttpClient]
    const headers = { "idempotency-key": randomUUID() }
    const count = async () => {
      const { data } = (await two.get("/v3/webhooks")).json as {
        readonly data: { readonly pagination: { readonly total_count: number } }
      }
      return data.pagination.total_count
    }
    isDown = true
    try {
      const refused = await one.post("/v3/webhooks", body, headers)
      expect(refused.json).toMatchObject({ status: 503, error: { code: "SERVICE_001" } })
      expect(await count()).toBe(0)
      expect((await one.post("/v3/webhooks", body)).status).toBe(201)
      expect(await count()).toBe(1)
    } finally {
      isDown = false
    }
    const executed = await one.post("/v3/webhooks", body, headers)
    expect([executed.status, executed.headers.has("idempotent-replayed")]).toEqual([201, false])
  })
})
