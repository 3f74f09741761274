/**
 * Contract of rows: versions, puts, deletes, and that a row comes back as it went in.
 */
import type { Ref } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import { none } from "@signalbox/core/Needs"
import { done, stale } from "@signalbox/core/Outcome"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Rows from "../generate/Rows.ts"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import { cases, run } from "./given.ts"
import { alice, bob, contact, contactRef } from "./samples.ts"

const absent = { version: 0, row: null }

const roundTrips = (harness: Harness): void => {
  for (const kind of Rows.kindNames) {
    // Many rows together, because a store of its own for every run costs more than the rows do.
    propWith({ runs: 10 })(
      `gives a row of kind ${kind} back as it was put`,
      fc.array(Rows.of(kind), { minLength: 1, maxLength: 15 }).map(Rows.together),
      (rows) =>
        run(harness, function*({ commit, store }) {
          expect(yield* commit({ puts: rows })).toEqual(done)
          const { rows: found } = yield* store.load({ ...none, rows })
          expect(rows.map((row) => found.get(row)?.row)).toEqual(rows)
        })
    )
  }
}

export const storeRows = (harness: Harness): void => {
  describe("rows", () => {
    const it = cases(harness)
    const ref = contactRef(1)
    const optedOut = { puts: [contact(1, { optOut: true })] }

    roundTrips(harness)

    it("are given for every key that was asked for, once, absent ones with version 0", function*({ commit, store }) {
      yield* commit({ puts: [contact(1)] })
      const refs: ReadonlyArray<Ref> = [contactRef(1), contactRef(2), { kind: "message", key: contactRef(1).key }]
      const facts = yield* store.load({
        ...none,
        rows: [...refs, ...refs],
        balances: [alice, bob, alice],
        counters: ["a", "b", "a"]
      })
      expect(facts.rows.refs().map(refText).toSorted()).toEqual(refs.map(refText).toSorted())
      expect(facts.rows.get(refs[0]!)?.row).toEqual(contact(1))
      expect(refs.slice(1).map((each) => facts.rows.get(each))).toEqual([absent, absent])
      expect([...facts.balances]).toEqual([[alice, 0], [bob, 0]])
      expect([...facts.counters]).toEqual([["a", 0], ["b", 0]])
    })

    it("raises the version with every put, whoever expects on it", function*({ commit, known }) {
      const versions: Array<number> = []
      for (let time = 0; time < 4; time++) {
        yield* commit({ puts: [contact(1)] })
        versions.push((yield* known(ref)).version)
      }
      expect(versions[0]).toBeGreaterThan(0)
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    })

    it("applies what relies on the version that stands, and nothing else", function*({ batch, commit, known }) {
      yield* commit({ puts: [contact(1)] })
      const { version } = yield* known(ref)
      const expects = [{ ref, version }]
      expect(
        yield* batch({ expects, puts: [contact(2)] }, { expects: [{ ref, version: 0 }], puts: [contact(3)] })
      )
        .toEqual([done, stale("row")])
      expect(yield* commit({ expects, ...optedOut })).toEqual(done)
      expect(yield* commit({ expects, puts: [contact(4)] })).toEqual(stale("row"))
      expect(yield* known(ref)).toMatchObject({ row: contact(1, { optOut: true }) })
      expect([(yield* known(contactRef(3))).row, (yield* known(contactRef(4))).row]).toEqual([null, null])
    })

    it("creates a row once for those who rely on its absence", function*({ commit, known }) {
      const expects = [{ ref, version: 0 }]
      expect(yield* commit({ expects, puts: [contact(1)] })).toEqual(done)
      expect(yield* commit({ expects, ...optedOut })).toEqual(stale("row"))
      expect((yield* known(ref)).row).toEqual(contact(1))
    })

    it("creates a row once when two of one batch rely on its absence", function*({ batch, known }) {
      const expects = [{ ref, version: 0 }]
      expect(yield* batch({ expects, puts: [contact(1)] }, { expects, ...optedOut })).toEqual([
        done,
        stale("row")
      ])
      expect((yield* known(ref)).row).toEqual(contact(1))
    })

    it("changes a row once when two of one batch rely on one version", function*({ batch, commit, known }) {
      yield* commit({ puts: [contact(1)] })
      const expects = [{ ref, version: (yield* known(ref)).version }]
      expect(yield* batch({ expects, ...optedOut }, { expects, puts: [contact(1)] })).toEqual([
        done,
        stale("row")
      ])
      expect((yield* known(ref)).row).toEqual(contact(1, { optOut: true }))
    })

    it("takes two puts of one new row in one batch, one after the other", function*({ batch, known }) {
      expect(yield* batch({ puts: [contact(1)] }, optedOut)).toEqual([done, done])
      expect((yield* known(ref)).row).toEqual(contact(1, { optOut: true }))
    })

    it("takes two puts of one known row in one batch, one after the other", function*({ batch, commit, known }) {
      yield* commit({ puts: [contact(1)] })
      expect(yield* batch(optedOut, { puts: [contact(1), contact(2)] }, optedOut)).toEqual([done, done, done])
      expect((yield* known(ref)).row).toEqual(contact(1, { optOut: true }))
      expect((yield* known(contactRef(2))).row).toEqual(contact(2))
    })

    it("keeps the last of several puts of one row in one commit", function*({ commit, known }) {
      expect(yield* commit({ puts: [contact(1), contact(2), ...optedOut.puts] })).toEqual(done)
      expect((yield* known(ref)).row).toEqual(contact(1, { optOut: true }))
      expect((yield* known(contactRef(2))).row).toEqual(contact(2))
    })

    it("deletes, and never gives a row that comes again a version that it had", function*({ commit, known }) {
      const seen = new Set<number>()
      for (let time = 0; time < 3; time++) {
        expect(yield* commit({ expects: [{ ref, version: 0 }], puts: [contact(1)] })).toEqual(done)
        seen.add((yield* known(ref)).version)
        expect(yield* commit({ deletes: [ref] })).toEqual(done)
        expect(yield* known(ref)).toEqual(absent)
      }
      expect(seen.size).toBe(3)
      yield* commit({ puts: [contact(1)] })
      for (const version of seen) {
        expect(yield* commit({ expects: [{ ref, version }], deletes: [ref] })).toEqual(stale("row"))
      }
    })

    it("deletes what an earlier commit of the same batch put, and the other way round", function*({ batch, known }) {
      expect(yield* batch({ puts: [contact(1)] }, { deletes: [ref] }, { puts: [contact(2)] })).toEqual([
        done,
        done,
        done
      ])
      expect(yield* known(ref)).toEqual(absent)
      expect(yield* batch({ deletes: [contactRef(2)] }, { puts: [contact(2)] })).toEqual([done, done])
      expect((yield* known(contactRef(2))).row).toEqual(contact(2))
    })

    it("puts a row that one commit both deletes and puts", function*({ commit, known }) {
      yield* commit({ puts: [contact(1)] })
      expect(yield* commit({ deletes: [ref], ...optedOut })).toEqual(done)
      expect((yield* known(ref)).row).toEqual(contact(1, { optOut: true }))
    })

    it("deletes what is not there without a word", function*({ commit, known }) {
      expect(yield* commit({ deletes: [ref, ref] })).toEqual(done)
      expect(yield* known(ref)).toEqual(absent)
    })

    it("lets exactly one of many win that rely on one version at the same time", function*({ commit, known }) {
      yield* commit({ puts: [contact(1)] })
      const expects = [{ ref, version: (yield* known(ref)).version }]
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => index),
        (index) => commit({ expects, puts: [contact(1, { optOut: true }), contact(100 + index)] }),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter(({ _tag }) => _tag === "Done")).toHaveLength(1)
      const winner = outcomes.findIndex(({ _tag }) => _tag === "Done")
      for (let index = 0; index < 50; index++) {
        expect((yield* known(contactRef(100 + index))).row === null).toBe(index !== winner)
      }
    })
  })
}
