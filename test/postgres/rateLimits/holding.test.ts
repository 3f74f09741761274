/**
 * A process's part of a pool against a plain list of its requests: what it may admit, what it plans to tell, and when a place
 * of its reserve is free.
 */
import { half, Holding } from "@signalbox/postgres/internal/rateLimits/holding"
import { describe, expect, it } from "vitest"

const minute = 60_000

/** Returns a holding that the table has granted so much of its limit, while others hold so much. */
const granted = (limit: number, others = 0): Holding => {
  const holding = new Holding()
  let number = 0
  holding.settle(holding.plan(limit, others, () => ++number))
  return holding
}

describe("a part of a pool", () => {
  it("has a reserve of half a hundredth of the limit, one at least", () => {
    expect([1, 2, 100, 101, 200, 201, 300, 301, 1000, 10_000].map(half)).toStrictEqual([
      1,
      1,
      1,
      1,
      1,
      2,
      2,
      2,
      5,
      50
    ])
  })

  it("admits as many as its reserve has room for, and has room again when one has left its window", () => {
    const holding = granted(1000)
    expect(holding.isKnown).toBe(true)
    for (const at of [10, 20, 20, 40]) {
      expect(holding.hasRoom).toBe(true)
      holding.admit(at)
    }
    expect([holding.hasRoom, holding.added]).toStrictEqual([true, 4])
    holding.admit(50)
    expect([holding.hasRoom, holding.added, holding.roomAt(minute)]).toStrictEqual([false, 5, minute + 10])
    expect(holding.unreported).toStrictEqual([{ at: 10, count: 1 }, { at: 20, count: 2 }, { at: 40, count: 1 }, {
      at: 50,
      count: 1
    }])
    holding.forget(10)
    expect([holding.hasRoom, holding.added]).toStrictEqual([true, 4])
  })

  it("uses nothing of its reserve when it is lost or dropped, and is unknown where the table may have heard otherwise", () => {
    for (const [how, isKnown] of [["lose", false], ["drop", true]] as const) {
      const holding = granted(1000)
      holding.admit(10)
      expect(holding.hasRoom).toBe(true)
      holding[how]()
      expect([how, holding.hasRoom, holding.isKnown, holding.roomAt(minute)]).toStrictEqual([how, false, isKnown, null])
      expect(holding.added).toBe(1)
    }
  })

  it("plans to tell what it has admitted since, under a number of its own, and keeps the oldest when others hold the rest", () => {
    let number = 0
    const next = () => ++number
    const holding = new Holding()
    const first = holding.plan(1000, 0, next)
    expect(first).toStrictEqual({ reserve: 5, kept: 0, reports: [], newReports: [] })
    holding.settle(first)
    for (const at of [10, 20, 20, 40, 50]) holding.admit(at)
    const second = holding.plan(1000, 0, next)
    const runs = [{ at: 10, count: 1 }, { at: 20, count: 2 }, { at: 40, count: 1 }, { at: 50, count: 1 }]
    expect(second).toStrictEqual({
      reserve: 5,
      kept: 0,
      reports: [{ number: 4, count: 5 }],
      newReports: [{ number: 4, runs }]
    })
    holding.settle(second)
    expect([holding.added, holding.unreported]).toStrictEqual([0, []])
    holding.admit(60)
    // Of five places the others leave two: its two oldest requests stand in places of the reserve from here on.
    const third = holding.plan(1000, 992, next)
    expect(third).toStrictEqual({
      reserve: 5,
      kept: 3,
      reports: [{ number: 4, count: 2 }, { number: 6, count: 1 }],
      newReports: [{ number: 4, runs: [{ at: 40, count: 1 }, { at: 50, count: 1 }] }, {
        number: 6,
        runs: [{ at: 60, count: 1 }]
      }]
    })
    holding.settle(third)
    expect([holding.hasRoom, holding.added]).toStrictEqual([true, 0])
    expect(holding.unreported).toStrictEqual([{ at: 10, count: 1 }, { at: 20, count: 2 }])
    holding.admit(70)
    holding.admit(80)
    expect([holding.hasRoom, holding.roomAt(minute)]).toStrictEqual([false, minute + 10])
    // What leaves first is what is kept, then what was reported.
    holding.forget(40)
    expect([holding.log.total, holding.added, holding.hasRoom]).toStrictEqual([4, 2, true])
    expect(holding.unreported).toStrictEqual([{ at: 70, count: 1 }, { at: 80, count: 1 }])
    // What the table did not hear is told again, all of it.
    holding.lose()
    const fourth = holding.plan(1000, 0, next)
    expect(fourth).toStrictEqual({
      reserve: 5,
      kept: 0,
      reports: [{ number: 4, count: 1 }, { number: 6, count: 1 }, { number: 8, count: 2 }],
      newReports: [
        { number: 4, runs: [{ at: 50, count: 1 }] },
        { number: 6, runs: [{ at: 60, count: 1 }] },
        { number: 8, runs: [{ at: 70, count: 1 }, { at: 80, count: 1 }] }
      ]
    })
  })

  it("has nothing to grant where the limit is passed: what is beyond it leaves first, and nobody may have its places", () => {
    const holding = granted(1000)
    for (let at = 1; at <= 5; at++) holding.admit(at)
    let number = 10
    const plan = holding.plan(1000, 998, () => ++number)
    expect(plan).toStrictEqual({
      reserve: 2,
      kept: 5,
      reports: [],
      newReports: []
    })
    holding.settle(plan)
    expect([holding.hasRoom, holding.roomAt(minute)]).toStrictEqual([false, minute + 4])
  })
})
