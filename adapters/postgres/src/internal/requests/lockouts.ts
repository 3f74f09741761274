/**
 * Lockouts: one row for each credential that failed, changed by one statement.
 */
import * as Batch from "@signalbox/core/Batch"
import type { Instant } from "@signalbox/core/Instant"
import { make as instantOf } from "@signalbox/core/Instant"
import { lockoutCounters, lockoutFailures, lockoutMemory, lockoutSeconds } from "@signalbox/core/Limit"
import type { Failed, Lockout, Standing } from "@signalbox/core/Lockout"
import type { KeyHash } from "@signalbox/core/Secret"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { operation, retrying } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, millis } from "../statement/tables.ts"

/** One failure in so many removes expired counters, and the oldest ones if there are too many. */
const sweepEvery = 256

/**
 * The bounds for credentials that share a query. One batch may become so many queries: enough to find a few credentials
 * that cannot be asked for, and no flood when all of them fail.
 */
const bounds = { concurrency: 1, calls: 64, items: 256, size: 256, sizeOf: () => 1 } as const

/** After the first lock every failure locks again, each time for longer. $1 credential, $2 now */
const fail = (t: Tables): string => {
  const forgotten = `excluded.failed_at - l.failed_at >= ${lockoutMemory} * interval '1 millisecond'`
  const failures = `(case when ${forgotten} then 1 else l.failures + 1 end)`
  const locks = `(case when ${forgotten} then 0 else l.locks end)`
  const seconds = `(array[${lockoutSeconds.join(",")}])[least(${locks} + 1, ${lockoutSeconds.length})]`
  return `insert into ${t.lockout} as l (credential, failures, locks, failed_at)
    values ($1, 1, 0, ${instant("$2::text::int8")})
    on conflict (credential) do update set
      failures = ${failures},
      locks = ${locks} + case when ${failures} >= ${lockoutFailures} then 1 else 0 end,
      locked_until = case when ${failures} >= ${lockoutFailures}
        then excluded.failed_at + ${seconds} * interval '1 second'
        when not ${forgotten} then l.locked_until end,
      failed_at = excluded.failed_at
    where l.locked_until is null or l.locked_until <= excluded.failed_at or ${forgotten}
    returning ${millis("locked_until")}::float8 as until`
}

const sweep = ({ query, tables: t }: Database, now: Instant): Effect.Effect<void, SqlError> =>
  Effect.andThen(
    query(`delete from ${t.lockout} where failed_at <= ${instant("$1::text::int8")}`, [String(now - lockoutMemory)]),
    Effect.asVoid(query(
      `delete from ${t.lockout} where credential in (
         select credential from ${t.lockout} order by failed_at desc offset ${lockoutCounters}
       )`
    ))
  )

interface Counter {
  readonly credential: KeyHash
  readonly failures: number
  readonly until: number | null
  readonly failedAt: number
}

const lockOf = (until: number | null, now: Instant): Instant | null =>
  until !== null && until > now ? instantOf(until) : null

const none: Standing = { failures: 0, lockedUntil: null }

const standingOf = (counter: Counter | undefined, now: Instant): Standing =>
  counter === undefined || now - counter.failedAt >= lockoutMemory ? none : {
    failures: counter.failures,
    lockedUntil: lockOf(counter.until, now)
  }

/** Every request asks for the standing of its credential, so concurrent requests share one query. */
export const make = (db: Database): Effect.Effect<Lockout["Service"], never, Scope.Scope> => {
  const { query, tables: t } = db
  let failures = 0
  const counters = (credentials: ReadonlyArray<KeyHash>) =>
    operation(Effect.map(
      query<Counter>(
        `select credential, failures::int4 as failures, ${millis("locked_until")}::float8 as until,
           ${millis("failed_at")}::float8 as "failedAt"
         from ${t.lockout} where credential in (select json_array_elements_text($1::text::json))`,
        [JSON.stringify([...new Set(credentials)])]
      ),
      (found) => {
        const byCredential = new Map(found.map((counter) => [counter.credential, counter]))
        return credentials.map((credential) => byCredential.get(credential))
      }
    ))
  const batch = Batch.make<KeyHash, Counter | undefined>({ ...bounds, ask: counters })
  return Effect.map(batch, ({ ask: find }) => ({
    standing: (credential, now) => Effect.map(find(credential), (counter) => standingOf(counter, now)),
    fail: (credential, now) =>
      operation(Effect.tap(
        retrying(db, query<Pick<Counter, "until">>(fail(t), [credential, String(now)])),
        () => ++failures % sweepEvery === 0 ? Effect.ignore(sweep(db, now)) : Effect.void
      )).pipe(
        Effect.flatMap(([counted]): Effect.Effect<Failed, StoreError> =>
          counted === undefined
            ? Effect.map(find(credential), (counter) => ({
              isCounted: false,
              lockedUntil: standingOf(counter, now).lockedUntil
            }))
            : Effect.succeed({ isCounted: true, lockedUntil: lockOf(counted.until, now) })
        )
      ),
    clear: (credential) =>
      operation(Effect.asVoid(query(`delete from ${t.lockout} where credential = $1`, [credential])))
  }))
}
