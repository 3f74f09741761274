/**
 * Tests hold what becomes of messages: the way to DELIVERED, what stops them before a route is chosen, and what they
 * cost (specification "States and transitions", decisions 3.2, 4.1, 8.3).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import {
  activities,
  approvedTemplate,
  createTemplate,
  inStatus,
  message,
  send,
  sendOne,
  settled
} from "./internal/actions.ts"
import { aText } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, handsets, server, withKey } from "./internal/given.ts"
import type { Message, Template } from "./internal/resources.ts"
import { definition, greeted, greeting, parameters, phone, phones } from "./internal/samples.ts"

interface Prepared {
  template: Template
  draft: Template
}

const passed = (message: Message): ReadonlyArray<string> => message.events?.map((event) => event.status) ?? []

const delivery = (given: () => Given, prepared: Prepared): void => {
  const sent = (more: object): Promise<Message> =>
    sendOne(given().client, { to: [phone(1)], template: { id: prepared.template.id, parameters }, ...more })

  it(
    "goes QUEUED, PROCESSED, ROUTED, SENT, DELIVERED " +
      "[MSG-010, MSG-015, MSG-020, MSG-023, STM-002, STM-005, STM-010, STM-011, STM-012]",
    async () => {
      const message = await sent({ channel: ["sms"] })
      expect(passed(message)).toEqual(["QUEUED", "PROCESSED", "ROUTED", "SENT", "DELIVERED"])
      expect(message).toMatchObject({ status: "DELIVERED", channel: "sms", message_body: { content: greeted } })
      for (const event of message.events ?? []) {
        expect(Object.keys(event).toSorted()).toEqual(["description", "status", "timestamp"])
      }
      const times = message.events!.map((event) => event.timestamp)
      expect(times).toEqual(times.toSorted())
      expect(times[0]).toBe(message.created_at)
    }
  )

  it("of an auto-detect send is on the channel that has a route [MSG-010, MSG-041, MSG-042]", async () => {
    for (const channel of [undefined, [], ["auto_detect"]]) {
      const message = await sent({ channel })
      expect(message).toMatchObject({ status: "DELIVERED", channel: "sms", message_body: { content: greeted } })
      expect(passed(message)).toEqual(["QUEUED", "PROCESSED", "ROUTED", "SENT", "DELIVERED"])
    }
  })

  it("of many is of each", async () => {
    const body = { to: phones(50, 200), template: { id: prepared.template.id, parameters }, channel: ["sms"] }
    const { recipients } = await send(given().client, body)
    const messages = await Promise.all(recipients.map((each) => settled(given().client, each.message_id)))
    expect(messages.map((each) => [each.phone, each.status])).toEqual(phones(50, 200).map((to) => [to, "DELIVERED"]))
  })

  it("shows no body and no price before it is on its way, and the channel that was asked for [MSG-018]", async () => {
    const { client } = given()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const body = { to: [phone(1)], template: { id: prepared.template.id, parameters }, scheduled_at: later }
    const { recipients } = await send(client, body)
    expect(await message(client, recipients[0]!.message_id)).toMatchObject({
      status: "SCHEDULED",
      message_body: null,
      channel: "auto_detect",
      price: null
    })
  })

  it("shows its channel and no price while its carrier is asked, and a number afterwards [MSG-018]", async (context) => {
    const { client } = given()
    const script = handsets(given(), context)
    await script(phone(400), [{ channel: "sms", submit: "hang", receipts: [] }])
    const body = { to: [phone(400)], template: { id: prepared.template.id, parameters } }
    const { recipients } = await send(client, body)
    const routed = await inStatus(client, recipients[0]!.message_id, "ROUTED")
    expect(routed).toMatchObject({ channel: "sms", price: null })
    expect((await sent({})).price).toBeGreaterThan(0)
  })
}

const variables = (given: () => Given): void => {
  it.each([
    ["{{0:variable}}", "by id and type [VAR-002]"],
    ["{{name}}", "by name [VAR-003]"],
    ["{{0}}", "by id [VAR-004]"]
  ])("are filled in: %s, %s", async (placeholder) => {
    const template = await approvedTemplate(given().client, definition(`Hi ${placeholder}!`, "name"))
    const message = await sendOne(given().client, {
      to: [phone(1)],
      template: { id: template.id, parameters: { name: "Ada {{0}} $& \\1" } }
    })
    expect(message.message_body?.content).toBe("Hi Ada {{0}} $& \\1!")
  })

  it("are filled in the same in every form, as often as they stand there [VAR-001, VAR-005]", async () => {
    const text = "{{0:variable}} {{a}} {{0}}, {{1}}{{b}}{{1:variable}}{{0}}"
    const template = await approvedTemplate(given().client, definition(text, "a", "b"))
    const message = await sendOne(given().client, {
      to: [phone(1)],
      template: { id: template.id, parameters: { a: "x", b: "y" } }
    })
    expect(message.message_body?.content).toBe("x x x, yyyx")
  })
}

interface Stop {
  readonly status: string
  readonly code: string
}

/** A message that ended before any route was chosen: no channel, no text, no money. */
const stopped = async (
  given: Given,
  message: Message,
  { code, status }: Stop,
  client = given.client
): Promise<void> => {
  expect(message).toMatchObject({
    status,
    reason_code: code,
    reason: aText,
    channel: "auto",
    message_body: null,
    price: null,
    active_contact_price: null
  })
  expect(passed(message)).toEqual(["QUEUED", "PROCESSED", status])
  expect(message.events?.at(-1)).toMatchObject({ status, reason_code: code, reason: aText })
  for (const event of message.events?.slice(0, -1) ?? []) expect(Object.keys(event)).not.toContain("reason_code")
  const { activities: rows } = await activities(client, message.id)
  expect(rows[0]).toMatchObject({ status, reason_code: code, reason: aText })
  expect(rows.every((row) => row.price === null && row.active_contact_price === null)).toBe(true)
}

const stops = (given: () => Given, prepared: Prepared): void => {
  const sent = (template: object, channel: ReadonlyArray<string>): Promise<Message> =>
    sendOne(given().client, { to: [phone(1)], template, channel })

  it(
    "is a value that is missing: FAILED VALIDATION_008 [MSG-013, MSG-022, MSG-024, MSG-062, MSG-070, STM-020]",
    async () => {
      for (const parameters of [{}, { name: "Ada" }, { order: null, name: "Ada" }]) {
        for (const channel of ["sms", "auto_detect"]) {
          const message = await sent({ id: prepared.template.id, parameters }, [channel])
          await stopped(given(), message, { status: "FAILED", code: "VALIDATION_008" })
        }
      }
    }
  )

  it(
    "is a template that is not approved: BLOCKED BUSINESS_005 [ERR-030, MSG-013, MSG-022, MSG-056, MSG-062, STM-024]",
    async () => {
      for (const channel of ["sms", "auto_detect", "whatsapp"]) {
        const message = await sent({ id: prepared.draft.id, parameters }, [channel])
        await stopped(given(), message, { status: "BLOCKED", code: "BUSINESS_005" })
      }
    }
  )

  it(
    "is a channel without a route: FAILED DELIVERY_003, and on no other channel [MSG-013, MSG-022, MSG-070, RTE-024, RTE-025]",
    async () => {
      for (const channel of ["whatsapp", "rcs"]) {
        const message = await sent({ id: prepared.template.id, parameters }, [channel])
        await stopped(given(), message, { status: "FAILED", code: "DELIVERY_003" })
      }
    }
  )

  it("of one channel stops no other [MSG-045]", async () => {
    const { recipients } = await send(given().client, {
      to: [phone(1)],
      template: { id: prepared.template.id, parameters },
      channel: ["whatsapp", "sms", "rcs"]
    })
    const messages = await Promise.all(recipients.map((each) => settled(given().client, each.message_id)))
    expect(messages.map((each) => each.status)).toEqual(["FAILED", "DELIVERED", "FAILED"])
  })

  it("is money that is missing: BLOCKED BUSINESS_003 [MSG-013, MSG-022, MSG-055, STM-022]", async (context) => {
    const { apiKey } = await account(given(), context, { balance: 0 })
    const client = withKey(given(), apiKey)
    const template = await createTemplate(client, greeting, { submit_for_review: true })
    const message = await sendOne(client, { to: [phone(1)], template: { id: template.id, parameters } })
    await stopped(given(), message, { status: "BLOCKED", code: "BUSINESS_003" }, client)
  })

  it("is the first one that holds: money, then approval, then values, then a route", async (context) => {
    const { apiKey } = await account(given(), context, { balance: 0 })
    const poor = withKey(given(), apiKey)
    const draft = await createTemplate(poor, greeting)
    const nothing = await sendOne(poor, { to: [phone(1)], template: { id: draft.id }, channel: ["sms"] })
    expect(nothing.reason_code).toBe("BUSINESS_003")
    expect((await sent({ id: prepared.draft.id }, ["sms"])).reason_code).toBe("BUSINESS_005")
    expect((await sent({ id: prepared.draft.id }, ["rcs"])).reason_code).toBe("BUSINESS_005")
    expect((await sent({ id: prepared.template.id }, ["rcs"])).reason_code).toBe("VALIDATION_008")
    expect((await sent({ id: prepared.template.id, parameters }, ["rcs"])).reason_code).toBe("DELIVERY_003")
  })
}

const money = (given: () => Given): void => {
  /** Returns what a message of one text, sent by SMS, costs: the channel, and the markup on top. */
  const cost = async (text: string, client = given().client): Promise<readonly [number, number]> => {
    const template = await approvedTemplate(client, definition("{{text}}", "text"))
    const message = await sendOne(client, {
      to: [phone(1)],
      template: { id: template.id, parameters: { text } },
      channel: ["sms"]
    })
    return [message.price!, message.active_contact_price!]
  }
  const plain = (length: number): string => "a".repeat(length)
  const wide = (length: number): string => "ж".repeat(length)

  // Not it.each: it cuts long titles, and the rules with them.
  const texts = [
    { name: "160 plain characters are 1 [LIM-011]", text: plain(160), segments: 1 },
    { name: "161 plain characters are 2 [LIM-013]", text: plain(161), segments: 2 },
    { name: "306 plain characters are 2 [LIM-013]", text: plain(306), segments: 2 },
    { name: "307 plain characters are 3 [LIM-013]", text: plain(307), segments: 3 },
    { name: "70 wide characters are 1 [LIM-012]", text: wide(70), segments: 1 },
    { name: "71 wide characters are 2 [LIM-014]", text: wide(71), segments: 2 },
    { name: "134 wide characters are 2 [LIM-014]", text: wide(134), segments: 2 },
    { name: "135 wide characters are 3 [LIM-014]", text: wide(135), segments: 3 },
    { name: "one wide among 100 plain ones makes 2 [LIM-015]", text: `${plain(99)}ж`, segments: 2 },
    { name: "80 that count twice are 1", text: "€".repeat(80), segments: 1 },
    { name: "81 that count twice are 2", text: "€".repeat(81), segments: 2 }
  ]
  for (const { name, segments, text } of texts) {
    it(`is counted by segments: ${name}`, async () => {
      const [one, markup] = await cost("a")
      const [price, sameMarkup] = await cost(text)
      expect(price).toBeCloseTo(one * segments, 10)
      expect(sameMarkup).toBe(markup)
    })
  }

  it("is a number with at most four decimals [MSG-018, MSG-019]", async () => {
    for (const amount of await cost(plain(500))) expect(Number(amount.toFixed(4))).toBe(amount)
  })

  it("is never owed: of concurrent sends just as many go as are paid for [STM-022]", async (context) => {
    const [price, markup] = await cost("a")
    const paid = 3
    const { apiKey } = await account(given(), context, { balance: Number(((price + markup) * paid).toFixed(4)) })
    const client = withKey(given(), apiKey)
    const template = await approvedTemplate(client, definition("{{text}}", "text"))
    const body = { template: { id: template.id, parameters: { text: "a" } }, channel: ["sms"] }
    const sent = await Promise.all(phones(12, 300).map((to) => send(client, { ...body, to: [to] })))
    const messages = await Promise.all(sent.map(({ recipients }) => settled(client, recipients[0]!.message_id)))
    const ended = (status: string): ReadonlyArray<Message> => messages.filter((each) => each.status === status)
    expect(ended("DELIVERED")).toHaveLength(paid)
    expect(ended("BLOCKED").map((each) => each.reason_code)).toEqual(Array(12 - paid).fill("BUSINESS_003"))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Outcomes (${name})`, () => {
    const prepared = {} as Prepared
    const given = server(start, async ({ client }) => {
      prepared.template = await approvedTemplate(client, greeting)
      prepared.draft = await createTemplate(client, greeting)
    })
    describe("a delivery", () => delivery(given, prepared))
    describe("variables", () => variables(given))
    describe("a stop", () => stops(given, prepared))
    describe("the price", () => money(given))
  })
}
