/**
 * Calling off a held message: when it can be done, what is answered, and that nothing is sent any more (decisions 5.2
 * "Cancel").
 */
import * as Commits from "@signalbox/core/Commit"
import { day, hour, plus, toMillis } from "@signalbox/core/Instant"
import * as Cancel from "@signalbox/core/internal/message/Cancel"
import * as Progress from "@signalbox/core/internal/message/Progress"
import { Messages, Status } from "@signalbox/core/Message"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { message as anyMessage } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

describe("Cancel.cancel", () => {
  prop("calls off what is held, and nothing else [STM-008]", anyMessage, (message) => {
    const isHeld = message.status === "SCHEDULED"
    expect(Cancel.isAllowed(message)).toBe(isHeld)
    const moment = { now: Given.now, ids: Given.ids() }
    if (!isHeld) {
      expect(() => Cancel.cancel(message, moment, "why")).toThrow(
        `a message that is ${message.status} knows no step "cancelled"`
      )
      return
    }
    const cancelled = Cancel.cancel(message, moment, "why")
    const { attempts, code, scheduledAt, send, status } = cancelled.message
    expect({ attempts, code, scheduledAt, send, status }).toEqual({
      attempts: message.attempts,
      code: null,
      scheduledAt: message.scheduledAt,
      send: message.send,
      status: "CANCELLED"
    })
    expect(cancelled.events.map(({ name }) => name)).toEqual(["message.cancelled"])
  })

  it.each<readonly [channel: string, tried: ReadonlyArray<readonly [channel: "sms" | "rcs" | "mms", send: number]>]>([
    ["auto", []],
    ["auto", [["sms", 1]]],
    ["rcs", [["sms", 1], ["rcs", 2]]],
    ["rcs", [["sms", 2], ["rcs", 2], ["mms", 1]]]
  ])("leaves it on %s after the attempts %j, in its second send", (channel, tried) => {
    const attempts = tried.map(([channel, send]) => Given.attempt({ channel, send, report: "FAILED" }))
    const message = Given.message({ status: "SCHEDULED", scheduledAt: Given.now, send: 2, attempts })
    const cancelled = Cancel.cancel(message, { now: Given.now, ids: Given.ids() }, "why")
    expect(cancelled.message).toStrictEqual({
      ...message,
      status: "CANCELLED",
      channel,
      history: [{ ...Given.line("CANCELLED", Given.now), description: "why", scheduledAt: Given.now }]
    })
  })
})

describe("Cancel.withdraw", () => {
  it("tells that the account was deleted, unless it is told another reason, and holds first what is not held", () => {
    const moment = { now: Given.now, ids: Given.ids() }
    const message = Given.message({ channel: "sms" })
    const reasons = (...why: ReadonlyArray<string>) => {
      const [description] = why
      const withdrawn = Cancel.withdraw(Progress.of(message), moment, description).message
      expect(withdrawn).toMatchObject({ status: "CANCELLED", channel: "auto", scheduledAt: Given.now })
      return withdrawn.history.map(({ description, status }) => `${status}: ${description}`)
    }
    const gone = "its account was deleted"
    expect(reasons()).toEqual([`SCHEDULED: ${gone}`, `CANCELLED: ${gone}`])
    expect(reasons("why")).toEqual(["SCHEDULED: why", "CANCELLED: why"])
    const events = (progress: Progress.Progress) => Cancel.withdraw(progress, moment).events.map(({ name }) => name)
    expect(events(Progress.of(message))).toEqual(["message.scheduled", "message.cancelled"])
    const held = Given.message({ status: "SCHEDULED", scheduledAt: Given.now })
    expect(events(Progress.of(held))).toEqual(["message.cancelled"])
    const opened = Progress.open(message, { trigger: "accepted", note: { description: "accepted" } }, moment)
    expect(events(opened)).toEqual(["message.queued", "message.scheduled", "message.cancelled"])
  })

  it("waits on instead for an earlier route that may still deliver it", () => {
    const overdue = Given.attempt({ channel: "rcs", report: "SENT", charge: "taken", overdue: true })
    const next = Given.attempt({ id: Given.attemptId(2) })
    const message = Given.message({ status: "ROUTED", channel: "sms", attempts: [overdue, next] })
    const moment = { now: Given.now, ids: Given.ids() }
    const withdrawn = Cancel.withdraw(Progress.of(message), moment)
    expect(withdrawn.message).toStrictEqual({
      ...message,
      status: "SENT",
      channel: "rcs",
      history: [{
        ...Given.line("SENT", Given.now),
        description: "its account was deleted; an earlier route may still deliver it"
      }]
    })
    expect(withdrawn.events.map(({ name }) => name)).toEqual(["message.sent"])
  })
})

const told: Array<{ readonly event: string; readonly payload: { readonly [key: string]: unknown } }> = []

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>): Promise<A> => {
  told.length = 0
  return Bench.run(
    Bench.layer({
      carriers: [Scene.carrier("sms-a", ["sms"]).carrier],
      send: ({ body }) =>
        Effect.sync(() => {
          told.push(JSON.parse(body) as (typeof told)[number])
          return { _tag: "Answered", status: 204, body: "" }
        })
    }),
    Effect.andThen(
      Scene.seed(
        100_000,
        Commits.put(Webhooks, FixedSecrets.kept(Given.webhook({ subscribes: ["message.cancelled", "message.queued"] })))
      ),
      program
    )
  )
}

const only = Effect.map(Scene.messages, ([message, ...more]) => {
  expect(more).toEqual([])
  return message!
})

const at = plus(Given.now, 26 * hour)

const held = Effect.andThen(
  Scene.ask("messages.send", { ...Scene.send(Given.phone(1)) as object, scheduled_at: toMillis(at) }),
  only
)

describe("a cancellation", () => {
  it(
    "answers with the message as it is then, and with the events from before " +
      "[MSG-026, MSG-063, MSG-013, STM-008]",
    () =>
      scene(Effect.gen(function*() {
        const { id } = yield* held
        const { data: before } = yield* Scene.about("messages.get", id)
        const answer = yield* Scene.about("messages.cancel", id)
        expect(answer.status).toBe(200)
        expect(answer.data).toEqual({ ...before, status: "CANCELLED", channel: "auto" })
        expect(Date.parse(String(answer.data["scheduled_at"]))).toBe(at)
        const { data: after } = yield* Scene.about("messages.get", id)
        expect(after).toEqual({
          ...answer.data,
          events: [
            ...before["events"] as ReadonlyArray<unknown>,
            { status: "CANCELLED", timestamp: toMillis(Given.now), description: "cancelled" }
          ]
        })
      }))
  )

  it("leaves nothing to be sent, however long one waits [STM-009]", () =>
    scene(Effect.gen(function*() {
      const { id } = yield* held
      yield* Scene.about("messages.cancel", id)
      yield* Bench.idle
      const store = yield* Store
      expect(Option.isNone(yield* store.nextDue(0))).toBe(true)
      yield* Bench.travel(plus(at, 40 * day))
      const message = yield* only
      expect([message.status, message.attempts, message.price]).toEqual(["CANCELLED", [], null])
      expect((yield* Scene.about("messages.cancel", id)).status).toBe(409)
      expect((yield* Scene.about("messages.resend", id)).status).toBe(409)
    })))

  it("is told once, with the time that was called off [EVT-003, EVT-036, EVT-039]", () =>
    scene(Effect.gen(function*() {
      const { id, account } = yield* held
      yield* Scene.about("messages.cancel", id)
      yield* Scene.about("messages.cancel", id)
      yield* Bench.idle
      expect(told.map(({ event }) => event)).toEqual(["message.cancelled"])
      expect(told[0]!.payload).toEqual({
        updated_at: "2030-01-15T12:34:56Z",
        account_id: account,
        message_id: id,
        template_id: Scene.template.id,
        template_name: Scene.template.name,
        template_revision: 1,
        outbound_number: Given.phone(1),
        message_status: "CANCELLED",
        channel: "auto",
        body: null,
        scheduled_at: expect.toSatisfy((text) => Date.parse(String(text)) === at) as unknown
      })
    })))

  it.each(Status.literals.filter((status) => status !== "SCHEDULED"))(
    "is refused with 409 from %s, and changes nothing [MSG-064, ERR-031]",
    (status) =>
      scene(Effect.gen(function*() {
        const message = Given.message({ status, scheduledAt: status === "CANCELLED" ? at : null })
        const store = yield* Store
        yield* store.commit([Commits.make({ puts: [Commits.put(Messages, message)] })])
        const answer = yield* Scene.about("messages.cancel", message.id)
        expect([answer.status, answer.error.code]).toEqual([409, "BUSINESS_006"])
        yield* Bench.idle
        expect([yield* only, told]).toEqual([message, []])
      }))
  )

  it("of what is not there, or is somebody else's, is 404", () =>
    scene(Effect.gen(function*() {
      const message = yield* held
      const account = Given.account({ id: Given.accountId(2) })
      const answers = [
        yield* Scene.about("messages.cancel", Given.messageId(99)),
        yield* Scene.about("messages.cancel", message.id, {}, { account, keyAccount: account })
      ]
      expect(answers.map(({ error, status }) => `${status} ${error.code}`)).toEqual(Array(2).fill("404 RESOURCE_003"))
      expect(yield* only).toEqual(message)
    })))
})
