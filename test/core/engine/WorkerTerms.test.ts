/** A worker as it is unless told otherwise, by a test clock: how often it claims, and when it stands still. */
import type { NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { ClaimRequest } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const node = "node" as NodeId
const lanes = { errand: { width: 8, shared: true } }

type Asked = readonly [what: "claim" | "due", millis: number]

interface Played {
  readonly asked: ReadonlyArray<Asked>
  readonly requests: ReadonlyArray<ClaimRequest>
  readonly standstill: Effect.Effect<string | null>
  readonly raise: Effect.Effect<void>
}

/** Plays a worker whose work never ends, on a store that answers claims like this. */
const playing = <A>(
  claim: (count: number, now: Instant.Instant) => Effect.Effect<ReadonlyArray<Lease>>,
  program: (played: Played) => Effect.Effect<A>
): Promise<A> => {
  const asked: Array<Asked> = []
  const requests: Array<ClaimRequest> = []
  const noted = (what: Asked[0]) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      asked.push([what, now])
      return Instant.make(now)
    })
  const store = {
    claim: (request: ClaimRequest) =>
      Effect.flatMap(noted("claim"), (now) => Effect.map(claim(requests.push(request), now), (leases) => ({ leases }))),
    nextDue: () => Effect.as(noted("due"), Option.none()),
    now: Instant.now
  } as unknown as Store["Service"]
  const layer = Workers.layer({ node }).pipe(
    Layer.provide(Layer.succeed(Workers.Handlers, { handle: () => Effect.never, lanes })),
    Layer.provide(Committers.layer),
    Layer.provideMerge(WorkSignal.layer),
    Layer.provide(LocalLeases.layer),
    Layer.provide(Layer.succeed(Store, store))
  )
  return Effect.gen(function*() {
    const { standstill } = yield* Workers.Worker
    const { raise } = yield* WorkSignal.WorkSignal
    return yield* program({ asked, requests, standstill, raise })
  }).pipe(
    Effect.provide(layer),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

const lease = (key: string, at: Instant.Instant): Lease => ({
  work: { kind: "errand", key },
  lane: "errand:one",
  at,
  token: 1 as LeaseToken,
  failures: 0
})

describe("a worker", () => {
  it("claims each second, 1,024 items at most", () =>
    playing(() => Effect.succeed([]), ({ asked, requests }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust(2999)
        expect(asked).toStrictEqual([0, 1000, 2000].flatMap((millis) => [["claim", millis], ["due", millis]]))
        expect(requests).toStrictEqual([0, 1, 2].map(() => ({ node, offset: 0, limit: 1024, lanes })))
      })))

  it("claims when it is told of work, and rests for a second after that again", () =>
    playing(() => Effect.succeed([]), ({ asked, raise }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust(300)
        yield* raise
        // The worker is woken in a later turn.
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        yield* TestClock.adjust(1700)
        expect(asked).toStrictEqual([0, 300, 1300].flatMap((millis) => [["claim", millis], ["due", millis]]))
      })))

  it("stands still when no claim was answered for more than thirty polls", () =>
    playing(() => Effect.never, ({ standstill }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust(30_000)
        expect(yield* standstill).toBeNull()
        yield* TestClock.adjust(1)
        expect(yield* standstill).toBe("has claimed nothing for too long")
      })))

  it.each([[999, 1020], [1000, 1000]])(
    "gathers after work behind other work that has been due for %d milliseconds, and looks what comes next after %d",
    (late, millis) =>
      playing(
        (count, now) => Effect.succeed(count > 2 ? [] : [lease(`work-${count}`, Instant.plus(now, -late))]),
        ({ asked }) =>
          Effect.gen(function*() {
            yield* TestClock.adjust(1500)
            expect(asked).toStrictEqual([["claim", 0], ["due", 0], ["claim", 1000], ["due", millis]])
          })
      )
  )
})
