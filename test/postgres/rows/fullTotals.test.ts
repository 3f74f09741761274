/** A total that was at its bound is believed for ten seconds; the oldest goes where there are too many. */
import { FullTotals } from "@signalbox/postgres/internal/rows/fullTotals"
import { expect, it } from "vitest"

const second = 1_000_000_000n

it("is believed for ten seconds, and remembered after that until it is counted again", () => {
  const totals = new FullTotals()
  expect(totals.wasFull("a", 0n)).toBe(false)
  totals.learn("a", true, 5n)
  expect([5n, 10n * second + 4n, 10n * second + 5n].map((now) => totals.wasFull("a", now))).toEqual([
    "just",
    "just",
    "once"
  ])
  expect(totals.wasFull("b", 5n)).toBe(false)
  totals.learn("a", true, second)
  expect(totals.wasFull("a", 11n * second - 1n)).toBe("just")
  totals.learn("a", false, second)
  expect(totals.wasFull("a", second)).toBe(false)
})

it("gives way to others when there are ten thousand, the one that was learnt first before all", () => {
  const totals = new FullTotals()
  const known = (...names: ReadonlyArray<number>) => names.filter((name) => totals.wasFull(String(name), 0n) !== false)
  for (let name = 0; name < 10_000; name++) totals.learn(String(name), true, 0n)
  expect(known(0, 1, 9_999)).toEqual([0, 1, 9_999])
  totals.learn("0", true, 0n)
  totals.learn("10000", true, 0n)
  expect(known(0, 1, 2, 10_000)).toEqual([0, 2, 10_000])
})
