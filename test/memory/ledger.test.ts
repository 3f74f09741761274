/**
 * The sums in memory against a plain list of their keys: what is added up, what is refused, and what is forgotten when.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Draw, Used } from "@signalbox/memory/internal/ledger"
import { Ledger } from "@signalbox/memory/internal/ledger"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const memory = 1000

const at = (millis: number): Instant.Instant => Instant.make(1_800_000_000_000 + millis)

/** A ledger as its port describes it: each key is in one list, oldest first. */
class Model {
  readonly sums = new Map<string, number>()
  keys: Array<Used<string>> = []
  private readonly isForgotten: boolean

  constructor(isForgotten: boolean) {
    this.isForgotten = isForgotten
  }

  private isUsed(of: string, once: string): boolean {
    return this.keys.some((key) => key.of === of && key.once === once)
  }

  changes(draws: ReadonlyArray<Draw<string>>): ReadonlyArray<Draw<string>> {
    return draws.filter(({ of, once }, index) =>
      once === null ||
      !this.isUsed(of, once) && draws.findIndex((other) => other.of === of && other.once === once) === index
    )
  }

  short(draws: ReadonlyArray<Draw<string>>): string | null {
    const lacking = [...new Set(draws.map(({ of }) => of))].find((of) => {
      const mine = this.changes(draws).filter((draw) => draw.of === of)
      const amount = mine.reduce((sum, draw) => sum + draw.amount, 0)
      const left = (this.sums.get(of) ?? 0) - amount
      return amount > 0 && mine.some((draw) => draw.amount > 0 && left < draw.floor)
    })
    return lacking ?? null
  }

  apply(draws: ReadonlyArray<Draw<string>>, now: Instant.Instant): void {
    const changes = this.changes(draws)
    for (const { of } of draws) this.sums.set(of, this.sums.get(of) ?? 0)
    for (const { amount, of } of changes) this.sums.set(of, this.sums.get(of)! - amount)
    // The ledger keeps the keys of one sum together, in the order in which the sums are named.
    for (const name of new Set(draws.map(({ of }) => of))) {
      for (const { of, once } of changes) if (of === name && once !== null) this.keys.push({ of, once, at: now })
    }
    const most = 4 + 2 * changes.filter(({ once }) => once !== null).length
    for (let left = most; left > 0 && this.keys.length > 0 && now - this.keys[0]!.at >= memory; left--) {
      const { of } = this.keys.shift()!
      if (this.isForgotten && !this.keys.some((key) => key.of === of)) this.sums.delete(of)
    }
  }

  use(key: Used<string>): void {
    if (this.isUsed(key.of, key.once)) return
    this.keys.push(key)
    this.sums.set(key.of, this.sums.get(key.of) ?? 0)
  }

  drop(isNamed: (of: string) => boolean): void {
    this.keys = this.keys.filter(({ of }) => !isNamed(of))
    for (const of of this.sums.keys()) if (isNamed(of)) this.sums.delete(of)
  }
}

const names = ["a/1", "a/2", "b"] as const

const name = fc.constantFrom(...names)

const once = fc.constantFrom("k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8")

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      tag: fc.constant("Apply" as const),
      wait: fc.constantFrom(0, 0, 1, memory - 1, memory, memory + 1),
      draws: fc.array(
        fc.record({
          of: name,
          amount: fc.integer({ min: -3, max: 3 }),
          floor: fc.constantFrom(-2, 0, 1, -Infinity),
          once: fc.oneof(once, once, fc.constant(null))
        }),
        { maxLength: 12 }
      )
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ tag: fc.constant("Use" as const), of: name, once, age: fc.nat({ max: memory }) })
  },
  { weight: 1, arbitrary: fc.record({ tag: fc.constant("Clear" as const), prefix: fc.constantFrom("a/", "a/2", "b") }) }
)

const order = (one: string, other: string): number => one < other ? -1 : one === other ? 0 : 1

propWith({ runs: 300 })(
  "sums and keys are those of a plain list, in their order, and the oldest keys are forgotten a few at a time",
  fc.boolean(),
  fc.array(step, { maxLength: 25, size: "max" }),
  (isForgotten, steps) => {
    const ledger = new Ledger<string>(memory, isForgotten)
    const model = new Model(isForgotten)
    let now = 0
    for (const each of steps) {
      if (each.tag === "Clear") {
        ledger.clear(each.prefix)
        model.drop((of) => of.startsWith(each.prefix))
      } else if (each.tag === "Use") {
        const key = { of: each.of, once: each.once, at: at(now - each.age) }
        ledger.use(key)
        model.use(key)
      } else {
        now += each.wait
        const changes = ledger.changes(each.draws)
        const lacking = ledger.short(changes)
        expect(lacking).toBe(model.short(each.draws))
        if (lacking === null) {
          ledger.apply(changes, at(now))
          model.apply(each.draws, at(now))
        }
      }
      const kept = [...model.sums].toSorted(([one], [other]) => order(one, other))
      expect(ledger.named(() => true)).toEqual(kept)
      expect(names.map((of) => ledger.sum(of))).toEqual(names.map((of) => model.sums.get(of) ?? 0))
      expect(ledger.keysOf((of) => of !== "b")).toEqual(
        model.keys.filter(({ of }) => of !== "b")
          .toSorted((one, other) => order(one.of, other.of) || order(one.once, other.once))
      )
    }
  }
)

it("forgets four keys at a time when nothing is added, and with each that is added two more", () => {
  const ledger = new Ledger<string>(memory, true)
  for (let number = 0; number < 20; number++) ledger.use({ of: "sum", once: String(number), at: at(0) })
  const left = (draws: ReadonlyArray<Draw<string>>): number => {
    ledger.apply(ledger.changes(draws), at(memory))
    return ledger.keysOf((of) => of === "sum").length
  }
  const draw = (key: string | null): Draw<string> => ({ of: "other", amount: 1, floor: -Infinity, once: key })
  expect([left([]), left([draw(null)]), left([draw("one")]), left([draw("one"), draw("two")])]).toEqual([16, 12, 6, 0])
})
