/**
 * The directory in memory: how long a lead is kept for the cell that has entered it last, and whose it is.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Entry, Lead } from "@signalbox/core/Directory"
import { Directory } from "@signalbox/core/Directory"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]
const [mine, other] = [Given.accountId(1), Given.accountId(2)]

const lead: Lead = { kind: "number", key: Given.phone(1) }

const entry = (cell: CellName, account = mine): Entry => ({ cell, lead, account })

const run = (use: (directory: Directory["Service"]) => Generator<Effect.Effect<unknown, unknown>, void, never>) =>
  Effect.runPromise(
    Effect.flatMap(Directory, (directory) => Effect.gen(() => use(directory))).pipe(
      Effect.provide(MemoryDirectory.layer),
      Effect.provide(TestClock.layer())
    )
  )

it("gives a lead away when it was not entered for so long, by whoever has it", () =>
  run(function*({ enter, find, move, replace }) {
    yield* enter([entry(eu)])
    yield* TestClock.adjust(999)
    expect(yield* replace(entry(us), eu, 1000)).toBe(false)
    // Who does not have it keeps it for nobody.
    expect(yield* enter([entry(us)])).toEqual([eu])
    yield* TestClock.adjust(1)
    expect(yield* replace(entry(us), eu, 1000)).toBe(true)
    expect(yield* find([lead])).toEqual([us])
    yield* TestClock.adjust(999)
    expect(yield* enter([entry(us)])).toEqual([us])
    yield* TestClock.adjust(1)
    expect(yield* replace(entry(eu), us, 1000)).toBe(false)
    yield* TestClock.adjust(998)
    expect(yield* replace(entry(eu), us, 1000)).toBe(false)
    yield* TestClock.adjust(1)
    expect(yield* replace(entry(eu), us, 1000)).toBe(true)
    // From then on it is kept anew, and so it is when its account has moved.
    yield* TestClock.adjust(999)
    expect(yield* replace(entry(us), eu, 1000)).toBe(false)
    expect(yield* move([mine], eu, us)).toBe(1)
    yield* TestClock.adjust(999)
    expect(yield* replace(entry(eu), us, 1000)).toBe(false)
    yield* TestClock.adjust(1)
    expect(yield* replace(entry(eu), us, 1000)).toBe(true)
  }))

it("moves a lead with the account that has entered it last", () =>
  run(function*({ enter, find, move, replace }) {
    yield* enter([entry(eu)])
    yield* enter([entry(us, other)])
    expect(yield* move([other], eu, us)).toBe(0)
    yield* enter([entry(eu, other)])
    expect(yield* move([mine], eu, us)).toBe(0)
    expect(yield* move([other], eu, us)).toBe(1)
    expect(yield* replace(entry(eu), us, 0)).toBe(true)
    expect(yield* move([other], eu, us)).toBe(0)
    expect(yield* move([mine], eu, us)).toBe(1)
    expect(yield* move([mine], us, eu)).toBe(1)
    expect(yield* find([lead])).toEqual([eu])
  }))
