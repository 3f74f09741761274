/**
 * Hand-overs beside an outbox of the test's own, in time that is made by hand: what is known of a message, for how long and how
 * many, and what becomes of one that has no more time.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as HandOvers from "@signalbox/smpp/internal/HandOvers"
import type { Job } from "@signalbox/smpp/internal/Outbox"
import * as Options from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Random from "effect/Random"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"

interface World {
  readonly submit: (submission: Submission) => Effect.Effect<SubmissionOutcome>
  readonly isWaiting: () => boolean
  readonly jobs: Array<Job>
  /** Whether sessions take parts, and whether there are any; both unless set. */
  readonly outbox: { isUp: boolean; isDefective: boolean; take: (job: Job) => void }
  /** How long it takes until a session is opened again; 77 ms unless set. */
  readonly session: { opensIn: number }
  readonly log: Array<unknown>
  readonly end: Effect.Effect<void>
}

const answered = (job: Job, status = 0): void => {
  job.isWritten = true
  job.settle({ _tag: "Answered", status, messageId: "a1" })
}

const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), settled)

/** Runs a test. @param lot the number that is drawn, of those from 0 to below 1 */
const run = (
  use: (world: World) => Effect.Effect<void>,
  given: Partial<Options.Options> = {},
  lot = 0.5
): Promise<void> => {
  const log: Array<unknown> = []
  const logger = Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))
  return Effect.gen(function*() {
    const scope = yield* Scope.make()
    const jobs: Array<Job> = []
    const outbox: World["outbox"] = { isUp: true, isDefective: false, take: answered }
    const session = { opensIn: 77 }
    const settings = Options.check({ host: "127.0.0.1", systemId: "us", password: "secret", id: "acme", ...given })
    const { isWaiting, submit } = yield* Scope.provide(
      HandOvers.make(settings, {
        add: (added) => {
          if (outbox.isDefective) throw new TypeError("a secret")
          jobs.push(...added)
          added.forEach(outbox.take)
        },
        next: () => null,
        attach: () => {},
        detach: () => {},
        isUp: () => outbox.isUp
      }, () => session.opensIn),
      scope
    )
    yield* use({ submit, isWaiting, jobs, outbox, session, log, end: Scope.close(scope, Exit.void) })
    yield* Scope.close(scope, Exit.void)
  }).pipe(
    Effect.provideService(Random.Random, { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => lot }),
    Effect.provide(Logger.layer([logger])),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

const accepted: SubmissionOutcome = { _tag: "Accepted", references: ["a1"] }

const busy = (until: number, holds: "lane" | "node") => ({ _tag: "Busy", until: Instant.make(until), holds })

const long = "0123456789".repeat(40)

describe("a message that was handed over", () => {
  it("is known with the last ten thousand that may have been sent", () =>
    run(({ jobs, submit }) =>
      Effect.gen(function*() {
        const most = 10_000
        const one = Bench.sms(0, "Hi")
        const sms = (number: number): Submission => ({ ...one, attempt: `attempt-${number}` as AttemptId })
        for (let number = 0; number < most; number++) yield* submit(sms(number))
        const asked = Effect.fnUntraced(function*(number: number) {
          const before = jobs.length
          expect(yield* submit(sms(number))).toEqual(accepted)
          return jobs.length - before
        })
        expect(yield* asked(0)).toBe(0)
        expect(yield* asked(most)).toBe(1)
        expect([yield* asked(1), yield* asked(most), yield* asked(0)]).toEqual([0, 0, 1])
      })
    ))

  it.each<[status: number, outcome: object]>([
    [0x58, busy(1000, "lane")],
    [0x14, busy(5000, "lane")],
    [0x0a, { _tag: "Refused", failure: "sender_refused" }]
  ])(
    "and was not taken is not known: status %i",
    (status, outcome) =>
      run(({ jobs, outbox, submit }) =>
        Effect.gen(function*() {
          outbox.take = (job) => answered(job, status)
          expect(yield* submit(Bench.sms(1))).toMatchObject(outcome)
          outbox.take = answered
          expect(yield* submit(Bench.sms(1))).toEqual(accepted)
          expect(jobs.length).toBe(2)
        })
      )
  )
})

describe("a message", () => {
  it("waits for a session until the next one is opened", () =>
    run(({ isWaiting, jobs, outbox, session, submit }) =>
      Effect.gen(function*() {
        outbox.isUp = false
        expect(yield* submit(Bench.sms(1))).toEqual(busy(77, "node"))
        // Where one is opened just now it waits all the same, for a moment.
        session.opensIn = 0
        expect(yield* submit(Bench.sms(1))).toEqual(busy(1, "node"))
        session.opensIn = 77
        // The last session may be gone when the part is its turn.
        Object.assign(outbox, { isUp: true, take: (job: Job) => job.settle({ _tag: "Unwritten" }) })
        expect(yield* submit(Bench.sms(1))).toEqual(busy(77, "node"))
        expect([jobs.length, isWaiting()]).toEqual([1, false])
      })
    ))

  it.each<[answersWithin: number, responseTimeout: number, after: number]>([
    [60_000, 30_000, 59_750],
    [501, 200, 251],
    [500, 200, 250],
    [400, 200, 200]
  ])(
    "that has %i ms to be answered is told about a little earlier",
    (answersWithin, responseTimeout, after) =>
      run(({ isWaiting, jobs, outbox, submit }) =>
        Effect.gen(function*() {
          for (const isWritten of [true, false]) {
            outbox.take = (job) => void (job.isWritten = isWritten)
            const [from, sms] = [yield* Instant.now, Bench.sms(isWritten ? 1 : 2)]
            const waiting = yield* Effect.forkChild(submit(sms))
            yield* pass(after - 1)
            expect([waiting.pollUnsafe(), isWaiting()]).toEqual([undefined, true])
            yield* pass(1)
            expect(yield* Fiber.join(waiting)).toEqual(
              isWritten ? { _tag: "Unanswered" } : busy(from + after + 1000, "node")
            )
            expect(jobs.splice(0).map(({ isWithdrawn }) => isWithdrawn)).toEqual([true])
          }
          expect(isWaiting()).toBe(false)
        }), { answersWithin, responseTimeout })
  )

  it("of several parts waits before those are handed over again that were not taken", () =>
    run(({ jobs, outbox, submit }) =>
      Effect.gen(function*() {
        outbox.take = (job) => answered(job, jobs.indexOf(job) === 1 ? 0x14 : 0)
        const waiting = yield* Effect.forkChild(submit(Bench.sms(1, long)))
        yield* settled
        expect(jobs.length).toBe(3)
        outbox.take = answered
        yield* pass(4999)
        expect(jobs.length).toBe(3)
        yield* pass(1)
        expect(yield* Fiber.join(waiting)).toEqual(accepted)
        expect(jobs.slice(3).map(({ part }) => part)).toEqual([jobs[1]!.part])
      })
    ))

  it("with which the message centre has an error three times is refused", () =>
    run(({ jobs, outbox, submit }) =>
      Effect.gen(function*() {
        outbox.take = (job) => answered(job, 0x08)
        const waiting = yield* Effect.forkChild(submit(Bench.sms(1)))
        yield* settled
        yield* pass(1000)
        expect([jobs.length, waiting.pollUnsafe()]).toEqual([2, undefined])
        yield* pass(1000)
        expect(yield* Fiber.join(waiting)).toEqual({
          _tag: "Refused",
          failure: "provider_unavailable",
          detail: { code: "ESME_RSYSERR", text: "the message centre has a system error" }
        })
        expect(jobs.length).toBe(3)
      })
    ))

  it.each([[0, 0x9e37], [1 - Number.EPSILON, 0x9e36]])(
    "of several parts has a reference that begins anywhere in 16 bits: by the lot %d with %i",
    (lot, reference) =>
      run(
        ({ jobs, submit }) =>
          Effect.gen(function*() {
            yield* submit(Bench.sms(1, long))
            expect(jobs[0]!.part.body.shortMessage.slice(0, 7))
              .toEqual(Uint8Array.of(6, 8, 4, reference >> 8, reference & 0xff, 3, 1))
          }),
        { parts: "16-bit" },
        lot
      )
  )

  it("is handed over no more where nobody waits for it and nothing was written, and else goes on", () =>
    run(({ isWaiting, jobs, outbox, submit }) =>
      Effect.gen(function*() {
        outbox.take = () => {}
        const all = Effect.fnUntraced(function*(count: number) {
          const fibers = yield* Effect.forEach(Array.from({ length: count }), () =>
            Effect.forkChild(submit(Bench.sms(1))))
          yield* settled
          return fibers
        })
        const [first, second] = yield* all(2)
        expect(jobs.length).toBe(1)
        yield* Fiber.interrupt(first!)
        expect([jobs[0]!.isWithdrawn, isWaiting()]).toEqual([false, true])
        yield* Fiber.interrupt(second!)
        expect([jobs[0]!.isWithdrawn, isWaiting()]).toEqual([true, false])
        const [third] = yield* all(1)
        jobs[1]!.isWritten = true
        yield* Fiber.interrupt(third!)
        expect([jobs[1]!.isWithdrawn, isWaiting()]).toEqual([false, true])
        answered(jobs[1]!)
        yield* settled
        expect([yield* submit(Bench.sms(1)), jobs.length]).toEqual([accepted, 2])
        // One part of several that was written is enough to go on.
        const several = yield* Effect.forkChild(submit(Bench.sms(2, long)))
        yield* settled
        jobs[3]!.isWritten = true
        yield* Fiber.interrupt(several)
        expect([
          jobs.slice(2).map(({ isWithdrawn }) =>
            isWithdrawn
          ),
          isWaiting()
        ])
          .toEqual([[false, false, false], true])
      })
    ))

  it("that is under way at the end is Unanswered where a part was written, and Busy where none was", () =>
    run(({ end, isWaiting, jobs, outbox, submit }) =>
      Effect.gen(function*() {
        yield* TestClock.adjust(5)
        outbox.take = (job) => {
          if (jobs.indexOf(job) === 0) answered(job)
          job.isWritten = jobs.indexOf(job) === 1
        }
        const written = yield* Effect.forkChild(submit(Bench.sms(1, long)))
        yield* settled
        outbox.take = () => {}
        const unwritten = yield* Effect.forkChild(submit(Bench.sms(2)))
        yield* settled
        yield* end
        expect(yield* Fiber.join(written)).toEqual({ _tag: "Unanswered", references: ["a1"] })
        expect(yield* Fiber.join(unwritten)).toEqual(busy(1005, "node"))
        // No session takes anything more, and what was sent is known still.
        expect(yield* submit(Bench.sms(3))).toEqual(busy(1005, "node"))
        expect(yield* submit(Bench.sms(1, long))).toEqual({ _tag: "Unanswered", references: ["a1"] })
        expect([isWaiting(), jobs.length]).toEqual([false, 4])
      })
    ))

  it("with which there is a defect waits, and the log says where it is, and nothing of the message", () =>
    run(({ isWaiting, log, outbox, submit }) =>
      Effect.gen(function*() {
        outbox.isDefective = true
        expect(yield* submit(Bench.sms(1))).toEqual(busy(1000, "node"))
        expect(log).toEqual([
          ["Error", ["SMPP has a defect in a hand-over", {
            carrier: "acme",
            cause: expect.stringMatching(/^TypeError/)
          }]]
        ])
        expect(JSON.stringify(log)).not.toContain("a secret")
        expect(isWaiting()).toBe(false)
      })
    ))
})
