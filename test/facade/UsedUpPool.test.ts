/**
 * A host's own pool whose connections are all taken: calls are refused in time, and when the host gives them back, calls and
 * work go on by themselves.
 */
import pg from "pg"
import { postgres } from "signalbox"
import { expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { order, start } from "./Acme.ts"

const patience = { timeout: 40_000, interval: 50 }

const connections = 3

it("a pool that is used up refuses calls within ten seconds, and all goes on when it is free again", async () => {
  const database = await Database.fresh()
  const pool = new pg.Pool({ connectionString: database.url, max: connections })
  pool.on("error", () => {})
  try {
    await using acme = await start({}, {
      storage: postgres(pool),
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
    })
    const { account, box, handed } = acme
    const ready = () => box.fetch(new Request("http://localhost/health/ready"))
    await vi.waitFor(async () => expect((await ready()).status).toBe(204), patience)
    const taken = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
    const began = performance.now()
    const calls = await Promise.allSettled([
      box.as(account).messages.send(order),
      box.as(account).contacts.list(),
      box.accounts.ensure({ name: "Acme", requestsPerMinute: 5 }),
      box.receipts.report({ carrier: "acme", reference: "a", status: "read" })
    ])
    // Ten seconds are what is promised; the rest is for a machine that has other tests to run.
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const call of calls) {
      expect(call).toMatchObject({ status: "rejected", reason: { status: 503, code: "INTERNAL_005" } })
    }
    // Heartbeats and claims have asked in vain meanwhile as well.
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), patience)
    for (const each of taken) each.release()
    await vi.waitFor(async () => expect((await ready()).status).toBe(204), patience)
    await box.as(account).messages.send(order)
    await vi.waitFor(() => expect(handed.length).toBeGreaterThan(0), patience)
    // Whoever had given up waiting keeps none of them.
    for (const each of await Promise.all(taken.map(() => pool.connect()))) each.release()
  } finally {
    await pool.end()
    await database.drop()
  }
}, 120_000)
