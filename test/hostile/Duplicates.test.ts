/**
 * Many requests with one Idempotency-Key at the same time: what they ask the store is bounded, and each has the one
 * answer (decisions 9.2).
 */
import type { Begun, Idempotency } from "@signalbox/core/Idempotency"
import { Idempotency as Claims } from "@signalbox/core/Idempotency"
import { StoreError } from "@signalbox/core/Store"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import { ask, begin, claim, json, list, template } from "../core/Keyed.ts"

/** Claims that count how often somebody begins one. */
const counting = (
  around: (begun: Effect.Effect<Begun, StoreError>) => Effect.Effect<Begun, StoreError> = (it) => it
) => {
  const asked = { times: 0 }
  const claims = (idempotency: Idempotency["Service"]): Idempotency["Service"] => ({
    ...idempotency,
    begin: (...given) =>
      Effect.suspend(() => {
        asked.times++
        return around(idempotency.begin(...given))
      })
  })
  return { asked, claims }
}

const duplicates = () =>
  Effect.forEach(Array.from({ length: 100 }), () => ask("templates.create", template), { concurrency: "unbounded" })

describe("a hundred duplicates of a request", () => {
  it("that is being executed on this node ask the store nothing", async () => {
    const [taken, goOn] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const { asked, claims } = counting()
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.andThen(Effect.andThen(Deferred.succeed(taken, undefined), Deferred.await(goOn)), store.commit(batch))
    })
    await Bench.run(
      Bench.layer({ claims, tap }),
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(ask("templates.create", template))
        yield* Deferred.await(taken)
        const others = yield* Effect.forkChild(duplicates())
        // Longer than several of the pauses in which each of them asked the store before.
        yield* Effect.sleep(300)
        expect(asked.times).toBe(1)
        yield* Deferred.succeed(goOn, undefined)
        const answers = [yield* Fiber.join(first), ...yield* Fiber.join(others)]
        expect(new Set(answers.map(json)).size).toBe(1)
        expect(answers.filter(({ replayed }) => replayed).length).toBe(100)
        expect(yield* list("templates")).toHaveLength(1)
        expect(asked.times).toBe(1)
      })
    )
  })

  it("that another node executes ask ever more seldom, all together", async () => {
    const { asked, claims } = counting()
    await Bench.run(
      Bench.layer({ claims }),
      Effect.gen(function*() {
        // Whoever claims it beside the operations is another node to them.
        yield* begin(template)
        asked.times = 0
        const answers = yield* duplicates()
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]))
        // At 0, 50, 150, 350, 750, 1550, 2550, 3550, 4550 and 5000 ms.
        expect(asked.times).toBeLessThanOrEqual(10)
      })
    )
  })

  it("are answered 503 together when the store is down", async () => {
    const down = Effect.fail(new StoreError({ reason: "unavailable", message: "down", cause: null }))
    // The store takes so long to fail that all the others have joined the one that asks, which nobody can see.
    const { asked, claims } = counting(() => Effect.andThen(Effect.sleep(50), down))
    await Bench.run(
      Bench.layer({ claims }),
      Effect.gen(function*() {
        const answers = yield* duplicates()
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
        expect(asked.times).toBe(1)
      })
    )
  })

  it("wait for nobody who has gone", async () => {
    const { asked, claims } = counting()
    await Bench.run(
      Bench.layer({ claims }),
      Effect.gen(function*() {
        const begun = yield* begin(template)
        if (begun._tag !== "Started") throw new Error(begun._tag)
        const gone = yield* Effect.forkChild(ask("templates.create", template))
        while (asked.times < 2) yield* Effect.sleep(1)
        const other = yield* Effect.forkChild(ask("templates.create", template))
        // It joins the one that asks, which nobody can see.
        for (let turns = 0; turns < 100; turns++) yield* Effect.yieldNow
        yield* Fiber.interrupt(gone)
        const { abandon } = yield* Claims
        yield* abandon(claim, begun.token)
        expect((yield* Fiber.join(other)).status).toBe(201)
      })
    )
  })
})
