/**
 * Sending a message again: from which statuses, as what, and what stays of the sends before (decisions 4.1 "Resend",
 * 5.2).
 */
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Resend from "@signalbox/core/internal/message/Resend"
import type { Reported } from "@signalbox/core/internal/receipt/Report"
import type { Message } from "@signalbox/core/Message"
import { Messages, Status } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { Receipts } from "@signalbox/core/Receipts"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { message as anyMessage } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const allowed: ReadonlyArray<Message["status"]> = ["DELIVERED", "READ", "FAILED", "BLOCKED"]

describe("Resend.resend", () => {
  prop(
    "queues the same message anew, as it was asked for, from a finished status and from no other [MSG-066]",
    anyMessage,
    (given) => {
      const { expiry: _, redacted: __, ...message } = given
      expect(Resend.isAllowed(message)).toBe(allowed.includes(message.status))
      const moment = { now: Given.now, ids: Given.ids() }
      if (!allowed.includes(message.status)) {
        expect(() => Resend.resend(message, moment)).toThrow(
          `a message that is ${message.status} knows no step "resent"`
        )
        return
      }
      const { events, message: again } = Resend.resend(message, moment)
      expect(again).toEqual({
        ...message,
        send: message.send + 1,
        status: "QUEUED",
        queuedAt: Given.now,
        channel: message.requested,
        rendered: null,
        code: null,
        scheduledAt: null,
        history: [...message.history, expect.objectContaining({ status: "QUEUED", reached: true, at: Given.now })]
      })
      expect(events.map(({ name }) => name)).toEqual(["message.queued"])
      const { payload } = JSON.parse(events[0]!.body) as { readonly payload: { readonly [key: string]: unknown } }
      expect(payload).toMatchObject({
        message_id: message.id,
        message_status: "QUEUED",
        channel: message.requested,
        body: null
      })
      expect(Object.keys(payload)).not.toContain("scheduled_at")
      expect(Object.keys(payload)).not.toContain("reason_code")
    }
  )
})

it("a message that is sent again is worth as many seconds again, or the same instant while that has not passed", () => {
  const expiry = (given: Message["expiry"]) => {
    const message = Given.message({ status: "FAILED", ...(given === undefined ? {} : { expiry: given }) })
    return Resend.resend(message, { now: Given.now, ids: Given.ids() }).message.expiry
  }
  expect(expiry(undefined)).toBeUndefined()
  expect(expiry({ at: plus(Given.now, -1), seconds: 60 })).toStrictEqual({ at: plus(Given.now, 60_000), seconds: 60 })
  expect(expiry({ at: plus(Given.now, 1) })).toStrictEqual({ at: plus(Given.now, 1) })
  for (const passed of [0, 1]) expect(expiry({ at: plus(Given.now, -passed) })).toBeUndefined()
  for (const status of allowed) {
    expect(Resend.isAllowed({ status, redacted: { aspects: ["texts"] } })).toBe(false)
  }
})

const scene = <A, E>(
  program: (carrier: ReturnType<typeof Scene.carrier>) => Effect.Effect<A, E, Bench.Services>,
  balance = 100_000
): Promise<A> => {
  const carrier = Scene.carrier("sms-a", ["sms"])
  return Bench.run(
    Bench.layer({ carriers: [carrier.carrier] }),
    Effect.andThen(Scene.seed(balance), Effect.suspend(() => program(carrier)))
  )
}

const only = Effect.map(Scene.messages, ([message, ...more]) => {
  expect(more).toEqual([])
  return message!
})

const report = Effect.fnUntraced(function*(message: Message, index: number, reported: Reported) {
  const { report } = yield* Receipts
  return yield* report({
    subject: { _tag: "Attempt", message: message.id, attempt: message.attempts[index]!.id },
    reported
  })
})

/** A message that has come to this end. */
const sent = Effect.fnUntraced(function*(reported: Reported) {
  yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
  yield* Bench.idle
  yield* report(yield* only, 0, reported)
  return yield* only
})

const keep = (message: Message) =>
  Effect.flatMap(Store, (store) => store.commit([Commits.make({ puts: [Commits.put(Messages, message)] })]))

const passed = (message: Message) => message.history.filter(({ reached }) => reached).map(({ status }) => status)

const way = ["QUEUED", "PROCESSED", "ROUTED", "SENT"]

describe("a resend", () => {
  it("is answered like a send of one, and goes out once more, as the same message [MSG-065, MSG-066]", () =>
    scene(({ asked }) =>
      Effect.gen(function*() {
        const before = yield* sent({ _tag: "Delivered" })
        const answer = yield* Scene.about("messages.resend", before.id)
        expect(answer).toEqual({
          status: 202,
          sandbox: false,
          data: {
            status: "QUEUED",
            template_id: Scene.template.id,
            template_name: Scene.template.name,
            recipients: [{
              message_id: before.id,
              to: Given.phone(1),
              channel: "sms",
              body: "Your order A-1 has been shipped."
            }]
          }
        })
        yield* Bench.idle
        const after = yield* only
        expect(asked.map(({ message, to }) => `${message} ${to}`)).toEqual(
          Array(2).fill(`${before.id} ${Given.phone(1)}`)
        )
        expect(after).toMatchObject({ id: before.id, send: 2, status: "SENT", createdAt: before.createdAt })
        expect(passed(after)).toEqual([...way, "DELIVERED", ...way])
        expect(after.attempts.map(({ send }) => send)).toEqual([1, 2])
      })
    ))

  it("is charged like a send, on top of what the message has cost", () =>
    scene(() =>
      Effect.gen(function*() {
        const before = yield* sent({ _tag: "Failed", failure: "invalid_number" })
        const left = yield* Scene.balance
        yield* Scene.about("messages.resend", before.id)
        yield* Bench.idle
        const after = yield* only
        expect([after.price, after.activeContactPrice]).toEqual([before.price! * 2, before.activeContactPrice! * 2])
        expect(left - (yield* Scene.balance)).toBe(before.price! + before.activeContactPrice!)
      })
    ))

  it("passes the gates again", () =>
    scene(() =>
      Effect.gen(function*() {
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.idle
        const blocked = yield* only
        expect([blocked.status, blocked.code, blocked.channel]).toEqual(["BLOCKED", "BUSINESS_003", "auto"])
        yield* Scene.about("messages.resend", blocked.id)
        yield* Bench.idle
        expect([(yield* only).status, (yield* only).send]).toEqual(["BLOCKED", 2])

        const store = yield* Store
        yield* store.commit([Commits.make({
          debits: [{ account: Scene.account.id, amount: money(-100_000), floor: money(0), once: "top-up" }]
        })])
        expect((yield* Scene.about("messages.resend", blocked.id)).status).toBe(202)
        yield* Bench.idle
        const sent = yield* only
        expect([sent.status, sent.send, sent.code, sent.channel]).toEqual(["SENT", 3, null, "sms"])
        const stopped = ["QUEUED", "PROCESSED", "BLOCKED"]
        expect(passed(sent)).toEqual([...stopped, ...stopped, ...way])
      }), 0))

  it("makes receipts of the send before mere activities", () =>
    scene(() =>
      Effect.gen(function*() {
        const before = yield* sent({ _tag: "Failed", failure: "invalid_number" })
        yield* Scene.about("messages.resend", before.id)
        yield* Bench.idle
        expect(yield* report(before, 0, { _tag: "Delivered" })).toBe("applied")
        const late = yield* only
        expect([late.status, passed(late)]).toEqual(["SENT", [...way, "FAILED", ...way]])
        expect(late.history.at(-1)!.reached).toBe(false)
        yield* report(late, 1, { _tag: "Delivered" })
        expect((yield* only).status).toBe("DELIVERED")
      })
    ))

  it("drops the time of a hold that is over", () =>
    scene(() =>
      Effect.gen(function*() {
        const before = yield* sent({ _tag: "Delivered" })
        yield* keep({ ...before, scheduledAt: Given.now })
        expect(Object.keys((yield* Scene.about("messages.get", before.id)).data)).toContain("scheduled_at")
        yield* Scene.about("messages.resend", before.id)
        expect(Object.keys((yield* Scene.about("messages.get", before.id)).data)).not.toContain("scheduled_at")
      })
    ))

  it("shows the text that was accepted, whatever became of its template", () =>
    scene(() =>
      Effect.gen(function*() {
        const before = yield* sent({ _tag: "Delivered" })
        const definition = Given.definition("Another text")
        const changed = Given.template({ revision: 2, definition })
        const store = yield* Store
        yield* store.commit([Commits.make({
          puts: [
            Commits.put(Templates, changed),
            Commits.put(TemplateRevisions, revisionOf(changed))
          ]
        })])
        const { data } = yield* Scene.about("messages.resend", before.id)
        expect(data["recipients"]).toMatchObject([{ body: "Your order A-1 has been shipped." }])
      })
    ))

  it("of a text is answered without a template", () =>
    scene(() =>
      Effect.gen(function*() {
        const text = Given.message({ status: "FAILED", template: null, text: "Hello", requested: "sms" })
        yield* keep(text)
        expect((yield* Scene.about("messages.resend", text.id)).data).toEqual({
          status: "QUEUED",
          template_id: null,
          template_name: null,
          recipients: [{ message_id: text.id, to: text.phone, channel: "sms", body: "Hello" }]
        })
      })
    ))

  it.each(Status.literals.filter((status) => !allowed.includes(status)))(
    "is refused with 409 from %s, and changes nothing [MSG-068, ERR-031]",
    (status) =>
      scene(() =>
        Effect.gen(function*() {
          const message = Given.message({ status, direction: status === "RECEIVED" ? "INBOUND" : "OUTBOUND" })
          yield* keep(message)
          const answer = yield* Scene.about("messages.resend", message.id)
          expect([answer.status, answer.error.code]).toEqual([409, "BUSINESS_006"])
          expect(yield* only).toEqual(message)
          const store = yield* Store
          expect(Option.isNone(yield* store.nextDue(0))).toBe(true)
        })
      )
  )

  it("of what is not there, or is somebody else's, is 404 [MSG-067]", () =>
    scene(() =>
      Effect.gen(function*() {
        const message = Given.message({ status: "DELIVERED" })
        yield* keep(message)
        const account = Given.account({ id: Given.accountId(2) })
        const answers = [
          yield* Scene.about("messages.resend", Given.messageId(99)),
          yield* Scene.about("messages.resend", message.id, {}, { account, keyAccount: account })
        ]
        expect(answers.map(({ error, status }) => `${status} ${error.code}`)).toEqual(Array(2).fill("404 RESOURCE_003"))
        expect(yield* only).toEqual(message)
      })
    ))
})
