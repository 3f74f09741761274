/**
 * The simulated networks in PostgreSQL, which several emulators may share.
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import { day, plus } from "@signalbox/core/Instant"
import type { OwedReceipt } from "@signalbox/emulator/network/Network"
import { Network } from "@signalbox/emulator/network/Network"
import * as Play from "@signalbox/emulator/network/Play"
import * as PostgresNetwork from "@signalbox/emulator/network/PostgresNetwork"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Schema from "../postgres/Schema.ts"
import { suite } from "./NetworkSuite.ts"
import { prepare } from "./PostgresNetworks.ts"
import { phone, step, submission, submissions } from "./Submissions.ts"

const { node } = prepare()

suite("postgres", {
  make: Effect.all([node, node], { concurrency: "unbounded" }).pipe(Effect.tap(([one]) => one.wipe)),
  again: node,
  runs: 60
})

const carrier = Given.carrierId("sms-a")
const now = Given.now
const terms = Play.plain(now)

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

/** Two nodes on networks that have nothing yet. */
const pair = Effect.tap(Effect.all([node, node]), ([one]) => one.wipe)

const both = <A, E, B, E2>(left: Effect.Effect<A, E>, right: Effect.Effect<B, E2>) =>
  Effect.all([left, right], { concurrency: "unbounded" })

const idsOf = (owed: ReadonlyArray<OwedReceipt>) => owed.map(({ id }) => id).toSorted()

const refusals = FailureClass.literals.map((refuse) => step({ submit: { refuse }, receipts: [] }))

describe("simulated networks that several nodes share", () => {
  it("can be begun by all of them at the same time on an empty database", () =>
    run(Effect.gen(function*() {
      const { name: schema, url } = yield* Schema.fresh()
      const client = yield* Layer.build(Layer.fresh(PostgresStore.client({ url, maxConnections: 6 })))
      const one = Layer.build(Layer.fresh(PostgresNetwork.layer({ schema }))).pipe(
        Effect.provideContext(client),
        Effect.map((context) => Context.get(context, Network))
      )
      const nodes = yield* Effect.all(Array.from({ length: 6 }, () => one), { concurrency: "unbounded" })
      for (const [index, each] of nodes.entries()) yield* each.submit(carrier, [submission(index)], terms)
      expect((yield* nodes[0]!.received(phone, now)).length).toBe(6)
    })))

  it("take an attempt once that comes to both at the same time", () =>
    run(Effect.gen(function*() {
      const [one, two] = yield* pair
      // Both go through the batch from the same end, so that they meet at its first attempt and not in a deadlock.
      const batch = submissions(20)
      yield* one.script(phone, refusals)
      const [left, right] = yield* both(one.submit(carrier, batch, terms), two.submit(carrier, batch, terms))
      expect(left).toEqual(right)
      expect(left.flatMap((outcome) => outcome._tag === "Refused" ? [outcome.failure] : [])).toEqual([
        ...FailureClass.literals
      ])
      const owed = yield* one.claimDue(now, 100)
      expect(owed.length).toBe(batch.length - FailureClass.literals.length)
      expect((yield* two.received(phone, now)).length).toBe(owed.length)
    })))

  it("take an attempt once also when they meet crosswise", () =>
    run(Effect.gen(function*() {
      const [one, two] = yield* pair
      const batch = submissions(20)
      const [left, right] = yield* both(
        one.submit(carrier, batch, terms),
        two.submit(carrier, batch.toReversed(), terms)
      )
      expect(left).toEqual(right.toReversed())
      expect((yield* one.received(phone, now)).length).toBe(batch.length)
    })))

  it("use up each step of a script once", () =>
    run(Effect.gen(function*() {
      const [one, two] = yield* pair
      yield* one.script(phone, refusals)
      const outcomes = yield* Effect.forEach(
        submissions(refusals.length + 4),
        (each, index) => (index % 2 === 0 ? one : two).submit(carrier, [each], terms),
        { concurrency: "unbounded" }
      )
      const refused = outcomes.flat().flatMap((outcome) => outcome._tag === "Refused" ? [outcome.failure] : [])
      expect(refused.toSorted()).toEqual([...FailureClass.literals].toSorted())
      expect(outcomes.flat().filter(({ _tag }) => _tag === "Accepted").length).toBe(4)
    })))

  it("bring each receipt one at a time", () =>
    run(Effect.gen(function*() {
      const [one, two] = yield* pair
      yield* one.submit(carrier, submissions(100), terms)
      const claims = yield* Effect.forEach(
        Array.from({ length: 8 }, (_, index) => index % 2 === 0 ? one : two),
        (each) => each.claimDue(now, 30),
        { concurrency: "unbounded" }
      )
      const ids = idsOf(claims.flat())
      expect(new Set(ids).size).toBe(ids.length)
      const rest = yield* one.claimDue(now, 1000)
      expect(new Set([...ids, ...idsOf(rest)]).size).toBe(100)
      expect(ids.length + rest.length).toBe(100)
    })))
})

describe("a node that died with receipts in hand", () => {
  const claimMillis = 1500
  const brief = prepare({ claimMillis })

  it("loses them to another one, when the database's clock says so and not the service's", () =>
    run(Effect.gen(function*() {
      const [dead, alive] = yield* Effect.all([brief.node, brief.node])
      yield* dead.script(phone, [step({ receipts: ["delivered", "read"] })])
      yield* dead.submit(carrier, [submission(1)], terms)
      const before = performance.now()
      const claimed = yield* dead.claimDue(now, 10)
      expect(claimed.length).toBe(1)
      // The emulator's clock may jump; that says nothing about whether a node lives.
      expect(yield* alive.claimDue(plus(now, 3650 * day), 10)).toEqual([])
      const taken = yield* alive.claimDue(now, 10).pipe(
        Effect.tap(() => Effect.sleep(10)),
        Effect.repeat({ until: (owed) => owed.length > 0 })
      )
      // The database's clock is what is tested, and nobody can set it.
      expect(performance.now() - before).toBeGreaterThanOrEqual(claimMillis)
      expect(taken).toEqual(claimed)
      yield* alive.settle(taken, [], now)
      expect((yield* alive.claimDue(now, 10)).map(({ receipt }) => receipt.reported)).toEqual([{ _tag: "Read" }])
    })))
})
