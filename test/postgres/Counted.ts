/**
 * The whole service on a database of its own, and counts of what messages' lives cost there. Most counts do not depend on
 * what else the machine does; those of updates in place do, so the tests of counts run by themselves.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Emulator from "@signalbox/emulator/Emulator"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Metadata } from "libphonenumber-js/max"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Scene from "../core/Scene.ts"
import type { Database } from "./Database.ts"

/** Counts of what the database was asked for and has done. */
export interface Counts {
  /** Statements of the store, and those among them that load rows, commit a batch in one go, and claim work. */
  readonly statements: number
  readonly loads: number
  readonly commits: number
  readonly claims: number
  /** Commits that left the way of one statement: transactions that lock and read first. */
  readonly longWays: number
  /** Rows that were inserted, updated and deleted, in all tables. */
  readonly rowWrites: number
  /** How often a message's content was written again. */
  readonly contents: number
  /** The share of the updates of messages' states that touched no index, and that of the updates of all rows. */
  readonly hot: number
  readonly hotRows: number
  /** Entries that were read of the indexes of rows. */
  readonly reads: number
  /** How often a phone number was parsed. */
  readonly parses: number
  /** Bytes of WAL that the sessions of the service have written, without images of whole pages. */
  readonly wal: number
}

interface Said {
  statements: number
  loads: number
  commits: number
  claims: number
  longWays: number
}

const silent = (): Said => ({ statements: 0, loads: 0, commits: 0, claims: 0, longWays: 0 })

/** Counts a statement by its kind, which the names of its parts tell. */
const count = (said: Said, text: string): void => {
  said.statements++
  if (/^with (rows|messages|delivery_rows|event_rows|found|contacts|sums) as/.test(text)) said.loads++
  if (/\bassumed as \(/.test(text)) said.commits++
  if (/\bpicked as materialized/.test(text) || /\brung as materialized/.test(text)) said.claims++
  if (/\blocked as \(select/.test(text)) said.longWays++
}

const connections = 4

/** The sessions report what they have done, and the tables are asked for it. */
const done = (client: PgClient) =>
  Effect.gen(function*() {
    // Each runs in a session of its own, since the others are busy.
    yield* Effect.replicateEffect(client.unsafe("select pg_stat_force_next_flush(), pg_sleep(0.1)"), connections, {
      concurrency: "unbounded",
      discard: true
    })
    const [tables] = yield* client.unsafe<
      Readonly<Record<"writes" | "contents" | "updated" | "hot" | "updatedRows" | "hotRows", number>>
    >(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as writes,
         sum(n_tup_upd) filter (where relname = 'message')::float8 as contents,
         sum(n_tup_upd) filter (where relname = 'message_state')::float8 as updated,
         sum(n_tup_hot_upd) filter (where relname = 'message_state')::float8 as hot,
         sum(n_tup_upd) filter (where relname in ('message', 'message_state', 'event', 'delivery', 'rows'))::float8 as "updatedRows",
         sum(n_tup_hot_upd) filter (where relname in ('message', 'message_state', 'event', 'delivery', 'rows'))::float8 as "hotRows"
       from pg_stat_user_tables`
    )
    const [indexes] = yield* client.unsafe<{ readonly reads: number }>(
      `select sum(idx_tup_read)::float8 as reads from pg_stat_user_indexes
       where relname in ('message', 'message_state', 'event', 'delivery', 'rows')`
    )
    const [wal] = yield* client.unsafe<{ readonly bytes: number }>(
      `select sum(w.wal_bytes)::float8 as bytes from pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w
       where a.datname = current_database()`
    )
    return { ...tables!, reads: indexes!.reads, wal: wal!.bytes }
  })

/** Hears the text of each statement. */
type Listener = (text: string) => void

const listened = (inner: PgClient, listen: Listener): PgClient =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === "withoutTransforms") return () => listened(target.withoutTransforms() as PgClient, listen)
      if (name !== "unsafe") return Reflect.get(target, name) as unknown
      return (text: string, params?: ReadonlyArray<unknown>) => {
        listen(text)
        return target.unsafe(text, params)
      }
    }
  })

/** The library asks for this once each time that it parses a number. */
interface Parses {
  hasSelectedNumberingPlan(): boolean
}

/** Counts from now on how often a number is parsed; the end tells how often. */
const parses = (): () => number => {
  const asked = Object.getPrototypeOf(Metadata.prototype) as Parses
  const { hasSelectedNumberingPlan: own } = asked
  let count = 0
  asked.hasSelectedNumberingPlan = function() {
    count++
    return own.call(this)
  }
  return () => {
    asked.hasSelectedNumberingPlan = own
    return count
  }
}

/** Waits until every message has lived its life. It asks the database itself, so that the store is not asked for it. */
const rest = (client: PgClient) =>
  Effect.gen(function*() {
    const receipts = yield* ReceiptDelivery
    const isLiving = Effect.gen(function*() {
      if (!(yield* receipts.isIdle)) return true
      const [work] = yield* client.unsafe<{ readonly items: number }>(
        "select count(*)::int4 as items from signalbox.work"
      )
      return work!.items > 0
    })
    while (yield* isLiving) yield* Effect.sleep(20)
  })

const send = (to: ReadonlyArray<string>) =>
  Effect.map(
    Scene.ask("messages.send", {
      to: [...to],
      channel: ["sms"],
      template: { id: Scene.template.id, parameters: { order: "A-1" } }
    }),
    ({ status }) => {
      if (status !== 202) throw new Error(`a send was answered ${status}`)
    }
  )

let numbers = 0
const phone = (number = numbers++): string => `+1201${2_000_000 + number}`

/** So many messages, in sends of so many recipients each, of which so many are under way at the same time. */
export interface Load {
  readonly messages: number
  readonly recipients: number
  readonly concurrency: number
  /** Whether they go to recipients who have had a message before. */
  readonly again?: boolean
  /** Whether the account has a webhook on the family `message`, whose endpoint answers immediately. */
  readonly isTold?: boolean
}

/** An endpoint that takes everything, for as long as the process lives. */
const endpoint = async (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => response.writeHead(204).end())
  })
  server.unref().listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const subscribed = new WeakSet<Database>()

const subscribe = Effect.fnUntraced(function*(database: Database) {
  if (subscribed.has(database)) return
  subscribed.add(database)
  const { status } = yield* Scene.ask("webhooks.create", {
    display_name: "counted",
    endpoint_url: yield* Effect.promise(endpoint),
    event_types: ["message"]
  })
  if (status !== 201) throw new Error(`a webhook was answered ${status}`)
})

const sends = ({ again = false, concurrency, messages, recipients }: Load) => {
  const first = numbers - recipients
  return Effect.forEach(
    Array.from(
      { length: messages / recipients },
      () => Array.from({ length: recipients }, again ? (_, index) => phone(first + index) : () => phone())
    ),
    send,
    { concurrency, discard: true }
  )
}

/**
 * Lets messages live on this database, and returns what each of them has cost.
 *
 * @param listen hears the statements of the lives and of those that they are warmed up with
 */
export const lives = (database: Database, load: Load, listen: Listener = () => undefined): Promise<Counts> =>
  Effect.gen(function*() {
    const client = Context.get(
      yield* Layer.build(Layer.fresh(PostgresStore.client({ url: database.url, maxConnections: connections }))),
      PgClient
    )
    const said = silent()
    const storage = Layer.provide(
      PostgresStore.layerClient({ heartbeatMillis: 60_000 }),
      Layer.succeed(
        PgClient,
        listened(client, (text) => {
          count(said, text)
          listen(text)
        })
      )
    )
    return yield* Effect.gen(function*() {
      yield* Scene.seed(100_000_000)
      if (load.isTold === true) yield* subscribe(database)
      // Statements are prepared, and who subscribes is learnt, by the first messages.
      yield* sends({ ...load, again: false, messages: load.recipients * load.concurrency })
      yield* rest(client)
      const before = yield* done(client)
      const parsedUntilNow = parses()
      Object.assign(said, silent())
      yield* sends(load)
      yield* rest(client)
      const asked = { ...said }
      const parsed = parsedUntilNow()
      const after = yield* done(client)
      const each = (count: number): number => count / load.messages
      return {
        statements: each(asked.statements),
        loads: each(asked.loads),
        commits: each(asked.commits),
        claims: each(asked.claims),
        longWays: asked.longWays,
        rowWrites: each(after.writes - before.writes),
        contents: each(after.contents - before.contents),
        hot: (after.hot - before.hot) / (after.updated - before.updated),
        hotRows: (after.hotRows - before.hotRows) / (after.updatedRows - before.updatedRows),
        reads: each(after.reads - before.reads),
        parses: each(parsed),
        wal: each(after.wal - before.wal)
      }
    }).pipe(Effect.provide(Emulator.layer(storage)))
  }).pipe(Effect.scoped, Effect.runPromise)
