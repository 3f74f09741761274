/** The delivery brings receipts in order, until they are taken, and without being told when they fall due. */
import type { ExecutionError } from "@signalbox/core/Executor"
import { minute, plus } from "@signalbox/core/Instant"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { StoreError } from "@signalbox/core/Store"
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import * as Play from "@signalbox/emulator/network/Play"
import * as ReceiptDelivery from "@signalbox/emulator/network/ReceiptDelivery"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { run, TheClock } from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import { phone, step, submission } from "./Submissions.ts"

const carrier = Given.carrierId("sms-a")
const { now } = Given

type Report = (receipt: Receipt) => Effect.Effect<Answer, ExecutionError>

const broken = new StoreError({ reason: "unavailable", cause: "a test" })

const named = ({ reported, subject }: Receipt): string => {
  const attempt = subject._tag === "Reference" ? subject.reference.slice(-1) : subject.attempt.slice(-1)
  return `${attempt} ${reported._tag}`
}

/** Records in order what the service was asked to take, and answers for it. */
const service = (answer: (name: string) => Effect.Effect<Answer, ExecutionError> = () => Effect.succeed("applied")) => {
  const asked: Array<string> = []
  const taken: Array<string> = []
  const report: Report = (receipt) =>
    Effect.suspend(() => {
      const name = named(receipt)
      asked.push(name)
      return Effect.tap(answer(name), (answered) =>
        Effect.sync(() => {
          if (answered !== "unknown") taken.push(name)
        }))
    })
  return { asked, taken, report }
}

type Tap = (network: Network["Service"]) => Network["Service"]

const layer = (
  report: Report,
  tap: Tap = (network) => network
): Layer.Layer<ReceiptDelivery.ReceiptDelivery | Network> =>
  Layer.fresh(
    ReceiptDelivery.layer.pipe(
      Layer.provideMerge(
        Layer.effect(Network, Effect.map(Network, tap)).pipe(Layer.provide(MemoryNetwork.layer))
      ),
      Layer.provide(Layer.succeed(Receipts, {
        report,
        reportAll: (all) => Effect.forEach(all, (each) => Effect.exit(report(each)), { concurrency: "unbounded" })
      })),
      Layer.provide(Logger.layer([]))
    )
  )

/** Looks again and again; a test that waits for what never comes runs into its time limit. */
const until = (is: () => boolean) => Effect.sleep(2).pipe(Effect.repeat({ while: () => !is() }))

const idle = Effect.gen(function*() {
  const courier = yield* ReceiptDelivery.ReceiptDelivery
  yield* Effect.sleep(2).pipe(Effect.andThen(courier.isIdle), Effect.repeat({ until: (isIdle) => isIdle }))
})

const taking = Effect.fnUntraced(function*(...numbers: ReadonlyArray<number>) {
  const network = yield* Network
  yield* network.submit(carrier, numbers.map((number) => submission(number)), Play.plain(now))
})

const wake = Effect.flatMap(ReceiptDelivery.ReceiptDelivery, (courier) => courier.wake)

describe("the courier", () => {
  it("brings the receipts of one attempt one after the other, those of others meanwhile", () => {
    const gate = Deferred.makeUnsafe<void>()
    const { asked, report, taken } = service((name) =>
      name === "1 Delivered"
        ? Effect.as(Deferred.await(gate), "applied" as const)
        : Effect.succeed("applied" as const)
    )
    return run(
      layer(report),
      Effect.gen(function*() {
        const network = yield* Network
        yield* network.script(phone, [step({ receipts: ["delivered", "read"] })])
        yield* taking(1, 2, 3)
        yield* wake
        yield* until(() => taken.length === 2)
        expect(taken.toSorted()).toEqual(["2 Delivered", "3 Delivered"])
        expect(asked.toSorted()).toEqual(["1 Delivered", "2 Delivered", "3 Delivered"])
        yield* Deferred.succeed(gate, undefined)
        yield* idle
        expect(taken.slice(2)).toEqual(["1 Delivered", "1 Read"])
        expect(asked.length).toBe(4)
      })
    )
  })

  it("is not idle while the service does not know a reference yet, and tries until it does", () => {
    let isKnown = false
    const { asked, report, taken } = service((name) =>
      Effect.sync(() => name.startsWith("1") && !isKnown ? "unknown" : "applied")
    )
    return run(
      layer(report),
      Effect.gen(function*() {
        const network = yield* Network
        const courier = yield* ReceiptDelivery.ReceiptDelivery
        yield* network.script(phone, [step({ receipts: ["delivered", "read"] })])
        yield* taking(1)
        const began = performance.now()
        yield* wake
        while (asked.length < 10) {
          expect(yield* courier.isIdle).toBe(false)
          yield* Effect.sleep(1)
        }
        // It rests in between for real time, though the service's clock stands still.
        expect(performance.now() - began).toBeGreaterThan(9 * 15)
        yield* taking(2)
        yield* until(() => taken.includes("2 Delivered"))
        expect(new Set(asked)).toEqual(new Set(["1 Delivered", "2 Delivered"]))
        isKnown = true
        yield* idle
        expect(taken).toEqual(["2 Delivered", "1 Delivered", "1 Read"])
      })
    )
  })

  it("tells the attempt when the service goes on not knowing the reference", () => {
    const asked: Array<Receipt["subject"]> = []
    const report: Report = ({ subject }) =>
      Effect.sync(() => {
        asked.push(subject)
        return subject._tag === "Attempt" ? "applied" : "unknown"
      })
    return run(
      layer(report),
      Effect.gen(function*() {
        yield* taking(1)
        yield* idle
        const { attempt, message } = submission(1)
        expect(asked.length).toBeGreaterThan(100)
        expect(asked.slice(0, -1).map(({ _tag }) => _tag)).toEqual(asked.slice(1).map(() => "Reference"))
        expect(asked.at(-1)).toEqual({ _tag: "Attempt", message, attempt })
      })
    )
  })

  it("lets the clock go on when a reference is never known, and tries again later", () => {
    let isKnown = false
    const { report, taken } = service(() => Effect.sync(() => isKnown ? "applied" : "unknown"))
    return run(
      layer(report),
      Effect.gen(function*() {
        const network = yield* Network
        yield* taking(1)
        yield* idle
        expect(taken).toEqual([])
        const next = Option.getOrThrow(yield* network.nextDue)
        expect(next).toBeGreaterThan(now)
        expect(next).toBeLessThanOrEqual(plus(now, minute))
        isKnown = true
        ;(yield* TheClock).set(next)
        yield* wake
        yield* idle
        expect(taken).toEqual(["1 Delivered"])
      })
    )
  })

  it.each([
    ["the store is down", Effect.fail(broken)],
    ["something breaks", Effect.die(new Error("a bug"))]
  ])("tries again when %s", (_, failure) => {
    let failures = 3
    const { asked, report, taken } = service(() =>
      Effect.suspend(() => failures-- > 0 ? failure : Effect.succeed("applied" as const))
    )
    return run(
      layer(report),
      Effect.gen(function*() {
        yield* taking(1)
        yield* wake
        yield* idle
        expect(asked).toEqual(Array.from({ length: 4 }, () => "1 Delivered"))
        expect(taken).toEqual(["1 Delivered"])
        yield* taking(2)
        yield* wake
        yield* idle
        expect(taken).toEqual(["1 Delivered", "2 Delivered"])
      })
    )
  })

  it.each(["claimDue", "settle", "nextDue"] as const)("goes on when the networks cannot do %s for a time", (part) => {
    let failures = part === "settle" ? 1 : 2
    const failing = <A>(effect: Effect.Effect<A, StoreError>) =>
      Effect.suspend(() => failures-- > 0 ? Effect.fail(broken) : effect)
    const { report, taken } = service()
    return run(
      layer(report, (network) => ({
        ...network,
        ...(part === "claimDue" ? { claimDue: (...given) => failing(network.claimDue(...given)) } : {}),
        ...(part === "settle" ? { settle: (...given) => failing(network.settle(...given)) } : {}),
        ...(part === "nextDue" ? { nextDue: failing(network.nextDue) } : {})
      })),
      Effect.gen(function*() {
        yield* taking(1)
        // What could not be settled stays claimed in memory: only a database lets go of it.
        yield* until(() => taken.includes("1 Delivered"))
        yield* until(() => failures <= 0)
        yield* taking(2)
        yield* until(() => taken.includes("2 Delivered"))
        expect(new Set(taken)).toEqual(new Set(["1 Delivered", "2 Delivered"]))
      })
    )
  })

  it("finds by itself what has fallen due, and not before", () => {
    const { report, taken } = service()
    return run(
      layer(report),
      Effect.gen(function*() {
        const network = yield* Network
        const clock = yield* TheClock
        yield* network.script(phone, [step({ receipts: ["delivered", "read"], delayMillis: minute })])
        yield* taking(1)
        // Nobody wakes it: the carriers of another node cannot, and neither does a clock.
        yield* taking(2)
        yield* until(() => taken.length === 1)
        yield* idle
        expect(taken).toEqual(["2 Delivered"])
        clock.set(plus(now, minute))
        yield* until(() => taken.length === 2)
        yield* idle
        expect(taken).toEqual(["2 Delivered", "1 Delivered"])
        clock.set(plus(now, 2 * minute))
        yield* until(() => taken.length === 3)
        expect(taken).toEqual(["2 Delivered", "1 Delivered", "1 Read"])
      })
    )
  })

  it("ends with its scope, and leaves to others what it had in hand", () => {
    const { asked, report } = service(() => Effect.never)
    return run(
      Layer.empty,
      Effect.scoped(Effect.gen(function*() {
        const scope = yield* Scope.make()
        const network = Context.get(yield* Layer.build(Layer.fresh(MemoryNetwork.layer)), Network)
        const built = layer(report, () => network)
        yield* Scope.provide(Layer.build(built), scope)
        yield* network.submit(carrier, [submission(1)], Play.plain(now))
        yield* until(() => asked.length === 1)
        expect(yield* network.claimDue(now, 10)).toEqual([])
        yield* Scope.close(scope, Exit.void)
        expect((yield* network.claimDue(now, 10)).map(({ receipt }) => named(receipt))).toEqual(["1 Delivered"])
      }))
    )
  })
})
