/**
 * Migrations: a node that dies on the way leaves nothing half done, and one works on while a later version adds to the
 * schema. `steps.test.ts` has a second step.
 */
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import * as Client from "../emulator/ControlClient.ts"
import * as Process from "../emulator/EmulatorProcess.ts"
import * as Database from "./Database.ts"
import * as Proxy from "./Proxy.ts"

describe("a node that is killed while it migrates", () => {
  it("leaves nothing half done, and nobody waiting", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    const proxy = await Proxy.start(database.url)
    try {
      const caught = proxy.caught("create table \"signalbox\".\"lane_ready\"")
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

/** A later version may only add to a schema. */
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
