/**
 * The timeline of simulated carriers, by a clock that is set: what each hands to its network and when, and what it tells the
 * service afterwards.
 */
import type { Carrier, Submission } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import { StoreError } from "@signalbox/core/Store"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import type { Behaviour } from "@signalbox/emulator/network/Behaviour"
import { byDefault } from "@signalbox/emulator/network/Behaviour"
import * as Hanging from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import * as SimulatedCarriers from "@signalbox/emulator/network/SimulatedCarriers"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { submission } from "../Submissions.ts"

const broken = new StoreError({ reason: "unavailable", cause: "a test" })
const id = Given.carrierId("sms-a")

const numberOf = (attempt: AttemptId): number => Number(attempt.slice(-12))

/** A network that answers as it is told, and all that happens, in order and with its instant. */
class World {
  behaviour: Behaviour = byDefault
  looks: Effect.Effect<ReadonlyMap<typeof id, Behaviour>, StoreError> = Effect.succeed(new Map())
  asks: Effect.Effect<void, StoreError> = Effect.void
  tells: Effect.Effect<void> = Effect.void
  readonly told: Array<string> = []
  readonly logged: Array<string> = []

  private note(line: string) {
    return Effect.map(TestClock.testClockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe())), (now) => {
      this.told.push(`${now} ${line}`)
    })
  }

  readonly run = <A>(test: Effect.Effect<A, never, Carriers | Hanging.Hanging>): Promise<A> => {
    const names = (all: Iterable<AttemptId>) => [...all].map(numberOf).join()
    const network = Layer.mock(Network, {
      behaviours: Effect.suspend(() => this.looks),
      ask: (carrier, attempts) =>
        Effect.andThen(this.asks, Effect.as(this.note(`${carrier} asks ${names(attempts)}`), this.behaviour)),
      queue: (_, millis) => Effect.as(this.note(`queues for ${millis}`), millis),
      submit: (_, batch, { now, unheard }) =>
        Effect.as(
          this.note(`submits ${names(batch.map(({ attempt }) => attempt))} of ${now}, unheard ${names(unheard)}`),
          batch.map(() => ({ _tag: "Unanswered" }) as const)
        )
    })
    const courier = Layer.succeed(ReceiptDelivery, { isIdle: Effect.succeed(true), wake: this.note("wakes") })
    const logger = Logger.make(({ logLevel, message }) => {
      this.logged.push(`${logLevel} ${String(message)}`)
    })
    return test.pipe(
      Effect.provide(
        SimulatedCarriers.layer.pipe(
          Layer.provideMerge(Hanging.layer),
          Layer.provide(Layer.mergeAll(network, courier, Layer.mock(Arrivals, { add: () => Effect.void })))
        )
      ),
      Effect.provide(Logger.layer([logger])),
      Effect.provide(TestClock.layer()),
      Effect.scoped,
      Effect.runPromise
    )
  }

  /** Hands a batch to the first carrier in the background. */
  readonly submit = (batch: ReadonlyArray<Submission>) =>
    Effect.flatMap(Carriers, ([carrier]) =>
      Effect.forkChild(
        Effect.exit(
          carrier!.submit(batch, (attempt) => Effect.andThen(this.note(`tells ${numberOf(attempt)}`), this.tells))
        ),
        { startImmediately: true }
      ))

  take(): ReadonlyArray<string> {
    return this.told.splice(0)
  }
}

const batchOf = (count: number): ReadonlyArray<Submission> =>
  Array.from({ length: count }, (_, index) => submission(index + 1))

const withParts = (number: number, parts: number): Submission => ({
  ...submission(number),
  sms: { encoding: "GSM-7", parts: Array.from({ length: parts }, () => "a") }
})

const pass = (millis: number) => TestClock.adjust(millis)

describe("the carriers", () => {
  it("are those of the table, and keep the pace that they were told within a tenth of a second", () => {
    const world = new World()
    const pace = { perSecond: 7, inFlight: 3 }
    return world.run(Effect.gen(function*() {
      const all: ReadonlyArray<Carrier> = yield* Carriers
      const paces = () => all.map(({ pace }) => pace)
      const none = [null, null, null, null, null]
      expect(all.map(({ channels, id }) => [id, ...channels])).toEqual([
        ["sms-a", "sms"],
        ["sms-b", "sms"],
        ["whatsapp-a", "whatsapp"],
        ["rcs-a", "rcs"],
        ["mms-a", "mms"]
      ])
      yield* pass(0)
      expect(paces()).toEqual(none)
      world.looks = Effect.fail(broken)
      yield* pass(100)
      world.looks = Effect.succeed(new Map([[Given.carrierId("sms-b"), { ...byDefault, pace }]]))
      yield* pass(99)
      expect(paces()).toEqual(none)
      yield* pass(1)
      expect(paces()).toEqual([null, pace, null, null, null])
    }))
  })
})

describe("a carrier", () => {
  it("without a pace takes a batch in one go, as it was handed over, and wakes the courier when all are told", () => {
    const world = new World()
    return world.run(Effect.gen(function*() {
      yield* pass(5)
      const fiber = yield* world.submit(batchOf(3))
      expect(world.take()).toEqual([
        "5 sms-a asks 1,2,3",
        "5 submits 1,2,3 of 5, unheard ",
        "5 tells 1",
        "5 tells 2",
        "5 tells 3",
        "5 wakes"
      ])
      expect(fiber.pollUnsafe()).toEqual(Exit.succeed(Exit.void))
      yield* world.submit([])
      expect(world.take()).toEqual(["5 sms-a asks "])
    }))
  })

  it.each<readonly [perSecond: number, sizes: ReadonlyArray<number>]>([
    [1, [1, 1, 1, 1, 1, 1, 1]],
    [99, [1, 1, 1, 1, 1, 1, 1]],
    [100, [2, 2, 2, 1]],
    [149, [2, 2, 2, 1]],
    [150, [3, 3, 1]],
    [1000, [7]]
  ])("of %i a second takes so many at a time: %j", (perSecond, sizes) => {
    const world = new World()
    world.behaviour = { ...byDefault, perSecond }
    return world.run(Effect.gen(function*() {
      yield* world.submit(batchOf(7))
      yield* pass(10_000)
      const submitted = world.take().flatMap((line) => /submits (\S+)/.exec(line)?.[1] ?? [])
      expect(submitted.map((names) => names.split(",").length)).toEqual(sizes)
      expect(submitted.join()).toBe("1,2,3,4,5,6,7")
    }))
  })

  it("with a pace is through with a stride before it takes its place for the next one, each part of a text its time", () => {
    const world = new World()
    world.behaviour = { ...byDefault, perSecond: 100 }
    return world.run(Effect.gen(function*() {
      yield* world.submit([withParts(1, 3), withParts(2, 0), submission(3)])
      yield* pass(39)
      expect(world.take()).toEqual(["0 sms-a asks 1,2,3", "0 queues for 40"])
      yield* pass(1)
      expect(world.take().toSorted()).toEqual(
        ["40 submits 1,2 of 40, unheard ", "40 tells 1", "40 tells 2", "40 wakes", "40 queues for 10"].toSorted()
      )
      yield* pass(10)
      expect(world.take()).toEqual(["50 submits 3 of 50, unheard ", "50 tells 3", "50 wakes"])
    }))
  })

  it("that is late has taken a message before it tells", () => {
    const world = new World()
    world.behaviour = { ...byDefault, delayMillis: 30 }
    return world.run(Effect.gen(function*() {
      yield* world.submit(batchOf(1))
      yield* pass(29)
      expect(world.take()).toEqual(["0 sms-a asks 1", "0 submits 1 of 0, unheard "])
      yield* pass(1)
      expect(world.take()).toEqual(["30 tells 1", "30 wakes"])
    }))
  })

  it.each([[1, "3"], [2, "2,3"], [9, "1,2,3"]])(
    "leaves out the last %i answers, and has taken them: %s",
    (short, left) => {
      const world = new World()
      world.behaviour = { ...byDefault, short }
      return world.run(Effect.gen(function*() {
        yield* world.submit(batchOf(3))
        const told = [1, 2, 3].filter((number) => !left.includes(String(number))).map((number) => `0 tells ${number}`)
        expect(world.take()).toEqual([
          "0 sms-a asks 1,2,3",
          `0 submits 1,2,3 of 0, unheard ${left}`,
          ...told,
          "0 wakes"
        ])
      }))
    }
  )

  it("that hangs takes nothing, and says so when it is let go", () => {
    const world = new World()
    world.behaviour = { ...byDefault, mode: "hang" }
    return world.run(Effect.gen(function*() {
      const fiber = yield* world.submit(batchOf(2))
      yield* pass(5000)
      expect([world.take(), fiber.pollUnsafe()]).toEqual([["0 sms-a asks 1,2"], undefined])
      yield* Effect.flatMap(Hanging.Hanging, ({ letGo }) => letGo)
      yield* pass(0)
      expect(fiber.pollUnsafe()).toEqual(Exit.succeed(Exit.void))
    }))
  })

  it("that throws takes nothing, and names itself", () => {
    const world = new World()
    world.behaviour = { ...byDefault, mode: "throw" }
    return world.run(Effect.gen(function*() {
      const fiber = yield* world.submit(batchOf(2))
      yield* pass(0)
      expect(world.take()).toEqual(["0 sms-a asks 1,2"])
      const exit = fiber.pollUnsafe()
      const inner = exit !== undefined && Exit.isSuccess(exit) ? exit.value : Exit.void
      expect(Exit.isFailure(inner) ? Cause.pretty(inner.cause) : "").toContain("Error: sms-a throws")
    }))
  })

  it.each([
    [null, ["0 tells 1"]],
    [{ perSecond: 1, inFlight: 2 }, ["0 tells 1", "0 tells 2"]]
  ])("of the service's pace %j tells so many while the first is being told: %j", (pace, told) => {
    const world = new World()
    world.behaviour = { ...byDefault, pace }
    world.tells = Effect.never
    return world.run(Effect.gen(function*() {
      yield* world.submit(batchOf(2))
      expect(world.take().slice(2)).toEqual(told)
    }))
  })

  it("whose network cannot be reached tells nothing, and warns whoever reads the log", () => {
    const world = new World()
    world.asks = Effect.fail(broken)
    return world.run(Effect.gen(function*() {
      const fiber = yield* world.submit(batchOf(1))
      expect([world.take(), fiber.pollUnsafe()]).toEqual([[], Exit.succeed(Exit.void)])
      expect(world.logged).toEqual([expect.stringMatching(/^Warn a carrier does not answer/)])
    }))
  })
})
