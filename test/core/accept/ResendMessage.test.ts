/** POST /v3/messages/{id}/resend, as rows: what it loads, and what it shows of each message (decisions 4.1, 5.2). */
import type { Account } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import { minute, plus } from "@signalbox/core/Instant"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Verified from "../verification/Verified.ts"

const at = plus(Given.now, minute)
const template = Given.template({ definition: Given.definition("Hi {{0}} \u2013 \u201cnew\u201d", "order") })
const revision = put(TemplateRevisions, revisionOf(template))
const stored = [put(Templates, template), revision]
const ended = Given.message({ status: "DELIVERED", requested: "sms", channel: "sms" })

const resend = (
  message: Message,
  { account = Given.account(), meanwhile, rows = stored }: {
    readonly account?: Account
    readonly meanwhile?: (store: FactStore) => void
    readonly rows?: ReadonlyArray<Row>
  } = {}
) => {
  const store = new FactStore([put(Messages, message), ...rows])
  const answer = store.run(
    operations["messages.resend"].decides,
    { path: { id: message.id }, query: {}, body: {}, caller: { account, keyAccount: account }, consulted: undefined },
    at,
    Given.ids(),
    () => meanwhile?.(store)
  )
  return { answer, store }
}

const shown = (message: Message, body: string | null) => ({
  status: "QUEUED",
  template_id: template.id,
  template_name: "order_shipped",
  recipients: [{ message_id: message.id, to: message.phone, channel: message.requested, body }]
})

describe("a message that is sent again", () => {
  const typographic = "Hi A-1 \u2013 \u201cnew\u201d"
  const plain = "Hi A-1 - \"new\""

  it("is shown with the text that will be sent, as SMS will read it", () => {
    const bodyOf = (message: Message, account?: Account): unknown =>
      Result.getOrThrow(resend(message, account === undefined ? {} : { account }).answer)
    const smart = Given.account({ smartEncoding: true })
    expect(bodyOf(ended)).toStrictEqual(shown(ended, typographic))
    expect(bodyOf(ended, smart)).toStrictEqual(shown(ended, plain))
    const auto: Message = { ...ended, requested: "auto_detect", smartEncoding: true }
    expect(bodyOf(auto)).toStrictEqual(shown(auto, plain))
    const rcs: Message = { ...ended, requested: "rcs" }
    expect(bodyOf(rcs, smart)).toStrictEqual(shown(rcs, typographic))
    const own: Message = { ...ended, smartEncoding: false }
    expect(bodyOf(own, smart)).toStrictEqual(shown(own, typographic))
  })

  it("is shown with its reference and until when it is worth sending, and without a template where it has none", () => {
    const text: Message = {
      ...ended,
      template: null,
      text: typographic,
      clientReference: "r-1",
      expiry: { at: plus(Given.now, 2 * minute), seconds: 120 }
    }
    const { answer } = resend({ ...text, smartEncoding: true })
    expect(Result.getOrThrow(answer)).toStrictEqual({
      status: "QUEUED",
      template_id: null,
      template_name: null,
      expires_at: "2030-01-15T12:37:56.789Z",
      recipients: [{ message_id: text.id, to: text.phone, channel: "sms", reference: "r-1", body: plain }]
    })
    const { text: _, ...wordless } = text
    expect(Result.getOrThrow(resend(wordless).answer)).toMatchObject({ recipients: [{ body: null }] })
  })

  it("shows no text where its template is gone, or the revision of it that was sent", () => {
    for (const rows of [[revision], [put(Templates, template)], []]) {
      expect(Result.getOrThrow(resend(ended, { rows }).answer)).toStrictEqual(shown(ended, null))
    }
    const other = revisionOf({ ...template, revision: 2, definition: Given.definition("Another text") })
    const current = [
      put(Templates, { ...template, revision: 2 }),
      revision,
      put(TemplateRevisions, other)
    ]
    expect(Result.getOrThrow(resend(ended, { rows: current }).answer)).toStrictEqual(shown(ended, typographic))
  })

  it("is queued in its next send, and due immediately", () => {
    const { store } = resend(ended)
    expect(store.get(Messages, ended.id)).toStrictEqual({
      ...ended,
      send: 2,
      status: "QUEUED",
      channel: "sms",
      queuedAt: at,
      history: [{ ...Given.line("QUEUED", at), description: "sent again" }]
    })
    expect([...store.work.values()]).toStrictEqual([
      { at, lane: `send:${ended.account}`, work: { kind: "dispatch", key: `${ended.id}/2` } }
    ])
    expect(store.events.map(({ name }) => name)).toEqual(["message.queued"])
  })

  it("has all that has become of it meanwhile", () => {
    const late = { ...ended, history: [Given.line("READ", Given.now)], status: "READ" } as const
    const { store } = resend(ended, { meanwhile: (store) => store.put(put(Messages, late)) })
    expect(store.get(Messages, ended.id)?.history.map(({ status }) => status)).toEqual(["READ", "QUEUED"])
  })

  it("is refused when it is under way, was redacted, or brings the code of a verification", () => {
    const refused: ReadonlyArray<Message> = [
      { ...ended, status: "SENT" },
      { ...ended, redacted: { aspects: ["texts"] } },
      { ...ended, verification: { id: Verified.id } }
    ]
    for (const message of refused) {
      const { answer, store } = resend(message)
      expect(answer).toMatchObject({ failure: { code: "BUSINESS_006" } })
      expect(store.get(Messages, message.id)).toStrictEqual(message)
      expect(store.work.size).toBe(0)
    }
  })
})
