/**
 * Previews: they show what a send would show, charge and refuse, and do nothing (decisions 15.2).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as FlawedDefinitions from "../generate/FlawedDefinitions.ts"
import * as WholeDefinitions from "../generate/WholeDefinitions.ts"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Failure } from "./internal/answers.ts"
import { actingAs } from "./internal/given.ts"
import { definition, greeted, greeting, parameters, phone, phones, unknownId, variable } from "./internal/samples.ts"
import { change, list, path } from "./internal/templates.ts"
import type { World } from "./internal/world.ts"
import { listen, names, way, world } from "./internal/world.ts"

interface Flaw {
  readonly field: string
  readonly code: string
  readonly reason?: string
  readonly message: string
}

interface ChannelPreview {
  readonly channel: string
  readonly is_approved: boolean | null
  readonly flaws: ReadonlyArray<Flaw>
  readonly message_body: { readonly content: string } | null
  readonly text: string | null
  readonly encoding: string | null
  readonly units: number | null
  readonly segments: number | null
  readonly forces_unicode: ReadonlyArray<object>
  readonly smart_encoding: object | null
  readonly prices: ReadonlyArray<{
    readonly to: string | null
    readonly country: string
    readonly price: number | null
    readonly active_contact_price: number | null
  }>
}

interface Preview {
  readonly template_id: string | null
  readonly revision: number | null
  readonly category: string
  readonly language: string
  readonly flaws: ReadonlyArray<Flaw>
  readonly channels: ReadonlyArray<ChannelPreview>
}

const preview = async (client: HttpClient, id: string, body: object = {}): Promise<Preview> =>
  success<Preview>(await client.post(`${path}/${id}/preview`, body), 200)

/** Previews a definition that is not saved. */
const previewOf = async (client: HttpClient, body: object): Promise<Preview> =>
  success<Preview>(await client.post(`${path}/preview`, body), 200)

const on = ({ channels }: Preview, wanted: string): ChannelPreview => {
  const found = channels.find(({ channel }) => channel === wanted)
  if (found === undefined) throw new Error(`nothing is shown on ${wanted}`)
  return found
}

const saved = (world: World): void => {
  const { given, receiver, template } = world

  it("shows what a message shows and costs, on each channel of the template [XTP-006]", async () => {
    const { client } = given()
    const shown = await preview(client, template().id, { parameters, to: [phone(81)], countries: ["de", "US"] })
    expect(shown).toMatchObject({
      template_id: template().id,
      revision: 1,
      category: template().category,
      language: template().language,
      flaws: []
    })
    expect(shown.channels.map(({ channel }) => channel)).toEqual(template().channels)
    const sms = on(shown, "sms")
    const sent = await sendOne(client, {
      to: [phone(81)],
      template: { id: template().id, parameters },
      channel: ["sms"]
    })
    expect(sms).toMatchObject({
      is_approved: true,
      flaws: [],
      message_body: sent.message_body,
      text: greeted,
      encoding: "GSM-7",
      units: greeted.length,
      segments: 1,
      forces_unicode: []
    })
    expect(sms.prices.map(({ country, to }) => [to, country])).toEqual([[phone(81), "US"], [null, "DE"], [null, "US"]])
    for (const each of [sms.prices[0]!, sms.prices[2]!]) {
      expect([each.price, each.active_contact_price]).toEqual([sent.price, sent.active_contact_price])
    }
    for (const channel of ["whatsapp", "rcs"]) {
      expect(on(shown, channel)).toMatchObject({ text: greeted, encoding: null, units: null, segments: null })
    }
    // A handset shows on RCS a chip to opt out by.
    expect(on(shown, "rcs").message_body).toMatchObject({ buttons: [{ value: "STOP" }] })
  })

  it("charges each segment, and says which character makes there be more [XTP-006, XTP-008]", async () => {
    const { client } = given()
    const asked = { to: [phone(82)], parameters: { name: "Ada", order: "x".repeat(100) } }
    const plain = on(await preview(client, template().id, asked), "sms")
    const text = `It\u2019s ${"x".repeat(90)}\u2014\u{1f600}`
    const long = on(await preview(client, template().id, { ...asked, parameters: { name: "Ada", order: text } }), "sms")
    expect([plain.encoding, plain.segments, long.encoding, long.segments]).toEqual(["GSM-7", 1, "UCS-2", 2])
    expect(long.prices[0]!.price).toBeCloseTo(2 * plain.prices[0]!.price!, 10)
    const start = "Hello Ada, order ".length
    expect(long.forces_unicode).toStrictEqual([
      { index: start + 2, character: "\u2019", code_point: "U+2019", name: "RIGHT SINGLE QUOTATION MARK" },
      { index: start + 95, character: "\u2014", code_point: "U+2014", name: "EM DASH" },
      { index: start + 96, character: "\u{1f600}", code_point: "U+1F600", name: null }
    ])
    const sent = await sendOne(client, {
      to: [phone(82)],
      template: { id: template().id, parameters: { name: "Ada", order: text } },
      channel: ["sms"]
    })
    expect(sent.price).toBe(long.prices[0]!.price)
  })

  it("shows an SMS with smart encoding as it is sent, and what was replaced [XTP-021]", async () => {
    const { client } = given()
    const order = `\u201c${"x".repeat(60)}\u201d\u201d\u00a0`
    const asked = { to: [phone(85)], parameters: { name: "Ada", order } }
    const shown = async (more: object) => on(await preview(client, template().id, { ...asked, ...more }), "sms")
    const written = await shown({})
    expect(await shown({ smart_encoding: false })).toEqual(written)
    expect(written).toMatchObject({ encoding: "UCS-2", segments: 2, smart_encoding: null })
    const encoded = await shown({ smart_encoding: true })
    expect(encoded).toMatchObject({ encoding: "GSM-7", segments: 1, forces_unicode: [] })
    const quote = { name: "LEFT DOUBLE QUOTATION MARK", plain: "\"", times: 1 }
    expect(encoded.smart_encoding).toStrictEqual({
      encoding_before: "UCS-2",
      segments_before: 2,
      replacements: [
        { character: "\u201c", code_point: "U+201C", ...quote },
        { character: "\u201d", code_point: "U+201D", ...quote, name: "RIGHT DOUBLE QUOTATION MARK", times: 2 },
        { character: "\u00a0", code_point: "U+00A0", name: "NO-BREAK SPACE", plain: " ", times: 1 }
      ]
    })
    const sent = await sendOne(client, {
      to: [phone(85)],
      template: { id: template().id, parameters: asked.parameters },
      channel: ["sms"],
      smart_encoding: true
    })
    expect(sent).toMatchObject({ message_body: encoded.message_body, price: encoded.prices[0]!.price })
    const emoji = await shown({ smart_encoding: true, parameters: { name: "Ada", order: `${order}\u{1f600}` } })
    expect(emoji).toMatchObject({
      encoding: "UCS-2",
      segments: 2,
      smart_encoding: { encoding_before: "UCS-2", segments_before: 2, replacements: [] }
    })
    const whatsapp = on(await preview(client, template().id, { ...asked, smart_encoding: true }), "whatsapp")
    expect([whatsapp.smart_encoding, whatsapp.text?.includes("\u201c")]).toEqual([null, true])
    const wrong = { ...asked, smart_encoding: "yes" }
    failure(await client.post(`${path}/${template().id}/preview`, wrong), 400, "VALIDATION_001", ["smart_encoding"])
  })

  it("tells what is wrong with the values, as a send does [XTP-009]", async () => {
    const { client } = given()
    const wrong = { name: "Ada", order: "two\nlines" }
    const body = { to: [phone(83)], template: { id: template().id, parameters: wrong }, channel: ["sms"] }
    const refused = failure(await client.post("/v3/messages", body), 400, "VALIDATION_008", [
      "template.parameters.order"
    ])
    const sms = on(await preview(client, template().id, { parameters: wrong }), "sms")
    expect(sms.flaws).toEqual([{
      field: "template.parameters.order",
      code: "VALIDATION_008",
      message: refused.details!["template.parameters.order"]![0]
    }])
    expect(sms).toMatchObject({ message_body: null, text: null, encoding: null, segments: null, prices: [] })
    const missing = on(await preview(client, template().id, { parameters: { name: "Ada" } }), "sms")
    expect(missing.flaws.map(({ field }) => field)).toEqual(["template.parameters.order"])
    const sample = await preview(client, template().id, { parameters: { name: "Ada" }, use_samples: true })
    expect(on(sample, "sms").text).toBe("Hello Ada, order sample is ready.")
  })

  it("shows an earlier revision, and where it may be sent [XTP-010, XTP-011]", async () => {
    const { client } = given()
    const { id } = await approvedTemplate(client, definition("What was approved"))
    await change(client, id, { definition: definition("What nobody has seen") })
    const shown = async (body: object) => {
      const { revision, ...found } = await preview(client, id, body)
      const { is_approved, text } = on({ revision, ...found }, "sms")
      return [revision, text, is_approved]
    }
    expect(await shown({})).toEqual([2, "What nobody has seen", false])
    expect(await shown({ revision: 2 })).toEqual([2, "What nobody has seen", false])
    expect(await shown({ revision: 1 })).toEqual([1, "What was approved", true])
    failure(await client.post(`${path}/${id}/preview`, { revision: 3 }), 404, "RESOURCE_002")
    failure(await client.post(`${path}/${id}/preview`, { revision: 0 }), 400, "VALIDATION_005", ["revision"])
  })

  it("is of one's own templates only [XTP-011]", async () => {
    const { client, other, profile, subject } = given()
    for (const stranger of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      failure(await stranger.post(`${path}/${template().id}/preview`, {}), 404, "RESOURCE_002")
    }
    failure(await client.post(`${path}/${unknownId}/preview`, { revision: 1 }), 404, "RESOURCE_002")
    failure(await client.post(`${path}/nonsense/preview`, {}), 400, "VALIDATION_003", ["id"])
  })

  it("has bounds [XTP-011]", async () => {
    const { client } = given()
    const countries = Array.from({ length: 101 }, () => "US")
    const many = on(
      await preview(client, template().id, { parameters, to: phones(100), countries: countries.slice(1) }),
      "sms"
    )
    expect(many.prices).toHaveLength(200)
    const wrong = async (body: object, code: string, field: string) =>
      failure(await client.post(`${path}/${template().id}/preview`, body), 400, code, [field])
    await wrong({ to: phones(101) }, "VALIDATION_001", "to")
    await wrong({ countries }, "VALIDATION_001", "countries")
    await wrong({ countries: ["US", "Utopia"] }, "VALIDATION_001", "countries[1]")
    await wrong({ to: ["12"] }, "VALIDATION_002", "to[0]")
    await wrong({ parameters: { name: {} } }, "VALIDATION_001", "parameters.name")
  })

  it("does nothing, and answers alike in the sandbox [XTP-006]", async () => {
    const { client } = given()
    const { path: hook } = await listen(world)
    const before = await list(client)
    for (const id of [template().id, ""]) {
      const body = { ...(id === "" ? { definition: greeting } : {}), parameters, to: [phone(84)] }
      const at = id === "" ? `${path}/preview` : `${path}/${id}/preview`
      const real = success(await client.post(at, body), 200)
      expect(success(await client.post(at, { ...body, sandbox: true }), 200)).toEqual(real)
    }
    expect(await list(client)).toEqual(before)
    // The next message's events are the first that come.
    await sendOne(client, { to: [phone(84)], template: { id: template().id, parameters }, channel: ["sms"] })
    expect(names(await receiver().until(hook, (found) => found.length >= way.length))).toEqual(way)
  })
}

/** Returns what the creation of a template is refused for; empty when it is not. */
const refusal = async (
  client: HttpClient,
  body: object
): Promise<ReadonlyArray<readonly [string, ReadonlyArray<string>]>> => {
  const { json } = await client.post(path, { ...body, sandbox: true })
  const { error } = json as { readonly error: Failure | null }
  return Object.entries(error?.details ?? {})
}

const unsaved = ({ given }: World): void => {
  const parts = fc.oneof(
    WholeDefinitions.valid.map((definition) => ({ definition: definition as unknown, category: "UTILITY" })),
    FlawedDefinitions.flawed.filter(({ way }) => way.reason !== "half_character").map(({ definition, way }) => ({
      definition: definition as unknown,
      category: way.category
    }))
  )

  propWith({ runs: 40 })(
    "tells the flaws that the creation of a template is refused for, and is shown without any [XTP-007]",
    parts,
    async (body) => {
      const { client } = given()
      const { channels, flaws } = await previewOf(client, { ...body, use_samples: true })
      const told = new Map<string, ReadonlyArray<string>>()
      for (const { field, message } of flaws) told.set(field, [...told.get(field) ?? [], message])
      expect([...told].toSorted()).toEqual((await refusal(client, body)).toSorted())
      for (const { code, reason } of flaws) expect([code, typeof reason]).toEqual(["VALIDATION_001", "string"])
      expect(channels.length > 0).toBe(flaws.length === 0)
    }
  )

  it("is shown as a template of it would be [XTP-006, XTP-009]", async () => {
    const { client } = given()
    const whole = {
      header: { type: "text", template: "Dear {{0:variable}}", variables: [variable(0, "name")] },
      ...greeting,
      footer: { type: "text", template: "Acme" },
      buttons: [{ id: 1, type: "QUICK_REPLY", props: { text: "Thanks", quickReplyType: "custom" } }]
    }
    const { id } = await createTemplate(client, whole, { language: "de", category: "UTILITY" })
    const asked = { parameters: { name: "Ada" }, use_samples: true, countries: ["US", "DE"] }
    const ofTemplate = await preview(client, id, asked)
    const ofDefinition = await previewOf(client, { ...asked, definition: whole, language: "de", category: "UTILITY" })
    expect(ofDefinition).toEqual({
      ...ofTemplate,
      template_id: null,
      revision: null,
      channels: ofTemplate.channels.map((each) => ({ ...each, is_approved: null }))
    })
    expect(on(ofDefinition, "sms").text).toBe("Dear Ada\n\nHello Ada, order sample is ready.\n\nAcme")
    expect(on(ofDefinition, "whatsapp").message_body).toMatchObject({ footer: "Acme", buttons: [{ text: "Thanks" }] })
  })

  it("has the category and the language that the service would derive", async () => {
    const { client } = given()
    const text = definition("Sale: 50 % off everything in the shop today")
    const { category, language } = await createTemplate(client, text)
    expect(await previewOf(client, { definition: text })).toMatchObject({ category, language, flaws: [] })
  })

  it("is asked for with a definition", async () => {
    failure(await given().client.post(`${path}/preview`, {}), 400, "VALIDATION_001", ["definition"])
    failure(
      await given().client.post(`${path}/preview`, { definition: greeting, category: "X" }),
      400,
      "VALIDATION_006",
      [
        "category"
      ]
    )
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Previews of templates (${name})`, () => {
    const setting = world(start)
    describe("a preview", () => saved(setting))
    describe("a definition that is not saved", () => unsaved(setting))
  })
}
