/**
 * The language of a contact, and the template that a send by name takes for it (decisions 15.3).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, send, settled } from "./internal/actions.ts"
import { failure, millis, success } from "./internal/answers.ts"
import * as Contacts from "./internal/contacts.ts"
import type { Given } from "./internal/given.ts"
import { actingAs, server } from "./internal/given.ts"
import type { Contact, Template } from "./internal/resources.ts"
import { definition, phone, variable } from "./internal/samples.ts"
import { path, reached } from "./internal/templates.ts"

const speaking = async (client: HttpClient, number: string, language: string): Promise<Contact> =>
  success<Contact>(await client.post(Contacts.path, { phone_number: number, language }), 201)

const keeping = (given: () => Given): void => {
  it("is given, changed and taken away, and left out as long as there is none [XTP-018]", async () => {
    const { client } = given()
    const made = await speaking(client, phone(200), "de_AT")
    expect(made.language).toBe("de_AT")
    expect(await Contacts.contact(client, made.id)).toStrictEqual(made)
    expect(await Contacts.ofNumber(client, phone(200))).toStrictEqual(made)
    const changed = await Contacts.update(client, made.id, { language: "en_US" })
    expect(changed).toStrictEqual({ ...made, language: "en_US", updated_at: expect.stringMatching(millis) as unknown })
    expect(await Contacts.update(client, made.id, { opt_out: false, language: "en_US" })).toStrictEqual(changed)
    expect((await Contacts.update(client, made.id, { opt_out: true })).language).toBe("en_US")
    const { language: _, ...others } = changed
    const cleared = await Contacts.update(client, made.id, { opt_out: false, language: null })
    expect(cleared).toStrictEqual({ ...others, updated_at: expect.stringMatching(millis) as unknown })
    expect(await Contacts.contact(client, made.id)).toStrictEqual(cleared)
    const without = await client.post(Contacts.path, { phone_number: phone(201), language: null })
    expect(success(without, 201)).not.toHaveProperty("language")
  })

  it("is a code as a template's language is, and nobody else's to change [XTP-018]", async () => {
    const { client, other, profile, subject } = given()
    const made = await speaking(client, phone(202), "de")
    for (const language of ["German", "de-AT", "DE", "", 1]) {
      failure(await Contacts.patch(client, made.id, { language }), 400, "VALIDATION_001", ["language"])
      const body = { phone_number: phone(203), language }
      failure(await client.post(Contacts.path, body), 400, "VALIDATION_001", ["language"])
    }
    for (const stranger of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      failure(await Contacts.patch(stranger, made.id, { language: "fr" }), 404, "RESOURCE_001")
    }
    expect((await Contacts.update(client, made.id, { language: "fr", sandbox: true })).language).toBe("fr")
    expect(await Contacts.contact(client, made.id)).toStrictEqual(made)
    expect((await Contacts.list(client, { phone: phone(203) })).contacts).toEqual([])
  })

  it("goes with the contact [XTP-018]", async () => {
    const { client } = given()
    const made = await speaking(client, phone(204), "de")
    expect((await Contacts.remove(client, made.id)).status).toBe(204)
    expect(await Contacts.create(client, phone(204))).not.toHaveProperty("language")
  })
}

const translated = async (client: HttpClient, of: Template, language: string, said: object): Promise<Template> =>
  success<Template>(
    await client.post(path, { definition: said, language, translation_of: of.id, submit_for_review: true }),
    201
  )

const approved = async (client: HttpClient, of: Template, language: string, said: object): Promise<Template> => {
  const made = await translated(client, of, language, said)
  await reached(client, made.id, "APPROVED")
  return made
}

/** Returns what each recipient gets: the template, its text and the first line of the message's history. */
const got = async (client: HttpClient, body: object) => {
  const { recipients, ...answer } = await send(client, { channel: ["sms"], ...body })
  const messages = []
  for (const { body: shown, message_id } of recipients) {
    const message = await settled(client, message_id)
    const { activities: told } = await activities(client, message_id)
    expect(message.message_body?.content).toBe(shown)
    messages.push([message.template_id, shown, told.at(-1)?.description])
  }
  return { answer, messages }
}

const choosing = (given: () => Given): void => {
  it("chooses among the languages of a name, for each recipient [XTP-019]", async () => {
    const { client } = given()
    const en = await approvedTemplate(client, definition("Good morning"))
    const de = await approved(client, en, "de", definition("Guten Morgen"))
    const at = await approved(client, en, "de_AT", definition("Grüß Gott"))
    const pt = await approved(client, en, "pt_BR", definition("Bom dia"))
    await client.post(path, { definition: definition("Bonjour"), language: "fr", translation_of: en.id })
    const languages = ["de", "de_AT", "de_CH", "pt", "fr", "it"]
    for (const [index, language] of languages.entries()) await speaking(client, phone(210 + index), language)
    await Contacts.create(client, phone(217))
    const to = [...languages.keys()].map((index) => phone(210 + index))
    const { name } = en
    const first = `accepted; in ${en.language}, the first language of the name`
    const close = (language: string, wanted: string) =>
      `accepted; in ${language}, which is close to the contact's language ${wanted}`
    const missing = (wanted: string) => `${first}, of which none is approved in the contact's language ${wanted}`
    const { answer, messages } = await got(client, { to: [...to, phone(217), phone(218)], template: { name } })
    expect([answer.template_id, answer.template_name]).toEqual([en.id, name])
    expect(messages).toEqual([
      [de.id, "Guten Morgen", "accepted; in de, the contact's language"],
      [at.id, "Grüß Gott", "accepted; in de_AT, the contact's language"],
      [de.id, "Guten Morgen", close("de", "de_CH")],
      [pt.id, "Bom dia", close("pt_BR", "pt")],
      [en.id, "Good morning", missing("fr")],
      [en.id, "Good morning", missing("it")],
      [en.id, "Good morning", first],
      [en.id, "Good morning", first]
    ])
    const one = await got(client, { to: to.slice(0, 1), template: { name } })
    expect(one.answer.template_id).toBe(de.id)
    // What the send says goes before the contact's language: a language, or the id of a template.
    const asked = await got(client, { to, template: { name, language: "pt_BR" } })
    expect(new Set(asked.messages.map(([id]) => id))).toEqual(new Set([pt.id]))
    const named = await got(client, { to, template: { id: en.id } })
    expect(named.messages.map(([id, , told]) => [id, told])).toEqual(to.map(() => [en.id, first]))
    // More recipients than are dispatched by the request itself.
    const many = await send(client, {
      to: [...to, ...Array.from({ length: 40 }, (_, index) => phone(300 + index))],
      template: { name },
      channel: ["sms"]
    })
    expect(many.recipients.slice(0, 7).map(({ body }) => body)).toEqual(
      [...messages.slice(0, 6), messages[6]].map((message) => message?.[1])
    )
  })

  it("is not looked at for a name in one language [XTP-019]", async () => {
    const { client } = given()
    const en = await approvedTemplate(client, definition("Good evening"))
    await speaking(client, phone(220), "de")
    const { messages } = await got(client, { to: [phone(220)], template: { name: en.name } })
    expect(messages).toEqual([[en.id, "Good evening", "accepted"]])
  })

  it("decides which values are asked for, and how they are shown [XTP-020]", async () => {
    const { client } = given()
    const en = await approvedTemplate(client, definition("Order {{0:variable}}", "order"))
    const strict = { ...variable(0, "order"), props: { variableType: "text", sample: "1", regex: "[0-9]+" } }
    const template = "Bestellung {{0:variable}} für {{1:variable}}"
    const body = { multiChannel: { type: "text", template, variables: [strict, variable(1, "name")] } }
    await approved(client, en, "de", { body })
    await speaking(client, phone(230), "de")
    const asking = (order: string, own: object = {}) => ({
      to: [phone(231), { phone_number: phone(230), parameters: { name: "Ada", ...own } }],
      template: { name: en.name, parameters: { order } }
    })
    const { messages } = await got(client, asking("12"))
    expect(messages.map(([, shown]) => shown)).toEqual(["Order 12", "Bestellung 12 für Ada"])
    const field = "template.parameters.order"
    failure(await client.post("/v3/messages", asking("A12")), 400, "VALIDATION_008", [field])
    const own = asking("12", { order: "A12" })
    failure(await client.post("/v3/messages", own), 400, "VALIDATION_008", ["to[1].parameters.order"])
    const english = { ...asking("A12"), to: [phone(231)] }
    expect((await got(client, english)).messages.map(([, shown]) => shown)).toEqual(["Order A12"])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Languages of contacts (${name})`, () => {
    const given = server(start)
    describe("a contact's language", () => keeping(given))
    describe("a contact's language, in a send by name,", () => choosing(given))
  })
}
