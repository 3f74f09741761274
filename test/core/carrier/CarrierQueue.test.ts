/**
 * The pace of a carrier, as submissions keep it: how many parts are under way, and whose turn it is.
 */
import * as Commits from "@signalbox/core/Commit"
import { hour, plus } from "@signalbox/core/Instant"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { Messages } from "@signalbox/core/Message"
import type { Pace } from "@signalbox/core/Pace"
import { Store } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

import {
  accepted,
  answering,
  attemptId,
  begin,
  carrierId,
  inOrder,
  plain,
  routed,
  run,
  states,
  telling
} from "./Submitting.ts"

describe("the pace of a carrier", () => {
  /** A pace that admits so many parts at the same time, and what it was asked. */
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
      begin: () => Effect.void,
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
          // Whatever else may be under way begins meanwhile.
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

  it("counts from when the carrier has been asked, also for what is not handed over", async () => {
    const log: Array<string> = []
    const note = (line: string) => Effect.sync(() => void log.push(line))
    const { carrier } = telling((batch, tell) =>
      Effect.andThen(
        note(`asked ${batch.length}`),
        Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(`of ${attempt}`)), { discard: true })
      )
    )
    await run(
      {
        carriers: [{ ...carrier, pace: { perSecond: 1000, inFlight: 100 } }],
        pace: {
          take: ({ parts }) => Effect.as(note(`took ${parts.length}`), { admitted: parts.length, again: 0 }),
          begin: (_, parts) => note(`began ${parts}`),
          done: () => Effect.void
        }
      },
      Effect.gen(function*() {
        yield* begin(plain(3))
        // One of them has waited for too long, and is not handed over.
        const store = yield* Store
        const [message] = yield* Scene.messages
        const createdAt = plus(Given.now, -73 * hour)
        yield* store.commit([Commits.make({ puts: [Commits.put(Messages, { ...message!, createdAt })] })])
        yield* Bench.idle
      })
    )
    expect(log).toEqual(["took 3", "asked 2", "began 3"])
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
    const { pace, taken } = pacing(0)
    const { batches, carrier } = answering((batch) => batch.map(() => accepted()))
    await run(
      { carriers: [{ ...carrier, pace: { perSecond: 10, inFlight: 1 } }], pace },
      Effect.gen(function*() {
        yield* begin(plain(3))
        const worker = yield* Worker
        while (taken.length === 0) yield* Effect.sleep(1)
        yield* worker.drain
        const store = yield* Store
        expect(Option.getOrNull(yield* store.nextDue(0))).toBe(plus(Given.now, -1000))
        expect(yield* states).toEqual([["ROUTED", null], ["ROUTED", null], ["ROUTED", null]])
      })
    )
    expect(batches).toEqual([])
  })
})
