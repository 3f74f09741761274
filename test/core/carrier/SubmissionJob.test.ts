/**
 * The job of a line at a carrier: what it cannot hand over now it lets go, and of each part that was admitted it says once
 * that it is under way no more.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { Lines } from "@signalbox/core/internal/row/Line"
import { Messages } from "@signalbox/core/Message"
import type { Pace } from "@signalbox/core/Pace"
import { Store } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"
import {
  accepted,
  answering,
  attemptId,
  begin,
  inOrder,
  line,
  plain,
  routed,
  run,
  states,
  telling
} from "./Submitting.ts"

/** An account whose numbers have a pace. */
const pooled: Account = {
  ...Scene.account,
  numbers: [9000, 9001].map((each) => ({ number: Given.phone(each), channels: ["sms"], country: "US" })),
  numberPools: [{ channel: "sms", country: "US", pace: { perSecond: 5 } }]
}

it("lets a message go whose line was closed when it was taken up already, so that it goes out when the line opens", async () => {
  const until = plus(Given.now, 60_000)
  const { batches, carrier } = answering((batch) => batch.map(({ attempt }) => accepted(`of ${attempt}`)))
  const letGo = await Effect.runPromise(Deferred.make<void>())
  await run(
    {
      carriers: [carrier],
      tap: (store) => ({
        ...store,
        commit: (batch) => {
          const isLetGo = batch.some(({ releases }) => releases.length > 0)
          return Effect.tap(store.commit(batch), () => isLetGo ? Deferred.succeed(letGo, undefined) : Effect.void)
        }
      })
    },
    Effect.gen(function*() {
      const store = yield* Store
      const busy = Commits.put(Lines, { ...line, busySince: Given.now, until })
      // The lane itself stays open: whoever claims from it finds out.
      expect(yield* store.commit([Commits.make({ puts: [busy] })])).toEqual([{ _tag: "Done" }])
      yield* begin(plain(1))
      yield* Deferred.await(letGo).pipe(
        Effect.timeoutOrElse({ duration: 20_000, orElse: () => Effect.die(new Error("it is held")) })
      )
      expect([batches, yield* states]).toEqual([[], [["ROUTED", null]]])
      const [clock, signal] = [yield* Bench.TheClock, yield* WorkSignal]
      clock.set(until)
      yield* signal.raise
      yield* Bench.idle
      expect(yield* states).toEqual([["SENT", `of ${attemptId(0)}`]])
    })
  )
  expect(batches).toHaveLength(1)
})

it("gives back at the pace what is not asked about, and each other part when its message has an outcome", async () => {
  const said: Array<string> = []
  const pace: Pace["Service"] = {
    take: ({ parts }) => {
      said.push(`take ${parts.join("+")}`)
      return Effect.succeed({ admitted: parts.length, again: 0 })
    },
    begin: (_, parts) => Effect.sync(() => void said.push(`begin ${parts}`)),
    done: (_, parts) => Effect.sync(() => void said.push(`done ${parts}`))
  }
  // The last message gets no answer.
  const { batches, carrier } = answering((batch) => batch.slice(0, 1).map(({ attempt }) => accepted(`of ${attempt}`)))
  await run(
    { carriers: [{ ...carrier, pace: { perSecond: 100, inFlight: 100 } }], pace },
    Effect.gen(function*() {
      yield* Scene.seed(1_000_000)
      const store = yield* Store
      const commit = routed(plain(3))
      const puts = commit.puts.map(({ value }, index) => {
        const message = value as ReturnType<typeof Given.message>
        const attempts = message.attempts.map((attempt) => ({ ...attempt, segments: [1, 2, 4][index]! }))
        // Nobody needs the second one any more.
        const ended = { ...message, attempts: attempts.map((each) => ({ ...each, report: "DELIVERED" as const })) }
        return Commits.put(
          Messages,
          index === 1 ? { ...ended, status: "DELIVERED" as const } : { ...message, attempts }
        )
      })
      yield* store.commit([{ ...commit, puts }])
      yield* Bench.idle
      expect((yield* inOrder).map(({ status }) => status)).toEqual(["SENT", "DELIVERED", "ROUTED"])
    })
  )
  expect(batches).toEqual([[attemptId(0), attemptId(2)]])
  expect(said.slice(0, 2)).toEqual(["take 1+2+4", "done 2"])
  // A carrier may tell before it is known that it was asked.
  expect(said.slice(2).toSorted()).toEqual(["begin 7", "done 1", "done 4"])
})

it("hands over from the sender that has room, and says of it when the message has left", async () => {
  const said: Array<string> = []
  const pace: Pace["Service"] = {
    take: ({ parts, pool }) => {
      said.push(`take ${pool.slice(-4)} ${parts.join("+")}`)
      // The first number has no room.
      return Effect.succeed(pool.endsWith("9000") ? { admitted: 0, again: 60_000 } : { admitted: 1, again: 0 })
    },
    begin: (pool, parts) => Effect.sync(() => void said.push(`begin ${pool.slice(-4)} ${parts}`)),
    done: (pool, parts) => Effect.sync(() => void said.push(`done ${pool.slice(-4)} ${parts}`))
  }
  const from: Array<string | null> = []
  const { carrier } = telling((batch, tell) => {
    from.push(...batch.map((each) => each.from))
    return Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(`of ${attempt}`)), { discard: true })
  })
  await run(
    { carriers: [carrier], pace },
    Effect.gen(function*() {
      yield* Scene.seed(
        1_000_000,
        Commits.put(Accounts, {
          ...Scene.account,
          numbers: [9000, 9001].map((each) => ({
            number: Given.phone(each),
            channels: ["sms"] as const,
            country: "US"
          })),
          numberPools: [{ channel: "sms", country: "US", pace: { perSecond: 5 } }]
        })
      )
      const store = yield* Store
      yield* store.commit([routed(plain(1))])
      yield* Bench.idle
      expect(yield* states).toEqual([["SENT", `of ${attemptId(0)}`]])
    })
  )
  expect(from).toEqual([Given.phone(9001)])
  expect(said).toEqual(["take 9000 1", "take 9001 1", "begin 9001 1", "done 9001 1"])
})

it.each([["a carrier", { pace: { perSecond: 1, inFlight: 1 } }], ["senders", {}]])(
  "frees what waits for room at %s when the worker is drained, so that another node need not wait for the end of its lease",
  async (_, parts) => {
    const asked = await Effect.runPromise(Deferred.make<void>())
    const pace: Pace["Service"] = {
      take: () => Effect.as(Deferred.succeed(asked, undefined), { admitted: 0, again: 60_000 }),
      begin: () => Effect.void,
      done: () => Effect.void
    }
    const released: Array<string> = []
    const { batches, carrier } = answering(() => [])
    await run(
      {
        carriers: [{ ...carrier, ...parts }],
        pace,
        tap: (store) => ({
          ...store,
          commit: (batch) => {
            released.push(...batch.flatMap(({ releases }) => releases.map(({ work: { kind } }) => kind)))
            return store.commit(batch)
          }
        })
      },
      Effect.gen(function*() {
        yield* Scene.seed(1_000_000, Commits.put(Accounts, pooled))
        const store = yield* Store
        yield* store.commit([routed(plain(2))])
        yield* Deferred.await(asked)
        yield* Effect.flatMap(Worker, ({ drain }) => drain)
      })
    )
    expect([batches, released]).toEqual([[], ["submission", "submission"]])
  }
)
