/** POST /v3/messages as rows: the whole answer, and the templates that it names (decisions 3.2, 5.2, 15.3). */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import type { SendBody } from "@signalbox/core/internal/accept/SendBody"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import { Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const [one, two, three] = [Given.phone(1), Given.phone(2), Given.phone(3)]

const english = Given.template({
  language: "en",
  definition: Given.definition("Hello {{name}} \u2013 hi", "name"),
  translations: [{ language: "de", template: Given.templateId(2) }]
})
const german = Given.template({
  id: Given.templateId(2),
  language: "de",
  name: "german",
  definition: Given.definition("Hallo {{name}}", "name"),
  translationOf: english.id
})

const send = (body: Omit<SendBody, "to"> & Partial<Pick<SendBody, "to">>, of = account) => {
  const store = new FactStore([
    put(Accounts, of),
    put(Templates, english),
    put(Templates, german),
    put(
      Contacts,
      Given.contact({ phone: two, language: "de", id: "cccccccc-0000-7000-8000-000000000002" as ContactId })
    )
  ])
  const { decides } = operations["messages.send"]
  const answer = Result.getOrThrow(
    store.run(
      decides,
      { path: {}, query: {}, body: { to: [one], ...body }, caller: { ...caller, account: of }, consulted: undefined },
      Given.now,
      Given.ids()
    )
  )
  return { answer, messages: store.values(Messages) }
}

const name = english.name
const parameters = { name: "Ada" }

describe("a send is answered", () => {
  it("with an entry for each message, and the text of each as its channel has it", () => {
    const to: SendBody["to"] = [one, { phone_number: two, parameters: { name: "Eva" }, reference: "r-2" }, three]
    const { answer, messages } = send({
      to,
      template: { name, parameters },
      channel: ["sms", "rcs"],
      reference: "r",
      smart_encoding: true
    })
    expect(messages).toHaveLength(6)
    const entry = (index: number, parts: object) => ({
      message_id: messages[index]!.id,
      to: messages[index]!.phone,
      channel: index % 2 === 0 ? "sms" : "rcs",
      reference: "r",
      ...parts
    })
    expect(messages.map(({ phone }) => phone)).toEqual([one, one, two, two, three, three])
    expect(answer).toStrictEqual({
      status: "QUEUED",
      template_id: english.id,
      template_name: name,
      recipients: [
        entry(0, { body: "Hello Ada - hi" }),
        entry(1, { body: "Hello Ada \u2013 hi" }),
        entry(2, { body: "Hallo Eva", reference: "r-2" }),
        entry(3, { body: "Hallo Eva", reference: "r-2" }),
        entry(4, { body: "Hello Ada - hi" }),
        entry(5, { body: "Hello Ada \u2013 hi" })
      ]
    })
  })

  it("with the only template of all messages, though the send names another one", () => {
    expect(send({ to: [two], template: { name, parameters } }).answer).toMatchObject({
      template_id: german.id,
      template_name: "german",
      recipients: [{ body: "Hallo Ada" }]
    })
    expect(send({ to: [two], template: { name, parameters, language: "en" } }).answer).toMatchObject({
      template_id: english.id,
      template_name: name
    })
  })

  it("with its times, and with the text of a send without a template", () => {
    const { answer, messages } = send({
      text: "\u201cHi\u201d",
      scheduled_at: "2030-01-15T13:00:00Z",
      validity_seconds: 60
    }, Given.account({ smartEncoding: true }))
    expect(answer).toStrictEqual({
      status: "SCHEDULED",
      template_id: null,
      template_name: null,
      scheduled_at: "2030-01-15T13:00:00Z",
      expires_at: "2030-01-15T13:01:00Z",
      recipients: [{ message_id: messages[0]!.id, to: one, channel: "auto_detect", body: "\"Hi\"" }]
    })
  })

  it("with no text where a value is missing", () => {
    expect(send({ template: { name } }).answer.recipients.map(({ body }) => body)).toEqual([null])
  })
})
