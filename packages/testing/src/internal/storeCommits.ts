/**
 * Contract of the commit as a whole: all of it or nothing, and one bad commit harms no other.
 */
import type { Commit, Fence } from "@signalbox/core/Commit"
import { DispatchWork } from "@signalbox/core/Jobs"
import { applied, done, insufficient, stale, taken } from "@signalbox/core/Outcome"
import type { ClaimToken } from "@signalbox/core/Reply"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases } from "./given.ts"
import * as Sample from "./samples.ts"
import { alice, claimKey, contact, contactRef, count, due, event, eventRef, one, reply, spend, two } from "./samples.ts"

const claim = claimKey("key")
const other = DispatchWork.lane.of(Sample.bob)

/** Something of everything that a commit can change. */
interface World {
  readonly lease: Fence
  readonly token: ClaimToken
  /** Changes all of it. */
  readonly change: Commit
}

const prepare = Effect.fnUntraced(function*({ claim: lease, commit, idempotency }: Given) {
  yield* commit({
    puts: [contact(1), contact(2), Sample.webhook(1)],
    debits: [spend(-10, "top-up")],
    due: [
      due("held"),
      due("kept"),
      due("freed"),
      due("waiting", { at: Sample.minutes(5) }),
      due("in another lane", { at: Sample.minutes(5), lane: other })
    ]
  })
  const [held, kept, freed] = (yield* lease(one)).map(({ token, work }): Fence => ({ token, work }))
  const begun = yield* idempotency.begin(claim, "request", Sample.now)
  if (held === undefined || kept === undefined || freed === undefined || begun._tag !== "Started") {
    return yield* Effect.die("The world can not be prepared.")
  }
  const change: Commit = {
    expects: [],
    puts: [contact(1, { optOut: true }), contact(3)],
    deletes: [contactRef(2)],
    debits: [spend(1, "change")],
    counts: [count(1, "change", { ceiling: 1 })],
    tallies: [],
    events: [event(1)],
    due: [due("new")],
    completes: [held],
    holds: [kept],
    releases: [freed],
    pauses: [{ lane: other, until: Sample.minutes(10) }],
    cancels: [due("waiting").work],
    reply: reply(claim, begun.token)
  }
  return { lease: held, token: begun.token, change } satisfies World
})

/** Returns which parts of the world have changed; all or nothing is right. */
const changes = Effect.fnUntraced(function*(given: Given, { lease, token }: World) {
  const row = (number: number) => Effect.map(given.known(contactRef(number)), (known) => known.row)
  const begun = yield* given.idempotency.begin(claim, "request", Sample.now)
  const leases = yield* given.claim(one, { now: Sample.minutes(5) })
  const claimed = (key: string): boolean => leases.some(({ work }) => work.key === key)
  return {
    put: (yield* row(1)) !== null && !Equal.equals(yield* row(1), contact(1)),
    created: (yield* row(3)) !== null,
    deleted: (yield* row(2)) === null,
    spent: (yield* given.balance(alice)) !== 10,
    counted: (yield* given.counter("sends/today")) !== 0,
    happened: (yield* given.known(eventRef(1))).row !== null,
    delivered: leases.some(({ work }) => work.kind === "delivery"),
    due: claimed("new"),
    withdrawn: !claimed("waiting"),
    freed: claimed("freed"),
    paused: !claimed("in another lane"),
    settled: (yield* given.commit({ completes: [lease] }))._tag === "Stale",
    replied: begun._tag === "Finished",
    // An unfinished claim can still be finished with its token.
    finished: (yield* given.commit({ reply: reply(claim, token) }))._tag === "Stale"
  }
})

const every = (changed: boolean): Effect.Success<ReturnType<typeof changes>> => ({
  put: changed,
  created: changed,
  deleted: changed,
  spent: changed,
  counted: changed,
  happened: changed,
  delivered: changed,
  due: changed,
  withdrawn: changed,
  freed: changed,
  paused: changed,
  settled: changed,
  replied: changed,
  finished: changed
})

export const storeCommits = (harness: Harness): void => {
  describe("commits", () => {
    const it = cases(harness)

    it("has no verdicts for an empty batch, and Done for an empty commit", function*({ batch, commit }) {
      expect(yield* batch()).toEqual([])
      expect(yield* commit({})).toEqual(done)
    })

    it("applies all of a commit", function*(given) {
      const world = yield* prepare(given)
      expect(yield* given.commit(world.change)).toEqual(applied([], true))
      expect(yield* changes(given, world)).toEqual(every(true))
    })

    const refusals: ReadonlyArray<
      readonly [title: string, verdict: unknown, spoil: (world: World) => Partial<Commit>]
    > = [
      ["rests on a row that has changed", stale("row"), () => ({ expects: [{ ref: contactRef(1), version: 0 }] })],
      [
        "completes work with the wrong token",
        stale("lease"),
        ({ change, lease }) => ({
          completes: [...change.completes, { work: due("waiting").work, token: lease.token }]
        })
      ],
      [
        "holds a lease with the wrong token",
        stale("lease"),
        ({ lease }) => ({ holds: [{ work: due("waiting").work, token: lease.token }] })
      ],
      [
        "releases a lease with the wrong token",
        stale("lease"),
        ({ change, lease }) => ({ releases: [{ work: change.releases[0]!.work, token: lease.token }] })
      ],
      [
        "replies to a claim with the wrong token",
        stale("claim"),
        ({ change, token }) => ({ reply: { ...change.reply!, token: (token + 1) as ClaimToken } })
      ],
      [
        "replies to a claim of another account",
        stale("claim"),
        ({ change }) => ({ reply: { ...change.reply!, claim: claimKey("key", Sample.bob) } })
      ],
      [
        "would have a key that another row has",
        taken(Sample.contactNumber(1)),
        ({ change }) => ({ puts: [...change.puts, contact(4, { phone: 1 })] })
      ],
      [
        "rests on a key that is not free",
        stale("row"),
        () => ({ expects: [{ free: Sample.contactNumber(1) }] })
      ],
      [
        "debits more than there is",
        insufficient(alice),
        ({ change }) => ({ debits: [...change.debits, spend(10, "too much")] })
      ],
      [
        "counts beyond a ceiling",
        insufficient("sends/today"),
        ({ change }) => ({ counts: [...change.counts, count(1, "too much", { ceiling: 1 })] })
      ]
    ]
    for (const [title, verdict, spoil] of refusals) {
      it(`applies nothing of a commit that ${title}`, function*(given) {
        const world = yield* prepare(given)
        expect(yield* given.commit({ ...world.change, ...spoil(world) })).toEqual(verdict)
        expect(yield* changes(given, world)).toEqual(every(false))
      })

      it(`applies the others of a batch with a commit that ${title}`, function*(given) {
        const world = yield* prepare(given)
        const bad = { ...world.change, ...spoil(world) }
        const outcomes = yield* given.batch(bad, { puts: [contact(10)] }, bad, world.change, { puts: [contact(11)] })
        expect(outcomes).toEqual([verdict, done, verdict, applied([], true), done])
        expect(yield* changes(given, world)).toEqual(every(true))
        expect((yield* given.known(contactRef(10))).row).toEqual(contact(10))
        expect((yield* given.known(contactRef(11))).row).toEqual(contact(11))
      })
    }

    it("calls a commit Stale that is Insufficient as well", function*({ commit }) {
      expect(yield* commit({ expects: [{ ref: contactRef(1), version: 1 }], debits: [spend(1, "a")] }))
        .toEqual(stale("row"))
    })

    it("completes, replies and debits once, however often a commit comes", function*(given) {
      const world = yield* prepare(given)
      const outcomes = yield* given.batch(world.change, world.change)
      expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Done", "Stale"])
      expect((yield* given.commit(world.change))._tag).toBe("Stale")
      expect(yield* given.balance(alice)).toBe(9)
    })

    it("completes nothing and changes nothing with a lease that another node has taken over", function*(given) {
      const world = yield* prepare(given)
      yield* given.killNode(one)
      expect(yield* given.commit({ ...world.change, reply: null })).toEqual(stale("lease"))
      const taken = yield* given.claim(two)
      expect(yield* given.commit({ ...world.change, reply: null })).toEqual(stale("lease"))
      expect((yield* given.known(contactRef(3))).row).toBe(null)
      const [held, kept, freed] = taken.map(({ token, work }): Fence => ({ token, work }))
      expect(held?.work).toEqual(world.lease.work)
      const change = { ...world.change, completes: [held!], holds: [kept!], releases: [freed!], reply: null }
      expect(yield* given.commit(change)).toEqual(applied([], true))
    })

    it("takes a thousand commits in one batch", function*({ balance, batch, known }) {
      const outcomes = yield* batch(
        { debits: [spend(-500, "top-up")] },
        ...Array.from({ length: 1000 }, (_, index) => ({
          expects: [{ ref: contactRef(index), version: 0 }],
          puts: [contact(index)],
          debits: [spend(1, `send ${index}`)]
        }))
      )
      expect(outcomes.filter(({ _tag }) => _tag === "Done")).toHaveLength(501)
      expect(outcomes.slice(501)).toEqual(Array.from({ length: 500 }, () => insufficient(alice)))
      expect(yield* balance(alice)).toBe(0)
      expect((yield* known(contactRef(499))).row).toEqual(contact(499))
      expect((yield* known(contactRef(500))).row).toBe(null)
    })
  })
}
