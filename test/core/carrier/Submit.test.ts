/**
 * Handing attempts over: whatever a carrier does, it is asked once, each attempt gets its own outcome, and what the
 * carrier did not say is decided by the attempt's deadline.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { Messages } from "@signalbox/core/Message"
import { stale } from "@signalbox/core/Outcome"
import { Receipts } from "@signalbox/core/Receipts"
import { Store, StoreError } from "@signalbox/core/Store"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
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
  deadline,
  inOrder,
  plain,
  routed,
  run,
  states,
  telling
} from "./Submitting.ts"

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
      ["a carrier failed", {
        carrier: "sms-a",
        cause: expect.stringMatching(/^TypeError at \S*.*Submit\.test\.ts[^\s:]*:\d+:\d+/)
      }],
      ["a carrier does not answer", { carrier: "sms-a", attempts: [attemptId(0), attemptId(1)] }]
    ])
  })

  it("is not asked by a node whose work is another's by now, which says nothing of it and gives nothing back", async () => {
    const { batches, carrier } = telling(() => Effect.void)
    let lost = 0
    const releases: Array<unknown> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        releases.push(...batch.flatMap((commit) => commit.releases))
        const isHandOver = batch.some(({ holds }) => holds.some(({ work }) => work.kind === "submission"))
        if (isHandOver) lost++
        return isHandOver ? Effect.succeed(batch.map(() => stale("lease"))) : store.commit(batch)
      }
    })
    const lines = await run(
      { carriers: [carrier], tap },
      Effect.gen(function*() {
        yield* begin(plain(1))
        yield* Bench.idle
        expect(yield* states).toEqual([["ROUTED", null]])
      })
    )
    expect([lost, batches, releases, lines]).toEqual([1, [], [], []])
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

  it.each<[string, Pick<Bench.World, "storage">]>([
    ["memory", {}],
    ["SQLite", { storage: SqliteStore.layer({ file: ":memory:" }) }]
  ])("that throws after it has sent is believed by its receipt, on %s, and nobody else's is", async (_, storage) => {
    const { batches, carrier } = telling(() => Effect.die("gone"))
    await run(
      { ...storage, carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(2))
        yield* Bench.idle
        const { report } = yield* Receipts
        const attempt = { _tag: "Attempt", message: Given.messageId(1), attempt: attemptId(1) } as const
        const by = (id: string) => ({ ...attempt, carrier: Given.carrierId(id) })
        expect(yield* report({ subject: by("liar"), reported: { _tag: "Delivered" } })).toBe("unknown")
        expect(yield* report({ subject: by("sms-a"), reported: { _tag: "Delivered" } })).toBe("applied")
        yield* Bench.travel(plus(deadline, 60_000))
        expect((yield* inOrder).map(({ status }) => status)).toEqual(["FAILED", "DELIVERED"])
      })
    )
    expect(batches).toHaveLength(1)
  })

  it("that has taken some parts of what it refuses is heard on these, and the message stays what it is", async () => {
    const { carrier } = answering((batch) =>
      batch.map(() => ({ _tag: "Refused", failure: "invalid_number", detail: null, references: ["a", "b", "a", ""] }))
    )
    await run(
      { carriers: [carrier] },
      Effect.gen(function*() {
        yield* begin(plain(1))
        yield* Bench.idle
        expect(yield* states).toEqual([["FAILED", "invalid_number"]])
        const { report } = yield* Receipts
        const about = (reference: string) => ({ _tag: "Reference", carrier: carrierId, reference }) as const
        for (const reference of ["a", "b"]) {
          const told = { subject: about(reference), reported: { _tag: "Delivered" } } as const
          expect(yield* report(told)).toBe("applied")
          expect(yield* report(told)).toBe("repeated")
        }
        expect(yield* report({ subject: about("c"), reported: { _tag: "Delivered" } })).toBe("unknown")
        const [message] = yield* inOrder
        expect(message!.status).toBe("FAILED")
        expect(message!.attempts[0]).toMatchObject({
          reference: "a",
          report: "FAILED",
          charge: "returned",
          parts: [
            { reference: "a", report: "DELIVERED" },
            { reference: "b", report: "DELIVERED" },
            { reference: "", report: "FAILED" }
          ]
        })
      })
    )
  })

  it.each(["Delivered", "Failed"] as const)(
    "of which only some parts are known to have it has the receipts of these, and no success by them: %s",
    async (said) => {
      const { carrier } = answering((batch) => batch.map(() => ({ _tag: "Unanswered", references: ["a", "b"] })))
      await run(
        { carriers: [carrier] },
        Effect.gen(function*() {
          yield* begin(plain(1))
          yield* Bench.idle
          const { report } = yield* Receipts
          for (const reference of ["a", "b"]) {
            const failed = said === "Failed" && reference === "b"
            const answer = yield* report({
              subject: { _tag: "Reference", carrier: carrierId, reference },
              reported: failed ? { _tag: said, failure: "handset_unreachable" } : { _tag: "Delivered" }
            })
            expect(answer).toBe("applied")
          }
          const [message] = yield* inOrder
          expect([message!.status, message!.attempts[0]!.report]).toEqual(
            said === "Failed" ? ["FAILED", "FAILED"] : ["ROUTED", null]
          )
          yield* Bench.travel(plus(deadline, 60_000))
          expect(yield* states).toEqual([["FAILED", said === "Failed" ? "handset_unreachable" : "provider_timeout"]])
        })
      )
    }
  )

  it.each(["Delivered", "Failed"] as const)(
    "that names the only part of a message of which nobody knows whether it has it, has its receipts: %s",
    async (said) => {
      const { carrier } = answering((batch) => batch.map(() => ({ _tag: "Unanswered", references: ["a"] })))
      await run(
        { carriers: [carrier] },
        Effect.gen(function*() {
          yield* begin(plain(1))
          yield* Bench.idle
          expect(yield* states).toEqual([["ROUTED", "a"]])
          const { report } = yield* Receipts
          const reported = said === "Failed"
            ? { _tag: said, failure: "handset_unreachable" } as const
            : { _tag: said } as const
          expect(yield* report({ subject: { _tag: "Reference", carrier: carrierId, reference: "a" }, reported })).toBe(
            "applied"
          )
          const [message] = yield* inOrder
          expect([message!.status, message!.attempts[0]!.report]).toEqual(
            said === "Failed" ? ["FAILED", "FAILED"] : ["DELIVERED", "DELIVERED"]
          )
        })
      )
    }
  )

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

  it.each<[string, (effect: Effect.Effect<void>) => Effect.Effect<void>, Pick<Bench.World, "storage">]>([
    ["never answers", (effect) => effect, {}],
    ["never answers, on SQLite,", (effect) => effect, { storage: SqliteStore.layer({ file: ":memory:" }) }],
    ["cannot be interrupted either", Effect.uninterruptible, {}]
  ])("that %s has its own time, and what it tells afterwards is a late answer", async (_, stubborn, storage) => {
    const asked = await Effect.runPromise(Deferred.make<Parameters<Carrier["submit"]>[1]>())
    const { batches, carrier } = telling((_batch, tell) =>
      stubborn(Effect.andThen(Deferred.succeed(asked, tell), Effect.never))
    )
    await run(
      { ...storage, carriers: [{ ...carrier, answersWithin: 40 }] },
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
