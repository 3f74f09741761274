/**
 * Each work item belongs to one node, while nodes come, go silent and come back, with heartbeats that the tests
 * make.
 */
import { make } from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant, plus } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as ServiceClock from "@signalbox/core/internal/engine/ServiceClock"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, leasesOf, stale } from "@signalbox/core/Outcome"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { Due, Lane, Lease } from "@signalbox/core/Work"
import type { HostConnection } from "@signalbox/postgres/HostClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { SettableClock } from "../crash/SettableClock.ts"
import * as Leases from "../stores/Leases.ts"
import * as ByHand from "./ByHand.ts"
import { lanes, suite } from "./Client.ts"
import { isHeldUp } from "./HeldUp.ts"
import { ManualClock } from "./ManualClock.ts"
import * as Proxies from "./Proxy.ts"

const { harness, node, postgres } = suite("lives", { heartbeatMillis: 60_000 })

const alice = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const [one, two] = ["one" as NodeId, "two" as NodeId]

const due = (key: string): Due => ({ work: { kind: "dispatch", key }, lane: DispatchWork.lane.of(alice), at: now })

/** A case on several nodes that share one empty storage. */
const nodes = (
  count: number,
  body: (...nodes: ReadonlyArray<Services>) => Effect.Effect<void, StoreError, Scope.Scope>
) =>
() =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const first = yield* harness.make
    const others = yield* Effect.replicateEffect(node, count - 1)
    yield* body(first, ...others)
  })))

/** Work that the node "one" holds as soon as it is committed. */
const born = {
  work: { kind: "submission", key: "a" },
  lane: "submission:sms-a/one",
  at: now,
  holder: { node: one, offset: 0 }
} as const

describe("a node", () => {
  it(
    "whose id another process has taken says so, and does not take it back as long as that one lives",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        yield* a!.store.commit([make({ due: [due("a"), due("b"), due("c")] })])
        const claim = ({ store }: Services) => Leases.claim(store, { node: one, offset: 0, limit: 1, lanes })
        const settle = (leases: ReadonlyArray<Lease>) =>
          make({ completes: leases.map(({ token, work }) => ({ work, token })) })
        const first = yield* claim(a!)
        const taken = yield* claim(b!)
        expect([first, taken].map((leases) => leases.map(({ work }) => work.key))).toEqual([["a"], ["a"]])
        for (const _ of [1, 2]) {
          expect(yield* Effect.result(claim(a!))).toMatchObject({
            failure: { reason: "failed", message: expect.stringContaining("another process works as the node \"one\"") }
          })
        }
        expect(yield* a!.store.commit([settle(first)])).toEqual([stale("lease")])
        expect(yield* b!.store.commit([settle(taken)])).toEqual([done])
        const next = yield* claim(b!)
        expect(next.map(({ work }) => work.key)).toEqual(["b"])
        yield* b!.killNode(one)
        const back = yield* claim(a!)
        expect(back.map(({ work }) => work.key)).toEqual(["b"])
        expect(yield* a!.store.commit([settle(back)])).toEqual([done])
      }))
  )

  it(
    "that chose a lane before another took it finds that out before it takes work of it",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        // Both are known from here on.
        const claim = ({ store }: Services, node: NodeId) => Leases.claim(store, { node, offset: 0, limit: 1, lanes })
        for (const [services, node] of [[a!, one], [b!, two]] as const) yield* claim(services, node)
        yield* a!.store.commit([make({ due: [due("a"), due("b")] })])
        let slow: Promise<ReadonlyArray<Lease>> | undefined
        let quick: ReadonlyArray<Lease> = []
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`select 1 from "${schema}".node where id = 'one' for update`)
          // It has looked at the lanes as they are now, and waits for its own row.
          slow = Effect.runPromise(claim(a!, one))
          yield* isHeldUp(client, schema, slow)
          quick = yield* Effect.promise(() => Effect.runPromise(claim(b!, two)))
        }))
        expect(quick.map(({ work }) => work.key)).toEqual(["a"])
        expect(yield* Effect.promise(() => slow!)).toEqual([])
      }).pipe(Effect.orDie))
  )

  it(
    "that is being buried is given nothing by its own commit",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        const claim = ({ store }: Services, node: NodeId) => Leases.claim(store, { node, offset: 0, limit: 1, lanes })
        for (const [services, node] of [[a!, one], [b!, two]] as const) yield* claim(services, node)
        let slow: Promise<ReadonlyArray<Outcome>> | undefined
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`delete from "${schema}".node where id = 'one'`)
          // It sees a node that lives, and waits for its row.
          slow = Effect.runPromise(a!.store.commit([make({ due: [born] })]))
          yield* isHeldUp(client, schema, slow)
        }))
        expect(yield* Effect.promise(() => slow!)).toEqual([done])
        expect((yield* claim(b!, two)).map(({ work }) => work.key)).toEqual(["a"])
      }).pipe(Effect.orDie))
  )

  it(
    "is given work of a lane whose pause is over, though nobody has taken the pause away yet",
    nodes(1, (a) =>
      Effect.gen(function*() {
        yield* Leases.claim(a!.store, { node: one, offset: 0, limit: 1, lanes })
        const later = plus(yield* a!.store.now, 300_000)
        const given = (lane: Lane, until: Instant) =>
          Effect.gen(function*() {
            yield* a!.store.commit([make({ pauses: [{ lane, until }] })])
            const [outcome] = yield* a!.store.commit([
              make({ due: [{ ...born, lane, work: { ...born.work, key: lane } }] })
            ])
            return leasesOf(outcome!).length
          })
        expect(yield* given("submission:sms-a/paused", later)).toBe(0)
        expect(yield* given("submission:sms-a/open", now)).toBe(1)
      }))
  )

  it(
    "is given nothing within a transaction that its host may still roll back",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        yield* Leases.claim(a!.store, { node: one, offset: 0, limit: 1, lanes })
        const commit = a!.store.commit([make({ due: [born] })])
        expect(yield* client.withTransaction(commit)).toEqual([done])
        const connection = yield* client.reserve
        const query = (text: string, params: ReadonlyArray<unknown> = []) =>
          Effect.runPromise(connection.execute(text, params, undefined)).then((rows) => ({ rows }))
        yield* Effect.promise(() => query("begin"))
        const outcomes = yield* Effect.flatMap(Store, (store) => store.commit([make({ due: [born] })])).pipe(
          Effect.provide(PostgresStore.layerTransaction({ query } as HostConnection, { schema })),
          Effect.ensuring(Effect.promise(() => query("commit")))
        )
        expect(outcomes).toEqual([done])
        expect((yield* Leases.claim(b!.store, { node: two, offset: 0, limit: 1, lanes })).map(({ work }) => work.key))
          .toEqual(["a"])
      }).pipe(Effect.scoped, Effect.orDie))
  )
})

const beatMillis = 60_000

/** One more process on the same storage, whose time is made by hand. */
const byHand = Effect.map(
  Effect.suspend(() => ByHand.make(postgres(), beatMillis)),
  (process) => ({ ...process, beat: Effect.promise(() => process.clock.turn(beatMillis)) })
)

const ask = (text: string) => Effect.orDie(postgres().client.unsafe<{ readonly id: string }>(text))
const living = Effect.suspend(() =>
  Effect.map(ask(`select id from "${postgres().schema}".node order by id`), (rows) => rows.map(({ id }) => id))
)
const silence = (id: string) =>
  ask(`update "${postgres().schema}".node set seen_at = now() - interval '1 hour' where id = '${id}'`)

/** A clock of a node that is an hour ahead of everybody else's. */
class FastClock extends ManualClock {
  override readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.currentTimeMillisUnsafe())

  override currentTimeMillisUnsafe(): number {
    return super.currentTimeMillisUnsafe() + 3_600_000
  }
}

describe("a node whose clock is wrong", () => {
  it(
    "gets what is due by the server's clock, and sees how late its own is",
    nodes(1, (a) =>
      Effect.gen(function*() {
        const { store } = a!
        const clock = new FastClock(yield* Clock.Clock)
        const there = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Clock.Clock, clock)
        const at = plus(yield* store.now, 1_800_000)
        yield* store.commit([make({ due: [due("now"), { ...due("later"), at }] })])
        expect((yield* there(Clock.currentTimeMillis)) - (yield* there(store.now))).toBeGreaterThan(3_500_000)
        const claim = there(Leases.claim(store, { node: one, offset: 0, limit: 9, lanes }))
        expect((yield* claim).map(({ work }) => work.key)).toEqual(["now"])
        expect(yield* there(store.nextDue(0))).toEqual(Option.some(at))
      }))
  )

  it(
    "keeps the time as it passes when somebody sets it, since the server has a clock of its own",
    nodes(1, () =>
      Effect.gen(function*() {
        const { schema, url } = postgres()
        const live = yield* Clock.Clock
        const machine = new SettableClock(live)
        const store = PostgresStore.layer({ url, schema, maxConnections: 2 })
        const clock = Context.get(
          yield* Effect.provideService(
            Layer.build(Layer.fresh(ServiceClock.layer.pipe(Layer.provideMerge(store)))),
            Clock.Clock,
            machine
          ),
          Clock.Clock
        )
        machine.set(3_600_000)
        expect(clock.currentTimeMillisUnsafe() - live.currentTimeMillisUnsafe()).toBeLessThan(1_800_000)
      }))
  )
})

describe("a process that watches", () => {
  it(
    "removes pauses that are over, and no others",
    nodes(1, (a) =>
      Effect.gen(function*() {
        const [past, future] = [-1000, 3_600_000].map((millis) => instant(Date.now() + millis))
        yield* a!.store.commit([
          make({ pauses: [{ lane: "dispatch:past", until: past! }, { lane: "dispatch:future", until: future! }] })
        ])
        const paused = Effect.suspend(() =>
          Effect.map(ask(`select lane as id from "${postgres().schema}".pause order by lane`), (rows) =>
            rows.map(({ id }) => id))
        )
        const { beat, store } = yield* byHand
        const claim = (offset: number) =>
          Leases.claim(store, { node: one, offset, limit: 1, lanes })
        yield* claim(-60_000)
        yield* beat
        expect(yield* paused).toEqual(["dispatch:future", "dispatch:past"])
        yield* claim(0)
        yield* beat
        expect(yield* paused).toEqual(["dispatch:future"])
      }))
  )

  it(
    "buries a silent node with its fourth heartbeat, not before",
    nodes(1, (silent) =>
      Effect.gen(function*() {
        const later = plus(yield* silent!.store.now, 1_800_000)
        yield* silent!.store.commit([make({ due: [due("a"), { ...due("b"), at: later }] })])
        yield* Leases.claim(silent!.store, { node: two, offset: 3_600_000, limit: 2, lanes })
        const { beat, store } = yield* byHand
        yield* silence("two")
        expect(yield* store.nextDue(0)).toEqual(Option.none())
        for (const _ of [1, 2, 3]) {
          yield* beat
          expect(yield* living).toEqual(["two"])
        }
        yield* beat
        expect(yield* living).toEqual([])
        expect(yield* store.nextDue(0)).toEqual(Option.some(now))
        const taken = yield* Leases.claim(store, { node: one, offset: 0, limit: 9, lanes })
        expect(taken.map(({ work }) => work.key)).toEqual(["a"])
      }))
  )

  it(
    "and comes back after its database was away, begins to watch anew",
    nodes(1, (silent) =>
      Effect.gen(function*() {
        yield* Leases.claim(silent!.store, { node: two, offset: 0, limit: 1, lanes })
        const { beat, store } = yield* byHand
        yield* Leases.claim(store, { node: one, offset: 0, limit: 1, lanes })
        for (const _ of [1, 2, 3, 4, 5]) yield* beat
        expect(yield* living).toEqual(["one", "two"])
        const { schema } = postgres()
        yield* ask(`alter table "${schema}".node rename to away`)
        yield* beat
        yield* ask(`alter table "${schema}".away rename to node`)
        // Nobody could tell that it lives meanwhile.
        yield* silence("one")
        yield* silence("two")
        for (const _ of [1, 2, 3]) {
          yield* beat
          expect(yield* living).toEqual(["one", "two"])
        }
        yield* beat
        expect(yield* living).toEqual(["one"])
      }))
  )

  it(
    "buries sooner whoever has left no session behind, as a process that was killed does",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { schema, url } = postgres()
        yield* Leases.claim(other!.store, { node: one, offset: 0, limit: 1, lanes })
        const proxy = yield* Effect.acquireRelease(
          Effect.promise(() => Proxies.start(url)),
          ({ stop }) => Effect.promise(stop)
        )
        const far = PostgresStore.layer({ url: proxy.url, schema, heartbeatMillis: beatMillis, maxConnections: 2 })
        const { claim } = Context.get(yield* Layer.build(Layer.fresh(far)), Store)
        yield* claim({ node: two, offset: 0, limit: 1, lanes })
        proxy.cut()
        const left = `select id from "${schema}".node join pg_stat_activity on pid = session where id = 'two'`
        while ((yield* ask(left)).length > 0) yield* Effect.sleep(10)
        yield* ask(`update "${schema}".node set seen_at = clock_timestamp() - interval '${2 * beatMillis} ms'`)
        const { beat } = yield* byHand
        for (const _ of [1, 2, 3, 4]) yield* beat
        expect(yield* living).toEqual(["one"])
      }))
  )

  it(
    "leaves those alone that were seen within three heartbeats",
    nodes(1, (other) =>
      Effect.gen(function*() {
        yield* Leases.claim(other!.store, { node: two, offset: 0, limit: 1, lanes })
        const { beat } = yield* byHand
        for (const _ of [1, 2, 3, 4, 5, 6]) {
          yield* ask(
            `update "${postgres().schema}".node set seen_at = clock_timestamp() - interval '${2 * beatMillis} ms'`
          )
          yield* beat
        }
        expect(yield* living).toEqual(["two"])
      }))
  )
})

describe("the reserve of a rate window", () => {
  const take = (pool: string, at = now) => ({ pool, limit: 1000, millis: 60_000, shape: "sliding" as const, now: at })

  it(
    "that was not confirmed for ten seconds is asked for again before it is used",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { clock, take: ours } = yield* byHand
        expect(yield* ours(take("a"))).toEqual({ _tag: "Admitted" })
        // As if it had been silent for so long that its reserve has gone to another process.
        yield* ask(`delete from "${postgres().schema}".rate_share`)
        const theirs = yield* Effect.forEach(
          Array.from({ length: 1000 }),
          () => other!.rateWindow.take(take("a")),
          { concurrency: 16 }
        )
        expect(theirs.filter(({ _tag }) => _tag === "Admitted")).toHaveLength(1000)
        clock.pass(9_999)
        expect(yield* ours(take("a"))).toEqual({ _tag: "Admitted" })
        clock.pass(1)
        expect(yield* ours(take("a"))).toMatchObject({ _tag: "Exhausted" })
      }))
  )

  it(
    "that the table does not know any more is not used after the next look",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { clock, take: ours } = yield* byHand
        for (const pool of ["a", "b"]) expect(yield* ours(take(pool))).toEqual({ _tag: "Admitted" })
        yield* ask(`delete from "${postgres().schema}".rate_share where pool = 'a'`)
        yield* Effect.forEach(Array.from({ length: 1000 }), () => other!.rateWindow.take(take("a")), {
          concurrency: 16
        })
        yield* Effect.promise(() => clock.turn(2000))
        expect(yield* ours(take("a"))).toMatchObject({ _tag: "Exhausted" })
        expect(yield* ours(take("b"))).toEqual({ _tag: "Admitted" })
      }))
  )

  it(
    "and what it was used for go to others when the window is empty, and not before",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { clock, take: ours } = yield* byHand
        yield* Effect.forEach(Array.from({ length: 900 }), () => ours(take("a")))
        yield* Effect.promise(() => clock.turn(2000))
        const theirs = (at: Instant) =>
          Effect.map(
            Effect.forEach(Array.from({ length: 1000 }), () => other!.rateWindow.take(take("a", at)), {
              concurrency: 16
            }),
            (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
          )
        const first = yield* theirs(now)
        expect(first).toBeGreaterThanOrEqual(90)
        expect(first).toBeLessThanOrEqual(100)
        clock.pass(60_000)
        yield* ask(
          `update "${postgres().schema}".rate_taken
           set told_at = told_at - interval '1 minute', ends_at = ends_at - interval '1 minute'`
        )
        yield* Effect.promise(() => clock.turn(2000))
        expect(yield* theirs(instant(now + 60_000))).toBe(1000)
      }))
  )

  it(
    "of a silent process counts for its window and fifteen seconds more",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { take: ours } = yield* byHand
        // Two of its five.
        yield* Effect.forEach(Array.from({ length: 2 }), () => ours(take("a")))
        const silent = (millis: number) =>
          ask(`update "${postgres().schema}".rate_share set seen_at = clock_timestamp() - interval '${millis} ms'`)
        const theirs = (at: Instant) =>
          Effect.map(
            Effect.forEach(Array.from({ length: 1000 }), () => other!.rateWindow.take(take("a", at)), {
              concurrency: 16
            }),
            (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
          )
        yield* silent(45_000)
        expect(yield* theirs(now)).toBe(995)
        yield* silent(75_000)
        // It is not asked again for a moment after it had too little.
        expect(yield* theirs(instant(now + 1000))).toBe(5)
      }))
  )

  it(
    "is given up by its own process alone",
    nodes(1, (other) =>
      Effect.gen(function*() {
        const { clock, take: ours } = yield* byHand
        yield* Effect.forEach(Array.from({ length: 1000 }), () => other!.rateWindow.take(take("a")), {
          concurrency: 16
        })
        expect(yield* ours(take("a"))).toMatchObject({ _tag: "Exhausted" })
        const shares = Effect.map(
          ask(`select owner || '/' || units as id from "${postgres().schema}".rate_share where units > 0`),
          (rows) => rows.map(({ id }) => id)
        )
        const before = yield* shares
        expect(before).toHaveLength(1)
        clock.pass(60_000)
        yield* Effect.promise(() => clock.turn(2000))
        expect(yield* shares).toEqual(before)
      }))
  )
})
