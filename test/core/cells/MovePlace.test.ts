/**
 * One side of a move: its residences change together with that of the first account, and its lanes are closed and opened
 * as those whom they belong to would have them.
 */
import type { Cells, Inside } from "@signalbox/core/Cells"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/internal/catalogue/Limit"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import * as MovePlace from "@signalbox/core/internal/cells/MovePlace"
import { Lines } from "@signalbox/core/internal/row/Line"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Residences } from "@signalbox/core/internal/row/Residence"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Lane } from "@signalbox/core/Work"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { eu, us } from "./World.ts"

interface Side {
  readonly place: MovePlace.MovePlace
  readonly store: Store["Service"]
  /** The commits that the move made, without what is empty in them. */
  readonly commits: Array<Partial<Commit.Commit>>
  /** How often workers were woken, here and elsewhere. */
  readonly woken: { here: number; elsewhere: number }
}

const filled = (commit: Commit.Commit): Partial<Commit.Commit> =>
  Object.fromEntries(Object.entries(commit).filter(([, part]) => Array.isArray(part) && part.length > 0))

/** A cell whose guarded store refuses everything. */
const side = (use: (side: Side) => Effect.Effect<void, unknown>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.provide(
    Effect.gen(function*() {
      const context = yield* Layer.build(Layer.fresh(MemoryStore.layer))
      const store = Context.get(context, Store)
      const commits: Side["commits"] = []
      const bare: Store["Service"] = {
        ...store,
        commit: (batch) => {
          commits.push(...batch.map(filled))
          return store.commit(batch)
        }
      }
      const woken = { here: 0, elsewhere: 0 }
      const guarded: Store["Service"] = {
        ...store,
        commit: () => Effect.die("guarded"),
        load: () => Effect.die("guarded")
      }
      const own = context.pipe(
        Context.add(Guard.Guard, Guard.make(bare, 0)),
        Context.add(Store, guarded),
        Context.add(WorkSignal, {
          raise: Effect.sync(() => void woken.here++),
          raiseHere: Effect.die("it is not this node alone"),
          raiseElsewhere: Effect.sync(() => void woken.elsewhere++),
          heard: Effect.never
        })
      )
      const cells: Cells["Service"] = {
        names: [us, eu],
        within: (cell, effect) => {
          expect(cell).toBe(eu)
          return Effect.provideContext(effect, own as Context.Context<Inside>)
        },
        start: () => Effect.void
      }
      yield* use({ place: MovePlace.make(cells, eu), store, commits, woken })
    }),
    TestClock.layer()
  )))

const [first, second] = [Given.accountId(1), Given.accountId(2)]
const leaving: State = { _tag: "Leaving", to: us }
const residence = (account: AccountId, state: State) => Commit.put(Residences, { account, state })
const expecting = (version: number) => [{ ref: { kind: "residence", key: first }, version }]

describe("the residence of the first account of a move", () => {
  it("is read with its version, and another one is put in its place", () =>
    side(({ place, store }) =>
      Effect.gen(function*() {
        expect(place.cell).toBe(eu)
        const none = yield* place.read(first)
        expect(none).toStrictEqual({ state: null, version: 0 })
        expect(place.headed(first, none, leaving)).toStrictEqual({
          expects: expecting(0),
          puts: [residence(first, leaving)]
        })
        expect(yield* place.commit(place.headed(first, none, leaving))).toEqual({ _tag: "Done" })
        const now = yield* place.read(first)
        expect(now).toStrictEqual({ state: leaving, version: expect.any(Number) })
        expect(now.version).toBeGreaterThan(0)
        // Whoever is late changes nothing.
        expect(yield* place.commit(place.headed(first, none, { _tag: "Here" }))).toMatchObject({ _tag: "Stale" })
        expect(yield* place.read(first)).toStrictEqual(now)
        expect(yield* place.read(second)).toStrictEqual({ state: null, version: 0 })
        yield* store.commit([Commit.make({ deletes: [{ kind: "residence", key: first }] })])
      })
    ))

  it("guards those of all others, two hundred with each commit", () =>
    side(({ commits, place, store }) =>
      Effect.gen(function*() {
        yield* place.commit(place.headed(first, yield* place.read(first), leaving))
        const head = yield* place.read(first)
        commits.length = 0
        const others = Array.from({ length: 401 }, (_, index) => Given.accountId(index + 2))
        expect(yield* place.settle([others[0]!, first, ...others.slice(1)], first, head, leaving)).toBe(true)
        const expected = [[0, 200], [200, 400], [400, 401]].map(([from, to]) => ({
          expects: expecting(head.version),
          puts: others.slice(from, to).map((account) => residence(account, leaving))
        }))
        expect(commits).toStrictEqual(expected)
        commits.length = 0
        expect(yield* place.settle([first], first, head, leaving)).toBe(true)
        expect(commits).toEqual([])
        // Once it has changed none is given another one, and the rest is not tried.
        yield* store.commit([Commit.make({ puts: [residence(first, { _tag: "Here" })] })])
        expect(yield* place.settle([first, ...others], first, head, { _tag: "Here" })).toBe(false)
        expect(commits).toHaveLength(1)
        expect((yield* place.read(second)).state).toEqual(leaving)
      })
    ))
})

describe("the lanes of accounts", () => {
  const webhooks = [1, 2].map(Given.webhookId)
  const own = (account: AccountId): ReadonlyArray<Lane> =>
    [
      "audit",
      "channel",
      "clone",
      "contact",
      "deadline",
      "document",
      "fanout",
      "inbound",
      "look_up",
      "media",
      "prefix",
      "privacy",
      "profile",
      "retention",
      "review",
      "send",
      "verification"
    ].map((kind): Lane => `${kind}:${account}`)

  it("are all of each account, of its webhooks, and of its lines in which something waits", () =>
    side(({ place, store }) =>
      Effect.gen(function*() {
        const lines = Array.from({ length: 1001 }, (_, index): Lane => {
          const name = String(index).padStart(4, "0")
          // Every other line is nobody's whom it is asked about.
          return `submission:c${name}/${index % 2 === 0 ? second : Given.accountId(3)}`
        })
        yield* store.commit([Commit.make({
          puts: webhooks.map((id) => Commit.put(Webhooks, Given.webhook({ id, account: first }))),
          due: lines.map((lane) => ({ work: { kind: "dispatch", key: lane }, lane, at: Given.now }))
        })])
        expect(yield* place.lanesOf([first, second])).toStrictEqual([
          ...[...own(first), ...webhooks.flatMap((id): ReadonlyArray<Lane> => [`delivery:${id}`, `retry:${id}`])]
            .toSorted(),
          ...own(second),
          ...lines.filter((lane) => lane.endsWith(second))
        ])
      })
    ))

  it("are closed until somebody opens them, two hundred with each commit", () =>
    side(({ commits, place, woken }) =>
      Effect.gen(function*() {
        const lanes = Array.from({ length: 201 }, (_, index): Lane => `send:${index}`)
        yield* place.pause(lanes)
        const pauses = lanes.map((lane) => ({ lane, until: Limit.pausedForEver }))
        expect(commits).toStrictEqual([{ pauses: pauses.slice(0, 200) }, { pauses: pauses.slice(200) }])
        yield* place.pause([])
        expect(commits).toHaveLength(2)
        expect(woken).toEqual({ here: 0, elsewhere: 0 })
      })
    ))

  it("are opened, but for those that the operator has paused, and those whose carrier is busy still", () =>
    side(({ commits, place, store, woken }) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Given.now)
        const line = (carrier: string, until: number) =>
          Commit.put(Lines, {
            carrier: Given.carrierId(carrier),
            account: first,
            busySince: Instant.make(0),
            until: Instant.make(until)
          })
        yield* store.commit([Commit.make({
          puts: [
            line("busy", Given.now + 1),
            line("over", Given.now),
            line("paused", Given.now + 5),
            Commit.put(RestrictionRows, {
              all: [
                { on: `send:${second}`, mode: "paused", since: Given.now },
                { on: "submission:paused", mode: "paused", since: Given.now },
                { on: `channel:${second}`, mode: "drained", since: Given.now }
              ]
            })
          ]
        })])
        const until: Readonly<Record<Lane, Instant.Instant | null>> = {
          [`send:${first}`]: null,
          [`send:${second}`]: Limit.pausedForEver,
          [`channel:${second}`]: null,
          [`submission:busy/${first}`]: Instant.make(Given.now + 1),
          [`submission:busy/${second}`]: null,
          [`submission:over/${first}`]: null,
          [`submission:paused/${first}`]: Limit.pausedForEver,
          [`submission:none/${first}`]: null,
          // A line is that of submissions alone.
          [`send:busy/${first}`]: null
        }
        const lanes = Object.keys(until) as ReadonlyArray<Lane>
        yield* place.open([...lanes, ...lanes])
        expect(commits).toStrictEqual([{ pauses: lanes.map((lane) => ({ lane, until: until[lane] })) }])
        expect(woken).toEqual({ here: 1, elsewhere: 1 })
        yield* place.open([])
        expect(woken).toEqual({ here: 2, elsewhere: 2 })
        expect(commits).toHaveLength(1)
      })
    ))
})
