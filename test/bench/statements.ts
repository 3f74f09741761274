/**
 * `npm run bench:statements -- --stored 100000,1000000`: how many pages a life and a list read and write on PostgreSQL, over
 * all statements, with few messages stored and with many. What grows with the tables is named, with its statements, and
 * fails. Pages are counted and not timed, but how many commits go together depends on what else the machine does, so it wants
 * to be alone.
 */
import { parseArgs } from "node:util"
import pg from "pg"
import * as Server from "../postgres/Server.ts"
import * as Stored from "./Stored.ts"
import * as WholeLives from "./WholeLives.ts"

const { values } = parseArgs({ options: { stored: { type: "string", default: "100000,1000000" } } })
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
  /** The dearest statements, with their pages. */
  readonly statements: ReadonlyArray<string>
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
    statements: rows.slice(0, 3).map(({ calls, pages, text }) =>
      `${(pages / count).toFixed(1)} in ${(calls / count).toFixed(2)} calls: ${
        text.replaceAll(/\s+/g, " ").slice(0, 300)
      }`
    )
  }
}

const measured = async (client: pg.Client, env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, Cost>> => {
  const found = new Map<string, Cost>()
  for (const [name, load] of Object.entries(loads)) {
    await reset(client)
    const between = async (call: WholeLives.Call): Promise<void> => {
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

const server = await Server.own()
await server.start({ shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": 10_000 })
const client = new pg.Client({ connectionString: server.url })
const growing: Array<string> = []
try {
  await client.connect()
  await client.query("create extension pg_stat_statements")
  const env = { ...process.env, DATABASE_URL: server.url }
  const stored = [await Stored.store(env, few)]
  const before = await measured(client, env)
  stored.push(await Stored.store(env, many))
  const after = await measured(client, env)
  console.log(`pages with ${stored.map((size) => size.toLocaleString("en")).join(" and ")} messages stored`)
  for (const [name, now] of after) {
    const then = before.get(name)!
    const isWrong = now.pages > most.factor * then.pages + most.pages
    console.log(`  ${name}: ${then.pages.toFixed(1)} and ${now.pages.toFixed(1)}${isWrong ? " GROWS" : ""}`)
    if (!isWrong) continue
    growing.push(name)
    for (const statement of now.statements) console.log(`    ${statement}`)
  }
  console.log(growing.length === 0 ? "none grows with the tables" : `${growing.length} grow with the tables`)
} finally {
  await client.end()
  server.signal("SIGQUIT")
  await server.gone()
  server.remove()
}
process.exit(growing.length === 0 ? 0 : 1)
