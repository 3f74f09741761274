/**
 * Contract of debits and counts: relative, bounded, once for each key.
 */
import { make as money } from "@signalbox/core/Money"
import { done, insufficient } from "@signalbox/core/Outcome"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases } from "./given.ts"
import { alice, bob, contact, contactRef, count, spend } from "./samples.ts"

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const counter = "sends/today"

const debits = (harness: Harness): void => {
  const it = cases(harness)

  it("of one commit and account keep the highest of their floors, in whatever order", function*({ balance, commit }) {
    yield* commit({ debits: [spend(-100, "top-up")] })
    const [high, low] = [spend(10, "a", { floor: money(50) }), spend(50, "b", { floor: money(0) })]
    expect(yield* commit({ debits: [high, low] })).toEqual(insufficient(alice))
    expect(yield* commit({ debits: [low, high] })).toEqual(insufficient(alice))
    expect(yield* balance(alice)).toBe(100)
    expect(yield* commit({ debits: [spend(40, "b", { floor: money(0) }), high] })).toEqual(done)
    expect(yield* balance(alice)).toBe(50)
  })

  it("sums the debits of several commits in one batch", function*({ balance, batch }) {
    const outcomes = yield* batch(
      { debits: [spend(-10, "top-up")] },
      ...[1, 2, 3].map((amount) => ({ debits: [spend(amount, `send ${amount}`)] }))
    )
    expect(outcomes).toEqual([done, done, done, done])
    expect(yield* balance(alice)).toBe(4)
  })

  it("sums the debits of one commit", function*({ balance, commit }) {
    yield* commit({ debits: [spend(-10, "top-up")] })
    expect(yield* commit({ debits: [spend(1, "a"), spend(2, "b"), spend(3, "c")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(4)
    expect(yield* commit({ debits: [spend(2, "d"), spend(3, "e")] })).toEqual(insufficient(alice))
    expect(yield* commit({ debits: [spend(5, "f"), spend(-2, "g")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(1)
  })

  it("takes exactly what fits, in the order of the batch", function*({ balance, batch, commit, known }) {
    yield* commit({ debits: [spend(-10, "top-up")] })
    const outcomes = yield* batch(
      ...numbers(15).map((number) => ({ debits: [spend(1, `send ${number}`)], puts: [contact(number)] }))
    )
    expect(outcomes).toEqual(numbers(15).map((number) => number < 10 ? done : insufficient(alice)))
    expect(yield* balance(alice)).toBe(0)
    expect((yield* known(contactRef(9))).row).not.toBe(null)
    expect((yield* known(contactRef(10))).row).toBe(null)
  })

  it("takes a smaller spend after a larger one did not fit", function*({ balance, batch }) {
    const outcomes = yield* batch(
      { debits: [spend(-10, "top-up")] },
      { debits: [spend(11, "a")] },
      { debits: [spend(10, "b")] },
      { debits: [spend(1, "c")] },
      { debits: [spend(-3, "d")] },
      { debits: [spend(3, "e")] }
    )
    expect(outcomes).toEqual([done, insufficient(alice), done, insufficient(alice), done, done])
    expect(yield* balance(alice)).toBe(0)
  })

  it("never lets many at the same time take more than there is", function*({ balance, commit }) {
    yield* commit({ debits: [spend(-10, "top-up")] })
    const outcomes = yield* Effect.forEach(
      numbers(100),
      (number) => commit({ debits: [spend(1, `send ${number}`)] }),
      { concurrency: "unbounded" }
    )
    expect(outcomes.filter(({ _tag }) => _tag === "Done")).toHaveLength(10)
    expect(outcomes.filter(({ _tag }) => _tag === "Insufficient")).toHaveLength(90)
    expect(yield* balance(alice)).toBe(0)
  })

  it("debits once for each key, and applies the rest of a commit that repeats one", function*({
    balance,
    batch,
    commit,
    known
  }) {
    yield* commit({ debits: [spend(-10, "top-up")] })
    expect(yield* commit({ debits: [spend(4, "a"), spend(4, "a")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(6)
    expect(yield* commit({ debits: [spend(4, "a")], puts: [contact(1)] })).toEqual(done)
    expect((yield* known(contactRef(1))).row).toEqual(contact(1))
    expect(yield* batch({ debits: [spend(5, "b")] }, { debits: [spend(5, "b")] })).toEqual([done, done])
    expect(yield* balance(alice)).toBe(1)
    // A debit that was paid stays paid, whatever is left now.
    expect(yield* commit({ debits: [spend(4, "a"), spend(5, "b"), spend(-10, "top-up")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(1)
  })

  it("debits each time without a key, and keeps none", function*({ balance, batch, commit }) {
    yield* commit({ debits: [spend(-20, "top-up")] })
    expect(yield* commit({ debits: [spend(4, null), spend(4, null), spend(1, "a")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(11)
    expect(yield* batch({ debits: [spend(4, null)] }, { debits: [spend(4, null)] })).toEqual([done, done])
    expect(yield* balance(alice)).toBe(3)
    expect(yield* commit({ debits: [spend(4, null), spend(1, "a")] })).toEqual(insufficient(alice))
    expect(yield* commit({ debits: [spend(-2, null), spend(-2, null)] })).toEqual(done)
    expect(yield* commit({ debits: [spend(4, null), spend(1, "null")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(2)
  })

  it("keeps a key free whose commit was not applied", function*({ balance, commit }) {
    expect(yield* commit({ debits: [spend(5, "a")] })).toEqual(insufficient(alice))
    yield* commit({ debits: [spend(-5, "top-up")] })
    const gone = { ref: contactRef(1), version: 1 }
    expect((yield* commit({ expects: [gone], debits: [spend(5, "a")] }))._tag).toBe("Stale")
    expect(yield* commit({ debits: [spend(5, "a")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(0)
  })

  it("keeps accounts and their keys apart", function*({ balance, batch }) {
    const outcomes = yield* batch(
      { debits: [spend(-5, "a"), spend(-7, "a", { account: bob })] },
      { debits: [spend(5, "b"), spend(8, "b", { account: bob })] },
      { debits: [spend(1, "c"), spend(7, "c", { account: bob })] },
      { debits: [spend(1, "b")] },
      { debits: [spend(0, "b", { account: bob }), spend(1, "b")] }
    )
    expect(outcomes).toEqual([done, insufficient(bob), done, done, done])
    expect([yield* balance(alice), yield* balance(bob)]).toEqual([3, 0])
  })

  it("lets a balance down to the floor that a spend names", function*({ balance, commit }) {
    expect(yield* commit({ debits: [spend(3, "a", { floor: money(-3) })] })).toEqual(done)
    expect(yield* commit({ debits: [spend(1, "b", { floor: money(-3) })] })).toEqual(insufficient(alice))
    expect(yield* commit({ debits: [spend(1, "c", { floor: money(-9) }), spend(1, "d", { floor: money(-4) })] }))
      .toEqual(insufficient(alice))
    expect(yield* balance(alice)).toBe(-3)
  })

  it("always takes what is given and what changes nothing, also below the floor", function*({ balance, commit }) {
    yield* commit({ debits: [spend(5, "a", { floor: money(-5) })] })
    expect(yield* commit({ debits: [spend(-2, "b")] })).toEqual(done)
    expect(yield* commit({ debits: [spend(0, "c")] })).toEqual(done)
    expect(yield* commit({ debits: [spend(1, "d"), spend(-1, "e")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(-3)
    // A credit has no floor of its own.
    expect(yield* commit({ debits: [spend(2, "f", { floor: money(-4) }), spend(-1, "g")] })).toEqual(done)
    expect(yield* balance(alice)).toBe(-4)
  })
}

const counts = (harness: Harness): void => {
  const it = cases(harness)

  it("sums the counts of a batch and of a commit", function*({ batch, counter: read }) {
    expect(yield* batch({ counts: [count(1, "a"), count(2, "b")] }, { counts: [count(3, "c")] })).toEqual([done, done])
    expect(yield* read(counter)).toBe(6)
    expect(yield* read("another")).toBe(0)
  })

  it("counts up to the ceiling, in the order of the batch", function*({ batch, counter: read, known }) {
    const ceiling = 10
    const outcomes = yield* batch(
      ...numbers(5).map((number) => ({ counts: [count(3, `${number}`, { ceiling })], puts: [contact(number)] })),
      { counts: [count(1, "last", { ceiling })] },
      { counts: [count(1, "too much", { ceiling })] },
      { counts: [count(1, "another", { ceiling, counter: "another" })] }
    )
    expect(outcomes).toEqual([
      done,
      done,
      done,
      insufficient(counter),
      insufficient(counter),
      done,
      insufficient(counter),
      done
    ])
    expect(yield* read(counter)).toBe(10)
    expect((yield* known(contactRef(2))).row).not.toBe(null)
    expect((yield* known(contactRef(3))).row).toBe(null)
  })

  it("counts once for each key", function*({ batch, commit, counter: read }) {
    const ceiling = 2
    expect(yield* batch({ counts: [count(2, "a", { ceiling })] }, { counts: [count(2, "a", { ceiling })] }))
      .toEqual([done, done])
    expect(yield* commit({ counts: [count(2, "a"), count(1, "b"), count(1, "b")] })).toEqual(done)
    expect(yield* read(counter)).toBe(3)
    expect(yield* commit({ counts: [count(1, "a", { counter: "another" })] })).toEqual(done)
    expect(yield* read("another")).toBe(1)
  })

  it(
    "counts each time without a key, up and down, within a batch as well",
    function*({ batch, commit, counter: read }) {
      const ceiling = 5
      expect(yield* batch({ counts: [count(2, null, { ceiling })] }, { counts: [count(2, null, { ceiling })] }))
        .toEqual([done, done])
      expect(yield* read(counter)).toBe(4)
      expect(yield* commit({ counts: [count(2, null, { ceiling })] })).toEqual(insufficient(counter))
      // What one commit gives back it may take again.
      expect(yield* commit({ counts: [count(-3, null), count(4, null, { ceiling })] })).toEqual(done)
      expect(yield* commit({ counts: [count(-5, null)] })).toEqual(done)
      expect(yield* read(counter)).toBe(0)
    }
  )

  it("always counts down, also above the ceiling", function*({ commit, counter: read }) {
    yield* commit({ counts: [count(5, "a")] })
    expect(yield* commit({ counts: [count(-2, "b", { ceiling: 1 })] })).toEqual(done)
    expect(yield* commit({ counts: [count(1, "c", { ceiling: 3 })] })).toEqual(insufficient(counter))
    expect(yield* read(counter)).toBe(3)
  })

  it("applies neither counts nor debits when one of them is short", function*({ balance, commit, counter: read }) {
    yield* commit({ debits: [spend(-5, "top-up")] })
    const counts = [count(2, "a", { ceiling: 1 })]
    expect(yield* commit({ debits: [spend(1, "a")], counts })).toEqual(insufficient(counter))
    expect(yield* commit({ debits: [spend(6, "a")], counts: [count(1, "a", { ceiling: 1 })] })).toEqual(
      insufficient(alice)
    )
    expect([yield* balance(alice), yield* read(counter)]).toEqual([5, 0])
  })

  it("never lets many at the same time count beyond the ceiling", function*({ commit, counter: read }) {
    const outcomes = yield* Effect.forEach(
      numbers(100),
      (number) => commit({ counts: [count(1, `${number}`, { ceiling: 10 })] }),
      { concurrency: "unbounded" }
    )
    expect(outcomes.filter(({ _tag }) => _tag === "Done")).toHaveLength(10)
    expect(yield* read(counter)).toBe(10)
  })
}

const hour = 3_600_000
const day = 24 * hour

/** Changes a little, so that a store that clears up with each change has reason to. */
const stir = Effect.fnUntraced(function*({ commit }: Given, name: string) {
  for (const number of numbers(20)) {
    const once = `${name} ${number}`
    yield* commit({ debits: [spend(0, once, { account: bob })], counts: [count(0, once, { counter: "another" })] })
  }
})

const keys = (harness: Harness): void => {
  const it = cases(harness)

  it("of debits are known for thirty-one days, and cleared away then", function*(given) {
    const { age, balance, commit } = given
    yield* commit({ debits: [spend(-100, "top-up"), spend(1, "old")] })
    yield* age(30 * day)
    yield* stir(given, "first")
    yield* commit({ debits: [spend(2, "young"), spend(1, "old")] })
    expect(yield* balance(alice)).toBe(97)
    yield* age(day - hour)
    yield* stir(given, "second")
    yield* commit({ debits: [spend(1, "old"), spend(2, "young")] })
    expect(yield* balance(alice)).toBe(97)
    yield* age(2 * hour)
    yield* stir(given, "third")
    yield* commit({ debits: [spend(1, "old"), spend(2, "young")] })
    expect(yield* balance(alice)).toBe(96)
  })

  it("of counts are known for two days, and cleared away then", function*(given) {
    const { age, commit, counter: read } = given
    yield* commit({ counts: [count(1, "old")], debits: [spend(-1, "kept")] })
    yield* age(day)
    yield* commit({ counts: [count(1, "young")] })
    yield* age(day - hour)
    yield* stir(given, "first")
    yield* commit({ counts: [count(1, "old"), count(1, "young")] })
    expect(yield* read(counter)).toBe(2)
    yield* age(2 * hour)
    yield* stir(given, "second")
    yield* commit({ counts: [count(1, "old"), count(1, "young")], debits: [spend(-1, "kept")] })
    expect(yield* read(counter)).toBe(3)
    expect(yield* given.balance(alice)).toBe(1)
  })

  it("of counts take their counter with them, the last one does, and of debits no balance [XPR-198]", function*(given) {
    const { age, commit, counter: read } = given
    const lone = "counted by one key"
    yield* commit({ counts: [count(1, "old"), count(1, "old", { counter: lone })], debits: [spend(-1, "kept")] })
    yield* age(day)
    yield* commit({ counts: [count(1, "young")] })
    yield* age(day + hour)
    yield* stir(given, "first")
    expect(yield* read(counter)).toBe(2)
    expect(yield* read(lone)).toBe(0)
    yield* age(31 * day)
    yield* stir(given, "second")
    expect(yield* read(counter)).toBe(0)
    expect(yield* given.balance(alice)).toBe(1)
    yield* commit({ counts: [count(1, "new")] })
    expect(yield* read(counter)).toBe(1)
  })

  it("are cleared away however many they are, and sums stay", function*(given) {
    const { age, balance, batch } = given
    const spends = numbers(5000).map((number) => ({ debits: [spend(-1, `${number}`)] }))
    yield* batch(...spends)
    yield* age(32 * day)
    yield* stir(given, "first")
    expect(yield* balance(alice)).toBe(5000)
    // A store may clear away as it goes.
    for (let part = 0; part < 3; part++) {
      yield* batch(...numbers(1000).map((number) => ({ debits: [spend(-1, `${part} ${number}`)] })))
    }
    yield* batch(...spends)
    expect(yield* balance(alice)).toBe(13_000)
  })
}

export const storeMoney = (harness: Harness): void => {
  describe("debits", () => debits(harness))
  describe("counts", () => counts(harness))
  describe("keys", () => keys(harness))
}
