/** A soak says of each double what has caused it, and takes nothing for a cause that cannot have been one. */
import { describe, expect, test } from "vitest"
import type { HandOver } from "../crash/Carrier.ts"
import type { Happened } from "./Causes.ts"
import * as Causes from "./Causes.ts"

const terms: Causes.Terms = { leaseMillis: 3000, wakeMillis: 1000 }

const hand = (node: string, at: number, answeredAt: number | null = at + 20): HandOver => ({
  message: "m",
  attempt: "a",
  to: "+12015550100",
  node,
  at,
  answeredAt
})

const causeOf = (hands: ReadonlyArray<HandOver>, ...happened: ReadonlyArray<Happened>) =>
  Causes.of(hands, happened, terms).map(({ cause }) => cause)

/** The same where the store has an outcome that was decided at this moment. */
const causeWith = (outcome: number, hands: ReadonlyArray<HandOver>, ...happened: ReadonlyArray<Happened>) =>
  Causes.of(hands, happened, terms, new Map([["m", outcome]])).map(({ cause }) => cause)

const killed = (node: string, at: number): Happened => ({ what: "killed", node, from: at, to: at })

describe("the cause of a double", () => {
  test("is the end of the node that handed it over first, before it has committed the outcome", () => {
    const hands = [hand("one", 1000, null), hand("two", 9000)]
    expect(causeOf(hands, killed("one", 1010))).toEqual([
      "one was killed 10 ms after a hand-over that had no answer yet"
    ])
    expect(causeOf([hand("one", 1000), hand("two", 9000)], killed("one", 1500))).toEqual([
      "one was killed 500 ms after a hand-over that was answered, and whose outcome it had not committed"
    ])
  })

  test("is not the end of another node, nor one before the hand-over, or after the second", () => {
    const hands = [hand("one", 1000), hand("two", 9000)]
    for (const each of [killed("two", 1010), killed("one", 900), killed("one", 9500)]) {
      expect(causeOf(hands, each)).toEqual([null])
    }
  })

  test("is nothing where the outcome of the first was in the store before the second, but for one that was told late", () => {
    const hands = [hand("one", 1000), hand("two", 9000)]
    const slow = "one was killed 2000 ms after a hand-over that was answered, and whose outcome it had not committed"
    expect(causeOf(hands, killed("one", 3000))).toEqual([slow])
    expect(causeWith(9020, hands, killed("one", 3000))).toEqual([slow])
    expect(causeWith(8500, hands, killed("one", 3000))).toEqual([slow])
    expect(causeWith(1500, hands, killed("one", 3000))).toEqual([null])
  })

  test("is a stop of the second who had been about to hand over, until just after it has woken", () => {
    const hands = [hand("two", 9000), hand("one", 9460)]
    const stopped = (from: number, to: number): Happened => ({ what: "stopped", node: "one", from, to })
    const found = "one stood still for 8.4 s 8000 ms before two handed over, and had been about to do so itself"
    expect(causeOf(hands, stopped(1000, 9400))).toEqual([found])
    // What the first has sent is in the store by then.
    expect(causeWith(9020, hands, stopped(1000, 9400))).toEqual([found])
    expect(causeOf(hands, stopped(1000, 8000))).toEqual([null])
    expect(causeOf(hands, stopped(7000, 9400))).toEqual([null])
    expect(causeOf(hands, stopped(9100, 19_400))).toEqual([null])
    expect(causeOf(hands, { ...stopped(1000, 9400), node: "three" })).toEqual([null])
    expect(causeOf(hands, { ...stopped(1000, 9400), what: "replaced" })).toEqual([null])
  })

  test("is a stop of the first until just before its hand-over, which was on its way when it fell asleep", () => {
    const hands = [hand("one", 9000), hand("two", 9200)]
    const stopped = (to: number): Happened => ({ what: "stopped", node: "one", from: 1000, to })
    expect(causeOf(hands, stopped(8990))).toEqual([
      "one stood still for 8.0 s 8000 ms before a hand-over that had no answer yet"
    ])
    expect(causeOf(hands, stopped(7000))).toEqual([null])
  })

  test("is a stop only where it has lasted for a lease", () => {
    const hands = [hand("one", 1000, null), hand("two", 9000)]
    const stopped = (millis: number): Happened => ({ what: "stopped", node: "one", from: 1005, to: 1005 + millis })
    expect(causeOf(hands, stopped(2000))).toEqual([null])
    expect(causeOf(hands, stopped(7000))).toEqual([
      "one stood still for 7.0 s 5 ms after a hand-over that had no answer yet"
    ])
  })

  test("is looked for each time that a message goes out again, and for nothing else", () => {
    const other = { ...hand("one", 1000), message: "n" }
    const hands = [hand("three", 20_000), hand("two", 9000, 9020), other, hand("one", 1000)]
    const cut: Happened = { what: "cut", node: null, from: 1010, to: 1010 }
    expect(causeOf(hands, cut, killed("two", 9100))).toEqual([
      "sessions were cut under one 10 ms after a hand-over that had no answer yet",
      "two was killed 100 ms after a hand-over that was answered, and whose outcome it had not committed"
    ])
  })
})
