/** Items that a handler has not done: which commits give them back, when, and what the log is told of them. */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { Committer } from "@signalbox/core/internal/engine/Committer"
import * as GiveBack from "@signalbox/core/internal/engine/GiveBack"
import type { Undone } from "@signalbox/core/internal/engine/Handler"
import * as Handler from "@signalbox/core/internal/engine/Handler"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, stale } from "@signalbox/core/Outcome"
import { StoreError } from "@signalbox/core/Store"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const lease = (key: string, failures = 0, at = 0): Lease => ({
  work: { kind: "errand", key },
  lane: "errand:one",
  at: Instant.make(at),
  token: 7 as LeaseToken,
  failures
})

const fence = (key: string): Commits.Fence => ({ work: { kind: "errand", key }, token: 7 as LeaseToken })
const releases = (...keys: ReadonlyArray<string>): Commit => Commits.make({ releases: keys.map(fence) })

const away = new StoreError({ reason: "unavailable", message: "away", cause: null })
const refusing = new StoreError({ reason: "failed", message: "no such column", cause: null })

type Line = readonly [level: string, message: unknown]

/** Gives items back to a store that answers from a list and then does all, and looks again after so many milliseconds. */
const givenBack = async (
  undone: ReadonlyArray<Undone>,
  answers: ReadonlyArray<Effect.Effect<Outcome, StoreError>> = [],
  millis = 0
) => {
  const commits: Array<readonly [millis: number, commit: Commit]> = []
  const lines: Array<Line> = []
  const left = [...answers]
  const committer = {
    commit: (commit: Commit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        commits.push([now, commit])
        return left.shift() ?? Effect.succeed(done)
      })
  } as unknown as Committer["Service"]
  await Effect.gen(function*() {
    const give = yield* GiveBack.make(committer, 100)
    yield* Effect.forkChild(give(undone), { startImmediately: true })
    yield* TestClock.adjust(millis)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(
      TestClock.layer(),
      Logger.layer([Logger.make(({ logLevel, message }) => void lines.push([logLevel, message]))])
    )),
    Effect.provideService(References.MinimumLogLevel, "All"),
    Effect.runPromise
  )
  return { commits, lines }
}

const failed = (of: Lease, error: unknown = "no"): Undone => Handler.undone(of, Cause.fail(error))

describe("items that were let go", () => {
  const both = [lease("a"), lease("b")].map(Handler.letGo)

  it("are free again in one commit, and nobody is told", async () => {
    expect(await givenBack(both)).toStrictEqual({ commits: [[0, releases("a", "b")]], lines: [] })
    expect(await givenBack([])).toStrictEqual({ commits: [], lines: [] })
  })

  it("are freed by themselves where another node has one of them, which is tried no more than once", async () => {
    const lost = Effect.succeed(stale("lease"))
    expect((await givenBack(both, [lost, lost])).commits)
      .toStrictEqual([[0, releases("a", "b")], [0, releases("a")], [0, releases("b")]])
    expect((await givenBack(both.slice(0, 1), [lost])).commits).toStrictEqual([[0, releases("a")]])
  })

  it("are freed after a poll where the store was away, and again after each poll while it is", async () => {
    const undone = [failed(lease("a"), away), Handler.letGo(lease("b"))]
    const { commits, lines } = await givenBack(undone, [Effect.fail(away), Effect.fail(away)], 1000)
    expect(commits).toStrictEqual([100, 200, 300].map((millis) => [millis, releases("a", "b")]))
    expect(lines).toStrictEqual([])
  })
})

describe("items that failed", () => {
  const again = (key: string, failures: number, at: number): Commit =>
    Commits.make({
      completes: [fence(key)],
      due: [{ work: { kind: "errand", key }, lane: "errand:one", at: Instant.make(at), failures }]
    })

  it("fall due again after their clock and their own instant, the later the more often they have failed", async () => {
    const { commits } = await givenBack([failed(lease("a")), failed(lease("b", 2, 500)), failed(lease("c", 10))])
    expect(commits).toStrictEqual([
      [0, again("a", 1, 5000)],
      [0, again("b", 3, 20_500)],
      [0, again("c", 11, 3_600_000)]
    ])
  })

  it("are dead letters after the twelfth time, beside what is tried again", async () => {
    const { commits } = await givenBack([failed(lease("a", 10)), failed(lease("b", 11, 9)), Handler.letGo(lease("c"))])
    expect(commits).toStrictEqual([
      [0, again("a", 11, 3_600_000)],
      [
        0,
        Commits.make({
          completes: [fence("b")],
          puts: [Commits.put(DeadLetters, {
            kind: "errand",
            key: "b",
            lane: lease("b").lane,
            failures: 12,
            cause: "no",
            at: Instant.make(9)
          })]
        })
      ],
      [0, releases("c")]
    ])
  })

  it("are told of once for each cause, and of those that are not tried again once more", async () => {
    const { lines } = await givenBack([
      failed(lease("a"), { _tag: "Busy" }),
      failed(lease("b", 11), { _tag: "Busy" }),
      failed(lease("c"), { _tag: "Gone" })
    ])
    const line = (message: string, cause: string, ...keys: ReadonlyArray<string>): Line => [
      "Error",
      [message, { lane: "errand:one", work: keys.map((key) => `errand:${key}`), cause }]
    ]
    const full: Line = ["Debug", ["the failure in full"]]
    expect(lines).toStrictEqual([
      line("work failed", "Busy", "a", "b"),
      full,
      line("work is not tried again until an operator says so", "Busy", "b"),
      line("work failed", "Gone", "c"),
      full
    ])
  })

  it("are tried again aside, each five seconds, where the store does not take them back", async () => {
    const no = Effect.fail(refusing)
    const { commits, lines } = await givenBack([failed(lease("a"))], [no, no, no], 20_000)
    // The first time is not of the background, and what falls due follows the clock.
    expect(commits.map(([millis]) => millis)).toStrictEqual([0, 0, 5000, 10_000])
    expect(lines.at(-1)).toStrictEqual([
      "Error",
      ["work cannot be given back", {
        lane: "errand:one",
        work: ["errand:a"],
        cause: "StoreError: no such column"
      }]
    ])
  })
})
