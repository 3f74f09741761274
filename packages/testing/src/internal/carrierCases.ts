/**
 * The contract of `Carrier` as data: each case is a property that any test runner can check. It rests on `node:assert`
 * alone.
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
import assert from "node:assert/strict"

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
  /** It tells what it learns after it was interrupted. */
  readonly tellsLate?: boolean
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

const assertNames = (references: ReadonlyArray<string>): void => {
  assert.deepEqual(references.filter((reference) => !isName(reference)), [], "these are no names")
  assert.equal(new Set(references).size, references.length, "a name comes twice")
}

const assertOutcome = (outcome: SubmissionOutcome): void => {
  switch (outcome._tag) {
    case "Accepted":
      assertNames(outcome.references)
      return
    case "Refused":
      assertNames(outcome.references ?? [])
      assert.ok(FailureClass.literals.includes(outcome.failure), `${outcome.failure} is no class of failures`)
      assert.ok(isDetail(outcome.detail), "a detail is null, or a code and a text")
      return
    case "Busy":
      assert.ok(Number.isSafeInteger(outcome.until), `${outcome.until} is no instant`)
      assert.ok(["lane", "recipient", "node"].includes(outcome.holds), `${outcome.holds} is nothing that can be held`)
      return
    case "Unanswered":
      assertNames(outcome.references ?? [])
      return
    default:
      assert.deepEqual(outcome, { _tag: "Unanswered" })
  }
}

/** A promise that carriers keep. */
export interface Case {
  readonly title: string
  readonly property: fc.IRawProperty<unknown>
  /** True when there is nothing to vary. */
  readonly isExample: boolean
}

const requests = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  url: fc.webPath().map((path) => `/${path}`),
  headers: fc.dictionary(fc.stringMatching(/^[a-z-]{1,20}$/), fc.string()),
  body: fc.uint8Array({ maxLength: 500 })
})

/** Returns the promises as cases for one carrier. */
export const all = (harness: Harness): ReadonlyArray<Case> => {
  const { patience = 5000, submission: make = submission, weakness = {} } = harness

  const given = (body: (bench: Bench) => Effect.Effect<void>): Promise<void> =>
    harness.make.pipe(Effect.flatMap(body), Effect.scoped, Effect.runPromise)

  const handOver = (bench: Bench, batch: ReadonlyArray<Submission>): Effect.Effect<HandOver> => {
    const { submitting, told } = submit(bench, batch)
    return Effect.map(
      Effect.timeoutOption(Effect.exit(submitting), patience),
      (exit) => ({ told: [...told], exit: Option.getOrNull(exit) })
    )
  }

  const example = (title: string, body: (bench: Bench) => Effect.Effect<void>): Case => ({
    title,
    property: fc.asyncProperty(fc.constant(null), () => given(body)),
    isExample: true
  })

  const property = <A>(
    title: string,
    values: fc.Arbitrary<A>,
    body: (bench: Bench, value: A) => Effect.Effect<void>
  ): Case => ({
    title,
    property: fc.asyncProperty(values, (value) => given((bench) => body(bench, value))),
    isExample: false
  })

  /** Its submissions are made once the carrier is there. */
  const batchesOf = (minLength: number): fc.Arbitrary<ReadonlyArray<number>> =>
    fc.uniqueArray(fc.nat({ max: 10_000 }), { minLength, maxLength: 12 })
  const batches = batchesOf(1)
  const severals = batchesOf(2)

  const withBatch = (
    title: string,
    body: (bench: Bench, batch: ReadonlyArray<Submission>) => Effect.Effect<void>,
    from: fc.Arbitrary<ReadonlyArray<number>> = batches
  ): Case => property(title, from, (bench, numbers) => body(bench, numbers.map((number) => make(number))))

  /**
   * The outcomes are about this batch, each at most once, and all of them unless the carrier leaves some out.
   */
  const assertReported = (told: ReadonlyArray<ReportedOutcome>, batch: ReadonlyArray<Submission>): void => {
    const attempts = told.map(({ attempt }) => attempt)
    assert.equal(new Set(attempts).size, attempts.length, "the outcome of an attempt is told twice")
    const asked = batch.map(({ attempt }) => attempt)
    assert.deepEqual(attempts.filter((attempt) => !asked.includes(attempt)), [], "nobody has asked for these attempts")
    if (weakness.leavesOut !== true) {
      assert.deepEqual(attempts.toSorted(), asked.toSorted(), "the outcomes are not those of the batch")
    }
    for (const { outcome } of told) assertOutcome(outcome)
  }

  const assertSent = Effect.fnUntraced(function*(bench: Bench, batch: ReadonlyArray<Submission>, most: number) {
    for (const { attempt } of batch) {
      const times = yield* bench.sent(attempt)
      assert.ok(times <= most, `an attempt was sent ${times} times`)
    }
  })

  const mostTwice = weakness.forgets === true ? 2 : 1

  return [
    example("says what it is", ({ carrier }) =>
      Effect.sync(() => {
        const { answersWithin = 1, channels, id, pace = null, references = "alone" } = carrier
        assert.ok(isName(id), "the id is no name")
        assert.deepEqual(channels.filter((channel) => !["sms", "whatsapp", "rcs", "mms"].includes(channel)), [])
        assert.ok(channels.length > 0, "it has no channel")
        assert.ok(answersWithin > 0, "answersWithin is not above 0")
        assert.ok(pace === null || (pace.perSecond > 0 && pace.inFlight > 0), "the pace is not above 0")
        assert.ok(["alone", "with recipient"].includes(references))
      })),

    withBatch("tells the attempts of a batch, each once, and nothing else", (bench, batch) =>
      Effect.gen(function*() {
        const { told } = yield* handOver(bench, batch)
        assertReported(told, batch)
        yield* assertSent(bench, batch, 1)
      })),

    withBatch("ends by itself, and never fails", (bench, batch) =>
      Effect.gen(function*() {
        const { exit } = yield* handOver(bench, batch)
        if (weakness.hangs !== true) assert.notEqual(exit, null, `it has not ended within ${patience} ms`)
        if (weakness.throws !== true) assert.ok(exit === null || Exit.isSuccess(exit), "it has failed")
      })),

    property(
      "answers whatever is sent to its hook, if it has one",
      requests,
      ({ carrier: { hook } }, request) =>
        Effect.gen(function*() {
          const status = hook === undefined ? 404 : (yield* hook(request)).status
          assert.ok(Number.isInteger(status) && status >= 200 && status < 500, `it answers ${status}`)
        })
    ),

    example("does nothing for an empty batch", (bench) =>
      Effect.gen(function*() {
        const { exit, told } = yield* handOver(bench, [])
        assert.deepEqual(told, [])
        assert.ok(exit !== null && Exit.isSuccess(exit), "it does not end")
      })),

    withBatch(
      "has sent what it accepts, and nothing that it refuses or is too busy for",
      (bench, batch) =>
        Effect.gen(function*() {
          const before = yield* Instant.now
          const { told } = yield* handOver(bench, batch)
          assert.ok(told.length <= batch.length, "it tells more than it was asked")
          for (const { attempt, outcome } of told) {
            const times = yield* bench.sent(attempt)
            if (outcome._tag === "Accepted") assert.equal(times, 1, `an accepted attempt was sent ${times} times`)
            if (outcome._tag === "Refused" || outcome._tag === "Busy") {
              assert.equal(times, 0, "a refused attempt was sent")
            }
            if (outcome._tag === "Busy") {
              assert.ok(outcome.until > before, "it is busy until an instant that is past")
            }
          }
        })
    ),

    withBatch("gives each message names of its own", (bench, batch) =>
      Effect.gen(function*() {
        const isAlone = (bench.carrier.references ?? "alone") === "alone"
        const to = new Map(batch.map((each) => [each.attempt, each.to]))
        const { told } = yield* handOver(bench, batch)
        const names = told.flatMap(({ attempt, outcome }) =>
          outcome._tag === "Accepted"
            ? outcome.references.map((reference) => isAlone ? reference : `${reference}/${to.get(attempt)}`)
            : []
        )
        assert.equal(new Set(names).size, names.length, "two messages have one name")
      }), severals),

    withBatch(
      "knows what it has accepted: it tells that again with the same names, and sends nothing",
      (bench, batch) =>
        Effect.gen(function*() {
          const first = outcomesOf((yield* handOver(bench, batch)).told)
          const { told } = yield* handOver(bench, batch)
          assertReported(told, batch)
          if (weakness.forgets === true) return
          const again = outcomesOf(told)
          for (const { attempt } of batch) {
            const [before, after] = [first.get(attempt), again.get(attempt)]
            if (before?._tag === "Accepted" && after !== undefined) assert.deepEqual(after, before)
          }
          yield* assertSent(bench, batch, 1)
        })
    ),

    withBatch("sends once what is handed over twice at the same time", (bench, batch) =>
      Effect.gen(function*() {
        const both = yield* Effect.all([handOver(bench, batch), handOver(bench, batch.toReversed())], {
          concurrency: "unbounded"
        })
        for (const { told } of both) assertReported(told, batch)
        yield* assertSent(bench, batch, mostTwice)
      })),

    withBatch("does not mix batches that it has at the same time", (bench, batch) =>
      Effect.gen(function*() {
        const middle = Math.ceil(batch.length / 2)
        const halves = [batch.slice(0, middle), batch.slice(middle)]
        const both = yield* Effect.forEach(halves, (half) => handOver(bench, half), { concurrency: "unbounded" })
        for (const [index, { told }] of both.entries()) assertReported(told, halves[index]!)
      }), severals),

    property(
      "tells nothing after it was interrupted, and can be asked again",
      fc.tuple(batches, fc.nat({ max: 60 })),
      (bench, [numbers, millis]) =>
        Effect.gen(function*() {
          const batch = numbers.map((number) => make(number))
          const { submitting, told } = submit(bench, batch)
          const fiber = yield* Effect.forkChild(submitting)
          // The interruption comes at any moment of the hand-over.
          yield* Effect.sleep(millis)
          const ended = yield* Effect.timeoutOption(Fiber.interrupt(fiber), Math.max(patience, interruption))
          assert.ok(Option.isSome(ended), "it goes on after it was interrupted")
          const heard = told.length
          const exit = yield* Fiber.await(fiber)
          const isGone = Exit.isSuccess(exit) || Cause.hasInterrupts(exit.cause) || weakness.throws === true
          assert.ok(isGone, "the interruption has made it fail")
          const { told: again } = yield* handOver(bench, batch)
          assertReported(again, batch)
          if (weakness.tellsLate !== true) {
            assert.equal(told.length, heard, "it has told something after it was interrupted")
          }
          yield* assertSent(bench, batch, mostTwice)
        })
    )
  ]
}
