/**
 * Names of templates in several languages: how a language joins and leaves, and which one a send takes (decisions 15.3).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, createTemplate, me, send, sendOne, settled } from "./internal/actions.ts"
import { aUuid, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { definition, phone, unknownId } from "./internal/samples.ts"
import { change, fresh, list, path, put, reached, remove, template } from "./internal/templates.ts"

const english = definition("Good morning")
const german = definition("Guten Morgen")
const french = definition("Bonjour")

const first = (client: HttpClient): Promise<Template> =>
  createTemplate(client, english, { language: "en", category: "UTILITY" })

const translate = (client: HttpClient, of: string, language: string, said: object, more: object = {}) =>
  client.post(path, { definition: said, language, translation_of: of, ...more })

const translated = async (
  client: HttpClient,
  of: string,
  language: string,
  said: object,
  more: object = {}
): Promise<Template> => success<Template>(await translate(client, of, language, said, more), 201)

const joining = (given: () => Given): void => {
  it("shares the name and nothing else [XTP-012]", async () => {
    const { client } = given()
    const en = await first(client)
    const de = await translated(client, en.id, "de", german)
    const fr = await translated(client, de.id, "fr", french, { category: "MARKETING" })
    expect(de).toMatchObject({
      name: en.name,
      language: "de",
      category: "UTILITY",
      status: "DRAFT",
      translation_of: en.id
    })
    expect(fr).toMatchObject({ name: en.name, category: "MARKETING", translation_of: en.id })
    expect(new Set([en.id, de.id, fr.id]).size).toBe(3)
    expect(await template(client, en.id)).toStrictEqual({
      ...en,
      translations: [{ language: "de", template_id: de.id }, { language: "fr", template_id: fr.id }]
    })
    expect(await template(client, de.id)).toStrictEqual(de)
    expect(en).not.toHaveProperty("translations")
    await change(client, de.id, { submit_for_review: true })
    await reached(client, de.id, "APPROVED")
    expect([(await template(client, en.id)).status, (await template(client, fr.id)).status]).toEqual(["DRAFT", "DRAFT"])
  })

  it("needs a language that the name does not have, and a template of one's own [XTP-013]", async (context) => {
    const { client, other } = given()
    const en = await first(client)
    const de = await translated(client, en.id, "de", german)
    for (const [of, language] of [[en.id, "en"], [en.id, "de"], [de.id, "en"]] as const) {
      failure(await translate(client, of, language, french), 409, "RESOURCE_007", ["language"])
    }
    failure(await translate(other, en.id, "fr", french), 404, "RESOURCE_002")
    failure(await translate(client, unknownId, "fr", french), 404, "RESOURCE_002")
    failure(await translate(client, "nonsense", "fr", french), 400, "VALIDATION_003", ["translation_of"])
    failure(await translate(client, en.id, "fr", definition("{{0:variable}}")), 400, "VALIDATION_001", [
      "definition.body.multiChannel.template"
    ])
    const own = await fresh(given(), context)
    const reply = (await list(own)).templates.find(({ auto_reply_action: action }) => action !== undefined)
    failure(await translate(own, reply!.id, "de", german), 400, "VALIDATION_001", ["translation_of"])
  })

  it("is done by one of many who add the same language at the same time [XTP-013]", async () => {
    const { client } = given()
    const en = await first(client)
    const replies = await Promise.all(
      ["de", "fr", "de", "fr", "de", "de"].map((language) => translate(client, en.id, language, german))
    )
    const made = replies.filter(({ status }) => status === 201).map((reply) => success<Template>(reply, 201))
    expect(made.map(({ language }) => language).toSorted()).toEqual(["de", "fr"])
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      failure(reply, 409, "RESOURCE_007", ["language"])
    }
    const { translations = [] } = await template(client, en.id)
    expect(translations.map(({ template_id }) => template_id).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })

  it("is done once with one Idempotency-Key, and not at all in the sandbox [XTP-012]", async () => {
    const { client } = given()
    const en = await first(client)
    const body = { definition: german, language: "de", translation_of: en.id }
    const shown = success<Template>(await client.post(path, { ...body, sandbox: true }), 201)
    expect(shown).toMatchObject({ id: aUuid, language: "de", translation_of: en.id })
    expect(await template(client, en.id)).toStrictEqual(en)
    const headers = { "idempotency-key": "one-translation-only" }
    const made = success<Template>(await client.post(path, body, headers), 201)
    expect(success<Template>(await client.post(path, body, headers), 201)).toStrictEqual(made)
  })
}

const sending = (given: () => Given): void => {
  it("takes the language that it asks for, and says so [XTP-014, XTP-015]", async () => {
    const { client } = given()
    const en = await approvedTemplate(client, english)
    const de = await translated(client, en.id, "de", german, { submit_for_review: true })
    await reached(client, de.id, "APPROVED")
    const fr = await translated(client, en.id, "fr", french)
    const sent = async (asked: object) => {
      const { recipients, ...accepted } = await send(client, { to: [phone(61)], template: asked, channel: ["sms"] })
      const message = await settled(client, recipients[0]!.message_id)
      const { activities: told } = await activities(client, message.id)
      expect([accepted.template_id, accepted.template_name]).toEqual([message.template_id, en.name])
      return [message.template_id, message.message_body?.content ?? message.reason_code, told.at(-1)?.description]
    }
    const { name } = en
    const byDefault = `accepted; in ${en.language}, the first language of the name`
    const asked = (language: string) => `accepted; in ${language}, which the send asks for`
    expect(await sent({ name })).toEqual([en.id, "Good morning", byDefault])
    expect(await sent({ name, language: null })).toEqual([en.id, "Good morning", byDefault])
    expect(await sent({ name, language: "de" })).toEqual([de.id, "Guten Morgen", asked("de")])
    expect(await sent({ id: en.id, language: "de" })).toEqual([de.id, "Guten Morgen", asked("de")])
    expect(await sent({ id: de.id, language: en.language })).toEqual([en.id, "Good morning", asked(en.language)])
    expect(await sent({ id: de.id })).toEqual([
      de.id,
      "Guten Morgen",
      "accepted; in de, the language of the template that the send names"
    ])
    // Each language has an approval of its own.
    expect(await sent({ name, language: "fr" })).toEqual([fr.id, "BUSINESS_005", asked("fr")])
    expect(await sent({ id: fr.id, language: "de" })).toEqual([de.id, "Guten Morgen", asked("de")])
  })

  it("is refused in a language that the name does not have [XTP-014]", async () => {
    const { client } = given()
    const en = await first(client)
    const asked = (template: object) => client.post("/v3/messages", { to: [phone(62)], template })
    failure(await asked({ name: en.name, language: "de" }), 404, "RESOURCE_002")
    failure(await asked({ id: en.id, language: "en_US" }), 404, "RESOURCE_002")
    failure(await asked({ id: en.id, language: "German" }), 400, "VALIDATION_001", ["template.language"])
    expect((await send(client, { to: [phone(62)], template: { id: en.id, language: "en" } })).template_id).toBe(en.id)
  })

  it("of a template in one language tells of none [XTP-015]", async () => {
    const { client } = given()
    const { id } = await first(client)
    const message = await sendOne(client, { to: [phone(63)], template: { id }, channel: ["sms"] })
    expect((await activities(client, message.id)).activities.at(-1)?.description).toBe("accepted")
  })
}

const leaving = (given: () => Given): void => {
  it("is for translations before the first, and leaves the language free [XTP-016]", async () => {
    const { client } = given()
    const en = await first(client)
    const de = await translated(client, en.id, "de", german)
    const fr = await translated(client, en.id, "fr", french)
    const message = await sendOne(client, { to: [phone(64)], template: { id: de.id }, channel: ["sms"] })
    failure(await remove(client, en.id), 400, "VALIDATION_001", ["id"])
    expect((await remove(client, de.id)).status).toBe(204)
    expect((await template(client, en.id)).translations).toEqual([{ language: "fr", template_id: fr.id }])
    expect(await settled(client, message.id)).toMatchObject({ template_id: de.id, template_name: en.name })
    const body = { to: [phone(64)], template: { name: en.name, language: "de" } }
    failure(await client.post("/v3/messages", body), 404, "RESOURCE_002")
    const again = await translated(client, en.id, "de", german)
    for (const id of [fr.id, again.id, en.id]) expect((await remove(client, id)).status).toBe(204)
  })

  it("never leaves a translation without its first, whoever is faster [XTP-016]", async () => {
    const { client } = given()
    for (let time = 0; time < 4; time++) {
      const en = await first(client)
      const [gone, joined] = await Promise.all([remove(client, en.id), translate(client, en.id, "de", german)])
      if (gone.status === 204) failure(joined, 404, "RESOURCE_002")
      else {
        failure(gone, 400, "VALIDATION_001", ["id"])
        const { id } = success<Template>(joined, 201)
        expect((await template(client, en.id)).translations).toEqual([{ language: "de", template_id: id }])
      }
    }
  })
}

const changing = (given: () => Given): void => {
  it("keeps name and language as long as there are several [XTP-017]", async () => {
    const { client } = given()
    const en = await first(client)
    const de = await translated(client, en.id, "de", german)
    for (const { id } of [en, de]) {
      failure(await put(client, id, { name: "another" }), 400, "VALIDATION_001", ["name"])
      failure(await put(client, id, { name: "another", language: "nl" }), 400, "VALIDATION_001", ["language", "name"])
    }
    const changed = await change(client, de.id, { definition: definition("Moin"), name: de.name, language: "de" })
    expect(changed).toMatchObject({ id: de.id, name: en.name, translation_of: en.id })
    expect((await remove(client, de.id)).status).toBe(204)
    expect(await change(client, en.id, { language: "nl" })).toMatchObject({
      language: "nl",
      customer_id: (await me(client)).id
    })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Languages of templates (${name})`, () => {
    const given = server(start)
    describe("a translation", () => joining(given))
    describe("a send", () => sending(given))
    describe("a deletion", () => leaving(given))
    describe("a change", () => changing(given))
  })
}
