/**
 * Questions to somebody outside: each has its time, an account has so many open to each party, and what went wrong is in the
 * log.
 */
import * as Outside from "@signalbox/core/internal/operation/Outside"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const bounds = { patience: 1000, concurrency: 2 }
const [own, other] = [Given.accountId(1), Given.accountId(2)]

type Ask = <A>(question: Effect.Effect<A>, asked?: Outside.Asked, account?: typeof own) => Effect.Effect<A | null>

/** Runs a program on a node that counts what is open, and returns what it found with the lines of the log. */
const scene = async <A>(program: (ask: Ask) => Effect.Effect<A>) => {
  const lines: Array<unknown> = []
  const ask: Ask = (question, asked = "routes", account = own) =>
    Effect.map(Outside.ask(asked, account, bounds, () => question), Option.getOrNull)
  const found = await program(ask).pipe(
    Effect.provide(Outside.layer),
    Effect.provide(TestClock.layer()),
    Effect.provide(Logger.layer([Logger.map(Logger.formatStructured, ({ level, message }) => {
      lines.push(`${level} ${String(message)}`)
    })])),
    Effect.scoped,
    Effect.runPromise
  )
  return { found, lines }
}

const late = "WARN a look-up does not answer"

it("have their time, and not a millisecond more", async () => {
  const { found, lines } = await scene((ask) =>
    Effect.gen(function*() {
      const [quick, slow] = [
        yield* Effect.forkChild(ask(Effect.delay(Effect.succeed("quick"), 999))),
        yield* Effect.forkChild(ask(Effect.never))
      ]
      yield* TestClock.adjust(999)
      expect(slow.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      return [yield* Fiber.join(quick), yield* Fiber.join(slow)]
    })
  )
  expect([found, lines]).toEqual([["quick", null], [late]])
})

it("that fail or throw have no answer, and the log says so without what they say", async () => {
  const secret = new Error("hunter2")
  const { found, lines } = await scene((ask) =>
    Effect.all([
      ask(Effect.die(secret)),
      ask(Effect.suspend((): Effect.Effect<string> => {
        throw secret
      })),
      ask(Effect.succeed("answer"))
    ])
  )
  expect(found).toEqual([null, null, "answer"])
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^WARN a look-up failed,Error/)
  expect(lines.join()).not.toContain("hunter2")
})

it("are so many of one account to one party as long as they are open, whether anybody waits or not", async () => {
  const { found, lines } = await scene((ask) =>
    Effect.gen(function*() {
      const answer = yield* Deferred.make<string>()
      const stubborn = Effect.uninterruptible(Deferred.await(answer))
      const open = [yield* Effect.forkChild(ask(stubborn)), yield* Effect.forkChild(ask(stubborn))]
      yield* Effect.yieldNow
      const yes = Effect.succeed("yes")
      const full = [
        yield* ask(yes),
        yield* ask(yes, "calls"),
        yield* ask(yes, "numbers"),
        yield* ask(yes, "routes", other)
      ]
      yield* TestClock.adjust(1000)
      const ended = [yield* Fiber.join(open[0]!), yield* Fiber.join(open[1]!), yield* ask(yes)]
      yield* Deferred.succeed(answer, "late")
      yield* TestClock.adjust(0)
      return [full, ended, yield* ask(yes)]
    })
  )
  expect(found).toEqual([[null, "yes", "yes", "yes"], [null, null, null], "yes"])
  expect(lines).toEqual([late, late])
})

it("of one asker count together where no node counts them", async () => {
  const program = Effect.gen(function*() {
    const together = yield* Outside.counting
    const asking = (of: Effect.Effect<string>) =>
      Effect.map(Outside.ask("routes", own, bounds, () => of), Option.getOrNull)
    for (let index = 0; index < 2; index++) yield* Effect.forkChild(together(asking(Effect.never)))
    yield* Effect.yieldNow
    return [yield* together(asking(Effect.succeed("yes"))), yield* asking(Effect.succeed("yes"))]
  })
  expect(await Effect.runPromise(program)).toEqual([null, "yes"])
})
