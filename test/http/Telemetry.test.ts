/**
 * The two windows of voice telemetry in still time (specification "Limits"): 30 a minute for one app identity, 3,000 for
 * all of an account.
 */
import { RateWindow } from "@signalbox/core/RateWindow"
import { bindings } from "@signalbox/http/Api"
import * as Rate from "@signalbox/http/steps/Rate"
import * as MemoryRateWindow from "@signalbox/memory/MemoryRateWindow"
import { propWith } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { StillClock } from "../core/Bench.ts"
import * as Given from "../core/Given.ts"

const telemetry = bindings.find(({ name }) => name === "voice.telemetry")!

interface Window {
  /** Null when the request is admitted; else the limit that it hit, as the answer tells. */
  readonly take: (identity: string, at: number) => Effect.Effect<string | null, never, RateWindow>
}

const inStillTime = <A>(program: (window: Window) => Effect.Effect<A, never, RateWindow>): Promise<A> =>
  Effect.gen(function*() {
    const clock = new StillClock(yield* Clock.Clock)
    const gates = { window: yield* RateWindow }
    const take: Window["take"] = (identity, at) => {
      clock.set(at as typeof Given.now)
      return Effect.match(
        Rate.takeAccount(gates, { clock }, { account: Given.account(), key: null, identity }, telemetry),
        {
          onSuccess: () => null,
          onFailure: (error) => "headers" in error ? error.headers?.["x-ratelimit-limit"] ?? "none" : "none"
        }
      )
    }
    return yield* program({ take }).pipe(Effect.provideService(Clock.Clock, clock))
  }).pipe(Effect.provide(MemoryRateWindow.layer), Effect.runPromise)

const minute = 60_000

describe("the windows of voice telemetry", () => {
  propWith({ runs: 100 })(
    "of an app identity slide: no minute, wherever it begins, has more than 30 [VOI-016, VOI-018]",
    fc.array(fc.tuple(fc.constantFrom("ada", "grace"), fc.oneof(fc.nat({ max: 3000 }), fc.nat({ max: 90_000 }))), {
      minLength: 40,
      maxLength: 120
    }),
    (arrivals) =>
      inStillTime(({ take }) =>
        Effect.gen(function*() {
          const admitted: Record<string, Array<number>> = { ada: [], grace: [] }
          let at: number = Given.now
          for (const [identity, pause] of arrivals) {
            at += pause
            const mine = admitted[identity]!
            const inWindow = mine.filter((earlier) => earlier > at - minute).length
            expect(yield* take(identity, at)).toBe(inWindow < 30 ? null : "30")
            if (inWindow < 30) mine.push(at)
          }
        })
      )
  )

  it("of an account slide too, and have no more than 3,000 of all identities together [VOI-017, VOI-018]", async () => {
    await inStillTime(({ take }) =>
      Effect.gen(function*() {
        const start: number = Given.now
        const fill = Effect.fnUntraced(function*(from: number, at: number) {
          for (let count = 0; count < 1500; count++) {
            expect(yield* take(`app-${from + Math.floor(count / 30)}`, at)).toBe(null)
          }
        })
        yield* fill(0, start)
        yield* fill(50, start + 30_000)
        expect(yield* take("one-more", start + 30_000)).toBe("3000")
        expect(yield* take("one-more", start + minute - 1)).toBe("3000")
        // The first half is a minute ago, the second is not.
        yield* fill(100, start + minute)
        expect(yield* take("one-more", start + minute)).toBe("3000")
      })
    )
  })

  it("of an account lose nothing to an identity that has used up its own [VOI-016]", async () => {
    await inStillTime(({ take }) =>
      Effect.gen(function*() {
        const at: number = Given.now
        for (let count = 0; count < 5000; count++) {
          expect(yield* take("loud", at)).toBe(count < 30 ? null : "30")
        }
        for (let count = 0; count < 2970; count++) {
          expect(yield* take(`app-${Math.floor(count / 30)}`, at)).toBe(null)
        }
        expect(yield* take("one-more", at)).toBe("3000")
      })
    )
  })
})
