/** Somebody who is answered by group commit and group load may fail at the answer: that costs nobody else theirs. */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { Facts } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import * as Batches from "@signalbox/core/internal/engine/Batch"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as Loaders from "@signalbox/core/internal/engine/Loader"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import * as StoreProgress from "@signalbox/core/internal/engine/StoreProgress"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { done } from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
import { ForwardClock } from "../ForwardClock.ts"
import * as Given from "../Given.ts"

/** As many failures as there are fibers to end, and more. */
const often = [1, 2, 3, 4, 5]

const account = Given.accountId(1)

const commit = (number: number): Commit =>
  Commits.make({ debits: [{ account, amount: money(number), floor: money(0), once: String(number) }] })

const failed = new StoreError({ reason: "failed", cause: "the store's own affair" })

const rich: Facts = { ...empty, balances: new Map([[account, money(5)]]) }

/** A store that does everything immediately, but fails at debits of a negative amount. */
const store = {
  load: () => Effect.succeed(rich),
  commit: (batch: ReadonlyArray<Commit>) =>
    batch.some(({ debits: [debit] }) => debit!.amount < 0) ? Effect.fail(failed) : Effect.succeed(batch.map(() => done))
} as unknown as Store["Service"]

const run = async <A>(
  program: Effect.Effect<A, StoreError, Committers.Committer | Loaders.Loader>,
  lines = often.length
): Promise<{ readonly answer: A; readonly logged: ReadonlyArray<unknown> }> => {
  const logged: Array<unknown> = []
  // What one fiber logs may come after what another one has answered.
  const all = Effect.promise(() => vi.waitFor(() => expect(logged.length).toBeGreaterThanOrEqual(lines), 10_000))
  const answer = await program.pipe(
    Effect.tap(all),
    Effect.provide(
      Layer.mergeAll(Committers.layer, Loaders.layer).pipe(
        Layer.provide(LocalLeases.layer),
        Layer.provideMerge(WorkSignal.layer),
        Layer.provide(Layer.succeed(Store, store)),
        Layer.provideMerge(
          Logger.layer([Logger.make(({ logLevel, message }) => void logged.push([logLevel, message]))])
        )
      )
    ),
    Effect.scoped,
    Effect.timeout("20 seconds"),
    Effect.orDie,
    Effect.runPromise
  )
  return { answer, logged }
}

const complaint = (cause: string) => [
  "Error",
  ["what waits for the store has failed at its answer", { cause: expect.stringContaining(cause) }]
]

describe("who throws at its answer", () => {
  it("costs nobody else theirs: group commit goes on, and the log says where it came from", async () => {
    const { answer, logged } = await run(Effect.gen(function*() {
      const committer = yield* Committers.Committer
      yield* Effect.withFiber((caller) =>
        Effect.sync(() => {
          for (const number of often) {
            committer.offer(commit(number), caller, () => {
              throw new RangeError("about +12015550123")
            })
          }
        })
      )
      const first = yield* committer.commit(commit(6))
      return [first, yield* committer.commit(commit(7)), yield* committer.commitAll([commit(8)])]
    }))
    expect(answer).toEqual([done, done, [Exit.succeed(done)]])
    expect(logged).toEqual(often.map(() => complaint("RangeError")))
    expect(JSON.stringify(logged)).not.toContain("+1201")
  })

  it("at a failure costs nobody theirs either", async () => {
    const { answer, logged } = await run(Effect.gen(function*() {
      const committer = yield* Committers.Committer
      yield* Effect.withFiber((caller) =>
        Effect.sync(() => {
          for (const number of often) {
            committer.offer(commit(-number), caller, () => {
              throw new TypeError("own affair")
            })
          }
        })
      )
      return yield* committer.commit(commit(6))
    }))
    expect(answer).toEqual(done)
    expect(logged).toEqual(often.map(() => complaint("TypeError")))
  })

  it("costs nobody else theirs: group load goes on", async () => {
    const { answer, logged } = await run(Effect.gen(function*() {
      const loader = yield* Loaders.Loader
      const wanted = { needs: Needs.balance(account), known: empty }
      yield* Effect.withFiber((caller) =>
        Effect.sync(() => {
          for (const _ of often) {
            loader.offer(wanted, caller, () => {
              throw new TypeError("own affair")
            })
          }
        })
      )
      return yield* loader.load(wanted)
    }))
    expect(answer).toEqual(rich)
    expect(logged).toEqual(often.map(() => complaint("TypeError")))
  })

  it("is told what it has thrown, so that whoever waits for it is answered", async () => {
    const { answer } = await run(
      Effect.gen(function*() {
        const committer = yield* Committers.Committer
        return yield* Effect.withFiber((caller) =>
          Effect.callback<ReadonlyArray<string>>((resume) => {
            const told: Array<string> = []
            committer.offer(commit(1), caller, (exit) => {
              told.push(exit._tag)
              if (told.length === 1) throw new TypeError("own affair")
              resume(Effect.succeed(told))
            })
          })
        )
      }),
      1
    )
    expect(answer).toEqual(["Success", "Failure"])
  })
})

describe("a batch of which each item fails", () => {
  it.each([
    [1, [4]],
    [2, [4, 2, 2]],
    [3, [4, 2, 1, 1, 2]],
    [undefined, [4, 2, 1, 1, 2, 1, 1]]
  ])("is divided until %s calls were made", (calls, sizes) =>
    Effect.gen(function*() {
      const asked: Array<number> = []
      const batch = yield* Batches.make<number, number>({
        ask: (items) =>
          Effect.suspend(() => {
            asked.push(items.length)
            return Effect.fail(failed)
          }),
        concurrency: 1,
        items: 4,
        size: 10,
        sizeOf: () => 1,
        ...(calls === undefined ? {} : { calls })
      })
      expect(yield* batch.askAll([1, 2, 3, 4])).toEqual([1, 2, 3, 4].map(() => Exit.fail(failed)))
      expect(asked).toEqual(sizes)
    }).pipe(Effect.scoped, Effect.runPromise))
})

/** A batch whose `sift` throws as long as it is told to. */
const faulty = Effect.gen(function*() {
  const fault = { isThere: true }
  const batch = yield* Batches.make<number, number>({
    ask: (items) => Effect.succeed(items),
    concurrency: 2,
    items: 2,
    size: 10,
    sizeOf: () => 1,
    aside: {
      sift: (batch) => {
        if (fault.isThere) throw new RangeError("about +12015550123")
        return Effect.succeed(batch)
      },
      take: () => Effect.void
    }
  })
  return { batch, fault }
})

describe("a defect", () => {
  it("costs the batch that it is in, and the next one is answered", async () => {
    const logged: Array<unknown> = []
    await Effect.gen(function*() {
      const { batch, fault } = yield* faulty
      for (const number of often) {
        const exit = yield* Effect.exit(batch.ask(number))
        expect(Exit.isFailure(exit) && String(Cause.squash(exit.cause))).toContain("RangeError")
      }
      const together = yield* batch.askAll(often)
      expect(together.map(Exit.isFailure)).toEqual(often.map(() => true))
      fault.isThere = false
      expect(yield* batch.ask(6)).toBe(6)
      expect(yield* batch.askAll(often)).toEqual(often.map(Exit.succeed))
    }).pipe(
      Effect.scoped,
      Effect.timeout("20 seconds"),
      Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))])),
      Effect.runPromise
    )
    // Five alone, and five in batches of two.
    expect(logged).toEqual(
      Array.from({ length: 8 }, () => [
        "a batch for the store has failed",
        { cause: expect.stringContaining("RangeError") }
      ])
    )
    expect(JSON.stringify(logged)).not.toContain("+1201")
  })
})

describe("who is not answered for fifteen seconds", () => {
  it("makes the node unready, until the line is gone", () =>
    Effect.gen(function*() {
      const progress = yield* StoreProgress.StoreProgress
      const clock = new ForwardClock(yield* Clock.Clock)
      const found = Effect.provideService(StoreProgress.standstill(progress), Clock.Clock, clock)
      yield* Effect.scoped(Effect.gen(function*() {
        const batch = yield* Batches.make<number, number>({
          ask: (items) => items.includes(1) ? Effect.never : Effect.succeed(items),
          concurrency: 1,
          items: 1,
          size: 1,
          sizeOf: () => 1
        })
        expect(yield* batch.ask(2)).toBe(2)
        yield* Effect.forkChild(batch.ask(1))
        yield* Effect.yieldNow
        clock.pass(StoreProgress.longestWait - 1000)
        expect(yield* found).toBe(null)
        clock.pass(1000)
        expect(yield* found).toBe("has not answered somebody for fifteen seconds")
      }))
      expect(yield* found).toBe(null)
    }).pipe(Effect.provide(StoreProgress.layer), Effect.runPromise))
})
