/**
 * The facade on PostgreSQL: restarts, nodes, and the host's own transactions.
 */
import type { Pool, PoolClient } from "pg"
import pg from "pg"
import type { LogEntry, OutgoingMessage, PostgresOptions, Signalbox, Transaction } from "signalbox"
import { createSignalbox, postgres } from "signalbox"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { noting } from "./Acme.ts"

let database: Database.Database
let pool: Pool
const handed: Array<OutgoingMessage> = []
const open = new Set<Signalbox>()

const secretKeys = `test:${Buffer.alloc(32, 7).toString("base64")}`

interface Start extends PostgresOptions {
  /** The database's URL unless given. */
  readonly over?: string | Pool
  readonly work?: boolean
}

const start = ({ over = database.url, work = true, ...options }: Start = {}): Signalbox => {
  const box = createSignalbox({
    storage: postgres(over, { maxConnections: 4, ...options }),
    carriers: [noting(handed)],
    secretKeys,
    work,
    log: false
  })
  open.add(box)
  return box
}

const stop = async (box: Signalbox): Promise<void> => {
  open.delete(box)
  await box.close()
}

beforeAll(async () => {
  database = await Database.fresh()
  pool = new pg.Pool({ connectionString: database.url, max: 6 })
  // Some tests end connections by force.
  pool.on("error", () => {})
  await pool.query("create table orders (id text primary key, message text)")
})

afterEach(async () => {
  await Promise.all([...open].map(stop))
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const to = "+12015550123"
const order = { to: [to], template: { name: "order" }, channel: ["sms"] } as const
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }

/** An account that may send the template `order`. */
const furnished = async (box: Signalbox): Promise<string> => {
  const { id } = await box.accounts.ensure({ name: "Acme", balance: 1000, numbers: ["+12015559000"] })
  const template = await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
  expect(template.status).toBe("APPROVED")
  return id
}

const idOf = ({ recipients }: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }): string =>
  recipients[0]!.message_id

const isSent = (box: Signalbox, account: string, message: string): Promise<void> =>
  vi.waitFor(async () => expect((await box.as(account).messages.get(message)).status).toBe("SENT"), 20_000)

/** Gives the host a connection, and ends it however the test ends. */
const withHost = async (use: (host: PoolClient) => Promise<void>): Promise<void> => {
  const host = await pool.connect()
  host.on("error", () => {})
  try {
    await use(host)
  } finally {
    host.release(true)
  }
}

const rows = async (name: string) => (await pool.query("select message from orders where id = $1", [name])).rows

describe("a restart", () => {
  it("finds accounts and templates again, and creates nothing anew", async () => {
    const first = start()
    const id = await furnished(first)
    const made = await first.as(id).templates.list({ search: "order" })
    await first.accounts.topUp(id, 5, "gift")
    const balance = await first.accounts.balance(id)
    await stop(first)

    const second = start({ migrate: "check" })
    const again = await second.accounts.ensure({ name: "Acme", balance: 1000 })
    expect(again).toEqual({ id, name: "Acme", created: false, balance })
    expect(await second.accounts.topUp(id, 5, "gift")).toBe(balance)
    await furnished(second)
    expect(await second.as(id).templates.list({ search: "order" })).toEqual(made)
  })

  it("with other keys than those that sealed the secrets is refused, and says so", async () => {
    await start().ready
    const logged: Array<LogEntry> = []
    const box = createSignalbox({
      storage: postgres(database.url),
      carriers: [],
      secretKeys: `other:${Buffer.alloc(32, 7).toString("base64")}`,
      log: (entry) => logged.push(entry)
    })
    await expect(box.ready).rejects.toThrow(
      /cannot start: the keys are not those .* with the key "test", which is not given/
    )
    expect(logged).toContainEqual(expect.objectContaining({ level: "error", message: "Signalbox cannot start" }))
    await box.close()
  })

  it("that only checks the schema changes nothing, and says what is missing", async () => {
    const box = start({ schema: "nowhere", migrate: "check" })
    await expect(box.ready).rejects.toThrow("Signalbox cannot start: the schema is not up to date")
    await expect(box.accounts.ensure({ name: "Acme" })).rejects.toThrow("cannot start")
    const found = await database.query("select 1 as found from pg_namespace where nspname = 'nowhere'")
    expect(found).toEqual([])
  })
})

describe("nodes", () => {
  it("share the work: one takes the request and another one hands over", async () => {
    const [front, back] = [start({ work: false }), start()]
    const id = await furnished(back)
    const message = idOf(await front.as(id).messages.send(order))
    await isSent(front, id, message)
    expect(handed.map(({ id: each }) => each)).toContain(message)
    const settled = front.as(id).messages.settled(message, { timeoutMs: 20_000 })
    const attempt = handed.find(({ id: each }) => each === message)!.attempt
    await back.receipts.report({ carrier: "acme", reference: `acme-${attempt}`, status: "delivered" })
    expect((await settled).status).toBe("DELIVERED")
  })

  it("may use a pool of the host's", async () => {
    const box = start({ over: pool })
    const id = await furnished(box)
    const me = box.as(id)
    const options = { idempotencyKey: "pooled" }
    const sent = await me.messages.send(order, options)
    expect(await me.messages.send(order, options)).toEqual(sent)
    await isSent(box, id, idOf(sent))
    const hook = await me.webhooks.create({
      display_name: "Hook",
      endpoint_url: "https://example.com/hook",
      event_types: ["message"]
    })
    expect(hook.signing_secret).toMatch(/^whsec_/)
    expect((await me.webhooks.get(hook.id)).id).toBe(hook.id)
    await me.webhooks.delete(hook.id)
  })
})

describe("in the host's own transaction", () => {
  it("what is sent is committed with the host's rows, and goes out", () =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      await host.query("begin")
      const message = idOf(await box.in(host).as(id).messages.send(order))
      await host.query("insert into orders values ('committed', $1)", [message])
      // Nobody else sees it before.
      await expect(box.as(id).messages.get(message)).rejects.toMatchObject({ code: "RESOURCE_003" })
      expect((await box.in(host).as(id).messages.get(message)).status).toBe("QUEUED")
      await host.query("commit")
      box.committed()
      await isSent(box, id, message)
      expect(await rows("committed")).toEqual([{ message }])
    }))

  it("what is sent is found without being told of the commit", () =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      await host.query("begin")
      const message = idOf(await box.in(host).as(id).messages.send(order))
      await host.query("commit")
      await isSent(box, id, message)
    }))

  it.each([
    ["rolls back", (host: PoolClient) => host.query("rollback")],
    ["dies", async (host: PoolClient) => {
      const { rows: [row] } = await host.query("select pg_backend_pid() as pid")
      await pool.query("select pg_terminate_backend($1)", [(row as { readonly pid: number }).pid])
    }]
  ])("nothing is sent when the host %s", (name, end) =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      const before = await box.accounts.balance(id)
      await host.query("begin")
      const sent = box.in(host).as(id).messages.send({ ...order, to: [to, "+12015550124"] }, {
        idempotencyKey: name.replace(" ", "-")
      })
      const messages = (await sent).recipients.map(({ message_id: each }) => each)
      await host.query("insert into orders values ($1, $2)", [name, messages[0]])
      await end(host)
      box.committed()
      // Whatever was committed would be found by now: a later message goes out.
      const next = idOf(await box.as(id).messages.send(order))
      await isSent(box, id, next)
      for (const message of messages) {
        await expect(box.as(id).messages.get(message)).rejects.toMatchObject({ code: "RESOURCE_003" })
        expect(handed.map(({ id: each }) => each)).not.toContain(message)
      }
      expect(await rows(name)).toEqual([])
      expect(Number(await box.accounts.balance(id))).toBeLessThan(Number(before))
    }))

  it("a call that is refused leaves the transaction usable", () =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      await host.query("begin")
      const me = box.in(host).as(id)
      await expect(me.messages.send({ ...order, template: { name: "nowhere" } })).rejects.toMatchObject({
        code: "RESOURCE_002"
      })
      await expect(me.contacts.create({ phone_number: to })).rejects.toMatchObject({ code: "RESOURCE_007" })
      // Both at the same time: they take turns on the one connection.
      const sent = await Promise.all([me.messages.send(order), box.in(host).as(id).messages.send(order)])
      await host.query("insert into orders values ('refused', $1)", [idOf(sent[1])])
      await host.query("commit")
      box.committed()
      for (const each of sent) await isSent(box, id, idOf(each))
    }))

  it("calls take turns, so that the savepoints of two never cross", () =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      const said: Array<string> = []
      const transaction: Transaction = {
        query: (text, values) => {
          if (text.endsWith("SAVEPOINT signalbox")) said.push(text)
          return host.query(text, values)
        }
      }
      await host.query("begin")
      const send = () => box.in(transaction).as(id).messages.send(order)
      await Promise.all([send(), send(), send()])
      await host.query("rollback")
      expect(said.length).toBeGreaterThanOrEqual(6)
      expect(said).toEqual(
        said.map((_, index) => index % 2 === 0 ? "SAVEPOINT signalbox" : "RELEASE SAVEPOINT signalbox")
      )
    }))

  it.each([
    ["reads", /^(?!.*(SAVEPOINT|insert into))/s],
    ["writes", /\binsert into\b/]
  ])("a call whose %s the database fails leaves the transaction usable", (name, failing) =>
    withHost(async (host) => {
      const box = start()
      const id = await furnished(box)
      let failures = 0
      const broken: Transaction["query"] = (text, values) => {
        if (!failing.test(text)) return host.query(text, values)
        failures++
        return host.query("select 1 / 0")
      }
      await host.query("begin")
      await host.query("insert into orders values ($1, 'none')", [name])
      await expect(box.in({ query: broken }).as(id).messages.send(order)).rejects.toMatchObject({
        name: "SignalboxError"
      })
      expect(failures).toBeGreaterThan(0)
      const sent = idOf(await box.in(host).as(id).messages.send(order))
      await host.query("commit")
      box.committed()
      await isSent(box, id, sent)
      expect(await rows(name)).toEqual([{ message: "none" }])
    }))

  it("needs a database and a connection", async () => {
    const box = start({ work: false })
    await box.ready
    expect(() => box.in({} as PoolClient)).toThrow("query(text, values)")
  })
})
