/**
 * Clients that ask for much and read nothing, over sockets: what waits for them is measured, whoever lets too much wait is
 * refused before anything is done for him, and others go on (decisions 9.4 "unread answers").
 */
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as Unread from "@signalbox/http/Unread"
import * as SizedDefinitions from "@signalbox/testing/generate/SizedDefinitions"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { FreshAccount, HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as RawHttp from "@signalbox/testing/http/RawHttp"
import type { Reply } from "@signalbox/testing/http/Reply"
import { prop } from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { Socket } from "node:net"
import { connect } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Mount } from "../http/Mounts.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

const megabyte = 1024 * 1024
const patient = 30_000

const ends: Array<() => unknown> = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Customer extends FreshAccount {
  readonly client: HttpClient
}

/** A service with these bounds, and accounts whose list of templates has 6.5 MB: more than the system takes from it. */
const start = async (mount: Mount, bounds: Partial<Unread.Bounds>, accounts = 1, storage = Storages.memory) => {
  const given = { each: 1024 * megabyte, all: 1024 * megabyte, patienceMillis: 60_000, ...bounds }
  const subject = await starter({
    mount: Layer.provide(mount, Layer.succeed(Unread.Bounds, given)),
    storage
  })()
  ends.push(() => subject.stop())
  const customers: Array<Customer> = []
  for (let count = 0; count < accounts; count++) {
    const account = await subject.freshAccount!()
    const client = Client.make(subject.baseUrl, { "x-api-key": account.apiKey })
    const definition = SizedDefinitions.sized(65_536)
    const made = await Promise.all(Array.from({ length: 100 }, () => client.post("/v3/templates", { definition })))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
    customers.push({ ...account, client })
  }
  return { subject, customers }
}

const templates = "/v3/templates?page=1&page_size=100"

const count = async (client: HttpClient): Promise<number> => {
  const { json } = await client.get("/v3/templates?page=1&page_size=1")
  return (json as { data: { pagination: { total_count: number } } }).data.pagination.total_count
}

/** Headers by which a request goes the short way or Effect's. */
const ways = { "the short": "", "Effect's": "set-cookie: a=b\r\n" }

interface Idle {
  readonly socket: Socket
  /** Asks the same once more on the same connection. */
  readonly again: () => void
  /** The status, which is all that the client reads. */
  readonly status: number
}

interface Asked {
  readonly headers?: string
  readonly from?: string
}

/** Asks, and reads the head of the answer alone. */
const idle = async (
  { baseUrl }: HttpSubject,
  path: string,
  { from, headers = "" }: Asked
): Promise<Idle> => {
  const socket = connect({
    port: Number(new URL(baseUrl).port),
    host: "127.0.0.1",
    ...(from === undefined ? {} : { localAddress: from })
  })
  socket.on("error", () => {})
  ends.push(() => socket.destroy())
  const ask = () => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
  ask()
  const [head] = await once(socket, "data") as [Buffer]
  socket.pause()
  return { socket, again: ask, status: Number(head.toString("latin1").split(" ")[1]) }
}

const refused = (reply: Reply): void => {
  expect(reply.status).toBe(503)
  expect(reply.json).toMatchObject({ success: false, error: { code: "INTERNAL_005" } })
  expect(reply.headers.get("retry-after")).toBe("5")
}

const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: patient, interval: 20 })

describe.each([["Node", Mounts.node], ["Express", Mounts.expressMount]])("on %s", (_, mount) => {
  it.each(Object.entries(ways))("an account that reads nothing is refused until it does: %s way", async (__, more) => {
    const { customers: [mine], subject } = await start(mount, { each: 8 * megabyte })
    const { apiKey, client } = mine!
    const before = await count(client)
    const headers = `x-api-key: ${apiKey}\r\n${more}`
    const asked = await Promise.all(Array.from({ length: 30 }, () => idle(subject, templates, { headers })))
    const answered = asked.filter(({ status }) => status === 200).length
    // Each answer lets 2.5 MB wait at least, whatever the system takes from it.
    expect(answered).toBeGreaterThanOrEqual(2)
    expect(answered).toBeLessThanOrEqual(6)
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const key = { "idempotency-key": randomUUID() }
    const body = { definition: SizedDefinitions.sized(3000) }
    refused(await client.post("/v3/templates", body, key))
    refused(await client.get("/v3/me"))
    const other = Client.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    expect((await other.get("/v3/me")).status).toBe(200)
    expect((await fetch(`${subject.baseUrl}/openapi.json`)).status).toBe(200)
    for (const { socket } of asked) socket.resume()
    await until(async () => expect((await client.get("/v3/me")).status).toBe(200))
    const done = await client.post("/v3/templates", body, key)
    expect([done.status, done.headers.has("idempotent-replayed")]).toEqual([201, false])
    expect(await count(client)).toBe(before + 1)
  })

  it("an account that asks for everything at the same time is given no more than if it asked in turn", async () => {
    let open: (() => void) | null = null
    let waiting = 0
    let gate = Promise.resolve()
    const gated: Storages.Storage = Layer.effectContext(
      Effect.map(Layer.build(Storages.memory), (context): Context.Context<Emulator.Storage> => {
        const store = Context.get(context, Store)
        const list: typeof store.list = (asked) => {
          waiting++
          return Effect.andThen(Effect.promise(() => gate), store.list(asked))
        }
        return Context.add(context, Store, { ...store, list })
      })
    )
    const { customers: [mine], subject } = await start(mount, { each: 8 * megabyte }, 1, gated)
    gate = new Promise((resolve) => open = resolve)
    waiting = 0
    const asked = Array.from(
      { length: 20 },
      () => idle(subject, templates, { headers: `x-api-key: ${mine!.apiKey}\r\n` })
    )
    // All of them were admitted while nothing waited to be read.
    await vi.waitFor(() => expect(waiting).toBe(20), patient)
    open!()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
  })

  it("an address without a key lets too much wait, and others read on", async () => {
    const { subject } = await start(mount, { each: megabyte / 2 }, 0)
    const ask = (from: string) => RawHttp.send(subject.baseUrl, { path: "/docs", headers: [], from })
    expect((await ask("127.0.7.1")).status).toBe(200)
    const { again, socket } = await idle(subject, "/docs", { from: "127.0.7.1" })
    // The system takes the first answer, and hardly anything of the others.
    await until(async () => {
      again()
      refused(await ask("127.0.7.1"))
    })
    expect((await ask("127.0.7.2")).status).toBe(200)
    const me = { path: "/v3/me", from: "127.0.7.1" }
    expect((await RawHttp.send(subject.baseUrl, { ...me, headers: [] })).status).toBe(401)
    expect((await RawHttp.send(subject.baseUrl, { ...me, headers: [["x-api-key", subject.apiKey]] })).status).toBe(200)
    socket.destroy()
    await until(async () => expect((await ask("127.0.7.1")).status).toBe(200))
  })

  it("what waits behind another answer waits no more once the connection is gone", async () => {
    const { subject } = await start(mount, { each: 8 * megabyte }, 0)
    const ask = () => RawHttp.send(subject.baseUrl, { path: "/docs", headers: [], from: "127.0.7.5" })
    for (let time = 0; time < 3; time++) {
      const { again, socket } = await idle(subject, "/docs", { from: "127.0.7.5" })
      for (let count = 0; count < 5; count++) again()
      await until(async () => refused(await ask()))
      socket.destroy()
      await until(async () => expect((await ask()).status).toBe(200))
    }
  })

  it("when too much waits in all, whoever holds most is refused", async () => {
    const { customers: [most, least], subject } = await start(mount, { all: 14 * megabyte }, 2)
    expect((await idle(subject, templates, { headers: `x-api-key: ${least!.apiKey}\r\n` })).status).toBe(200)
    await until(async () => {
      const { status } = await idle(subject, templates, { headers: `x-api-key: ${most!.apiKey}\r\n` })
      expect(status).toBe(503)
    })
    refused(await most!.client.get("/v3/me"))
    expect((await least!.client.get("/v3/me")).status).toBe(200)
  })

  it.each(Object.entries(ways))("who takes nothing is cut, who is slow or quiet is not: %s way", async (__, more) => {
    const { customers: [mine], subject } = await start(mount, { each: megabyte, patienceMillis: 1500 })
    const { apiKey, client } = mine!
    const headers = `x-api-key: ${apiKey}\r\n${more}`
    const quiet = await idle(subject, "/docs", { from: "127.0.7.3" })
    const slow = await idle(subject, "/docs", { from: "127.0.7.4" })
    let isCut = false
    slow.socket.on("close", () => isCut = true).on("data", () => {
      slow.socket.pause()
      // A slow reader takes real time between what it reads.
      setTimeout(() => slow.socket.resume(), 20)
    })
    quiet.socket.on("data", () => {}).resume()
    slow.socket.resume()
    const dead = await idle(subject, templates, { headers })
    refused(await client.get("/v3/me"))
    // Nobody has read what waits. It is there no more, and neither is its connection.
    await until(async () => expect((await client.get("/v3/me")).status).toBe(200))
    let left = 0
    dead.socket.on("data", (piece: Buffer) => left += piece.length).resume()
    await once(dead.socket, "close")
    expect(left).toBeLessThan(6 * megabyte)
    expect([isCut, quiet.socket.destroyed]).toEqual([false, false])
    const answer = once(quiet.socket, "data")
    quiet.again()
    expect(await answer).toHaveLength(1)
  })
})

describe("what waits", () => {
  const holder = fc.constantFrom("a", "b", "c", "d")
  const bounds = { each: 100, all: 150, patienceMillis: 1 }

  prop(
    "is bounded: whoever has his share or holds most is refused, and whoever holds nothing never",
    fc.array(fc.tuple(holder, fc.integer({ min: 1, max: 60 }))),
    (asked) => {
      const unread = new Unread.Unread(bounds)
      const held = new Map<string, number>()
      for (const [who, bytes] of asked) {
        const all = [...held.values()].reduce((sum, each) => sum + each, 0)
        const own = held.get(who) ?? 0
        const isFull = unread.isFull(who)
        if (own === 0) expect(isFull).toBe(false)
        if (own >= 100) expect(isFull).toBe(true)
        if (all < 150 && own < 100) expect(isFull).toBe(false)
        if (all >= 150 && own === Math.max(...held.values())) expect(isFull).toBe(true)
        if (isFull) continue
        unread.add(who, bytes)
        held.set(who, own + bytes)
        expect([unread.waiting(), unread.waiting(who)]).toEqual([all + bytes, own + bytes])
      }
      for (const [who, bytes] of held) unread.add(who, -bytes)
      expect(unread.waiting()).toBe(0)
      for (const who of held.keys()) expect(unread.isFull(who)).toBe(false)
    }
  )
})
