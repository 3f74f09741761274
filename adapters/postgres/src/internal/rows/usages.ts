/**
 * The sums of usage. Each is kept in parts, to which the sessions of the database add: two batches that are under way at
 * the same time nearly always have two sessions, and so do not wait for each other.
 */
import type { AccountId } from "@signalbox/core/Id"
import { make as money } from "@signalbox/core/Money"
import type { UsageForgetting } from "@signalbox/core/Traces"
import type { Usage, UsageQuery } from "@signalbox/core/Usage"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Part } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"

/**
 * Returns the part to which a session adds, as an expression: among so many of those of nodes. The transactions of hosts,
 * which may stay open for long, have others, as they have for the totals of lists.
 *
 * @param shard the part of the totals of lists
 */
const ofSession = (shard: string): string => /^\d+$/.test(shard) ? "pg_backend_pid() % 32" : shard

/**
 * The part of a batch that adds to the sums, in one order, so that batches which meet do not wait for each other in turn.
 *
 * @param tallies one for each sum, in the order of their keys
 * @param shard the part of the totals of lists to which the batch adds
 */
export const part = (t: Tables, tallies: ReadonlyArray<Usage>, shard: string): Part => ({
  name: "used",
  rows: tallies.map(({ account, activeContactPrice, channel, country, day, messages, price, segments, status }) => ({
    account,
    day,
    what: `${channel}/${status}/${country}`,
    messages,
    segments,
    price,
    more: activeContactPrice
  })),
  text: (p) =>
    `insert into ${t.usage} as u (account, day, what, shard, messages, segments, price, active_contact_price)
     select account, day, what, ${ofSession(shard)}, messages, segments, price, more
     from json_to_recordset(${p}) as x(account text, day date, what text, messages int8, segments int8, price int8, more int8)
     on conflict (account, day, what, shard) do update set messages = u.messages + excluded.messages,
       segments = u.segments + excluded.segments, price = u.price + excluded.price,
       active_contact_price = u.active_contact_price + excluded.active_contact_price`
})

interface Found {
  readonly day: string
  readonly what: string
  readonly messages: number
  readonly segments: number
  readonly price: number
  readonly more: number
}

export const read = (
  { query, tables: t }: Database,
  { account, first, last }: UsageQuery
): Effect.Effect<ReadonlyArray<Usage>, SqlError> =>
  Effect.map(
    query<Found>(
      `select * from (
         select day::text, what, sum(messages)::float8 as messages, sum(segments)::float8 as segments,
           sum(price)::float8 as price, sum(active_contact_price)::float8 as more
         from ${t.usage} where account = $1 and day between $2::text::date and $3::text::date group by day, what
       ) s where (messages, segments, price, more) <> (0, 0, 0, 0)`,
      [account, first, last]
    ),
    (all) =>
      all.map(({ day, messages, more, price, segments, what }) => {
        const [channel, status, country] = what.split("/") as [Usage["channel"], Usage["status"], string]
        return {
          account: account as AccountId,
          day,
          channel,
          status,
          country,
          messages,
          segments,
          price: money(price),
          activeContactPrice: money(more)
        }
      })
  )

/** Removes sums, with all their parts. Nobody adds to days of which there is no message any more. */
export const forget = (
  { query, tables: t }: Database,
  { account, before, most }: UsageForgetting
): Effect.Effect<number, SqlError> =>
  Effect.map(
    query<{ readonly gone: number }>(
      `with gone as (
         delete from ${t.usage} where ctid = any(array(
           select ctid from ${t.usage} where account = $1 and day < $2::text::date order by day limit $3::text::int8
         )) returning 1
       ) select count(*)::int4 as gone from gone`,
      [account, before, String(most)]
    ),
    ([row]) => row!.gone
  )
