/**
 * Locks, deadlocks and failures may meet calls within a transaction of the host's, and everybody else goes on
 * meanwhile.
 */
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Pool, PoolClient } from "pg"
import pg from "pg"
import type { OutgoingMessage, Signalbox, Transaction } from "signalbox"
import { createSignalbox, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { noting } from "./Acme.ts"

let database: Database.Database
let pool: Pool
const handed: Array<OutgoingMessage> = []

const start = ({ work = true } = {}): Signalbox =>
  createSignalbox({
    storage: postgres(database.url, { maxConnections: 4 }),
    carriers: [noting(handed)],
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    work,
    log: false
  })

beforeAll(async () => {
  database = await Database.fresh()
  pool = new pg.Pool({ connectionString: database.url, max: 8 })
  // Some tests end connections by force.
  pool.on("error", () => {})
  await pool.query("create table orders (id text primary key, message text)")
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

describe("a database without room", () => {
  it("refuses, says when to try again, and its keys are free when it has room", async () => {
    await using box = start()
    const id = await furnished(box)
    const keyed = { idempotencyKey: "no-room" }
    await pool.query(
      "create function no_room() returns trigger language plpgsql as $$ begin raise 'forced' using errcode = '53100'; end $$"
    )
    const ends: Array<string> = []
    for (const [name, what] of [["message", "insert"], ["claim", "delete"]] as const) {
      await pool.query(
        `create trigger no_room before ${what} on signalbox.${name} for each row execute function no_room()`
      )
      ends.push(`drop trigger no_room on signalbox.${name}`)
    }
    try {
      await expect(box.as(id).messages.send(order, keyed)).rejects.toMatchObject({
        code: "INTERNAL_005",
        status: 503,
        retryAfterMs: 1000
      })
    } finally {
      for (const end of ends) await pool.query(end)
    }
    // It would be 409 for a minute if the claim stayed.
    await isSent(box, id, idOf(await box.as(id).messages.send(order, keyed)))
  })
})

describe("in the host's own transaction", () => {
  const orderTo = (phone: string) => ({ ...order, to: [phone] })

  /** Runs while another transaction of the host's has made the contact of this number, and holds it. */
  const whileHeld = (
    box: Signalbox,
    id: string,
    phone: string,
    use: (other: PoolClient) => Promise<void>
  ): Promise<void> =>
    withHost(async (other) => {
      await other.query("begin")
      await box.in(other).as(id).messages.send(orderTo(phone))
      await use(other)
      await other.query("rollback")
    })

  const shown = async (host: PoolClient, setting: string): Promise<unknown> =>
    Object.values((await host.query(`show ${setting}`)).rows[0] as object)[0]

  // Both mostly wait, so they run at the same time.
  it.concurrent("a send that waits for a lock in vain is not in what the host commits, its key is free, and the host's settings stay", ({ expect }) =>
    withHost(async (host) => {
      await using box = start()
      const id = await furnished(box)
      await host.query("begin")
      await host.query("set local lock_timeout = '1min'")
      await host.query("insert into orders values ('held', 'none')")
      const keyed = { idempotencyKey: "held" }
      const held = orderTo("+12015550141")
      await whileHeld(box, id, "+12015550141", async () => {
        await expect(box.in(host).as(id).messages.send(held, keyed)).rejects.toMatchObject({
          code: "INTERNAL_005",
          status: 503
        })
      })
      expect(await shown(host, "lock_timeout")).toBe("1min")
      expect(await shown(host, "statement_timeout")).toBe("0")
      expect((await host.query("commit")).command).toBe("COMMIT")
      box.committed()
      const found = await pool.query("select from signalbox.message where value like '%+12015550141%'")
      expect(found.rows).toEqual([])
      const next = idOf(await box.as(id).messages.send(held, keyed))
      await isSent(box, id, next)
      expect(handed.flatMap((each) => each.to === "+12015550141" ? [each.id] : [])).toEqual([next])
      expect(await rows("held")).toEqual([{ message: "none" }])
    }))

  it.concurrent("a key that an open transaction holds is in progress for everybody else, and its answer is theirs after the commit", ({ expect }) =>
    withHost(async (host) => {
      await using box = start()
      await using second = start({ work: false })
      const id = await furnished(box)
      const keyed = { idempotencyKey: "open" }
      await host.query("begin")
      const sent = await box.in(host).as(id).messages.send(orderTo("+12015550154"), keyed)
      const repeated = await Promise.all(
        [box, box, second].map((each) =>
          each.as(id).messages.send(orderTo("+12015550154"), keyed).catch((error: unknown) => error)
        )
      )
      for (const error of repeated) {
        expect(error).toMatchObject({ code: "CONFLICT_001", status: 409, retryAfterMs: 1000 })
      }
      await host.query("commit")
      box.committed()
      expect(await second.as(id).messages.send(orderTo("+12015550154"), keyed)).toEqual(sent)
      await isSent(box, id, idOf(sent))
    }))

  it("a call takes the host's settings over where they are shorter, and leaves them as they were", () =>
    withHost(async (host) => {
      await using box = start()
      const id = await furnished(box)
      await host.query("begin")
      await host.query("set local lock_timeout = '50ms'")
      const held = orderTo("+12015550142")
      await whileHeld(box, id, "+12015550142", async () => {
        await expect(box.in(host).as(id).messages.send(held)).rejects.toMatchObject({ code: "INTERNAL_005" })
      })
      await box.in(host).as(id).messages.send(held)
      expect(await shown(host, "lock_timeout")).toBe("50ms")
      expect(await shown(host, "statement_timeout")).toBe("0")
    }))

  /** The host's connection, and how often what it was asked for has begun to lock rows. */
  const counting = (host: PoolClient): Transaction & { tries: number } => {
    const counted = {
      tries: 0,
      query: (text: string, values?: Array<unknown>) => {
        if (/\blocked as \(select/.test(text)) counted.tries++
        return host.query(text, values)
      }
    }
    return counted
  }

  it("a deadlock is not tried again, and leaves the transaction usable", () =>
    withHost(async (host) => {
      await using box = start({ work: false })
      const id = await furnished(box)
      const counted = counting(host)
      await host.query("begin")
      await host.query("set local deadlock_timeout = '10ms'")
      await host.query("insert into orders values ('deadlock', 'none')")
      await whileHeld(box, id, "+12015550143", async (other) => {
        const ended = other.query("insert into orders values ('deadlock', 'other')").catch(() => {})
        const sent = box.in(counted).as(id).messages.send(orderTo("+12015550143"))
        await expect(sent).rejects.toMatchObject({ code: "INTERNAL_005" })
        expect(counted.tries).toBe(1)
        expect((await host.query("commit")).command).toBe("COMMIT")
        await ended
      })
      expect(await rows("deadlock")).toEqual([{ message: "none" }])
    }))

  it("a transaction that sees data of the past is not tried again, and the error says to roll back", () =>
    withHost(async (host) => {
      await using box = start({ work: false })
      const id = await furnished(box)
      const counted = counting(host)
      await host.query("begin isolation level repeatable read")
      await host.query("select 1")
      await box.as(id).messages.send(orderTo("+12015550144"))
      await expect(box.in(counted).as(id).messages.send(orderTo("+12015550144"))).rejects.toMatchObject({
        code: "TRANSACTION_001",
        status: 503,
        message: expect.stringContaining("roll back")
      })
      expect(counted.tries).toBe(1)
    }))

  it("a transaction that has failed already is told apart: its COMMIT would roll back", () =>
    withHost(async (host) => {
      await using box = start({ work: false })
      const id = await furnished(box)
      await host.query("begin")
      await host.query("select 1 / 0").catch(() => {})
      await expect(box.in(host).as(id).messages.send(order)).rejects.toMatchObject({ code: "TRANSACTION_001" })
      expect((await host.query("commit")).command).toBe("ROLLBACK")
    }))

  it("what was abandoned while its statement ran is rolled back behind it, and until then the host can only roll back", () =>
    withHost(async (host) => {
      await host.query("begin")
      const { attempt, client, isOver } = await Effect.runPromise(HostClient.makeWithin(host))
      const slow = client.unsafe("insert into orders select 'abandoned', 'none' from pg_sleep(0.3)")
      const nested = attempt(client.withTransaction(slow))
      expect(await Effect.runPromise(Effect.timeoutOption(nested, 50))).toEqual(Option.none())
      expect(isOver()).toBe(true)
      expect(await Effect.runPromise(Effect.exit(attempt(Effect.void)))).toMatchObject({ _tag: "Failure" })
      // Whatever the host asks now stands behind the rollback.
      expect((await host.query("select 1 from orders where id = 'abandoned'")).rows).toEqual([])
      expect(isOver()).toBe(false)
      await Effect.runPromise(attempt(Effect.void))
      expect((await host.query("commit")).command).toBe("COMMIT")
      expect(await rows("abandoned")).toEqual([])
    }))

  it("that stays open, others are served and their work goes on, while those wait who send to the same new number", () =>
    withHost(async (host) => {
      await using box = start()
      const id = await furnished(box)
      const { id: other } = await box.accounts.ensure({ name: "Neighbour", balance: 1000, numbers: ["+12015559001"] })
      await box.as(other).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
      await host.query("begin")
      const mine = await box.in(host).as(id).messages.send(orderTo("+12015550151"))
      let answered = 0
      const same = [1, 2, 3].map(async () => {
        const sent = await box.as(id).messages.send(orderTo("+12015550151"))
        answered++
        return sent
      })
      for (let number = 0; number < 12; number++) {
        const message = idOf(await box.as(other).messages.send(orderTo(`+1201555016${number % 10}`)))
        if (number % 4 === 0) await isSent(box, other, message)
      }
      expect(answered).toBe(0)
      await host.query("commit")
      box.committed()
      for (const sent of [mine, ...await Promise.all(same)]) await isSent(box, id, idOf(sent))
    }))

  it("counts go to counters that no process has, so that nobody of the account waits for them", () =>
    withHost(async (host) => {
      await using box = start({ work: false })
      const { id } = await box.accounts.ensure({ name: "Counted" })
      await host.query("begin")
      await box.in(host).as(id).contacts.create({ phone_number: "+12015550152" })
      const held = await host.query("select shard from signalbox.list_count where scope = $1", [id])
      const shards = held.rows.map((row) => (row as { readonly shard: number }).shard)
      expect(shards).toHaveLength(1)
      for (const shard of shards) expect(shard).toBeGreaterThanOrEqual(32)
      await box.as(id).contacts.create({ phone_number: "+12015550153" })
      await host.query("commit")
      expect((await box.as(id).contacts.list()).pagination).toMatchObject({ total_count: 2 })
    }))
})
