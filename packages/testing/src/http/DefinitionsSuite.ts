/**
 * Templates in all their parts: whatever is right is stored as it came and can be sent, whatever is wrong is told with
 * its path, and each channel gets what it can show (specification "Template", decisions 3.4, 5.4 and 9.3).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as FlawedDefinitions from "../generate/FlawedDefinitions.ts"
import * as SizedDefinitions from "../generate/SizedDefinitions.ts"
import * as WholeDefinitions from "../generate/WholeDefinitions.ts"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, createTemplate, send, sendOne } from "./internal/actions.ts"
import { failure } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import { phone, variable } from "./internal/samples.ts"
import { change, put } from "./internal/templates.ts"

const reply = (id: number, text: string) => ({ id, type: "QUICK_REPLY", props: { text, quickReplyType: "custom" } })

const whole = {
  header: { type: "text", template: "Dear {{0:variable}}", variables: [variable(0, "name")] },
  body: {
    sms: { template: "SMS {{0:variable}}", variables: [variable(0, "order")] },
    whatsapp: { template: "WhatsApp {{order}}", variables: [variable(0, "order")] },
    mms: { template: "MMS {{0}}", variables: [variable(0, "order")], media: [{ url: "https://example.com/a.png" }] }
  },
  footer: { type: "text", template: "Acme" },
  buttons: ["one", "two", "three", "four", "five"].map((text, index) => reply(index + 1, text))
}

const parameters = { name: "Ada", order: "7" }

const texts = {
  sms: "Dear Ada\n\nSMS 7\n\nAcme",
  whatsapp: "Dear Ada\n\nWhatsApp 7\n\nAcme",
  rcs: "Dear Ada\n\nSMS 7\n\nAcme",
  mms: "MMS 7",
  auto_detect: "Dear Ada\n\nSMS 7\n\nAcme"
}

const storing = (given: () => Given): void => {
  const { authentication, valid } = WholeDefinitions

  propWith({ runs: 40 })(
    "keeps whatever is right as it came [TPL-016, TPL-050, TPL-087]",
    fc.oneof(
      fc.tuple(valid, fc.constantFrom("UTILITY", "MARKETING")),
      fc.tuple(authentication, fc.constant("AUTHENTICATION"))
    ),
    fc.constantFrom("en_US", "de", "pt_BR"),
    fc.boolean(),
    async ([definition, category], language, submitted) => {
      const template = await createTemplate(given().client, definition, {
        category,
        language,
        submit_for_review: submitted
      })
      expect([template.status, template.category, template.language]).toEqual([
        submitted ? "PENDING" : "DRAFT",
        category,
        language
      ])
      expect(template.definition).toStrictEqual({ definitionVersion: "1.0", ...definition })
      const { multiChannel, rcs, sms, mms } = definition.body
      expect(template.channels).toEqual([
        "sms",
        "whatsapp",
        ...(rcs ?? multiChannel ?? sms) === undefined ? [] : ["rcs"],
        ...mms === undefined ? [] : ["mms"]
      ])
    }
  )

  it("stores 0 for a button without id [BTN-011, BTN-013]", async () => {
    const { id: _, ...button } = reply(1, "one")
    const template = await createTemplate(given().client, { body: whole.body, buttons: [button] })
    expect(template.definition).toMatchObject({ buttons: [{ id: 0, ...button }] })
  })

  it("names the variables of all parts, each once", async () => {
    const template = await createTemplate(given().client, whole)
    expect(template.variables).toEqual(["name", "order"])
  })

  propWith({ runs: 150 })(
    "refuses what is wrong in one thing, and says where [ENV-027, ERR-003]",
    // Half a character is no JSON text: the body as a whole is refused before anyone looks at the definition.
    FlawedDefinitions.flawed.filter(({ way }) => way.reason !== "half_character"),
    async ({ definition, way }) => {
      const answer = await given().client.post("/v3/templates", { definition, category: way.category })
      failure(answer, 400, "VALIDATION_001", [way.field])
    }
  )

  it("keeps 65,536 bytes of what it shows, in any characters, and refuses one more", async () => {
    const { client } = given()
    const [most, more] = [SizedDefinitions.sized(65_536), SizedDefinitions.sized(65_537)]
    const { definition, id } = await createTemplate(client, most)
    expect(Buffer.byteLength(JSON.stringify(definition))).toBe(65_536)
    for (const sandbox of [false, true]) {
      failure(await client.post("/v3/templates", { definition: more, sandbox }), 400, "VALIDATION_001", ["definition"])
      failure(await put(client, id, { definition: more, sandbox }), 400, "VALIDATION_001", ["definition"])
    }
    expect((await change(client, id, { definition: most, language: "de" })).definition).toEqual(definition)
  })

  it("refuses a config of codes where no category is said and the text is for none [TPL-022]", async () => {
    const definition = { body: { multiChannel: { template: "Hi" } }, authenticationConfig: {} }
    const answer = await given().client.post("/v3/templates", { definition })
    failure(answer, 400, "VALIDATION_001", ["definition.authenticationConfig"])
  })
}

const sending = (given: () => Given): void => {
  it("shows each channel's text in one answer [TPL-048, TPL-057, TPL-077, TPL-078, TPL-079, TPL-080, MMS-011]", async () => {
    const { client } = given()
    const { id } = await createTemplate(client, whole)
    const channel = Object.keys(texts)
    const { recipients } = await send(client, { to: [phone(1)], template: { id, parameters }, channel })
    expect(Object.fromEntries(recipients.map((each) => [each.channel, each.body]))).toEqual(texts)
  })

  it("refuses mms for a template without an mms body [MMS-010, MMS-011]", async () => {
    const { client } = given()
    const { id } = await createTemplate(client, { ...whole, body: { multiChannel: { template: "Hi" } } })
    const answer = await client.post("/v3/messages", {
      to: [phone(1)],
      template: { id, parameters },
      channel: ["mms"]
    })
    failure(answer, 400, "VALIDATION_001", ["template"])
  })

  it("brings SMS the header, the body and the footer as one text [TPL-077, TPL-078, BTN-003]", async () => {
    const { client } = given()
    const { id } = await approvedTemplate(client, whole)
    const message = await sendOne(client, { to: [phone(1)], template: { id, parameters }, channel: ["sms"] })
    expect(message.message_body).toEqual({
      header: null,
      content: texts.sms,
      footer: null,
      buttons: null,
      headerMedia: null,
      media: null,
      subject: null
    })
  })

  it("fails when a value is missing, and refuses one that the pattern refuses [VAR-019, VAR-027]", async () => {
    const { client } = given()
    const order = { ...variable(0, "order"), props: { variableType: "text", sample: "1", regex: "[0-9]{1,6}" } }
    const { id } = await approvedTemplate(client, { body: { multiChannel: { template: "{{0}}", variables: [order] } } })
    const body = (parameters: object) => ({ to: [phone(1)], template: { id, parameters }, channel: ["sms"] })
    failure(await client.post("/v3/messages", body({ order: "A1" })), 400, "VALIDATION_008", [
      "template.parameters.order"
    ])
    const failed = await sendOne(client, body({}))
    expect(failed).toMatchObject({ status: "FAILED", reason_code: "VALIDATION_008" })
    const [last] = (await activities(client, failed.id)).activities
    expect(last).toMatchObject({ status: "FAILED", description: "A template variable is missing or invalid: order" })
    expect((await sendOne(client, body({ order: 123456 }))).message_body?.content).toBe("123456")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Definitions (${name})`, () => {
    const given = server(start)
    describe("storing", () => storing(given))
    describe("sending", () => sending(given))
  })
}
