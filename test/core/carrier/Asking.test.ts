/** Carriers are asked, and heard: each submission has one outcome, whatever its carrier does. */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as Asking from "@signalbox/core/internal/carrier/Asking"
import { fromText } from "@signalbox/core/Rendered"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const id = Given.carrierId("sms-a")
const [one, two] = [Given.attemptId(1), Given.attemptId(2)]

const submission = (attempt: AttemptId): Submission => ({
  attempt,
  message: Given.messageId(1),
  account: Given.accountId(1),
  channel: "sms",
  to: Given.phone(1),
  from: null,
  rendered: fromText("Hello"),
  template: null,
  sms: { encoding: "GSM-7", parts: ["Hello"] },
  expiresAt: plus(Given.now, 60_000)
})

const accepted: SubmissionOutcome = { _tag: "Accepted", references: [] }
const unanswered: SubmissionOutcome = { _tag: "Unanswered" }
type Tell = Parameters<Carrier["submit"]>[1]

/**
 * Asks about two messages, and lets time go on for two seconds. Returns all that was heard, step by step.
 *
 * @param after what the carrier tells when it is asked no more
 */
const heard = (
  submit: (tell: Tell) => Effect.Effect<void, unknown>,
  after: (tell: Tell) => Effect.Effect<void> = () => Effect.void
) => {
  const steps: Array<unknown> = []
  let tell: Tell = () => Effect.void
  const carrier: Carrier = {
    id,
    channels: ["sms"],
    submit: (_, telling) => {
      tell = telling
      return submit(telling) as Effect.Effect<void>
    }
  }
  const logged = Logger.layer([Logger.make(({ logLevel, message }) => {
    if (logLevel !== "Debug") steps.push([logLevel, message])
  })])
  const noted = (step: unknown) => Effect.sync(() => void steps.push(step))
  return Effect.gen(function*() {
    const asking = yield* Effect.forkChild(
      Asking.ask(carrier, [submission(one), submission(two)], 1000, {
        asked: noted("asked"),
        outcome: (attempt, outcome) => noted([attempt, outcome]),
        late: (attempt, outcome) => noted(["late", attempt, outcome])
      })
    )
    yield* TestClock.adjust(2000)
    yield* noted("over")
    yield* Fiber.join(asking)
    yield* after(tell)
    return steps
  }).pipe(Effect.provide(logged), Effect.provide(TestClock.layer()), Effect.runPromise)
}

const silent = (...attempts: ReadonlyArray<AttemptId>) => [
  "Warn",
  ["a carrier does not answer", { carrier: id, attempts }]
]
const tooMuch = (attempt: string) => ["Warn", ["a carrier tells more than it was asked", { carrier: id, attempt }]]

describe("a carrier that is asked", () => {
  it("is heard about each message once, in its own order, and about no other one", async () => {
    const stranger = Given.attemptId(3)
    const steps = await heard((tell) =>
      Effect.all([tell(two, accepted), tell(one, accepted), tell(two, unanswered), tell(stranger, accepted)])
    )
    expect(steps).toStrictEqual([
      [two, accepted],
      [one, accepted],
      tooMuch(two),
      tooMuch(stranger),
      "asked",
      "over"
    ])
  })

  it("that ends without a word about a message has not answered, and is late with it once", async () => {
    const steps = await heard(
      (tell) => tell(one, accepted),
      (tell) => Effect.all([tell(two, accepted), tell(two, accepted), tell(one, accepted)], { discard: true })
    )
    expect(steps).toStrictEqual([
      [one, accepted],
      "asked",
      silent(two),
      [two, unanswered],
      "over",
      ["late", two, accepted],
      tooMuch(two),
      tooMuch(one)
    ])
  })

  it("that does not end has a time, after which it is late", async () => {
    const steps = await heard((tell) =>
      Effect.andThen(
        Effect.andThen(Effect.sleep(999), tell(one, accepted)),
        Effect.uninterruptible(Effect.andThen(Effect.sleep(2), tell(two, accepted)))
      )
    )
    expect(steps).toStrictEqual([
      "asked",
      [one, accepted],
      silent(two),
      [two, unanswered],
      ["late", two, accepted],
      "over"
    ])
  })

  it.each([
    ["fails", () => Effect.fail("no")],
    ["throws", () => {
      throw new TypeError("no")
    }]
  ])("that %s immediately has not answered", async (_, submit: () => Effect.Effect<never, unknown>) => {
    const steps = await heard(submit)
    expect(steps).toStrictEqual([
      "asked",
      ["Error", ["a carrier failed", { carrier: id, cause: expect.any(String) as unknown }]],
      silent(one, two),
      [one, unanswered],
      [two, unanswered],
      "over"
    ])
  })

  it("that fails later has answered what it told before", async () => {
    const steps = await heard((tell) =>
      Effect.andThen(Effect.andThen(tell(two, accepted), Effect.sleep(500)), Effect.fail("no"))
    )
    expect(steps).toStrictEqual([
      [two, accepted],
      "asked",
      ["Error", ["a carrier failed", { carrier: id, cause: "string" }]],
      silent(one),
      [one, unanswered],
      "over"
    ])
  })

  it("that tells what is no outcome is logged, and what counts of it is passed on", async () => {
    const steps = await heard((tell) =>
      Effect.all([tell(one, { _tag: "Sent" } as never), tell(two, accepted)], { discard: true })
    )
    expect(steps).toStrictEqual([
      ["Warn", ["a carrier's answer is not as it should be", { carrier: id, attempt: one, flaw: "it is no outcome" }]],
      [one, { _tag: "Unanswered", repeat: "never" }],
      [two, accepted],
      "asked",
      "over"
    ])
  })
})
