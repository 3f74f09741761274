/**
 * The timeline of the courier, by a clock that is set: how often it asks the networks, what it gives back and until when.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instant, minute } from "@signalbox/core/Instant"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { StoreError } from "@signalbox/core/Store"
import type { OwedReceipt } from "@signalbox/emulator/network/Network"
import { Network } from "@signalbox/emulator/network/Network"
import * as ReceiptDelivery from "@signalbox/emulator/network/ReceiptDelivery"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const broken = new StoreError({ reason: "unavailable", cause: "a test" })

const owed = (number: number): OwedReceipt => ({
  id: String(number),
  dueAt: instant(0),
  message: Given.messageId(number),
  attempt: Given.attemptId(number),
  receipt: {
    subject: { _tag: "Reference", carrier: Given.carrierId("sms-a"), reference: `r${number}` },
    reported: { _tag: "Delivered" }
  }
})

/** Networks that owe what they are told to, and a service that answers so; all that they are asked, in order. */
class World {
  readonly asked: Array<string> = []
  readonly logged: Array<string> = []
  level: LogLevel.LogLevel = "Info"
  due: Array<ReadonlyArray<OwedReceipt>> = []
  nextDue: Effect.Effect<Option.Option<Instant>, StoreError> = Effect.succeed(Option.none())
  claims: Effect.Effect<void, StoreError> = Effect.void
  answer: (receipt: Receipt) => Exit.Exit<Answer, StoreError> = () => Exit.succeed("applied")

  private note(line: string) {
    return Effect.map(TestClock.testClockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe())), (now) => {
      this.asked.push(`${now} ${line}`)
    })
  }

  readonly run = <A>(test: Effect.Effect<A, StoreError, ReceiptDelivery.ReceiptDelivery>): Promise<A> => {
    const ids = (all: ReadonlyArray<OwedReceipt>) => `[${all.map(({ id }) => id).join()}]`
    const network = Layer.mock(Network, {
      claimDue: (now, limit) =>
        Effect.suspend(() => {
          const next = this.due.shift() ?? []
          return Effect.as(Effect.andThen(this.note(`claim ${now} ${limit}`), this.claims), next)
        }),
      settle: (brought, putOff, until) => this.note(`settle ${ids(brought)} ${ids(putOff)} ${until}`),
      nextDue: Effect.suspend(() => this.nextDue)
    })
    const receipts = Layer.mock(Receipts, {
      reportAll: (all) => Effect.sync(() => all.map((each) => this.answer(each)))
    })
    const logger = Logger.make(({ cause, logLevel, message }) => {
      this.logged.push(`${logLevel} ${String(message)} ${Cause.hasFails(cause)}`)
    })
    return test.pipe(
      Effect.provide(ReceiptDelivery.layer.pipe(Layer.provide(Layer.mergeAll(network, receipts)))),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, this.level),
      Effect.provide(TestClock.layer()),
      Effect.scoped,
      Effect.runPromise
    )
  }

  /** Leaves out what was asked so far. */
  take(): ReadonlyArray<string> {
    return this.asked.splice(0)
  }
}

/** Time passes in steps, so that each look begins where it should. */
const pass = (millis: number) => TestClock.adjust(millis)

describe("the courier", () => {
  it("asks twice a second while nothing is owed, and when it is woken", () => {
    const world = new World()
    return world.run(Effect.gen(function*() {
      const { wake } = yield* ReceiptDelivery.ReceiptDelivery
      yield* pass(0)
      expect(world.take()).toEqual(["0 claim 0 512"])
      yield* pass(499)
      expect(world.take()).toEqual([])
      yield* pass(1)
      expect(world.take()).toEqual(["500 claim 500 512"])
      yield* wake
      yield* pass(0)
      expect(world.take()).toEqual(["500 claim 500 512"])
    }))
  })

  it.each([
    [5, 20],
    [20, 20],
    [70, 70],
    [501, 500]
  ])("with a receipt that is due in %i milliseconds asks again in %i", (ahead, again) => {
    const world = new World()
    world.nextDue = Effect.succeed(Option.some(instant(ahead)))
    return world.run(Effect.gen(function*() {
      yield* pass(again - 1)
      expect(world.take()).toEqual(["0 claim 0 512"])
      yield* pass(1)
      expect(world.take()).toEqual([`${again} claim ${again} 512`])
    }))
  })

  it("settles what was taken, and gives back the rest for the next time, which comes after a while", () => {
    const world = new World()
    world.due = [[owed(1), owed(2), owed(3)]]
    world.answer = ({ subject }) =>
      subject._tag === "Reference" && subject.reference === "r2"
        ? Exit.succeed("unknown")
        : subject._tag === "Reference" && subject.reference === "r3"
        ? Exit.fail(broken)
        : Exit.succeed("applied")
    return world.run(Effect.gen(function*() {
      yield* pass(19)
      expect(world.take()).toEqual(["0 claim 0 512", "0 settle [1] [2,3] 0"])
      yield* pass(1)
      expect(world.take()).toEqual(["20 claim 20 512"])
      world.due = [[owed(1)], []]
      yield* pass(500)
      // What was taken whole is followed by a look without a rest.
      expect(world.take()).toEqual(["520 claim 520 512", "520 settle [1] [] 520", "520 claim 520 512"])
      expect(world.logged).toEqual([])
    }))
  })

  it.each<readonly [level: LogLevel.LogLevel, lines: ReadonlyArray<string>]>([
    ["Info", []],
    ["Debug", ["Debug the service takes no receipt true"]]
  ])("tells whoever reads the log from %s on why the service takes no receipt: %j", (level, lines) => {
    const world = new World()
    world.level = level
    world.due = [[owed(1), owed(2)]]
    world.answer = ({ subject }) =>
      subject._tag === "Reference" && subject.reference === "r2" ? Exit.fail(broken) : Exit.succeed("unknown")
    return world.run(Effect.map(pass(0), () => expect(world.logged).toEqual(lines)))
  })

  it("tells the attempt after 250 tries, and puts off what is not known then either for a minute", () => {
    const world = new World()
    const told: Array<string> = []
    world.answer = ({ subject }) => {
      told.push(subject._tag)
      return Exit.succeed("unknown")
    }
    return world.run(Effect.gen(function*() {
      for (let tries = 1; tries <= 250; tries++) {
        world.due = [[owed(1)]]
        yield* pass(tries === 1 ? 500 : 20)
      }
      expect(told).toEqual(Array.from({ length: 250 }, () => "Reference"))
      world.take()
      world.due = [[owed(1)]]
      yield* pass(20)
      const now = 500 + 250 * 20
      expect([told.at(-1), ...world.take()]).toEqual([
        "Attempt",
        `${now} claim ${now} 512`,
        `${now} settle [] [] ${now}`,
        `${now} settle [] [1] ${now + minute}`
      ])
      // After that it begins with the reference again.
      world.due = [[owed(1)]]
      yield* pass(20)
      expect(told.at(-1)).toBe("Reference")
    }))
  })

  it("counts anew what was known in between", () => {
    const world = new World()
    const told: Array<string> = []
    world.answer = ({ subject }) => {
      told.push(subject._tag)
      return Exit.succeed(told.length === 200 ? "applied" : "unknown")
    }
    return world.run(Effect.gen(function*() {
      for (let tries = 1; tries <= 300; tries++) {
        world.due = [[owed(1)]]
        yield* pass(tries === 1 || tries === 201 ? 500 : 20)
      }
      expect(new Set(told)).toEqual(new Set(["Reference"]))
    }))
  })

  it("is idle while nothing is under way and nothing is due", () => {
    const world = new World()
    return world.run(Effect.gen(function*() {
      const { isIdle } = yield* ReceiptDelivery.ReceiptDelivery
      yield* pass(0)
      expect(yield* isIdle).toBe(true)
      for (const [at, expected] of [[-1, false], [0, false], [1, true]] as const) {
        world.nextDue = Effect.succeed(Option.some(instant(at)))
        expect(yield* isIdle, String(at)).toBe(expected)
      }
      world.nextDue = Effect.fail(broken)
      expect(yield* isIdle).toBe(false)
      world.nextDue = Effect.succeed(Option.none())
      world.claims = Effect.never
      yield* pass(500)
      expect(yield* isIdle).toBe(false)
    }))
  })

  it("says that the networks fail it, and goes on half a second later", () => {
    const world = new World()
    world.claims = Effect.fail(broken)
    return world.run(Effect.gen(function*() {
      const { isIdle } = yield* ReceiptDelivery.ReceiptDelivery
      yield* pass(499)
      expect(world.take()).toEqual(["0 claim 0 512"])
      expect(world.logged).toEqual([expect.stringContaining("carriers cannot bring receipts")])
      // It has nothing in hand while it waits.
      expect(yield* isIdle).toBe(true)
      world.claims = Effect.void
      yield* pass(1)
      expect(world.take()).toEqual(["500 claim 500 512"])
    }))
  })
})
