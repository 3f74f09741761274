/**
 * Migrations: a database with data from the first schema goes on, and a node that dies on the way leaves nothing half
 * done.
 */
import type { NodeId } from "@signalbox/core/Id"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { v5 } from "uuid"
import { describe, expect, it } from "vitest"
import * as Client from "../emulator/ControlClient.ts"
import * as Process from "../emulator/EmulatorProcess.ts"
import * as Database from "./Database.ts"
import * as Proxy from "./Proxy.ts"

const day = 24 * 60 * 60_000
const first = readFileSync(new URL("./first-schema.sql", import.meta.url), "utf8")
/** What the database was made with. */
const apiKey = "11111111-1111-4111-8111-111111111111"
const seed = { accounts: [{ name: "Acme", api_keys: [apiKey] }] }

interface Contacts {
  readonly contacts: ReadonlyArray<{ readonly phone_number: string; readonly opt_out: boolean }>
}

interface Message {
  readonly id: string
  readonly customer_id: string
  readonly contact_id: string
  readonly status: string
  readonly reason_code?: string
  readonly phone: string
}

describe("a database of the first schema", () => {
  it("is brought up to date, and all that it holds goes on", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    const folder = mkdtempSync(join(tmpdir(), "migration-"))
    const file = join(folder, "seed.json")
    try {
      writeFileSync(file, JSON.stringify(seed))
      for (const statement of first.split(/;\n\n/)) if (statement.trim() !== "") await database.query(statement)
      const emulator = await Process.start({ DATABASE_URL: database.url, SEED: file })
      try {
        const target = { url: emulator.url, apiKey }
        const message = (id: string) => Client.data<Message>(Client.api(target, "GET", `/messages/${id}`))
        const ids = JSON.parse(/^-- The messages: (.+)$/m.exec(first)![1]!) as Readonly<Record<string, string>>
        expect(await message(ids["delivered"]!)).toMatchObject({ status: "DELIVERED", phone: "+12015550101" })
        expect(await message(ids["rcs"]!)).toMatchObject({ status: "DELIVERED" })
        expect(await message(ids["failed"]!)).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_005" })
        const { users } = await Client.data<{ readonly users: ReadonlyArray<{ readonly email: string }> }>(
          Client.api(target, "GET", "/users")
        )
        expect(users.map(({ email }) => email)).toEqual(["ada@acme.example"])
        const again = await Client.api(target, "POST", "/users", {
          email: "ADA@acme.example",
          name: "A",
          role: "admin"
        })
        expect(again.status).toBe(409)
        // Its templates may be sent, by the rules that the account has had since.
        const sent = await Client.data<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
          Client.api(target, "POST", "/messages", {
            to: ["+12015550108"],
            template: { name: "hello", parameters: { name: "Ada" } }
          })
        )
        await Client.idle(target)
        expect(await message(sent.recipients[0]!.message_id)).toMatchObject({ status: "DELIVERED" })
        // Its suppressed number has no contact that anybody sees, and is never sent to.
        const contacts = (query: string) => Client.data<Contacts>(Client.api(target, "GET", `/contacts?${query}`))
        expect(await contacts("phone=12015550666")).toMatchObject({ contacts: [] })
        expect((await contacts("search=555-01")).contacts.map(({ phone_number }) => phone_number)).toContain(
          "+12015550101"
        )
        const stopped = await Client.data<typeof sent>(
          Client.api(target, "POST", "/messages", {
            to: ["+12015550666"],
            template: { name: "hello", parameters: { name: "Ada" } }
          })
        )
        await Client.idle(target)
        expect(await message(stopped.recipients[0]!.message_id)).toMatchObject({
          status: "FILTERED",
          reason_code: "BUSINESS_004"
        })
        const entries = await database.query(
          "select sum(amount)::int4 as count from signalbox.list_count where list = 'suppressions'"
        )
        expect(entries).toEqual([{ count: 1 }])
        // Its messages are found by the id of their conversation, and keywords are heard.
        const before = await message(ids["delivered"]!)
        const conversation = v5(`${before.customer_id}:${before.contact_id}`, "9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99")
        const talk = () =>
          Client.data<{ readonly messages: ReadonlyArray<Message> }>(
            Client.api(target, "GET", `/conversations/${conversation}?page=1&page_size=100`)
          )
        expect((await talk()).messages.map(({ id }) => id)).toContain(ids["delivered"])
        const { activities } = await Client.data<
          { readonly activities: ReadonlyArray<{ readonly from: string | null }> }
        >(
          Client.api(target, "GET", `/messages/${before.id}/activities`)
        )
        const to = activities.find(({ from }) => from !== null)!.from
        await Client.told(
          Client.call(target, "POST", "/inbound", { from: before.phone, to, channel: "sms", text: "STOP" })
        )
        expect((await talk()).messages[0]).toMatchObject({ status: "RECEIVED", contact_id: before.contact_id })
        expect((await contacts(`phone=${before.phone.slice(1)}`)).contacts).toMatchObject([{ opt_out: true }])
        // What waited goes on: a held message is sent, one without a receipt ends.
        await Client.travel(target, 30 * day)
        expect(await message(ids["held"]!)).toMatchObject({ status: "DELIVERED" })
        expect(await message(ids["sent"]!)).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_006" })
      } finally {
        await emulator.stop()
      }
    } finally {
      rmSync(folder, { recursive: true })
      await database.drop()
    }
  })
})

describe("work that a step makes", () => {
  it("is found by claims like any other", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    try {
      for (const statement of first.split(/;\n\n/)) if (statement.trim() !== "") await database.query(statement)
      const [changed] = await database.query(
        `with changed as (
           update signalbox.row set value = left(value, -1) || ',"whatsappUndeliverableUntil":1}'
           where kind = 'contact' returning 1
         ) select count(*)::int4 as n from changed`
      )
      expect(changed).not.toEqual({ n: 0 })
      const claim = Effect.gen(function*() {
        const store = yield* Store
        const lanes = { contact: { width: 100, shared: true } }
        return yield* store.claim({ node: "one" as NodeId, offset: 0, limit: 100, lanes })
      })
      const leases = await Effect.runPromise(Effect.provide(claim, PostgresStore.layer({ url: database.url })))
      expect(leases.map(({ work }) => work.kind)).toEqual(Array.from(leases, () => "whatsapp_return"))
      expect({ n: leases.length }).toEqual(changed)
    } finally {
      await database.drop()
    }
  })
})

describe("a node that is killed while it migrates", () => {
  it("leaves nothing half done, and nobody waiting", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    const proxy = await Proxy.start(database.url)
    try {
      const caught = proxy.caught("create table \"signalbox\".\"bell\"")
      const dying = Process.start({ DATABASE_URL: proxy.url })
      const ended = expect(dying).rejects.toThrow("the emulator ended")
      await caught
      await Process.killAll()
      await ended
      const half = await database.query("select 1 from pg_namespace where nspname = 'signalbox'")
      expect(half).toEqual([])
      const next = await Process.start({ DATABASE_URL: database.url })
      const template = await Client.approved(next)
      const id = await Client.send(next, template, Client.phone())
      await Client.idle(next)
      expect(await Client.message(next, id)).toMatchObject({ status: "DELIVERED" })
      await next.stop()
    } finally {
      await proxy.stop()
      await database.drop()
    }
  })
})

/** What a later version may do to a schema: add. */
const later = `do $$ declare t text; begin
  perform pg_advisory_xact_lock(7061927, hashtext('signalbox'));
  for t in select relname from pg_class
    where relnamespace = 'signalbox'::regnamespace and relkind in ('r', 'p') and not relispartition loop
    execute format('alter table signalbox.%I add column later int4 not null default 7', t);
  end loop;
  create table signalbox.later (id int4 primary key);
  insert into signalbox.migration (id, name) values (1000, 'of a later version');
end $$`

/** Like the adapter's own steps, one that meets a deadlock with nodes at work is done again. */
const upgrade = async (database: Database.Database, triesLeft = 5): Promise<void> => {
  try {
    await database.query(later)
  } catch (error) {
    if (triesLeft === 0 || !/deadlock detected/.test(inspect(error, { depth: 10 }))) throw error
    await upgrade(database, triesLeft - 1)
  }
}

describe("a node of this version", () => {
  it("works on while a later one adds to the schema, and starts on what that left", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    try {
      const first = await Process.start({ DATABASE_URL: database.url })
      const template = await Client.approved(first)
      const sending = { isOver: false, ids: [] as Array<string> }
      const work = (async () => {
        while (!sending.isOver) sending.ids.push(await Client.send(first, template, Client.phone()))
      })()
      await Client.until(async () => sending.ids.length, (sent) => sent > 10)
      await upgrade(database)
      const before = sending.ids.length
      await Client.until(async () => sending.ids.length, (sent) => sent > before + 10)
      sending.isOver = true
      await work
      const second = await Process.start({ DATABASE_URL: database.url })
      sending.ids.push(await Client.send(second, template, Client.phone()))
      await Client.idle(first)
      await Client.idle(second)
      const all = await Promise.all(sending.ids.map((id) => Client.message(second, id)))
      expect(all.filter(({ status }) => status !== "DELIVERED")).toEqual([])
      await first.stop()
      await second.stop()
    } finally {
      await database.drop()
    }
  })
})
