/**
 * POST /v3/messages from idempotency on, without HTTP: what is accepted, what is refused, and what is kept
 * (specification "Messages", decisions 5.2).
 */
import * as Commits from "@signalbox/core/Commit"
import type { Json } from "@signalbox/core/Json"
import { Store } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const to = [Given.phone(1)]
const template = { id: Scene.template.id, parameters: { order: "A-1" } }

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>): Promise<A> =>
  Bench.run(
    Bench.layer({ carriers: [Scene.carrier("sms-a", ["sms", "whatsapp", "rcs"]).carrier] }),
    Effect.andThen(Scene.seed(100_000), program)
  )

/** Answers to these bodies, one after the other, and the messages that are there afterwards. */
const ask = (...bodies: ReadonlyArray<Json>) =>
  scene(
    Effect.gen(function*() {
      const answers = yield* Effect.forEach(bodies, (body) => Scene.ask("messages.send", body))
      return { answers, messages: yield* Scene.messages }
    })
  )

const refusal = async (body: Json) => {
  const { answers: [answer], messages } = await ask(body)
  expect(messages).toEqual([])
  return [answer!.status, answer!.error.code, Object.keys(answer!.error.details ?? {})] as const
}

interface Sent {
  readonly status: string
  readonly template_id: string
  readonly template_name: string
  readonly recipients: ReadonlyArray<{
    readonly message_id: string
    readonly to: string
    readonly channel: string
    readonly body: string | null
  }>
}

const accepted = async (body: Json) => {
  const { answers: [answer], messages } = await ask(body)
  expect(answer).toMatchObject({ status: 202, sandbox: false })
  return { data: answer!.data as unknown as Sent, messages }
}

const text = "Your order A-1 has been shipped."

describe("a send", () => {
  it("answers 202 with what it made, one entry for each message [MSG-002, MSG-028, MSG-051, MSG-053, MSG-054]", async () => {
    const { data, messages } = await accepted({
      to: [Given.phone(1), Given.phone(2)],
      template,
      channel: ["sms", "rcs"]
    })
    expect(data).toEqual({
      status: "QUEUED",
      template_id: Scene.template.id,
      template_name: "order_shipped",
      recipients: [Given.phone(1), Given.phone(2)].flatMap((phone) =>
        ["sms", "rcs"].map((channel) => ({
          message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          to: phone,
          channel,
          body: text
        }))
      )
    })
    expect(data.recipients.map(({ message_id }) => message_id).toSorted()).toEqual(
      messages.map(({ id }) => id).toSorted()
    )
  })

  it.each([["left out", {}], ["empty", { channel: [] }], ["null", { channel: null }]])(
    "with channel %s goes on auto_detect [MSG-029, MSG-041, MSG-042]",
    async (_, part) => {
      const { data, messages } = await accepted({ to, template, ...part })
      expect(data.recipients.map(({ channel }) => channel)).toEqual(["auto_detect"])
      expect(messages.map(({ requested }) => requested)).toEqual(["auto_detect"])
    }
  )

  it.each(["auto_detect", "sms", "whatsapp", "rcs"])(
    "takes the channel %s and says it back [MSG-030, MSG-043]",
    async (channel) => {
      const { data } = await accepted({ to, template, channel: [channel] })
      expect(data.recipients.map((entry) => entry.channel)).toEqual([channel])
    }
  )

  it("makes independent messages on several channels: it is no list of fallbacks [MSG-045]", async () => {
    await scene(
      Effect.gen(function*() {
        yield* Scene.ask("messages.send", { to, template, channel: ["sms", "rcs"] })
        yield* Bench.idle
        const messages = yield* Scene.messages
        expect(messages.map(({ channel, status }) => `${channel} ${status}`).toSorted()).toEqual([
          "rcs SENT",
          "sms SENT"
        ])
      })
    )
    // The first one's failure neither hastens nor hinders the second one.
    const { asked, carrier } = Scene.carrier(
      "sms-a",
      ["sms", "rcs"],
      ({ channel }) =>
        channel === "sms"
          ? { _tag: "Refused", failure: "invalid_number", detail: null }
          : { _tag: "Accepted", references: [] }
    )
    await Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(100_000)
        yield* Scene.ask("messages.send", { to, template, channel: ["sms", "rcs"] })
        yield* Bench.idle
        expect((yield* Scene.messages).map(({ requested, status }) => `${requested} ${status}`).toSorted()).toEqual([
          "rcs SENT",
          "sms FAILED"
        ])
        expect(asked.map(({ channel }) => channel).toSorted()).toEqual(["rcs", "sms"])
      })
    )
  })

  it("finds its template by id or by name [MSG-037, MSG-038]", async () => {
    const { answers } = await ask(
      { to, template: { id: Scene.template.id.toUpperCase() } },
      { to, template: { name: "order_shipped" } },
      { to, template: { id: Scene.template.id, name: "something else" } },
      { to, template: { name: "Order_Shipped" } },
      { to, template: { id: Given.templateId(99) } }
    )
    expect(answers.map(({ error, status }) => [status, error?.code])).toEqual([
      [202, undefined],
      [202, undefined],
      [202, undefined],
      [404, "RESOURCE_002"],
      [404, "RESOURCE_002"]
    ])
  })

  it("does not find the template of another account", async () => {
    const other = Given.account({ id: Given.accountId(2) })
    const answer = await scene(
      Scene.ask("messages.send", { to, template }, { account: other, keyAccount: other })
    )
    expect([answer.status, answer.error.code]).toEqual([404, "RESOURCE_002"])
  })

  it("with an unapproved template is 202 all the same, and ends BLOCKED [MSG-056, STM-024]", async () => {
    await scene(
      Effect.gen(function*() {
        const store = yield* Store
        yield* store.commit([Commits.make({ puts: [Commits.put(Templates, Given.template({ status: "PENDING" }))] })])
        expect((yield* Scene.ask("messages.send", { to, template })).status).toBe(202)
        yield* Bench.idle
        expect(yield* Scene.messages).toMatchObject([{ status: "BLOCKED", code: "BUSINESS_005" }])
      })
    )
  })

  it("without a value for a variable is 202, shows no body, and ends FAILED [STM-020]", async () => {
    await scene(
      Effect.gen(function*() {
        const answer = yield* Scene.ask("messages.send", { to, template: { id: Scene.template.id } })
        expect((answer.data as unknown as Sent).recipients).toMatchObject([{ body: null }])
        yield* Bench.idle
        expect(yield* Scene.messages).toMatchObject([{ status: "FAILED", code: "VALIDATION_008" }])
      })
    )
  })

  it.each<readonly [Json, string]>([["A-1", "A-1"], [12, "12"], [1.5, "1.5"], [true, "true"], [false, "false"]])(
    "turns the value %j into text [MSG-040]",
    async (value, shown) => {
      const { data } = await accepted({
        to,
        template: { id: Scene.template.id, parameters: { order: value, more: 1 } }
      })
      expect(data.recipients[0]!.body).toBe(`Your order ${shown} has been shipped.`)
    }
  )

  it("takes null for a value that is missing", async () => {
    const { data } = await accepted({ to, template: { id: Scene.template.id, parameters: { order: null } } })
    expect(data.recipients[0]!.body).toBe(null)
  })

  it("makes one message of a number that is there twice, however it is written", async () => {
    const { messages } = await accepted({
      to: [Given.phone(1), ` ${Given.phone(1)} `],
      template,
      channel: ["sms", "sms"]
    })
    expect(messages).toHaveLength(1)
  })

  it("takes a thousand recipients [LIM-010]", async () => {
    const { data } = await accepted({ to: Array.from({ length: 1000 }, (_, index) => Given.phone(index)), template })
    expect(data.recipients).toHaveLength(1000)
  })

  it("takes the contact that is there, and makes one contact for a new number", async () => {
    await scene(
      Effect.gen(function*() {
        for (let again = 0; again < 2; again++) {
          yield* Scene.ask("messages.send", { to, template, channel: ["sms", "rcs"] })
        }
        expect(yield* Scene.contacts).toHaveLength(1)
        const [contact] = yield* Scene.contacts
        expect(new Set((yield* Scene.messages).map((message) => message.contact))).toEqual(new Set([contact!.id]))
      })
    )
  })

  it("to a new number, several times at the same time, makes one contact", async () => {
    await scene(
      Effect.gen(function*() {
        const answers = yield* Effect.all(
          Array.from({ length: 5 }, () => Scene.ask("messages.send", { to, template })),
          { concurrency: "unbounded" }
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202))
        expect(yield* Scene.contacts).toHaveLength(1)
      })
    )
  })
})

describe("a send of a text", () => {
  const written = "Zażółć! {{0:variable}} is no placeholder here.\n\tNor \"this\"."

  it("answers 202 without a template, with the text on every channel [MSG-002, MSG-009, MSG-050]", async () => {
    const channel = ["auto_detect", "sms", "whatsapp", "rcs", "mms"]
    const { data, messages } = await accepted({ to, text: written, channel })
    expect(data).toMatchObject({ status: "QUEUED", template_id: null, template_name: null })
    expect(data.recipients.map((entry) => [entry.channel, entry.body])).toEqual(channel.map((each) => [each, written]))
    expect(new Set(messages.map(({ template, text }) => [template, text].join()))).toEqual(new Set([`,${written}`]))
  })

  it.each<readonly [string, Json]>([
    ["left out", {}],
    ["null", { template: null }]
  ])("needs no template: %s", async (_, part) => {
    const { data } = await accepted({ to, text: "Hello", ...part as object })
    expect(data.recipients).toMatchObject([{ body: "Hello" }])
  })

  propWith({ runs: 40 })(
    "takes any text that is not blank and has at most 3,072 characters, and no other [ERR-003]",
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\u00a0"), maxLength: 5 }),
      fc.integer({ min: 3060, max: 3080 }).map((length) => "ж".repeat(length)),
      fc.constantFrom("x".repeat(3072), "x".repeat(3073))
    ),
    async (text) => {
      if (text.trim() !== "" && text.length <= 3072) {
        expect((await accepted({ to, text })).messages).toMatchObject([{ text, template: null }])
      } else expect(await refusal({ to, text })).toEqual([400, "VALIDATION_001", ["text"]])
    }
  )

  it.each<readonly [string, Json]>([
    ["a sentence", "Hello"],
    ["an empty one", ""],
    ["one that is too long", "x".repeat(4000)],
    ["null", null]
  ])("is not looked at where there is a template: %s", async (_, written) => {
    const { data, messages } = await accepted({ to, template, text: written })
    expect(data).toMatchObject({ template_id: Scene.template.id, recipients: [{ body: text }] })
    expect(messages.map((message) => Object.hasOwn(message, "text"))).toEqual([false])
  })

  it.each<readonly [string, Json, string]>([
    ["no text, and no template either", { to, text: null }, "template"],
    ["a text that is no string", { to, text: 7 }, "text"],
    ["a text beside a template without a name", { to, text: "Hello", template: {} }, "template"]
  ])("is refused with %s", async (_, body, field) => {
    expect(await refusal(body)).toEqual([400, "VALIDATION_001", [field]])
  })

  it("in sandbox shows the text, and no template", async () => {
    const { data, messages } = await ask({ to, text: "Hello", sandbox: true }).then(({ answers, messages }) => ({
      data: answers[0]!.data,
      messages
    }))
    expect(data).toMatchObject({ template_id: null, template_name: null, recipients: [{ body: "Hello" }] })
    expect(messages).toEqual([])
  })
})

describe("a send with attachments and a subject", () => {
  const url = "https://files.example.com/a%20b.png?size=2#top"

  it("keeps them with each message, as they are", async () => {
    const subject = "Your {{0:variable}} order"
    const { messages } = await accepted({ to, template, channel: ["sms", "rcs"], media_urls: [url], subject })
    expect(messages.map((message) => [message.mediaUrls, message.subject])).toEqual([[[url], subject], [
      [url],
      subject
    ]])
  })

  it.each<readonly [string, Json]>([["left out", {}], ["null", { media_urls: null, subject: null }]])(
    "has none when they are %s",
    async (_, part) => {
      const { messages: [message] } = await accepted({ to, template, ...part as object })
      expect(["mediaUrls", "subject"].filter((key) => Object.hasOwn(message!, key))).toEqual([])
    }
  )

  it("takes an empty list of attachments for none", async () => {
    const { messages: [message] } = await accepted({ to, template, media_urls: [] })
    expect(Object.hasOwn(message!, "mediaUrls")).toBe(false)
  })

  it("keeps of a very long subject what may be shown, in whole characters", async () => {
    const { messages } = await accepted({ to, template, subject: `x${"😀".repeat(5000)}` })
    expect(messages.map(({ subject }) => subject)).toEqual([`x${"😀".repeat(1535)}`])
  })

  propWith({ runs: 15 })(
    "is refused for more than one attachment [MSG-046]",
    fc.array(fc.webUrl({ validSchemes: ["https"] }), { minLength: 2, maxLength: 5 }),
    async (urls) => {
      expect(await refusal({ to, template, media_urls: urls })).toEqual([400, "VALIDATION_001", ["media_urls"]])
    }
  )

  const addresses = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.constantFrom("2130706433", "0x7f000001", "127.1", "0177.0.0.1")
  )

  propWith({ runs: 40 })(
    "is refused for an attachment on an IP address, however that is written [MSG-047]",
    addresses,
    fc.constantFrom("", ":8443"),
    fc.webPath(),
    async (host, port, path) => {
      const url = `https://${host}${port}${path}`
      expect(await refusal({ to, template, media_urls: [url] })).toEqual([400, "VALIDATION_001", ["media_urls[0]"]])
    }
  )

  it.each([
    "http://files.example.com/a.png",
    "ftp://files.example.com/a.png",
    "//files.example.com/a.png",
    "files.example.com/a.png",
    "https:files.example.com/a.png",
    "https://",
    "https://user:word@files.example.com/a.png",
    "https://files.example.com/a b.png",
    "https://files.example.com\\a.png",
    "javascript:alert(1)",
    "",
    `https://files.example.com/${"a".repeat(2000)}`
  ])("is refused for the attachment %s", async (url) => {
    expect(await refusal({ to, template, media_urls: [url] })).toEqual([400, "VALIDATION_001", ["media_urls[0]"]])
  })

  it("takes an attachment whose address was signed for a while: it serves this send only", async () => {
    const signed = "https://bucket.example.com/a.png?X-Amz-Signature=0a1b&X-Amz-Expires=900"
    expect((await accepted({ to, text: "Look", media_urls: [signed] })).messages).toMatchObject([{
      mediaUrls: [signed]
    }])
  })
})

describe("a send is refused", () => {
  it.each<readonly [string, Json, string, string]>([
    ["without recipients", { to: [], template }, "VALIDATION_001", "to"],
    ["without `to`", { template }, "VALIDATION_001", "to"],
    ["with a bad number", { to: ["+12015550001", "0201"], template }, "VALIDATION_002", "to[1]"],
    ["with an impossible number", { to: ["+120155500011"], template }, "VALIDATION_002", "to[0]"],
    ["without id or name of a template", { to, template: {} }, "VALIDATION_001", "template"],
    ["without a template", { to }, "VALIDATION_001", "template"],
    ["with nulls for id and name", { to, template: { id: null, name: null } }, "VALIDATION_001", "template"],
    ["with an id that is no UUID", { to, template: { id: "order" } }, "VALIDATION_003", "template.id"],
    ["with an unknown channel", { to, template, channel: ["sms", "fax"] }, "VALIDATION_006", "channel[1]"],
    ["with a channel in capitals", { to, template, channel: ["SMS"] }, "VALIDATION_006", "channel[0]"],
    ["with a bare channel", { to, template, channel: "sms" }, "VALIDATION_001", "channel"],
    ["on mms without an mms body [MMS-010]", { to, template, channel: ["mms"] }, "VALIDATION_001", "template"],
    ["with a time that is none", { to, template, scheduled_at: "x" }, "VALIDATION_001", "scheduled_at"]
  ])("%s", async (_, body, code, field) => {
    expect(await refusal(body)).toEqual([400, code, [field]])
  })

  it("without a recipient, in words [MSG-032]", async () => {
    const { answers } = await ask({ to: [], template }, { template })
    expect(answers.map(({ error }) => [error.code, error.details?.["to"]?.length])).toEqual([
      ["VALIDATION_001", 1],
      ["VALIDATION_001", 1]
    ])
    expect(answers[0]!.error.details!["to"]![0]).toContain("at least one recipient")
  })

  it("in one answer for everything that is wrong [MSG-033, MSG-034, MSG-036, MSG-039, MSG-044, ERR-009]", async () => {
    const { answers: [answer] } = await ask({
      to: ["12015550001", 5],
      template: { id: "x", parameters: { order: [] } },
      channel: ["fax"],
      sandbox: 1
    })
    expect(answer).toMatchObject({ status: 400, error: { code: "VALIDATION_001" } })
    expect(Object.keys(answer!.error.details!).toSorted()).toEqual([
      "channel[0]",
      "sandbox",
      "template.id",
      "template.parameters.order",
      "to[0]",
      "to[1]"
    ])
    for (const channel of ["auto_detect", "sms", "whatsapp", "rcs", "mms"]) {
      expect(answer!.error.details!["channel[0]"]![0]).toContain(channel)
    }
    expect(await refusal({ to, template: {} })).toEqual([400, "VALIDATION_001", ["template"]])
    expect(await refusal({ template })).toEqual([400, "VALIDATION_001", ["to"]])
    expect(await refusal({ to: ["12015550001"], template })).toEqual([400, "VALIDATION_002", ["to[0]"]])
    expect(await refusal({ to, template: { id: "x" } })).toEqual([400, "VALIDATION_003", ["template.id"]])
    expect(await refusal({ to, template, channel: ["fax"] })).toEqual([400, "VALIDATION_006", ["channel[0]"]])
  })

  it("to more than a thousand recipients [MSG-035]", async () => {
    const many = Array.from({ length: 1001 }, (_, index) => Given.phone(index))
    expect(await refusal({ to: many, template })).toEqual([400, "VALIDATION_001", ["to"]])
  })

  it.each([
    { what: "a newline", value: "a\nb", channel: "auto_detect", tag: "[VAR-028, MSG-058]" },
    { what: "a carriage return", value: "a\rb", channel: "auto_detect", tag: "[VAR-029, MSG-058]" },
    { what: "a tab", value: "a\tb", channel: "auto_detect", tag: "[VAR-030, MSG-058]" },
    { what: "five spaces", value: "a     b", channel: "auto_detect", tag: "[VAR-031, MSG-058]" },
    { what: "nothing but blanks on WhatsApp", value: " ", channel: "whatsapp", tag: "[VAR-033, MSG-058]" }
  ])("with $what in a value $tag", async ({ channel, value }) => {
    const body = { to, template: { id: Scene.template.id, parameters: { order: value } }, channel: [channel] }
    expect(await refusal(body)).toEqual([400, "VALIDATION_008", ["template.parameters.order"]])
  })

  it("for values that cannot be sent by the code that a message later fails with [ERR-046]", () =>
    scene(
      Effect.gen(function*() {
        const parameters = { order: "a\nb" }
        const refused = yield* Scene.ask("messages.send", { to, template: { id: Scene.template.id, parameters } })
        yield* Scene.ask("messages.send", { to, template: { id: Scene.template.id } })
        yield* Bench.idle
        expect((yield* Scene.messages).map(({ code }) => code)).toEqual([refused.error.code])
      })
    ))

  it("not for four spaces, nor for a blank value on auto-detect [VAR-032, VAR-034]", async () => {
    const { answers } = await ask(
      { to, template: { id: Scene.template.id, parameters: { order: "a    b" } } },
      { to, template: { id: Scene.template.id, parameters: { order: "" } } }
    )
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
  })
})
