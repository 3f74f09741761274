/** POST /v3/messages/{id}/cancel, as rows: what it answers, what is left, and what it refuses (decisions 5.2 "Cancel"). */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import { minute, plus } from "@signalbox/core/Instant"
import * as DispatchWork from "@signalbox/core/internal/dispatch/DispatchWork"
import * as MessageResource from "@signalbox/core/internal/message/MessageResource"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { refText as workText } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const at = plus(Given.now, minute)
const due = plus(Given.now, 60 * minute)
const account = Given.account()
const held = Given.message({
  status: "SCHEDULED",
  scheduledAt: due,
  history: [{ ...Given.line("SCHEDULED", Given.now), description: "held until its time", scheduledAt: due }]
})

const cancel = (
  message: Message,
  { id = message.id, meanwhile = () => {}, of = account }: {
    readonly id?: Message["id"]
    readonly meanwhile?: (store: FactStore) => void
    readonly of?: typeof account
  } = {}
) => {
  const store = new FactStore([put(Messages, message)])
  for (const each of [DispatchWork.due(message, due), DispatchWork.due({ ...message, send: 2 }, due)]) {
    store.work.set(workText(each.work), each)
  }
  const answer = store.run(
    operations["messages.cancel"].decides,
    { path: { id }, query: {}, body: {}, caller: { account: of, keyAccount: of }, consulted: undefined },
    at,
    Given.ids(),
    () => meanwhile(store)
  )
  return { answer, store, kept: store.get(Messages, message.id)! }
}

it("a held message is cancelled with the work of its send, and is shown with what was before that", () => {
  const { answer, kept, store } = cancel(held)
  expect(kept).toStrictEqual({
    ...held,
    status: "CANCELLED",
    channel: "auto",
    history: [
      ...held.history,
      { ...Given.line("CANCELLED", at), description: "cancelled", scheduledAt: due }
    ]
  })
  expect(Result.getOrThrow(answer)).toStrictEqual({
    ...MessageResource.fromMessage(kept),
    events: MessageResource.fromMessage(held).events
  })
  expect(store.events.map(({ name }) => name)).toStrictEqual(["message.cancelled"])
  expect([...store.work.values()].map(({ work }) => work.key)).toStrictEqual([`${held.id}/2`])
})

it("a message is refused that is not held, or that was released in this moment, or is none of the account", () => {
  const released: Message = { ...held, status: "QUEUED" }
  const other = Given.account({ id: Given.accountId(2) })
  const codes = [
    cancel(released),
    cancel(held, { meanwhile: (store) => store.put(put(Messages, released)) }),
    cancel(held, { id: Given.messageId(9) }),
    cancel(held, { of: other })
  ].map(({ answer, kept, store }) => {
    expect([kept.status, store.events, store.work.size]).toStrictEqual([expect.not.stringMatching("CANCELLED"), [], 2])
    return Result.isFailure(answer) && "code" in answer.failure ? answer.failure.code : null
  })
  expect(codes).toStrictEqual(["BUSINESS_006", "BUSINESS_006", "RESOURCE_003", "RESOURCE_003"])
})
