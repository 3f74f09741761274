/**
 * Requests that carry an Idempotency-Key, in the core: which answers are kept, which keys are free again, and what a
 * client that goes away leaves behind (specification "Cross-cutting request rules", decisions 9.2 and 9.4).
 */
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import type { Json } from "@signalbox/core/Json"
import * as Operations from "@signalbox/core/Operations"
import type { ClaimKey } from "@signalbox/core/Reply"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { ask, begin, claim, executed, hook, json, keyed, list, replays, template } from "../Keyed.ts"
import * as Scene from "../Scene.ts"

describe("an answer", () => {
  /** Creates a template, and then cannot say so. */
  const speechless = {
    ...operations["templates.create"],
    decides: {
      ...operations["templates.create"].decides,
      decide: (...given: Parameters<typeof operations["templates.create"]["decides"]["decide"]>) =>
        Result.map(operations["templates.create"].decides.decide(...given), ({ answer, commit }) => ({
          commit,
          answer: {
            ...answer,
            toJSON: () => {
              throw new RangeError("Invalid string length")
            }
          }
        }))
    }
  }

  it("is made before anything is committed: one that cannot be made changes nothing, and the key is free", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations.Operations
        for (const request of [keyed(template), Scene.request(template)]) {
          const exit = yield* Effect.exit(run(speechless, Scene.caller, request))
          expect(Exit.isFailure(exit)).toBe(true)
          expect(yield* list("templates")).toEqual([])
        }
        executed(yield* ask("templates.create", template), 201)
        expect(yield* list("templates")).toHaveLength(1)
      })
    ))
})

describe("the instant of an answer", () => {
  it("is that of the decision, as on what was decided, and not that of the request", () => {
    const decided = Instant.plus(Given.now, 4000)
    let slow = Effect.void
    const tap: Bench.Tap = (store) => ({ ...store, load: (needs) => Effect.andThen(slow, store.load(needs)) })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const clock = yield* Bench.TheClock
        slow = Effect.sync(() => clock.set(decided))
        const answer = yield* ask("templates.create", template)
        expect(answer.at).toBe(decided)
        expect(JSON.parse(json(answer))).toMatchObject({ created_at: Instant.toMillis(decided) })
      })
    )
  })
})

describe("a large reply", () => {
  const layer = (bytes: number) => Bench.layer().pipe(Layer.provide(Layer.succeed(Operations.KeptReplyBytes, bytes)))

  /** The bytes of the JSON of one answer. An é is two of them, so counting characters is noticed. */
  const named = { ...hook, display_name: "é".repeat(50) }
  const bytesOf = (body: Json) =>
    Bench.run(
      Bench.layer(),
      Effect.map(ask("webhooks.create", body), (answer) => Buffer.byteLength(json(answer)))
    )

  it.each([["executed", {}], ["simulated", { sandbox: true }]])(
    "is kept up to the limit, and a byte more frees the key: %s [IDM-024]",
    async (_, more) => {
      const body = { ...named, ...more }
      const bytes = await bytesOf(body)
      await Bench.run(
        layer(bytes),
        Effect.gen(function*() {
          const first = yield* ask("webhooks.create", body)
          executed(first, 201)
          replays(yield* ask("webhooks.create", body), first)
        })
      )
      await Bench.run(
        layer(bytes - 1),
        Effect.gen(function*() {
          const clock = yield* Bench.TheClock
          const first = yield* ask("webhooks.create", body)
          // The ids of a simulation follow from its instant.
          clock.set(Instant.plus(Given.now, 1))
          const answers = [first, yield* ask("webhooks.create", body)]
          for (const answer of answers) executed(answer, 201)
          expect(new Set(answers.map((answer) => (JSON.parse(json(answer)) as { id: string }).id)).size).toBe(2)
          expect(yield* list("webhooks")).toHaveLength("sandbox" in more ? 0 : 2)
          expect(yield* begin(body)).toMatchObject({ _tag: "Started" })
        })
      )
    }
  )

  it("is one of more than 5 MB, unless told otherwise [IDM-024]", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const { run } = yield* Operations.Operations
        // Two more than 5 MiB make the quotes around it.
        for (const [length, isKept] of [[5 * 1024 * 1024 - 2, true], [5 * 1024 * 1024 - 1, false]] as const) {
          const text = "a".repeat(length)
          const large = { ...operations["webhooks.create"], simulate: () => text as never }
          const request = keyed({ ...hook, sandbox: true, length })
          const unlike = { ...request, idempotency: { ...request.idempotency, key: `key-${length}` } }
          executed(yield* run(large, Scene.caller, unlike), 201)
          expect((yield* run(large, Scene.caller, unlike)).replayed).toBe(isKept)
        }
      })
    ))
})

describe("a key", () => {
  /** A store whose next commits fail, one for each. */
  const failing = (...failures: ReadonlyArray<Effect.Effect<never, StoreError>>): Bench.Tap => {
    const left = [...failures]
    return (store) => ({ ...store, commit: (batch) => left.shift() ?? store.commit(batch) })
  }
  const unavailable = new StoreError({ reason: "unavailable", cause: null })
  const failed = new StoreError({ reason: "failed", cause: null })

  it.each([["unavailable", unavailable, 503], ["failed", failed, 500]] as const)(
    "is free again when the store was %s: the same request is executed then",
    (_, error, status) =>
      Bench.run(
        Bench.layer({ tap: failing(Effect.fail(error)) }),
        Effect.gen(function*() {
          executed(yield* ask("templates.create", template), status)
          expect(yield* list("templates")).toEqual([])
          executed(yield* ask("templates.create", template), 201)
          expect(yield* list("templates")).toHaveLength(1)
        })
      )
  )

  it("is free again when the store is back, also when it could not be freed immediately", () => {
    let frees = 0
    let isAway = true
    const tried = Deferred.makeUnsafe<void>()
    return Bench.run(
      Bench.layer({
        tap: failing(Effect.fail(unavailable)),
        claims: (idempotency) => ({
          ...idempotency,
          abandon: (...held) =>
            Effect.suspend(() => {
              frees++
              const freed = isAway ? Effect.fail(unavailable) : idempotency.abandon(...held)
              Deferred.doneUnsafe(tried, Effect.void)
              return freed
            })
        })
      }),
      Effect.gen(function*() {
        const answer = yield* ask("templates.create", template)
        executed(answer, 503)
        expect(answer.retryAfter).toBe(1)
        yield* Deferred.await(tried)
        isAway = false
        executed(yield* ask("templates.create", template), 201)
        // Each answer of the store is waited for, and none is asked for often.
        expect(frees).toBeLessThan(10)
      })
    )
  })

  it.each([["unavailable", unavailable, 503], ["failed", failed, 500]] as const)(
    "is freed before the engine ends, after a store that was %s",
    async (_, error, status) => {
      const freed: Array<ClaimKey> = []
      await Bench.run(
        Bench.layer({
          tap: failing(Effect.fail(error)),
          claims: (idempotency) => ({
            ...idempotency,
            abandon: (key, token) =>
              Effect.tap(idempotency.abandon(key, token), () => Effect.sync(() => freed.push(key)))
          })
        }),
        Effect.map(ask("templates.create", template), (answer) => executed(answer, status))
      )
      expect(freed).toEqual([claim])
    }
  )

  it("is free again after a defect", () =>
    Bench.run(
      Bench.layer({ tap: failing(Effect.die(new Error("a bug"))) }),
      Effect.gen(function*() {
        expect(Exit.isFailure(yield* Effect.exit(ask("templates.create", template)))).toBe(true)
        executed(yield* ask("templates.create", template), 201)
      })
    ))

  it("is free again after a body that was wrong, for any other body", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        executed(yield* ask("templates.create", {}), 400)
        executed(yield* ask("templates.create", template), 201)
      })
    ))

  it("is not free again when only the answer of the commit was lost", () => {
    let isLost = true
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Effect.flatMap(store.commit(batch), (outcomes) => {
          if (!isLost) return Effect.succeed(outcomes)
          isLost = false
          return Effect.fail(unavailable)
        })
    })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        executed(yield* ask("templates.create", template), 503)
        expect((yield* ask("templates.create", template)).status).toBe(201)
        expect(yield* list("templates")).toHaveLength(1)
      })
    )
  })

  it("is asked of the account that the request acts as, not of the key's [IDM-021]", () => {
    const asked: Array<ClaimKey> = []
    const profile = Given.account({ id: Given.accountId(7), type: "profile", organization: Scene.account.id })
    return Bench.run(
      Bench.layer({
        claims: (idempotency) => ({
          ...idempotency,
          begin: (key, ...rest) => {
            asked.push(key)
            return idempotency.begin(key, ...rest)
          }
        })
      }),
      Effect.gen(function*() {
        const { run } = yield* Operations.Operations
        const caller = { account: profile, keyAccount: Scene.account }
        const answer = yield* run(operations["webhooks.create"], caller, keyed(hook))
        executed(answer, 201)
        expect(answer.profile).toBe(profile.id)
        expect(asked).toEqual([{ account: profile.id, key: "key" }])
      })
    )
  })

  it("is not claimed when the claims cannot be asked: 503 SERVICE_001, and nothing is done [IDM-019, IDM-020]", () =>
    Bench.run(
      Bench.layer({ claims: (idempotency) => ({ ...idempotency, begin: () => Effect.fail(unavailable) }) }),
      Effect.gen(function*() {
        const answer = yield* ask("templates.create", template)
        executed(answer, 503)
        expect(JSON.parse(json(answer))).toMatchObject({ code: "SERVICE_001" })
        expect(yield* list("templates")).toEqual([])
        const { run } = yield* Operations.Operations
        executed(yield* run(operations["templates.create"], Scene.caller, Scene.request(template)), 201)
      })
    ))
})

describe("a duplicate", () => {
  /** A clock whose sleeps take no time, and which says that they did. */
  class HastyClock extends Bench.StillClock {
    slept = 0
    override readonly monotonicTimeNanos = Effect.sync(() => BigInt(this.slept) * 1_000_000n)
    override sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
      return Effect.andThen(
        Effect.sync(() => {
          this.slept += Duration.toMillis(duration)
        }),
        Effect.yieldNow
      )
    }
  }

  it("waits 5 seconds for the first one, then says that it is in progress: 409 CONFLICT_001 [IDM-016]", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        expect(yield* begin(template)).toMatchObject({ _tag: "Started" })
        const clock = new HastyClock(yield* Clock.Clock)
        const answer = yield* Effect.provideService(ask("templates.create", template), Clock.Clock, clock)
        executed(answer, 409)
        expect(JSON.parse(json(answer))).toMatchObject({ code: "CONFLICT_001" })
        expect(answer.retryAfter).toBe(1)
        expect(clock.slept).toBeGreaterThanOrEqual(5000)
        expect(clock.slept).toBeLessThan(5500)
        expect(yield* list("templates")).toEqual([])
      })
    ))

  it("shows what the first one came to, when it ends meanwhile [IDM-015]", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const begun = yield* begin(template)
        const duplicate = yield* Effect.forkChild(ask("templates.create", template))
        const token = begun._tag === "Started" ? begun.token : undefined
        const store = yield* Store
        yield* store.commit([
          Commit.make({
            reply: {
              claim,
              token: token!,
              status: 201,
              outcome: { part: "data", json: "{\"first\":true}" },
              requestId: "req_first",
              at: Given.now,
              sandbox: false,
              profile: null
            }
          })
        ])
        const answer = yield* Fiber.join(duplicate)
        expect(answer).toMatchObject({ status: 201, replayed: true, requestId: "req_first" })
        expect(json(answer)).toBe("{\"first\":true}")
      })
    ))

  it("is executed when the first one comes to nothing", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const begun = yield* begin(template)
        const duplicate = yield* Effect.forkChild(ask("templates.create", template))
        yield* Effect.yieldNow
        const idempotency = yield* Idempotency
        if (begun._tag !== "Started") throw new Error("the key was free")
        yield* idempotency.abandon(claim, begun.token)
        executed(yield* Fiber.join(duplicate), 201)
      })
    ))
})

describe("a client that goes away", () => {
  /** Claims that stand still once they are taken, until they are told to go on. */
  const paused = () => {
    const taken = Deferred.makeUnsafe<void>()
    const goOn = Deferred.makeUnsafe<void>()
    let isFirst = true
    const claims: NonNullable<Bench.World["claims"]> = (idempotency) => ({
      ...idempotency,
      begin: (...asked) =>
        Effect.tap(idempotency.begin(...asked), () => {
          if (!isFirst) return Effect.void
          isFirst = false
          return Effect.andThen(Deferred.succeed(taken, undefined), Deferred.await(goOn))
        })
    })
    return { taken, goOn, claims }
  }

  it("just after the claim leaves no key behind: the request is carried to its end", () => {
    const { claims, goOn, taken } = paused()
    return Bench.run(
      Bench.layer({ claims }),
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(ask("templates.create", template))
        yield* Deferred.await(taken)
        const gone = yield* Effect.forkChild(Fiber.interrupt(first))
        yield* Effect.yieldNow
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(gone)
        expect(yield* list("templates")).toHaveLength(1)
        const again = yield* ask("templates.create", template)
        expect({ status: again.status, replayed: again.replayed }).toEqual({ status: 201, replayed: true })
      })
    )
  })

  it("during the commit leaves no key behind either", () => {
    const [taken, goOn] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) =>
        Deferred.succeed(taken, undefined).pipe(
          Effect.andThen(Deferred.await(goOn)),
          Effect.andThen(store.commit(batch))
        )
    })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(ask("templates.create", template))
        yield* Deferred.await(taken)
        const gone = yield* Effect.forkChild(Fiber.interrupt(first))
        yield* Effect.yieldNow
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(gone)
        expect((yield* ask("templates.create", template)).replayed).toBe(true)
      })
    )
  })

  it("while it waits for another one waits no longer, and takes nothing from that one", () => {
    const asked = { times: 0 }
    const claims: Bench.World["claims"] = (idempotency) => ({
      ...idempotency,
      begin: (...given) =>
        Effect.suspend(() => {
          asked.times++
          return idempotency.begin(...given)
        })
    })
    return Bench.run(
      Bench.layer({ claims }),
      Effect.gen(function*() {
        const begun = yield* begin(template)
        asked.times = 0
        const waiting = yield* Effect.forkChild(ask("templates.create", template))
        while (asked.times < 2) yield* Effect.sleep(1)
        yield* Fiber.interrupt(waiting)
        // Whoever waits to the end asks ten times.
        expect(asked.times).toBeLessThan(5)
        expect(yield* begin(template)).toEqual({ _tag: "InProgress" })
        expect(begun._tag).toBe("Started")
      })
    )
  })
})
