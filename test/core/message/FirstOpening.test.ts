/**
 * The message that makes its contact opens the conversation with it, and stores nothing for that (decisions 4.1
 * "Free-form window").
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as AttemptStep from "@signalbox/core/internal/message/AttemptStep"
import { ConversationOpenings, openingKey } from "@signalbox/core/internal/row/ConversationOpening"
import { ref } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const hour = 3_600_000
const [phone, account] = [Given.phone(1), Given.accountId(1)]

const accepted: SubmissionOutcome = { _tag: "Accepted", references: [] }

const text = { to: [phone], channel: ["sms"], text: "Hello" }

/** The stored opening of the conversation, or null. */
const opening = Effect.flatMap(Store, (store) =>
  Effect.map(
    store.load(Needs.row(ConversationOpenings, openingKey(account, phone))),
    ({ rows }) => rows.get(ref(ConversationOpenings, openingKey(account, phone)))?.row?.value ?? null
  ))

/** Sends what is asked, lets it live, and returns the states of all messages, oldest first. */
const sent = Effect.fnUntraced(function*(body: Parameters<typeof Scene.ask>[1]) {
  yield* Scene.ask("messages.send", body)
  yield* Bench.idle
  return (yield* Scene.messages).toReversed().map(({ status }) => status)
})

const living = <A, E>(
  program: Effect.Effect<A, E, Bench.Services>,
  rows: ReadonlyArray<Row> = [],
  answer: SubmissionOutcome = accepted
) =>
  Bench.run(
    Bench.layer({ carriers: [Scene.carrier("sms-a", ["sms", "rcs"], () => answer).carrier] }),
    Effect.andThen(Scene.seed(1_000_000, ...rows), program)
  )

describe("a template to a number that had no contact", () => {
  it.each([[0, "SENT"], [1, "BLOCKED"]])(
    "opens the conversation for 168 hours, by its own history: %i ms later a text is %s [STM-028, STM-029]",
    (later, status) =>
      living(Effect.gen(function*() {
        expect(yield* sent(Scene.send(phone))).toEqual(["SENT"])
        const [[message], [contact]] = [yield* Scene.messages, yield* Scene.contacts]
        expect([message?.opens, contact?.openedBy, yield* opening]).toEqual([true, message?.id, null])
        yield* Bench.travel(plus(Given.now, 168 * hour + later))
        expect((yield* sent(text)).at(-1)).toBe(status)
      }))
  )

  it("opens nothing when no carrier accepts it", () =>
    living(
      Effect.gen(function*() {
        expect(yield* sent(Scene.send(phone))).toEqual(["FAILED"])
        expect(yield* sent(text)).toEqual(["FAILED", "BLOCKED"])
      }),
      [],
      { _tag: "Refused", failure: "invalid_number", detail: null }
    ))

  it("counts although the conversation with an earlier contact of the number was opened long ago", () =>
    living(
      Effect.gen(function*() {
        yield* sent(Scene.send(phone))
        expect(yield* sent(text)).toEqual(["SENT", "SENT"])
      }),
      [put(ConversationOpenings, { account, phone, at: plus(Given.now, -400 * hour) })]
    ))

  it("goes out on several channels: the first of its messages opens by itself, the others by a row", () =>
    living(Effect.gen(function*() {
      yield* sent({ ...Scene.send(phone) as object, channel: ["sms", "rcs"] })
      const [second, first] = yield* Scene.messages
      expect([first?.opens, second?.opens]).toEqual([true, undefined])
      expect((yield* Scene.contacts)[0]?.openedBy).toBe(first?.id)
      expect(yield* opening).toMatchObject({ at: Given.now })
    })))

  it("is the only one that stores nothing", () =>
    living(Effect.gen(function*() {
      yield* sent(Scene.send(phone))
      expect(yield* opening).toBe(null)
      yield* Bench.travel(plus(Given.now, hour))
      yield* sent(Scene.send(phone))
      expect(yield* opening).toMatchObject({ at: Given.now + hour })
    })))

  it("is told by a row when a carrier accepts it once more", () => {
    const puts = (charge: "returned" | "taken") => {
      const before = Given.attempt({ charge, report: charge === "taken" ? "FAILED" : null })
      const attempt = { ...before, id: Given.attemptId(2), charge: "reserved" as const, report: null }
      const template = {
        id: Given.templateId(1),
        revision: 1,
        name: "shipped",
        category: "UTILITY",
        parameters: {}
      } as const
      const message = Given.message({ status: "ROUTED", opens: true, template, attempts: [before, attempt] })
      return AttemptStep.accepted(message, attempt, [], "alone", Given.now)?.commit.puts?.map(({ kind }) => kind)
    }
    expect([puts("returned"), puts("taken")]).toEqual([[], ["conversation_opening"]])
  })
})

describe("a text to a number that had no contact", () => {
  it("makes a contact that nothing has opened", () =>
    living(Effect.gen(function*() {
      expect(yield* sent(text)).toEqual(["BLOCKED"])
      const [[message], [contact]] = [yield* Scene.messages, yield* Scene.contacts]
      expect([message?.opens, contact?.openedBy]).toEqual([undefined, undefined])
    })))
})
