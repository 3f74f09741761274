/**
 * Idempotency claims, from `begin` until their finished answer expires.
 */
import type { Begun, Idempotency } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import type { ClaimKey, ClaimToken } from "@signalbox/core/Reply"
import { Reply } from "@signalbox/core/Reply"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { isBlocked, operation, retrying } from "../connection/database.ts"
import { blocked } from "../connection/failure.ts"
import { instant } from "../statement/tables.ts"

interface Found {
  readonly mine: boolean
  readonly token: number
  readonly fingerprint: string
  readonly reply: string | null
}

/** At most so many claims in doubt are remembered. */
const mostDoubts = 65_536

/** One call in so many removes expired answers, and it removes so many at most. */
const sweepEvery = 64
const sweepSize = 500

/**
 * The milliseconds for which a claim waits for another transaction. The key is held by a request that begins or ends at
 * this moment, or by one within a transaction that its host has left open: that request is being executed.
 */
const patience = 100

const decodeReply = Schema.decodeUnknownSync(Reply)

const begun = ({ fingerprint, mine, reply, token }: Found, asked: string): Begun => {
  if (mine) return { _tag: "Started", token: token as ClaimToken }
  if (fingerprint !== asked) return { _tag: "Mismatch" }
  if (reply === null) return { _tag: "InProgress" }
  return { _tag: "Finished", reply: decodeReply(JSON.parse(reply)) }
}

/** The time for which the server may still make a claim whose answer nobody waits for, in elapsed nanoseconds. */
const doubtNanos = 15_000_000_000n

/** Tokens are unlike each other. */
const ids = Random.nextIntBetween(1, Number.MAX_SAFE_INTEGER)

export interface Claims extends Pick<Idempotency["Service"], "begin" | "abandon"> {
  /** Frees what was claimed without an answer: no request is executed for it. */
  readonly settle: Effect.Effect<void, SqlError>
}

/** @param attempt runs what fails as a whole: itself, or in a savepoint */
export const make = (
  db: Database,
  attempt: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError> = (effect) => effect
): Claims => {
  const { query, tables: t } = db
  let calls = 0
  const doubts = new Map<number, ClaimKey & { readonly until: bigint }>()

  /** A claim whose answer was lost may be there, and would keep whoever repeats the request waiting. */
  const doubt = (claim: ClaimKey, token: number): Effect.Effect<void> =>
    Effect.map(Clock.monotonicTimeNanos, (now) => {
      if (doubts.size < mostDoubts) doubts.set(token, { ...claim, until: now + doubtNanos })
    })

  const settle = Effect.suspend(() => {
    if (doubts.size === 0) return Effect.void
    const asked = [...doubts].map(([token, { account, key }]) => ({ account, key, token }))
    return Effect.gen(function*() {
      yield* query(
        `delete from ${t.claim} c using json_to_recordset($1::text::json) as x(account text, key text, token int8)
         where c.account = x.account and c.key = x.key and c.token = x.token and c.reply is null`,
        [JSON.stringify(asked)]
      )
      const now = yield* Clock.monotonicTimeNanos
      for (const { token } of asked) if ((doubts.get(token)?.until ?? 0n) <= now) doubts.delete(token)
    })
  })

  const begin = (
    claim: ClaimKey,
    fingerprint: string,
    now: Instant,
    token: number
  ): Effect.Effect<Begun, SqlError | StoreError> =>
    Effect.gen(function*() {
      while (true) {
        const [found] = yield* query<Found>(
          `with bounded as materialized (
             select set_config('lock_timeout', '${patience}', true)
           ), taken as (
             insert into ${t.claim} as c (account, key, token, fingerprint, at)
             select $1, $2, $5::text::int8, $3, ${instant("$4::text::int8")} from bounded
             on conflict (account, key) do update
               set token = excluded.token, fingerprint = excluded.fingerprint, at = excluded.at, reply = null
               where excluded.at - c.at >= interval '1 millisecond' *
                 case when c.reply is null then ${idempotencyClaimLifetime} else ${idempotencyLifetime} end
             returning c.token
           )
           select true as mine, token::float8 as token, '' as fingerprint, null::text as reply from taken
           union all
           select false, c.token::float8, c.fingerprint, c.reply from ${t.claim} c
           where c.account = $1 and c.key = $2 and not exists (select from taken)`,
          [claim.account, claim.key, fingerprint, String(now), String(token)]
        )
        // The statement that ran into a concurrent claim of this key does not see that claim yet, so it is read again.
        if (found !== undefined) return begun(found, fingerprint)
      }
    }).pipe(Effect.mapError((error) => isBlocked(error) ? blocked(error) : error))

  /** A statement that failed must be rolled back before its failure is understood. */
  const inProgress = (error: SqlError | StoreError): Effect.Effect<Begun, SqlError | StoreError> =>
    error instanceof StoreError && error.isBlocked ? Effect.succeed({ _tag: "InProgress" }) : Effect.fail(error)

  const sweep = (now: Instant) =>
    query(
      `delete from ${t.claim} where ctid = any(array(
         select ctid from ${t.claim} where at < ${instant("$1::text::int8")} limit ${sweepSize} for update skip locked
       ))`,
      // A claim is kept beyond its own lifetime while nobody has taken it over: its holder may still finish.
      [String(now - idempotencyLifetime)]
    )

  return {
    settle,
    begin: (claim, fingerprint, now) => {
      const effect = Effect.flatMap(ids, (token) =>
        operation(
          Effect.catch(attempt(retrying(db, begin(claim, fingerprint, now, token))), inProgress)
        ).pipe(
          // A claim that the store refuses is not there.
          Effect.tapError(({ reason }) => reason === "unavailable" ? doubt(claim, token) : Effect.void),
          Effect.onInterrupt(() => doubt(claim, token))
        ))
      return ++calls % sweepEvery === 0 ? Effect.tap(effect, Effect.ignore(operation(attempt(sweep(now))))) : effect
    },
    abandon: (claim, token) =>
      operation(Effect.asVoid(attempt(query(
        `delete from ${t.claim} where account = $1 and key = $2 and token = $3::text::int8 and reply is null`,
        [claim.account, claim.key, String(token)]
      ))))
  }
}
