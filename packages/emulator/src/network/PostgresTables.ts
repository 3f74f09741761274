/**
 * The tables of the simulated networks. Instants are those of the emulator's clock, in milliseconds; only claims go by
 * the clock of the database, because they measure whether a node lives.
 */
const names = ["submission", "owed", "script"] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string } & { readonly schema: string }

const quote = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

export const tables = (schema: string): Tables => ({
  ...Object.fromEntries(names.map((name) => [name, `${quote(schema)}.${quote(name)}`])) as Tables,
  schema: quote(schema)
})

export const statements = (t: Tables): ReadonlyArray<string> => [
  `create schema if not exists ${t.schema}`,
  // What a carrier was asked, and what the handset shows of it.
  `create table if not exists ${t.submission} (
    attempt text collate "C" primary key,
    seq bigserial,
    carrier text not null,
    account text not null,
    channel text not null,
    phone text collate "C" not null,
    sender text,
    outcome text not null,
    received text,
    received_at int8
  )`,
  `create index if not exists submission_phone on ${t.submission} (phone, channel, seq)`,
  // Receipts that were not brought yet.
  `create table if not exists ${t.owed} (
    attempt text collate "C" not null,
    place int4 not null,
    due_at int8 not null,
    receipt text not null,
    claimed_until timestamptz,
    primary key (attempt, place)
  )`,
  `create index if not exists owed_due on ${t.owed} (due_at)`,
  // What is left of a handset's script.
  `create table if not exists ${t.script} (phone text collate "C" primary key, steps text not null)`
]
