/**
 * The job of dispatch: whom it asks immediately, how many wait for their carriers under the leases of their dispatches,
 * and what it does when nobody says whether they are handed over.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { Messages } from "@signalbox/core/Message"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"
import { accepted, answering, run, telling } from "./Submitting.ts"

/** Messages that wait to be dispatched: one commit, so they make one batch. */
const begin = (count: number, balance = 1_000_000, from = 0) =>
  Effect.gen(function*() {
    yield* Scene.seed(balance)
    const store = yield* Store
    const numbers = Array.from({ length: count }, (_, index) => from + index)
    const commit = Commits.make({
      puts: numbers.map((index) =>
        Commits.put(
          Messages,
          Given.message({
            id: Given.messageId(index),
            phone: Given.phone(index),
            requested: "sms",
            channel: "sms"
          })
        )
      ),
      due: numbers.map((index) => ({
        work: { kind: "dispatch", key: `${Given.messageId(index)}/1` },
        lane: DispatchWork.lane.of(Scene.account.id),
        at: plus(Given.now, -1000)
      }))
    })
    expect(yield* store.commit([commit])).toEqual([{ _tag: "Done" }])
  })

const kinds = (commit: Commit): ReadonlyArray<string> => [
  ...commit.holds.map(({ work: { key, kind } }) => `hold ${kind} ${key}`),
  ...commit.due.map(({ work: { key, kind } }) => `${kind} ${key}`)
]

/** A store that notes what becomes of each work. On a slow machine a hand-over is affirmed, which holds the same work again. */
const noting = () => {
  const noted = new Set<string>()
  const tap: Tap = (store) => ({
    ...store,
    commit: (batch) =>
      Effect.tap(store.commit(batch), (outcomes) =>
        Effect.sync(() => {
          for (const [index, commit] of batch.entries()) {
            if (outcomes[index]?._tag === "Done") { for (const kind of kinds(commit)) noted.add(kind) }
          }
        }))
  })
  return { tap, count: (sought: string) => [...noted].filter((kind) => kind.startsWith(`${sought} `)).length }
}

const statuses = Effect.map(Scene.messages, (messages) => new Set(messages.map(({ status }) => status)))

const times = Effect.map(
  Scene.messages,
  (messages) => new Set(messages.map(({ attempts: [attempt] }) => attempt?.handedOver?.times))
)

const willing = () => answering((batch) => batch.map(({ attempt }) => accepted(attempt)))

describe("dispatch", () => {
  it("hands over immediately, so that nothing of it stands in a line", async () => {
    const { batches, carrier } = willing()
    const { count, tap } = noting()
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(3)
        yield* Bench.idle
        expect([...yield* statuses]).toEqual(["SENT"])
      })
    )
    expect(batches.map(({ length }) => length)).toEqual([3])
    expect([count("hold dispatch"), count("submission"), count("receipt_deadline")]).toEqual([3, 0, 3])
  })

  it("leaves work at a carrier that has a pace to its line", async () => {
    const pace = { perSecond: 1000, inFlight: 1000 }
    const { batches, carrier } = willing()
    const { count, tap } = noting()
    await run(
      { carriers: [{ ...carrier, pace }], tap },
      Effect.gen(function*() {
        yield* begin(3)
        yield* Bench.idle
        expect([...yield* statuses]).toEqual(["SENT"])
      })
    )
    expect(batches.flat()).toHaveLength(3)
    expect([count("hold dispatch"), count("submission")]).toEqual([0, 3])
  })

  it("keeps half of the lane free of messages whose carrier is slow: the others stand in its line", async () => {
    const latches = Effect.all([Latch.make(false), Latch.make(false), Latch.make(false)])
    const [most, all, open] = await Effect.runPromise(latches)
    let asked = 0
    const { carrier } = telling((batch, tell) =>
      Effect.gen(function*() {
        asked += batch.length
        if (asked === 1000) yield* most.open
        if (asked === 1030) yield* all.open
        yield* open.await
        yield* Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(attempt)), { discard: true })
      })
    )
    const { count, tap } = noting()
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(1000)
        yield* most.await
        yield* begin(30, 1_000_000, 1000)
        yield* all.await
        expect([count("hold dispatch"), count("submission")]).toEqual([1024, 6])
        yield* open.open
        yield* Bench.idle
        expect([...yield* statuses]).toEqual(["SENT"])
      })
    )
  })

  it("keeps no room in the lane for messages that went nowhere", async () => {
    const { batches, carrier } = willing()
    const { count, tap } = noting()
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(520, 0)
        yield* Bench.idle
        expect([...yield* statuses]).toEqual(["BLOCKED"])
        yield* begin(3)
        yield* Bench.idle
        expect([...yield* statuses].toSorted()).toEqual(["BLOCKED", "SENT"])
      })
    )
    expect([batches.flat().length, count("submission")]).toEqual([3, 0])
  })

  it("whose commit was answered to nobody asks the carrier, once, and counts once", async () => {
    const { batches, carrier } = willing()
    let lost = 0
    const tap: Tap = (store) => ({
      ...store,
      commit: (batch) => {
        const isHandOver = batch.some(({ holds }) => holds.some(({ work }) => work.kind === "dispatch"))
        return isHandOver && lost++ === 0
          ? Effect.andThen(store.commit(batch), Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" })))
          : store.commit(batch)
      }
    })
    await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(2)
        yield* Bench.idle
        expect([[...yield* statuses], [...yield* times]]).toEqual([["SENT"], [1]])
      })
    )
    expect([lost, batches.flat().length]).toEqual([1, 2])
  })
})
