/**
 * A message's life costs no more on PostgreSQL than these counts, which are no times: from its acceptance until its
 * receipt is kept. A figure that becomes better is tightened here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Counted from "./Counted.ts"
import * as Database from "./Database.ts"

/**
 * The shares of the updates of messages' states, and of all rows, that touch no index. Of three steps one leaves the part of
 * what is on its way. The state of a message that came in a large request grows by its route, so some go to another page.
 * What others do makes transactions longer, and no room on a page is freed while one is open that may still look at what
 * stood there.
 */
interface Least {
  readonly hot: number
  readonly hotRows: number
}

/** The bytes of heap and indexes that a message takes when it has ended, at most. */
const mostRoom = 2048

type Most = Readonly<Record<Exclude<keyof Counted.Counts, keyof Least>, number>>

describe("what a life costs on PostgreSQL", () => {
  let database: Database.Database

  beforeAll(async () => {
    database = await Database.fresh()
  })

  afterAll(() => database.drop())

  it.each<readonly [string, Counted.Load, Most, Least]>(
    [
      [
        "in bulk",
        { messages: 1000, recipients: 1000, concurrency: 1 },
        {
          statements: 0.03,
          loads: 0.01,
          commits: 0.012,
          claims: 0.008,
          longWays: 0,
          rowWrites: 9.4,
          contents: 0,
          reads: 14,
          parses: 1,
          wal: 5_050
        },
        { hot: 0.33, hotRows: 0.33 }
      ],
      [
        "to recipients who have had one before",
        { messages: 300, recipients: 100, concurrency: 1, again: true },
        {
          statements: 0.14,
          loads: 0.05,
          commits: 0.06,
          claims: 0.03,
          longWays: 0,
          rowWrites: 9.4,
          contents: 0,
          reads: 15,
          parses: 1,
          wal: 4_300
        },
        { hot: 0.34, hotRows: 0.4 }
      ],
      [
        "one by one, 64 at a time",
        { messages: 256, recipients: 1, concurrency: 64 },
        {
          statements: 0.15,
          loads: 0.07,
          commits: 0.07,
          claims: 0.03,
          longWays: 0,
          rowWrites: 9.4,
          contents: 0,
          reads: 14,
          parses: 1,
          wal: 5_200
        },
        { hot: 0.5, hotRows: 0.5 }
      ],
      [
        "one by one, 64 at a time, with a webhook that is told of four events",
        { messages: 256, recipients: 1, concurrency: 64, isTold: true },
        {
          statements: 0.75,
          loads: 0.3,
          commits: 0.22,
          claims: 0.25,
          longWays: 0,
          rowWrites: 34.5,
          contents: 0,
          reads: 40,
          parses: 1,
          wal: 14_600
        },
        { hot: 0.5, hotRows: 0.6 }
      ],
      [
        "a few at a time, with a webhook, so that their node holds the deliveries from the beginning on",
        { messages: 128, recipients: 1, concurrency: 4, isTold: true },
        {
          statements: 1.6,
          loads: 0.95,
          commits: 0.7,
          claims: 0.04,
          longWays: 0,
          rowWrites: 31,
          contents: 0,
          reads: 40,
          parses: 1,
          wal: 12_600
        },
        { hot: 0.5, hotRows: 0.6 }
      ]
    ]
  )("%s", async (_, load, most, least) => {
    const counts: { -readonly [Name in keyof Counted.Counts]: number } = { ...await Counted.lives(database, load) }
    const beyond = () => [
      ...Object.entries(most).filter(([name, bound]) => counts[name as keyof typeof most] > bound),
      ...Object.entries(least).filter(([name, bound]) => counts[name as keyof Least] < bound)
    ]
    // What falls together in one statement, and on one page, depends on who is faster: the best of a few counts. What is
    // read depends on the plans alone, and those of a young table are the worst.
    for (let turn = 0; turn < 5 && beyond().length > 0; turn++) {
      const again = await Counted.lives(database, load)
      for (const name of Object.keys(most) as ReadonlyArray<keyof typeof most>) {
        if (name !== "reads") counts[name] = Math.min(counts[name], again[name])
      }
      counts.hot = Math.max(counts.hot, again.hot)
      counts.hotRows = Math.max(counts.hotRows, again.hotRows)
    }
    expect(beyond(), JSON.stringify(counts)).toEqual([])
  })

  // What moves to another page leaves room behind, which others take once the tables were vacuumed.
  it("is little room for messages at rest", async () => {
    const room = async () => {
      for (const table of ["message", "message_state"]) await database.query(`vacuum signalbox.${table}`)
      const [found] = await database.query<{ readonly bytes: number; readonly messages: number }>(
        `select sum(pg_total_relation_size(oid))::float8 as bytes,
           (select count(*) from signalbox.message)::float8 as messages
         from pg_class where oid in ('signalbox.message'::regclass, 'signalbox.message_state'::regclass)`
      )
      return found!
    }
    const before = await room()
    await Counted.lives(database, { messages: 1000, recipients: 1000, concurrency: 1 })
    const after = await room()
    expect(after.messages - before.messages).toBe(2000)
    expect((after.bytes - before.bytes) / 2000).toBeLessThan(mostRoom)
  })
})
