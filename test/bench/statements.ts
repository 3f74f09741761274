/**
 * `npm run bench:statements -- --stored 100000,1000000`: how many pages a life and a list read and write on PostgreSQL, over
 * all statements, with few messages stored and with many. What grows with the tables is named, with its statements, and
 * fails. Pages are counted and not timed, but how many commits go together depends on what else the machine does, so it wants
 * to be alone. With `--database FOLDER` the many are those that `npm run bench -- --stored N --database FOLDER --fill` has
 * left there, and are not stored anew.
 */
import { parseArgs } from "node:util"
import pg from "pg"
import * as Server from "../postgres/Server.ts"
import type { Call } from "./Emulator.ts"
import * as KeptServer from "./KeptServer.ts"
import * as Stored from "./Stored.ts"
import * as WholeLives from "./WholeLives.ts"

const { values } = parseArgs({
  options: { stored: { type: "string", default: "100000,1000000" }, database: { type: "string" } }
})
const sizes = values.stored.split(",").map(Number)
const [few = 0, many = 0] = sizes
if (sizes.length !== 2 || !(few >= 2000 && many > few)) throw new Error("--stored: two numbers, 2,000 at least, rising")

/** Something may take so many times as many pages, and so many more besides: indexes of more rows are a page deeper. */
const most = { factor: 1.5, pages: 20 } as const

const times = 10

const lists: ReadonlyArray<string> = [
  "/v3/messages?page=1&page_size=20",
  "/v3/messages?page=1&page_size=20&status=DELIVERED",
  "/v3/messages?page=1&page_size=20&status=FAILED",
  "/v3/messages?page=1&page_size=20&direction=INBOUND",
  "/v3/conversations?page=1&page_size=20",
  "/v3/contacts?page=1&page_size=20",
  "/v3/contacts?page=1&page_size=20&search=2015550",
  "/v3/templates?page=1&page_size=20",
  "/v3/webhooks?page=1&page_size=20",
  "/v3/usage"
]

const loads: Readonly<Record<string, WholeLives.Load>> = {
  "a life in a bulk of 1,000": { recipients: 1000, sends: 6, turns: 1 },
  "a life of a single": { recipients: 1, sends: 1000, turns: 1 },
  "a life of a single with a webhook": { recipients: 1, sends: 500, turns: 1, isTold: true }
}

interface Cost {
  readonly pages: number
  /** By statement, its pages and its calls. */
  readonly statements: ReadonlyMap<string, { readonly pages: number; readonly calls: number }>
}

const reset = (client: pg.Client) => client.query("select pg_stat_statements_reset()")

/** Returns what all statements since the last reset have cost, by each of so many. */
const costOf = async (client: pg.Client, count: number): Promise<Cost> => {
  const { rows } = await client.query<{ readonly text: string; readonly calls: number; readonly pages: number }>(
    `select query as text, calls::float8, (shared_blks_hit + shared_blks_read)::float8 as pages
     from pg_stat_statements where query ~ 'signalbox"?\\.' order by pages desc`
  )
  return {
    pages: rows.reduce((sum, { pages }) => sum + pages, 0) / count,
    statements: new Map(rows.map(({ calls, pages, text }) => [
      text.replaceAll(/\s+/g, " "),
      { pages: pages / count, calls: calls / count }
    ]))
  }
}

const measured = async (client: pg.Client, env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, Cost>> => {
  const found = new Map<string, Cost>()
  for (const [name, load] of Object.entries(loads)) {
    await reset(client)
    const between = async (call: Call): Promise<void> => {
      found.set(name, await costOf(client, load.recipients * load.sends))
      for (const path of lists) {
        // The first one may learn what the others remember.
        await call(path)
        await reset(client)
        for (let turn = 0; turn < times; turn++) await call(path)
        found.set(`GET ${path}`, await costOf(client, times))
      }
    }
    await WholeLives.measure(env, { ...load, between })
  }
  return found
}

/** So many of the statements that have grown most are shown. */
const shown = 5

/** Returns the statements that have grown most, with what they cost before and cost now. */
const grown = (then: Cost, now: Cost): ReadonlyArray<string> =>
  [...now.statements]
    .map(([text, cost]) => ({ text, now: cost, before: then.statements.get(text) ?? { pages: 0, calls: 0 } }))
    .toSorted((one, other) => (other.now.pages - other.before.pages) - (one.now.pages - one.before.pages))
    .slice(0, shown)
    .map(({ before, now, text }) =>
      `${before.pages.toFixed(1)} in ${before.calls.toFixed(4)} calls and ${now.pages.toFixed(1)} in ${
        now.calls.toFixed(4)
      }: ${text.slice(0, 300)}`
    )

const settings = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "10000" }

interface Found {
  readonly stored: number
  readonly costs: ReadonlyMap<string, Cost>
}

/** Measures on a server with each of the sizes in turn. */
const measuredAt = async (url: string, sizes: ReadonlyArray<number>): Promise<ReadonlyArray<Found>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("create extension if not exists pg_stat_statements")
    const env = { ...process.env, DATABASE_URL: url }
    const found: Array<Found> = []
    for (const size of sizes) {
      const stored = await Stored.store(env, size)
      found.push({ stored, costs: await measured(client, env) })
    }
    return found
  } finally {
    await client.end()
  }
}

const onServerOfItsOwn = async (sizes: ReadonlyArray<number>): Promise<ReadonlyArray<Found>> => {
  const server = await Server.own()
  await server.start(settings)
  try {
    return await measuredAt(server.url, sizes)
  } finally {
    server.signal("SIGQUIT")
    await server.gone()
    server.remove()
  }
}

const inFolder = async (folder: string, size: number): Promise<ReadonlyArray<Found>> => {
  const server = await KeptServer.start(folder, { durable: true, settings })
  try {
    await WholeLives.settle({ ...process.env, DATABASE_URL: server.url })
    return await measuredAt(server.url, [size])
  } finally {
    server.stop()
  }
}

const [before, after] = values.database === undefined
  ? await onServerOfItsOwn([few, many])
  : [...await onServerOfItsOwn([few]), ...await inFolder(values.database, many)]
const growing: Array<string> = []
console.log(
  `pages with ${[before, after].map((found) => found!.stored.toLocaleString("en")).join(" and ")} messages stored`
)
for (const [name, now] of after!.costs) {
  const then = before!.costs.get(name)!
  const isWrong = now.pages > most.factor * then.pages + most.pages
  console.log(`  ${name}: ${then.pages.toFixed(1)} and ${now.pages.toFixed(1)}${isWrong ? " GROWS" : ""}`)
  if (!isWrong) continue
  growing.push(name)
  for (const statement of grown(then, now)) console.log(`    ${statement}`)
}
console.log(growing.length === 0 ? "none grows with the tables" : `${growing.length} grow with the tables`)
process.exit(growing.length === 0 ? 0 : 1)
