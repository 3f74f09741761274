/**
 * How much room tables and indexes take, and how much more that is than what is in them takes when it is written anew. Those
 * whose rows come and go are nearly empty at rest and keep the size of their largest crowd.
 */
import type pg from "pg"

/** A factor above this is too much. */
const most = 1.5
const megabyte = 2 ** 20

/** A table and its indexes, in bytes. */
export interface Room {
  readonly name: string
  readonly heap: number
  readonly indexes: number
  readonly byIndex: Readonly<Record<string, number>>
  /** How many updates there were, and how many of them touched no index. */
  readonly updates: number
  readonly inPlace: number
}

/** Returns the room of all tables of a schema. */
export const of = async (client: pg.Client, schema: string): Promise<ReadonlyArray<Room>> => {
  const { rows } = await client.query<Room>(
    `select relname as name, pg_relation_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes,
       pg_stat_get_tuples_updated(oid)::float8 as updates, pg_stat_get_tuples_hot_updated(oid)::float8 as "inPlace",
       (select coalesce(json_object_agg(indexrelid::regclass::text, pg_relation_size(indexrelid)), '{}')
        from pg_index where indrelid = c.oid) as "byIndex"
     from pg_class c where relnamespace = $1::regnamespace and relkind = 'r' order by relname`,
    [schema]
  )
  return rows
}

const none: Room = { name: "", heap: 0, indexes: 0, byIndex: {}, updates: 0, inPlace: 0 }

const all = ({ heap, indexes }: Room): number => heap + indexes

const together = (name: string, rooms: ReadonlyArray<Room>): Room => ({
  name,
  heap: rooms.reduce((sum, { heap }) => sum + heap, 0),
  indexes: rooms.reduce((sum, { indexes }) => sum + indexes, 0),
  byIndex: Object.assign({}, ...rooms.map(({ byIndex }) => byIndex)) as Room["byIndex"],
  updates: rooms.reduce((sum, { updates }) => sum + updates, 0),
  inPlace: rooms.reduce((sum, { inPlace }) => sum + inPlace, 0)
})

const size = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`

const factor = (grown: number, anew: number): string => `${(grown / Math.max(anew, 8192)).toFixed(2)} x`

/** A table that is nearly empty when it is written anew has rows that come and go. */
const isNearlyEmpty = (grown: Room, anew: Room): boolean => all(anew) < all(grown) / 10

const shown = (then: Room, grown: Room, anew: Room): string =>
  `  ${grown.name}: ${size(all(then))} at half time, ${size(all(grown))} at the end` +
  (isNearlyEmpty(grown, anew)
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
    return `    ${name.slice(name.indexOf(".") + 1)}: ${size(bytes)}, written anew ${size(written)}: ${
      factor(bytes, written)
    }`
  })

const named = (rooms: ReadonlyArray<Room>, name: string): Room => rooms.find((room) => room.name === name) ?? none

/**
 * Writes all tables of a schema anew and compares.
 *
 * @param half the room at half time: what is nearly empty at the end must not have grown since
 * @returns a line for each table that takes a megabyte, with its indexes below it, one for those whose rows stay, and one for
 * all together
 */
export const compared = async (
  client: pg.Client,
  schema: string,
  half: ReadonlyArray<Room>
): Promise<ReadonlyArray<string>> => {
  const grown = await of(client, schema)
  for (const { name } of grown) await client.query(`vacuum full "${schema}"."${name}"`)
  const anew = await of(client, schema)
  const kept = (rooms: ReadonlyArray<Room>): Room => {
    const full = grown.filter((room) => !isNearlyEmpty(room, named(anew, room.name)))
    return together("those whose rows stay", full.map(({ name }) => named(rooms, name)))
  }
  return [
    ...grown.filter((room) => all(room) >= megabyte).toSorted((one, other) => all(other) - all(one)).flatMap((room) => [
      shown(named(half, room.name), room, named(anew, room.name)),
      ...shownIndexes(room, named(anew, room.name))
    ]),
    shown(kept(half), kept(grown), kept(anew)),
    shown(together("all", half), together("all", grown), together("all", anew))
  ]
}
