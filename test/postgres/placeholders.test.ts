/**
 * The placeholders of absent rows and free keys rest on this: an insert waits for a transaction that has inserted the
 * same key and has not ended. It inserts nothing when that key stays, and inserts its own when the transaction has
 * deleted the placeholder again. The manual of PostgreSQL does not promise the latter, so the tests ask the server.
 */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, postgres } = suite("placeholders")

const waiting = (schema: string) =>
  Effect.promise(() =>
    Effect.runPromise(Effect.orDie(
      postgres().client.unsafe<{ readonly n: number }>(
        "select count(*)::int4 as n from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
        [`insert into "${schema}"%`]
      )
    ))
  ).pipe(Effect.map(([row]) => row!.n))

/** For each table that has placeholders: one for a key, the way to take it away, and what a commit inserts. */
const tables = (schema: string): Readonly<Record<string, readonly [placeholder: string, gone: string]>> => ({
  rows: [
    `insert into "${schema}".rows (kind, key, version, value) values ('contact', 'a', 0, '')`,
    `delete from "${schema}".rows where kind = 'contact' and key = 'a'`
  ],
  messages: [
    `insert into "${schema}".message_state (key, version, value)
     values ('01900000-0000-7000-8000-000000000001', 0, '')`,
    `delete from "${schema}".message_state where version = 0`
  ],
  "numbers of contacts": [
    `insert into "${schema}".rows (kind, key, version, value, uniques)
     values ('contact', 'contact_number/a', 0, '', '{contact_number/a}')`,
    `delete from "${schema}".rows where kind = 'contact' and key = 'contact_number/a'`
  ],
  "unique keys": [
    `insert into "${schema}".other_key (text, kind, key) values ('a', '', '')`,
    `delete from "${schema}".other_key where text = 'a'`
  ]
})

const names = ["rows", "messages", "numbers of contacts", "unique keys"]

describe.each(names)("a placeholder among %s", (name) => {
  it.each([
    ["lets who waits for it insert, once it is gone", true],
    ["keeps who waits for it from inserting, when it has stayed", false]
  ])("%s", { timeout: 60_000 }, (_, isGone) =>
    Effect.gen(function*() {
      yield* harness.make
      const { client, schema } = postgres()
      const [placeholder, gone] = tables(schema)[name]!
      const insert = client.unsafe(`${placeholder} on conflict do nothing returning 1 as inserted`)
      const other = yield* client.withTransaction(Effect.gen(function*() {
        yield* client.unsafe(placeholder)
        if (isGone) yield* client.unsafe(gone)
        // In a session of its own, as another node has one.
        const running = Effect.runPromise(insert)
        yield* Effect.repeat(waiting(schema), { until: (found) => found > 0 })
        return running
      }))
      expect(yield* Effect.promise(() => other)).toHaveLength(isGone ? 1 : 0)
      yield* client.unsafe(gone)
    }).pipe(Effect.scoped, Effect.runPromise))
})
