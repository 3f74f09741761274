/**
 * `npm run bench:bloat`: how much more room tables and indexes take after whole lives under load, for an hour or as many
 * `--seconds`, than what is in them takes when it is written anew. The lives come in sends of `--recipients`, and a webhook
 * is told of them. Beside each table, whose indexes stand below it, stands the room at half time: those whose rows come and go are nearly empty at the
 * end and keep the size of their largest crowd, so that they must not grow any more.
 */
import { parseArgs } from "node:util"
import pg from "pg"
import * as Server from "../postgres/Server.ts"
import * as WholeLives from "./WholeLives.ts"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    recipients: { type: "string", default: "20" },
    /** How many messages live in each turn. */
    messages: { type: "string", default: "4000" }
  }
})
const recipients = Number(values.recipients)
const millis = 1000 * Number(values.seconds)

/** A factor above this is too much. */
const most = 1.5
const megabyte = 2 ** 20

/** A table and its indexes, in bytes. */
interface Room {
  readonly name: string
  readonly heap: number
  readonly indexes: number
  readonly byIndex: Readonly<Record<string, number>>
  /** How many updates there were, and how many of them touched no index. */
  readonly updates: number
  readonly inPlace: number
}

const rooms = async (client: pg.Client): Promise<ReadonlyArray<Room>> => {
  const { rows } = await client.query<Room>(
    `select relname as name, pg_relation_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes,
       pg_stat_get_tuples_updated(oid)::float8 as updates, pg_stat_get_tuples_hot_updated(oid)::float8 as "inPlace",
       (select coalesce(json_object_agg(indexrelid::regclass::text, pg_relation_size(indexrelid)), '{}')
        from pg_index where indrelid = c.oid) as "byIndex"
     from pg_class c where relnamespace = 'signalbox'::regnamespace and relkind = 'r' order by relname`
  )
  return rows
}

const none: Room = { name: "", heap: 0, indexes: 0, byIndex: {}, updates: 0, inPlace: 0 }

const all = ({ heap, indexes }: Room): number => heap + indexes

const together = (rooms: ReadonlyArray<Room>): Room => ({
  name: "all",
  heap: rooms.reduce((sum, { heap }) => sum + heap, 0),
  indexes: rooms.reduce((sum, { indexes }) => sum + indexes, 0),
  byIndex: Object.assign({}, ...rooms.map(({ byIndex }) => byIndex)) as Room["byIndex"],
  updates: rooms.reduce((sum, { updates }) => sum + updates, 0),
  inPlace: rooms.reduce((sum, { inPlace }) => sum + inPlace, 0)
})

const messages = async (client: pg.Client): Promise<number> => {
  const { rows: [row] } = await client.query<{ readonly count: number }>(
    "select count(*)::float8 as count from signalbox.message"
  )
  return row!.count
}

const size = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`

const factor = (grown: number, anew: number): string => `${(grown / Math.max(anew, 8192)).toFixed(2)} x`

/** A table that is nearly empty when it is written anew has rows that come and go. */
const shown = (then: Room, grown: Room, anew: Room): string =>
  `  ${grown.name}: ${size(all(then))} at half time, ${size(all(grown))} at the end` +
  (all(anew) < all(grown) / 10
    ? ", nearly empty"
    : `, written anew ${size(all(anew))}: ${factor(all(grown), all(anew))}` +
      ` (table ${factor(grown.heap, anew.heap)}, indexes ${factor(grown.indexes, anew.indexes)})` +
      (all(grown) > most * all(anew) ? " TOO MUCH" : "")) +
  (grown.updates === 0
    ? ""
    : `; ${grown.updates} updates, ${Math.round(100 * grown.inPlace / grown.updates)} % in place`)

const shownIndexes = (grown: Room, anew: Room): ReadonlyArray<string> =>
  Object.entries(grown.byIndex).filter(([, bytes]) => bytes >= megabyte).map(([name, bytes]) => {
    const written = anew.byIndex[name] ?? 0
    return `    ${name.replace("signalbox.", "")}: ${size(bytes)}, written anew ${size(written)}: ${
      factor(bytes, written)
    }`
  })

const server = await Server.own()
await server.start()
const client = new pg.Client({ connectionString: server.url })
try {
  await client.connect()
  const began = performance.now()
  /** The room after each turn, with the time that it ended. */
  const turns: Array<{ readonly at: number; readonly rooms: ReadonlyArray<Room> }> = []
  const between = async () => {
    turns.push({ at: performance.now() - began, rooms: await rooms(client) })
  }
  await WholeLives.measure(
    { ...process.env, DATABASE_URL: server.url },
    { recipients, sends: Math.ceil(Number(values.messages) / recipients), isTold: true, millis, between }
  )
  const grown = await rooms(client)
  const half = turns.find(({ at }) => at > millis / 2)?.rooms ?? grown
  console.log(
    `${(await messages(client)).toLocaleString("en")} messages in ${Math.round((performance.now() - began) / 1000)} s`
  )
  for (const { name } of grown) await client.query(`vacuum full signalbox."${name}"`)
  const anew = await rooms(client)
  const named = (rooms: ReadonlyArray<Room>, name: string): Room => rooms.find((room) => room.name === name) ?? none
  for (const room of grown.toSorted((one, other) => all(other) - all(one))) {
    if (all(room) < megabyte) continue
    console.log(shown(named(half, room.name), room, named(anew, room.name)))
    for (const line of shownIndexes(room, named(anew, room.name))) console.log(line)
  }
  console.log(shown(together(half), together(grown), together(anew)))
} finally {
  await client.end()
  server.signal("SIGQUIT")
  await server.gone()
  server.remove()
}
