/**
 * Whatever a carrier tells is kept, however often that takes, or somebody reads in the log that it is not; and no carrier is
 * asked by a node that may have been taken for dead.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { Executed, ExecutionError } from "@signalbox/core/Executor"
import { Conflict, Executor, LeaseLost } from "@signalbox/core/Executor"
import { plus } from "@signalbox/core/Instant"
import type { Asked, Outcome } from "@signalbox/core/internal/carrier/Answered"
import { CarrierQueue } from "@signalbox/core/internal/carrier/CarrierQueue"
import * as CarrierReach from "@signalbox/core/internal/carrier/CarrierReach"
import type { Handed } from "@signalbox/core/internal/carrier/Submit"
import * as Submit from "@signalbox/core/internal/carrier/Submit"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { fromText } from "@signalbox/core/Rendered"
import { StoreError } from "@signalbox/core/Store"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { accepted, attemptId, carrierId, line } from "./Submitting.ts"

const settings: RoutingSettings = { carriers: [], rates: [], rules: [], markets: [] }

const keyOf = (number: number) => `${Given.messageId(number)}/${attemptId(number)}`

const lease = (number: number): Lease => ({
  ...SubmissionWork.due({ message: Given.messageId(number), attempt: attemptId(number) }, line, Given.now),
  token: number as LeaseToken,
  failures: 0
})

const asked: Asked = { message: Given.messageId(1), attempt: attemptId(1), ...line }

const handed = (number: number, parts: Partial<Handed> = {}): Handed => ({
  lease: lease(number),
  parts: number,
  submission: {
    attempt: attemptId(number),
    message: Given.messageId(number),
    account: line.account,
    channel: "sms",
    to: Given.phone(number),
    from: null,
    rendered: fromText("Hello"),
    template: null,
    sms: { encoding: "GSM-7", parts: ["Hello"] },
    expiresAt: plus(Given.now, 60_000)
  },
  answersWithin: 1000,
  since: 0n,
  ...parts
})

const away = new StoreError({ reason: "unavailable", cause: "gone" })
const failed = new StoreError({ reason: "failed", cause: "refused" })
const lost = new LeaseLost({ use: "answered" })
const conflict = new Conflict({ use: "answered" })

/** A decision that was asked for: its name, the work it was about, what was said, and when. */
type Step = readonly [name: string, work: string, said: string | null, millis: number]

interface Command {
  readonly lease: Lease
  readonly outcome?: Outcome
  readonly asked?: Asked
}

interface Seen {
  readonly steps: Array<Step>
  readonly commands: Array<Command>
  readonly lines: Array<unknown>
  readonly done: Array<number>
}

/** @param ends what the decisions come to, one after the other; those after them have an answer */
const play = <A>(
  use: (submit: Submit.Submit, seen: Seen) => Effect.Effect<A>,
  ends: ReadonlyArray<ExecutionError | "Over" | null> = []
) => {
  const seen: Seen = { steps: [], commands: [], lines: [], done: [] }
  const decide = Effect.fnUntraced(function*(name: string, command: Command) {
    const error = ends[seen.steps.length] ?? null
    const millis = Number(yield* Clock.monotonicTimeNanos) / 1e6
    seen.steps.push([name, command.lease.work.key, command.outcome?._tag ?? null, millis])
    seen.commands.push(command)
    if (error !== null && error !== "Over") return yield* Effect.fail(error)
    return { answer: name === "affirm_hand_over" ? error ?? "Ask" : undefined, at: Given.now }
  })
  const executor = Layer.mock(Executor, {
    run: (use, command) => decide(use.name, command as Command) as Effect.Effect<Executed<never>, ExecutionError>,
    runAll: (use, commands) =>
      Effect.forEach(
        commands,
        (command) => Effect.exit(decide(use.name, command as Command)) as Effect.Effect<Exit.Exit<Executed<never>>>
      )
  })
  const queue = Layer.mock(CarrierQueue, {
    done: (_, parts) => Effect.sync(() => void seen.done.push(parts)),
    isFree: () => true
  })
  const logged = Logger.layer([Logger.make(({ logLevel, message }) => void seen.lines.push([logLevel, message]))])
  return Effect.flatMap(Submit.make(settings), (submit) => use(submit, seen)).pipe(
    Effect.provide(Layer.mergeAll(executor, queue, CarrierReach.layer, logged, TestClock.layer())),
    Effect.runPromise
  )
}

const still = Effect.replicateEffect(Effect.yieldNow, 20, { discard: true })

const cause = (error: ExecutionError) => expect.stringContaining(error._tag) as unknown

describe("what a carrier has told", () => {
  it("is kept every second again for as long as that may succeed", () =>
    play((submit, { commands, lines, steps }) =>
      Effect.gen(function*() {
        const settling = yield* Effect.forkChild(submit.settle({ lease: lease(1), asked }, accepted("r")))
        yield* TestClock.adjust(2000)
        expect(yield* Fiber.join(settling)).toEqual([])
        expect(steps).toEqual([0, 1000, 2000].map((millis) => ["answered", keyOf(1), "Accepted", millis]))
        expect(commands[0]).toEqual({ lease: lease(1), asked, settings, outcome: accepted("r") })
        expect(lines).toEqual([])
      }), [away, conflict]))

  it("counts as late where another node has the work, if it has taken the message, and is kept as long", () =>
    play((submit, { commands, lines, steps }) =>
      Effect.gen(function*() {
        const settling = yield* Effect.forkChild(submit.settle({ lease: lease(1) }, accepted("r")))
        yield* TestClock.adjust(1000)
        expect(yield* Fiber.join(settling)).toEqual([])
        expect(steps).toEqual([
          ["answered", keyOf(1), "Accepted", 0],
          ["answered_late", keyOf(1), "Accepted", 0],
          ["answered_late", keyOf(1), "Accepted", 1000]
        ])
        expect(commands[2]).toEqual({ lease: lease(1), settings, outcome: accepted("r") })
        expect(lines).toEqual([])
      }), [lost, away]))

  it("is nobody's business where another node has the work and the carrier has not taken it", () =>
    play((submit, { lines, steps }) =>
      Effect.gen(function*() {
        expect(yield* submit.settle({ lease: lease(1) }, { _tag: "Unanswered" })).toEqual([])
        expect([steps.length, lines]).toEqual([1, []])
      }), [lost]))

  it("is in the log where it cannot be kept late", () =>
    play((submit, { lines }) =>
      Effect.gen(function*() {
        expect(yield* submit.settle({ lease: lease(1) }, accepted("r"))).toEqual([])
        expect(lines).toEqual([["Error", ["what a carrier told late cannot be kept", { cause: cause(failed) }]]])
      }), [lost, failed]))

  it("is in the log where it cannot be kept, and counts as unanswered then", () =>
    play((submit, { lines, steps }) =>
      Effect.gen(function*() {
        expect(yield* submit.settle({ lease: lease(1) }, accepted("r"))).toEqual([])
        expect(steps.map(([name, , said]) => [name, said])).toEqual([["answered", "Accepted"], [
          "answered",
          "Unanswered"
        ]])
        expect(lines).toEqual([["Error", ["what a carrier told cannot be kept", {
          lane: lease(1).lane,
          work: `submission:${keyOf(1)}`,
          cause: cause(failed)
        }]]])
      }), [failed]))

  it("is undone where not even that can be kept", () =>
    play((submit) =>
      Effect.gen(function*() {
        const undone = yield* submit.settle({ lease: lease(1) }, accepted("r"))
        expect(undone).toMatchObject([{ _tag: "Failed", lease: lease(1), cause: { reasons: [{ error: failed }] } }])
      }), [failed, failed]))
})

describe("a node that stops", () => {
  const all = [
    handed(1),
    handed(2, { known: accepted("r") }),
    handed(3, { known: "kept" }),
    handed(4, { known: "left" }),
    handed(5, { known: { _tag: "Stopped" } })
  ]

  it("keeps what it knows of each attempt, twice where that may succeed, and says what it could not keep", () =>
    play((submit, { lines, steps }) =>
      Effect.gen(function*() {
        yield* submit.stop(all)
        expect(steps.map(([name, work, said]) => [name, work, said])).toEqual([
          ["answered", keyOf(1), "NotAsked"],
          ["answered", keyOf(2), "Accepted"],
          ["answered", keyOf(5), "Stopped"],
          ["answered", keyOf(1), "NotAsked"],
          ["answered", keyOf(5), "Stopped"]
        ])
        expect(lines).toEqual([["Error", ["a node stops and cannot keep what it has handed over", {
          work: [`submission:${keyOf(5)}`]
        }]]])
      }), [away, lost, conflict, null, away]))

  it("says nothing where it has kept all", () =>
    play((submit, { lines, steps }) =>
      Effect.gen(function*() {
        yield* submit.stop(all)
        expect([steps.length, lines]).toEqual([3, []])
      })
    ))
})

describe("a hand-over", () => {
  const taken: Array<string> = []
  const carrier: Carrier = {
    id: carrierId,
    channels: ["sms"],
    submit: (batch, tell) => {
      taken.push(...batch.map(({ attempt }) => attempt))
      return Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted("r")), { discard: true })
    }
  }

  it("of two seconds ago is affirmed before the carrier is asked, and one that is not is left to others", () =>
    play((submit, { done, steps }) =>
      Effect.gen(function*() {
        taken.length = 0
        yield* TestClock.setTime(plus(Given.now, 2000))
        const now = yield* Clock.monotonicTimeNanos
        const old = { since: now - 2_000_000_000n }
        const all = [
          handed(1, { since: old.since + 1n }),
          handed(2, old),
          handed(3, old),
          handed(4, old),
          handed(5, old)
        ]
        let begun = 0
        const undone = yield* submit.submit(carrier, all, Effect.sync(() => void begun++))
        yield* still
        expect(taken).toEqual([1, 2].map(attemptId))
        expect(steps.map(([name, work]) => [name, work])).toEqual([
          ...[2, 3, 4, 5].map((number) => ["affirm_hand_over", keyOf(number)]),
          ...[1, 2].map((number) => ["answered", keyOf(number)])
        ])
        // What is left is under way no more, and only what failed is given back.
        expect([begun, done]).toEqual([1, [3, 4, 5, 1, 2]])
        expect(undone).toMatchObject([{ _tag: "Failed", lease: lease(5), cause: { reasons: [{ error: failed }] } }])
        expect(all.map(({ known }) => known)).toEqual(["kept", "kept", "left", "left", "left"])
      }), [null, "Over", lost, failed]))

  it("of which nothing is left has begun nonetheless, and asks nobody", () =>
    play((submit, { steps }) =>
      Effect.gen(function*() {
        taken.length = 0
        yield* TestClock.adjust(3000)
        let begun = 0
        const since = (yield* Clock.monotonicTimeNanos) - 3_000_000_000n
        expect(yield* submit.submit(carrier, [handed(1, { since })], Effect.sync(() => void begun++))).toEqual([])
        expect([begun, taken, steps.length]).toEqual([1, [], 1])
      }), ["Over"]))

  it("is known by its answer where the node stops before that is kept, and as stopped where there is none", () =>
    play((submit, { steps }) =>
      Effect.gen(function*() {
        const silent: Carrier = {
          ...carrier,
          submit: ([first], tell) => Effect.andThen(tell(first!.attempt, accepted("r")), Effect.never)
        }
        const all = [handed(1), handed(2)]
        // The store is away, so that the answer is tried again and again.
        const asking = yield* Effect.forkChild(submit.submit(silent, all, Effect.void))
        yield* TestClock.adjust(500)
        yield* Fiber.interrupt(asking)
        const before = steps.length
        yield* submit.stop(all)
        expect(steps.slice(before).map(([, work, said]) => [work, said])).toEqual([
          [keyOf(1), "Accepted"],
          [keyOf(2), "Stopped"]
        ])
      }), [away, away]))

  it("whose answer nobody can keep is given back, and counts as settled by this node", () =>
    play((submit, { steps }) =>
      Effect.gen(function*() {
        const [one, two] = [handed(1), handed(2)]
        const undone = yield* submit.submit(carrier, [one, two], Effect.void)
        expect(steps.map(([, work, said]) => [work, said])).toEqual([
          [keyOf(1), "Accepted"],
          [keyOf(2), "Accepted"],
          [keyOf(1), "Accepted"],
          [keyOf(1), "Unanswered"]
        ])
        expect(undone).toMatchObject([{ _tag: "Failed", lease: lease(1), cause: { reasons: [{ error: failed }] } }])
        expect([one.known, two.known]).toEqual(["kept", "kept"])
      }), [failed, null, failed, failed]))
})
