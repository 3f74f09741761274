/**
 * The behaviours of the carriers, and the counts of what they were asked, for all nodes that share the networks.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Effect from "effect/Effect"
import type { Behaviour } from "../Behaviour.ts"
import { byDefault } from "../Behaviour.ts"
import type { Network } from "../Network.ts"
import type { Tables } from "../PostgresTables.ts"
import type { Operation, Query } from "./query.ts"

type Service = Pick<Network["Service"], "ask" | "queue" | "behave" | "behaviours" | "counts">

interface CarrierRow {
  readonly behaviour: Partial<Behaviour> | null
}

/** Only the settings that were changed are stored. */
const read = (row: CarrierRow | undefined): Behaviour => ({ ...byDefault, ...row?.behaviour })

export const postgresCarriers = (
  t: Tables,
  query: Query,
  operation: Operation
): Service => ({
  ask: (carrier, attempts) =>
    operation(Effect.map(
      query<CarrierRow>(
        `with counted as (
           insert into ${t.asked} as a (carrier, attempt, times)
           select $1, attempt, count(*) from json_array_elements_text($2::json) as x(attempt)
           group by attempt order by attempt
           on conflict (carrier, attempt) do update set times = a.times + excluded.times
         )
         select behaviour from ${t.carrier} where id = $1`,
        carrier,
        attempts
      ),
      ([row]) => read(row)
    )),
  queue: (carrier, millis) =>
    operation(Effect.map(
      query<{ readonly wait: number }>(
        `insert into ${t.carrier} as c (id, behaviour, through)
         values ($1, '{}', clock_timestamp() + $2::float8 * interval '1 millisecond')
         on conflict (id) do update
           set through = greatest(c.through, clock_timestamp()) + $2::float8 * interval '1 millisecond'
         returning (extract(epoch from through - clock_timestamp()) * 1000)::float8 as wait`,
        carrier,
        millis
      ),
      ([row]) => row?.wait ?? 0
    )),
  behave: (carrier, change) =>
    operation(Effect.map(
      query<CarrierRow>(
        `insert into ${t.carrier} as c (id, behaviour) values ($1, $2::jsonb)
         on conflict (id) do update
           set behaviour = case when $3::boolean then c.behaviour else '{}'::jsonb end || excluded.behaviour
         returning behaviour`,
        carrier,
        change ?? {},
        change !== null
      ),
      ([row]) => read(row)
    )),
  behaviours: operation(Effect.map(
    query<CarrierRow & { readonly id: CarrierId }>(`select id, behaviour from ${t.carrier}`),
    (rows) => new Map(rows.map((row) => [row.id, read(row)]))
  )),
  counts: (carrier) =>
    operation(Effect.map(
      query<{ readonly submissions: number; readonly attempts: number; readonly repeated: number }>(
        `select coalesce(sum(times), 0)::float8 as submissions, count(*)::float8 as attempts,
           (count(*) filter (where times > 1))::float8 as repeated
         from ${t.asked} where carrier = $1`,
        carrier
      ),
      ([row]) => ({ submissions: row?.submissions ?? 0, attempts: row?.attempts ?? 0, repeated: row?.repeated ?? 0 })
    ))
})
