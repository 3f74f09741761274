/** POST /v3/messages/{id}/feedback, as rows: what it answers, what it keeps, and what it refuses (decisions 14.8). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import { minute, plus } from "@signalbox/core/Instant"
import * as MessageResource from "@signalbox/core/internal/message/MessageResource"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const at = plus(Given.now, minute)
const account = Given.account()
const arrived = Given.attempt({ id: Given.attemptId(2), charge: "taken", report: "DELIVERED" })
const delivered = Given.message({ status: "DELIVERED", channel: "sms", attempts: [arrived] })

type Outcome = "converted" | "complained"

const tell = (
  message: Message,
  outcome: Outcome,
  { id = message.id, meanwhile = () => {}, of = account }: {
    readonly id?: Message["id"]
    readonly meanwhile?: (store: FactStore) => void
    readonly of?: typeof account
  } = {}
) => {
  const store = new FactStore([put(Messages, message)])
  const answer = store.run(
    operations["messages.feedback"].decides,
    { path: { id }, query: {}, body: { outcome }, caller: { account: of, keyAccount: of }, consulted: undefined },
    at,
    Given.ids(),
    () => meanwhile(store)
  )
  return { answer, kept: store.get(Messages, message.id)!, events: store.events }
}

it("feedback is kept with the attempt that arrived, told in the history and by an event, and answered", () => {
  const { answer, events, kept } = tell(delivered, "converted")
  expect(kept).toStrictEqual({
    ...delivered,
    feedback: [{ outcome: "converted", at, attempt: arrived.id }],
    history: [{ ...Given.line("DELIVERED", at), reached: false, description: "feedback: converted" }]
  })
  expect(Result.getOrThrow(answer)).toStrictEqual(MessageResource.fromMessage(kept))
  expect(events.map(({ name }) => name)).toStrictEqual(["message.feedback"])
  expect(events.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { payload: { message_id: delivered.id, outcome: "converted" } }
  ])
})

it("an outcome that is known already changes nothing, and another one comes to it", () => {
  const known = { ...delivered, feedback: [{ outcome: "converted", at: Given.now, attempt: arrived.id }] } as const
  const again = tell(known, "converted")
  expect([again.kept, again.events]).toStrictEqual([known, []])
  expect(Result.getOrThrow(again.answer)).toStrictEqual(MessageResource.fromMessage(known))
  expect(tell(known, "complained").kept.feedback).toStrictEqual([
    ...known.feedback,
    { outcome: "complained", at, attempt: arrived.id }
  ])
})

it("what has become of the message meanwhile is kept as well", () => {
  const read: Message = { ...delivered, status: "READ" }
  const { answer, kept } = tell(delivered, "converted", { meanwhile: (store) => store.put(put(Messages, read)) })
  expect([kept.status, kept.feedback?.length]).toStrictEqual(["READ", 1])
  expect(Result.getOrThrow(answer)).toMatchObject({ status: "READ" })
})

it("a message of nobody or of another account is not found, and one that no carrier has taken has no feedback", () => {
  const other = Given.account({ id: Given.accountId(2) })
  const codes = [
    tell(delivered, "converted", { id: Given.messageId(9) }),
    tell(delivered, "converted", { of: other }),
    tell({ ...delivered, attempts: [] }, "converted"),
    tell({ ...delivered, attempts: [Given.attempt()] }, "converted")
  ].map(({ answer, events, kept }) => {
    expect([kept.feedback, events]).toStrictEqual([undefined, []])
    return Result.isFailure(answer) && "code" in answer.failure ? answer.failure.code : null
  })
  expect(codes).toStrictEqual(["RESOURCE_003", "RESOURCE_003", "BUSINESS_006", "BUSINESS_006"])
})
