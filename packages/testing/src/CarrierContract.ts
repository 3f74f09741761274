/**
 * The contract of `Carrier`: the behaviour that every adapter for a carrier must have, as vitest cases. An adapter's test
 * file calls `suite` with a way to make the carrier beside a stand-in for its other side (a scripted SMSC, an HTTP server
 * that answers as the aggregator does), which knows what was sent.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import type { AccountId, AttemptId, MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Rendered from "@signalbox/core/Rendered"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "./Prop.ts"

/** A carrier, and what its other side knows. */
export interface Bench {
  readonly carrier: Carrier
  /** Returns how often the message of this attempt has been sent, or will be by what the carrier has done so far. */
  readonly sent: (attempt: AttemptId) => Effect.Effect<number>
}

/** The weaknesses that a carrier may have and still be tested. */
export interface Weakness {
  /** It sends an attempt again that it has sent before. */
  readonly forgets?: boolean
  /** It does not tell the outcome of every submission. */
  readonly leavesOut?: boolean
  /** It fails when it has told what it tells. */
  readonly throws?: boolean
  /** It does not end by itself. */
  readonly hangs?: boolean
}

export interface Harness {
  /** Makes a carrier that has sent nothing yet. It runs once for each case, and once for each run of a property. */
  readonly make: Effect.Effect<Bench, never, Scope.Scope>
  /** Makes the submission of an attempt that the carrier takes, the same for each number; an SMS unless told otherwise. */
  readonly submission?: (number: number) => Submission
  readonly weakness?: Weakness
  /** The time that a batch may take at most, in milliseconds; 5,000 unless told otherwise. */
  readonly patience?: number
  /** The number of times that each property is tried; 10 unless told otherwise. */
  readonly runs?: number
}

/** The time that an interruption may take, in milliseconds. */
const interruption = 5000

const numbered = (prefix: string, number: number): string =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

/** A text message of so many parts. */
export const submission = (number: number, parts: Partial<Submission> = {}): Submission => ({
  attempt: numbered("a77e0000", number) as AttemptId,
  message: numbered("00000003", number) as MessageId,
  account: numbered("aaaaaaaa", 1) as AccountId,
  channel: "sms",
  to: `+1201555${String(1000 + number % 9000)}` as PhoneNumber,
  from: "+12015550100",
  rendered: Rendered.fromText(`Message ${number}`),
  template: null,
  sms: { encoding: "GSM-7", parts: [`Message ${number}`] },
  expiresAt: Instant.make(Date.UTC(2100, 0, 1)),
  ...parts
})

interface ReportedOutcome {
  readonly attempt: AttemptId
  readonly outcome: SubmissionOutcome
}

interface HandOver {
  /** In the order in which it was told. */
  readonly told: ReadonlyArray<ReportedOutcome>
  /** The way in which the carrier has ended; null when it did not within the patience. */
  readonly exit: Exit.Exit<void> | null
}

/** Hands a batch over. `told` goes on growing as long as the carrier tells. */
const submit = ({ carrier }: Bench, batch: ReadonlyArray<Submission>) => {
  const told: Array<ReportedOutcome> = []
  const submitting = Effect.suspend(() =>
    carrier.submit(batch, (attempt, outcome) =>
      Effect.sync(() => {
        told.push({ attempt, outcome })
      }))
  )
  return { told, submitting }
}

const outcomesOf = (told: ReadonlyArray<ReportedOutcome>): ReadonlyMap<AttemptId, SubmissionOutcome> =>
  new Map(told.map(({ attempt, outcome }) => [attempt, outcome]))

/** A name that every store can hold: neither empty nor longer than 255 UTF-16 units, no U+0000, no lone surrogate. */
const isName = (reference: unknown): boolean =>
  typeof reference === "string" && reference !== "" && reference.length <= 255 && !reference.includes("\0") &&
  !/\p{Surrogate}/u.test(reference)

const isDetail = (detail: unknown): boolean =>
  detail === null ||
  (typeof detail === "object" && ["code", "text"].every((key) => typeof Reflect.get(detail, key) === "string"))

const expectOutcome = (outcome: SubmissionOutcome): void => {
  switch (outcome._tag) {
    case "Accepted":
      expect(outcome.references.filter((reference) => !isName(reference))).toEqual([])
      expect(new Set(outcome.references).size).toBe(outcome.references.length)
      return
    case "Refused":
      expect(FailureClass.literals).toContain(outcome.failure)
      expect(isDetail(outcome.detail)).toBe(true)
      return
    case "Busy":
      expect(Number.isSafeInteger(outcome.until)).toBe(true)
      expect(["lane", "recipient"]).toContain(outcome.holds)
      return
    default:
      expect(outcome).toEqual({ _tag: "Unanswered" })
  }
}

export const suite = (name: string, harness: Harness): void => {
  const { patience = 5000, runs = 10, submission: make = submission, weakness = {} } = harness

  const given = (body: (bench: Bench) => Effect.Effect<void>): Promise<void> =>
    harness.make.pipe(Effect.flatMap(body), Effect.scoped, Effect.runPromise)

  const handOver = (bench: Bench, batch: ReadonlyArray<Submission>): Effect.Effect<HandOver> => {
    const { submitting, told } = submit(bench, batch)
    return Effect.map(
      Effect.timeoutOption(Effect.exit(submitting), patience),
      (exit) => ({ told: [...told], exit: Option.getOrNull(exit) })
    )
  }

  const prop = propWith({ runs, timeout: 30_000 + runs * 4 * patience })
  const batches = fc.uniqueArray(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 12 })
    .map((numbers) => numbers.map((number) => make(number)))

  /**
   * Expects that the outcomes are about this batch, each at most once, and all of them unless the carrier leaves some
   * out.
   */
  const expectReported = (told: ReadonlyArray<ReportedOutcome>, batch: ReadonlyArray<Submission>): void => {
    const attempts = told.map(({ attempt }) => attempt)
    expect(new Set(attempts).size).toBe(attempts.length)
    const asked = batch.map(({ attempt }) => attempt)
    expect(attempts.filter((attempt) => !asked.includes(attempt))).toEqual([])
    if (weakness.leavesOut !== true) expect(attempts.toSorted()).toEqual(asked.toSorted())
    for (const { outcome } of told) expectOutcome(outcome)
  }

  describe(`Carrier (${name})`, () => {
    it("says what it is", () =>
      given(({ carrier }) =>
        Effect.sync(() => {
          const { answersWithin = 1, channels, id, pace = null, references = "alone" } = carrier
          expect(isName(id)).toBe(true)
          expect(channels.filter((channel) => !["sms", "whatsapp", "rcs", "mms"].includes(channel))).toEqual([])
          expect(channels.length).toBeGreaterThan(0)
          expect(answersWithin).toBeGreaterThan(0)
          expect(pace === null || (pace.perSecond > 0 && pace.inFlight > 0)).toBe(true)
          expect(["alone", "with recipient"]).toContain(references)
        })
      ))

    prop(
      "tells the attempts of a batch, each once, and nothing else",
      batches,
      (batch) =>
        given((bench) =>
          Effect.gen(function*() {
            const { told } = yield* handOver(bench, batch)
            expectReported(told, batch)
            for (const { attempt } of batch) expect(yield* bench.sent(attempt)).toBeLessThanOrEqual(1)
          })
        )
    )

    prop("ends by itself, and never fails", batches, (batch) =>
      given((bench) =>
        Effect.gen(function*() {
          const { exit } = yield* handOver(bench, batch)
          if (weakness.hangs !== true) expect(exit).not.toBeNull()
          if (weakness.throws !== true) expect(exit === null || Exit.isSuccess(exit)).toBe(true)
        })
      ))

    const requests = fc.record({
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
      url: fc.webPath().map((path) => `/${path}`),
      headers: fc.dictionary(fc.stringMatching(/^[a-z-]{1,20}$/), fc.string()),
      body: fc.uint8Array({ maxLength: 500 })
    })

    prop(
      "answers whatever is sent to its hook, if it has one",
      requests,
      (request) =>
        given(({ carrier: { hook } }) =>
          Effect.gen(function*() {
            const status = hook === undefined ? 404 : (yield* hook(request)).status
            expect(Number.isInteger(status) && status >= 200 && status < 500, `${status}`).toBe(true)
          })
        )
    )

    it("does nothing for an empty batch", () =>
      given((bench) =>
        Effect.gen(function*() {
          const { exit, told } = yield* handOver(bench, [])
          expect(told).toEqual([])
          expect(exit).toEqual(Exit.void)
        })
      ))

    prop(
      "has sent what it accepts, and nothing that it refuses or is too busy for",
      batches,
      (batch) =>
        given((bench) =>
          Effect.gen(function*() {
            const before = yield* Instant.now
            const { told } = yield* handOver(bench, batch)
            expect(told.length).toBeLessThanOrEqual(batch.length)
            for (const { attempt, outcome } of told) {
              if (outcome._tag === "Accepted") expect(yield* bench.sent(attempt)).toBe(1)
              if (outcome._tag === "Refused" || outcome._tag === "Busy") expect(yield* bench.sent(attempt)).toBe(0)
              if (outcome._tag === "Busy") expect(outcome.until).toBeGreaterThan(before)
            }
          })
        )
    )

    prop("gives each message names of its own", batches, (batch) =>
      given((bench) =>
        Effect.gen(function*() {
          const isAlone = (bench.carrier.references ?? "alone") === "alone"
          const to = new Map(batch.map((each) => [each.attempt, each.to]))
          const { told } = yield* handOver(bench, batch)
          const names = told.flatMap(({ attempt, outcome }) =>
            outcome._tag === "Accepted"
              ? outcome.references.map((reference) => isAlone ? reference : `${reference}/${to.get(attempt)}`)
              : []
          )
          expect(new Set(names).size).toBe(names.length)
        })
      ))

    prop(
      "knows what it has accepted: it tells that again with the same names, and sends nothing",
      batches,
      (batch) =>
        given((bench) =>
          Effect.gen(function*() {
            const first = outcomesOf((yield* handOver(bench, batch)).told)
            const { told } = yield* handOver(bench, batch)
            expectReported(told, batch)
            const again = outcomesOf(told)
            for (const { attempt } of batch) {
              const [before, after] = [first.get(attempt), again.get(attempt)]
              if (weakness.forgets === true) continue
              if (before?._tag === "Accepted" && after !== undefined) expect(after).toEqual(before)
              expect(yield* bench.sent(attempt)).toBeLessThanOrEqual(1)
            }
          })
        )
    )

    prop(
      "sends once what is handed over twice at the same time",
      batches,
      (batch) =>
        given((bench) =>
          Effect.gen(function*() {
            const both = yield* Effect.all([handOver(bench, batch), handOver(bench, batch.toReversed())], {
              concurrency: "unbounded"
            })
            for (const { told } of both) expectReported(told, batch)
            const most = weakness.forgets === true ? 2 : 1
            for (const { attempt } of batch) expect(yield* bench.sent(attempt)).toBeLessThanOrEqual(most)
          })
        )
    )

    prop(
      "does not mix batches that it has at the same time",
      batches,
      (batch) =>
        given((bench) =>
          Effect.gen(function*() {
            const middle = Math.ceil(batch.length / 2)
            const halves = [batch.slice(0, middle), batch.slice(middle)]
            const both = yield* Effect.forEach(halves, (half) => handOver(bench, half), { concurrency: "unbounded" })
            for (const [index, { told }] of both.entries()) expectReported(told, halves[index]!)
          })
        )
    )

    prop(
      "tells nothing after it was interrupted, and can be asked again",
      batches,
      fc.nat({ max: 60 }),
      (batch, millis) =>
        given((bench) =>
          Effect.gen(function*() {
            const { submitting, told } = submit(bench, batch)
            const fiber = yield* Effect.forkChild(submitting)
            yield* Effect.sleep(millis)
            const ended = yield* Effect.timeoutOption(Fiber.interrupt(fiber), Math.max(patience, interruption))
            expect(Option.isSome(ended)).toBe(true)
            const heard = told.length
            const exit = yield* Fiber.await(fiber)
            const isGone = Exit.isSuccess(exit) || Cause.hasInterrupts(exit.cause) || weakness.throws === true
            expect(isGone).toBe(true)
            const { told: again } = yield* handOver(bench, batch)
            expectReported(again, batch)
            expect(told.length).toBe(heard)
            const most = weakness.forgets === true ? 2 : 1
            for (const { attempt } of batch) expect(yield* bench.sent(attempt)).toBeLessThanOrEqual(most)
          })
        )
    )
  })
}
