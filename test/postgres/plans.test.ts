/**
 * The statements of a message's life find what they need by its key, whatever the planner believes of the tables: those of
 * each shape are planned for any parameters, as the server keeps plans, on tables that are empty, have a row, or are full.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Counted from "./Counted.ts"
import * as Database from "./Database.ts"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

/** The columns by which a statement must look into an index, where those are not all columns of a primary key. */
const lookedUpBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  contact_number: ["uniques"],
  subscription_account: ["account"],
  work_lane: ["lane"],
  // Who looks for the first work of all reads in its order and stops.
  work_due: [],
  // Who looks for what ripens next reads in its order and stops.
  lapsing_pkey: [],
  // Entries are of what nodes hold, which their width bounds.
  work_held: [],
  // A claim reads the entries in their order and stops; where a lane was served, they are looked up by it.
  lane_ready_at: [],
  lane_ready_turn: [],
  lane_ready_ahead: [],
  lane_ready_lane: ["lane"],
  pause_pkey: ["lane"],
  // Each lane whose pause is not over adds its end to what may fall due next.
  pause_until: ["until"],
  message_pkey: ["key"],
  message_state_pkey: ["key"],
  event_pkey: ["key"],
  delivery_pkey: ["key"],
  rows_pkey: ["kind", "key"],
  work_pkey: ["kind", "key"],
  sum_pkey: ["book", "name"],
  // As good as the primary key while the table is nearly empty.
  sum_entry_made: ["book"],
  sum_entry_pkey: ["book", "name", "once"],
  claim_pkey: ["account", "key"],
  list_count_pkey: ["list", "scope"],
  other_key_pkey: ["text"],
  subscription_pkey: ["webhook"]
}

/** The tables that hold a few rows at any time. */
const small = new Set(["node", "lockout"])

const walks = (plan: Plan): ReadonlyArray<string> => {
  const { "Index Cond": condition = "", "Index Name": index, "Node Type": node, "Relation Name": table } = plan
  const own: Array<string> = []
  if (node === "Seq Scan" && table !== undefined && !small.has(table)) own.push(`reads all of ${table}`)
  if (index !== undefined && ![...small].some((name) => index.startsWith(name))) {
    const columns = lookedUpBy[index]
    if (columns === undefined) own.push(`reads ${index}, of which this test knows nothing`)
    else if (columns.some((column) => !new RegExp(`\\b${column}\\b`).test(condition))) {
      own.push(`walks ${index} by ${condition || "nothing"}`)
    }
  }
  return [...own, ...(plan.Plans ?? []).flatMap(walks)]
}

/** Many rows of each kind that lives have, in as many lanes, accounts and conditions as there may be. */
const full = (rows: number): ReadonlyArray<string> => [
  `insert into signalbox.message (key, at1, account, value)
   select md5(n::text)::uuid, now(), md5((n % 7)::text)::uuid, repeat('x', 400) from generate_series(1, ${rows}) n`,
  `insert into signalbox.message_state (key, at1, moving, version, value)
   select md5(n::text)::uuid, now(), n % 9, n, repeat('x', 400) from generate_series(1, ${rows}) n`,
  `insert into signalbox.rows (kind, key, version, value, list1, scope1, at1, uniques)
   select 'contact', 'c' || n, n, repeat('x', 200), 'contacts', 'a' || n % 7, now(), array['contact_number/' || n]
   from generate_series(1, ${rows}) n`,
  `insert into signalbox.rows (kind, key, version, value)
   select kind, 'k' || n, n, repeat('x', 100)
   from generate_series(1, ${rows}) n, unnest(array['carrier_reference', 'endpoint']) kind`,
  `insert into signalbox.event (key, at1, account, name, body, version, value)
   select md5(n::text)::uuid, now(), md5((n % 7)::text)::uuid, 'message.sent', repeat('x', 400), n, '{}'
   from generate_series(1, ${rows}) n`,
  `insert into signalbox.delivery (key, at1, scope1, event, name, version, status, value)
   select md5(n::text)::uuid, now(), md5((n % 7)::text)::uuid, md5(n::text)::uuid, 'message.sent', n, 'PENDING', '{}'
   from generate_series(1, ${rows}) n`,
  `insert into signalbox.work (kind, key, lane, due_at, seq, epoch, token)
   select kind, 'm' || n, kind || ':' || n % 9, now(), n, case when n % 2 = 0 then n % 3 end,
     case when n % 2 = 0 then n end
   from generate_series(1, ${rows}) n, unnest(array['dispatch', 'submission', 'deadline', 'delivery']) kind`,
  `insert into signalbox.lane_ready (lane, at, turn, was_due)
   select 'dispatch:' || n, now() + n * interval '1 second', n, n % 2 = 0 from generate_series(1, ${rows}) n`,
  `insert into signalbox.pause (lane, until)
   select 'dispatch:' || n, now() + n * interval '1 second' from generate_series(1, ${rows}) n`,
  `insert into signalbox.lapsing (due_at, seq, lane, kind, moving, messages, others, after)
   select now() + n * interval '1 second', n, 'deadline:' || n % 9, 'receipt_deadline', n, array[md5(n::text)::uuid],
     array[md5(n::text)::uuid], array[0] from generate_series(1, ${rows}) n`,
  `insert into signalbox.sum (book, name, amount) select 'balance', 'a' || n, n from generate_series(1, ${rows}) n`,
  `insert into signalbox.sum_entry (book, name, once, amount)
   select 'balance', 'a' || n % 7, 'm' || n, n from generate_series(1, ${rows}) n`,
  `insert into signalbox.subscription (webhook, account, events)
   select 'w' || n, 'a' || n % 99, array['message.sent'] from generate_series(1, ${rows}) n`,
  `insert into signalbox.other_key (text, kind, key) select 'u' || n, 'user', 'k' || n from generate_series(1, ${rows}) n`,
  `insert into signalbox.list_count (list, scope, shard, amount)
   select 'messages', 'a' || n, 1, n from generate_series(1, ${rows}) n`
]

const wiped = [
  "rows",
  "message",
  "message_state",
  "event",
  "delivery",
  "work",
  "lapsing",
  "sum",
  "sum_entry",
  "subscription",
  "other_key",
  "list_count",
  "lane_ready",
  "pause"
]

describe("the statements of a message's life", () => {
  let database: Database.Database
  /** The texts that each of the processes has said. */
  const said: Array<ReadonlySet<string>> = []

  beforeAll(async () => {
    database = await Database.fresh()
    const loads: ReadonlyArray<Counted.Load> = [
      { messages: 100, recipients: 100, concurrency: 1 },
      { messages: 64, recipients: 1, concurrency: 16 },
      { messages: 64, recipients: 1, concurrency: 16, isTold: true }
    ]
    for (const load of loads) {
      const texts = new Set<string>()
      await Counted.lives(database, load, (text) => texts.add(text))
      said.push(texts)
    }
  }, 120_000)

  afterAll(() => database.drop())

  const explained = Effect.flatMap(PgClient, (client) =>
    Effect.forEach(
      [...new Set(said.flatMap((texts) => [...texts]))].filter((text) => text.startsWith("with ")),
      (text) =>
        Effect.map(
          client.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
            `explain (generic_plan, format json) ${text}`,
            [...new Set(text.match(/\$\d+/g))].map(() => null)
          ),
          ([row]) => ({ text, walks: row!["QUERY PLAN"].flatMap(({ Plan }) => walks(Plan)) })
        )
    ))

  it("carry no number of their batch, so that those of one shape share one text", () => {
    for (const texts of said) {
      const all = [...texts].filter((text) => text.startsWith("with "))
      const shapes = new Set(all.map((text) => text.replaceAll(/\d+/g, "0")))
      expect(all).toHaveLength(shapes.size)
    }
  })

  it.each([["empty", 0], ["young", 1], ["small", 10], ["full", 20_000]])(
    "look up what they need in tables that are %s",
    { timeout: 120_000 },
    (_, rows) =>
      Effect.gen(function*() {
        const client = yield* PgClient
        yield* client.unsafe(`truncate ${wiped.map((table) => `signalbox.${table}`).join(", ")}`)
        for (const statement of rows === 0 ? [] : full(rows)) yield* client.unsafe(statement)
        yield* client.unsafe("analyze")
        const found = yield* explained
        expect(found.length).toBeGreaterThan(5)
        expect(found.filter((each) => each.walks.length > 0)).toEqual([])
      }).pipe(
        Effect.provide(Layer.fresh(PostgresStore.client({ url: database.url, maxConnections: 1 }))),
        Effect.scoped,
        Effect.runPromise
      )
  )
})
