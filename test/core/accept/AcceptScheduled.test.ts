/**
 * Sends that are held until their time (specification "States and transitions", decisions 4.1 and 5.2).
 */
import { Accounts } from "@signalbox/core/Account"
import { make as commit, put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { day, hour, make, minute, plus, second } from "@signalbox/core/Instant"
import { fromMessage } from "@signalbox/core/internal/message/MessageResource"
import { make as money } from "@signalbox/core/Money"
import { Store } from "@signalbox/core/Store"
import { revisionKey, Templates } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const body = (at: string | null) => ({
  to: [Given.phone(1)],
  template: { id: Scene.template.id, parameters: { order: "A-1" } },
  channel: ["sms"],
  scheduled_at: at
})

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>): Promise<A> => {
  const { carrier } = Scene.carrier("sms-a", ["sms"])
  return Bench.run(Bench.layer({ carriers: [carrier] }), Effect.andThen(Scene.seed(100_000), program))
}

const ahead = (millis: number): Instant => plus(Given.now, millis)
const iso = (at: number): string => new Date(at).toISOString()

const ask = (at: string) =>
  scene(Effect.gen(function*() {
    return { answer: yield* Scene.ask("messages.send", body(at)), messages: yield* Scene.messages }
  }))

const [earliest, latest] = [minute, 30 * day]

describe("a time to send at", () => {
  propWith({ runs: 25 })(
    "from 1 minute to 30 days ahead is taken and said back in UTC [SCH-010, SCH-011, STM-006, MSG-052]",
    fc.oneof(fc.integer({ min: earliest, max: latest }), fc.constantFrom(earliest, latest)),
    fc.integer({ min: -14 * 60, max: 14 * 60 }),
    async (millis, offset) => {
      const at = Given.now + millis
      const sign = offset < 0 ? "-" : "+"
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const zone = `${sign}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`
      const { answer, messages } = await ask(`${iso(at + offset * minute).slice(0, -1)}${zone}`)
      expect(answer.status).toBe(202)
      const { scheduled_at: echoed, status } = answer.data as { readonly scheduled_at: string; readonly status: string }
      expect(status).toBe("SCHEDULED")
      expect([Date.parse(echoed), echoed.endsWith("Z")]).toEqual([at, true])
      expect(messages.map((message) => [message.status, message.scheduledAt])).toEqual([["SCHEDULED", at]])
    }
  )

  propWith({ runs: 25 })(
    "that is nearer, past or further is refused, and nothing is kept [SCH-008, SCH-009]",
    fc.oneof(
      fc.integer({ min: -40 * day, max: earliest - 1 }),
      fc.integer({ min: latest + 1, max: 400 * day }),
      fc.constantFrom(earliest - 1, latest + 1)
    ),
    async (millis) => {
      const { answer, messages } = await ask(iso(Given.now + millis))
      expect([answer.status, answer.error.code, Object.keys(answer.error.details ?? {}), messages]).toEqual([
        400,
        "VALIDATION_001",
        ["scheduled_at"],
        []
      ])
    }
  )
})

describe("a scheduled message", () => {
  it(
    "is held, released when its time comes, and goes the way of any other, as the same message " +
      "[STM-007, MSG-025]",
    () =>
      scene(Effect.gen(function*() {
        const at = ahead(26 * hour)
        const answer = yield* Scene.ask("messages.send", body(iso(at)))
        const id = (answer.data as { recipients: ReadonlyArray<{ message_id: string }> }).recipients[0]!.message_id
        yield* Bench.travel(plus(at, -second))
        yield* Bench.idle
        const [held] = yield* Scene.messages
        expect([held!.status, held!.attempts, held!.price]).toEqual(["SCHEDULED", [], null])
        const store = yield* Store
        expect(Option.getOrNull(yield* store.nextDue(0))).toBe(at)

        yield* Bench.travel(at)
        yield* Bench.idle
        const [sent] = yield* Scene.messages
        expect([sent!.id, sent!.status, sent!.scheduledAt]).toEqual([id, "SENT", at])
        expect(Date.parse(fromMessage(sent!).scheduled_at!)).toBe(at)
        expect(sent!.history.filter(({ reached }) => reached).map(({ status }) => status)).toEqual([
          "SCHEDULED",
          "QUEUED",
          "PROCESSED",
          "ROUTED",
          "SENT"
        ])
        // Only the line of the hold tells until when it was.
        expect(sent!.history.map(({ scheduledAt }) => scheduledAt)).toEqual([at, null, null, null, null])
      }))
  )

  it("that is held for longer than a message may wait in a queue goes out all the same", () =>
    scene(Effect.gen(function*() {
      const at = ahead(29 * 24 * hour)
      yield* Scene.ask("messages.send", body(iso(at)))
      yield* Bench.travel(at)
      yield* Bench.idle
      const [sent] = yield* Scene.messages
      expect([sent!.status, sent!.code]).toEqual(["SENT", null])
    })))

  it("tells when it was made, and when each step happened: none of them is another one's time", () =>
    scene(Effect.gen(function*() {
      const [made, asked, released] = [ahead(3 * minute), ahead(5 * hour), ahead(5 * hour)]
      yield* Bench.travel(made)
      yield* Scene.ask("messages.send", body(iso(asked)))
      yield* Bench.travel(ahead(6 * hour))
      yield* Bench.idle
      const [message] = yield* Scene.messages
      const shown = fromMessage(message!)
      expect(shown.created_at).toBe(iso(made))
      expect(shown.events!.map(({ status, timestamp }) => [status, timestamp])).toEqual([
        ["SCHEDULED", iso(made)],
        ["QUEUED", iso(released)],
        ["PROCESSED", iso(released)],
        ["ROUTED", iso(released)],
        ["SENT", iso(released)]
      ])
      const [contact] = yield* Scene.contacts
      expect([contact!.createdAt, contact!.updatedAt]).toEqual([made, null])
      const [attempt] = message!.attempts
      expect([attempt!.startedAt, attempt!.deadline]).toEqual([released, plus(released, 30 * second)])
    })))

  it("tells until when it is held in message.scheduled, and in no later event [EVT-002, EVT-036]", async () => {
    interface EventBody {
      readonly event: string
      readonly timestamp: string
      readonly payload: { readonly scheduled_at?: string; readonly updated_at: string }
    }
    const told: Array<EventBody> = []
    const { carrier } = Scene.carrier("sms-a", ["sms"])
    const subscribes = (["scheduled", "queued", "routed", "sent"] as const).map((each) => `message.${each}` as const)
    const [made, at] = [ahead(hour), ahead(26 * hour)]
    await Bench.run(
      Bench.layer({
        carriers: [carrier],
        send: ({ body: text }) =>
          Effect.sync(() => {
            told.push(JSON.parse(text) as (typeof told)[number])
            return { _tag: "Answered", status: 204, body: "" }
          })
      }),
      Effect.gen(function*() {
        yield* Scene.seed(100_000, put(Webhooks, FixedSecrets.kept(Given.webhook({ subscribes }))))
        yield* Bench.travel(made)
        yield* Scene.ask("messages.send", body(iso(at)))
        yield* Bench.travel(at)
        yield* Bench.idle
      })
    )
    expect(told.map(({ event }) => event)).toEqual(subscribes)
    // Events tell whole seconds.
    const steps = [made, at, at, at].map((each) => `${iso(each).slice(0, 19)}Z`)
    expect(told.map(({ payload, timestamp }) => [timestamp, payload.updated_at])).toEqual(
      steps.map((each) => [each, each])
    )
    expect(told.map(({ payload }) => payload.scheduled_at === undefined ? null : Date.parse(payload.scheduled_at)))
      .toEqual([at, null, null, null])
  })

  it.each([
    [
      "the balance [SCH-005]",
      Effect.flatMap(Store, (store) =>
        store.commit([commit({
          debits: [{ account: Scene.account.id, amount: money(100_000), floor: money(0), once: "spent" }]
        })])),
      "BUSINESS_003"
    ],
    [
      "the template's approval [SCH-006]",
      Effect.flatMap(
        Store,
        (store) => store.commit([commit({ puts: [put(Templates, Given.template({ status: "PAUSED" }))] })])
      ),
      "BUSINESS_005"
    ],
    [
      "its template, which may be gone [SCH-006]",
      Effect.flatMap(Store, (store) =>
        store.commit([commit({
          deletes: [{ kind: "template", key: Scene.template.id }, {
            kind: "template_revision",
            key: revisionKey(Scene.template.id, 1)
          }]
        })])),
      "BUSINESS_005"
    ],
    [
      "its account, which may be gone",
      Effect.flatMap(
        Store,
        (store) => store.commit([commit({ puts: [put(Accounts, { ...Scene.account, deletedAt: ahead(hour) })] })])
      ),
      null
    ]
  ])("is asked for %s when it is released", (_, change, code) =>
    scene(Effect.gen(function*() {
      const at = ahead(2 * hour)
      yield* Scene.ask("messages.send", body(iso(at)))
      yield* Bench.idle
      yield* change
      yield* Bench.travel(at)
      yield* Bench.idle
      expect((yield* Scene.messages).map((message) => [message.status, message.code])).toEqual([[
        code === null ? "CANCELLED" : "BLOCKED",
        code
      ]])
    })))

  it("passes the gates when it is released, not when it is accepted [STM-007]", () =>
    scene(Effect.gen(function*() {
      const at = make(ahead(2 * hour))
      expect((yield* Scene.ask("messages.send", { ...body(iso(at)), template: { id: Scene.template.id } })).status)
        .toBe(202)
      yield* Bench.idle
      expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["SCHEDULED"])
      yield* Bench.travel(at)
      yield* Bench.idle
      expect((yield* Scene.messages).map(({ code, status }) => [status, code])).toEqual([["FAILED", "VALIDATION_008"]])
    })))

  it("is one in sandbox too: QUEUED, with the time in UTC", () =>
    scene(Effect.gen(function*() {
      const at = ahead(hour)
      const answer = yield* Scene.ask("messages.send", { ...body(iso(at)), sandbox: true })
      expect(answer.data["status"]).toBe("QUEUED")
      const echoed = String(answer.data["scheduled_at"])
      expect([Date.parse(echoed), echoed.endsWith("Z")]).toEqual([at, true])
      const late = yield* Scene.ask("messages.send", { ...body(iso(ahead(second))), sandbox: true })
      expect(late.status).toBe(400)
    })))
})
