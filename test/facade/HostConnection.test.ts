/** A host may give some things as its transaction, and of others is told what to take instead. */
import { check } from "signalbox/internal/hostConnection"
import { describe, expect, it } from "vitest"

const call = () => {}

const needed = "in(transaction) needs a connection with an open transaction: an object with query(text, values)"

/** Returns what is said of something that is given as a transaction; null: nothing. */
const said = (given: unknown): string | null => {
  try {
    check(given)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe("a transaction", () => {
  it("is whatever has a query, and is no pool", () => {
    const callable = Object.assign(() => {}, { query: call })
    for (
      const given of [{ query: call }, callable, { query: call, connect: call }, { query: call, totalCount: 0 }, {
        query: call,
        connect: true,
        totalCount: 0
      }]
    ) {
      expect(said(given)).toBeNull()
    }
    // Where there is a query, nothing else that a library has matters.
    expect(said({ query: call, unsafe: call, begin: call })).toBeNull()
    expect(said({ query: call, connect: call, totalCount: 0 })).toBe(
      "in(transaction) was given a pool, whose connections share none: begin a transaction first, with " +
        "`await connection.query(\"begin\")` on one connection, such as a client of a pool."
    )
  })

  it.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "query"],
    ["a list", []],
    ["a function", call],
    ["a query that is none", { query: "select" }],
    ["a pool without a query", { connect: call, totalCount: 0 }],
    ["half of what postgres.js has", { unsafe: call }],
    ["the other half of it", { savepoint: call, begin: call }],
    ["half of what Kysely has", { executeQuery: call }],
    ["the other half of that", { selectFrom: call }],
    ["half of what Drizzle has", { execute: call }],
    ["the other half of this", { transaction: call }],
    ["what only has the names", { unsafe: 1, savepoint: 1, $queryRawUnsafe: 1 }]
  ])("is not %s", (_, given) => {
    expect(said(given)).toBe(`${needed}.`)
  })

  const begin = "in postgres.js sql.begin(async (tx) => …), and in(fromPostgresJs(tx))"

  it.each<readonly [string, object, take: string]>([
    [
      "a transaction of postgres.js, which can begin another",
      { unsafe: call, savepoint: call, begin: call },
      "this one of postgres.js as in(fromPostgresJs(tx))"
    ],
    ["postgres.js itself", Object.assign(() => {}, { unsafe: call, begin: call }), begin],
    ["Kysely", { executeQuery: call, selectFrom: call }, "the lines for Kysely in the guide to transactions"],
    ["Drizzle", { execute: call, transaction: call }, "the lines for Drizzle in the guide to transactions"],
    ["Prisma", { $queryRawUnsafe: call }, "the lines for Prisma in the guide to transactions"]
  ])("of %s is another one", (_, given, take) => {
    expect(said(given)).toBe(`${needed}; take ${take}.`)
  })
})
