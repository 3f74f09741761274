/**
 * A transaction may be that of another library than pg, by the lines that the README gives: what is sent within it is
 * committed with the host's rows or not at all, and a call that fails leaves it usable.
 */
import { fromDrizzle } from "@signalbox/example-transactions/drizzle"
import { fromKysely } from "@signalbox/example-transactions/kysely"
import { sql as drizzleSql } from "drizzle-orm"
import * as DrizzlePg from "drizzle-orm/node-postgres"
import * as DrizzleJs from "drizzle-orm/postgres-js"
import type { KyselyPlugin } from "kysely"
import { CamelCasePlugin, Kysely, PostgresDialect, sql as kyselySql } from "kysely"
import type { Pool } from "pg"
import pg from "pg"
import postgresJs from "postgres"
import type { Signalbox, Transaction } from "signalbox"
import { carrier, createSignalbox, fromPostgresJs, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"

/** A transaction as a test sees it. */
interface Host {
  /** The one that `in` takes. */
  readonly transaction: Transaction
  /** Runs a statement of the host's own. */
  readonly run: (text: string) => Promise<unknown>
}

/** Runs in a transaction that is committed, or rolled back when it throws. */
type Within = (use: (host: Host) => Promise<void>) => Promise<unknown>

let database: Database.Database
let pool: Pool
let sql: postgresJs.Sql
let camelSql: postgresJs.Sql
let box: Signalbox
let id: string

const withPg: Within = async (use) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await use({ transaction: client, run: (text) => client.query(text) })
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}

const withPostgresJs = (open: () => postgresJs.Sql): Within => (use) =>
  open().begin((tx) => use({ transaction: fromPostgresJs(tx), run: (text) => tx.unsafe(text) }))

const withKysely = (plugins: Array<KyselyPlugin>): Within => (use) =>
  new Kysely({ dialect: new PostgresDialect({ pool }), plugins }).transaction().execute((trx) =>
    use({ transaction: fromKysely(trx), run: (text) => kyselySql.raw(text).execute(trx) })
  )

const withDrizzle = (open: () => Pick<DrizzlePg.NodePgDatabase, "transaction">): Within => (use) =>
  open().transaction((tx) => use({ transaction: fromDrizzle(tx), run: (text) => tx.execute(drizzleSql.raw(text)) }))

/** Drizzle's transactions are alike, whichever client is below. */
const overPostgresJs = () => DrizzleJs.drizzle(sql) as unknown as DrizzlePg.NodePgDatabase

const libraries: ReadonlyArray<readonly [name: string, within: Within, isForgiving: boolean]> = [
  ["pg", withPg, true],
  ["postgres.js", withPostgresJs(() => sql), true],
  ["postgres.js that respells names", withPostgresJs(() => camelSql), true],
  ["Kysely", withKysely([]), true],
  ["Kysely that respells names", withKysely([new CamelCasePlugin()]), true],
  ["Drizzle on pg", withDrizzle(() => DrizzlePg.drizzle({ client: pool })), true],
  // postgres.js itself rolls a transaction back in which a statement has failed.
  ["Drizzle on postgres.js", withDrizzle(overPostgresJs), false]
]

beforeAll(async () => {
  database = await Database.fresh()
  pool = new pg.Pool({ connectionString: database.url, max: 4 })
  pool.on("error", () => {})
  sql = postgresJs(database.url, { max: 2, onnotice: () => {} })
  camelSql = postgresJs(database.url, { max: 2, transform: postgresJs.camel, onnotice: () => {} })
  await pool.query("create table orders (name text primary key)")
  box = createSignalbox({
    storage: postgres(database.url, { maxConnections: 4 }),
    carriers: [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })],
    secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })
  id = (await box.accounts.ensure({ name: "Acme", balance: 1000, numbers: ["+12015559000"] })).id
  const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
  await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
})

afterAll(async () => {
  await box.close()
  await Promise.all([pool.end(), sql.end(), camelSql.end()])
  await database.drop()
})

const send = async (transaction: Transaction, phone: string, idempotencyKey?: string): Promise<string> => {
  const order = { to: [phone], template: { name: "order" }, channel: ["sms" as const] }
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  return (await box.in(transaction).as(id).messages.send(order, options)).recipients[0]!.message_id
}

const isKept = async (name: string): Promise<boolean> =>
  (await pool.query("select from orders where name = $1", [name])).rows.length === 1

describe.each(libraries)("a transaction of %s", (name, within, isForgiving) => {
  const number = libraries.findIndex(([each]) => each === name)
  const phone = (last: number): string => `+120155501${number}${last}`

  it("commits a message with the host's row", async () => {
    let message = ""
    await within(async ({ run, transaction }) => {
      await run(`insert into orders values ('${name}')`)
      message = await send(transaction, phone(0), `once-${number}`)
      expect(await send(transaction, phone(0), `once-${number}`)).toBe(message)
      await expect(box.as(id).messages.get(message)).rejects.toMatchObject({ status: 404 })
      expect(await box.in(transaction).as(id).messages.get(message)).toMatchObject({ id: message })
      const page = await box.in(transaction).as(id).contacts.list({ search: phone(0) })
      expect(page.contacts).toMatchObject([{ phone_number: phone(0) }])
    })
    box.committed()
    await vi.waitFor(async () => expect((await box.as(id).messages.get(message)).status).toBe("SENT"), 20_000)
    expect(await isKept(name)).toBe(true)
  })

  it("rolls it back with the host's row", async () => {
    let message = ""
    const rolledBack = within(async ({ run, transaction }) => {
      await run(`insert into orders values ('${name}, not')`)
      message = await send(transaction, phone(1))
      throw new Error("out of stock")
    })
    await expect(rolledBack).rejects.toThrow("out of stock")
    await expect(box.as(id).messages.get(message)).rejects.toMatchObject({ status: 404 })
    expect(await isKept(`${name}, not`)).toBe(false)
  })

  /** Runs while another transaction holds the number that it sends to. */
  const whileHeld = (use: () => Promise<unknown>): Promise<unknown> =>
    withPg(async (other) => {
      await send(other.transaction, phone(2))
      await use()
    })

  it(`${isForgiving ? "goes on" : "is rolled back"} after a call that was refused in the database`, async () => {
    const ended = within(async ({ run, transaction }) => {
      await run("set local lock_timeout = '50ms'")
      await run(`insert into orders values ('${name}, held')`)
      await expect(send(transaction, "12")).rejects.toMatchObject({ code: "VALIDATION_002" })
      await whileHeld(() => expect(send(transaction, phone(2))).rejects.toMatchObject({ code: "INTERNAL_005" }))
    })
    if (isForgiving) await ended
    else await expect(ended).rejects.toMatchObject({ code: "55P03" })
    expect(await isKept(`${name}, held`)).toBe(isForgiving)
  })
})

describe("a transaction that is over", () => {
  it.each(libraries)("of %s is told from one that goes on", async (name, within) => {
    // It is new to each, or there would be nothing that the other transaction has made.
    const phone = `+1201555019${libraries.findIndex(([each]) => each === name)}`
    const ended = within(async ({ run, transaction }) => {
      await run("set transaction isolation level repeatable read")
      await run("select 1")
      await box.as(id).messages.send({ to: [phone], template: { name: "order" } })
      await expect(send(transaction, phone)).rejects.toMatchObject({ code: "TRANSACTION_001" })
      throw new Error("roll back")
    })
    await expect(ended).rejects.toThrow(/^roll back$/)
  })
})

const query = (): Promise<{ readonly rows: ReadonlyArray<object> }> => Promise.resolve({ rows: [] })

describe("what is no transaction", () => {
  it("is refused by its own name: a connection without one says what to do, and has done nothing", async () => {
    const client = await pool.connect()
    try {
      await expect(send(client, "+12015550180")).rejects.toMatchObject({
        code: "VALIDATION_001",
        message: expect.stringMatching(
          /^messages\.send in\(connection\) .*begin a transaction first, with `await connection\.query\("begin"\)`/
        )
      })
      const found = await pool.query("select from signalbox.message where value like '%+12015550180%'")
      expect(found.rows).toEqual([])
      // The connection is as it was.
      await client.query("begin")
      await send(client, "+12015550180")
      await client.query("rollback")
    } finally {
      client.release()
    }
  })

  it("such as a pool is refused immediately, also one that is not of pg", async () => {
    expect(() => box.in(pool)).toThrow(/begin a transaction first, with `await connection\.query\("begin"\)`/)
    const foreign: Transaction = { query: (text, values) => pool.query(text, values) }
    await expect(send(foreign, "+12015550181")).rejects.toThrow("begin a transaction first")
  })

  it("is told by its library", async () => {
    const strange = box.in as (transaction: unknown) => unknown
    const refusal = "in(transaction) needs a connection with an open transaction: an object with query(text, values)"
    for (const given of [undefined, null, 1, {}, { query: "text" }]) {
      expect(() => strange(given)).toThrow(`${refusal}.`)
    }
    expect(() => strange(sql)).toThrow(`${refusal}; take in postgres.js sql.begin(async (tx) => …)`)
    await sql.begin((tx) => expect(() => strange(tx)).toThrow("as in(fromPostgresJs(tx))"))
    const kysely = new Kysely({ dialect: new PostgresDialect({ pool }) })
    expect(() => strange(kysely)).toThrow("the lines for Kysely")
    expect(() => strange(DrizzlePg.drizzle({ client: pool }))).toThrow("the lines for Drizzle")
    expect(() => strange({ $queryRawUnsafe: query })).toThrow("the lines for Prisma")
    expect(() => (fromPostgresJs as (tx: unknown) => unknown)(sql)).toThrow("begin one first, with sql.begin")
  })
})
