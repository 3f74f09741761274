/**
 * The signal of several nodes beside a database that says what it is told to: what is sent and heard, and how often
 * (`signal.test.ts` has a real one).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { StoreError } from "@signalbox/core/Store"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const lost = new SqlError({ reason: new ConnectionError({ cause: null, message: "lost", operation: "execute" }) })

interface Line {
  /** The payloads of which the node has told others. */
  readonly told: Array<string>
  /** How often it has begun to listen. */
  begun: number
  isAway: boolean
  readonly notifications: Queue.Queue<{ readonly payload: string }, SqlError>
}

/** Lets everybody who can go on do so. */
const settled = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

const run = (
  use: (
    signal: WorkSignal["Service"],
    line: Line,
    log: ReadonlyArray<string>
  ) => Effect.Effect<void, unknown, Scope.Scope>,
  options: PostgresSignal.Options = { schema: "s" },
  isAway = false
): Promise<void> =>
  Effect.gen(function*() {
    const line: Line = {
      told: [],
      begun: 0,
      isAway,
      notifications: yield* Queue.make<{ readonly payload: string }, SqlError>()
    }
    const log: Array<string> = []
    const refusing = <A>(effect: Effect.Effect<A, SqlError>) =>
      Effect.suspend(() => line.isAway ? Effect.fail(lost) : effect)
    const client: unknown = {
      listen: (channel: string) =>
        Effect.andThen(
          Effect.sync(() => void line.begun++),
          refusing(Effect.sync(() => {
            expect(channel).toBe("signalbox_work")
            return line.notifications
          }))
        ),
      notify: (channel: string, payload: string) =>
        refusing(Effect.sync(() => {
          expect(channel).toBe("signalbox_work")
          line.told.push(payload)
        }))
    }
    const logger = Logger.make(({ cause, logLevel, message }) => {
      const failure: unknown = Cause.squash(cause)
      log.push(`${logLevel} ${String(message)}`, failure instanceof StoreError ? failure.message : "unknown")
    })
    yield* Effect.gen(function*() {
      const context = yield* Layer.build(Layer.fresh(PostgresSignal.layer(options)))
      yield* settled
      yield* use(Context.get(context, WorkSignal), line, log)
    }).pipe(
      Effect.provideService(PgClient, client as PgClient),
      Effect.provide(Logger.layer([logger]))
    )
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), settled)

/** Whether the node is woken; it hears a signal once. */
const isHeard = ({ heard }: WorkSignal["Service"]) =>
  Effect.raceFirst(Effect.as(heard, true), Effect.as(settled, false))

const say = ({ notifications }: Line, payload: string) =>
  Effect.andThen(Queue.offer(notifications, { payload }), settled)

describe("the signal of a node", () => {
  it("is raised once it listens, and by others of its schema, but not by itself nor by those of another one", () =>
    run((signal, line) =>
      Effect.gen(function*() {
        expect([yield* isHeard(signal), yield* isHeard(signal)]).toEqual([true, false])
        yield* signal.raiseElsewhere
        yield* settled
        expect(line.told).toEqual([expect.stringMatching(/^-?[0-9a-z]+\/s$/)])
        const [own] = line.told as [string]
        const heard: Array<boolean> = []
        for (const payload of [own, `${own}/x`, "a/t", "a/xs", "a/s", "as", `b${own}`]) {
          yield* say(line, payload)
          heard.push(yield* isHeard(signal))
        }
        expect(heard).toEqual([false, false, false, false, true, false, true])
      })
    ))

  it("wakes its own worker, those of others, or both, as it is told", () =>
    run((signal, line) =>
      Effect.gen(function*() {
        yield* isHeard(signal)
        const after = (raise: Effect.Effect<void>) =>
          Effect.gen(function*() {
            yield* raise
            yield* pass(50)
            return [yield* isHeard(signal), line.told.splice(0).length]
          })
        expect(yield* after(signal.raiseHere)).toEqual([true, 0])
        expect(yield* after(signal.raiseElsewhere)).toEqual([false, 1])
        expect(yield* after(signal.raise)).toEqual([true, 1])
        expect(yield* after(Effect.void)).toEqual([false, 0])
      })
    ))

  it("tells others at most every fifty milliseconds, whatever is raised meanwhile", () =>
    run((signal, line) =>
      Effect.gen(function*() {
        const told: Array<number> = []
        yield* signal.raise
        yield* settled
        for (const millis of [0, 49, 1, 49, 1, 100]) {
          yield* pass(millis)
          if (millis !== 1 && millis !== 100) { for (const _ of [1, 2]) yield* signal.raise }
          yield* settled
          told.push(line.told.length)
        }
        expect(told).toEqual([1, 1, 2, 2, 3, 3])
      })
    ))

  it("listens again a second after it was lost, and wakes for what it may have missed", () =>
    run(
      (signal, line, log) =>
        Effect.gen(function*() {
          expect([yield* isHeard(signal), line.begun, log]).toEqual([false, 1, [
            "Warn cannot listen for the work of other nodes; it is found by polling",
            "the database cannot be reached (lost)"
          ]])
          yield* pass(999)
          expect(line.begun).toBe(1)
          line.isAway = false
          yield* pass(1)
          expect([line.begun, yield* isHeard(signal)]).toEqual([2, true])
          // What cannot be told is forgotten, and the next is told.
          line.isAway = true
          yield* signal.raise
          yield* pass(50)
          line.isAway = false
          yield* signal.raise
          yield* pass(50)
          expect(line.told).toHaveLength(1)
          yield* isHeard(signal)
          yield* Queue.fail(line.notifications, lost)
          yield* settled
          expect(log).toHaveLength(4)
          yield* pass(1000)
          expect(line.begun).toBe(3)
          expect(yield* isHeard(signal)).toBe(true)
        }),
      {},
      true
    ))

  it("has the schema of the store unless it is told another one, and behind a pooler tells nobody", async () => {
    await run((signal, line) =>
      Effect.gen(function*() {
        yield* signal.raise
        yield* settled
        expect(line.told).toEqual([expect.stringMatching(/[0-9a-z]\/signalbox$/)])
      }), {})
    await run((signal, line) =>
      Effect.gen(function*() {
        yield* signal.raise
        yield* pass(2000)
        expect([line.begun, line.told, yield* isHeard(signal)]).toEqual([0, [], true])
      }), { pooler: true })
  })
})
