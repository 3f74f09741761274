/**
 * A process on a database that answers what it is told to: with which settings its sessions begin, what it does by itself at
 * which times and at its end, and what is undone with an operation of a host (`statements` has the words of what is asked).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { make } from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { make as instant } from "@signalbox/core/Instant"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Address } from "@signalbox/postgres/ConnectionUrl"
import * as HostClient from "@signalbox/postgres/HostClient"
import { migrations } from "@signalbox/postgres/internal/schema/migrations"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Duplex } from "node:stream"
import { expect, it } from "vitest"

const now = instant(Date.UTC(2030, 0, 15))

/** The names of all that a process does by itself, and how the statements for that begin. */
const doings: Readonly<Record<string, RegExp>> = {
  beats: /^update "signalbox"."node" set seen_at/,
  merges: /^with crowded/,
  "ends pauses": /^delete from "signalbox"."pause"/,
  "forgets keys of sums": /^with gone as \(\s*delete from "signalbox"."sum_entry"/,
  "keeps reserves": /^with gone as \(\s*delete from "signalbox"."rate_share"/,
  "frees claims": /^delete from "signalbox"."claim" c using/,
  "tells of its requests": /^with held as materialized/,
  leaves: /^delete from "signalbox"."node" where epoch in/
}

/** Answers without which a process does not come so far. */
const answers: ReadonlyArray<readonly [sign: RegExp, answer: object]> = [
  [/to_regclass/, { table: null }],
  [/max\(id\)/, { id: 0 }],
  [/::float8 as number$/, { number: 71 }],
  [/^insert into \S+"node"/, { epoch: "11", watchful: false }],
  [/picked/, { alive: 1, blocked: null, more: false, hasOpen: false, next: null, now: "17", picked: null }],
  [/rate_taken/, { held: 0, wait: null }],
  [/"sum_entry"/, { gone: 0 }]
]

/** So many turns of the event loop that whoever was woken has done what it has to. */
const done = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
})

/** Returns what a process does in so many milliseconds after each other, in the order of its names, and what it logs. */
const lived = async (options: PostgresStore.ClientOptions, millis: ReadonlyArray<number>, isAway = false) => {
  const [did, log]: [Array<string>, Array<string>] = [[], []]
  let hasBegun = false
  const connection: HostClient.PooledConnection = {
    query: (text) => {
      const name = Object.keys(doings).find((each) => doings[each]!.test(text))
      if (name !== undefined) did.push(name)
      if ((isAway && hasBegun) || /"claim" as c/.test(text)) {
        return Promise.reject(Object.assign(new Error("away"), { code: "08006" }))
      }
      const [, answer] = answers.find(([sign]) => sign.test(text)) ?? []
      return Promise.resolve({ rows: answer === undefined ? [] : [answer] })
    },
    release: () => {}
  }
  const logger = Logger.make(({ logLevel, message }) => {
    const [words, error] = Array.isArray(message) ? message : [message]
    log.push(`${logLevel} ${String(words)}: ${error instanceof StoreError ? error.message : "unknown"}`)
  })
  return await Effect.gen(function*() {
    const scope = yield* Scope.make()
    const context = yield* Scope.provide(Layer.build(Layer.fresh(PostgresStore.layerClient(options))), scope)
    yield* Context.get(context, Store).claim({ node: "one" as NodeId, offset: 0, limit: 1, lanes: {} })
    yield* Context.get(context, RateWindow).take({ pool: "p", limit: 9, millis: 60_000, shape: "sliding", now })
    yield* Effect.flip(Context.get(context, Idempotency).begin({ account: "a" as AccountId, key: "k" }, "f", now))
    did.length = 0
    hasBegun = true
    const found: Array<readonly [after: number, did: string]> = []
    let after = 0
    for (const each of millis) {
      yield* TestClock.adjust(each)
      yield* done
      after += each
      if (did.length > 0) found.push([after, did.splice(0).toSorted().join(", ")])
    }
    yield* Scope.close(scope, Exit.void)
    return { did: Object.fromEntries(found), end: did, log: [...new Set(log)].toSorted() }
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.provide(Logger.layer([logger])),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

it("keeps what it has going at its times, and lets go of it at its end", async () => {
  // Each second, and the milliseconds around those at which something begins.
  const seconds = Array.from({ length: 10 }, () => [999, 1]).flat()
  const [claims, reserves] = ["frees claims", "frees claims, keeps reserves"]
  const forgets = "forgets keys of sums"
  expect(await lived({}, seconds)).toEqual({
    did: {
      1000: claims,
      2000: reserves,
      3000: claims,
      4000: reserves,
      5000: `beats, ends pauses, ${claims}, merges`,
      6000: reserves,
      7000: claims,
      8000: reserves,
      9000: claims,
      10_000: `beats, ends pauses, ${forgets}, ${forgets}, ${reserves}, merges`
    },
    end: ["tells of its requests", "leaves"],
    log: []
  })
  // As often as it is told to.
  const { did } = await lived({ heartbeatMillis: 300 }, [299, 1, 299, 1])
  expect(did).toEqual({ 300: "beats, ends pauses, merges", 600: `beats, ends pauses, ${forgets}, ${forgets}, merges` })
})

it("says what it could not do, and tries again", async () => {
  const { did, log } = await lived({}, [10_000, 1000, 9000], true)
  const why = "the database cannot be reached (away, 08006)"
  expect(log).toEqual([
    `Warn cannot clear old keys of debits and counts away: ${why}`,
    `Warn cannot free keys whose claims had no answer: ${why}`,
    `Warn cannot tell that this node lives: ${why}`,
    `Warn cannot tidy up rate windows: ${why}`
  ])
  expect(Object.values(did).at(-1)).toContain("beats")
})

it("does not start where it may only look and steps are missing, and says which and how they are made", async () => {
  const said: Array<string> = []
  const connection: HostClient.PooledConnection = {
    query: (text) => {
      said.push(text)
      return Promise.resolve({ rows: [{ table: null }] })
    },
    release: () => {}
  }
  const starting = Layer.build(Layer.fresh(PostgresStore.layerClient({ migrate: "check" })))
  const refused = await Effect.flip(Effect.scoped(starting)).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.runPromise
  )
  expect([refused.reason, refused.message]).toEqual([
    "failed",
    "the schema is not up to date, it lacks \"rows, sums, requests, the queue, rate limits\"; " +
    "migrate it first (npx signalbox migrate)"
  ])
  expect(said.filter((text) => !text.includes("to_regclass"))).toEqual([])
})

it("starts beside steps that a newer version has added and names them, and not beside one that stops it", async () => {
  const start = async (...later: ReadonlyArray<object>) => {
    const log: Array<unknown> = []
    const steps = [...migrations.map(({ id, name }) => ({ id, name, stops: true })), ...later]
    const connection: HostClient.PooledConnection = {
      query: (text) => {
        if (text.includes("to_regclass")) return Promise.resolve({ rows: [{ table: "migration" }] })
        if (text.startsWith("select id, name")) return Promise.resolve({ rows: steps })
        const [, answer] = answers.find(([sign]) => sign.test(text)) ?? []
        return Promise.resolve({ rows: answer === undefined ? [] : [answer] })
      },
      release: () => {}
    }
    const logger = Logger.make(({ logLevel, message }) => void log.push([logLevel, ...[message].flat()]))
    const building = Layer.build(Layer.fresh(PostgresStore.layerClient({ migrate: "check" })))
    const exit = await Effect.exit(Effect.scoped(building)).pipe(
      Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
      Effect.provide(Logger.layer([logger])),
      Effect.runPromise
    )
    return [Exit.isSuccess(exit) ? "started" : String(Cause.squash(exit.cause)), log]
  }
  const step = (id: number, stops: boolean) => ({ id: 1000 + id, name: `step ${id}`, stops })
  expect(await start()).toEqual(["started", []])
  expect(await start(step(1, false), step(2, false))).toEqual(["started", [
    ["Warn", "the schema was changed by a newer version; this one works beside that", { steps: ["step 1", "step 2"] }]
  ]])
  expect(await start(step(1, false), step(2, true), step(3, true))).toEqual([
    "StoreError: the schema was changed by a newer version, beside which this one cannot work: step 2; step 3",
    []
  ])
})

it("undoes alone what fails of an operation within a host's transaction, whichever it is", async () => {
  const debit = { account: "a" as AccountId, amount: money(-1), floor: money(0), once: null }
  const calls: Readonly<Record<string, (store: Store["Service"]) => Effect.Effect<unknown, StoreError>>> = {
    commit: (store) => store.commit([make({ debits: [debit] })]),
    load: (store) => store.load({ ...Needs.none, balances: ["a" as AccountId] }),
    list: (store) => store.list({ list: "templates", scope: "a", limit: 1, offset: 0 }),
    usage: (store) => store.usage({ account: "a" as AccountId, first: "2030-01-15", last: "2030-01-16" }),
    nextDue: (store) => store.nextDue(0),
    backlogs: (store) => store.backlogs({ kind: "dispatch", after: null, limit: 1, depth: 1, offset: 0 }),
    now: (store) => store.now
  }
  for (const [name, call] of Object.entries(calls)) {
    const said: Array<string> = []
    const connection: HostClient.HostConnection = {
      query: (text) => {
        if (/^(?:SAVEPOINT|RELEASE|ROLLBACK)/.test(text)) said.push(text)
        return /^(?:with|select (?!set_config|current_setting))/.test(text)
          ? Promise.reject(new Error("no"))
          : Promise.resolve({ rows: [{ locks: "1s", statements: "2s" }] })
      }
    }
    const failed = await Effect.flatMap(Store, (store) => Effect.flip(call(store))).pipe(
      Effect.provide(PostgresStore.layerTransaction(connection)),
      Effect.runPromise
    )
    expect([failed.reason, said], name).toEqual([
      "failed",
      ["SAVEPOINT signalbox", "ROLLBACK TO SAVEPOINT signalbox"]
    ])
  }
})

/** Returns what the first session of a client says at its beginning, and where it was to be opened. */
const greeting = async (options: Omit<PostgresStore.Options, "stream">) => {
  const addresses: Array<Address> = []
  const said: Array<Buffer> = []
  const stream = (address: Address): Duplex => {
    addresses.push(address)
    return new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _, next) {
        said.push(chunk)
        this.destroy(Object.assign(new Error("gone"), { code: "ECONNRESET" }))
        next()
      }
    })
  }
  await Effect.runPromise(
    Effect.flip(
      Effect.provide(
        Effect.flatMap(PgClient, (client) => client.unsafe("select 1")),
        PostgresStore.client({ ...options, stream })
      )
    )
  )
  const [first = Buffer.alloc(8)] = said
  const words = first.subarray(8).toString().split("\0")
  const settings = words.flatMap((word, index) => index % 2 === 0 && word !== "" ? [[word, words[index + 1]]] : [])
  return { address: addresses[0], settings: Object.fromEntries(settings) }
}

it("begins its sessions with settings of their own, but behind a pooler with none", async () => {
  const url = "postgres://me@db:6543/mine"
  const usual = { application_name: "signalbox", client_encoding: "UTF8", database: "mine", user: "me" }
  const bounded = {
    ...usual,
    enable_hashjoin: "off",
    enable_mergejoin: "off",
    enable_seqscan: "off",
    idle_in_transaction_session_timeout: "5000",
    jit: "off",
    lock_timeout: "5000",
    statement_timeout: "10000"
  }
  expect(await greeting({ url })).toEqual({ address: { host: "db", port: 6543 }, settings: bounded })
  expect(await greeting({ url, pooler: true })).toEqual({ address: { host: "db", port: 6543 }, settings: usual })
  const several = "postgres://me@one:6543,two:6544/mine"
  expect(await greeting({ url: several })).toEqual({ address: { host: "one", port: 6543 }, settings: bounded })
  expect(await greeting({ url: several, pooler: true })).toMatchObject({ settings: usual })
})
