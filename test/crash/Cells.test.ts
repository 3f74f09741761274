/**
 * Accounts in two cells on two PostgreSQL servers, with nodes as processes of their own: a node is killed between the
 * directory's write and the cell's commit, and a whole server is killed under load.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import type { Own } from "../postgres/Server.ts"
import { own } from "../postgres/Server.ts"
import * as Blocker from "./Blocker.ts"
import * as Node from "./NodeProcess.ts"

const program = fileURLToPath(new URL("./cellsNode.ts", import.meta.url))
const patience = { timeout: 60_000, interval: 50 }

/** The cell `eu`, which has the directory too, is on a server that is killed; `us` is on another one. */
let lost: Own
let eu: Database.Database
let us: Database.Database

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

/** A node that places new accounts in this cell. */
const boot = (place: "eu" | "us") =>
  Node.launch(program, { CELLS: JSON.stringify({ eu: eu.url, us: us.url }), PLACE: place, SECRET_KEYS: secretKeys })
type Launched = Awaited<ReturnType<typeof boot>>

let numbers = 1000
const newcomer = () => ({ id: randomUUID(), number: `+1201555${++numbers}` })

interface Answered {
  readonly status: number
  readonly text: string
}

const ask = async (node: Launched, path: string, body: object, headers = {}): Promise<Answered | null> => {
  try {
    const answer = await fetch(`${node.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000)
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}

const isIn = async (cell: Database.Database, account: string): Promise<boolean> =>
  (await cell.query(`select 1 from signalbox.rows where kind = 'account' and key = $1`, [account])).length > 0

/** Returns the cells that have the account, and the one that it leads to. */
const whereabouts = async (account: string) => {
  const leads = await eu.query<{ readonly cell: string }>(
    `select cell from signalbox_directory.lead where kind = 'account' and key = $1`,
    [account]
  )
  return {
    cells: [...await isIn(eu, account) ? ["eu"] : [], ...await isIn(us, account) ? ["us"] : []],
    leads: leads.map(({ cell }) => cell)
  }
}

beforeAll(async () => {
  ;[lost, us] = await Promise.all([own(), Database.fresh()])
  await lost.start()
  eu = Database.at(lost.url)
})

afterAll(async () => {
  lost.remove()
  await us.drop()
})

describe("a node that dies between the directory's write and the cell's commit", () => {
  /** The sessions of the cell `us` that wait for the lock. */
  const waiting = () =>
    us.query<{ readonly pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    )

  test("leaves an entry that leads to nothing, and the same call made again is the account, in the same cell", async () => {
    const node = await boot("us")
    // The schemas of both are there.
    await vi.waitFor(async () => expect((await ask(node, "/ensure", newcomer()))?.status).toBe(200), patience)
    const asked = newcomer()
    const release = await Blocker.hold(us.url, "lock table signalbox.rows in exclusive mode")
    try {
      const answer = ask(node, "/ensure", asked)
      await vi.waitFor(async () => expect((await whereabouts(asked.id)).leads).toEqual(["us"]), patience)
      await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), patience)
      await node.kill()
      expect(await answer).toBeNull()
      // The server would go on with what it was asked.
      for (const { pid } of await waiting()) await us.query(`select pg_terminate_backend($1::int)`, [pid])
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience)
    } finally {
      await release()
    }
    expect(await whereabouts(asked.id)).toEqual({ cells: [], leads: ["us"] })

    // This node would place it elsewhere.
    const next = await boot("eu")
    await vi.waitFor(async () => expect((await ask(next, "/ensure", asked))?.status).toBe(200), patience)
    expect((await ask(next, "/furnish", asked))?.text).toMatch(/^[0-9a-f-]{36}$/)
    expect(await whereabouts(asked.id)).toEqual({ cells: ["us"], leads: ["us"] })
    await next.kill()
  })
})

/** One send with a key of its own, and the statuses that it was answered with until it was accepted. */
interface Send {
  readonly key: string
  readonly statuses: Array<number | null>
  message: string | null
}

/**
 * Sends one after the other, at all nodes in turn; each is asked again with the same key until it is accepted. One whose
 * answer got lost with the server is in progress for a minute, and is left alone.
 */
const load = (nodes: ReadonlyArray<Launched>, apiKey: string) => {
  const sends: Array<Send> = []
  const over = new AbortController()
  const body = { to: ["+12015550123"], template: { name: "order" }, channel: ["sms"] }
  const one = async (send: Send): Promise<void> => {
    for (let turn = 0; send.message === null && !(over.signal.aborted && turn > 0); turn++) {
      const node = nodes[(sends.length + turn) % nodes.length]!
      const headers = { "x-api-key": apiKey, "idempotency-key": send.key }
      const told = await ask(node, "/v3/messages", body, headers)
      send.statuses.push(told?.status ?? null)
      if (told?.status === 409) return
      if (told?.status === 202) {
        const { data } = JSON.parse(told.text) as { readonly data: { readonly recipients: [{ message_id: string }] } }
        send.message = data.recipients[0].message_id
      } else {
        // Whoever was refused asks again after a moment, as clients do.
        await sleep(100)
      }
    }
  }
  const ended = (async () => {
    while (!over.signal.aborted) {
      const send: Send = { key: randomUUID(), statuses: [], message: null }
      sends.push(send)
      await one(send)
      // The load goes on until all is over, and leaves the machine some room.
      await sleep(10)
    }
  })()
  const accepted = () => sends.filter(({ message }) => message !== null).length
  return {
    sends,
    accepted,
    /** Waits until so many more are accepted. */
    more: async (count: number): Promise<void> => {
      const end = accepted() + count
      await vi.waitFor(() => expect(accepted()).toBeGreaterThanOrEqual(end), patience)
    },
    stop: async (): Promise<void> => {
      over.abort()
      await ended
    }
  }
}

const messages = async (cell: Database.Database, account: string): Promise<ReadonlyArray<string>> =>
  (await cell.query<{ readonly key: string }>(`select key::text from signalbox.message where account = $1::uuid`, [
    account
  ]))
    .map(({ key }) => key)

describe("a server that is killed under load", () => {
  test("takes nothing of its cell along, and the other cell's sends go on", async () => {
    const nodes = await Promise.all([boot("eu"), boot("us")])
    const [one, other] = nodes
    const [european, american] = [newcomer(), newcomer()]
    const furnished = async (node: Launched, asked: ReturnType<typeof newcomer>): Promise<string> => {
      const told = await vi.waitFor(async () => {
        const found = await ask(node, "/furnish", asked)
        expect(found?.status).toBe(200)
        return found!
      }, patience)
      return told.text
    }
    const loads = {
      eu: load(nodes, await furnished(one, european)),
      us: load(nodes, await furnished(other, american))
    }
    // Both nodes know both keys.
    await Promise.all([loads.eu.more(10), loads.us.more(10)])

    await lost.kill()
    const late = newcomer()
    await Promise.all([
      loads.us.more(20),
      vi.waitFor(() => expect(loads.eu.sends.at(-1)?.statuses).toContain(503), patience),
      // Without its directory nobody can be entered.
      ...nodes.map(async (node) => expect((await ask(node, "/ensure", late))?.status).toBe(503))
    ])

    await lost.start()
    await Promise.all([loads.eu.more(10), loads.us.more(10)])
    // Each node places it elsewhere, and both make it at the same time.
    const made = () => Promise.all(nodes.map(async (node) => (await ask(node, "/ensure", late))?.status))
    await vi.waitFor(async () => expect(await made()).toEqual([200, 200]), patience)
    await Promise.all([loads.eu.stop(), loads.us.stop()])

    const { cells, leads } = await whereabouts(late.id)
    expect(cells).toHaveLength(1)
    expect(leads).toEqual(cells)
    expect(await whereabouts(european.id)).toEqual({ cells: ["eu"], leads: ["eu"] })
    expect(await whereabouts(american.id)).toEqual({ cells: ["us"], leads: ["us"] })
    // Nobody in the other cell was asked to come again.
    expect(loads.us.sends.flatMap(({ statuses }) => statuses).filter((status) => status !== 202)).toEqual([])
    for (const [cell, account, { sends }] of [[eu, european, loads.eu], [us, american, loads.us]] as const) {
      const there = await messages(cell, account.id)
      const told = sends.flatMap(({ message }) => message === null ? [] : [message])
      expect(there).toEqual(expect.arrayContaining(told))
      expect(new Set(told).size).toBe(told.length)
      // What was never answered was carried out once at most.
      expect(there.length).toBeLessThanOrEqual(sends.length)
      expect(await messages(cell === eu ? us : eu, account.id)).toEqual([])
    }
    await Promise.all(nodes.map((node) => node.kill()))
  })
})
