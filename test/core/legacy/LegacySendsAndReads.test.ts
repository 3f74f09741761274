/** The operations of v2 as a whole: each answer, each refusal, and what a send of v2 leaves (decisions part 10). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import * as Facts from "@signalbox/core/Facts"
import { day, plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { FindLegacyContact, GetLegacyContact, ListLegacyContacts } from "@signalbox/core/internal/legacy/LegacyContacts"
import { GetLegacyMessage } from "@signalbox/core/internal/legacy/LegacyMessages"
import { SendToContact, SendToPhone } from "@signalbox/core/internal/legacy/LegacySends"
import { GetLegacyTemplate, ListLegacyTemplates } from "@signalbox/core/internal/legacy/LegacyTemplates"
import { QuickMessage } from "@signalbox/core/internal/legacy/QuickMessage"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { ListTemplates } from "@signalbox/core/internal/template/ReadTemplates"
import { Messages } from "@signalbox/core/Message"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { gathered } from "../Decided.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const contact = Given.contact({ defaultChannel: "whatsapp" })
const template = Given.template({ updatedAt: plus(Given.now, 1000) })
const asked = { path: {}, query: {}, body: {}, caller, consulted: undefined }
const chosen: ReadonlySet<never> = new Set()

const storeOf = (parts: { readonly owner?: typeof account.id; readonly isOnlySuppressed?: true } = {}) => {
  const { owner = account.id, ...others } = parts
  const store = new FactStore([
    put(Accounts, account),
    put(Templates, template),
    put(TemplateRevisions, revisionOf(template)),
    put(Contacts, { ...contact, account: owner, ...others })
  ])
  store.give(account.id, 100_000)
  return store
}

const run = <Command, Answer>(use: Decision<Command, Answer>, command: Command, store = storeOf(), ids = Given.ids()) =>
  store.run(use, command, Given.now, ids)

const paged = { totalCount: 1, page: 0, pageSize: 20, totalPages: 1 }

describe("a contact of v2", () => {
  const shown = {
    id: contact.id,
    phoneNumber: "+12015550001",
    formatE164: "+12015550001",
    formatInternational: "+1 201-555-0001",
    formatNational: "(201) 555-0001",
    formatRfc: "tel:+1-201-555-0001",
    countryCode: "1",
    regionCode: "US",
    availableChannels: "sms,whatsapp,rcs",
    defaultChannel: "whatsapp"
  } as const

  it("is read by its id, by its number and in the list", () => {
    const told = { ...asked, consulted: chosen }
    expect(Result.getOrThrow(run(GetLegacyContact.decides, { ...told, query: { id: contact.id } }))).toStrictEqual(
      shown
    )
    expect(Result.getOrThrow(run(ListLegacyContacts.decides, { ...told, query: {} }))).toStrictEqual({
      items: [shown],
      ...paged
    })
    expect(Result.getOrThrow(run(ListLegacyContacts.decides, { ...told, query: { page: 1, pageSize: 7 } })))
      .toStrictEqual({
        ...paged,
        items: [],
        page: 1,
        pageSize: 7
      })
    expect(Schema.encodeSync(GetLegacyContact.data)(shown)).toStrictEqual(shown)
    expect(Schema.encodeSync(ListLegacyContacts.data)({ items: [shown], ...paged })).toStrictEqual({
      items: [shown],
      ...paged
    })
    const found = run(FindLegacyContact.decides, { ...told, query: { phoneNumber: contact.phone } })
    expect(Result.getOrThrow(found)).toStrictEqual(shown)
  })

  it("is asked for by what its look-up cannot do without", () => {
    const none = (field: string) => [{ field, code: "VALIDATION_004", message: "is required" }]
    const told = { path: {}, body: {} }
    expect(GetLegacyContact.check({ ...told, query: {} }, caller, {}, Given.now)).toEqual(none("id"))
    expect(FindLegacyContact.check({ ...told, query: {} }, caller, {}, Given.now)).toEqual(none("phoneNumber"))
    expect(FindLegacyContact.check({ ...told, query: { phoneNumber: "" } }, caller, {}, Given.now)).toEqual(
      none("phoneNumber")
    )
    expect(GetLegacyContact.check({ ...told, query: { id: contact.id } }, caller, {}, Given.now)).toEqual([])
    expect(FindLegacyContact.check({ ...told, query: { phoneNumber: "x" } }, caller, {}, Given.now)).toEqual([])
  })
})

describe("a template of v2", () => {
  const shown = {
    id: template.id,
    displayName: "order_shipped",
    category: "UTILITY",
    language: "en_US",
    definition: template.definition,
    status: "APPROVED",
    createdAt: "2030-01-15T12:34:56.789Z",
    updatedAt: "2030-01-15T12:34:57.789Z",
    whatsappTemplateId: null,
    whatsappTemplateName: "order_shipped"
  }

  it("is read by its id and in the list", () => {
    expect(Result.getOrThrow(run(GetLegacyTemplate.decides, { ...asked, path: { id: template.id } }))).toStrictEqual(
      shown
    )
    expect(Result.getOrThrow(run(ListLegacyTemplates.decides, asked))).toStrictEqual({ items: [shown], ...paged })
    expect(
      Schema.encodeSync(GetLegacyTemplate.data)(
        Result.getOrThrow(run(GetLegacyTemplate.decides, { ...asked, path: { id: template.id } }))
      )
    )
      .toStrictEqual(shown)
    const query = { page: 2, pageSize: 5 }
    expect(Result.getOrThrow(run(ListLegacyTemplates.decides, { ...asked, query }))).toMatchObject({
      items: [],
      ...query
    })
  })

  it("is looked for as in v3, by the same filters, whose pages are counted from 1", () => {
    const filters = { category: "UTILITY", search: "order", status: "APPROVED" } as const
    const needs = (query: Parameters<typeof ListLegacyTemplates.decides.needs>[0]["query"]) =>
      ListLegacyTemplates.decides.needs({ ...asked, query }, Facts.empty)
    const other = (query: Parameters<typeof ListTemplates.decides.needs>[0]["query"]) =>
      ListTemplates.decides.needs({ ...asked, query }, Facts.empty)
    expect(needs({ ...filters, page: 2, pageSize: 5 })).toStrictEqual(other({ ...filters, page: 3, page_size: 5 }))
    expect(needs({})).toStrictEqual(other({ page: 1, page_size: 20 }))
    expect(needs(filters)).not.toStrictEqual(needs({ ...filters, search: "other" }))
  })

  it("has no name on WhatsApp when it has no body for it", () => {
    const definition = { body: { sms: { type: "text", template: "Hello." } } } as const
    const store = new FactStore([put(Templates, { ...template, definition })])
    const answer = run(GetLegacyTemplate.decides, { ...asked, path: { id: template.id } }, store)
    expect(Result.getOrThrow(answer)).toStrictEqual({ ...shown, definition, whatsappTemplateName: null })
  })
})

describe("a message of v2", () => {
  const templateVariables = { order: "A-1" }
  const body = { templateId: template.id, templateVariables }

  it("is sent to a number or to a contact, and read", () => {
    const store = storeOf()
    const ids = Given.ids()
    const one = run(SendToPhone.decides, { ...asked, body: { ...body, phoneNumber: contact.phone } }, store, ids)
    const other = run(SendToContact.decides, { ...asked, body: { ...body, contactId: contact.id } }, store, ids)
    const sent = store.values(Messages)
    // The published shape names the one field of the answer.
    expect([Result.getOrThrow(one), {}].map(Schema.is(SendToPhone.data))).toEqual([true, false])
    expect([one, other].map(Result.getOrThrow)).toStrictEqual(sent.map(({ id }) => ({ messageId: id })))
    expect(sent).toMatchObject(Array.from({ length: 2 }, () => ({
      phone: contact.phone,
      contact: contact.id,
      requested: "auto_detect",
      template: { id: template.id, parameters: templateVariables }
    })))
    const read = run(GetLegacyMessage.decides, { ...asked, path: { id: sent[0]!.id } }, store)
    expect(Result.getOrThrow(read)).toStrictEqual({
      id: sent[0]!.id,
      customerId: account.id,
      contactId: contact.id,
      phoneNumber: "+12015550001",
      phoneNumberInternational: "+1 201-555-0001",
      regionCode: "US",
      templateId: template.id,
      templateName: "order_shipped",
      templateCategory: "UTILITY",
      channel: "auto_detect",
      messageBody: null,
      status: "QUEUED",
      createdAt: expect.stringMatching(/^2030-01-15T12:34:56/) as string,
      events: [{
        status: "QUEUED",
        timestamp: expect.stringMatching(/^2030-01-15T12:34:56/) as string,
        description: expect.any(String) as string
      }]
    })
  })

  it("is shown with its body, also when it has no template", () => {
    const rendered = {
      header: "Head",
      headerMedia: null,
      content: "Body",
      footer: "Foot",
      buttons: [{ type: "url", value: "https://a.example", text: "Shop", postbackData: null }],
      media: [],
      subject: "Subject",
      plain: "Body"
    }
    const shown = (parts: Partial<typeof rendered> | { readonly buttons: null }) => {
      const message = Given.message({ template: null, rendered: { ...rendered, ...parts } })
      const store = new FactStore([put(Messages, message)])
      return Result.getOrThrow(run(GetLegacyMessage.decides, { ...asked, path: { id: message.id } }, store))
    }
    const messageBody = {
      header: "Head",
      content: "Body",
      footer: "Foot",
      buttons: [{ type: "url", value: "https://a.example" }]
    }
    expect(shown({})).not.toHaveProperty("templateId")
    expect(shown({})).toMatchObject({ templateName: null, templateCategory: null })
    expect(shown({}).messageBody).toStrictEqual(messageBody)
    // The published shape names all of it.
    expect(Schema.encodeSync(GetLegacyMessage.data)(shown({}))).toStrictEqual(shown({}))
    expect(shown({ buttons: null }).messageBody).toStrictEqual({ ...messageBody, buttons: null })
  })

  it("to a contact that the account does not have is refused", () => {
    for (const parts of [{ owner: Given.accountId(2) }, { isOnlySuppressed: true }] as const) {
      const sent = run(SendToContact.decides, { ...asked, body: { ...body, contactId: contact.id } }, storeOf(parts))
      expect(sent).toMatchObject({ failure: { code: "RESOURCE_001" } })
    }
  })

  it("is refused by the names that v2 has", () => {
    const refusal = (parts: object) =>
      run(SendToPhone.decides, { ...asked, body: { phoneNumber: contact.phone, ...body, ...parts } })
    expect(refusal({ templateVariables: { order: "x".repeat(5000) } })).toMatchObject({
      failure: { details: { "templateVariables.order": [expect.any(String)] } }
    })
    expect(refusal({ templateId: Given.templateId(9) })).toMatchObject({ failure: { code: "RESOURCE_002" } })
  })
})

describe("a quick message", () => {
  it("has a text, and no more of it than a message may have", () => {
    const decode = Decoding.decoder(QuickMessage.body)
    const said = (customMessage: string) => decode({ phoneNumber: contact.phone, customMessage }).violations
    for (const text of ["x", "x".repeat(3072)]) expect(said(text)).toStrictEqual([])
    const message = "must not be blank and must have at most 3072 characters"
    for (const text of ["", " ", "x".repeat(3072 + 1)]) {
      expect(said(text)).toStrictEqual([{ field: "customMessage", code: "VALIDATION_001", message }])
    }
  })

  const send = (store: FactStore, at = Given.now, ids = Given.ids()) =>
    run(
      QuickMessage.decides,
      {
        ...asked,
        body: { phoneNumber: contact.phone, customMessage: "Hello" },
        consulted: at
      },
      store,
      ids
    )

  it("is two messages of a text, by SMS and by WhatsApp, and counts once for its day", () => {
    const store = storeOf()
    const { smsMessageId, whatsappMessageId } = Result.getOrThrow(send(store))
    expect(store.values(Messages)).toMatchObject([
      { id: smsMessageId, requested: "sms", text: "Hello", phone: contact.phone },
      { id: whatsappMessageId, requested: "whatsapp", text: "Hello", phone: contact.phone }
    ])
    expect([...store.counts].filter(([counter]) => counter.startsWith("quick/"))).toEqual([
      [`quick/${account.id}/2030-01-15`, 1]
    ])
  })

  it("is the fifth of its day at most, and the next day says when it begins", () => {
    const store = storeOf()
    const ids = Given.ids()
    for (let count = 0; count < 5; count++) expect(Result.isSuccess(send(store, Given.now, ids))).toBe(true)
    expect(send(store, Given.now, ids)).toMatchObject({
      failure: { code: "BUSINESS_002", message: expect.stringMatching(/./) as string, retryAfter: 41_104 }
    })
    expect(Result.isSuccess(send(store, plus(Given.now, day), ids))).toBe(true)
    expect(store.values(Messages)).toHaveLength(12)
  })

  it("is counted by its first message with the bound of the day, so that two at the same time take one place", () => {
    const rows = [put(Accounts, account), put(Contacts, contact)]
    const command = { ...asked, body: { phoneNumber: contact.phone, customMessage: "Hello" }, consulted: Given.now }
    const facts = gathered(rows, (known) => QuickMessage.decides.needs(command, known))
    const decided = QuickMessage.decides.decide(command, { facts, now: Given.now, ids: Given.ids() })
    const { answer, commit } = Result.getOrThrow(decided)
    expect(commit.counts.filter(({ counter }) => counter.startsWith("quick/"))).toStrictEqual([
      { counter: `quick/${account.id}/2030-01-15`, by: 1, ceiling: 5, once: `quick:${answer.smsMessageId}` }
    ])
  })
})
