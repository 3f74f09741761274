/**
 * Deliveries beside stores of the test's own, in time that is made by hand: how long a receipt waits for the answer that it has
 * overtaken, and how much may wait and be stored at the same time.
 */
import type { MessageId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import type { Answer } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import type { Refused } from "@signalbox/core/Refused"
import { refused } from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import * as Deliveries from "@signalbox/smpp/internal/Deliveries"
import type { Delivery, Link } from "@signalbox/smpp/internal/Link"
import * as Options from "@signalbox/smpp/Options"
import { messageBody } from "@signalbox/smpp/Pdu"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const octets = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

const delivery = (body: object, sequence = 1): Delivery => ({
  command: "deliver_sm",
  status: 0,
  sequence,
  tlvs: [],
  ...messageBody({ source: "12015550123", sourceTon: 1, destination: "12015550100", ...body })
})

const receipt = (id: string, sequence = 1): Delivery =>
  delivery({ esmClass: 4, shortMessage: octets(`id:${id} stat:DELIVRD`) }, sequence)

const message = (text: string): Delivery => delivery({ shortMessage: octets(text) })

const settled = Effect.forEach(Array.from({ length: 100 }), () => Effect.yieldNow, { discard: true })

const gone = new StoreError({ reason: "unavailable", message: "the database is gone", cause: null })

interface World {
  readonly bring: (...all: ReadonlyArray<Delivery>) => Effect.Effect<void>
  /** The statuses of answers. */
  readonly answers: Array<number>
  /** The times at which receipts were reported alone, in milliseconds, and the answers to that and to those reported together. */
  readonly times: Array<number>
  answer: Effect.Effect<Answer>
  together: Answer
  isWaiting: boolean
  /** The end of each report of receipts together; none unless set. */
  defect: Effect.Effect<never> | null
  readonly stored: Array<string>
  storing: Effect.Effect<unknown, StoreError | Refused>
  readonly log: Array<unknown>
}

const run = (use: (world: World) => Effect.Effect<void>, given: Partial<Options.Options> = {}): Promise<void> =>
  Effect.gen(function*() {
    const log: Array<unknown> = []
    const logger = Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))
    const world: Omit<World, "bring"> = {
      answers: [],
      times: [],
      answer: Effect.succeed("unknown"),
      together: "unknown",
      isWaiting: true,
      defect: null,
      stored: [],
      storing: Effect.void,
      log
    }
    const link: Pick<Link, "answer"> = { answer: (_, status) => void world.answers.push(status) }
    const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", ...given })
    const deliver = yield* Deliveries.make(settings, () => world.isWaiting).pipe(
      Effect.provideService(Receipts, {
        report: () =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            world.times.push(now)
            return world.answer
          }),
        reportAll: (all) =>
          world.defect ?? Effect.forEach(all, ({ subject }) =>
            Effect.exit(
              subject._tag === "Reference" && subject.reference === "lost"
                ? Effect.fail(gone)
                : Effect.succeed(world.together)
            ))
      }),
      Effect.provideService(Inbound, {
        receive: ({ text }) =>
          Effect.andThen(
            Effect.sync(() => void world.stored.push(String(text))),
            Effect.as(world.storing, { _tag: "Received" as const, message: "" as MessageId })
          )
      }),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
    const bring = (...all: ReadonlyArray<Delivery>) =>
      Effect.suspend(() => {
        for (const each of all) deliver(link as Link, each)
        return settled
      })
    yield* use(Object.assign(world, { bring }))
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), settled)

/** So often a receipt is reported again, after so many milliseconds in all. */
const waits = [20, 70, 170, 370, 770, 1570, 3070]

it("deliveries that came with one that meets a defect are answered once each, and those that were not come again", () =>
  run((world) =>
    Effect.gen(function*() {
      world.defect = Effect.die(new Error("a defect"))
      yield* world.bring(delivery({ esmClass: 0x08 }), receipt("a"), receipt("b", 2), message("Hello"))
      expect([world.answers, world.stored]).toEqual([[0, 0x64, 0x64, 0x64], []])
    })
  ))

it("deliveries are taken on after those whose storing was interrupted, which come again, and messages need no receipts", () =>
  run((world) =>
    Effect.gen(function*() {
      world.defect = Effect.interrupt
      yield* world.bring(receipt("a"))
      expect(world.answers.splice(0)).toEqual([0x64])
      yield* world.bring(message("Hello"))
      expect([world.answers, world.stored]).toEqual([[0], ["Hello"]])
    })
  ))

describe("a receipt that has overtaken an answer", () => {
  it.each([["again", 0x64], ["taken", 0]] as const)(
    "waits for it three seconds, more and more patiently, and then has the answer to one that nobody knows: %s",
    (unknownReceipts, status) =>
      run((world) =>
        Effect.gen(function*() {
          yield* world.bring(receipt("a"))
          for (const [index, at] of waits.entries()) {
            yield* pass(at - (waits[index - 1] ?? 0) - 1)
            expect([world.times.length, world.answers]).toEqual([index, []])
            yield* pass(1)
          }
          expect([world.times, world.answers]).toEqual([waits, [status]])
        }), { unknownReceipts })
  )

  it("is answered as soon as its message is known, or no answer is to come any more", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* world.bring(receipt("a"))
        yield* pass(20)
        world.answer = Effect.succeed("applied")
        yield* pass(50)
        expect([world.times, world.answers.splice(0)]).toEqual([[20, 70], [0]])
        world.answer = Effect.succeed("unknown")
        yield* world.bring(receipt("b"))
        world.isWaiting = false
        // It may have come while the last one was stored, so it is asked for once more.
        yield* pass(20)
        expect([world.times.slice(2), world.answers.splice(0)]).toEqual([[90], [0x64]])
        yield* world.bring(receipt("c"))
        expect([world.times.length, world.answers.splice(0)]).toEqual([3, [0x64]])
        world.isWaiting = true
        world.answer = Effect.die(new Error("the store is away"))
        yield* world.bring(receipt("d"))
        yield* pass(20)
        expect(world.answers).toEqual([0x64])
      })
    ))

  it("does so together with a thousand others, and no more", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* world.bring(...Array.from({ length: 1001 }, (_, index) => receipt(`a${index}`, index)))
        yield* settled
        expect(world.answers).toEqual([0x64])
        world.answer = Effect.succeed("applied")
        yield* pass(20)
        expect(world.answers.splice(0)).toHaveLength(1001)
        // Those that waited have left their places, each its own.
        world.answer = Effect.succeed("unknown")
        yield* world.bring(...Array.from({ length: 1001 }, (_, index) => receipt(`b${index}`, index)))
        yield* settled
        expect(world.answers).toEqual([0x64])
      })
    ))
})

describe("messages of recipients", () => {
  it("are stored sixteen at a time", () =>
    run((world) =>
      Effect.gen(function*() {
        const gate = yield* Deferred.make<void>()
        world.storing = Deferred.await(gate)
        yield* world.bring(...Array.from({ length: 20 }, (_, index) => message(String(index))))
        expect(world.stored).toEqual(Array.from({ length: 16 }, (_, index) => String(index)))
        yield* Deferred.succeed(gate, undefined)
        yield* settled
        expect([world.stored.length, world.answers]).toEqual([20, Array.from({ length: 20 }, () => 0)])
      })
    ))

  it("that are none are taken, and the log says why", () =>
    run((world) =>
      Effect.gen(function*() {
        yield* world.bring(
          delivery({ serviceType: "USSD" }),
          delivery({ esmClass: 4, shortMessage: octets("id:1 stat:ENROUTE") })
        )
        expect([world.answers, world.log]).toEqual([
          [0, 0],
          [["Debug", ["a delivery is ignored", { carrier: "smpp", why: "it is USSD" }]]]
        ])
      })
    ))

  it("that cannot be stored come again, and those that nobody may send are taken, as the log says", () =>
    run((world) =>
      Effect.gen(function*() {
        const logged = (level: string, message: string, cause?: string) => [
          level,
          [message, { carrier: "acme-eu", ...(cause === undefined ? {} : { cause: expect.stringContaining(cause) }) }]
        ]
        const unstored = "what an operator delivered cannot be stored"
        for (
          const [storing, status, line] of [
            [Effect.fail(gone), 0x64, logged("Error", unstored, "StoreError: the database is gone")],
            [Effect.die(new TypeError("a secret")), 0x64, logged("Error", unstored, "TypeError")],
            [
              Effect.fail(refused("VALIDATION_001")),
              0,
              logged("Warn", "a message comes from what is no phone number")
            ]
          ] as const
        ) {
          world.storing = storing
          yield* world.bring(message("Hello"))
          expect([world.answers.splice(0), world.log.splice(0)]).toEqual([[status], [line]])
        }
      }), { id: "acme-eu" }))
})

it("receipts that cannot be stored come again, and others that came with them are taken", () =>
  run((world) =>
    Effect.gen(function*() {
      world.together = "applied"
      const all = ["a", "lost", "b"].map((id, index) => receipt(id, index))
      yield* world.bring(...all)
      expect(world.answers).toEqual([0, 0x64, 0])
      expect(world.log).toEqual([
        ["Error", ["what an operator delivered cannot be stored", {
          carrier: "smpp",
          cause: "StoreError: the database is gone"
        }]]
      ])
    })
  ))
