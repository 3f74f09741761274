/**
 * The tables of the simulated networks. Instants are those of the emulator's clock, in milliseconds; only claims and the
 * lines of carriers go by the clock of the database, because they measure elapsed time.
 */
const names = ["submission", "owed", "script", "carrier", "asked", "written"] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string } & { readonly schema: string }

const quote = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

export const tables = (schema: string): Tables => ({
  ...Object.fromEntries(names.map((name) => [name, `${quote(schema)}.${quote(name)}`])) as Tables,
  schema: quote(schema)
})

export const statements = (t: Tables): ReadonlyArray<string> => [
  `create schema if not exists ${t.schema}`,
  // Tables without rounds are an older emulator's. Its handsets are forgotten.
  `do $$ begin
    if to_regclass('${t.submission}') is not null and not exists (
      select from pg_attribute where attrelid = to_regclass('${t.submission}') and attname = 'round'
    ) then
      drop table ${t.submission}, ${t.owed};
    end if;
  end $$`,
  // The submissions that a carrier has taken or refused, with what the handset shows of them.
  `create table if not exists ${t.submission} (
    attempt text collate "C" not null,
    round int4 not null,
    seq bigserial,
    carrier text not null,
    account text not null,
    channel text not null,
    phone text collate "C" not null,
    sender text,
    outcome text not null,
    received text,
    received_at int8,
    primary key (attempt, round)
  )`,
  `create index if not exists submission_phone on ${t.submission} (phone, channel, seq)`,
  // Receipts that were not brought yet.
  `create table if not exists ${t.owed} (
    attempt text collate "C" not null,
    round int4 not null,
    place int4 not null,
    message text not null,
    due_at int8 not null,
    receipt text not null,
    claimed_until timestamptz,
    primary key (attempt, round, place)
  )`,
  `create index if not exists owed_due on ${t.owed} (due_at)`,
  // The remaining steps of a handset's script.
  `create table if not exists ${t.script} (phone text collate "C" primary key, steps text not null)`,
  // The behaviour that a carrier was told, and the instant when it is through with everything in its line.
  `create table if not exists ${t.carrier} (
    id text collate "C" primary key,
    behaviour jsonb not null,
    through timestamptz
  )`,
  // The number of times that each carrier was handed each attempt.
  `create table if not exists ${t.asked} (
    carrier text collate "C" not null,
    attempt text collate "C" not null,
    times int4 not null,
    primary key (carrier, attempt)
  )`,
  // The messages that handsets have written.
  `create table if not exists ${t.written} (
    seq bigserial primary key,
    phone text collate "C" not null,
    account text not null,
    at int8 not null,
    written text not null
  )`,
  `create index if not exists written_phone on ${t.written} (phone, seq)`
]
