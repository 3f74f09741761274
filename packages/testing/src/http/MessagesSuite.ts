/**
 * Sends that are accepted, and the messages that come of them (specification "Message", "Messages"; decisions 3.2).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import {
  activities,
  approvedTemplate,
  createTemplate,
  me,
  message,
  send,
  sendOne,
  settled
} from "./internal/actions.ts"
import { anInstant, aText, aUuid, failure, millis, success, uuid } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Message, Recipient, Template } from "./internal/resources.ts"
import { aPhone, ofVersion3 } from "./internal/resources.ts"
import { greeted, greeting, parameters, phone, phones, unknownId } from "./internal/samples.ts"

interface Prepared {
  template: Template
}

const acceptance = (given: () => Given, prepared: Prepared): void => {
  const body = (more: object = {}): object => ({
    to: [phone(1)],
    template: { id: prepared.template.id, parameters },
    channel: ["sms"],
    ...more
  })

  it("has one form [ENV-004, MSG-002, MSG-028, MSG-051, MSG-053]", async () => {
    const { id, name } = prepared.template
    expect(success(await given().client.post("/v3/messages", body()), 202)).toStrictEqual({
      status: "QUEUED",
      template_id: id,
      template_name: name,
      recipients: [{ message_id: aUuid, to: phone(1), channel: "sms", body: greeted }]
    })
  })

  const sends = fc.record({
    to: fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(phone), { minLength: 1, maxLength: 6 }),
    channel: fc.uniqueArray(fc.constantFrom("auto_detect", "sms", "whatsapp", "rcs"), { minLength: 1 })
  })

  propWith({ runs: 25 })(
    "is one message for each recipient and channel, in the order of the request " +
      "[MSG-001, MSG-028, MSG-029, MSG-030, MSG-054]",
    sends,
    async ({ channel, to }) => {
      const { recipients } = await send(given().client, body({ to, channel }))
      const pairs = to.flatMap((to) => channel.map((channel) => ({ to, channel })))
      expect(recipients.map(({ channel, to }) => ({ to, channel }))).toEqual(pairs)
      expect(new Set(recipients.map((each) => each.message_id)).size).toBe(pairs.length)
      const found = await Promise.all(recipients.map((each) => message(given().client, each.message_id)))
      expect(found.map((each) => each.phone)).toEqual(pairs.map((pair) => pair.to))
    }
  )

  it("takes recipients and channels that are named twice once, the first time [MSG-001]", async () => {
    const { recipients } = await send(
      given().client,
      body({ to: [phone(2), phone(1), ` ${phone(2)}`, phone(1)], channel: ["rcs", "sms", "rcs"] })
    )
    expect(recipients.map(({ channel, to }) => [to, channel])).toEqual([
      [phone(2), "rcs"],
      [phone(2), "sms"],
      [phone(1), "rcs"],
      [phone(1), "sms"]
    ])
  })

  it("shows the text that will be sent, where the channel has one [MSG-028]", async () => {
    const { recipients } = await send(given().client, body({ channel: ["auto_detect", "sms", "whatsapp", "rcs"] }))
    expect(recipients.map((each) => each.body)).toEqual([greeted, greeted, greeted, greeted])
  })

  it("shows no text when values are missing [MSG-028]", async () => {
    for (const given_ of [{}, { name: "Ada" }, { name: "Ada", order: null }]) {
      const template = { id: prepared.template.id, parameters: given_ }
      const { recipients } = await send(given().client, body({ template, channel: ["auto_detect", "sms"] }))
      expect(recipients.map((each) => each.body)).toEqual([null, null])
    }
  })

  it("is of nothing when the template is unknown", async () => {
    failure(await given().client.post("/v3/messages", body({ template: { id: unknownId } })), 404, "RESOURCE_002")
  })
}

const reading = (given: () => Given, prepared: Prepared): void => {
  const sent = (more: object = {}): Promise<Message> =>
    sendOne(given().client, {
      to: [phone(1)],
      template: { id: prepared.template.id, parameters },
      channel: ["sms"],
      ...more
    })

  it(
    "shows all of it [MSG-004, MSG-005, MSG-008, MSG-014, MSG-016, MSG-017, MSG-018, MSG-019, MSG-020, " +
      "MSG-023, MSG-027, MSG-059]",
    async () => {
      const { id } = await sent()
      const { category, id: template, name } = prepared.template
      const aStatus = { status: aText, timestamp: anInstant, description: expect.toSatisfy(isTextOrNull) as unknown }
      expect(ofVersion3(success(await given().client.get(`/v3/messages/${id}`), 200))).toStrictEqual({
        id,
        customer_id: (await me(given().client)).id,
        contact_id: aUuid,
        phone: phone(1),
        phone_international: "+1 201-555-0001",
        region_code: "US",
        template_id: template,
        template_name: name,
        template_category: category,
        channel: "sms",
        message_body: {
          header: null,
          content: greeted,
          footer: null,
          buttons: null,
          headerMedia: null,
          media: null,
          subject: null
        },
        status: "DELIVERED",
        direction: "OUTBOUND",
        created_at: anInstant,
        price: expect.any(Number) as unknown,
        active_contact_price: expect.any(Number) as unknown,
        events: [aStatus, aStatus, aStatus, aStatus, aStatus]
      })
    }
  )

  it.each([
    ["+12015550123", "+1 201-555-0123", "US"],
    ["+5511987654321", "+55 11 98765-4321", "BR"],
    ["+81312345678", "+81 3-1234-5678", "JP"],
    ["+442079460123", "+44 20 7946 0123", "GB"],
    ["+4915112345678", "+49 1511 2345678", "DE"]
  ])("shows %s as Google writes it [MSG-006, MSG-007]", async (phone, phone_international, region_code) => {
    expect(await sent({ to: [phone] })).toMatchObject({ phone, phone_international, region_code })
  })

  it("has one contact for each number, whatever the channel [MSG-004]", async () => {
    const { client, other } = given()
    const template = { id: prepared.template.id }
    const { recipients } = await send(client, { to: phones(2, 40), template, channel: ["sms", "rcs"] })
    const again = await send(client, { to: [phone(40)], template, channel: ["sms"] })
    const contact = async (entry: Recipient | undefined): Promise<string> =>
      (await message(client, entry!.message_id)).contact_id
    const first = await contact(recipients[0])
    expect(first).toMatch(uuid)
    expect(await contact(recipients[1])).toBe(first)
    expect(await contact(again.recipients[0])).toBe(first)
    const second = await contact(recipients[2])
    expect(second).not.toBe(first)
    const foreign = await createTemplate(other, greeting)
    const theirs = await send(other, { to: [phone(40)], template: { id: foreign.id } })
    expect((await message(other, theirs.recipients[0]!.message_id)).contact_id).not.toBe(first)
  })

  it("has one contact for a new number, also for many sends at the same time [MSG-004]", async () => {
    const { client } = given()
    const body = { to: phones(3, 60), template: { id: prepared.template.id, parameters }, channel: ["sms"] }
    const sent = await Promise.all(Array.from({ length: 12 }, () => send(client, body)))
    const messages = await Promise.all(
      sent.flatMap(({ recipients }) => recipients.map((each) => message(client, each.message_id)))
    )
    expect(new Set(messages.map((each) => each.id)).size).toBe(36)
    expect(new Set(messages.map((each) => `${each.phone} ${each.contact_id}`)).size).toBe(3)
  })

  it("of one that is unknown is 404 RESOURCE_003 [ERR-014, MSG-060]", async () => {
    failure(await given().client.get(`/v3/messages/${unknownId}`), 404, "RESOURCE_003")
    failure(await given().client.get(`/v3/messages/${unknownId}/activities`), 404, "RESOURCE_003")
    failure(await given().client.get(`/v3/messages/${prepared.template.id}`), 404, "RESOURCE_003")
  })

  it("of another account's is 404 RESOURCE_003, as if there were none", async () => {
    const { id } = await sent()
    const [theirs, none] = await Promise.all(
      [id, unknownId].map((id) => given().other.get(`/v3/messages/${id}`))
    )
    expect(failure(theirs!, 404, "RESOURCE_003")).toEqual(failure(none!, 404, "RESOURCE_003"))
    failure(await given().other.get(`/v3/messages/${id}/activities`), 404, "RESOURCE_003")
  })
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string"

const history = (given: () => Given, prepared: Prepared): void => {
  const delivered = async (): Promise<Message> => {
    const { recipients } = await send(given().client, {
      to: [phone(3)],
      template: { id: prepared.template.id, parameters },
      channel: ["sms"]
    })
    return settled(given().client, recipients[0]!.message_id)
  }

  it("has one form [ENV-005, MSG-061]", async () => {
    const { id } = await delivered()
    const row = (status: string): object => ({
      status,
      description: aText,
      timestamp: anInstant,
      from: expect.toSatisfy((from) => from === null || aNumber(from)) as unknown,
      price: expect.toSatisfy((price) => price === null || /^\d+\.\d{4}$/.test(String(price))) as unknown,
      active_contact_price: expect.toSatisfy((price) => price === null || /^\d+\.\d{4}$/.test(String(price))) as unknown
    })
    expect(success(await given().client.get(`/v3/messages/${id}/activities`), 200)).toStrictEqual({
      message_id: id,
      activities: ["DELIVERED", "SENT", "ROUTED", "PROCESSED", "QUEUED"].map(row),
      pagination: {
        page: 1,
        page_size: expect.any(Number) as unknown,
        total_count: 5,
        total_pages: 1,
        has_more: false,
        cursors: null
      }
    })
  })

  it("tells newest first what the message tells oldest first [MSG-020, MSG-061]", async () => {
    const { events, id } = await delivered()
    const { activities: rows } = await activities(given().client, id)
    const told = (entry: { readonly status: string; readonly timestamp: string }): string =>
      `${entry.timestamp} ${entry.status}`
    expect(rows.toReversed().map(told)).toEqual(events?.map(told))
    const times = rows.map((row) => row.timestamp)
    for (const time of times) expect(time).toMatch(millis)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it("names the own number that a message left from", async () => {
    const { id } = await delivered()
    const { activities: rows } = await activities(given().client, id)
    const own = rows.find((row) => row.status === "SENT")?.from
    expect(own).toEqual(aPhone)
    expect(own).not.toBe(phone(3))
  })

  it("shows prices in the row where they were charged, and nowhere else [MSG-018, MSG-019]", async () => {
    const { active_contact_price, id, price } = await delivered()
    expect(price).toBeGreaterThan(0)
    const { activities: rows } = await activities(given().client, id)
    for (const row of rows) {
      expect([row.price, row.active_contact_price]).toEqual(
        row.status === "SENT" ? [price!.toFixed(4), active_contact_price!.toFixed(4)] : [null, null]
      )
    }
  })
}

const aNumber = (value: unknown): boolean => typeof value === "string" && /^\+[1-9]\d{6,14}$/.test(value)

export const suite = (name: string, start: Start): void => {
  describe(`Messages (${name})`, () => {
    const prepared = {} as Prepared
    const given = server(start, async ({ client }) => {
      prepared.template = await approvedTemplate(client, greeting)
    })
    describe("the answer to a send", () => acceptance(given, prepared))
    describe("reading a message", () => reading(given, prepared))
    describe("its history", () => history(given, prepared))
  })
}
