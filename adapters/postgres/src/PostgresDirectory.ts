/**
 * The directory of cells in a schema of its own, which all nodes share. One table holds what leads to which cell; nothing
 * else is in it, and no secret.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type { CellName } from "@signalbox/core/CellName"
import type { Lead } from "@signalbox/core/Directory"
import { Directory, leadText } from "@signalbox/core/Directory"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Database from "./internal/connection/database.ts"
import { refused } from "./internal/connection/failure.ts"
import { flawOf } from "./internal/statement/tables.ts"

export interface Options {
  /** The schema of the table, `signalbox_directory` unless given. It is created when it does not exist. */
  readonly schema?: string
  /** `check` creates nothing: the directory is refused when it does not exist. `auto`, unless given, creates it. */
  readonly migrate?: "auto" | "check"
}

interface Found extends Lead {
  readonly cell: CellName
}

const quoted = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/** Nodes that start at the same time create it one after the other. */
const creation = (schema: string): string => `
  do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('signalbox directory', 0));
    create schema if not exists ${quoted(schema)};
    create table if not exists ${quoted(schema)}.lead (
      kind text not null,
      key text not null collate "C",
      account uuid not null,
      cell text not null,
      entered_at timestamptz not null default clock_timestamp(),
      primary key (kind, key)
    );
  end $$`

/** The service on a client that exists already. */
export const layerClient = (
  { migrate = "auto", schema = "signalbox_directory" }: Options = {}
): Layer.Layer<Directory, StoreError, PgClient.PgClient> =>
  Layer.effect(
    Directory,
    Effect.gen(function*() {
      const flaw = flawOf(schema)
      if (flaw !== null) return yield* Effect.fail(refused(flaw))
      const db = Database.make(yield* PgClient.PgClient, schema)
      const table = `${quoted(schema)}.lead`
      const isThere = yield* Database.failing(
        db.query<{ readonly found: boolean }>(`select to_regclass($1::text) is not null as found`, [table])
      )
      if (!isThere[0]!.found) {
        if (migrate === "check") {
          return yield* Effect.fail(
            refused(`there is no directory of cells in the schema ${schema}: npx signalbox migrate --cells makes it`)
          )
        }
        yield* Database.failing(db.query(creation(schema)))
      }

      const cellsOf = (found: ReadonlyArray<Found>): ReadonlyMap<string, CellName> =>
        new Map(found.map(({ cell, ...lead }) => [leadText(lead), cell]))

      return {
        find: (leads) =>
          Database.operation(
            Effect.map(
              db.query<Found>(
                `select held.kind, held.key, held.cell
                 from jsonb_to_recordset($1::text::jsonb) as asked(kind text, key text)
                 join ${table} held on held.kind = asked.kind and held.key = asked.key`,
                [JSON.stringify(leads)]
              ),
              (found) => {
                const cells = cellsOf(found)
                return leads.map((lead) => cells.get(leadText(lead)) ?? null)
              }
            )
          ),
        enter: (entries) =>
          Database.operation(
            Effect.map(
              // Whoever holds a lead keeps it. The rows are locked in one order, whoever enters several.
              db.query<Found>(
                `insert into ${table} as held (kind, key, account, cell)
                 select distinct on (kind, key) kind, key, account, cell
                 from jsonb_to_recordset($1::text::jsonb) as given(kind text, key text, account uuid, cell text)
                 order by kind, key
                 on conflict (kind, key) do update set
                   account = case when held.cell = excluded.cell then excluded.account else held.account end,
                   entered_at = case when held.cell = excluded.cell then clock_timestamp() else held.entered_at end
                 returning kind, key, cell`,
                [JSON.stringify(entries.map(({ account, cell, lead }) => ({ ...lead, account, cell })))]
              ),
              (found) => {
                const cells = cellsOf(found)
                return entries.map(({ cell, lead }) => cells.get(leadText(lead)) ?? cell)
              }
            )
          ),
        replace: ({ account, cell, lead: { key, kind } }, from, idleMillis) =>
          Database.operation(
            Effect.map(
              db.query(
                `update ${table} set account = $3::uuid, cell = $4::text, entered_at = clock_timestamp()
                 where kind = $1::text and key = $2::text and cell = $5::text
                   and entered_at <= clock_timestamp() - $6::text::int8 * interval '1 millisecond'
                 returning key`,
                [kind, key, account, cell, from, String(idleMillis)]
              ),
              (replaced) => replaced.length > 0
            )
          ),
        // The rows are locked in the order in which entries lock them.
        move: (accounts, from, to) =>
          Database.operation(
            Effect.map(
              db.query(
                `with own as materialized (
                   select kind, key from ${table}
                   where cell = $2::text
                     and account in (select id::uuid from jsonb_array_elements_text($1::text::jsonb) as given(id))
                   order by kind, key for no key update
                 )
                 update ${table} held set cell = $3::text, entered_at = clock_timestamp()
                 from own where held.kind = own.kind and held.key = own.key
                 returning held.key`,
                [JSON.stringify(accounts), from, to]
              ),
              (moved) => moved.length
            )
          )
      }
    })
  )
