/**
 * A process counts the characters of the rows that it has read and remembers, and tells the server their versions instead of
 * reading them again.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { put } from "@signalbox/core/Commit"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { encode, kinds, unique } from "@signalbox/core/Row"
import type { Database } from "@signalbox/postgres/internal/connection/database"
import { load } from "@signalbox/postgres/internal/rows/loading"
import { RowCache } from "@signalbox/postgres/internal/rows/rowCache"
import * as Tables from "@signalbox/postgres/internal/statement/tables"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

/** A database that answers each question so. */
const answering = (...rows: ReadonlyArray<object>) => {
  const asked: Array<ReadonlyArray<unknown>> = []
  const query: unknown = (_: string, params: ReadonlyArray<unknown>) => {
    asked.push(params)
    return Effect.succeed(rows)
  }
  const client: unknown = {}
  const db: Database = { client: client as PgClient, tables: Tables.make("s"), query: query as Database["query"] }
  return { asked, db }
}

const contact = put(kinds.contact, Given.contact())
const message = put(kinds.message, Given.message())

const found = (row: Row, value: string, state: string | null, more: object = {}) => ({
  of: row.kind,
  key: row.key,
  amount: 7,
  value,
  state,
  via: null,
  ...more
})

const needs = (row: Row): Needs.Needs => ({ ...Needs.none, rows: [{ kind: row.kind, key: row.key }] })

/** Returns whether a row is remembered that was read into a memory of which a generation has so much room. */
const isKept = (answer: object, row: Row, room: number): boolean => {
  const memory = new RowCache(2 * room)
  Effect.runSync(load(answering(answer).db, needs(row), memory))
  return memory.get(row) !== undefined
}

it("a row counts for the characters of its value and four hundred more, a message for both of its values", () => {
  const value = JSON.stringify(encode(contact))
  const [own, other] = [found(contact, value, null), value.length + 400]
  expect([other - 1, other].map((room) => isKept(own, contact, room))).toStrictEqual([false, true])
  const { a, ...rest } = encode(message) as { readonly a?: unknown }
  const [state, content] = [JSON.stringify({ a }), JSON.stringify(rest)]
  const both = found(message, content, state)
  const room = content.length + state.length + 400
  expect([room - 1, room].map((each) => isKept(both, message, each))).toStrictEqual([false, true])
  const memory = new RowCache(1e6)
  Effect.runSync(load(answering(both).db, needs(message), memory))
  Effect.runSync(load(answering(own).db, needs(contact), memory))
  expect([memory.get(message), memory.get(contact)].map((each) => each?.content)).toStrictEqual([content.length, 0])
})

it("a row that is remembered is as it was until the server says otherwise, by its key and by its unique ones", () => {
  const memory = new RowCache(1e6)
  const number = unique(contact)[0]!
  const asking: Needs.Needs = { ...needs(contact), uniques: [number] }
  const ask = (...answers: ReadonlyArray<object>) => {
    const { asked, db } = answering(...answers)
    const facts = Effect.runSync(load(db, asking, memory))
    return {
      row: facts.rows.get(contact),
      owner: facts.owners.get(uniqueText(number)),
      versions: [asked[0]?.[2], asked[0]?.[6]]
    }
  }
  const ref = { kind: contact.kind, key: contact.key }
  const value = (row: Row) => JSON.stringify(encode(row))
  const absent = { version: 0, row: null }
  expect(ask()).toStrictEqual({ row: absent, owner: null, versions: ["", ""] })
  const via = { via: uniqueText(number) }
  expect(ask(found(contact, value(contact), null, via))).toStrictEqual({
    row: { version: 7, row: contact },
    owner: ref,
    versions: ["", ""]
  })
  expect(ask()).toStrictEqual({ row: { version: 7, row: contact }, owner: ref, versions: ["7", "7"] })
  const changed = put(kinds.contact, Given.contact({ optOut: true }))
  expect(ask(found(changed, value(changed), null, { amount: 8, ...via }))).toStrictEqual({
    row: { version: 8, row: changed },
    owner: ref,
    versions: ["7", "7"]
  })
  // Nobody has the number any more, and then the row is gone.
  const nobody = { of: null, key: null, amount: null, value: null, state: null, ...via }
  expect(ask(nobody)).toStrictEqual({ row: { version: 8, row: changed }, owner: null, versions: ["8", "8"] })
  expect(ask(nobody, { ...nobody, of: ref.kind, key: ref.key, via: null })).toStrictEqual({
    row: absent,
    owner: null,
    versions: ["8", "8"]
  })
  expect(ask()).toStrictEqual({ row: absent, owner: null, versions: ["", ""] })
})

it("a row whose key cannot be one of its kind is not there, and nobody asks the server for it", () => {
  for (const kind of ["event", "delivery", "message"] as const) {
    const ref = { kind, key: "one" }
    const { asked, db } = answering()
    const facts = Effect.runSync(load(db, { ...Needs.none, rows: [ref] }, new RowCache(1000)))
    expect(JSON.stringify(asked), kind).not.toContain("one")
    expect(facts.rows.get(ref), kind).toStrictEqual({ version: 0, row: null })
  }
})
