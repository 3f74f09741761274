/**
 * The names of the schema's tables and functions, quoted and qualified, so that no statement depends on a search path.
 */
import * as Uuid from "@signalbox/core/Uuid"
import { isStorableText } from "./storable.ts"

const names = [
  "rows",
  "message",
  "message_state",
  "event",
  "delivery",
  "other_key",
  "list_count",
  "usage",
  "subscription",
  "sum",
  "sum_entry",
  "claim",
  "work",
  "lapsing",
  "lane_ready",
  "pause",
  "node",
  "lockout",
  "rate_fixed",
  "rate_share",
  "rate_taken",
  "pace_share",
  "document",
  "sequence",
  "migration"
] as const

type Name = (typeof names)[number]

export type Tables = Readonly<Record<Name, string>> & {
  readonly schema: string
  /** The function that tells whether a node may hold work of a lane from the beginning on. */
  readonly isVacant: string
  /** The lock of a lane, given the expression of its name, as what functions of advisory locks take. */
  readonly lock: (lane: string) => string
  /** The next number of the sequence `sequence`, as an expression. */
  readonly next: string
}

/** Lanes are locked by a few hundred hash values, because the server has room for a few thousand locks in all. */
export const lockMask = 511

/** The server cuts longer names off, so that two of them could become one. */
const mostBytes = 63

/** Returns why a schema cannot have this name, or null when it can. */
export const flawOf = (schema: string): string | null => {
  if (schema === "") return "the name of the schema is empty"
  if (!isStorableText(schema)) return "the name of the schema has a character that PostgreSQL cannot hold"
  const bytes = encodeURIComponent(schema).replaceAll(/%../g, "x").length
  if (bytes > mostBytes) return `the name of the schema is ${bytes} bytes long; ${mostBytes} are allowed`
  return schema.startsWith("pg_") ? "names of schemas that begin with pg_ belong to PostgreSQL" : null
}

const quote = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/** A backslash means the same in this form whatever the session says about strings. */
export const literal = (text: string): string => `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`

export const make = (schema: string): Tables => {
  const tables = Object.fromEntries(names.map((name) => [name, `${quote(schema)}.${quote(name)}`])) as Record<
    Name,
    string
  >
  const lock = (lane: string): string => `hashtext(${literal(schema)}), hashtext(${lane}) & ${lockMask}`
  return {
    ...tables,
    schema: quote(schema),
    isVacant: `${quote(schema)}."is_vacant"`,
    lock,
    next: `nextval(${literal(tables.sequence)})`
  }
}

/** Money and counters are both sums; the book says which. */
export type Book = "balance" | "counter"

/** Messages have tables of their own. */
export const isMessage = ({ kind }: { readonly kind: string }): boolean => kind === "message"

/** Events and deliveries have a table of each kind. */
export type EventKind = "event" | "delivery"

export const isEvent = ({ kind }: { readonly kind: string }): boolean => kind === "event" || kind === "delivery"

/** Returns whether rows of this kind have tables of their own, whose keys are 16 bytes. */
export const isApart = (row: { readonly kind: string }): boolean => isMessage(row) || isEvent(row)

/** The key of such a row as the tables have it. A place that no message can have is before all of them. */
export const uuidOf = (key: string): string => Uuid.is(key) ? key : "00000000-0000-0000-0000-000000000000"

/** Returns the comparison by which messages come after a key, and all of them where the key is empty. */
export const following = (key: string): ">" | ">=" => key === "" ? ">=" : ">"

/**
 * Returns an expression that is true of the unique keys of a contact, which begin with its number. It does not name the
 * kind: by that the planner could read all rows of the kind instead of looking a number up.
 */
export const isContact = (uniques: string): string => `starts_with(${uniques}[1], 'contact_number/')`

/** An instant (whole milliseconds) as timestamptz. Whole microseconds are exact, so it comes back as it went in. */
export const instant = (millis: string): string => `(timestamptz 'epoch' + ${millis} * interval '1 millisecond')`

export const millis = (at: string): string => `round(extract(epoch from ${at}) * 1000)::int8`

/** The instant by the clock of the server and the offset of the service, which is the parameter. */
export const serviceClock = (p: string): string => `clock_timestamp() + ${p}::text::float8 * interval '1 millisecond'`

/**
 * Returns an expression that is true when an entry of `lane_ready` is due as it is added, by the server's clock: then
 * it stands in line by its turn. This decides nothing but its place.
 */
export const isDueNow = (at: string): string => `(${at} <= clock_timestamp())`

/** Returns the tables that hold what was stored. */
export const dataTables = (tables: Tables): ReadonlyArray<string> =>
  names.filter((name) => name !== "migration" && name !== "node" && name !== "sequence").map((name) => tables[name])
