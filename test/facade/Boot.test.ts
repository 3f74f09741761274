/**
 * The start of a service: a storage that is away is tried again until it is there, and anything else that is wrong is
 * final. Either is told by the log, since hosts do not wait for `ready`.
 */
import type { AddressInfo, Server, Socket } from "node:net"
import { connect, createServer } from "node:net"
import pg from "pg"
import type { LogEntry, Pool, PostgresOptions, Signalbox } from "signalbox"
import { createSignalbox, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Proxies from "../postgres/Proxy.ts"

const patience = { timeout: 40_000, interval: 10 }

let database: Database.Database
const ends: Array<() => unknown> = []

beforeAll(async () => {
  database = await Database.fresh()
})

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

afterAll(() => database.drop())

const start = (over: string | Pool, options: PostgresOptions = {}) => {
  const logged: Array<LogEntry> = []
  const box = createSignalbox({
    storage: postgres(over, { maxConnections: 4, ...options }),
    carriers: [],
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    log: (entry) => logged.push(entry)
  })
  ends.push(() => box.close({ graceMs: 0 }))
  const of = (level: LogEntry["level"]) => logged.filter((entry) => entry.level === level)
  return { box, of }
}

/** A server ends with all that it has open. */
const listen = async (server: Server, port = 0): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  ends.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return (server.address() as AddressInfo).port
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  ends.pop()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const at = (port: number): string => {
  const url = new URL(database.url)
  url.port = String(port)
  url.password = "hunter2"
  return url.href
}

/** Lets connections to a port through to the database. */
const open = async (port: number): Promise<void> => {
  const { hostname, port: far } = new URL(database.url)
  await listen(
    createServer((near) => {
      const way = connect(Number(far), hostname)
      near.on("close", () => way.destroy())
      near.pipe(way.on("error", () => near.destroy())).pipe(near)
    }),
    port
  )
}

/** A server that refuses everybody, as PostgreSQL does. */
const refusing = (code: string, message: string): Server =>
  createServer((socket) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
    const head = Buffer.alloc(5)
    head.write("E")
    head.writeInt32BE(fields.length + 4, 1)
    socket.once("data", () => socket.end(Buffer.concat([head, fields])))
  })

const ask = (box: Signalbox) => box.fetch(new Request("http://localhost/v3/me"))

const answerOf = async (response: Response) => ({
  status: response.status,
  again: Number(response.headers.get("retry-after")),
  body: await response.json() as unknown
})

describe("a storage that is away", () => {
  it("is tried again until it is there; meanwhile the log, requests and calls tell why", async () => {
    const port = await freePort()
    const { box, of } = start(at(port))
    let isReady = false
    void box.ready.then(() => isReady = true)
    await vi.waitFor(() => expect(of("warn").length).toBeGreaterThan(1), patience)
    for (const { fields, message } of of("warn")) {
      expect(message).toBe("the storage is away; Signalbox starts as soon as it is there")
      expect(fields["cause"]).toContain("the database cannot be reached")
      expect(fields["cause"]).toContain("ECONNREFUSED")
    }
    for (const [index, { fields }] of of("warn").entries()) {
      expect(fields["attempts"]).toBe(index + 1)
      // Twice as long each time, and a part of it is left to chance.
      expect(fields["again_in_ms"]).toBeGreaterThanOrEqual(125 * 2 ** index)
      expect(fields["again_in_ms"]).toBeLessThanOrEqual(250 * 2 ** index)
    }
    const { again, body, status } = await answerOf(await ask(box))
    expect([status, isReady]).toEqual([503, false])
    expect(again).toBeGreaterThan(0)
    expect(body).toMatchObject({
      error: {
        code: "INTERNAL_005",
        message: "The service is temporarily unavailable: the database cannot be reached"
      }
    })
    // A call waits a while, and so it may be the first thing that a host does.
    const ensured = box.accounts.ensure({ name: "Acme", balance: 1 })
    await open(port)
    expect(await ensured).toMatchObject({ created: true })
    await box.ready
    expect((await ask(box)).status).toBe(401)
    expect(of("info").map(({ message }) => message)).toContain("the storage is there; Signalbox has started")
    expect(of("error")).toEqual([])
    expect(JSON.stringify(of("warn"))).not.toContain("hunter2")
  })

  it("is told by its cause of now, and not by that of the first attempt", async () => {
    const port = await freePort()
    const { box, of } = start(at(port))
    await vi.waitFor(() => expect(of("warn")).toHaveLength(1), patience)
    await listen(refusing("57P03", "the database system is starting up"), port)
    await vi.waitFor(async () => {
      const { body, status } = await answerOf(await ask(box))
      expect(status).toBe(503)
      expect(body).toMatchObject({
        error: { message: "The service is temporarily unavailable: the database is shutting down or starting" }
      })
    }, patience)
  })

  it("is tried again on a pool of the host's too", async () => {
    const proxy = await Proxies.start(database.url)
    proxy.cut()
    const pool = new pg.Pool({ connectionString: proxy.url, max: 4 })
    pool.on("error", () => {})
    ends.push(async () => {
      await pool.end()
      await proxy.stop()
    })
    const { box, of } = start(pool)
    await vi.waitFor(() => expect(of("warn").length).toBeGreaterThan(1), patience)
    proxy.mend()
    await box.ready
    expect((await ask(box)).status).toBe(401)
    await box.close({ graceMs: 0 })
  })

  it("rejects a call that has waited for it, and answers a request that has waited for the first attempt", async () => {
    const { box, of } = start(at(await freePort()))
    await vi.waitFor(() => expect(of("warn")).toHaveLength(1), patience)
    // Nobody ever gets a connection of it.
    const stuck = start({ connect: () => new Promise<never>(() => {}) })
    const unanswered = ask(stuck.box)
    const error = await box.as("6f9619ff-8b86-4d01-b42d-00cf4fc964ff").me.get().then(
      () => null,
      (error: unknown) => error
    )
    expect(error).toMatchObject({
      code: "INTERNAL_005",
      status: 503,
      message: expect.stringContaining("Signalbox has not started yet: the database cannot be reached"),
      retryAfterMs: expect.any(Number)
    })
    const { again, body, status } = await answerOf(await unanswered)
    expect([status, again]).toEqual([503, 1])
    expect(body).toMatchObject({ error: { message: "The service is temporarily unavailable" } })
  })

  /** A server that takes connections and says nothing. */
  const silent = async (port = 0) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => void sockets.add(socket.resume()))
    return { port: await listen(server, port), sockets }
  }

  it.each<[string, () => Promise<ReturnType<typeof start>>, graceMs: number]>([
    ["refuses connections", async () => {
      const started = start(at(await freePort()))
      await vi.waitFor(() => expect(started.of("warn")).toHaveLength(1), patience)
      return started
    }, 20_000],
    ["never answers them", async () => start(at((await silent()).port)), 0],
    ["answers none of the second attempt", async () => {
      const port = await freePort()
      const started = start(at(port))
      await vi.waitFor(() => expect(started.of("warn")).toHaveLength(1), patience)
      const { sockets } = await silent(port)
      await vi.waitFor(() => expect(sockets.size).toBeGreaterThan(0), patience)
      return started
    }, 20_000]
  ])("holds `close` up no longer than nothing would, when it %s", async (_, begun, graceMs) => {
    const { box, of } = await begun()
    const waiting = box.accounts.ensure({ name: "Acme" }).then(() => null, (error: unknown) => error)
    const began = performance.now()
    await box.close({ graceMs })
    // Far below the grace, and below the five seconds that an attempt waits for an answer.
    expect(performance.now() - began).toBeLessThan(3000)
    await expect(box.ready).rejects.toMatchObject({ code: "INTERNAL_005" })
    expect(await waiting).toMatchObject({ code: "INTERNAL_005" })
    expect((await ask(box)).status).toBe(503)
    // Nothing is tried any more: one more attempt would have come within half a second.
    const lines = of("warn").length
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(of("warn")).toHaveLength(lines)
  })
})

describe("a storage that refuses", () => {
  const final = async ({ box, of }: ReturnType<typeof start>, cause: string) => {
    // Nobody awaits `ready`.
    await vi.waitFor(() => expect(of("error")).toHaveLength(1), patience)
    expect(of("error")).toMatchObject([
      { message: "Signalbox cannot start", fields: { cause: expect.stringContaining(cause) } }
    ])
    expect(of("warn")).toEqual([])
    await expect(box.ready).rejects.toThrow(`Signalbox cannot start: ${cause}`)
    await expect(box.accounts.ensure({ name: "Acme" })).rejects.toMatchObject({ retryAfterMs: null })
    const { body, status } = await answerOf(await ask(box))
    expect([status, body]).toMatchObject([503, { error: { message: "The service is temporarily unavailable" } }])
    expect(JSON.stringify([of("error"), body])).not.toContain("hunter2")
  }

  it("a password is final, and logged", async () => {
    const port = await listen(refusing("28P01", "password authentication failed for user \"postgres\""))
    await final(start(at(port)), "the database refuses this user or password")
  })

  it("a database that there is not is final, and logged", async () => {
    const url = new URL(database.url)
    url.pathname = "/nowhere"
    await final(start(url.href), "the database that the URL names does not exist")
  })

  it("to be checked is final, and logged", () =>
    final(start(database.url, { schema: "nowhere", migrate: "check" }), "the schema is not up to date"))

  it("after it was away is final, and logged", async () => {
    const port = await freePort()
    const { box, of } = start(at(port))
    await vi.waitFor(() => expect(of("warn")).toHaveLength(1), patience)
    await listen(refusing("28P01", "password authentication failed"), port)
    await expect(box.ready).rejects.toThrow("the database refuses this user or password")
    expect(of("error")).toHaveLength(1)
  })
})
