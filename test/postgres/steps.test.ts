/**
 * A second step of the schema, made up: it is made once, whoever starts at the same time, wholly or not at all; it derives
 * what it says and makes work; nodes that do not know it do not start beside it.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import * as Connection from "@signalbox/postgres/internal/connection/database"
import * as Migrate from "@signalbox/postgres/internal/schema/migrate"
import type { Migration } from "@signalbox/postgres/internal/schema/migrations"
import { migrations } from "@signalbox/postgres/internal/schema/migrations"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Messages from "@signalbox/testing/generate/Messages"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import * as Database from "./Database.ts"

const second: Migration = {
  id: 2,
  name: "a second step",
  stopsEarlier: true,
  derives: ["contact", "message", "user"],
  statements: (t) => [
    `alter table ${t.claim} add column later int4 not null default 7`,
    `insert into ${t.work} (kind, key, lane, due_at, seq)
     select 'whatsapp_return', key, 'contact:all', now() - interval '1 hour', ${t.next}
     from ${t.rows} where kind = 'contact'`,
    `insert into ${t.lane_ready} (lane, at, turn) values ('contact:all', now() - interval '1 hour', ${t.next})`
  ]
}

const steps = [...migrations, second]

/** More than are derived at a time. */
const contacts = fc.sample(Rows.contact, { seed: 1, numRuns: 600 })
const messages = fc.sample(Messages.message, { seed: 3, numRuns: 600 })
const users = fc.sample(Rows.of("user"), { seed: 2, numRuns: 3 })

/** Each has keys of its own. */
const rows: ReadonlyArray<Row> = [
  ...new Map(
    [
      ...contacts.map((value): Row => Commit.put(kinds.contact, value)),
      // Those without a key would all have one.
      ...messages.filter(({ reference }) => reference !== undefined).map((value): Row =>
        Commit.put(kinds.message, value)
      ),
      ...users
    ]
      .map((row) => [unique(row).map(uniqueText).join(" "), row])
  ).values()
]

const columns = `select kind, key, list1, scope1, at1::text, list2, scope2, at2::text, uniques, terms, search
  from signalbox.rows order by kind, key`
const messageColumns =
  `select c.key, c.at1::text, c.account, c.entire, c.conversation, c.part1, c.part2, c.part3, c.part4,
  c.uniques, s.at1::text as "stateAt", s.moving, s.terms
  from signalbox.message c join signalbox.message_state s using (key) order by c.key`
const keys = "select * from signalbox.other_key order by text"

const atFirst = (url: string) => PostgresStore.layer({ url })

/** Runs on a database that has the first step alone, and these rows. */
const onFirst = async (program: (database: Database.Database) => Effect.Effect<void, unknown, PgClient>) => {
  const database = await Database.fresh()
  try {
    const fill = Effect.flatMap(Store, (store) => store.commit([Commit.make({ puts: rows })]))
    expect(await Effect.runPromise(Effect.provide(fill, atFirst(database.url)))).toEqual([{ _tag: "Done" }])
    const client = Layer.fresh(PostgresStore.client({ url: database.url, maxConnections: 4 }))
    await Effect.runPromise(Effect.provide(program(database), client))
  } finally {
    await database.drop()
  }
}

const migrate = (all: ReadonlyArray<Migration>) =>
  Effect.flatMap(PgClient, (client) => Migrate.migrate(Connection.make(client, "signalbox"), "signalbox", all))

const pending = Effect.flatMap(PgClient, (client) => Migrate.pending(Connection.make(client, "signalbox"), steps))

describe("a second step", () => {
  it(
    "is made once by those who start at the same time",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*(database) {
        expect(yield* pending).toEqual(["a second step"])
        const made = yield* Effect.all([migrate(steps), migrate(steps), migrate(steps)], { concurrency: "unbounded" })
        expect(made.toSorted((a, b) => a.length - b.length)).toEqual([[], [], ["a second step"]])
        expect(yield* pending).toEqual([])
        const kept = yield* Effect.promise(() =>
          database.query("select id, stops_earlier from signalbox.migration order by id")
        )
        expect(kept).toEqual([{ id: 1, stops_earlier: false }, { id: 2, stops_earlier: true }])
      }))
  )

  it("follows the first one on an empty database", { timeout: 60_000 }, async () => {
    const database = await Database.fresh()
    try {
      const made = Effect.provide(migrate(steps), Layer.fresh(PostgresStore.client({ url: database.url })))
      expect(await Effect.runPromise(made)).toEqual(steps.map(({ name }) => name))
    } finally {
      await database.drop()
    }
  })

  it(
    "derives keys, lists and filters again, with a new version of each row",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*({ query }) {
        const look = Effect.promise(async () => [await query(columns), await query(messageColumns), await query(keys)])
        const versions = Effect.promise(() =>
          query<{ readonly least: string; readonly most: string }>(
            `select min(version)::text as least, max(version)::text as most from (
              select version from signalbox.rows union all select version from signalbox.message_state
            ) r`
          )
        )
        const before = yield* look
        const [old] = yield* versions
        yield* Effect.promise(() =>
          query(`update signalbox.rows set list1 = 'none', scope1 = key, at1 = null, list2 = null, scope2 = null,
          at2 = null, uniques = array['contact_number/' || key], terms = null, search = 'none'`)
        )
        // Its account and its instant stand nowhere else.
        yield* Effect.promise(() =>
          query(`update signalbox.message set entire = 0, conversation = 0,
          part1 = 0, part2 = 0, part3 = 0, part4 = 0, uniques = null`)
        )
        yield* Effect.promise(() =>
          query("update signalbox.message_state set at1 = at1 + interval '1 s', moving = 0, terms = null")
        )
        yield* Effect.promise(() => query("update signalbox.other_key set text = 'none/' || text"))
        expect(yield* look).not.toEqual(before)
        yield* migrate(steps)
        expect(yield* look).toEqual(before)
        const [now] = yield* versions
        expect(BigInt(now!.least)).toBeGreaterThan(BigInt(old!.most))
      }))
  )

  it(
    "makes work that claims find like any other",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*({ query }) {
        yield* migrate(steps)
        // This version does not know the step, so that it would not work beside it.
        yield* Effect.promise(() => query("update signalbox.migration set stops_earlier = false"))
        const leases = yield* Effect.scoped(Effect.provide(
          Effect.flatMap(Store, (store) =>
            Leases.claim(store, {
              node: "one" as NodeId,
              offset: 0,
              limit: 1000,
              lanes: { contact: { width: 1000, shared: true } }
            })),
          Layer.fresh(PostgresStore.layerClient({}))
        ))
        const all = rows.filter(({ kind }) => kind === "contact").map(({ key }) => key)
        expect(leases.map(({ work }) => work.key).toSorted()).toEqual(all.toSorted())
      }))
  )

  it(
    "that fails on the way has changed nothing",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*({ query }) {
        const failing: Migration = { ...second, statements: (t) => [...second.statements(t), "select 1 / 0"] }
        yield* Effect.flip(migrate([...migrations, failing]))
        expect(yield* pending).toEqual(["a second step"])
        const found = Effect.promise(() =>
          query(`select (select count(*)::int4 from information_schema.columns where column_name = 'later') as columns,
          (select count(*)::int4 from signalbox.work) as work`)
        )
        expect(yield* found).toEqual([{ columns: 0, work: 0 }])
        expect(yield* migrate(steps)).toEqual(["a second step"])
      }))
  )

  it(
    "is refused by a node that does not know it",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*({ url }) {
        yield* migrate(steps)
        const start = Effect.flip(Effect.scoped(Layer.build(Layer.fresh(atFirst(url)))))
        const why = "the schema was changed by a newer version, beside which this one cannot work: a second step"
        expect(yield* start).toMatchObject({ reason: "failed", message: why })
      }))
  )

  it(
    "that only adds is told as a warning by a node that does not know it",
    { timeout: 60_000 },
    () =>
      onFirst(Effect.fnUntraced(function*({ query, url }) {
        const logged: Array<unknown> = []
        const logger = Logger.layer([
          Logger.make(({ logLevel, message }) => void logged.push([logLevel, ...[message].flat()]))
        ])
        const start = Effect.scoped(Layer.build(Layer.fresh(atFirst(url)))).pipe(Effect.provide(logger))
        yield* start
        expect(logged).toEqual([])
        yield* migrate(steps)
        yield* Effect.promise(() => query("update signalbox.migration set stops_earlier = false"))
        yield* start
        expect(logged).toEqual([
          ["Warn", expect.stringContaining("changed by a newer version"), { steps: ["a second step"] }]
        ])
      }))
  )
})

it(
  "what a step derives is found by its keys",
  { timeout: 60_000 },
  () =>
    onFirst(Effect.fnUntraced(function*({ query }) {
      yield* migrate(steps)
      yield* Effect.promise(() => query("update signalbox.migration set stops_earlier = false"))
      const asked = rows.slice(0, 20)
      const facts = yield* Effect.scoped(Effect.provide(
        Effect.flatMap(Store, (store) => store.load(Needs.uniques(asked.flatMap(unique)))),
        Layer.fresh(PostgresStore.layerClient({}))
      ))
      for (const row of asked) {
        for (const key of unique(row)) {
          expect(facts.owners.get(uniqueText(key))).toEqual({ kind: row.kind, key: row.key })
        }
      }
    }))
)
