/**
 * The contract of unique keys: at most one row has each, the row is found by it, and a commit can expect that no row
 * has it.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import { none } from "@signalbox/core/Needs"
import { done, stale, taken } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases } from "./given.ts"
import { alice, bob, contact, contactNumber, contactRef, spend } from "./samples.ts"

const numbers = Array.from({ length: 30 }, (_, index) => index)

/** Returns who has these numbers of the first account: the contacts' own numbers, or null. */
const owners = ({ store }: Given, ...phones: ReadonlyArray<number>) =>
  Effect.map(
    store.load({ ...none, uniques: phones.map((phone) => contactNumber(phone)) }),
    (facts) => phones.map((phone) => facts.owners.get(uniqueText(contactNumber(phone))))
  )

const absent = (number: number) => ({ ref: contactRef(number), version: 0 })
const free = (phone: number) => ({ free: contactNumber(phone) })

const findings = (harness: Harness): void => {
  const it = cases(harness)

  it("finds the row that has a key, as it stands, and says when nobody has it", function*({ commit, known, store }) {
    yield* commit({ puts: [contact(1), contact(2, { account: bob })] })
    yield* commit({ puts: [contact(1, { optOut: true })] })
    const [mine, nobodys, theirs] = [contactNumber(1), contactNumber(2), contactNumber(2, bob)]
    const facts = yield* store.load({ ...none, uniques: [mine, nobodys, theirs, mine] })
    expect([...facts.owners].toSorted()).toEqual(
      [[uniqueText(mine), contactRef(1)], [uniqueText(nobodys), null], [uniqueText(theirs), contactRef(2)]].toSorted()
    )
    expect(facts.rows.refs().map(refText).toSorted()).toEqual([contactRef(1), contactRef(2)].map(refText))
    expect(facts.rows.get(contactRef(1))).toEqual(yield* known(contactRef(1)))
    expect(facts.rows.get(contactRef(1))?.row).toEqual(contact(1, { optOut: true }))
  })

  it("finds rows by their own keys and by unique ones in one question", function*({ commit, store }) {
    yield* commit({ puts: [contact(1), contact(2)] })
    const facts = yield* store.load({ ...none, rows: [contactRef(1), contactRef(3)], uniques: [contactNumber(2)] })
    expect([1, 2, 3].map((number) => facts.rows.get(contactRef(number))?.row ?? null))
      .toEqual([contact(1), contact(2), null])
  })
}

/** Commits that bring about that the first contact's number is free again, and what they leave. */
const releases: ReadonlyArray<readonly [title: string, parts: Partial<Commit>]> = [
  ["its row is deleted", { deletes: [contactRef(1)] }],
  ["its row has another one", { puts: [contact(1, { phone: 9 })] }]
]

const conflicts = (harness: Harness): void => {
  const it = cases(harness)
  const rival = contact(2, { phone: 1 })

  it("refuses a row whose key another one has, and says which", function*(given) {
    yield* given.commit({ puts: [contact(1)] })
    expect(yield* given.commit({ puts: [contact(3), rival] })).toEqual(taken(contactNumber(1)))
    expect(yield* given.commit({ expects: [absent(2)], puts: [rival] })).toEqual(taken(contactNumber(1)))
    expect((yield* given.known(contactRef(2))).row).toBe(null)
    expect(yield* owners(given, 1, 3)).toEqual([contactRef(1), null])
    expect((yield* given.store.list({ list: "contacts", scope: alice, offset: 0, limit: 9 })).total).toBe(1)
  })

  it("refuses a known row that would take another one's key", function*(given) {
    yield* given.commit({ puts: [contact(1), contact(2)] })
    const expects = [{ ref: contactRef(2), version: (yield* given.known(contactRef(2))).version }]
    expect(yield* given.commit({ expects, puts: [rival] })).toEqual(taken(contactNumber(1)))
    expect(yield* owners(given, 1, 2)).toEqual([contactRef(1), contactRef(2)])
  })

  it("keeps a key for a row that is put again, whether its version was expects on or not", function*(given) {
    yield* given.commit({ puts: [contact(1)] })
    const expects = [{ ref: contactRef(1), version: (yield* given.known(contactRef(1))).version }]
    expect(yield* given.commit({ expects, puts: [contact(1, { optOut: true })] })).toEqual(done)
    expect(yield* given.commit({ puts: [contact(1)] })).toEqual(done)
    expect(yield* given.commit({ puts: [rival] })).toEqual(taken(contactNumber(1)))
  })

  it("refuses two rows of one commit with one key", function*(given) {
    expect(yield* given.commit({ puts: [contact(1), rival] })).toEqual(taken(contactNumber(1)))
    expect(yield* owners(given, 1)).toEqual([null])
  })

  it("sees of several puts of one row only the last", function*(given) {
    expect(yield* given.commit({ puts: [contact(1), rival, contact(1, { phone: 5 })] })).toEqual(done)
    expect(yield* owners(given, 1, 5)).toEqual([contactRef(2), contactRef(1)])
  })

  it("leaves a key with its row when another one has it only between two puts", function*(given) {
    yield* given.commit({ puts: [contact(1)] })
    expect(yield* given.commit({ puts: [rival, contact(2)] })).toEqual(done)
    expect(yield* owners(given, 1, 2)).toEqual([contactRef(1), contactRef(2)])
    expect(yield* given.commit({ puts: [contact(3, { phone: 1 })] })).toEqual(taken(contactNumber(1)))
  })

  it("gives a key to the first of a batch that takes it", function*(given) {
    const other = contact(3, { phone: 1 })
    expect(yield* given.batch({ puts: [rival] }, { puts: [contact(1)] }, { puts: [other, contact(4)] }))
      .toEqual([done, taken(contactNumber(1)), taken(contactNumber(1))])
    expect(yield* owners(given, 1, 4)).toEqual([contactRef(2), null])
  })

  it("is Stale before it is Taken, and Taken before it is Insufficient", function*({ commit }) {
    yield* commit({ puts: [contact(1)] })
    expect(yield* commit({ expects: [{ ref: contactRef(5), version: 1 }], puts: [rival] })).toEqual(stale("row"))
    expect(yield* commit({ debits: [spend(5, "a")], puts: [rival] })).toEqual(taken(contactNumber(1)))
  })

  for (const [title, parts] of releases) {
    it(`frees a key when ${title}`, function*(given) {
      yield* given.commit({ puts: [contact(1)] })
      expect(yield* given.commit(parts)).toEqual(done)
      expect(yield* owners(given, 1)).toEqual([null])
      expect(yield* given.commit({ puts: [rival] })).toEqual(done)
      expect(yield* owners(given, 1)).toEqual([contactRef(2)])
    })

    it(`frees a key within a commit when ${title}`, function*(given) {
      yield* given.commit({ puts: [contact(1)] })
      expect(yield* given.commit({ ...parts, puts: [rival, ...parts.puts ?? []] })).toEqual(done)
      expect(yield* owners(given, 1)).toEqual([contactRef(2)])
    })

    it(`frees a key for those later in the batch when ${title}`, function*(given) {
      yield* given.commit({ puts: [contact(1)] })
      expect(yield* given.batch({ puts: [rival] }, parts, { puts: [rival] }))
        .toEqual([taken(contactNumber(1)), done, done])
      expect(yield* owners(given, 1)).toEqual([contactRef(2)])
    })

    it(`frees a key when ${title} and its version was expects on`, function*(given) {
      yield* given.commit({ puts: [contact(1)] })
      const expects = [{ ref: contactRef(1), version: (yield* given.known(contactRef(1))).version }]
      expect(yield* given.commit({ ...parts, expects })).toEqual(done)
      expect(yield* owners(given, 1)).toEqual([null])
    })
  }

  it("lets two rows exchange their keys in one commit", function*(given) {
    yield* given.commit({ puts: [contact(1), contact(2)] })
    expect(yield* given.commit({ puts: [contact(1, { phone: 2 }), rival] })).toEqual(done)
    expect(yield* owners(given, 1, 2)).toEqual([contactRef(2), contactRef(1)])
    expect(yield* given.commit({ deletes: [contactRef(2)] })).toEqual(done)
    expect(yield* owners(given, 1, 2)).toEqual([null, contactRef(1)])
  })

  it("keeps nothing of a key that was taken and given up within a batch", function*(given) {
    const outcomes = yield* given.batch({ puts: [contact(1)] }, { deletes: [contactRef(1)] }, { puts: [rival] }, {
      puts: [contact(2)]
    })
    expect(outcomes).toEqual([done, done, done, done])
    expect(yield* owners(given, 1, 2)).toEqual([null, contactRef(2)])
  })
}

const reliances = (harness: Harness): void => {
  const it = cases(harness)

  it("applies what relies on a key's being free as long as it is", function*({ batch, commit, known }) {
    expect(yield* commit({ expects: [free(1)], puts: [contact(5)] })).toEqual(done)
    expect(yield* batch({ expects: [free(1)], puts: [contact(1)] }, { expects: [free(1)], puts: [contact(6)] }))
      .toEqual([done, stale("row")])
    expect(yield* commit({ expects: [free(1)], puts: [contact(7)] })).toEqual(stale("row"))
    yield* commit({ deletes: [contactRef(1)] })
    expect(yield* commit({ expects: [free(1)], puts: [contact(8)] })).toEqual(done)
    const rows: Array<Row | null> = []
    for (const number of [5, 6, 7, 8]) rows.push((yield* known(contactRef(number))).row)
    expect(rows).toEqual([contact(5), null, null, contact(8)])
  })

  it("gives one key to one of many that take it at the same time", function*(given) {
    const outcomes = yield* Effect.forEach(
      numbers,
      (number) => given.commit({ puts: [contact(number, { phone: 1 }), contact(100 + number)] }),
      { concurrency: "unbounded" }
    )
    const winner = outcomes.findIndex(({ _tag }) => _tag === "Done")
    expect(outcomes).toEqual(numbers.map((number) => number === winner ? done : taken(contactNumber(1))))
    expect(yield* owners(given, 1)).toEqual([contactRef(winner)])
    for (const number of numbers) {
      expect((yield* given.known(contactRef(100 + number))).row === null).toBe(number !== winner)
    }
  })

  it("lets no two that each rely on a key that the other takes both win", function*(given) {
    for (const round of numbers) {
      const [left, right] = [2 * round, 2 * round + 1]
      const outcomes = yield* Effect.all([
        given.commit({ expects: [free(left)], puts: [contact(right)] }),
        given.commit({ expects: [free(right)], puts: [contact(left)] })
      ], { concurrency: "unbounded" })
      expect(outcomes.map(({ _tag }) => _tag).toSorted()).toEqual(["Done", "Stale"])
    }
  })

  it("passes a key on while others want it, and never to two", function*(given) {
    yield* given.commit({ puts: [contact(0, { phone: 1 })] })
    let holder: Ref = contactRef(0)
    for (const round of numbers) {
      const [one, other] = [2 * round + 10, 2 * round + 11]
      const outcomes = yield* Effect.forEach(
        [one, other],
        (number) => given.commit({ deletes: [holder], puts: [contact(number, { phone: 1 })] }),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter(({ _tag }) => _tag === "Done").length).toBe(1)
      holder = contactRef(outcomes[0]!._tag === "Done" ? one : other)
      expect(yield* owners(given, 1)).toEqual([holder])
    }
  })
}

export const storeUniques = (harness: Harness): void => {
  describe("unique keys", () => {
    findings(harness)
    conflicts(harness)
    reliances(harness)
  })
}
