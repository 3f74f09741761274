/**
 * The operator holds carriers and lanes up, lets them go on, and cancels what waits.
 */
import { Accounts } from "@signalbox/core/Account"
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { CarrierId, EventId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Lane } from "@signalbox/core/Work"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const acme = { carrier: Given.carrierId("sms-a") }
const other = { carrier: Given.carrierId("sms-b") }
const line = SubmissionWork.lane.of({ ...acme, account: Scene.account.id })
const sends = DispatchWork.lane.of(Scene.account.id)

const send = (...numbers: ReadonlyArray<number>) => Scene.ask("messages.send", Scene.send(...numbers.map(Given.phone)))

/** Lets the worker look again, since nobody signals what the operator lets go on in another process. */
const settled = Effect.andThen(Effect.flatMap(WorkSignal, ({ raise }) => raise), Bench.idle)

const statuses = Effect.map(
  Scene.messages,
  (messages) => messages.toSorted((a, b) => a.phone < b.phone ? -1 : 1).map(({ status }) => status)
)

/** Lanes of submissions, as far as the operator sees what is held up. */
const shown = Effect.flatMap(Operator, ({ lanes }) =>
  Effect.map(
    lanes("submission"),
    (found) => found.map(({ lane, restrictions, waiting }) => ({ lane, restrictions, waiting }))
  ))

describe("a carrier", () => {
  it("that is paused is handed nothing more until it is let go on, and its price stays reserved", () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    return Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        expect(yield* operator.restrict(acme, "paused")).toBe("Changed")
        expect(yield* operator.restrict(acme, "paused")).toBe("Unchanged")
        yield* send(1, 2)
        yield* Bench.idle
        expect([asked.length, yield* statuses]).toEqual([0, ["ROUTED", "ROUTED"]])
        expect(yield* Scene.balance).toBe(10_000 - 2 * 89)
        expect(yield* shown).toEqual([{ lane: line, restrictions: ["paused"], waiting: 2 }])
        // Nobody looks at the line all the time.
        yield* Bench.travel(Instant.plus(Given.now, 5 * Limit.pauseLook))
        expect(asked).toEqual([])
        expect(yield* operator.lift(acme)).toBe("Changed")
        yield* settled
        expect([asked.length, yield* statuses]).toEqual([2, ["SENT", "SENT"]])
        expect(yield* operator.lift(acme)).toBe("Unchanged")
        expect(yield* operator.restrictions).toEqual([])
      })
    )
  })

  it("that is paused waits with what the worker dispatches, too", () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    return Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        const at = new Date(Given.now + 600_000).toISOString()
        yield* Scene.ask("messages.send", { ...Scene.send(Given.phone(1)) as object, scheduled_at: at })
        yield* operator.restrict(acme, "paused")
        yield* Bench.travel(Instant.plus(Given.now, 700_000))
        expect([asked.length, yield* statuses]).toEqual([0, ["ROUTED"]])
      })
    )
  })

  it("that is let go on is asked no sooner than it said when it was busy", () => {
    const until = Instant.plus(Given.now, 300_000)
    const busy = (): SubmissionOutcome => ({ _tag: "Busy", holds: "lane", until })
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"], busy)
    return Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* send(1)
        yield* Bench.idle
        expect(asked).toHaveLength(1)
        for (const subject of [acme, { lane: line }]) {
          yield* operator.restrict(subject, "paused")
          yield* operator.lift(subject)
          expect(yield* operator.lanes("submission")).toMatchObject([{ pausedUntil: until, restrictions: [] }])
        }
      })
    )
  })

  it("that is drained gets nothing new: messages take another one, or fail where there is none", () => {
    const [first, second] = [Scene.carrier("sms-a", ["sms"]), Scene.carrier("sms-b", ["sms"])]
    return Bench.run(
      Bench.layer({ carriers: [first.carrier, second.carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* operator.restrict(acme, "paused")
        yield* send(1)
        yield* Bench.idle
        yield* operator.lift(acme)
        yield* operator.restrict(acme, "drained")
        yield* send(2)
        yield* settled
        // What stood in line is handed over.
        expect([first.asked, second.asked].map((asked) => asked.map(({ to }) => to))).toEqual([
          [Given.phone(1)],
          [Given.phone(2)]
        ])
        yield* operator.restrict(other, "drained")
        yield* send(3)
        yield* settled
        expect(yield* statuses).toEqual(["SENT", "SENT", "FAILED"])
        const failed = (yield* Scene.messages).find(({ phone }) => phone === Given.phone(3))
        expect(failed?.history.at(-1)?.leftOut?.map(({ reason }) => reason)).toEqual([
          "carrier_drained",
          "carrier_drained"
        ])
      })
    )
  })

  it("is told apart from one whose id begins alike, and one account's line from another's", () => {
    const outcome = (): SubmissionOutcome => ({ _tag: "Accepted", references: [] })
    const [first, second] = [Scene.carrier("sms-a-eu", ["sms"], outcome), Scene.carrier("sms-a", ["sms"], outcome)]
    return Bench.run(
      Bench.layer({ carriers: [first.carrier, second.carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* operator.restrict(acme, "paused")
        yield* operator.restrict({ lane: SubmissionWork.lane.of({ ...acme, account: Given.accountId(2) }) }, "paused")
        yield* send(1)
        yield* Bench.idle
        expect([first.asked.length, second.asked.length]).toEqual([1, 0])
      })
    )
  })
})

describe("a lane", () => {
  it.each([["sends", sends, "QUEUED"], ["submissions", line, "ROUTED"]] as const)(
    "of %s that is paused gives nothing out, though a busy carrier would open it, until it is let go on",
    (_, lane, status) => {
      const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
      return Bench.run(
        Bench.layer({ carriers: [carrier] }),
        Effect.gen(function*() {
          const [operator, store] = [yield* Operator, yield* Store]
          yield* Scene.seed(10_000)
          expect(yield* operator.restrict({ lane }, "paused")).toBe("Changed")
          yield* send(1)
          yield* Bench.idle
          expect([asked.length, yield* statuses]).toEqual([0, [status]])
          if (lane === line) {
            yield* store.commit([Commit.make({ pauses: [{ lane, until: null }] })])
            yield* settled
            expect(asked).toEqual([])
          }
          expect(yield* operator.lift({ lane })).toBe("Changed")
          yield* settled
          expect([asked.length, yield* statuses]).toEqual([1, ["SENT"]])
        })
      )
    }
  )

  it.each<[string, Lane, "paused" | "drained", string]>([
    ["of a kind that there is not", "sned:x", "paused", "NoSuchLane"],
    ["of nobody", "send:", "paused", "NoSuchLane"],
    ["that no store can keep", "send:\0", "paused", "NoSuchLane"],
    ["with an endless name", `send:${"x".repeat(600)}`, "paused", "NoSuchLane"],
    ["that has nothing to choose from", sends, "drained", "NotDrained"],
    ["of one account at one carrier", line, "drained", "Changed"]
  ])("%s is refused, or held up", (_, lane, mode, answer) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const operator = yield* Operator
        expect(yield* operator.restrict({ lane }, mode)).toBe(answer)
        expect((yield* operator.restrictions).length).toBe(answer === "Changed" ? 1 : 0)
      })
    ))

  it("is one of a thousand at most that are held up", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const operator = yield* Operator
        for (let index = 0; index < Limit.restrictions; index++) {
          expect(yield* operator.restrict({ carrier: `c${index}` as CarrierId }, "drained")).toBe("Changed")
        }
        expect(yield* operator.restrict(acme, "paused")).toBe("TooMany")
        expect(yield* operator.restrict({ carrier: "c7" as CarrierId }, "drained")).toBe("Unchanged")
      })
    ))
})

describe("the deliveries of a webhook that are paused", () => {
  const webhook = FixedSecrets.kept(Given.webhook({ subscribes: ["message.sent"] }))
  const lane = DeliveryWork.lane.of(webhook.id)
  const event = (number: number) => ({
    id: `01900000-0000-7000-8000-00000000000${number}` as EventId,
    account: webhook.account,
    name: "message.sent" as const,
    at: Given.now,
    body: "{}"
  })
  const ask = Effect.fnUntraced(function*(name: "webhooks.toggle" | "webhooks.test", body: object) {
    const { run } = yield* Operations
    const request = { ...Scene.request(body as Json), path: { id: webhook.id } }
    return yield* (name === "webhooks.toggle"
      ? run(operations[name], Scene.caller, request)
      : run(operations[name], Scene.caller, request))
  })

  it.each<[string, Effect.Effect<unknown, unknown, Operations>]>([
    ["the one under way fails", Effect.void],
    [
      "it is switched off and on again",
      Effect.andThen(
        ask("webhooks.toggle", { is_active: false }),
        ask("webhooks.toggle", { is_active: true })
      )
    ],
    ["a test of it succeeds", ask("webhooks.test", { event_type: "message.sent" })]
  ])("stay so, though %s", (_, meanwhile) => {
    let isUp = false
    const pausing: { call: Effect.Effect<void> } = { call: Effect.void }
    return Bench.run(
      Bench.layer({
        send: () =>
          Effect.map(
            pausing.call,
            () => isUp ? { _tag: "Answered", status: 204, body: "" } : { _tag: "Failed", message: "connection refused" }
          )
      }),
      Effect.gen(function*() {
        const [operator, store] = [yield* Operator, yield* Store]
        yield* Scene.seed(0, Commit.put(Webhooks, webhook))
        // The operator pauses it while the first delivery is under way, whose failure closes the lane for a second.
        pausing.call = Effect.orDie(Effect.asVoid(operator.restrict({ lane }, "paused")))
        yield* store.commit([Commit.make({ events: [event(1), event(2)] })])
        yield* settled
        pausing.call = Effect.void
        isUp = true
        yield* meanwhile
        yield* settled
        yield* Bench.travel(Instant.plus(Given.now, 30_000))
        expect(yield* operator.lanes("delivery")).toMatchObject([{ lane, waiting: 1, restrictions: ["paused"] }])
        yield* operator.lift({ lane })
        yield* settled
        expect(yield* operator.lanes("delivery")).toEqual([])
      })
    )
  })
})

describe("what waits", () => {
  it("is cancelled wherever it waits, with its price given back, and never handed over; what was sent goes on", () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    return Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* send(1)
        yield* Bench.idle
        const later = new Date(Given.now + 3_600_000).toISOString()
        yield* Scene.ask("messages.send", { ...Scene.send(Given.phone(2)) as object, scheduled_at: later })
        yield* operator.restrict(acme, "paused")
        yield* send(3)
        yield* Bench.idle
        yield* operator.restrict({ lane: sends }, "paused")
        yield* send(4)
        yield* Bench.idle
        expect(yield* statuses).toEqual(["SENT", "SCHEDULED", "ROUTED", "QUEUED"])
        expect(yield* operator.cancelWaiting(Scene.account.id, other.carrier)).toMatchObject({ cancelled: 0 })
        expect(yield* operator.cancelWaiting(Scene.account.id, acme.carrier)).toEqual({
          cancelled: 1,
          looked: 4,
          after: null
        })
        expect(yield* statuses).toEqual(["SENT", "SCHEDULED", "CANCELLED", "QUEUED"])
        expect(yield* Scene.balance).toBe(10_000 - 89)
        expect(yield* operator.cancelWaiting(Scene.account.id)).toMatchObject({ cancelled: 2 })
        expect(yield* operator.cancelWaiting(Scene.account.id)).toMatchObject({ cancelled: 0 })
        expect(yield* operator.cancelWaiting(Given.accountId(9))).toBe(null)
        yield* operator.lift(acme)
        yield* operator.lift({ lane: sends })
        yield* Bench.travel(Instant.plus(Given.now, 7_200_000))
        expect(yield* statuses).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"])
        expect(asked).toHaveLength(1)
        expect(yield* operator.lanes("submission")).toEqual([])
      })
    )
  })

  it("leaves alone what a carrier may have sent: it was handed over, and has not answered", () => {
    const silent = { ...Scene.carrier("sms-a", ["sms"]).carrier, submit: () => Effect.void }
    return Bench.run(
      Bench.layer({ carriers: [silent] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* send(1)
        yield* Bench.idle
        expect(yield* operator.cancelWaiting(Scene.account.id)).toMatchObject({ cancelled: 0, looked: 1 })
        expect(yield* statuses).toEqual(["ROUTED"])
      })
    )
  })

  it("leaves alone what stands in line at a carrier after another one has not answered in time", () => {
    const silent = { ...Scene.carrier("sms-a", ["sms"]).carrier, submit: () => Effect.void }
    const second = Scene.carrier("sms-b", ["sms"])
    return Bench.run(
      Bench.layer({ carriers: [silent, second.carrier] }),
      Effect.gen(function*() {
        const operator = yield* Operator
        yield* Scene.seed(10_000)
        yield* operator.restrict(other, "paused")
        yield* send(1)
        yield* Bench.travel(Instant.plus(Given.now, 2 * Limit.submissionDeadline))
        expect((yield* Scene.messages)[0]?.attempts.map(({ carrier, failure }) => [carrier, failure])).toEqual([
          [acme.carrier, "provider_timeout"],
          [other.carrier, null]
        ])
        expect(yield* operator.cancelWaiting(Scene.account.id)).toMatchObject({ cancelled: 0, looked: 1 })
        expect([second.asked.length, yield* statuses]).toEqual([0, ["ROUTED"]])
      })
    )
  })

  prop(
    "is cancelled or sent, never both, however the two meet",
    fc.record({ count: fc.integer({ min: 1, max: 6 }), isPaused: fc.boolean() }),
    ({ count, isPaused }) => {
      const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
      return Bench.run(
        Bench.layer({ carriers: [carrier] }),
        Effect.gen(function*() {
          const operator = yield* Operator
          yield* Scene.seed(100_000)
          yield* operator.restrict(acme, "paused")
          yield* send(...Array.from({ length: count }, (_, index) => index + 1))
          if (isPaused) yield* Bench.idle
          yield* Effect.all(
            [operator.lift(acme), operator.cancelWaiting(Scene.account.id), settled],
            { concurrency: "unbounded" }
          )
          yield* settled
          const messages = yield* Scene.messages
          const sent = messages.filter(({ status }) => status === "SENT")
          expect(sent.map(({ phone }) => phone).toSorted()).toEqual(asked.map(({ to }) => to).toSorted())
          const cancelled = messages.filter(({ status }) => status === "CANCELLED")
          expect(sent.length + cancelled.length).toBe(count)
          expect(yield* Scene.balance).toBe(100_000 - 89 * sent.length)
        })
      )
    }
  )
})

describe("a dead letter", () => {
  it("is given up once, and its work is never done", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const [operator, store] = [yield* Operator, yield* Store]
        const letter = {
          kind: "review",
          key: "x/1",
          lane: `review:${Given.accountId(1)}`,
          failures: 12,
          cause: "Error: a bug",
          at: Given.now
        } as const
        yield* store.commit([Commit.make({ puts: [Commit.put(DeadLetters, letter)] })])
        expect(yield* operator.discardDeadLetter("review", "y/1")).toBe("NotFound")
        expect(yield* operator.discardDeadLetter("review", "x/1")).toBe("Discarded")
        expect(yield* operator.discardDeadLetter("review", "x/1")).toBe("NotFound")
        expect(yield* operator.deadLetters(0, 10)).toEqual({ letters: [], total: 0, after: null })
        expect(yield* operator.lanes("review")).toEqual([])
      })
    ))
})

describe("accounts", () => {
  it("are listed with profiles and closed ones, newest first, each once over pages", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const [operator, clock] = [yield* Operator, yield* Bench.TheClock]
        for (const [index, number] of [1, 2, 3, 4].entries()) {
          clock.set(Instant.plus(Given.now, index))
          const options = { id: Given.accountId(number) }
          yield* number === 3
            ? operator.createProfile(Given.accountId(1), options)
            : operator.createOrganization(options)
        }
        expect(yield* operator.closeAccount(Given.accountId(2))).toBe("Closed")
        const first = yield* operator.accounts(null, 3)
        const second = yield* operator.accounts(first.after, 3)
        expect([...first.accounts, ...second.accounts].map(({ account }) => account.id)).toEqual(
          [4, 3, 2, 1].map(Given.accountId)
        )
        expect([first.total, second.after]).toEqual([4, null])
      })
    ))

  it("that are closed take their profiles with them, cancel what they hold, and free their numbers", () => {
    const { asked, carrier } = Scene.carrier("sms-a", ["sms"])
    return Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        const [operator, store] = [yield* Operator, yield* Store]
        yield* Scene.seed(10_000)
        const profile = Given.accountId(2)
        yield* store.commit([Commit.make({
          puts: [
            Commit.put(
              Accounts,
              Given.account({ id: profile, type: "profile", organization: Scene.account.id, numbers: [] })
            )
          ]
        })])
        const key = yield* operator.createKey(profile)
        const later = new Date(Given.now + 3_600_000).toISOString()
        yield* Scene.ask("messages.send", { ...Scene.send(Given.phone(1)) as object, scheduled_at: later })
        expect(yield* operator.closeAccount(Scene.account.id)).toBe("Closed")
        expect(yield* operator.closeAccount(Scene.account.id)).toBe("Unchanged")
        expect(yield* operator.closeAccount(Given.accountId(9))).toBe("UnknownAccount")
        yield* settled
        expect((yield* operator.find(profile))?.deletedAt).not.toBe(null)
        expect(yield* operator.createKey(profile)).toEqual({ _tag: "UnknownAccount" })
        expect(key._tag).toBe("Created")
        expect(yield* statuses).toEqual(["CANCELLED"])
        expect((yield* operator.find(Scene.account.id))?.numbers).toEqual([])
        yield* Bench.travel(Instant.plus(Given.now, 7_200_000))
        expect(asked).toEqual([])
      })
    )
  })
})
