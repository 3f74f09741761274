/**
 * Sends without a template, and what is attached to sends: what is taken, when it may go out, and what the recipient
 * gets (specification "Messages", "Limits", decisions 4.1 and 5.2).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, sendOne } from "./internal/actions.ts"
import { aText, aUuid, failure, seconds, success } from "./internal/answers.ts"
import type { Sender } from "./internal/endings.ts"
import { bodyOf, sender } from "./internal/endings.ts"
import { carrier } from "./internal/given.ts"
import type { Sent } from "./internal/resources.ts"
import { definition, greeted, parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, way, world } from "./internal/world.ts"
import type { Reply } from "./Reply.ts"

const aSecond: unknown = expect.stringMatching(seconds)

const every = ["auto_detect", "sms", "whatsapp", "rcs", "mms"]

const taking = ({ given, template }: World): void => {
  const post = (body: object): Promise<Reply> => given().client.post("/v3/messages", { to: [phone(1)], ...body })

  it("is answered without a template, with the text on every channel [MSG-050, MSG-057]", async () => {
    const text = "Hello,\n\t{{0:variable}} is no placeholder here \u00e9\u{1F642}"
    expect(success(await post({ text, channel: every }), 202)).toStrictEqual({
      status: "QUEUED",
      template_id: null,
      template_name: null,
      recipients: every.map((channel) => ({ message_id: aUuid, to: phone(1), channel, body: text }))
    })
  })

  it("gives way to a template, whatever it says", async () => {
    for (const text of ["Hello", "", "x".repeat(4000), null]) {
      const { recipients, template_id } = success<Sent>(
        await post({ template: { id: template().id, parameters }, text, channel: ["sms"] }),
        202
      )
      expect([template_id, recipients[0]!.body]).toEqual([template().id, greeted])
    }
  })

  it("is not blank and has at most 3,072 characters [ERR-003]", async () => {
    for (const text of ["", " ", "\n\t\u00a0", "x".repeat(3073), 7, {}, []]) {
      failure(await post({ text }), 400, "VALIDATION_001", ["text"])
    }
    for (const text of ["x", " x ", "\u{1F642}".repeat(1536)]) {
      expect(success<Sent>(await post({ text }), 202).recipients[0]!.body).toBe(text)
    }
  })

  it("or a template must be there [MSG-036]", async () => {
    for (const content of [{}, { text: null }, { text: null, template: null }, { text: "Hello", template: {} }]) {
      failure(await post(content), 400, "VALIDATION_001", ["template"])
    }
  })

  it("in sandbox is answered the same [SBX-020]", async () => {
    const reply = await post({ text: "Hello", sandbox: true })
    expect(success(reply, 202)).toMatchObject({
      template_id: null,
      template_name: null,
      recipients: [{ body: "Hello" }]
    })
    expect(reply.headers.get("x-sandbox")).toBe("true")
    failure(await post({ text: " ", sandbox: true }), 400, "VALIDATION_001", ["text"])
  })
}

const windows = (world: World): void => {
  const { given, receiver } = world

  /** Brings a message from a phone to the number that the sender's messages leave from. */
  const write = async (
    context: TestContext,
    { client, ...mine }: Sender,
    from: string,
    channel: "sms" | "whatsapp"
  ) => {
    const { id } = await sendOne(client, bodyOf({ ...mine, client }, { to: [phone(999)] }))
    const { activities: lines } = await activities(client, id)
    const to = lines.find(({ status }) => status === "SENT")!.from!
    await carrier(given(), context)({
      carrier: channel === "sms" ? "sms-a" : "whatsapp-a",
      reference: randomUUID(),
      channel,
      from,
      to,
      text: "Who is there?",
      media: []
    })
  }

  const ends = async ({ client }: Sender, to: string, channels: ReadonlyArray<string>): Promise<object> => {
    const ended = await Promise.all(
      channels.map(async (channel) => {
        const { reason_code, status } = await sendOne(client, { to: [to], text: "Hello", channel: [channel] })
        return [channel, `${status} ${reason_code ?? ""}`.trim()] as const
      })
    )
    return Object.fromEntries(ended)
  }

  const closed = "BLOCKED CONVERSATION_TEMPLATE_REQUIRED"
  const closedOnWhatsapp = "FAILED WHATSAPP_TEMPLATE_REQUIRED"

  it(
    "to somebody who never wrote, and was never written to, is taken and stopped " +
      "[MSG-013, MSG-022, MSG-057, STM-025, STM-026, STM-027, STM-030]",
    async (context) => {
      expect(await ends(await sender(given(), context), phone(2), every)).toEqual({
        auto_detect: closed,
        sms: closed,
        rcs: closed,
        mms: closed,
        whatsapp: closedOnWhatsapp
      })
    }
  )

  it(
    "that is stopped says why, with no text and no channel " +
      "[EVT-010, EVT-025, EVT-027, EVT-029, EVT-033, EVT-035, EVT-039, MSG-009]",
    async () => {
      const { client } = given()
      const { path } = await listen(world)
      const message = await sendOne(client, { to: [phone(700)], text: "Hello", channel: ["sms"] })
      expect(message).toMatchObject({
        template_id: null,
        template_name: null,
        template_category: null,
        status: "BLOCKED",
        channel: "auto",
        message_body: null,
        price: null
      })
      // Events about messages of the cases before may still come.
      const mine = (found: Parameters<typeof payloads>[0]) =>
        payloads(found).filter(({ message_id: id }) => id === message.id)
      const found = await receiver().until(path, (found) => mine(found).length >= 2)
      const payload = {
        updated_at: aSecond,
        account_id: message.customer_id,
        message_id: message.id,
        template_id: null,
        outbound_number: phone(700),
        body: null
      }
      expect(mine(found)).toStrictEqual([
        { ...payload, message_status: "QUEUED", channel: "sms" },
        {
          ...payload,
          message_status: "BLOCKED",
          channel: "auto",
          reason_code: "CONVERSATION_TEMPLATE_REQUIRED",
          reason: aText
        }
      ])
    }
  )

  it("to somebody who was sent a template goes out, but not on WhatsApp [STM-029, STM-030]", async (context) => {
    const mine = await sender(given(), context)
    expect((await sendOne(mine.client, bodyOf(mine, { to: [phone(3)] }))).status).toBe("DELIVERED")
    expect(await ends(mine, phone(3), every)).toEqual({
      auto_detect: "DELIVERED",
      sms: "DELIVERED",
      rcs: "DELIVERED",
      mms: "DELIVERED",
      whatsapp: closedOnWhatsapp
    })
    // It is that one number's.
    expect(await ends(mine, phone(4), ["sms"])).toEqual({ sms: closed })
  })

  it("to somebody who wrote by SMS goes out, but not on WhatsApp [STM-028, STM-030]", async (context) => {
    const mine = await sender(given(), context)
    await write(context, mine, phone(5), "sms")
    expect(await ends(mine, phone(5), ["auto_detect", "sms", "whatsapp"])).toEqual({
      auto_detect: "DELIVERED",
      sms: "DELIVERED",
      whatsapp: closedOnWhatsapp
    })
  })

  it("to somebody who wrote on WhatsApp goes out there too [STM-028, STM-039]", async (context) => {
    const mine = await sender(given(), context)
    await write(context, mine, phone(6), "whatsapp")
    expect(await ends(mine, phone(6), ["sms", "whatsapp"])).toEqual({ sms: "DELIVERED", whatsapp: "DELIVERED" })
    const auto = await sendOne(mine.client, { to: [phone(6)], text: "Hello" })
    expect(auto).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
  })

  it("that goes out is told with its text [EVT-027, EVT-029, EVT-030, EVT-037, EVT-038]", async () => {
    const { client } = given()
    await sendOne(client, body(world, { to: [phone(7)] }))
    const { path } = await listen(world)
    const text = "Zażółć {{name}}\nand more"
    const message = await sendOne(client, { to: [phone(7)], text })
    expect(message).toMatchObject({
      status: "DELIVERED",
      channel: "sms",
      template_id: null,
      message_body: { header: null, content: text, footer: null, buttons: null, media: null, subject: null }
    })
    const found = await receiver().until(path, (found) => found.length >= way.length)
    expect(names(found)).toEqual(way)
    const common = { template_id: null, outbound_number: phone(7) }
    expect(payloads(found)).toMatchObject([
      { ...common, channel: "auto_detect", body: null },
      { ...common, channel: "auto_detect", body: text },
      { ...common, channel: "sms", body: text },
      { ...common, channel: "sms", body: text }
    ])
    for (const payload of payloads(found)) expect(Object.keys(payload)).not.toContain("template_name")
  })
}

const attaching = ({ given }: World): void => {
  const url = "https://files.example.com/mine.png?size=2"
  const own = { url: "https://files.example.com/own.png" }

  const prepared = async (context: TestContext): Promise<Sender> => {
    const { client, ...mine } = await sender(given(), context)
    const { body } = definition("Hello {{0:variable}}", "name")
    const mms = {
      template: "Look",
      subject: "From {{0:variable}}",
      variables: body.multiChannel.variables,
      media: [own]
    }
    const template = await approvedTemplate(client, { body: { ...body, mms } })
    return { ...mine, client, template: template.id }
  }

  const seen = async (mine: Sender, more: object): Promise<object> => {
    const message = await sendOne(mine.client, bodyOf(mine, { channel: ["mms"], ...more }))
    expect(message.status).toBe("DELIVERED")
    return message.message_body!
  }

  const file = (url: string): object => ({
    url,
    mediaType: null,
    mimeType: null,
    sizeBytes: null,
    sourceHashSha256: null
  })

  it("takes the place of the template's own media and subject [LIM-004, MSG-048, MSG-049]", async (context) => {
    const mine = await prepared(context)
    expect(await seen(mine, {})).toMatchObject({ content: "Look", media: [file(own.url)], subject: "From Ada" })
    expect(await seen(mine, { media_urls: [url] })).toMatchObject({ media: [file(url)], subject: "From Ada" })
    const whole = `${"s".repeat(79)}.`
    expect(await seen(mine, { subject: whole })).toMatchObject({ media: [file(own.url)], subject: whole })
    const both = await seen(mine, { media_urls: [url], subject: "s".repeat(81) })
    expect(both).toMatchObject({ content: "Look", media: [file(url)], subject: "s".repeat(80) })
  })

  it("goes with a text as well [MSG-048, MSG-049]", async (context) => {
    const mine = await prepared(context)
    await seen(mine, {})
    const text = { template: undefined, text: "Hello", media_urls: [url], subject: "Mine" }
    expect(await seen(mine, text)).toMatchObject({ content: "Hello", media: [file(url)], subject: "Mine" })
  })

  it("is nothing to other channels", async (context) => {
    const mine = await prepared(context)
    for (const channel of ["sms", "rcs"]) {
      expect(await seen(mine, { channel: [channel], media_urls: [url], subject: "Mine" }))
        .toMatchObject({ content: "Hello Ada", media: null, subject: null })
    }
  })

  const post = (more: object): Promise<Reply> =>
    given().client.post("/v3/messages", { to: [phone(1)], text: "Look", sandbox: true, ...more })

  propWith({ runs: 10 })(
    "is one file at most [MSG-046]",
    fc.array(fc.webUrl({ validSchemes: ["https"] }), { minLength: 2, maxLength: 4 }),
    async (media_urls) => {
      failure(await post({ media_urls }), 400, "VALIDATION_001", ["media_urls"])
    }
  )

  it("is an https URL on a host name [MSG-047]", async () => {
    for (
      const wrong of [
        "https://203.0.113.7/a.png",
        "https://[2001:db8::1]/a.png",
        "https://3405803783/a.png",
        "https://0xcb.0.113.7/a.png",
        "https://127.1/a.png",
        "http://files.example.com/a.png",
        "ftp://files.example.com/a.png",
        "https://user@files.example.com/a.png",
        "files.example.com/a.png",
        "nonsense",
        ""
      ]
    ) failure(await post({ media_urls: [wrong] }), 400, "VALIDATION_001", ["media_urls[0]"])
    const signed = "https://files.example.com/a.png?X-Amz-Signature=0a1b&X-Amz-Expires=900"
    for (const right of [[], [url], [signed]]) success(await post({ media_urls: right }), 202)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Free texts (${name})`, () => {
    const prepared = world(start)
    describe("a text", () => taking(prepared))
    describe("a text", () => windows(prepared))
    describe("an attachment", () => attaching(prepared))
  })
}
