/**
 * Splits (decisions 18.5): which carrier gets which share, for which messages that changes, and from when on.
 */
import * as SplitDraw from "@signalbox/core/internal/dispatch/SplitDraw"
import type { Share } from "@signalbox/core/internal/row/Split"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const names = ["a", "b", "c", "d"]

const split = fc.uniqueArray(
  fc.record({ carrier: fc.constantFrom(...names).map(Given.carrierId), weight: fc.nat({ max: 10 }) }),
  { minLength: 1, maxLength: 4, selector: ({ carrier }) => carrier }
).filter((shares) => shares.some(({ weight }) => weight > 0))

const order = (shares: ReadonlyArray<Share>, draw: string): ReadonlyArray<string> =>
  SplitDraw.ordered(shares, draw, Given.now).map(({ carrier }) => carrier)

const messages = 6000
const runs = 3

/**
 * Hoeffding: of so many draws a share is further away from what it should be than this once in a billion, for all carriers of
 * all runs of a property together.
 */
const bound = Math.sqrt(Math.log(2 * names.length * runs * 1e9) / (2 * messages))

const isClose = (found: number, of: number, wanted: number): void => {
  const isWithin = Math.abs(found / of - wanted) <= bound * Math.sqrt(messages / of)
  expect({ found, of, wanted, isWithin }).toMatchObject({ isWithin: true })
}

describe("SplitDraw", () => {
  propWith({ runs })("gives each carrier its share of the messages [XRT-100]", split, fc.string(), (shares, seed) => {
    const sum = shares.reduce((all, { weight }) => all + weight, 0)
    const first = new Map<string, number>()
    for (let message = 0; message < messages; message++) {
      const [carrier = ""] = order(shares, `${seed}${message}`)
      first.set(carrier, (first.get(carrier) ?? 0) + 1)
    }
    for (const { carrier, weight } of shares) isClose(first.get(carrier) ?? 0, messages, weight / sum)
  })

  propWith({ runs })(
    "gives the messages that a carrier cannot take to the others by their weights [XRT-101]",
    fc.string(),
    (seed) => {
      const shares = [["a", 5], ["b", 3], ["c", 1]].map(([carrier, weight]) => ({
        carrier: Given.carrierId(String(carrier)),
        weight: Number(weight)
      }))
      const orders = Array.from({ length: messages }, (_, message) => order(shares, `${seed}${message}`))
      const refused = orders.filter(([first]) => first === "a")
      isClose(refused.filter(([, second]) => second === "b").length, refused.length, 3 / 4)
    }
  )

  prop(
    "draws the same for a message each time, and names each carrier once [XRT-102]",
    split,
    fc.string(),
    (shares, draw) => {
      expect(order(shares, draw)).toEqual(order([...shares], draw))
      expect(order(shares, draw).toSorted()).toEqual(shares.map(({ carrier }) => carrier).toSorted())
      const weights = order(shares, draw).map((name) => shares.find(({ carrier }) => carrier === name)?.weight ?? 0)
      expect(weights.indexOf(0) === -1 || weights.slice(weights.indexOf(0)).every((weight) => weight === 0)).toBe(true)
    }
  )

  prop(
    "moves no message between carriers whose weights stay: a carrier that comes, goes or weighs more only wins or loses [XRT-103]",
    split,
    fc.string(),
    fc.integer({ min: 1, max: 5 }),
    (shares, draw, more) => {
      const [grown, ...others] = shares
      if (grown === undefined) return
      const rest = (all: ReadonlyArray<Share>) => order(all, draw).filter((name) => name !== grown.carrier)
      const heavier = [{ ...grown, weight: grown.weight + more }, ...others]
      expect(rest(heavier)).toEqual(rest(shares))
      expect(rest(shares)).toEqual(order(others, draw))
      expect(order(heavier, draw).indexOf(grown.carrier)).toBeLessThanOrEqual(
        order(shares, draw).indexOf(grown.carrier)
      )
    }
  )

  it("lets the weight of a new carrier grow from its first day on [XRT-104]", () => {
    const day = 86_400_000
    const share = { carrier: Given.carrierId("new"), weight: 8, from: Given.now, until: Given.now + 4 * day }
    const at = (days: number, parts: Partial<Share> = {}) =>
      SplitDraw.weightAt({ ...share, ...parts } as Share, (Given.now + days * day) as typeof Given.now)
    expect([-1, 0, 1, 2, 4, 5].map((days) => at(days))).toEqual([0, 0, 2, 4, 8, 8])
    const { until: _, ...sudden } = share
    expect([-1, 0, 1].map((days) => SplitDraw.weightAt(sudden as Share, (Given.now + days * day) as typeof Given.now)))
      .toEqual([0, 8, 8])
  })
})
