/**
 * Outcomes of attempts on their way to the store: which of them one commit takes, how long it waits for more, and what becomes
 * of them when it fails.
 */
import type { Ask, ExecutionError } from "@signalbox/core/Executor"
import { Executor, LeaseLost } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import type { Attempted } from "@signalbox/core/internal/delivery/Settle"
import type { Look } from "@signalbox/core/internal/delivery/Settlements"
import * as Settlements from "@signalbox/core/internal/delivery/Settlements"
import { fromEntries } from "@signalbox/core/RefMap"
import { StoreError } from "@signalbox/core/Store"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import { MaxOpsBeforeYield } from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const webhook = Given.webhookId(1)
const ok: WebhookResult = { _tag: "Answered", status: 200, body: "" }
const broken: WebhookResult = { _tag: "Answered", status: 500, body: "" }
const away = new StoreError({ reason: "unavailable", cause: "gone" })
const failed = new StoreError({ reason: "failed", cause: "refused" })

const lease = (number: number): Lease => ({
  ...DeliveryWork.due(`01900000-0000-7000-8000-${String(number).padStart(12, "0")}`, webhook, Given.now),
  token: number as LeaseToken,
  failures: 0
})

const attempted = (number: number, result: WebhookResult): Attempted => ({
  lease: lease(number),
  result,
  began: Given.now,
  ended: Given.now
})

const elapsed = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Every row is known, and none is there. */
const all = (needs: Ask): Facts.Facts => ({
  ...Facts.empty,
  rows: fromEntries(needs(Facts.empty).rows.map((ref) => [ref, { version: 0, row: null }]))
})

interface Play {
  readonly settlements: Settlements.Settlements
  /** When each commit began, and the outcomes that it took, by the tokens of their leases. */
  readonly commits: ReadonlyArray<readonly [millis: number, tokens: ReadonlyArray<number>]>
  readonly looks: ReadonlyArray<Look>
  /** Whether attempts at the endpoint are under way. */
  await: (isAwaited: boolean) => void
  /** Settles an outcome in a fiber of its own, and lets everything go on that can without a clock. */
  readonly settle: (number: number, result?: WebhookResult) => Effect.Effect<Fiber.Fiber<void, ExecutionError>>
}

const still = Effect.replicateEffect(Effect.yieldNow, 20, { discard: true })

/**
 * @param ends says what each commit comes to, of these outcomes; absent when it is done
 * @param lasts the milliseconds that each commit takes
 */
const play = <A>(
  use: (play: Play) => Effect.Effect<A, ExecutionError>,
  ends: (tokens: ReadonlyArray<number>, commit: number) => ExecutionError | undefined = () => undefined,
  lasts = 0
) => {
  const commits: Array<readonly [number, ReadonlyArray<number>]> = []
  const looks: Array<Look> = []
  let isAwaited = false
  const executor = Layer.mock(Executor, {
    run: (use, command) =>
      Effect.gen(function*() {
        const facts = all((known) => use.needs(command, known))
        const { answer, commit } = yield* Effect.fromResult(
          use.decide(command, { facts, now: Given.now, ids: Given.ids() })
        )
        const tokens = commit.completes.map(({ token }) => token)
        commits.push([yield* elapsed, tokens])
        if (lasts > 0) yield* Effect.sleep(lasts)
        const error = ends(tokens, commits.length)
        return error === undefined ? { answer, at: Given.now } : yield* Effect.fail(error)
      })
  })
  return Effect.gen(function*() {
    const settlements = Settlements.make(yield* Executor, () => isAwaited, (_, look) => looks.push(look))
    return yield* use({
      settlements,
      commits,
      looks,
      await: (is) => void (isAwaited = is),
      settle: (number, result = ok) =>
        Effect.tap(
          Effect.forkChild(settlements.settle(webhook, attempted(number, result), identity, Effect.void)),
          () => still
        )
    })
  }).pipe(Effect.provide(Layer.merge(executor, TestClock.layer())), Effect.runPromise)
}

it("a success waits fifty milliseconds for more as long as attempts are under way, and all that ended meanwhile goes along", () =>
  play(({ await: awaits, commits, settle }) =>
    Effect.gen(function*() {
      awaits(true)
      const fibers = [yield* settle(1)]
      yield* TestClock.adjust(30)
      fibers.push(yield* settle(2))
      yield* TestClock.adjust(19)
      expect(commits).toEqual([])
      yield* TestClock.adjust(1)
      yield* Effect.forEach(fibers, Fiber.join)
      expect(commits).toEqual([[50, [1, 2]]])
      // The next one begins to wait when it ends.
      const next = yield* settle(3)
      yield* TestClock.adjust(50)
      yield* Fiber.join(next)
      expect(commits).toEqual([[50, [1, 2]], [100, [3]]])
    })
  ))

it("nothing waits once no attempt is under way, or one has failed", () =>
  play(({ await: awaits, commits, settle, settlements }) =>
    Effect.gen(function*() {
      const first = yield* settle(1)
      yield* Fiber.join(first)
      awaits(true)
      const waits = yield* settle(2)
      awaits(false)
      yield* Fiber.join(yield* settle(3))
      yield* Fiber.join(waits)
      awaits(true)
      const more = yield* settle(4)
      expect(settlements.setbacks()).toBe(0)
      yield* Fiber.join(yield* settle(5, broken))
      yield* Fiber.join(more)
      expect(settlements.setbacks()).toBe(1)
      awaits(false)
      yield* Fiber.join(yield* settle(9, { _tag: "Unsent", message: "the resolver is full" }))
      expect(settlements.setbacks()).toBe(2)
      awaits(true)
      const last = yield* settle(6)
      yield* TestClock.adjust(50)
      yield* Fiber.join(last)
      expect(commits).toEqual([[0, [1]], [0, [2, 3]], [0, [4, 5]], [0, [9]], [50, [6]]])
    })
  ))

it("a success that ends while a failure is committed waits for more after it", () =>
  play(
    ({ await: awaits, commits, settle }) =>
      Effect.gen(function*() {
        awaits(true)
        const fibers = [yield* settle(1, broken)]
        yield* TestClock.adjust(10)
        fibers.push(yield* settle(2))
        yield* TestClock.adjust(80)
        yield* Effect.forEach(fibers, Fiber.join)
        expect(commits).toEqual([[0, [1]], [70, [2]]])
      }),
    undefined,
    20
  ))

it("one commit takes two hundred and fifty-six outcomes, and does not wait when there are so many", () =>
  play(({ await: awaits, commits, settle }) =>
    Effect.gen(function*() {
      awaits(true)
      const fibers = yield* Effect.forEach(Array.from({ length: 255 }, (_, index) => index), (index) => settle(index))
      expect(commits).toEqual([])
      fibers.push(yield* settle(255))
      expect(commits.map(([millis, tokens]) => [millis, tokens.length])).toEqual([[0, 256]])
      yield* Effect.forEach(fibers, Fiber.join)
      const some = yield* settle(256)
      const rest = yield* Effect.forEach(
        Array.from({ length: 256 }, (_, index) => 257 + index),
        (index) => settle(index)
      )
      yield* TestClock.adjust(50)
      yield* Effect.forEach([some, ...rest], Fiber.join)
      expect(commits.map(([millis, tokens]) => [millis, tokens.length])).toEqual([[0, 256], [0, 256], [50, 1]])
    })
  ))

it("a commit that a lost lease spoils is made again for each outcome, and tells each what became of it", () =>
  play(
    ({ await: awaits, commits, settle }) =>
      Effect.gen(function*() {
        awaits(true)
        const fibers = [yield* settle(1), yield* settle(2), yield* settle(3)]
        awaits(false)
        fibers.push(yield* settle(4))
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        expect(exits).toEqual([Exit.void, Exit.fail(failed), Exit.void, Exit.void])
        expect(commits.map(([, tokens]) => tokens)).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
      }),
    (tokens) =>
      tokens.length > 1 || tokens[0] === 3 ? new LeaseLost({ use: "settle" }) : tokens[0] === 2 ? failed : undefined
  ))

it("an outcome is committed again every second for as long as the store is away, and no longer", () =>
  play(
    ({ commits, settle }) =>
      Effect.gen(function*() {
        const alone = yield* settle(1)
        yield* TestClock.adjust(999)
        expect(commits).toHaveLength(1)
        yield* TestClock.adjust(5000)
        expect(yield* Fiber.await(alone)).toEqual(Exit.fail(failed))
        expect(commits).toEqual([[0, [1]], [1000, [1]], [2000, [1]]])
      }),
    (_, commit) => commit < 3 ? away : failed
  ))

it("a commit is a look at the endpoint from its beginning on, after the failures that there were then", () =>
  play(
    ({ looks, settle }) =>
      Effect.gen(function*() {
        const first = yield* settle(1, broken)
        yield* TestClock.adjust(10)
        const second = yield* settle(2, broken)
        yield* TestClock.adjust(40)
        yield* Effect.forEach([first, second], Fiber.join)
        expect(looks).toEqual([
          { until: 80_000_000n, setbacks: 1 },
          { until: 100_000_000n, setbacks: 2 }
        ])
      }),
    undefined,
    20
  ))

it("whoever asks waits until each failure is committed, and learns whether there was one", () =>
  play(
    ({ await: awaits, settle, settlements }) =>
      Effect.gen(function*() {
        expect(yield* settlements.known(webhook)).toBe(false)
        awaits(true)
        yield* settle(1)
        expect(yield* settlements.known(webhook)).toBe(false)
        yield* settle(2, broken)
        const known = yield* Effect.forkChild(settlements.known(webhook))
        yield* TestClock.adjust(19)
        expect(known.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(known)).toBe(true)
        expect(yield* settlements.known(webhook)).toBe(false)
      }),
    undefined,
    20
  ))

it("also whoever goes on as soon as an attempt is over waits until its failure is committed", () =>
  play(
    ({ looks, settlements }) =>
      Effect.gen(function*() {
        const followed = Effect.forkDetach(
          Effect.map(settlements.known(webhook), (known) => [known, looks.length]),
          { startImmediately: true }
        )
        const following: Array<Fiber.Fiber<ReadonlyArray<unknown>>> = []
        const settling = yield* Effect.forkChild(
          settlements.settle(
            webhook,
            attempted(1, broken),
            identity,
            Effect.map(followed, (fiber) => void following.push(fiber))
          )
        )
        yield* still
        yield* TestClock.adjust(20)
        yield* Fiber.join(settling)
        expect(yield* Fiber.join(following[0]!)).toEqual([true, 1])
      }),
    undefined,
    20
  ))

it("whoever commits for others passes that on when it is interrupted, before each step that it takes", () =>
  Promise.all(
    [3, 4, 5, 6, 7].flatMap((steps) =>
      Array.from({ length: 24 }, (_, turns) =>
        play(
          ({ commits, settlements }) =>
            Effect.gen(function*() {
              const settle = (number: number, result = ok) =>
                Effect.provideService(
                  settlements.settle(webhook, attempted(number, result), identity, Effect.void),
                  MaxOpsBeforeYield,
                  steps
                )
              const begins = { startImmediately: true } as const
              const first = yield* Effect.forkChild(settle(1), begins)
              const second = yield* Effect.forkChild(settle(2, broken), begins)
              const third = yield* Effect.forkChild(settle(3), begins)
              const known = yield* Effect.forkChild(settlements.known(webhook), begins)
              yield* Effect.replicateEffect(Effect.yieldNow, turns, { discard: true })
              yield* Effect.forkChild(Fiber.interrupt(first), begins)
              yield* Effect.forkChild(Fiber.interrupt(second), begins)
              const time = yield* Effect.forkChild(
                Effect.forever(Effect.andThen(TestClock.adjust(10), Effect.yieldNow))
              )
              yield* Fiber.join(third)
              yield* Fiber.await(known)
              expect(commits.flatMap(([, tokens]) => tokens)).toContain(3)
              yield* settle(4)
              yield* Fiber.interrupt(time)
              expect(commits.flatMap(([, tokens]) => tokens)).toContain(4)
              expect(yield* settlements.known(webhook)).toBe(false)
            }),
          undefined,
          turns % 3 * 10
        ))
    )
  ))
