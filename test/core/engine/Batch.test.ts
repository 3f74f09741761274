/** Somebody who is answered by group commit and group load may fail at the answer: that costs nobody else theirs. */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { Facts } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as Loaders from "@signalbox/core/internal/engine/Loader"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { done } from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, vi } from "vitest"
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
