/**
 * The names of tables as statements have them, and which kinds of rows stand where.
 */
import * as Tables from "@signalbox/postgres/internal/statement/tables"
import { expect, it } from "vitest"

it("every table has its name in the schema, quoted, and sequence, function and locks of lanes have theirs", () => {
  const { isVacant, lock, next, schema, sequence, ...tables } = Tables.make("s")
  expect([schema, sequence, next]).toStrictEqual(["\"s\"", "\"s\".\"sequence\"", "nextval(E'\"s\".\"sequence\"')"])
  expect([isVacant, lock("x.lane")]).toStrictEqual([
    "\"s\".\"is_vacant\"",
    "hashtext(E's'), hashtext(x.lane) & 511"
  ])
  const names = (
    "rows message message_state event delivery other_key list_count usage subscription sum sum_entry claim work lapsing " +
    "lane_ready pause node lockout rate_fixed rate_share rate_taken pace_share document migration"
  ).split(" ")
  expect(tables).toStrictEqual(Object.fromEntries(names.map((name) => [name, `"s"."${name}"`])))
  expect(Tables.dataTables(Tables.make("s"))).toStrictEqual(
    names.filter((name) => name !== "migration" && name !== "node").map((name) => `"s"."${name}"`)
  )
  const odd = Tables.make("a\"b\\c'd\"")
  expect([odd.schema, odd.work, odd.next, odd.isVacant, odd.lock("l")]).toStrictEqual([
    "\"a\"\"b\\c'd\"\"\"",
    "\"a\"\"b\\c'd\"\"\".\"work\"",
    "nextval(E'\"a\"\"b\\\\c''d\"\"\".\"sequence\"')",
    "\"a\"\"b\\c'd\"\"\".\"is_vacant\"",
    "hashtext(E'a\"b\\\\c''d\"'), hashtext(l) & 511"
  ])
})

it("a schema may have every name that PostgreSQL takes whole and does not keep for itself", () => {
  const long = (bytes: number) => `the name of the schema is ${bytes} bytes long; 63 are allowed`
  const odd = "the name of the schema has a character that PostgreSQL cannot hold"
  const own = "names of schemas that begin with pg_ belong to PostgreSQL"
  expect(
    ["", "a", "a".repeat(63), "a".repeat(64), "é".repeat(31), "é".repeat(32), "%".repeat(63), "𝄞".repeat(16)].map(
      Tables.flawOf
    )
  ).toStrictEqual(["the name of the schema is empty", null, null, long(64), null, long(64), null, long(64)])
  expect(["a\0", "a\ud800", "pg_", "pg_mine", "pgx", "mypg_", "PG_", "a b\"'\\"].map(Tables.flawOf)).toStrictEqual([
    odd,
    odd,
    own,
    own,
    null,
    null,
    null,
    null
  ])
})

it("messages, events and deliveries have tables of their own, whose keys are UUIDs", () => {
  const kinds = ["message", "event", "delivery", "contact", "template", ""].map((kind) => ({ kind }))
  expect(kinds.map(Tables.isMessage)).toStrictEqual([true, false, false, false, false, false])
  expect(kinds.map(Tables.isEvent)).toStrictEqual([false, true, true, false, false, false])
  expect(kinds.map(Tables.isApart)).toStrictEqual([true, true, true, false, false, false])
  const id = "01900000-0000-7000-8000-000000000001"
  const first = "00000000-0000-0000-0000-000000000000"
  expect([id, "", "none"].map(Tables.uuidOf)).toStrictEqual([id, first, first])
  expect([id, "", "none"].map(Tables.following)).toStrictEqual([">", ">=", ">"])
})
