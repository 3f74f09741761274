/**
 * Sessions that wait for another one's transaction, as the server tells of them.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"

/** Counts the sessions that wait for a lock of a row, or of a lane. */
const waiting = (client: PgClient, schema: string) =>
  Effect.promise(() =>
    Effect.runPromise(client.unsafe<{ readonly n: number }>(
      `select (
         (select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like $1) +
         (select count(*) from pg_locks where not granted and classid::int8 = hashtext($2) & 4294967295)
       )::int4 as n`,
      [`%${schema}%`, schema]
    ))
  ).pipe(Effect.map(([row]) => row?.n ?? 0))

/** Waits until a session waits for a lock. Fails when what is to wait has ended instead, which nothing held up. */
export const isHeldUp = (client: PgClient, schema: string, slow: Promise<unknown>) =>
  Effect.gen(function*() {
    let hasEnded = false
    const end = () => {
      hasEnded = true
    }
    void slow.then(end, end)
    while ((yield* waiting(client, schema)) < 1) {
      if (hasEnded) return yield* Effect.die(new Error("it has waited for nothing"))
      yield* Effect.sleep(5)
    }
  })
