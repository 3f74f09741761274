/**
 * A claim that had no answer may have taken work all the same: for how long the next ones look for that, what they look for, and
 * what they say (`lost-answer.test.ts` has a database).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { NodeId } from "@signalbox/core/Id"
import type { WorkRef } from "@signalbox/core/Work"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Database from "@signalbox/postgres/internal/connection/database"
import * as Claiming from "@signalbox/postgres/internal/queue/claiming"
import * as Nodes from "@signalbox/postgres/internal/queue/nodes"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const node = "one" as NodeId

interface Table {
  epoch: number
  isAway: boolean
  isAlive: boolean
  /** The tokens of the work that a claim takes, and of what is found that claims without an answer have taken. */
  takes: ReadonlyArray<number>
  lost: ReadonlyArray<number>
  /** The tokens of what a node was given at the beginning of its work. */
  given: ReadonlyArray<number>
  readonly said: Array<string>
}

const found = (token: number) => ({
  kind: "dispatch",
  key: `k${token}`,
  lane: "dispatch:a",
  at: Given.now,
  token,
  failures: 0
})

/** Answers what a claim asks, and notes by which tokens it looks for what was lost. */
const answered = (table: Table, text: string, values: ReadonlyArray<unknown>): ReadonlyArray<object> => {
  if (text.includes("w.token <> w.seq")) {
    table.said.push(`looks for what ${String(values[0])} has taken after ${String(values[1])}`)
    return table.lost.map(found)
  }
  if (text.includes("w.token = w.seq")) return table.given.map(found)
  if (text.startsWith("insert into \"s\".\"node\"")) return [{ epoch: String(table.epoch), watchful: false }]
  if (text.includes("as picked")) {
    const alive = table.isAlive ? 1 : 0
    table.isAlive = true
    table.said.push("picks")
    const picked = table.takes.length === 0 ? null : "[1]"
    return [{ alive, blocked: null, more: false, hasOpen: false, next: null, now: "17", passed: null, picked }]
  }
  return text.includes("as leases") ? [{ leases: JSON.stringify(table.takes.map(found)) }] : []
}

it("work whose claim had no answer is looked for in fifteen seconds, behind the last token that was answered", () => {
  const table: Table = { epoch: 11, isAway: false, isAlive: true, takes: [], lost: [], given: [], said: [] }
  const connection: HostClient.PooledConnection = {
    query: (text, values = []) =>
      table.isAway && text.includes("as picked")
        ? Promise.reject(Object.assign(new Error("away"), { code: "08006" }))
        : Promise.resolve({ rows: answered(table, text, values) }),
    release: () => {}
  }
  return Effect.gen(function*() {
    const db = Database.make(yield* PgClient, "s")
    const { claim } = yield* Claiming.make(db, "s", yield* Nodes.make(db, 5000))
    const claims = (doubts: ReadonlyArray<WorkRef> = []) =>
      Effect.map(Database.operation(claim({ node, offset: 0, limit: 9, lanes: {}, doubts })), ({ leases, next }) => ({
        tokens: leases.map(({ token }) => Number(token)),
        next,
        said: table.said.splice(0)
      }))
    const fails = Effect.gen(function*() {
      table.isAway = true
      yield* Effect.flip(claims())
      table.isAway = false
      table.said.length = 0
    })
    // Tokens of one claim come in any order.
    table.takes = [33, 31]
    expect(yield* claims()).toStrictEqual({ tokens: [33, 31], next: undefined, said: ["picks"] })
    table.takes = []
    yield* fails
    yield* TestClock.adjust(14_999)
    const looks = (epoch: number, after: number) => `looks for what ${epoch} has taken after ${after}`
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: [looks(11, 33), "picks"] })
    yield* TestClock.adjust(1)
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: ["picks"] })
    yield* fails
    table.lost = [34, 36]
    expect(yield* claims()).toStrictEqual({ tokens: [34, 36], next: undefined, said: [looks(11, 33)] })
    table.lost = []
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: [looks(11, 36), "picks"] })
    // What it was given at the beginning comes first, and tells no token that a claim has taken.
    table.given = [90]
    table.takes = [37]
    const doubts = [{ kind: "dispatch", key: "k90" }]
    expect(yield* claims(doubts)).toStrictEqual({ tokens: [90, 37], next: undefined, said: [looks(11, 36), "picks"] })
    table.takes = []
    expect(yield* claims(doubts)).toStrictEqual({ tokens: [90], next: undefined, said: [looks(11, 37), "picks"] })
    // In another epoch it holds nothing of what it has claimed before, until a claim of that epoch has no answer.
    Object.assign(table, { epoch: 50, isAlive: false })
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: [looks(11, 37), "picks", "picks"] })
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: ["picks"] })
    yield* fails
    expect(yield* claims()).toStrictEqual({ tokens: [], next: null, said: [looks(50, 50), "picks"] })
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
})
