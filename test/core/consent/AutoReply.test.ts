/** The automatic reply to a keyword as a row, and by which template or text it speaks (decisions 7.7). */
import { make as commit, put } from "@signalbox/core/Commit"
import type { ConsentRecordId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Needs from "@signalbox/core/internal/commit/Needs"
import * as AutoReply from "@signalbox/core/internal/consent/AutoReply"
import type { ConsentSignal } from "@signalbox/core/internal/consent/ConsentSignal"
import { fromRecord } from "@signalbox/core/internal/consent/ExportConsent"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const contact = Given.contact()

const heard: ConsentSignal = {
  action: "OPT_OUT",
  reply: null,
  source: "INBOUND_KEYWORD",
  channel: "whatsapp",
  ownNumber: Given.phone(9000),
  message: Given.messageId(7),
  text: "STOP"
}

const Reply: Decision<ConsentSignal, void> = {
  name: "test.reply",
  needs: (signal) => AutoReply.needs(contact.account, signal),
  decide: (signal, grounds) =>
    Result.succeed({ answer: undefined, commit: commit(AutoReply.send(contact, signal, grounds)) })
}

const template = Given.template({ name: "bye", autoReplyAction: "OPT_OUT", revision: 3, category: "MARKETING" })

const replied = (parts: Partial<ConsentSignal>, ...templates: ReadonlyArray<Template>) => {
  const store = new FactStore(templates.map((each) => put(Templates, each)))
  Result.getOrThrow(store.run(Reply, { ...heard, ...parts }, Given.now, Given.ids()))
  const [message] = store.values<Message>(Messages)
  return { message, due: [...store.work.values()] }
}

describe("an automatic reply", () => {
  it("is a message of the account on the same channel, from the number that was written to", () => {
    const { due, message } = replied({}, template)
    expect(message).toStrictEqual({
      id: expect.any(String) as string,
      account: contact.account,
      contact: contact.id,
      phone: contact.phone,
      direction: "OUTBOUND",
      requested: "whatsapp",
      template: { id: template.id, revision: 3, name: "bye", category: "MARKETING", parameters: {} },
      autoReply: { inbound: Given.messageId(7), from: Given.phone(9000) },
      send: 1,
      channel: "whatsapp",
      rendered: null,
      price: null,
      activeContactPrice: null,
      attempts: [],
      scheduledAt: null,
      createdAt: Given.now,
      status: "QUEUED",
      code: null,
      queuedAt: Given.now,
      history: [expect.objectContaining({ status: "QUEUED", at: Given.now, description: "automatic reply" })]
    })
    expect(due).toMatchObject([{ work: { kind: "dispatch" }, at: Given.now }])
  })

  it("is the template that the keyword names, or else the keyword's own text", () => {
    const named = { ...template, id: Given.templateId(2), name: "own", autoReplyAction: null }
    expect(replied({ reply: "own" }, template, named).message).toMatchObject({ template: { id: named.id } })
    const { message } = replied({ reply: "So long." }, template)
    expect(message).toMatchObject({ template: null, text: "So long." })
  })

  it.each<readonly [string, Partial<ConsentSignal>, ReadonlyArray<Template>]>([
    ["the account has no template for it", {}, []],
    ["the template is for another action", {}, [{ ...template, autoReplyAction: "HELP" }]],
    ["a carrier has answered already", { source: "PROVIDER_SIGNAL" }, [template]],
    ["it is about one purpose", { purpose: "news" }, [template]]
  ])("is none when %s", (_, parts, templates) => {
    expect(replied(parts, ...templates)).toEqual({ message: undefined, due: [] })
  })

  it("about one purpose is one of its own", () => {
    expect(replied({ purpose: "news", reply: "No news." }, template).message).toMatchObject({ text: "No news." })
    // Without one no template is looked for.
    expect(AutoReply.needs(contact.account, { ...heard, purpose: "news" })).toEqual(Needs.none)
  })
})

it("a change of consent is exported with all that is known of it", () => {
  const record = {
    id: "eeeeeeee-0000-7000-8000-000000000001" as ConsentRecordId,
    account: contact.account,
    contact: contact.id,
    phone: contact.phone,
    consent: "opt_out",
    purpose: "news",
    source: "INBOUND_KEYWORD",
    channel: "whatsapp",
    message: Given.messageId(7),
    text: "STOP news",
    at: Given.now
  } as const
  const shown = {
    id: record.id,
    contact_id: contact.id,
    phone_number: contact.phone,
    purpose: "news",
    consent: "opt_out",
    source: "INBOUND_KEYWORD",
    channel: "whatsapp",
    message_id: Given.messageId(7),
    text: "STOP news",
    created_at: "2030-01-15T12:34:56.789Z"
  }
  expect(fromRecord(record)).toStrictEqual(shown)
  const { purpose: _, ...whole } = record
  expect(fromRecord({ ...whole, consent: null, channel: null, message: null, text: null })).toStrictEqual({
    ...shown,
    purpose: null,
    consent: null,
    channel: null,
    message_id: null,
    text: null
  })
})
