/**
 * The handsets of all nodes that share the networks, with the messages that they show and have written.
 */
import type { AccountId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Received, Written } from "../Handset.ts"
import type { Network } from "../Network.ts"
import type { Tables } from "../PostgresTables.ts"
import type { Operation, Query } from "./query.ts"

type Service = Pick<Network["Service"], "received" | "arrivals" | "handsets" | "write" | "written">

const decodeReceived = Schema.decodeUnknownSync(Schema.fromJsonString(Received))
const encodeWritten = Schema.encodeSync(Schema.fromJsonString(Written))
const decodeWritten = Schema.decodeUnknownSync(Schema.fromJsonString(Written))

export const postgresHandsets = (t: Tables, query: Query, operation: Operation): Service => ({
  received: (phone, now) =>
    operation(Effect.map(
      query<{ readonly received: string }>(
        `select received from ${t.submission} where phone = $1 and received_at <= $2::int8 order by received_at, seq`,
        phone,
        now
      ),
      (rows) => rows.map(({ received }) => decodeReceived(received))
    )),
  arrivals: ({ channel, limit, now, phone, since }) =>
    operation(Effect.map(
      query<{ readonly phone: PhoneNumber; readonly account: AccountId; readonly received: string }>(
        `select phone, account, received from ${t.submission}
         where received_at <= $1::int8 and ($2::text is null or phone = $2) and ($3::text is null or channel = $3)
           and ($4::int8 is null or received_at > $4)
         order by received_at desc, seq desc limit $5::int4`,
        now,
        phone,
        channel,
        since,
        limit
      ),
      (rows) => rows.toReversed().map(({ received, ...names }) => ({ ...names, received: decodeReceived(received) }))
    )),
  handsets: (now, after, limit) =>
    operation(Effect.map(
      query<{
        readonly phone: PhoneNumber
        readonly account: AccountId
        readonly last_at: number
        readonly count: number
      }>(
        `with seen as (
           select phone, (array_agg(account order by at desc, place desc))[1] as account, max(at) as last_at,
             count(*) as count
           from (
             select phone, account, received_at as at, seq as place from ${t.submission} where received_at <= $1::int8
             union all
             select phone, account, at, seq from ${t.written} where at <= $1::int8
           ) each
           group by phone
         )
         select seen.phone, seen.account, seen.last_at::float8 as last_at, seen.count::float8 as count
         from seen left join seen as behind on behind.phone = $2::text
         where $2::text is null or seen.last_at < behind.last_at
           or (seen.last_at = behind.last_at and seen.phone > behind.phone)
         order by seen.last_at desc, seen.phone limit $3::int4`,
        now,
        after,
        limit
      ),
      (rows) => rows.map(({ last_at, ...names }) => ({ ...names, lastAt: instant(last_at) }))
    )),
  write: (phone, written) =>
    operation(Effect.asVoid(query(
      `insert into ${t.written} (phone, account, at, written) values ($1, $2, $3::int8, $4)`,
      phone,
      written.account,
      written.at,
      encodeWritten(written)
    ))),
  written: (phone, limit) =>
    operation(Effect.map(
      query<{ readonly written: string }>(
        `select written from ${t.written} where phone = $1 order by seq desc limit $2::int4`,
        phone,
        limit
      ),
      (rows) => rows.toReversed().map(({ written }) => decodeWritten(written))
    ))
})
