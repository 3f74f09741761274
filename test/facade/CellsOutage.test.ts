/**
 * The server of one cell, which has the directory too, ends while the accounts of the other go on, and comes back.
 */
import type { LogEntry, Options } from "signalbox"
import { cells, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Proxies from "../postgres/Proxy.ts"
import type { Own } from "../postgres/Server.ts"
import { own } from "../postgres/Server.ts"
import { order } from "./Acme.ts"
import type { Celled } from "./Celled.ts"
import { american, european, furnish, live, patience, place, serve, start } from "./Celled.ts"

let lost: Own
let other: Database.Database

beforeAll(async () => {
  ;[lost, other] = await Promise.all([own(), Database.fresh()])
  await lost.start()
})

afterAll(async () => {
  lost.remove()
  await other.drop()
})

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

const node = (options: Partial<Options> = {}) =>
  start(
    cells({
      eu: postgres(lost.url, { maxConnections: 4 }),
      us: postgres(other.url, { maxConnections: 4 })
    }, { place }),
    { secretKeys, ...options }
  )

const stop = async (): Promise<void> => {
  lost.signal("SIGQUIT")
  await lost.gone()
}

/** All that only the lost cell could answer is refused in the same way. */
const isAway = async ({ box }: Celled, key: string): Promise<void> => {
  const refusal = { code: "INTERNAL_005", status: 503 }
  await expect(box.as({ apiKey: key }).messages.send(order)).rejects.toMatchObject(refusal)
  await expect(box.as(european).me.get()).rejects.toMatchObject(refusal)
  await expect(box.accounts.balance(european)).rejects.toMatchObject(refusal)
}

describe("a cell whose server ends", () => {
  it("takes its own accounts along and nobody else's, and brings them back", async () => {
    const logged: Array<LogEntry> = []
    await using celled = node({ log: (entry) => logged.push(entry) })
    await using http = await serve(celled)
    const { box } = celled
    const eu = await furnish(celled, european, "+12015559001")
    const us = await furnish(celled, american, "+12015559002")
    await live(celled, eu)

    await stop()
    const refused = await http.get("/v3/me", { "x-api-key": eu })
    expect(refused).toMatchObject({ status: 503, code: "INTERNAL_005", retryAfter: expect.stringMatching(/^[1-9]/) })
    await isAway(celled, eu)
    // The other cell goes on: requests, work, receipts, inbound, and the operator's calls about its accounts.
    const sent = await live(celled, us)
    const receipt = { carrier: "acme", reference: `acme-${sent.attempt}`, status: "delivered" } as const
    expect(await box.receipts.report(receipt)).toBe("applied")
    expect((await http.get("/v3/me", { "x-api-key": us })).status).toBe(200)
    expect((await http.get("/health/ready", {})).status).toBe(204)
    // A list without a part of it would look like the whole.
    await expect(box.operator.accounts.list()).rejects.toMatchObject({ code: "INTERNAL_005" })

    // Whoever reads the log sees which one it is.
    expect(logged.map(({ fields }) => fields["cell"])).toContain("eu")

    await lost.start()
    const isBack = async () => {
      expect((await http.get("/v3/me", { "x-api-key": eu })).status).toBe(200)
      await live(celled, eu)
      expect((await box.operator.accounts.list()).total).toBe(2)
    }
    await vi.waitFor(isBack, patience)
  })

  it("is away from the beginning on a node that starts meanwhile, and then joins", async () => {
    await stop()
    await using celled = node()
    const { box } = celled
    // This node has never seen the account, and the directory is away: the cells are asked.
    const me = await vi.waitFor(() => box.as(american).me.get(), patience)
    expect(me.id).toBe(american)
    const key = await box.keys.create(american).catch((error: unknown) => error)
    expect(key).toMatchObject({ code: "INTERNAL_005" })
    await expect(box.as(european).me.get()).rejects.toMatchObject({ code: "INTERNAL_005", status: 503 })

    await lost.start()
    await vi.waitFor(async () => {
      expect((await box.as(european).me.get()).id).toBe(european)
      // The directory has come back with it.
      expect(await box.keys.create(american)).toMatch(/^[0-9a-f-]{36}$/)
    }, patience)
  })
})

describe("cells that fall silent", () => {
  it("hold up nobody who closes, and the connections to each of them are ended", async () => {
    const proxies = await Promise.all([Proxies.start(lost.url), Proxies.start(other.url)])
    const [eu, us] = proxies.map(({ url }) => postgres(url, { maxConnections: 4 }))
    const celled = start(cells({ eu: eu!, us: us! }, { place }), { secretKeys })
    try {
      await furnish(celled, american, "+12015559003")
      await furnish(celled, european, "+12015559004")
      for (const proxy of proxies) expect(proxy.connections()).toBeGreaterThan(0)
      for (const proxy of proxies) proxy.silence()
      await celled.box.close({ graceMs: 100 })
      await vi.waitFor(() => expect(proxies.map((proxy) => proxy.connections())).toEqual([0, 0]), { timeout: 4000 })
    } finally {
      for (const proxy of proxies) await proxy.stop()
    }
  })
})
