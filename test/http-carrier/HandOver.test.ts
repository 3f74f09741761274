/** Each message is handed over once by a process, however often it comes. */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import type { HandOverOptions } from "@signalbox/http-carrier/HandOver"
import * as HandOver from "@signalbox/http-carrier/HandOver"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "vitest"

type Submit = (batch: ReadonlyArray<Submission>) => Effect.Effect<ReadonlyArray<SubmissionOutcome | undefined>>

const run = (
  options: Omit<HandOverOptions, "carrier">,
  test: (submit: Submit) => Effect.Effect<void>
): Promise<void> =>
  Effect.gen(function*() {
    const submit = yield* HandOver.make({ carrier: "acme", ...options })
    yield* test((batch) => {
      const told = new Map<AttemptId, SubmissionOutcome>()
      const tell = (attempt: AttemptId, outcome: SubmissionOutcome) =>
        Effect.sync(() => void told.set(attempt, outcome))
      return Effect.map(submit(batch, tell), () => batch.map(({ attempt }) => told.get(attempt)))
    })
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.runPromise)

const one = CarrierContract.submission(1)

const accepted: SubmissionOutcome = { _tag: "Accepted", references: ["p-1"] }

describe("HandOver", () => {
  it("knows what was accepted, and what may have been sent", async () => {
    for (const outcome of [accepted, { _tag: "Unanswered" } as const]) {
      let times = 0
      await run({ submit: () => Effect.sync(() => (times++, outcome)) }, (submit) =>
        Effect.gen(function*() {
          expect(yield* submit([one])).toEqual([outcome])
          expect(yield* submit([one])).toEqual([outcome])
          expect(times).toBe(1)
        }))
    }
  })

  it("hands over again what was not sent, and what the provider knows again", async () => {
    const busy: SubmissionOutcome = { _tag: "Busy", until: one.expiresAt, holds: "lane" }
    for (const [outcome, isIdempotent] of [[busy, false], [{ _tag: "Unanswered" }, true]] as const) {
      let times = 0
      await run(
        { isIdempotent, submit: () => Effect.sync(() => ++times === 1 ? outcome : accepted) },
        (submit) =>
          Effect.gen(function*() {
            expect(yield* submit([one])).toEqual([outcome])
            expect(yield* submit([one])).toEqual([accepted])
          })
      )
    }
  })

  it.each<[string, Effect.Effect<never>]>([
    ["has a defect", Effect.die(new Error("a defect"))],
    ["is interrupted by the carrier", Effect.interrupt]
  ])("takes what %s for sent only from when it was written", async (_, end) => {
    for (const isWritten of [false, true]) {
      const failing: HandOverOptions["submit"] = (_, written) =>
        Effect.suspend(() => {
          if (isWritten) written()
          return end
        })
      await run({ submit: failing }, (submit) =>
        Effect.gen(function*() {
          const [outcome] = yield* submit([one])
          expect(outcome).toMatchObject(isWritten ? { _tag: "Unanswered" } : { _tag: "Busy", holds: "node" })
        }))
    }
  })

  it("does not send again what was interrupted on its way, and sends what had not begun", async () => {
    for (const isWritten of [false, true]) {
      const begun = Deferred.makeUnsafe<void>()
      let times = 0
      const waiting: HandOverOptions["submit"] = (_, written) =>
        Effect.suspend(() => {
          if (++times > 1) return Effect.succeed(accepted)
          if (isWritten) written()
          return Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
        })
      await run({ submit: waiting }, (submit) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(submit([one]))
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(fiber)
          const [outcome] = yield* submit([one])
          expect(outcome?._tag).toBe(isWritten ? "Unanswered" : "Accepted")
          expect(times).toBe(isWritten ? 1 : 2)
        }))
    }
  })

  it("goes on for whoever else waits for the same message", async () => {
    const answer = Deferred.makeUnsafe<SubmissionOutcome>()
    let times = 0
    const waiting: HandOverOptions["submit"] = () => Effect.suspend(() => (times++, Deferred.await(answer)))
    await run({ submit: waiting }, (submit) =>
      Effect.gen(function*() {
        const [first, second] = yield* Effect.all([Effect.forkChild(submit([one])), Effect.forkChild(submit([one]))])
        yield* Effect.yieldNow
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(answer, accepted)
        expect(yield* Fiber.join(second)).toEqual([accepted])
        expect(times).toBe(1)
      }))
  })

  it("knows the last ten thousand messages that have an outcome", async () => {
    let times = 0
    const most = 10_000
    await run({ submit: () => Effect.sync(() => (times++, accepted)) }, (submit) =>
      Effect.gen(function*() {
        yield* submit(Array.from({ length: most }, (_, index) => CarrierContract.submission(index)))
        const asked = Effect.fnUntraced(function*(number: number) {
          const before = times
          yield* submit([CarrierContract.submission(number)])
          return times - before
        })
        // The last one that is known, then a new one, which the first of all gives its place to.
        expect(yield* asked(0)).toBe(0)
        expect(yield* asked(most)).toBe(1)
        expect([yield* asked(1), yield* asked(most), yield* asked(0)]).toEqual([0, 0, 1])
      }))
  })

  it("says what is wrong with a carrier, and that nobody waited for an answer", async () => {
    const log: Array<unknown> = []
    const logger = Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))
    const told: Array<SubmissionOutcome> = []
    const begun = Deferred.makeUnsafe<void>()
    await Effect.gen(function*() {
      const submit = yield* HandOver.make({
        carrier: "acme",
        submit: ({ attempt }, written) =>
          Effect.suspend(() => {
            written()
            if (attempt === one.attempt) throw new TypeError("a secret")
            return Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
          })
      })
      const tell = (_: AttemptId, outcome: SubmissionOutcome) => Effect.sync(() => void told.push(outcome))
      yield* submit([one], tell)
      const other = [CarrierContract.submission(2)]
      const fiber = yield* Effect.forkChild(submit(other, tell))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      yield* submit(other, tell)
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([logger])), Effect.runPromise)
    expect(told).toEqual([
      { _tag: "Unanswered", detail: { code: "DEFECT", text: "the carrier failed" } },
      { _tag: "Unanswered", detail: { code: "INTERRUPTED", text: "nobody waited for the answer" } }
    ])
    expect(log).toEqual([
      ["Error", ["a carrier has a defect in a hand-over", {
        carrier: "acme",
        cause: expect.stringMatching(/^TypeError/)
      }]]
    ])
    expect(JSON.stringify(log)).not.toContain("a secret")
  })
})
