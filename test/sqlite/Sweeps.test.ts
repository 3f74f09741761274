/**
 * Each commit and each request clears some of that away which nobody asks for any more: so much, and no more, that it stays
 * quick.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import { make } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import { countMemory, debitMemory, idempotencyLifetime } from "@signalbox/core/Limit"
import { make as money } from "@signalbox/core/Money"
import { Store } from "@signalbox/core/Store"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, it } from "vitest"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-sweeps-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId

interface Parts {
  readonly commit: (...batch: ReadonlyArray<Partial<Commit>>) => Effect.Effect<unknown, unknown>
  readonly idempotency: Idempotency["Service"]
}

/** Runs what is done to a file by a clock that stands, and then asks the file. */
const left = async (
  name: string,
  question: string,
  use: (parts: Parts) => Generator<Effect.Effect<unknown, unknown>, void, never>
): Promise<ReadonlyArray<unknown>> => {
  const file = join(folder, `${name}.db`)
  await Effect.runPromise(
    Effect.scoped(Effect.gen(function*() {
      const context = yield* Layer.build(SqliteStore.layer({ file }))
      const store = Context.get(context, Store)
      yield* Effect.gen(() =>
        use({
          commit: (...batch) => store.commit(batch.map(make)),
          idempotency: Context.get(context, Idempotency)
        })
      )
    })).pipe(Effect.provide(TestClock.layer()), Effect.provideService(ClockOffset, Effect.succeed(0)))
  )
  const plain = new DatabaseSync(file)
  try {
    return plain.prepare(question).all().map((row) => Object.values(row).join(" "))
  } finally {
    plain.close()
  }
}

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const count = (counter: string, once: number) => ({ counter, by: 1, ceiling: null, once: String(once) })

const debit = (once: number) => ({ account, amount: money(1), floor: money(-9e9), once: String(once) })

it.each<readonly [string, number, string, ReadonlyArray<object>, number, (index: number) => Partial<Commit>]>([
  ["counts", countMemory, "counted", [{}], 8, (index: number) => ({ counts: [count("sum", index)] })],
  ["debits", debitMemory, "spent", [{}, {}, {}], 4, (index: number) => ({ debits: [debit(index)] })]
])("commits forget a thousand keys of old %s and two for each of their batch, and none in time", async (
  name,
  memory,
  sort,
  batch,
  old,
  change
) => {
  const use = function*({ commit }: Parts) {
    yield* commit(...numbers(1010).map(change))
    yield* TestClock.adjust(1)
    yield* commit(change(1010))
    yield* TestClock.adjust(memory)
    yield* commit(...batch)
  }
  expect(await left(name, "SELECT sort, count(*) FROM once GROUP BY sort", use)).toEqual([`${sort} ${old + 1}`])
})

it("a counter is forgotten with the last of its keys, and a balance is not", async () => {
  const use = function*({ commit }: Parts) {
    yield* commit({ counts: [count("old", 1), count("both", 1)], debits: [debit(1)] })
    yield* TestClock.adjust(countMemory)
    yield* commit({ counts: [count("both", 2)] })
    yield* TestClock.adjust(debitMemory)
    yield* commit({ counts: [count("new", 1)] })
    yield* TestClock.adjust(1)
    yield* commit({})
  }
  expect(await left("sums", "SELECT sort, owner, value FROM tally ORDER BY sort, owner", use)).toEqual([
    "counted new 1",
    `spent ${account} 1`
  ])
})

it("a commit forgets ten lanes that have neither work nor a pause", async () => {
  const due = (index: number) => ({
    work: { kind: "dispatch", key: String(index) },
    lane: `send:${String(index).padStart(2, "0")}` as const,
    at: Instant.make(0)
  })
  const use = (commits: number) =>
    function*({ commit }: Parts) {
      yield* commit({
        due: numbers(14).map(due),
        pauses: [{ lane: due(13).lane, until: Instant.make(5) }, { lane: due(12).lane, until: Instant.make(6) }]
      })
      yield* TestClock.adjust(5)
      for (let index = 0; index < commits; index++) {
        yield* commit({
          cancels: index === 0 ? numbers(14).filter((each) => each !== 11).map((each) => due(each).work) : []
        })
      }
    }
  const lanes = "SELECT lane FROM lane ORDER BY lane"
  expect(await left("lanes-1", lanes, use(1))).toHaveLength(4)
  expect(await left("lanes-2", lanes, use(2))).toEqual(["send:11", "send:12"])
})

it("a request forgets ten keys of answers that are a day old, and none that is younger", async () => {
  const use = (age: number) =>
    function*({ idempotency }: Parts) {
      for (const index of numbers(14)) {
        yield* idempotency.begin({ account, key: `key-${index}` }, "print", Instant.make(index < 12 ? 0 : 1))
      }
      yield* idempotency.begin({ account, key: "last" }, "print", Instant.make(idempotencyLifetime + age))
    }
  const claims = "SELECT count(*) FROM claim"
  expect(await left("claims-1", claims, use(-1))).toEqual(["15"])
  expect(await left("claims-2", claims, use(0))).toEqual(["5"])
})
