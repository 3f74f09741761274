/**
 * Fills the database of the bench with messages that have lived: a few thousand really do, and are then copied in SQL with
 * all that they have left behind, each copy as another account's of a minute earlier, until so many are stored. A database
 * that was filled in part is filled on.
 */
import { statfsSync } from "node:fs"
import pg from "pg"
import * as WholeLives from "./WholeLives.ts"

/** The kinds of rows that a life leaves behind: one life more needs no more of all others, which are an account's. */
const kinds = ["contact", "conversation_opening", "carrier_reference", "event", "delivery"]

/** The first half of a time-ordered id counts these milliseconds. */
const stepMillis = 2 ** 16

/** Log and what grows beside the copies. */
const spare = { factor: 1.3, bytes: 8 * 2 ** 30 } as const

/** Every id within a text is that of the copy, whose first digits are the parameter $1. */
const renamed = (text: string): string =>
  `regexp_replace(${text}, '[0-9a-f]{8}(-[0-9a-f]{4}-[47][0-9a-f]{3}-)', $1::text || '\\1', 'g')`

const id = (column: string): string => `(${renamed(`${column}::text`)})::uuid`

/** Earlier by as many steps as the parameter $2 says. */
const earlier = (column: string): string => `${column} - $2::int8 * interval '${stepMillis} milliseconds'`

const texts = (column: string): string =>
  `string_to_array(${renamed(`array_to_string(${column}, E'\\x01')`)}, E'\\x01')`

/** A list of the copy has a number of its own. */
const numbers = ["entire", "conversation", "part1", "part2", "part3", "part4"].map((name) => `${name} + $2::int8`)

/** By table, the columns and how a copy has them; the lives that are copied stand in tables of the session. */
const copies: ReadonlyArray<readonly [table: string, columns: string, values: ReadonlyArray<string>, where?: string]> =
  [
    [
      "message",
      "key, at1, account, entire, conversation, part1, part2, part3, part4, uniques, value",
      [id("key"), earlier("at1"), id("account"), ...numbers, texts("uniques"), renamed("value")]
    ],
    [
      "message_state",
      "key, at1, moving, terms, version, value",
      [id("key"), earlier("at1"), "moving + $2::int8", "terms", "version", renamed("value")]
    ],
    [
      "rows",
      "kind, key, at1, at2, list1, scope1, list2, scope2, uniques, terms, search, version, value",
      [
        "kind",
        renamed("key"),
        earlier("at1"),
        earlier("at2"),
        "list1",
        renamed("scope1"),
        "list2",
        renamed("scope2"),
        texts("uniques"),
        "terms",
        "search",
        "version",
        renamed("value")
      ],
      `kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})`
    ],
    ["list_count", "list, scope, shard, amount", ["list", renamed("scope"), "shard", "amount"]],
    [
      "usage",
      "account, day, what, shard, messages, segments, price, active_contact_price",
      [renamed("account"), "day", "what", "shard", "messages", "segments", "price", "active_contact_price"]
    ]
  ]

const room = async (client: pg.Client): Promise<{ readonly bytes: number; readonly messages: number }> => {
  const { rows: [row] } = await client.query<{ readonly bytes: number; readonly messages: number }>(
    `select (select count(*) from signalbox.message)::float8 as messages, sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relnamespace = 'signalbox'::regnamespace and relkind = 'r'`
  )
  return row!
}

/** @throws Error when the disk of the server, which must be that of this machine, has not the room */
const checkDisk = async (client: pg.Client, bytes: number): Promise<void> => {
  const { rows: [row] } = await client.query<{ readonly data_directory: string }>("show data_directory")
  const { bavail, bsize } = statfsSync(row!.data_directory)
  const needed = bytes * spare.factor + spare.bytes
  if (bavail * bsize < needed) {
    throw new Error(
      `the disk has ${Math.round(bavail * bsize / 1e9)} GB, and ${Math.round(needed / 1e9)} GB are needed`
    )
  }
}

/** Lives that are copied are kept beside the service's tables, with how often they were, so that whoever is stopped goes on. */
const keep = async (client: pg.Client): Promise<void> => {
  await client.query("begin")
  await client.query("create schema stored")
  await client.query("create table stored.progress as select 0 as steps")
  for (const [table, , , where = "true"] of copies) {
    await client.query(`create table stored.${table} as select * from ${table} where ${where}`)
  }
  await client.query("commit")
}

const isKept = async (client: pg.Client): Promise<boolean> => {
  const { rows: [row] } = await client.query<{ readonly is: boolean }>(
    "select to_regnamespace('stored') is not null as is"
  )
  return row!.is
}

/** So many messages are copied before another line is told. */
const tellEvery = 100_000

/**
 * Fills the database until so many messages are stored, and goes on where it was filled before.
 *
 * @param tell is told from time to time how many there are
 * @returns how many there are
 */
export const store = async (
  env: NodeJS.ProcessEnv,
  wanted: number,
  tell: (messages: number) => void = () => {}
): Promise<number> => {
  const client = new pg.Client({ connectionString: env["DATABASE_URL"]! })
  await client.connect()
  try {
    if (!await isKept(client)) {
      await WholeLives.measure(env, { recipients: 100, sends: 20, turns: 1 })
      await client.query("set search_path = signalbox")
      await keep(client)
    }
    await client.query("set search_path = signalbox")
    const { rows: [kept] } = await client.query<
      { readonly lived: number; readonly first: string; readonly steps: number }
    >(
      `select (select count(*) from stored.message)::float8 as lived, steps,
         (select floor(extract(epoch from min(at1)) * 1000 / ${stepMillis})::text from stored.message) as first
       from stored.progress`
    )
    const { lived } = kept!
    // The copies are of earlier times than everything that lives.
    const first = Number(kept!.first)
    const now = await room(client)
    if (now.messages < wanted) await checkDisk(client, now.bytes / now.messages * (wanted - now.messages))
    const next = kept!.steps + 1
    for (let step = next; step * lived < wanted; step++) {
      await client.query("begin")
      for (const [table, columns, values] of copies) {
        await client.query(
          `insert into ${table} (${columns}) select ${values.join(", ")} from stored.${table} where $2::int8 > 0`,
          [(first - step).toString(16).padStart(8, "0"), step]
        )
      }
      await client.query("update stored.progress set steps = $1", [step])
      await client.query("commit")
      if (step % Math.ceil(tellEvery / lived) === 0) tell(lived * (step + 1))
    }
    if (next * lived < wanted) await client.query(`vacuum analyze ${copies.map(([table]) => table).join(", ")}`)
    return (await room(client)).messages
  } finally {
    await client.end()
  }
}
