/**
 * Handing attempts over: whatever a carrier does, it is asked once, each attempt gets its own outcome, and what the
 * carrier did not say is decided by the attempt's deadline.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Commits from "@signalbox/core/Commit"
import type { AttemptId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { Messages } from "@signalbox/core/Message"
import type { Pace } from "@signalbox/core/Pace"
import { Receipts } from "@signalbox/core/Receipts"
import { fromText } from "@signalbox/core/Rendered"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import type { Services, World } from "./Bench.ts"
import * as Bench from "./Bench.ts"
import * as Given from "./Given.ts"
import * as Scene from "./Scene.ts"

const carrierId = Given.carrierId("sms-a")
const line = { carrier: carrierId, account: Scene.account.id }
const deadline = plus(Given.now, 30_000)

const attemptId = (number: number): AttemptId =>
  `a77e0000-0000-7000-8000-${String(number).padStart(12, "0")}` as AttemptId

const accepted = (...references: ReadonlyArray<string>): SubmissionOutcome => ({ _tag: "Accepted", references })

/** Routed messages, one for each list of media, and the work to hand them over: one commit, so they make one batch. */
const routed = (media: ReadonlyArray<ReadonlyArray<string>>) =>
  Commits.make({
    puts: media.map((urls, index) =>
      Commits.put(
        Messages,
        Given.message({
          id: Given.messageId(index),
          phone: Given.phone(index),
          status: "ROUTED",
          channel: urls.length > 0 ? "mms" : "sms",
          requested: urls.length > 0 ? "mms" : "sms",
          rendered: { ...fromText("Look"), media: urls },
          attempts: [Given.attempt({ id: attemptId(index), channel: urls.length > 0 ? "mms" : "sms" })]
        })
      )
    ),
    due: media.flatMap((_, index) => {
      const key = `${Given.messageId(index)}/${attemptId(index)}`
      return [{
        work: { kind: "submission", key },
        lane: SubmissionWork.lane.of(line),
        at: plus(Given.now, index - 1000)
      }]
    })
  })

const begin = (media: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.gen(function*() {
    yield* Scene.seed(1_000_000)
    const store = yield* Store
    expect(yield* store.commit([routed(media)])).toEqual([{ _tag: "Done" }])
  })

const plain = (count: number) => Array.from({ length: count }, () => [])

/** A carrier that does as told, and what it was handed, batch by batch. */
const telling = (submit: Carrier["submit"]) => {
  const batches: Array<ReadonlyArray<string>> = []
  const carrier: Carrier = {
    id: carrierId,
    channels: ["sms", "mms"],
    submit: (batch, tell) => {
      batches.push(batch.map(({ attempt }) => attempt))
      return submit(batch, tell)
    }
  }
  return { batches, carrier }
}

/** A carrier that tells one outcome after the other. */
const answering = (answer: (batch: ReadonlyArray<Submission>) => ReadonlyArray<SubmissionOutcome>) =>
  telling((batch, tell) =>
    Effect.forEach(answer(batch), (outcome, index) => tell(batch[index]!.attempt, outcome), { discard: true })
  )

const inOrder = Effect.map(
  Scene.messages,
  (messages) => messages.toSorted((one, other) => one.id < other.id ? -1 : 1)
)

const states = Effect.map(
  inOrder,
  (messages) =>
    messages.map(({ attempts: [attempt], status }) => [status, attempt?.failure ?? attempt?.reference ?? null])
)

type Line = readonly [string, Record<string, unknown>]

const logging = (lines: Array<Line>) =>
  Logger.layer([Logger.make(({ message }) => {
    lines.push(message as Line)
  })])

const run = async <A, E>(world: World, program: Effect.Effect<A, E, Services>) => {
  const lines: Array<Line> = []
  await Bench.run(Bench.layer(world).pipe(Layer.provide(logging(lines))), program)
  return lines
}

describe("a carrier", () => {
  const secret = "no way to +12015550000"
  it.each<[string, () => Effect.Effect<never>]>([
    ["throws", () => {
      throw new TypeError(secret)
    }],
    ["dies", () => Effect.die(new TypeError(secret))],
    ["fails", () => Effect.fail(new TypeError(secret)) as unknown as Effect.Effect<never>]
  ])("that %s is asked once, and the deadline of each attempt decides", async (_, submit) => {
    const { batches, carrier } = telling(submit)
    const lines = await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* Bench.travel(plus(deadline, -1))
        expect(yield* states).toEqual([["ROUTED", null], ["ROUTED", null]])
        yield* Bench.travel(deadline)
        expect(yield* states).toEqual([["FAILED", "provider_timeout"], ["FAILED", "provider_timeout"]])
        yield* Bench.travel(plus(deadline, 60_000))
      })
    )
    expect(batches).toEqual([[attemptId(0), attemptId(1)]])
    expect(lines).toEqual([
      ["a carrier failed", { carrier: "sms-a", cause: "TypeError: no way to ***" }],
      ["a carrier does not answer", { carrier: "sms-a", attempts: [attemptId(0), attemptId(1)] }]
    ])
  })

  it("that interrupts itself is asked once as well", async () => {
    const { batches, carrier } = telling(() => Effect.interrupt)
    const lines = await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(1))
        yield* Bench.travel(plus(deadline, 60_000))
        expect(yield* states).toEqual([["FAILED", "provider_timeout"]])
      })
    )
    expect(batches).toHaveLength(1)
    expect(lines[0]).toEqual(["a carrier failed", { carrier: "sms-a", cause: "interrupted" }])
  })

  it("that throws after it has sent is believed by its receipt", async () => {
    const { batches, carrier } = telling(() => Effect.die("gone"))
    await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* Bench.idle
        const { report } = yield* Receipts
        const subject = { _tag: "Attempt", message: Given.messageId(1), attempt: attemptId(1) } as const
        expect(yield* report({ subject, reported: { _tag: "Delivered" } })).toBe("applied")
        yield* Bench.travel(plus(deadline, 60_000))
        expect((yield* inOrder).map(({ status }) => status)).toEqual(["FAILED", "DELIVERED"])
      })
    )
    expect(batches).toHaveLength(1)
  })

  it("that answers too few has answered the first ones; the deadline decides on the others", async () => {
    const { batches, carrier } = answering((batch) => batch.slice(0, 1).map(({ attempt }) => accepted(`of ${attempt}`)))
    const lines = await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(3))
        yield* Bench.travel(plus(deadline, -1))
        expect(yield* states).toEqual([["SENT", `of ${attemptId(0)}`], ["ROUTED", null], ["ROUTED", null]])
        yield* Bench.travel(deadline)
        expect((yield* states).slice(1)).toEqual([["FAILED", "provider_timeout"], ["FAILED", "provider_timeout"]])
      })
    )
    expect(batches).toHaveLength(1)
    expect(lines).toEqual([["a carrier does not answer", {
      carrier: "sms-a",
      attempts: [attemptId(1), attemptId(2)]
    }]])
  })

  it("that tells more than it was asked, or tells twice, is heard on what it was asked, once", async () => {
    const { carrier } = telling((batch, tell) =>
      Effect.gen(function*() {
        for (const { attempt } of batch) yield* tell(attempt, accepted(`of ${attempt}`))
        yield* tell(attemptId(9), accepted("of nobody"))
        yield* tell(attemptId(0), { _tag: "Refused", failure: "sender_refused", detail: null })
      })
    )
    const lines = await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* Bench.idle
        expect(yield* states).toEqual([0, 1].map((index) => ["SENT", `of ${attemptId(index)}`]))
      })
    )
    expect(lines).toEqual([9, 0].map((index) => [
      "a carrier tells more than it was asked",
      { carrier: "sms-a", attempt: attemptId(index) }
    ]))
  })

  it("is heard on each message as soon as it tells, before it has done with the others", async () => {
    const rest = await Effect.runPromise(Latch.make(false))
    const { carrier } = telling((batch, tell) =>
      Effect.gen(function*() {
        yield* tell(batch[1]!.attempt, accepted("second"))
        yield* rest.await
        yield* tell(batch[0]!.attempt, accepted("first"))
      })
    )
    await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        while ((yield* inOrder)[1]?.status !== "SENT") yield* Effect.sleep(1)
        expect(yield* states).toEqual([["ROUTED", null], ["SENT", "second"]])
        yield* rest.open
        yield* Bench.idle
        expect(yield* states).toEqual([["SENT", "first"], ["SENT", "second"]])
      })
    )
  })

  it.each<[string, (effect: Effect.Effect<void>) => Effect.Effect<void>]>([
    ["never answers", (effect) => effect],
    ["cannot be interrupted either", Effect.uninterruptible]
  ])("that %s has its own time, and what it tells afterwards is a late answer", async (_, stubborn) => {
    const asked = await Effect.runPromise(Deferred.make<Parameters<Carrier["submit"]>[1]>())
    const { batches, carrier } = telling((_batch, tell) =>
      stubborn(Effect.andThen(Deferred.succeed(asked, tell), Effect.never))
    )
    await run(
      { carriers: [{ ...carrier, answersWithin: 40 }] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        const tell = yield* Deferred.await(asked)
        yield* Bench.travel(plus(Given.now, 40))
        expect(yield* states).toEqual([["FAILED", "provider_timeout"], ["FAILED", "provider_timeout"]])
        yield* tell(attemptId(0), accepted("late"))
        yield* tell(attemptId(1), { _tag: "Refused", failure: "sender_refused", detail: null })
        const { report } = yield* Receipts
        const subject = { _tag: "Reference", carrier: carrierId, reference: "late" } as const
        while ((yield* report({ subject, reported: { _tag: "Delivered" } })) === "unknown") yield* Effect.sleep(1)
        expect((yield* inOrder).map(({ status }) => status)).toEqual(["DELIVERED", "FAILED"])
      })
    )
    expect(batches).toEqual([[attemptId(0), attemptId(1)]])
  })
})

describe("outcomes", () => {
  it("belong to their attempts when some are wanted no more", async () => {
    const { batches, carrier } = answering((batch) => batch.map(({ attempt }) => accepted(`of ${attempt}`)))
    await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* Scene.seed(1_000_000)
        const store = yield* Store
        const commit = routed(plain(3))
        const ended = Given.message({
          ...commit.puts[0]!.value as ReturnType<typeof Given.message>,
          attempts: [Given.attempt({ id: attemptId(0), report: "DELIVERED" })],
          status: "DELIVERED"
        })
        yield* store.commit([{ ...commit, puts: [Commits.put(Messages, ended), ...commit.puts.slice(1)] }])
        yield* Bench.idle
        expect((yield* states).slice(1)).toEqual([["SENT", `of ${attemptId(1)}`], ["SENT", `of ${attemptId(2)}`]])
        expect((yield* inOrder)[0]).toMatchObject({ status: "DELIVERED", attempts: [{ reference: null }] })
      })
    )
    expect(batches).toEqual([[attemptId(1), attemptId(2)]])
  })

  it("are kept although the store is away meanwhile: the carrier is not asked again", async () => {
    const { batches, carrier } = answering((batch) => batch.map(({ attempt }) => accepted(`of ${attempt}`)))
    let isAway = true
    await run(
      {
        carriers: [carrier],
        tap: (store) => ({
          ...store,
          commit: (batch) => {
            if (!isAway || batches.length === 0) return store.commit(batch)
            isAway = false
            return Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
          }
        })
      },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* Bench.travel(plus(Given.now, 29_000))
        expect(yield* states).toEqual([0, 1].map((index) => ["SENT", `of ${attemptId(index)}`]))
      })
    )
    expect(batches).toHaveLength(1)
  })

  it("that the store refuses cost the others nothing, and are left to the deadline", async () => {
    const { batches, carrier } = answering((batch) =>
      batch.map(({ attempt }) => accepted(attempt === attemptId(1) ? "bad" : `of ${attempt}`))
    )
    const settled: Array<string> = []
    const lines = await run(
      {
        carriers: [carrier],
        tap: (store) => ({
          ...store,
          commit: (batch) =>
            batch.some(({ puts }) => puts.some((row) => row.kind === "carrier_reference" && row.key.endsWith("/bad")))
              ? Effect.fail(new StoreError({ reason: "failed", cause: new Error("cannot hold +12015550000") }))
              : Effect.tap(
                store.commit(batch),
                () =>
                  Effect.sync(() =>
                    settled.push(...batch.flatMap(({ completes }) => completes.map(({ work }) => work.key)))
                  )
              )
        })
      },
      Effect.gen(function*() {
        yield* begin(plain(3))
        yield* Bench.idle
        // Nothing is held for ever, since it could not be kept.
        expect(settled.toSorted()).toEqual([0, 1, 2].map((index) => `${Given.messageId(index)}/${attemptId(index)}`))
        yield* Bench.travel(plus(deadline, -1))
        expect(yield* states).toEqual([["SENT", `of ${attemptId(0)}`], ["ROUTED", null], [
          "SENT",
          `of ${attemptId(2)}`
        ]])
        yield* Bench.travel(deadline)
        expect((yield* states)[1]).toEqual(["FAILED", "provider_timeout"])
      })
    )
    expect(batches).toHaveLength(1)
    expect(lines).toEqual([["what a carrier told cannot be kept", {
      lane: `submission:sms-a/${Scene.account.id}`,
      work: `submission:${Given.messageId(1)}/${attemptId(1)}`,
      cause: "StoreError: the store failed: cannot hold ***"
    }]])
  })

  it("carry references as every store can hold them, and receipts find them", async () => {
    const given = ["a\0b", "\ud800", "c".repeat(255), "d".repeat(256)]
    const { carrier } = answering((batch) => batch.map((_, index) => accepted(given[index]!)))
    await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(4))
        yield* Bench.idle
        const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
        expect(yield* states).toEqual([
          ["SENT", digest],
          ["SENT", digest],
          ["SENT", "c".repeat(255)],
          ["SENT", digest]
        ])
        const { report } = yield* Receipts
        const answers = yield* Effect.forEach(
          given,
          (reference) =>
            report({ subject: { _tag: "Reference", carrier: carrierId, reference }, reported: { _tag: "Delivered" } })
        )
        expect(answers).toEqual(["applied", "applied", "applied", "applied"])
      })
    )
  })

  it("count even when the lease was lost meanwhile: the carrier has taken it", async () => {
    const { batches, carrier } = answering((batch) => batch.map(({ attempt }) => accepted(`of ${attempt}`)))
    let isLost = false
    await run(
      {
        carriers: [carrier],
        tap: (store) => ({
          ...store,
          commit: (batch) => {
            if (isLost || !batch.some(({ completes }) => completes.some(({ work }) => work.kind === "submission"))) {
              return store.commit(batch)
            }
            isLost = true
            return Effect.succeed(batch.map(() => ({ _tag: "Stale", because: "lease" }) as const))
          }
        })
      },
      Effect.gen(function*() {
        yield* begin(plain(1))
        while (((yield* inOrder)[0]?.status ?? "") !== "SENT") yield* Effect.sleep(1)
        expect(yield* states).toEqual([["SENT", `of ${attemptId(0)}`]])
      })
    )
    expect(batches).toHaveLength(1)
  })
})

describe("the pace of a carrier", () => {
  /** A pace that admits so many parts at once, and what it was asked. */
  const pacing = (most: number) => {
    const taken: Array<number> = []
    let underway = 0
    const pace: Pace["Service"] = {
      take: ({ parts }) =>
        Effect.sync(() => {
          let admitted = 0
          while (admitted < parts.length && underway + parts[admitted]! <= most) underway += parts[admitted++]!
          taken.push(admitted)
          return { admitted, again: 5 }
        }),
      done: (_, parts) =>
        Effect.sync(() => {
          underway -= parts
        })
    }
    return { pace, taken, underway: () => underway }
  }

  it("is counted in parts, before the hand-over, and given back when an outcome is told", async () => {
    const { pace, underway } = pacing(2)
    let most = 0
    let open = 0
    const { batches, carrier } = telling((batch, tell) =>
      Effect.forEach(batch, ({ attempt }) =>
        Effect.gen(function*() {
          most = Math.max(most, ++open)
          yield* Effect.sleep(2)
          open--
          yield* tell(attempt, accepted(`of ${attempt}`))
        }), { discard: true, concurrency: "unbounded" })
    )
    await run(
      { carriers: [{ ...carrier, pace: { perSecond: 1000, inFlight: 2 } }], pace },
      Effect.gen(function*() {
        yield* begin(plain(9))
        yield* Bench.idle
        expect((yield* inOrder).map(({ status }) => status)).toEqual(Array(9).fill("SENT"))
      })
    )
    expect([most, underway(), batches.flat().toSorted()]).toEqual([
      2,
      0,
      Array.from({ length: 9 }, (_, index) => attemptId(index))
    ])
  })

  it("lets accounts take turns: a little of each, first come, first served", async () => {
    const order: Array<string> = []
    const { carrier } = telling((batch, tell) =>
      Effect.forEach(batch, ({ attempt, message }) => {
        order.push(message)
        return tell(attempt, accepted(`of ${attempt}`))
      }, { discard: true })
    )
    const { pace } = pacing(1)
    const other = { carrier: carrierId, account: Given.accountId(2) }
    await run(
      { carriers: [{ ...carrier, pace: { perSecond: 10, inFlight: 1 } }], pace },
      Effect.gen(function*() {
        yield* Scene.seed(1_000_000)
        const store = yield* Store
        const { due, puts } = routed(plain(20))
        // The last one is another account's, with a line of its own.
        const lanes = due.map((each, index) => index === 19 ? { ...each, lane: SubmissionWork.lane.of(other) } : each)
        yield* store.commit([Commits.make({ puts, due: lanes })])
        yield* Bench.idle
      })
    )
    expect(order).toHaveLength(20)
    expect(order.indexOf(Given.messageId(19))).toBeLessThan(4)
  })

  it("holds up nobody who leaves: what had no turn yet keeps its place in line", async () => {
    const { pace } = pacing(0)
    const { batches, carrier } = answering((batch) => batch.map(() => accepted()))
    await run(
      { carriers: [{ ...carrier, pace: { perSecond: 10, inFlight: 1 } }], pace },
      Effect.gen(function*() {
        yield* begin(plain(3))
        const worker = yield* Worker
        yield* Effect.sleep(20)
        yield* worker.drain
        const store = yield* Store
        expect(Option.getOrNull(yield* store.nextDue(0))).toBe(plus(Given.now, -1000))
        expect(yield* states).toEqual([["ROUTED", null], ["ROUTED", null], ["ROUTED", null]])
      })
    )
    expect(batches).toEqual([])
  })
})
