/** A request whose time is over is answered with what has come to its end by then. */
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import * as Executors from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Committer } from "@signalbox/core/internal/engine/Committer"
import * as Deadline from "@signalbox/core/internal/engine/Deadline"
import type { Wanted } from "@signalbox/core/internal/engine/Loader"
import { Loader } from "@signalbox/core/internal/engine/Loader"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import { done } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const contact = (number: number) => Given.contact({ id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId })

const Puts: Decision<number, number> = {
  name: "puts",
  needs: (number) => Needs.row(Contacts, contact(number).id),
  decide: (number) =>
    Result.succeed({ answer: number, commit: Commits.make({ puts: [Commits.put(Contacts, contact(number))] }) })
}

/** A store that cannot load two rows together, and never answers about the second contact. */
const load = ({ known, needs: { rows } }: Wanted) => {
  if (rows.length > 1) return Effect.fail(new StoreError({ reason: "failed", cause: null }))
  return rows[0]?.key === contact(2).id ? Effect.never : Effect.succeed(
    Facts.merge(known, { ...Facts.empty, rows: fromEntries(rows.map((ref) => [ref, { version: 0, row: null }])) })
  )
}

const layer = Executors.layer.pipe(Layer.provide(Layer.mergeAll(
  Layer.succeed(IdGenerator, Given.ids()),
  Layer.succeed(Loader, { load, offer: () => undefined }),
  Layer.succeed(Committer, {
    commit: () => Effect.succeed(done),
    offer: (_, __, answered) => answered(Exit.succeed(done)),
    commitAll: (commits) => Effect.succeed(commits.map(() => Exit.succeed(done)))
  })
)))

const late = Exit.fail(new StoreError({ reason: "unavailable", cause: "the request has waited for too long" }))

/** Returns what these have come to for a request that may wait so long in all, and has waited for so long. */
const asked = (numbers: ReadonlyArray<number>, waited: number) =>
  Effect.gen(function*() {
    const { runAll } = yield* Executors.Executor
    const since = (yield* Clock.monotonicTimeNanos) - BigInt(waited) * 1_000_000n
    const fiber = yield* Effect.forkChild(Deadline.begin(since, 11_000)(runAll(Puts, numbers)), {
      startImmediately: true
    })
    yield* TestClock.adjust(10_999 - waited)
    expect(fiber.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(1)
    const exits = yield* Fiber.join(fiber)
    return exits.map((exit): Exit.Exit<number, ExecutionError> => Exit.map(exit, ({ answer }) => answer))
  }).pipe(Effect.provide(layer), Effect.provide(TestClock.layer()), Effect.runPromise)

it("those of a set that are done stay done, and the others are late", async () => {
  expect(await asked([1, 2, 3], 0)).toEqual([Exit.succeed(1), late, late])
})

it("a single decision of a request that has waited already is late", async () => {
  expect(await asked([2], 600)).toEqual([late])
})
