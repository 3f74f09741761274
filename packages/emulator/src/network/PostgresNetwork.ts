/**
 * The networks in tables of their own, so that they outlive the node, as real ones do. Several emulators may share
 * them: each receipt is brought by one at a time, and those of an emulator that died by another one.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AccountId, AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { StoreError } from "@signalbox/core/Store"
import { storeError } from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Step } from "./Handset.ts"
import { Received } from "./Handset.ts"
import { postgresCarriers } from "./internal/postgresCarriers.ts"
import { postgresHandsets } from "./internal/postgresHandsets.ts"
import type { OwedReceipt } from "./Network.ts"
import { Network } from "./Network.ts"
import * as Play from "./Play.ts"
import { statements, tables } from "./PostgresTables.ts"

export interface Options {
  /** The schema that holds the tables; it is made when it is not there. */
  readonly schema?: string
  /**
   * The time that a node may take to bring a receipt, in milliseconds of the database's clock: 15,000 unless told
   * otherwise. After that it counts as dead, and others bring it.
   */
  readonly claimMillis?: number
}

/** Any number will do, as long as it stays the same. */
const lockClass = 7_061_928

/** A transaction that lost against another one is tried again, so many times at most. */
const tries = 10

const encodeReceived = Schema.encodeSync(Schema.fromJsonString(Received))

/** A receipt as it is kept. */
interface Owed {
  readonly id: string
  readonly due_at: number
  readonly receipt: string
  readonly message: MessageId
  readonly attempt: AttemptId
}

const isLost = (error: SqlError): boolean =>
  ["UniqueViolation", "DeadlockError", "SerializationError"].includes(error.reason._tag)

const make = Effect.fnUntraced(function*({ claimMillis = 15_000, schema = "signalbox_emulator" }: Options) {
  const client = yield* PgClient
  const t = tables(schema)
  const query = <Row extends object>(text: string, ...rows: ReadonlyArray<unknown>) =>
    client.unsafe<Row>(text, rows.map((row) => typeof row === "object" && row !== null ? JSON.stringify(row) : row))

  yield* client.withTransaction(Effect.gen(function*() {
    yield* query("select pg_advisory_xact_lock($1::int4, hashtext($2))::text", lockClass, schema)
    for (const statement of statements(t)) yield* query(statement)
  }))

  const knownOf = (attempts: ReadonlyArray<AttemptId>) =>
    Effect.map(
      query<{ readonly attempt: AttemptId; readonly outcome: string; readonly rounds: number }>(
        `select distinct on (attempt) attempt, outcome, round + 1 as rounds
         from json_array_elements_text($1::json) as x(attempt) join ${t.submission} using (attempt)
         order by attempt, round desc`,
        attempts
      ),
      (rows) =>
        new Map(rows.map(({ attempt, outcome, rounds }): [AttemptId, Play.Known] => [
          attempt,
          { outcome: JSON.parse(outcome) as SubmissionOutcome, rounds }
        ]))
    )

  const scriptsOf = (phones: ReadonlyArray<PhoneNumber>) =>
    Effect.map(
      query<{ readonly phone: PhoneNumber; readonly steps: string }>(
        `select phone, steps from json_array_elements_text($1::json) as x(phone) join ${t.script} s using (phone)
         order by phone for no key update of s`,
        phones
      ),
      (rows) => new Map(rows.map(({ phone, steps }) => [phone, JSON.parse(steps) as ReadonlyArray<Step>]))
    )

  const keep = (played: ReadonlyArray<Play.Played>, carrier: CarrierId) =>
    query(
      `with submission as (
         insert into ${t.submission} (attempt, round, carrier, account, channel, phone, sender, outcome, received,
           received_at)
         select attempt, round, $2, account, channel, phone, sender, outcome, received, received_at
         from json_to_recordset($1::json) as x(attempt text, round int4, account text, channel text, phone text,
           sender text, outcome text, received text, received_at int8)
       )
       insert into ${t.owed} (attempt, round, place, message, due_at, receipt)
       select attempt, round, place, message, due_at, receipt
       from json_to_recordset($3::json) as x(attempt text, round int4, place int4, message text, due_at int8,
         receipt text)`,
      played.map(({ outcome, received, round, submission }) => ({
        attempt: submission.attempt,
        round,
        account: submission.account,
        channel: submission.channel,
        phone: submission.to,
        sender: submission.from,
        outcome: JSON.stringify(outcome),
        received: received === null ? null : encodeReceived(received),
        received_at: received?.receivedAt ?? null
      })),
      carrier,
      played.flatMap(({ owed, round, submission: { attempt, message } }) =>
        owed.map(({ dueAt, receipt }, place) => ({
          attempt,
          round,
          place,
          message,
          due_at: dueAt,
          receipt: JSON.stringify(receipt)
        }))
      )
    )

  const write = Effect.fnUntraced(function*(scripts: ReadonlyMap<PhoneNumber, ReadonlyArray<Step>>) {
    const entries = [...scripts].map(([phone, steps]) => ({ phone, steps: JSON.stringify(steps), left: steps.length }))
    const done = entries.filter(({ left }) => left === 0).map(({ phone }) => phone)
    const rest = entries.filter(({ left }) => left > 0)
    if (done.length > 0) {
      yield* query(`delete from ${t.script} where phone in (select json_array_elements_text($1::json))`, done)
    }
    if (rest.length > 0) {
      yield* query(
        `insert into ${t.script} (phone, steps) select phone, steps from json_to_recordset($1::json) as x(phone text, steps text)
         on conflict (phone) do update set steps = excluded.steps`,
        rest
      )
    }
  })

  const operation = <A>(effect: Effect.Effect<A, SqlError>) => Effect.mapError(effect, storeError)

  /** The first receipt that an attempt still has coming. */
  const isFirst = `not exists (
    select 1 from ${t.owed} e where e.attempt = o.attempt and (e.round, e.place) < (o.round, o.place)
  )`
  const settled = (ids: ReadonlyArray<OwedReceipt>) =>
    ids.map(({ id }) => {
      const [attempt, round, place] = id.split("/")
      return { attempt, round: Number(round), place: Number(place) }
    })
  const isSettled = `json_to_recordset($1::json) as x(attempt text, round int4, place int4)
    where (o.attempt, o.round, o.place) = (x.attempt, x.round, x.place)`

  return Network.of({
    ...postgresCarriers(t, query, operation),
    ...postgresHandsets(t, query, operation),
    submit: (carrier, batch, terms, told = () => Effect.void) =>
      operation(
        client.withTransaction(Effect.gen(function*() {
          const known = yield* knownOf(batch.map(({ attempt }) => attempt))
          const scripts = yield* scriptsOf([...new Set(batch.map(({ to }) => to))])
          const result = Play.batch({ ...terms, carrier, batch, known, scripts })
          if (result.played.length > 0) yield* keep(result.played, carrier)
          yield* write(result.scripts)
          return result
        })).pipe(
          Effect.retry({ times: tries, while: isLost }),
          Effect.tap(({ played }) => told(Play.arrivals(played))),
          Effect.map(({ outcomes }) => outcomes)
        )
      ),
    script: (phone, steps) => operation(write(new Map([[phone, steps]]))),
    remaining: (phone) =>
      operation(Effect.map(
        query<{ readonly steps: string }>(`select steps from ${t.script} where phone = $1`, phone),
        ([row]) => row === undefined ? [] : JSON.parse(row.steps) as ReadonlyArray<Step>
      )),
    correspondent: (phone, channel) =>
      operation(Effect.map(
        query<{ readonly account: AccountId; readonly number: string | null }>(
          `select account, sender as number from ${t.submission}
           where phone = $1 and channel = $2 and (received is not null or outcome::json ->> '_tag' = 'Accepted')
           order by seq desc limit 1`,
          phone,
          channel
        ),
        ([row]) => row ?? null
      )),
    claimDue: (now, limit) =>
      operation(Effect.map(
        query<Owed>(
          `with next as (
             select attempt, round, place from ${t.owed} o
             where due_at <= $1::int8 and (claimed_until is null or claimed_until < now()) and ${isFirst}
             order by due_at limit $2::int4 for no key update skip locked
           )
           update ${t.owed} o set claimed_until = now() + $3::int4 * interval '1 millisecond' from next
           where (o.attempt, o.round, o.place) = (next.attempt, next.round, next.place)
           returning o.attempt || '/' || o.round || '/' || o.place as id, o.due_at::float8 as due_at, o.receipt,
             o.message, o.attempt`,
          now,
          limit,
          claimMillis
        ),
        (rows) =>
          rows.map(({ due_at, receipt, ...names }) => ({
            ...names,
            dueAt: instant(due_at),
            receipt: JSON.parse(receipt) as OwedReceipt["receipt"]
          })).toSorted((a, b) => a.dueAt - b.dueAt)
      )),
    settle: (brought, putOff, until) =>
      operation(Effect.gen(function*() {
        if (brought.length > 0) yield* query(`delete from ${t.owed} o using ${isSettled}`, settled(brought))
        if (putOff.length > 0) {
          yield* query(
            `update ${t.owed} o set claimed_until = null, due_at = greatest(o.due_at, $2::int8) from ${isSettled}`,
            settled(putOff),
            until
          )
        }
      })),
    nextDue: operation(Effect.map(
      query<{ readonly at: number }>(
        `select due_at::float8 as at from ${t.owed} o where ${isFirst} order by due_at limit 1`
      ),
      ([row]) => row === undefined ? Option.none() : Option.some(instant(row.at))
    )),
    wipe: operation(
      Effect.asVoid(query(`truncate ${t.submission}, ${t.owed}, ${t.script}, ${t.asked}, ${t.carrier}, ${t.written}`))
    )
  })
})

export const layer = (options: Options = {}): Layer.Layer<Network, StoreError, PgClient> =>
  Layer.effect(Network, Effect.mapError(make(options), storeError))
