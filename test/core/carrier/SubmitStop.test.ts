/**
 * A node that stops while a carrier takes its time: what it has handed over, no other node hands over again, and no other
 * carrier gets it (decisions 4.1 "Graceful stop").
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { Receipts } from "@signalbox/core/Receipts"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Memory from "../../stores/Memory.ts"
import * as Sqlite from "../../stores/Sqlite.ts"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Scene from "../Scene.ts"
import { accepted, deadline, inOrder, queued, telling, ways } from "./Submitting.ts"

/** A carrier that has all of these, and says nothing before `answer` is open. */
const slow = (count: number) => {
  const all = Latch.makeUnsafe(false)
  const answer = Latch.makeUnsafe(false)
  const { batches, carrier } = telling((batch, tell) =>
    Effect.gen(function*() {
      if (batches.flat().length >= count) yield* all.open
      yield* answer.await
      for (const { attempt } of batch) yield* tell(attempt, accepted(`of ${attempt}`))
    })
  )
  return { all, answer, asked: () => batches.flat(), carrier }
}

/** Another carrier, which the messages could go to. */
const other = () => Scene.carrier("sms-b", ["sms"])

/** A second node. It takes whatever the first one has left. */
interface Next {
  readonly carriers: ReadonlyArray<Carrier>
  readonly program: Effect.Effect<void, unknown, Bench.Services>
}

const storages = [
  ["memory", Memory.make],
  ["sqlite", Sqlite.make(":memory:")]
] as const

const played = (
  make: Effect.Effect<Services, never, Scope.Scope>,
  commit: Commits.Commit,
  first: { readonly carriers: ReadonlyArray<Carrier>; readonly until: Effect.Effect<unknown>; readonly tap?: Tap },
  next: Next
) =>
  Effect.gen(function*() {
    const clock = new Bench.StillClock(yield* Clock.Clock)
    const within = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      effect.pipe(Effect.provideService(Bench.TheClock, clock), Effect.provideService(Clock.Clock, clock))
    const { killNode, store } = yield* within(make)
    yield* within(Effect.provideService(Scene.seed(1_000_000), Store, store))
    expect(yield* within(store.commit([commit]))).toEqual([{ _tag: "Done" }])

    const life = yield* Scope.make()
    yield* within(Layer.buildWithScope(
      Bench.layer({ carriers: first.carriers, tap: () => first.tap?.(store) ?? store }),
      life
    ))
    yield* first.until
    yield* Scope.close(life, Exit.void)
    // A store lets go of what a node held that has stopped.
    yield* within(killNode(Bench.node))

    yield* within(Effect.provide(next.program, Bench.layer({ carriers: next.carriers, tap: () => store })))
  }).pipe(Effect.scoped, Effect.runPromise)

const outcomes = Effect.map(
  inOrder,
  (messages) =>
    messages.map(({ attempts, status }) => [
      status,
      ...attempts.map(({ carrier, charge, failure, reference }) => [carrier, failure ?? reference, charge])
    ])
)

describe.each(storages)("on %s, a node that stops", (_, make) => {
  it.each(ways)("with what it has handed over %s leaves it to receipts and to the deadline", async (_, work) => {
    const before = slow(3)
    const after = slow(0)
    const elsewhere = other()
    await played(make, work(3), { carriers: [before.carrier, elsewhere.carrier], until: before.all.await }, {
      carriers: [after.carrier, elsewhere.carrier],
      program: Effect.gen(function*() {
        yield* Bench.idle
        const { report } = yield* Receipts
        const [, message] = yield* inOrder
        const subject = { _tag: "Attempt", message: message!.id, attempt: message!.attempts[0]!.id } as const
        expect(yield* report({ subject, reported: { _tag: "Delivered" } })).toBe("applied")
        yield* Bench.travel(plus(deadline, -1))
        expect((yield* inOrder).map(({ status }) => status)).toEqual(["ROUTED", "DELIVERED", "ROUTED"])
        yield* Bench.travel(plus(deadline, 60_000))
        expect(yield* outcomes).toEqual([
          ["FAILED", ["sms-a", "provider_timeout", "returned"]],
          ["DELIVERED", ["sms-a", null, "taken"]],
          ["FAILED", ["sms-a", "provider_timeout", "returned"]]
        ])
      })
    })
    expect(before.asked()).toHaveLength(3)
    expect([after.asked(), elsewhere.asked]).toEqual([[], []])
  })

  it.each(ways)("keeps what a carrier has told of messages %s and it has not kept yet", async (_, work) => {
    const answering = telling((batch, tell) =>
      Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(`of ${attempt}`)), { discard: true })
    )
    const told = Latch.makeUnsafe(false)
    const after = slow(0)
    let isAway = true
    // What the carrier told is not kept before the node stops.
    const tap: Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.suspend(() => {
          const keeps = batch.some(({ puts }) => puts.some(({ kind }) => kind === "carrier_reference"))
          if (!keeps || !isAway) return store.commit(batch)
          isAway = false
          return Effect.andThen(
            told.open,
            Effect.fail(new StoreError({ reason: "unavailable", cause: "cut off" }))
          )
        })
    })
    await played(make, work(2), { carriers: [answering.carrier], until: told.await, tap }, {
      carriers: [after.carrier],
      program: Effect.gen(function*() {
        yield* Bench.idle
        expect((yield* inOrder).map(({ attempts: [attempt], status }) => [status, attempt?.reference])).toEqual(
          (yield* inOrder).map(({ attempts: [attempt] }) => ["SENT", `of ${attempt?.id}`])
        )
      })
    })
    expect(after.asked()).toEqual([])
  })

  it.each(ways)("before it has asked leaves to others what it has handed over %s", async (_, work) => {
    const never = { ...slow(0).carrier, repeat: "never" } as const
    const committing = Latch.makeUnsafe(false)
    const gate = Latch.makeUnsafe(false)
    const after = slow(0)
    await Effect.runPromise(after.answer.open)
    // The hand-over is being committed when the node stops.
    const tap: Tap = (store) => ({
      ...store,
      commit: (batch) =>
        batch.some(({ holds }) => holds.length > 0)
          ? Effect.andThen(committing.open, Effect.andThen(gate.await, store.commit(batch)))
          : store.commit(batch)
    })
    // By then everything that runs on the node has been told to end.
    const opened = Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 100 }), gate.open)
    await played(
      make,
      work(2),
      { carriers: [never], until: Effect.andThen(committing.await, Effect.forkDetach(opened)), tap },
      {
        carriers: [{ ...after.carrier, repeat: "never" }],
        program: Effect.gen(function*() {
          yield* Bench.idle
          expect((yield* inOrder).map(({ status }) => status)).toEqual(["SENT", "SENT"])
        })
      }
    )
    expect(after.asked()).toHaveLength(2)
  })
})

describe("a node that dies", () => {
  const dies = async (repeat: Carrier["repeat"]) => {
    const before = slow(2)
    const after = slow(0)
    const elsewhere = other()
    const terms = repeat === undefined ? {} : { repeat }
    // Whatever a node that is gone tries to keep is not kept.
    let isDead = false
    const dying: Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.suspend(() =>
          isDead ? Effect.fail(new StoreError({ reason: "unavailable", cause: "cut off" })) : store.commit(batch)
        )
    })
    const until = Effect.tap(before.all.await, () => Effect.sync(() => void (isDead = true)))
    await played(
      Memory.make,
      queued(2),
      { carriers: [{ ...before.carrier, ...terms }, elsewhere.carrier], until, tap: dying },
      {
        carriers: [{ ...after.carrier, ...terms }, elsewhere.carrier],
        program: Effect.gen(function*() {
          yield* Effect.flatMap(Worker, ({ isIdle }) => Effect.repeat(isIdle, { times: 3 }))
          yield* repeat === "never" ? Bench.idle : after.all.await
          if (repeat === "never") {
            yield* Bench.travel(plus(deadline, 60_000))
            expect(yield* outcomes).toEqual([
              ["FAILED", ["sms-a", "provider_timeout", "returned"]],
              ["FAILED", ["sms-a", "provider_timeout", "returned"]]
            ])
          }
        })
      }
    )
    expect(elsewhere.asked).toEqual([])
    return after.asked().toSorted()
  }

  it("leaves what it has handed over to be handed over once more", async () => {
    expect(await dies(undefined)).toHaveLength(2)
    expect(await dies("once")).toHaveLength(2)
  })

  it("leaves it to receipts and to the deadline where its carrier says that it repeats nothing", async () => {
    expect(await dies("never")).toEqual([])
  })
})
