/**
 * The end of a service: what it waits for, for how long at most, and what nobody does again after it.
 */
import { createHook } from "node:async_hooks"
import type { Pool } from "pg"
import pg from "pg"
import type { CarrierOptions, OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import type { Proxy } from "../postgres/Proxy.ts"
import * as Proxies from "../postgres/Proxy.ts"
import { order, start, template } from "./Acme.ts"

const patience = { timeout: 40_000, interval: 20 }

const idOf = ({ recipients }: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }): string =>
  recipients[0]!.message_id

/** Closes, and returns the times that are waited for meanwhile, in milliseconds. */
const timesOf = async (close: () => Promise<void>): Promise<ReadonlyArray<unknown>> => {
  const times: Array<unknown> = []
  const watch = createHook({
    init: (_id, type, _trigger, timer: object) => {
      if (type === "Timeout" && "_idleTimeout" in timer) times.push(timer["_idleTimeout"])
    }
  }).enable()
  await close()
  watch.disable()
  return times
}

describe("the grace", () => {
  it.each<[unknown]>([["1000"], [null], [NaN], [-1], [Infinity], [2 ** 40], [{}]])(
    "%j is refused, and the service goes on",
    async (graceMs) => {
      await using acme = await start()
      await expect(acme.box.close({ graceMs: graceMs as number })).rejects.toMatchObject({
        code: "VALIDATION_005",
        message: expect.stringContaining("graceMs must be a number of milliseconds")
      })
      await acme.box.as(acme.account).me.get()
    }
  )

  it("is 25 seconds unless given, of which hand-overs have half when a call never ends", async () => {
    const { box } = await start()
    expect(await timesOf(() => box.close())).toEqual(expect.arrayContaining([12_500, 25_900]))
  })
})

// Sockets and promises that never answer are what is tested, so the bounds are of real time: far more than the grace, and
// far less than whoever waited for them would take.
describe("on PostgreSQL", () => {
  let database: Database.Database
  const open = new Set<Signalbox>()
  const ends: Array<() => unknown> = []

  const begin = (over: string | Pool, how: Partial<CarrierOptions> = {}, others: ReadonlyArray<string> = []) => {
    const handed: Array<OutgoingMessage> = []
    const submit = how.submit ?? (({ attempt }) => `acme-${attempt}`)
    const made = (id: string) =>
      carrier({
        channels: ["sms"],
        ...how,
        id,
        submit: (message, signal) => {
          handed.push(message)
          return submit(message, signal)
        }
      })
    const box = createSignalbox({
      storage: postgres(over as string, { maxConnections: 4 }),
      carriers: ["acme", ...others].map(made),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false
    })
    open.add(box)
    return { box, handed }
  }

  const furnish = async (box: Signalbox): Promise<string> => {
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 1000, numbers: ["+12015559000"] })
    await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
    return id
  }

  const waySilent = async (): Promise<Proxy> => {
    const proxy = await Proxies.start(database.url)
    ends.push(proxy.stop)
    return proxy
  }

  beforeAll(async () => {
    database = await Database.fresh()
  })

  afterEach(async () => {
    await Promise.all([...open].map((box) => box.close({ graceMs: 0 })))
    open.clear()
    for (const end of ends.splice(0)) await end()
  })

  afterAll(async () => {
    await database.drop()
  })

  it("a carrier that has a message when its process stops does not get it again, and no other one does", async () => {
    const answersWithin = 4000
    const first = begin(database.url, { answersWithin, submit: () => new Promise(() => {}) }, ["other"])
    const account = await furnish(first.box)
    const me = first.box.as(account)
    const [lost, heard] = [idOf(await me.messages.send(order)), idOf(await me.messages.send(order))]
    await vi.waitFor(() => expect(first.handed).toHaveLength(2), patience)
    // Not even then, where a call of the host's never ends.
    void first.box.in({ query: () => new Promise<never>(() => {}) }).as(account).messages.send(order).catch(() => {})
    await first.box.close({ graceMs: 50 })

    const second = begin(database.url, { answersWithin }, ["other"])
    const { attempt } = first.handed.find(({ id }) => id === heard)!
    const receipt = { carrier: "acme", message: heard, attempt, status: "delivered" } as const
    expect(await second.box.receipts.report(receipt)).toBe("applied")
    const now = second.box.as(account)
    const ended = await now.messages.settled(lost, { timeoutMs: 30_000 })
    expect([ended.status, ended.reason_code]).toEqual(["FAILED", "DELIVERY_011"])
    expect((await now.messages.get(heard)).status).toBe("DELIVERED")
    // Whatever else there was to hand over would have gone out before this.
    const next = idOf(await now.messages.send(order))
    await vi.waitFor(() => expect(second.handed.map(({ id }) => id)).toEqual([next]), patience)
  })

  it("that is silent holds nobody up, and its connections are ended", async () => {
    const proxy = await waySilent()
    const { box } = begin(proxy.url)
    await furnish(box)
    expect(proxy.connections()).toBeGreaterThan(0)
    proxy.silence()
    const began = performance.now()
    // A second after the grace is promised, and a timer may be a little late.
    expect(await timesOf(() => box.close({ graceMs: 100 }))).toContain(100 + 900)
    expect(performance.now() - began).toBeLessThan(6000)
    await vi.waitFor(() => expect(proxy.connections()).toBe(0), { timeout: 4000 })
  })

  it("that has never answered holds nobody up either", async () => {
    const proxy = await waySilent()
    proxy.silence()
    const { box } = begin(proxy.url)
    await vi.waitFor(() => expect(proxy.connections()).toBeGreaterThan(0), patience)
    const began = performance.now()
    // A second after the grace is promised, and a timer may be a little late.
    expect(await timesOf(() => box.close({ graceMs: 100 }))).toContain(100 + 900)
    expect(performance.now() - began).toBeLessThan(4000)
    await expect(box.ready).rejects.toMatchObject({ code: "INTERNAL_005" })
    await vi.waitFor(() => expect(proxy.connections()).toBe(0), { timeout: 4000 })
  })

  it("a pool of the host's that never answers holds nobody up", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 6 })
    pool.on("error", () => {})
    // Nobody waits for those that are never given back.
    ends.push(() => void pool.end())
    let isStuck = false
    const never = () => new Promise<never>(() => {})
    const stuck = {
      connect: async () => {
        if (isStuck) return never()
        const connection = await pool.connect()
        return {
          query: (text: string, values?: Array<unknown>) => isStuck ? never() : connection.query(text, values),
          on: connection.on.bind(connection),
          removeListener: (name: string, listener: () => void) =>
            (connection as unknown as NodeJS.EventEmitter).off(name, listener),
          release: (isBroken?: boolean) => connection.release(isBroken)
        }
      }
    }
    const { box } = begin(stuck as unknown as Pool)
    await furnish(box)
    isStuck = true
    const began = performance.now()
    // A second after the grace is promised, and a timer may be a little late.
    expect(await timesOf(() => box.close({ graceMs: 100 }))).toContain(100 + 900)
    expect(performance.now() - began).toBeLessThan(6000)
  })

  it("a call within a transaction that never answers holds nobody up", async () => {
    const { box } = begin(database.url)
    const account = await furnish(box)
    const sent = box.in({ query: () => new Promise<never>(() => {}) }).as(account).messages.send(order)
    void sent.catch(() => {})
    const began = performance.now()
    // A second after the grace is promised, and a timer may be a little late.
    expect(await timesOf(() => box.close({ graceMs: 100 }))).toContain(100 + 900)
    expect(performance.now() - began).toBeLessThan(6000)
  })
})
