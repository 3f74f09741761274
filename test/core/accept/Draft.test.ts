/** The messages that a send would make, as a whole, and why it is refused instead (decisions 5.2, 14.3, 15.3). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as Draft from "@signalbox/core/internal/accept/Draft"
import type { SendBody } from "@signalbox/core/internal/accept/SendBody"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [one, two, three] = [Given.phone(1), Given.phone(2), Given.phone(3)]

const inEnglish = Given.template({
  language: "en",
  definition: Given.definition("Hello {{name}}", "name"),
  translations: [{ language: "de", template: Given.templateId(2) }]
})
const inGerman = Given.template({
  id: Given.templateId(2),
  language: "de",
  revision: 3,
  definition: Given.definition("Hallo {{name}}", "name"),
  translationOf: Given.templateId(1)
})

const german = Given.contact({ phone: two, language: "de" })

/** Drafts a send with an account, of which one contact speaks German, and these templates. */
const drafted = (
  body: Omit<SendBody, "to"> & Partial<Pick<SendBody, "to">>,
  { isHost = false, owner = Given.account(), templates = [inEnglish, inGerman] }: {
    readonly isHost?: boolean
    readonly owner?: Account
    readonly templates?: ReadonlyArray<Template>
  } = {}
) => {
  const store = new FactStore([
    put(Accounts, owner),
    put(Contacts, german),
    ...templates.map((each) => put(Templates, each))
  ])
  const caller = { account: owner, keyAccount: owner, ...(isHost ? { isHost } : {}) }
  const result = store.run(
    {
      name: "messages.send",
      needs: Draft.needs,
      decide: (asked: Draft.Asked, grounds) =>
        Result.map(Draft.make(asked, grounds), (made) => ({ answer: made, commit: made.commit }))
    },
    { body: { to: [one], ...body }, caller },
    Given.now,
    Given.ids()
  )
  return Result.isSuccess(result) ? { draft: result.success, refused: null } : { draft: null, refused: result.failure }
}

const make = (...args: Parameters<typeof drafted>): Draft.Draft => {
  const { draft, refused } = drafted(...args)
  if (draft === null) throw new Error(JSON.stringify(refused))
  return draft
}

const id = inEnglish.id
const name = inEnglish.name
const parameters = { name: "Ada" }

describe("a draft", () => {
  it("has the template of each recipient, and each template once", () => {
    const draft = make({ to: [one, two, three, one], template: { name, parameters } })
    expect(draft.messages.map(({ phone, template }) => [phone, template])).toStrictEqual([
      [one, { id, revision: 1, name, category: "UTILITY", parameters }],
      [two, { id: inGerman.id, revision: 3, name, category: "UTILITY", parameters }],
      [three, { id, revision: 1, name, category: "UTILITY", parameters }]
    ])
    expect(draft.messages.map(({ history }) => history[0]?.description)).toEqual([
      expect.stringMatching(/^accepted; /),
      expect.stringMatching(/^accepted; /),
      expect.stringMatching(/^accepted; /)
    ])
    expect([draft.named, draft.templates]).toStrictEqual([inEnglish, [inEnglish, inGerman]])
    expect([one, two, three].map((phone) => draft.templateFor(phone)?.language)).toEqual(["en", "de", "en"])
    expect([draft.validity, draft.scheduledAt]).toEqual([null, null])
  })

  it("of a single recipient has that one's", () => {
    const draft = make({ to: [two], template: { name, parameters } })
    expect(draft.templates).toStrictEqual([inGerman])
    expect(draft.templateFor(two)).toStrictEqual(inGerman)
    expect(
      make({ to: [one], template: { id } as const, reference: null }, {
        templates: [
          { ...inEnglish, definition: Given.definition("Hello") }
        ]
      }).messages[0]?.template?.parameters
    ).toEqual({})
  })

  it("of a text has no template", () => {
    const draft = make({ to: [one, two], text: "Hello", channel: ["sms"] })
    expect([draft.named, draft.templates, draft.templateFor(one)]).toEqual([null, [], undefined])
    expect(draft.messages.map(({ phone, requested, template, text }) => [phone, requested, template, text])).toEqual([
      [one, "sms", null, "Hello"],
      [two, "sms", null, "Hello"]
    ])
  })

  it("gives each message what is its own before what is said of all", () => {
    const { messages } = make({
      to: [{ phone_number: one, reference: "mine", parameters: { name: "Bob" } }, two],
      template: { name, parameters },
      reference: "all",
      metadata: { run: "7" },
      subject: "Hi",
      smart_encoding: true,
      channel: ["sms", "rcs"]
    })
    expect(messages.map(({ clientReference, metadata, phone, requested, smartEncoding, subject, template }) => [
      phone,
      requested,
      clientReference,
      template?.parameters,
      metadata,
      subject,
      smartEncoding
    ])).toStrictEqual(
      ["sms", "rcs"].flatMap((channel) => [[one, channel, "mine", { name: "Bob" }]]).concat(
        ["sms", "rcs"].map((channel) => [two, channel, "all", parameters])
      ).map((each) => [...each, { run: "7" }, "Hi", true])
    )
    expect(make({ template: { name, parameters } }).messages[0]).not.toHaveProperty("clientReference")
  })

  it("is held until its time", () => {
    const at = plus(Given.now, 3_600_000)
    const draft = make({ template: { name, parameters }, scheduled_at: new Date(at).toISOString() })
    expect([draft.scheduledAt, draft.messages[0]?.scheduledAt, draft.messages[0]?.status]).toEqual([
      at,
      at,
      "SCHEDULED"
    ])
  })

  it("knows the account's contacts, and makes those that it lacks", () => {
    const { commit, messages } = make({ to: [one, two], template: { name, parameters } })
    expect(messages[1]?.contact).toBe(german.id)
    expect(commit.puts.flatMap(({ kind, value }) => kind === "contact" ? [value] : [])).toMatchObject([
      { id: messages[0]!.contact satisfies ContactId, phone: one }
    ])
  })
})

describe("a send is refused", () => {
  const told = (...args: Parameters<typeof drafted>) => {
    const { refused } = drafted(...args)
    return refused !== null && "code" in refused
      ? { code: refused.code, message: refused.message, details: refused.details }
      : refused
  }

  it.each<[template: NonNullable<SendBody["template"]>, sentence: string]>([
    [{ name: "nothing" }, "the name \"nothing\""],
    [{ name: "nothing", language: "fr" }, "the name \"nothing\" in the language fr"],
    [{ name, language: "fr" }, `the name "${name}" in the language fr`],
    [{ id: null, name: "nothing", language: null }, "the name \"nothing\""],
    [{ id: Given.templateId(9) }, `the id ${Given.templateId(9)}`],
    [{ id: Given.templateId(9), name, language: "fr" }, `the id ${Given.templateId(9)} in the language fr`]
  ])("when there is no such template, by what it asked for: %o", (template, sentence) => {
    expect(told({ template })).toMatchObject({ code: "RESOURCE_002", message: `There is no template with ${sentence}` })
  })

  it("on MMS when one of its templates has no body for it", () => {
    const able = (template: Template): Template => {
      const { body } = template.definition
      return { ...template, definition: { ...template.definition, body: { ...body, mms: body.multiChannel! } } }
    }
    const send = { to: [one, two], template: { name, parameters }, channel: ["sms", "mms"] as const }
    const both = [able(inEnglish), able(inGerman)]
    expect(drafted(send, { templates: both }).refused).toBeNull()
    for (const templates of [[able(inEnglish), inGerman], [inEnglish, able(inGerman)], [inEnglish, inGerman]]) {
      expect(told(send, { templates })).toMatchObject({
        code: "VALIDATION_001",
        details: { template: ["has no mms body, so it cannot be sent on mms"] }
      })
      expect(drafted({ ...send, channel: ["sms"] }, { templates }).refused).toBeNull()
    }
  })

  it("for values that can never be sent, and by the host of the service also for those that are missing", () => {
    expect(told({ template: { name, parameters: { name: "a\nb" } } })).toEqual({
      code: "VALIDATION_008",
      message: "Invalid template variable",
      details: { "template.parameters.name": ["must not contain a newline, a carriage return or a tab"] }
    })
    expect(drafted({ template: { name } }).refused).toBeNull()
    expect(told({ template: { name } }, { isHost: true })).toMatchObject({ code: "VALIDATION_008" })
  })
})
