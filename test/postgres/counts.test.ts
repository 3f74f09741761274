/**
 * What a message's life costs on PostgreSQL, in counts that nobody else on the machine can change: of each message, from
 * its acceptance until its receipt is kept. A figure that becomes better is tightened here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Counted from "./Counted.ts"
import * as Database from "./Database.ts"

describe("what a life costs on PostgreSQL", () => {
  let database: Database.Database

  beforeAll(async () => {
    database = await Database.fresh()
  })

  afterAll(() => database.drop())

  it.each<readonly [string, Counted.Load, Readonly<Record<Exclude<keyof Counted.Counts, "hot">, number>>]>([
    [
      "in bulk",
      { messages: 1000, recipients: 500, atOnce: 1 },
      {
        statements: 0.15,
        loads: 0.06,
        commits: 0.035,
        claims: 0.045,
        longWays: 0,
        rowWrites: 15.1,
        parses: 1,
        wal: 16_000
      }
    ],
    [
      "one by one, 64 at once",
      { messages: 256, recipients: 1, atOnce: 64 },
      {
        statements: 0.32,
        loads: 0.13,
        commits: 0.09,
        claims: 0.11,
        longWays: 0,
        rowWrites: 15.3,
        parses: 1,
        wal: 17_000
      }
    ]
  ])("%s", async (_, load, most) => {
    const counts = await Counted.lives(database, load)
    const beyond = Object.entries(most).filter(([name, bound]) => counts[name as keyof typeof most] > bound)
    expect(beyond, JSON.stringify(counts)).toEqual([])
  })
})
