/**
 * Pages of messages cost what they show, and not what the account has: the rows that their statements read, by their
 * plans, on a table that the server has looked at, as it does within a minute by itself.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import * as ConversationId from "@signalbox/core/ConversationId"
import { plus } from "@signalbox/core/Instant"
import { ref } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import type { Message } from "@signalbox/core/Message"
import { conversationScope, Messages } from "@signalbox/core/Message"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ForwardClock } from "../core/ForwardClock.ts"
import * as Given from "../core/Given.ts"
import * as Schema from "./Schema.ts"
import * as Watched from "./Watched.ts"

const count = 6000
const account = Given.accountId(1)
const contact = Given.contact().id
const scope = conversationScope(account, ConversationId.of(account, contact))

/** A third of the messages are of one contact; each is of one of three templates, but for 6 of a fourth. */
const message = (index: number): Message =>
  Given.message({
    id: Given.messageId(index),
    createdAt: plus(Given.now, index),
    ...(index % 3 === 0 ? {} : { contact: Given.messageId(index) as string as Message["contact"] }),
    status: index === 4 ? "FAILED" : index % 20 === 10 ? "SENT" : "DELIVERED",
    channel: index === 8 ? "rcs" : "sms",
    direction: index % 2000 === 1 ? "INBOUND" : "OUTBOUND",
    template: {
      ...Given.message().template!,
      id: Given.templateId(index % 1000 === 500 ? 9 : index % 3)
    },
    ...(index === 700 || index === 701 ? { clientReference: "order 1" } : {})
  })

interface Plan {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Index Name"?: string
  readonly "Heap Fetches"?: number
  readonly Filter?: string
  readonly Plans?: ReadonlyArray<Plan>
}

/** The scans of tables and indexes; each row of an index is read once more from its table, which is not counted again. */
const scans = (plan: Plan): ReadonlyArray<Plan> => [
  ...(/^(Seq|Index|Index Only|Bitmap Index) Scan/.test(plan["Node Type"]) ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scans)
]

const rowsOf = (plan: Plan): number =>
  scans(plan).reduce(
    (sum, each) => sum + (each["Actual Rows"] + (each["Rows Removed by Filter"] ?? 0)) * each["Actual Loops"],
    0
  )

/** The entries of indexes for which the table was looked at, only to see whether a row is there for all. */
const fetches = (plan: Plan): number =>
  scans(plan).reduce((sum, each) => sum + (each["Heap Fetches"] ?? 0) * each["Actual Loops"], 0)

const told = (plan: Plan): string =>
  JSON.stringify(scans(plan).map((each) => [each["Node Type"], each["Index Name"], each["Actual Rows"], each.Filter]))

/** So few that the server goes by the order of an index; up to some times as many it may rather sort all that there are. */
const bound = 100
const page = { list: "messages", scope: account, offset: 0, limit: 20, bound } as const

/**
 * The rows that are read at most: of the page, which are looked up in both tables of messages, of the total, and to see
 * whether there is more.
 */
const queries: ReadonlyArray<readonly [name: string, query: ListQuery, most: number]> = [
  ["without a filter", page, 65],
  ["of a template that many have", { ...page, where: { template: Given.templateId(1) } }, bound + 70],
  ["of a template that few have", { ...page, where: { template: Given.templateId(9) } }, 30],
  ["with a reference", { ...page, where: { reference: "order 1" } }, 10],
  ["inbound", { ...page, where: { direction: "INBOUND" } }, 15],
  ["outbound", { ...page, where: { direction: "OUTBOUND" } }, bound + 70],
  ["of a contact", { ...page, list: "conversation", scope }, bound + 70],
  ["of a time", { ...page, from: plus(Given.now, 100), before: plus(Given.now, 130) }, 100],
  // Messages that are on their way have a part in common, so each is looked at for its status.
  ["with a status that most have", { ...page, where: { status: "SENT" } }, 2 * bound + 30],
  ["with a status in which most end", { ...page, where: { status: "DELIVERED" } }, bound + 70],
  ["with a status that hardly any has", { ...page, where: { status: "FAILED" } }, 5],
  ["of a channel that hardly any has", { ...page, where: { channel: "rcs" } }, 5],
  [
    "of a template, with a status",
    { ...page, where: { template: Given.templateId(1), status: "FAILED" } },
    3 * bound + 5
  ],
  ["behind a place, uncounted", {
    ...page,
    where: { template: Given.templateId(1) },
    behind: { at: plus(Given.now, 3000), key: "" },
    isCounted: false
  }, 70],
  ["ahead of a place, uncounted", {
    ...page,
    where: { status: "DELIVERED" },
    ahead: { at: plus(Given.now, 3000), key: "" },
    isCounted: false
  }, 70]
]

describe("a page of messages", () => {
  const schemaScope = Scope.makeUnsafe()
  let store: Store["Service"]
  let client: PgClient
  let schema = ""
  let url = ""
  let asked: Watched.Statement | undefined

  beforeAll(() =>
    Effect.gen(function*() {
      const made = yield* Schema.fresh()
      schema = made.name
      url = made.url
      client = Context.get(
        yield* Layer.build(Layer.fresh(PostgresStore.client({ url: made.url, maxConnections: 2 }))),
        PgClient
      )
      const services = yield* Layer.build(
        Layer.provide(
          PostgresStore.layerClient({ schema, heartbeatMillis: 600_000 }),
          Layer.succeed(PgClient, Watched.make(client, (statement) => asked = statement))
        )
      )
      store = Context.get(services, Store)
      for (const table of ["message", "message_state"]) {
        yield* client.unsafe(`alter table "${schema}".${table} set (autovacuum_enabled = off)`)
      }
      for (let from = 0; from < count; from += 1000) {
        const puts = Array.from({ length: 1000 }, (_, index) => Commit.put(Messages, message(from + index)))
        yield* store.commit([Commit.make({ puts })])
      }
    }).pipe(Scope.provide(schemaScope), Effect.runPromise)
  )

  afterAll(() => Effect.runPromise(Scope.close(schemaScope, Exit.void)))

  const planOf = (query: ListQuery): Promise<Plan> =>
    Effect.gen(function*() {
      yield* store.list(query)
      const { params, text } = asked!
      const [found] = yield* client.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
        `explain (analyze, timing off, format json) ${text}`,
        params
      )
      return found!["QUERY PLAN"][0]!.Plan
    }).pipe(Effect.runPromise)

  it("that begins behind all that is counted has nothing", async () => {
    for (const where of [{}, { status: "DELIVERED" }] as const) {
      for (const bound of [100, 10_000]) {
        const found = await Effect.runPromise(store.list({ ...page, where, bound, offset: 10_000 }))
        expect(found.rows).toEqual([])
      }
    }
  })

  describe("in a table that the server knows", () => {
    // A row is there for all once its commit is in the log, for which the tests' server makes nobody wait, and once no
    // transaction is open that began before: other tests have such ones for a moment.
    beforeAll(() =>
      Effect.gen(function*() {
        for (let turn = 0; turn < 200; turn++) {
          yield* client.unsafe(`vacuum analyze "${schema}".message, "${schema}".message_state`)
          const [{ left } = { left: 0 }] = yield* client.unsafe<{ readonly left: number }>(
            `select sum(relpages - relallvisible)::float8 as left from pg_class
             where oid in ('"${schema}".message'::regclass, '"${schema}".message_state'::regclass)`
          )
          if (left === 0) return
          // A transaction of another test, which shares the server, may still see what is to go: its end is waited for.
          yield* Effect.sleep(100)
        }
      }).pipe(Effect.runPromise), 60_000)

    it.each(queries)("%s", async (_, query, most) => {
      const plan = await planOf(query)
      expect(rowsOf(plan), told(plan)).toBeLessThanOrEqual(most)
      expect(fetches(plan), told(plan)).toBe(0)
    })

    it("is vacuumed so early that its newest entries are counted by the index alone", async () => {
      const options = await Effect.runPromise(client.unsafe<{ readonly name: string; readonly value: string }>(
        `select relname || '.' || option_name as name, option_value as value
         from pg_class c cross join lateral pg_options_to_table(c.reloptions)
         where relnamespace = '"${schema}"'::regnamespace and option_name like '%insert%' and relname like 'message%'
         order by 1`
      ))
      expect(Object.fromEntries(options.map(({ name, value }) => [name, value]))).toEqual({
        "message.autovacuum_vacuum_insert_scale_factor": "0",
        "message.autovacuum_vacuum_insert_threshold": "1000",
        "message_state.autovacuum_vacuum_insert_scale_factor": "0",
        "message_state.autovacuum_vacuum_insert_threshold": "1000"
      })
    })

    it("stands in a table that is vacuumed once a twentieth of it has changed, as do all whose rows change or go", async () => {
      const others = await Effect.runPromise(client.unsafe<{ readonly name: string }>(
        `select relname as name from pg_class where relnamespace = '"${schema}"'::regnamespace and relkind = 'r'
           and not coalesce(reloptions, '{}') @> '{autovacuum_vacuum_scale_factor=0.05}' order by 1`
      ))
      expect(others.map(({ name }) => name)).toEqual(["document", "lockout", "migration", "subscription"])
    })

    it("of a conversation, with all of its total, and deep in the list: by what indexes hold", async () => {
      const plan = await planOf({ list: "conversation", scope, offset: 1500, limit: 20 })
      // Where most of a list is passed over, the server may rather sort all that there is.
      expect(rowsOf(plan), told(plan)).toBeLessThanOrEqual(2000 + 2000 + 20)
      // Nothing but the values of the page has to be looked for in the table, and the account that they are of.
      const looked = scans(plan).filter(({ Filter }) => Filter !== undefined)
      expect(looked.map((each) => each["Actual Loops"]), told(plan)).toEqual([20])
    })

    describe("whose newest messages have just been written", () => {
      beforeAll(() =>
        Effect.runPromise(Effect.asVoid(client.unsafe(
          `update "${schema}".message set value = value || ' ' where key > '${Given.messageId(count - 1000)}'`
        )))
      )

      it.each(
        [
          ["outbound", { ...page, where: { direction: "OUTBOUND" } }],
          ["of a template", { ...page, where: { template: Given.templateId(1) } }],
          ["of a time", { ...page, from: plus(Given.now, 1000), where: { channel: "sms" } }]
        ] as const
      )("is counted from the oldest on: %s", async (_, query) => {
        const plan = await planOf(query)
        // The table is looked at for what is shown, once for each version that another test's transaction may still see.
        expect(fetches(plan), told(plan)).toBeLessThanOrEqual(2 * (query.limit + 1))
        expect(fetches(plan), told(plan)).toBeGreaterThan(0)
      })
    })
  })

  it("whose total was at its bound is not counted for ten seconds, then asks for that first, and counts what is left once messages have gone", async () => {
    const clock = new ForwardClock(await Effect.runPromise(Effect.service(Clock.Clock)))
    const query: ListQuery = {
      ...page,
      scope: Given.accountId(2),
      where: { template: Given.templateId(1) },
      limit: 5,
      bound: 20
    }
    const first = /offset 19 limit 1/
    const made = Array.from({ length: 30 }, (_, index) => ({
      ...message(index * 3 + 1),
      id: Given.messageId(count + index),
      account: Given.accountId(2)
    }))
    const listed = async () => {
      const { rows, total } = await Effect.runPromise(Effect.provideService(store.list(query), Clock.Clock, clock))
      return [
        rows.length,
        total,
        first.test(asked!.text) ? "first" : /count\(\*\) from \(select from/.test(asked!.text) ? "counted" : "believed"
      ]
    }
    await Effect.runPromise(store.commit([Commit.make({ puts: made.map((each) => Commit.put(Messages, each)) })]))
    expect(await listed()).toEqual([5, 20, "counted"])
    expect(await listed()).toEqual([5, 20, "believed"])
    clock.pass(10_001)
    // Pages of other conditions are counted otherwise, and say nothing of this total.
    for (const more of [{ where: { template: Given.templateId(1), status: "FAILED" } }, { where: {} }] as const) {
      await Effect.runPromise(Effect.provideService(store.list({ ...query, ...more }), Clock.Clock, clock))
    }
    expect(await listed()).toEqual([5, 20, "first"])
    const deletes = made.slice(0, 18).map(({ id }) => ref(Messages, id))
    await Effect.runPromise(store.commit([Commit.make({ deletes })]))
    clock.pass(9000)
    expect(await listed()).toEqual([5, 20, "believed"])
    clock.pass(1001)
    expect(await listed()).toEqual([5, 12, "first"])
    expect(await listed()).toEqual([5, 12, "counted"])
    await Effect.runPromise(
      store.commit([Commit.make({ puts: made.slice(1, 9).map((each) => Commit.put(Messages, each)) })])
    )
    expect(await listed()).toEqual([5, 20, "counted"])
    expect(await listed()).toEqual([5, 20, "believed"])
  })

  // For a value that few have, a plan of its own may be cheaper.
  const usual = queries.filter(([name]) => !/hardly|inbound|without/.test(name))

  it.each(usual)("has one plan for all values: %s", (_, query) =>
    Effect.gen(function*() {
      const one = yield* PgClient
      yield* store.list({ ...query, limit: 20 })
      const { params, text } = asked!
      yield* store.list({ ...query, limit: 50 })
      expect(asked!.text).toBe(text)
      // The server plans for the values five times, and from then on once for all if that is no dearer.
      for (let turn = 0; turn < 7; turn++) yield* one.unsafe(text, params)
      const [planned] = yield* one.unsafe(
        "select generic_plans::int4 as once, custom_plans::int4 as anew from pg_prepared_statements where statement = $1::text",
        [text]
      )
      expect(planned).toEqual({ once: 2, anew: 5 })
    }).pipe(
      Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))),
      Effect.scoped,
      Effect.runPromise
    ))
})
