/**
 * `npm run bench:lists`: pages of the list of messages in an account that has a million of them in a month (`--size` says
 * how many), and what they add up to.
 * Each figure is the median of its turns, of the first page with its total and of a page that a cursor asks for: what the
 * store takes with decoding the page and, on PostgreSQL, what of it the server takes to execute the statement.
 * There they are taken once the server has vacuumed the tables by itself, as it does within a minute.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import * as ConversationId from "@signalbox/core/ConversationId"
import type { ContactId } from "@signalbox/core/Id"
import { day, plus } from "@signalbox/core/Instant"
import type { ListQuery } from "@signalbox/core/ListQuery"
import type { Message } from "@signalbox/core/Message"
import { conversationScope, Messages } from "@signalbox/core/Message"
import { Store } from "@signalbox/core/Store"
import * as Usage from "@signalbox/core/Usage"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import * as Given from "../core/Given.ts"
import * as Schema from "../postgres/Schema.ts"
import * as Watched from "../postgres/Watched.ts"

const { values } = parseArgs({
  options: { size: { type: "string", default: "1000000" }, stores: { type: "string", default: "memory,PostgreSQL" } }
})
const size = Number(values.size)
const turns = 100
/** As many again go before, until Node has compiled what decodes a page. */
const warming = 100
const account = Given.accountId(1)
const spacing = Math.floor((30 * day) / size)

/** One contact has a hundredth of the messages; every other one has three. */
const contact = (index: number): ContactId =>
  `cccccccc-0000-7000-8000-${
    (index % 100 === 0 ? 0 : Math.floor(index / 3)).toString(16).padStart(12, "0")
  }` as ContactId

const statuses = ["DELIVERED", "DELIVERED", "SENT", "DELIVERED", "READ"] as const

const message = (index: number): Message => ({
  ...Given.message(),
  id: Given.messageId(index),
  contact: contact(index),
  // A month of them.
  createdAt: plus(Given.now, index * spacing),
  direction: index % 500 === 1 ? "INBOUND" : "OUTBOUND",
  channel: index % 10 === 0 ? "whatsapp" : "sms",
  status: index % 5000 === 0 ? "FAILED" : statuses[index % 5]!,
  template: {
    id: Given.templateId(index % 1000 === 0 ? 9 : index % 4),
    revision: 1,
    name: "order_shipped",
    category: "UTILITY",
    parameters: { order: "A-1" }
  },
  ...(index % 2 === 0 ? { clientReference: `order-${Math.floor(index / 4)}` } : {})
})

const furnish = Effect.gen(function*() {
  const store = yield* Store
  for (let from = 0; from < size; from += 1000) {
    const messages = Array.from({ length: Math.min(1000, size - from) }, (_, index) => message(from + index))
    yield* store.commit([Commit.make({
      puts: messages.map((each) => Commit.put(Messages, each)),
      tallies: Usage.ofChanges(messages.map((each) => [null, each]))
    })])
  }
})

const base = { list: "messages", scope: account, offset: 0, limit: 50, bound: 10_000 } as const
const middle = plus(Given.now, 15 * day)
const long = conversationScope(account, ConversationId.of(account, contact(0)))

const queries: ReadonlyArray<readonly [name: string, query: ListQuery]> = [
  ["no filter", base],
  ["a template that a quarter has", { ...base, where: { template: Given.templateId(1) } }],
  ["a template that one in 1,000 has", { ...base, where: { template: Given.templateId(9) } }],
  ["a reference", { ...base, where: { reference: "order-17" } }],
  ["inbound", { ...base, where: { direction: "INBOUND" } }],
  ["outbound", { ...base, where: { direction: "OUTBOUND" } }],
  ["a contact with a hundredth of them", { ...base, list: "conversation", scope: long }],
  ["a time", { ...base, from: plus(middle, -day), before: middle }],
  ["status DELIVERED", { ...base, where: { status: "DELIVERED" } }],
  ["status FAILED, one in 5,000", { ...base, where: { status: "FAILED" } }],
  ["channel whatsapp", { ...base, where: { channel: "whatsapp" } }],
  ["a template, FAILED", { ...base, where: { template: Given.templateId(1), status: "FAILED" } }],
  ["a conversation with its whole total", { list: "conversation", scope: long, offset: 0, limit: 50 }],
  ["all messages, page 1,000", { list: "messages", scope: account, offset: 50_000, limit: 50 }]
]

const median = (all: ReadonlyArray<number>): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0

/** How long something takes that is done many times, in milliseconds, and what it came to. */
const timed = Effect.fnUntraced(function*<A, E, R>(done: Effect.Effect<A, E, R>) {
  const times: Array<number> = []
  let value = yield* done
  for (let turn = 1; turn < warming + turns; turn++) {
    const start = performance.now()
    value = yield* done
    if (turn >= warming) times.push(performance.now() - start)
  }
  return { value, millis: median(times) }
})

type ServerTime = (query: ListQuery) => Effect.Effect<number, unknown, Store>

const shown = Effect.fnUntraced(function*(query: ListQuery, serverTime: ServerTime | null) {
  const store = yield* Store
  const { millis, value } = yield* timed(store.list(query))
  const ofServer = serverTime === null ? "" : ` (server ${(yield* serverTime(query)).toFixed(2)})`
  return { page: value, text: `${millis.toFixed(2)} ms${ofServer}` }
})

const measured = Effect.fnUntraced(function*(serverTime: ServerTime | null) {
  for (const [name, query] of queries) {
    const first = yield* shown(query, serverTime)
    const { next } = first.page
    const second = next === null || next === undefined
      ? null
      : yield* shown({ ...query, behind: next, isCounted: false }, serverTime)
    console.log(
      `  ${name} (${first.page.total.toLocaleString("en")}): ${first.text}` +
        (second === null ? "" : `, by cursor ${second.text}`)
    )
  }
})

const addedUp = Effect.gen(function*() {
  const store = yield* Store
  const query = { account, first: Usage.dayOf(Given.now), last: Usage.dayOf(plus(Given.now, 30 * day)) }
  const { millis, value } = yield* timed(store.usage(query))
  console.log(`  usage of 31 days (${value.length.toLocaleString("en")} lines): ${millis.toFixed(2)} ms`)
})

/** A store to measure, and what it does by itself when it was filled, before it is measured. */
interface Measured {
  readonly layer: Layer.Layer<Store, unknown>
  readonly rest: Effect.Effect<void, unknown>
  readonly serverTime: ServerTime | null
}

interface Explained {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly "Execution Time": number }>
}

/** The server looks once in a minute whether tables have changed so much that it vacuums them. */
const vacuumed = ({ name, url }: Schema.Schema) =>
  Effect.gen(function*() {
    const client = yield* PgClient
    for (let second = 0; second < 180; second++) {
      const [{ left } = { left: 0 }] = yield* client.unsafe<{ readonly left: number }>(
        `select count(*)::int4 as left from pg_stat_user_tables
         where schemaname = $1 and relname in ('message', 'message_state')
           and (n_tup_ins < $2::text::int8 * 0.99 or n_ins_since_vacuum > 1000)`,
        [name, String(size)]
      )
      if (left === 0) return console.log(`  vacuumed by the server within ${second} s`)
      yield* Effect.sleep("1 second")
    }
    console.log("  not vacuumed by the server within 180 s")
  }).pipe(Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))))

/** The store, and what the server takes for the statement that the store has asked last, as it explains it. */
const onPostgres = Effect.map(Schema.fresh(), (made): Measured => {
  let asked: Watched.Statement = { text: "", params: [] }
  const client = Layer.fresh(PostgresStore.client({ url: made.url }))
  const watched = Layer.effect(
    PgClient,
    Effect.map(Effect.service(PgClient), (inner) => Watched.make(inner, (statement) => asked = statement))
  )
  const explained = Effect.gen(function*() {
    const client = yield* PgClient
    const { params, text } = asked
    const [found] = yield* client.unsafe<Explained>(`explain (analyze, timing off, format json) ${text}`, params)
    return found!["QUERY PLAN"][0]!["Execution Time"]
  })
  return {
    layer: Layer.provide(PostgresStore.layerClient({ schema: made.name }), Layer.provide(watched, client)),
    rest: vacuumed(made),
    serverTime: (query) =>
      Effect.gen(function*() {
        yield* (yield* Store).list(query)
        const times = yield* Effect.replicateEffect(explained, turns)
        return median(times)
      }).pipe(Effect.provide(Layer.fresh(PostgresStore.client({ url: made.url, maxConnections: 1 }))))
  }
})

const stores: Readonly<Record<string, Effect.Effect<Measured, unknown, Scope>>> = {
  memory: Effect.succeed({ layer: MemoryStore.layerStore, rest: Effect.void, serverTime: null }),
  PostgreSQL: onPostgres
}

for (const name of values.stores.split(",")) {
  console.log(`${name}, ${size.toLocaleString("en")} messages, load ${loadavg()[0]!.toFixed(1)}`)
  await Effect.gen(function*() {
    const { layer, rest, serverTime } = yield* stores[name]!
    yield* Effect.provide(Effect.all([furnish, rest, measured(serverTime), addedUp], { discard: true }), layer)
  }).pipe(Effect.scoped, Effect.runPromise)
}
