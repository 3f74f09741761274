/**
 * How often a hand-over is asked again whose answer was lost, and when.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Instant from "@signalbox/core/Instant"
import * as Retry from "@signalbox/http-carrier/Retry"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const lost: SubmissionOutcome = { _tag: "Unanswered", detail: { code: "LOST", text: "the answer was lost" } }
const never: SubmissionOutcome = { ...lost, repeat: "never" }
const busy: SubmissionOutcome = { _tag: "Busy", until: Instant.make(9), holds: "lane" }
const accepted: SubmissionOutcome = { _tag: "Accepted", references: ["a"] }

/** Returns the outcome, and the moments of the requests, each of which takes so long. */
const run = (outcomes: ReadonlyArray<SubmissionOutcome>, answersWithin?: number, takes = 0) =>
  Effect.gen(function*() {
    const asked: Array<number> = []
    const handOver = Effect.gen(function*() {
      const outcome = outcomes[asked.length] ?? lost
      asked.push(yield* Instant.now)
      yield* Effect.sleep(takes)
      return outcome
    })
    const fiber = yield* Effect.forkChild(Retry.whileUnanswered(handOver, answersWithin))
    yield* TestClock.adjust(60_000)
    return [yield* Fiber.join(fiber), asked] as const
  }).pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise)

describe("a hand-over", () => {
  it.each<
    [string, Promise<readonly [SubmissionOutcome, ReadonlyArray<number>]>, SubmissionOutcome, ReadonlyArray<number>]
  >([
    ["is asked once that is answered", run([accepted]), accepted, [0]],
    ["is asked once that is refused for the moment", run([busy]), busy, [0]],
    ["is asked once that nobody may repeat", run([never]), never, [0]],
    ["is asked again after a while that is lost, three times at most", run([]), lost, [0, 250, 1250, 5250]],
    ["ends with its answer", run([lost, lost, accepted]), accepted, [0, 250, 1250]],
    ["ends with the last of what nobody knows", run([lost, never]), never, [0, 250]],
    ["is not busy that may have been taken", run([lost, busy, accepted]), accepted, [0, 250, 1250]],
    ["stays lost while others are busy", run([lost, busy, busy, busy]), lost, [0, 250, 1250, 5250]],
    ["takes half of its time at most", run([], 2500), lost, [0, 250]],
    ["takes half of its time, and not a moment less", run([], 2502), lost, [0, 250, 1250]],
    ["has no time for another request", run([], 500), lost, [0]],
    ["has half a minute unless more is said, and another request needs some of it", run([], undefined, 14_750), lost, [
      0
    ]],
    ["has half a minute unless more is said", run([], undefined, 14_749), lost, [0, 14_999]],
    ["counts the time of its requests", run([], 10_000, 2000), lost, [0, 2250]]
  ])("%s", async (_, running, outcome, asked) => {
    expect(await running).toEqual([outcome, asked])
  })
})
