/**
 * A node commits work of a lane that one node has at a time, and holds it from the beginning on, while others claim.
 */
import { make } from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { leasesOf } from "@signalbox/core/Outcome"
import type { StoreError } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Tables from "@signalbox/postgres/internal/statement/tables"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, suite } from "./Client.ts"
import { isHeldUp } from "./HeldUp.ts"

const { harness, node, postgres } = suite("own_lanes", { heartbeatMillis: 60_000 })

const alice = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const [one, two] = ["one" as NodeId, "two" as NodeId]

const due = (key: string): Due => ({ work: { kind: "dispatch", key }, lane: DispatchWork.lane.of(alice), at: now })

/** A case on two nodes that share one empty storage. */
const nodes = (body: (a: Services, b: Services) => Effect.Effect<void, StoreError, Scope.Scope>) => () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    yield* body(yield* harness.make, yield* node)
  })))

describe("a node that commits work of a lane that one node has at a time", () => {
  const alone = (key: string): Due => ({ ...due(key), holder: { node: one, offset: 0, isAlone: true } })
  const shared: Due = {
    work: { kind: "submission", key: "shared" },
    lane: "submission:sms-a/one",
    at: now,
    holder: { node: one, offset: 0 }
  }
  /** Not within a transaction that this test has open. */
  const apart = <A>(effect: Effect.Effect<A, StoreError>) => Effect.promise(() => Effect.runPromise(effect))
  const claim = ({ store }: Services, node: NodeId) => apart(Leases.claim(store, { node, offset: 0, limit: 9, lanes }))
  /** The node "one" looks at the lane, as the statement of a commit does that has not ended. */
  const looks = Effect.suspend(() => {
    const { client, schema } = postgres()
    return client.unsafe(
      `select ${Tables.make(schema).isVacant}($1, epoch, now()) as vacant from "${schema}".node where id = 'one'`,
      [due("any").lane]
    )
  })
  const keys = (leases: ReadonlyArray<Lease>) => leases.map(({ work }) => work.key)
  const commit = ({ store }: Services, ...work: ReadonlyArray<Due>) =>
    Effect.map(apart(store.commit([make({ due: work })])), (outcomes) => outcomes.flatMap(leasesOf))
  const ends = ({ store }: Services, leases: ReadonlyArray<Lease>) =>
    apart(store.commit([make({ completes: leases.map(({ token, work }) => ({ work, token })) })]))

  it(
    "is given none of it while a claim looks at the lane",
    nodes((a) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        yield* claim(a, one)
        const { lock } = Tables.make(schema)
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`select pg_advisory_xact_lock(${lock("$1::text")})`, [alone("a").lane])
          expect(yield* commit(a, alone("a"))).toEqual([])
          expect(keys(yield* commit(a, shared))).toEqual(["shared"])
        }))
        expect(keys(yield* claim(a, one))).toEqual(["a"])
        expect(keys(yield* commit(a, alone("b")))).toEqual(["b"])
      }).pipe(Effect.orDie)
    )
  )

  it(
    "is given none of it where another one has taken the lane since the commit began",
    nodes((a, b) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        for (const [services, node] of [[a, one], [b, two]] as const) yield* claim(services, node)
        const first = yield* commit(a, alone("first"))
        expect(keys(first)).toEqual(["first"])
        let slow: Promise<ReadonlyArray<Lease>> | undefined
        let theirs: ReadonlyArray<Lease> = []
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`select 1 from "${schema}".node where id = 'one' for update`)
          // Its statement sees what the node holds now, and waits for the node's row.
          slow = Effect.runPromise(commit(a, alone("late")))
          yield* isHeldUp(client, schema, slow)
          yield* ends(a, first)
          yield* commit(b, due("theirs"))
          theirs = yield* claim(b, two)
        }))
        expect(keys(theirs)).toEqual(["theirs"])
        expect(yield* Effect.promise(() => slow!)).toEqual([])
        expect(yield* claim(a, one)).toEqual([])
        yield* ends(b, theirs)
        expect(keys(yield* claim(a, one))).toEqual(["late"])
      }).pipe(Effect.orDie)
    )
  )

  it(
    "keeps nobody waiting who has the lane",
    nodes((a, b) =>
      Effect.gen(function*() {
        const { client } = postgres()
        for (const [services, node] of [[a, one], [b, two]] as const) yield* claim(services, node)
        yield* commit(b, due("theirs"))
        yield* claim(b, two)
        yield* client.withTransaction(Effect.gen(function*() {
          expect(yield* looks).toEqual([{ vacant: false }])
          yield* commit(b, due("more"))
          expect(keys(yield* claim(b, two))).toEqual(["more"])
        }))
      }).pipe(Effect.orDie)
    )
  )

  it(
    "lets claims of others wait until that is done",
    nodes((a, b) =>
      Effect.gen(function*() {
        const { client, schema } = postgres()
        for (const [services, node] of [[a, one], [b, two]] as const) yield* claim(services, node)
        yield* commit(a, alone("first"))
        let slow: Promise<ReadonlyArray<Lease>> | undefined
        yield* client.withTransaction(Effect.gen(function*() {
          expect(yield* looks).toEqual([{ vacant: true }])
          yield* apart(a.store.commit([make({ cancels: [due("first").work], due: [due("free")] })]))
          slow = Effect.runPromise(claim(b, two))
          yield* isHeldUp(client, schema, slow)
        }))
        expect(keys(yield* Effect.promise(() => slow!))).toEqual(["free"])
      }).pipe(Effect.orDie)
    )
  )

  it(
    "has its lane passed over meanwhile by a claim that brings other work, and told of",
    nodes((a) =>
      Effect.gen(function*() {
        const { client } = postgres()
        const request = { node: one, offset: 0, limit: 9, lanes }
        yield* claim(a, one)
        const { holder: _, ...free } = shared
        yield* client.withTransaction(Effect.gen(function*() {
          expect(yield* looks).toEqual([{ vacant: true }])
          yield* commit(a, due("free"), free)
          const { leases, passed } = yield* apart(a.store.claim(request))
          expect([keys(leases), passed]).toEqual([["shared"], [due("free").lane]])
        }))
        const { leases, passed } = yield* apart(a.store.claim(request))
        expect([keys(leases), passed]).toEqual([["free"], undefined])
      }).pipe(Effect.orDie)
    )
  )
})
