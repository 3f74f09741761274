/**
 * Races that the database decides: a commit that lost one is made again, until it wins or is refused. What the database
 * says is forced by a trigger.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import { make as instant } from "@signalbox/core/Instant"
import { done } from "@signalbox/core/Outcome"
import { Store } from "@signalbox/core/Store"
import type { Due } from "@signalbox/core/Work"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Schema from "./Schema.ts"

const due: Due = {
  work: { kind: "dispatch", key: "a" },
  lane: "dispatch:one",
  at: instant(Date.UTC(2030, 0, 1))
}

const states = [
  ["a deadlock", "40P01"],
  ["a serialization failure", "40001"],
  ["a lock that nobody lets go for too long", "55P03"]
] as const

describe.each(states)("a commit that meets %s", (_, state) => {
  /**
   * Commits to a database that fails with the state as often as told, and returns what it came to and how often it was
   * made.
   */
  const commit = (failures: number) =>
    Effect.gen(function*() {
      const schema = yield* Schema.fresh()
      const query = (text: string) =>
        Effect.flatMap(PgClient, (client) => client.unsafe<{ readonly tries: number }>(text)).pipe(
          Effect.provide(Layer.fresh(PostgresStore.client({ url: schema.url, maxConnections: 1 })))
        )
      return yield* Effect.gen(function*() {
        const store = yield* Store
        // A sequence counts on, whatever becomes of the transaction.
        yield* query(`create sequence "${schema.name}".tries`)
        yield* query(
          `create function "${schema.name}".meet() returns trigger language plpgsql as $$ begin
             if nextval('"${schema.name}".tries') <= ${failures} then
               raise exception 'forced' using errcode = '${state}';
             end if;
             return new;
           end $$`
        )
        yield* query(
          `create trigger meet before insert on "${schema.name}".work
           for each row execute function "${schema.name}".meet()`
        )
        const outcome = yield* Effect.result(store.commit([Commit.make({ due: [due] })]))
        const [counted] = yield* query(`select last_value::int4 as tries from "${schema.name}".tries`)
        const next = yield* store.nextDue(0)
        return { outcome, tries: counted!.tries, next }
      }).pipe(Effect.provide(PostgresStore.layer({ url: schema.url, schema: schema.name, heartbeatMillis: 60_000 })))
    }).pipe(Effect.scoped, Effect.runPromise)

  it("is made again, and is kept", async () => {
    const { next, outcome, tries } = await commit(3)
    expect(outcome).toMatchObject({ _tag: "Success", success: [done] })
    expect(tries).toBe(4)
    expect(next).toMatchObject({ _tag: "Some", value: due.at })
  })

  it("again and again is refused in the end, and nothing is kept", async () => {
    const { next, outcome, tries } = await commit(1_000_000)
    expect(outcome).toMatchObject({ _tag: "Failure", failure: { reason: "unavailable" } })
    expect(tries).toBeLessThan(100)
    expect(next).toMatchObject({ _tag: "None" })
  })
})
