/**
 * Legacy v2 sends a template to a number or to a contact, and quick messages, five a day (specification "Limits",
 * "Versioning"; decisions part 10).
 */
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, inStatus, settled } from "./internal/actions.ts"
import { aUuid, failure, success } from "./internal/answers.ts"
import { create, list } from "./internal/contacts.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Customer } from "./internal/legacy.ts"
import { bare, customer } from "./internal/legacy.ts"
import type { Message } from "./internal/resources.ts"
import { greeted, greeting, parameters, phone, unknownId } from "./internal/samples.ts"

const toPhone = "/v2/messages/phone"
const toContact = "/v2/messages/contact"
const quick = "/v2/messages/quick-message"

const sent = async ({ legacy }: Customer, path: string, body: object): Promise<string> => {
  const answer = bare<{ readonly messageId: string }>(await legacy.post(path, body), 202)
  expect(answer).toStrictEqual({ messageId: aUuid })
  return answer.messageId
}

const sends = (given: () => Given): void => {
  it("go to a number: 202 with messageId [V2-003, V2-005, V2-007]", async (context) => {
    const mine = await customer(given(), context)
    const { id: templateId } = await approvedTemplate(mine.client, greeting)
    const id = await sent(mine, toPhone, { phoneNumber: phone(5), templateId, templateVariables: parameters })
    expect(await settled(mine.client, id)).toMatchObject({
      status: "DELIVERED",
      phone: phone(5),
      channel: "sms",
      template_id: templateId,
      message_body: { content: greeted }
    })
  })

  it("go to a contact: 202 with messageId [V2-003, V2-005, V2-008]", async (context) => {
    const mine = await customer(given(), context)
    const { id: templateId } = await approvedTemplate(mine.client, greeting)
    const { id: contactId } = await create(mine.client, phone(6))
    const id = await sent(mine, toContact, { contactId, templateId, templateVariables: parameters })
    expect(await settled(mine.client, id)).toMatchObject({
      status: "DELIVERED",
      contact_id: contactId,
      phone: phone(6),
      message_body: { content: greeted }
    })
  })

  it("do without variables, as v3 does", async (context) => {
    const mine = await customer(given(), context)
    const { id: templateId } = await approvedTemplate(mine.client, greeting)
    for (const more of [{}, { templateVariables: null }, { templateVariables: {} }]) {
      const id = await sent(mine, toPhone, { phoneNumber: phone(5), templateId, ...more })
      expect(await settled(mine.client, id)).toMatchObject({ status: "FAILED", reason_code: "VALIDATION_008" })
    }
  })

  it("have no sandbox and no Idempotency-Key: both are v3's", async (context) => {
    const mine = await customer(given(), context)
    const { id: templateId } = await approvedTemplate(mine.client, greeting)
    const body = { phoneNumber: phone(5), templateId, templateVariables: parameters }
    const headers = { "idempotency-key": "v2-has-no-keys" }
    const [one, other] = [
      await mine.legacy.post(toPhone, body, headers),
      await mine.legacy.post(toPhone, body, headers)
    ]
    expect(bare<object>(one, 202)).not.toEqual(bare<object>(other, 202))
    expect(other.headers.has("idempotent-replayed")).toBe(false)
    const reply = await mine.legacy.post(toPhone, { ...body, sandbox: true })
    expect(reply.headers.has("x-sandbox")).toBe(false)
    const { messageId } = bare<{ readonly messageId: string }>(reply, 202)
    expect((await settled(mine.client, messageId)).status).toBe("DELIVERED")
  })

  it("are refused with the names of v2", async (context) => {
    const mine = await customer(given(), context)
    const { legacy } = mine
    const { id: templateId } = await createTemplate(mine.client, greeting)
    failure(await legacy.post(toPhone, {}), 400, "VALIDATION_001", ["phoneNumber", "templateId"])
    failure(await legacy.post(toContact, {}), 400, "VALIDATION_001", ["contactId", "templateId"])
    failure(await legacy.post(toPhone, { phoneNumber: "12", templateId }), 400, "VALIDATION_002", ["phoneNumber"])
    failure(await legacy.post(toContact, { contactId: "12", templateId }), 400, "VALIDATION_003", ["contactId"])
    const flawed = { phoneNumber: phone(5), templateId: "12", templateVariables: { name: [] } }
    failure(await legacy.post(toPhone, flawed), 400, "VALIDATION_001", ["templateId", "templateVariables.name"])
    const values = { phoneNumber: phone(5), templateId, templateVariables: { name: "a\nb", order: "1" } }
    failure(await legacy.post(toPhone, values), 400, "VALIDATION_008", ["templateVariables.name"])
  })

  it("are refused for a template and a contact that are not the customer's", async (context) => {
    const mine = await customer(given(), context)
    const stranger = await customer(given(), context)
    const template = await createTemplate(mine.client, greeting)
    const contact = await create(mine.client, phone(7))
    for (const templateId of [unknownId, (await createTemplate(stranger.client, greeting)).id]) {
      failure(await mine.legacy.post(toPhone, { phoneNumber: phone(5), templateId }), 404, "RESOURCE_002")
      failure(await mine.legacy.post(toContact, { contactId: contact.id, templateId }), 404, "RESOURCE_002")
    }
    for (const contactId of [unknownId, (await create(stranger.client, phone(7))).id]) {
      failure(await mine.legacy.post(toContact, { contactId, templateId: template.id }), 404, "RESOURCE_001")
    }
  })
}

interface Quick {
  readonly smsMessageId: string
  readonly whatsappMessageId: string
}

const day = 86_400_000

/** Five messages of a test must be of one day: shortly before midnight it waits for the next one. */
const inOneDay = async (): Promise<void> => {
  const left = day - Date.now() % day
  if (left < 20_000) await sleep(left + 1000)
}

const body = { phoneNumber: phone(8), customMessage: "See you at six" }

const quickMessages = (given: () => Given): void => {
  it("go out by SMS and by WhatsApp: 200 with both ids [V2-003, V2-005, V2-009]", async (context) => {
    const mine = await customer(given(), context, { channels: ["sms", "whatsapp"] })
    const answer = bare<Quick>(await mine.legacy.post(quick, body), 200)
    expect(answer).toStrictEqual({ smsMessageId: aUuid, whatsappMessageId: aUuid })
    // The windows of free texts are v3's: nobody has written before.
    expect(await inStatus(mine.client, answer.smsMessageId, "BLOCKED")).toMatchObject({
      phone: phone(8),
      reason_code: "CONVERSATION_TEMPLATE_REQUIRED"
    })
    expect(await inStatus(mine.client, answer.whatsappMessageId, "FAILED")).toMatchObject({
      phone: phone(8),
      reason_code: "WHATSAPP_TEMPLATE_REQUIRED"
    })
  })

  it("are delivered to whoever got a template", async (context) => {
    const mine = await customer(given(), context)
    const { id: templateId } = await approvedTemplate(mine.client, greeting)
    const opening = await sent(mine, toPhone, { phoneNumber: phone(8), templateId, templateVariables: parameters })
    await inStatus(mine.client, opening, "DELIVERED")
    const { smsMessageId } = bare<Quick>(await mine.legacy.post(quick, body), 200)
    expect(await settled(mine.client, smsMessageId)).toMatchObject({
      status: "DELIVERED",
      message_body: { content: "See you at six" }
    })
  })

  it("are five a day: the sixth is 429, and sends nothing [V2-001]", { timeout: 60_000 }, async (context) => {
    await inOneDay()
    const mine = await customer(given(), context)
    for (let count = 0; count < 5; count++) {
      bare(await mine.legacy.post(quick, { ...body, phoneNumber: phone(count) }), 200)
    }
    for (const phoneNumber of [phone(0), phone(20)]) {
      const limited = await mine.legacy.post(quick, { ...body, phoneNumber })
      failure(limited, 429, "BUSINESS_002")
      const midnight = Math.ceil(Date.now() / day) * day / 1000
      expect(limited.headers.get("x-ratelimit-limit")).toBe("5")
      expect(limited.headers.get("x-ratelimit-remaining")).toBe("0")
      expect(Math.abs(Number(limited.headers.get("x-ratelimit-reset")) - midnight)).toBeLessThanOrEqual(1)
      expect(Math.abs(Number(limited.headers.get("retry-after")) - (midnight - Date.now() / 1000))).toBeLessThanOrEqual(
        5
      )
    }
    expect((await list(mine.client, { phone: phone(20) })).contacts).toEqual([])
    const { messages } = success<{ readonly messages: ReadonlyArray<Message> }>(
      await mine.client.get("/v3/conversations?page=1&page_size=100"),
      200
    )
    expect(messages).toHaveLength(10)
    // Neither the other ways of v2 nor other customers are held up.
    const { id: templateId } = await createTemplate(mine.client, greeting)
    await sent(mine, toPhone, { phoneNumber: phone(0), templateId })
    bare(await (await customer(given(), context)).legacy.post(quick, body), 200)
  })

  it("are five a day when they come at the same time [V2-001]", { timeout: 60_000 }, async (context) => {
    await inOneDay()
    const mine = await customer(given(), context)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => mine.legacy.post(quick, { ...body, phoneNumber: phone(index) }))
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
  })

  it("that are refused do not count [V2-001]", { timeout: 60_000 }, async (context) => {
    await inOneDay()
    const mine = await customer(given(), context)
    const { legacy } = mine
    failure(await legacy.post(quick, {}), 400, "VALIDATION_001", ["customMessage", "phoneNumber"])
    for (const customMessage of ["", "  ", "x".repeat(3073), 1, null]) {
      failure(await legacy.post(quick, { ...body, customMessage }), 400, "VALIDATION_001", ["customMessage"])
    }
    failure(await legacy.post(quick, { ...body, phoneNumber: "12" }), 400, "VALIDATION_002", ["phoneNumber"])
    for (let count = 0; count < 5; count++) bare(await legacy.post(quick, body), 200)
    failure(await legacy.post(quick, body), 429, "BUSINESS_002")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Legacy v2 sends (${name})`, () => {
    const given = server(start)
    describe("templates", () => sends(given))
    describe("quick messages", () => quickMessages(given))
  })
}
