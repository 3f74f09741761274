/** The body of a send: what is said of each flaw, and what it stands for where it says nothing (decisions 5.2, 14.5). */
import { minute, plus, toMillis } from "@signalbox/core/Instant"
import * as SendBody from "@signalbox/core/internal/accept/SendBody"
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import type { Json } from "@signalbox/core/Json"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const decode = Decoding.decoder(SendBody.SendBody)

/** Everything that is said of a body, as the operation finds it. */
const flaws = (raw: Record<string, Json>): ReadonlyArray<readonly [field: string, code: string, message: string]> => {
  const { value, violations } = decode(raw)
  return [...violations, ...SendBody.check(value, raw, Given.now)].map((
    { code, field, message }
  ) => [field, code, message])
}

const to = [Given.phone(1)]
const template = { name: "order_shipped" }
const wrong = "VALIDATION_001"
const ahead = (millis: number): string => toMillis(plus(Given.now, millis))
const month = 30 * 24 * 60 * minute

describe("the flaws of a body", () => {
  const contentless = ["template", wrong, "must have id or name, unless there is a text"]
  const nameless = ["template", wrong, "must have id or name"]
  const unsendable = ["text", wrong, "must not be blank and must have at most 3072 characters"]
  const early = ["scheduled_at", wrong, "must be at least 1 minute and at most 30 days ahead"]
  const late = [
    "expires_at",
    wrong,
    "must be at least 10 seconds and at most 30 days after the send, or after its scheduled_at"
  ]
  const media = (sentence: string, index = 0) => [`media_urls[${index}]`, wrong, sentence]
  const url = "https://files.example.com/a.png"

  it.each<readonly [string, Record<string, Json>, ReadonlyArray<unknown>]>([
    ["a template by its name", { template }, []],
    ["a template by its id", { template: { id: Given.templateId(1), name: null } }, []],
    ["no content", {}, [contentless]],
    ["null for its content", { template: null, text: null }, [contentless]],
    ["a template without id and name", { template: {} }, [nameless]],
    ["null for id and name, beside a text", { template: { id: null, name: null }, text: "Hello" }, [nameless]],
    ["a template that is no object", { template: 7 }, [["template", wrong, "must be an object"]]],
    ["a text", { text: "Hello", template: null }, []],
    ["the longest text", { text: "x".repeat(3072) }, []],
    ["a text that is too long", { text: "x".repeat(3073) }, [unsendable]],
    ["a blank text", { text: " \n\t" }, [unsendable]],
    ["a text that is none", { text: 7 }, [["text", wrong, "must be a string"]]],
    ["a blank text beside a template", { text: "", template }, []],
    ["an attachment", { template, media_urls: [url] }, []],
    ["two attachments", { template, media_urls: [url, url] }, [["media_urls", wrong, "must contain at most 1 item"]]],
    [
      "an attachment without a host that is named",
      { template, media_urls: ["https://127.0.0.1/a.png"] },
      [media("must have a host name, not an IP address")]
    ],
    ["a time in a minute", { template, scheduled_at: ahead(minute) }, []],
    ["a time in less than a minute", { template, scheduled_at: ahead(minute - 1) }, [early]],
    ["a time in a month", { template, scheduled_at: ahead(month) }, []],
    ["a time in more than a month", { template, scheduled_at: ahead(month + 1) }, [early]],
    ["a time that is none", { template, scheduled_at: "tomorrow" }, [
      ["scheduled_at", wrong, "must be a timestamp with a UTC offset, such as 2030-01-31T09:00:00Z"]
    ]],
    ["an end ten seconds from now", { template, expires_at: ahead(10_000) }, []],
    ["an end that is none", { template, expires_at: "tomorrow" }, [
      ["expires_at", wrong, "must be a timestamp with a UTC offset, such as 2030-01-31T09:00:00Z"]
    ]],
    ["a validity that is too short", { template, validity_seconds: 9 }, [
      ["validity_seconds", "VALIDATION_005", "must be between 10 and 2592000"]
    ]],
    ["the shortest validity", { template, validity_seconds: 10 }, []],
    ["the longest validity", { template, validity_seconds: 2_592_000 }, []],
    ["a validity that is too long", { template, validity_seconds: 2_592_001 }, [
      ["validity_seconds", "VALIDATION_005", "must be between 10 and 2592000"]
    ]],
    ["an end and a validity", { template, expires_at: ahead(10_000), validity_seconds: 10 }, [
      ["validity_seconds", wrong, "must not be there together with expires_at"]
    ]],
    ["an end too soon", { template, expires_at: ahead(9_999) }, [late]],
    [
      "an end ten seconds after its time",
      { template, scheduled_at: ahead(minute), expires_at: ahead(minute + 10_000) },
      []
    ],
    ["an end before its time", { template, scheduled_at: ahead(minute), expires_at: ahead(minute + 9_999) }, [late]],
    ["an end a month after its time", { template, scheduled_at: ahead(month), expires_at: ahead(2 * month) }, []],
    ["a fallback", { template, fallback: { channels: ["sms", "rcs"], after_seconds: 60 } }, []],
    ["a fallback on auto-detect", { template, channel: ["auto_detect"], fallback: { channels: ["sms"] } }, []],
    ["a fallback beside a channel", { template, channel: ["auto_detect", "sms"], fallback: { channels: ["sms"] } }, [
      ["fallback", wrong, "must not be given together with a channel"]
    ]],
    ["no fallback beside a channel", { template, channel: ["sms"], fallback: null }, []],
    ["a fallback without a channel", { template, fallback: { channels: [] } }, [
      ["fallback.channels", wrong, "must contain at least one channel"]
    ]],
    ["a fallback with a channel twice", { template, fallback: { channels: ["sms", "sms"] } }, [
      ["fallback.channels", wrong, "must name each channel once"]
    ]],
    ["a fallback with too many channels", { template, fallback: { channels: Array<Json>(5).fill("sms") } }, [
      ["fallback.channels", wrong, "must have at most 4 entries"]
    ]],
    ["a wait that is too short", { template, fallback: { channels: ["sms"], after_seconds: 9 } }, [
      ["fallback.after_seconds", wrong, "must be a whole number from 10 to 86400"]
    ]],
    ["a wait that is too long", { template, fallback: { channels: ["sms"], after_seconds: 86_401 } }, [
      ["fallback.after_seconds", wrong, "must be a whole number from 10 to 86400"]
    ]],
    ["the shortest wait", { template, fallback: { channels: ["sms"], after_seconds: 10 } }, []],
    ["the longest wait", { template, fallback: { channels: ["sms"], after_seconds: 86_400 } }, []],
    ["too many channels", { template, channel: Array<Json>(11).fill("sms") }, [
      ["channel", wrong, "must have at most 10 entries"]
    ]],
    ["a blank purpose", { template, purpose: " " }, [
      ["purpose", wrong, "must not be blank and must have at most 40 characters"]
    ]],
    ["parameters without a template", { to: [{ phone_number: Given.phone(1), parameters: { a: 1 } }], text: "Hello" }, [
      ["to[0].parameters", wrong, "must not be there without a template"]
    ]],
    [
      "parameters beside a template and a text",
      { to: [{ phone_number: Given.phone(1), parameters: { a: 1 } }], text: "Hello", template },
      []
    ],
    ["recipients that contradict each other", {
      to: [Given.phone(1), { phone_number: Given.phone(1), reference: "r" }],
      template
    }, [["to[1]", wrong, "must not name the number of to[0] with other parameters or another reference"]]],
    ["recipients that say the reference of all again", {
      to: [Given.phone(1), { phone_number: Given.phone(1), reference: "r" }],
      template,
      reference: "r"
    }, []],
    ["a parameter that is no value", { template: { ...template, parameters: { a: {}, b: 1, c: null } } }, [
      ["template.parameters.a", wrong, "must be a string, a number or a boolean"]
    ]],
    ["no recipient", { to: [], template }, [["to", wrong, "must contain at least one recipient"]]],
    ["an entry that is no recipient", { to: [7], template }, [
      ["to[0]", wrong, "must be a phone number, or an object with a phone_number"]
    ]]
  ])("with %s", (_, body, expected) => {
    expect(flaws({ to, ...body })).toStrictEqual(expected)
  })

  it("are told together", () => {
    expect(
      flaws({
        to: [Given.phone(1), { phone_number: Given.phone(1), reference: "r" }],
        channel: ["sms"],
        text: "",
        media_urls: ["x"],
        scheduled_at: ahead(0),
        expires_at: ahead(0),
        fallback: { channels: ["sms"] }
      }).map(([field]) => field)
    ).toEqual(["text", "to[1]", "media_urls[0]", "scheduled_at", "fallback", "expires_at"])
  })
})

describe("a body", () => {
  const said = (body: Omit<SendBody.SendBody, "to">) => {
    const whole = { to, ...body }
    return {
      template: SendBody.template(whole),
      text: SendBody.text(whole),
      channels: SendBody.channels(whole),
      parameters: SendBody.parameters(whole),
      subject: SendBody.subject(whole),
      mediaUrls: SendBody.mediaUrls(whole),
      smartEncoding: SendBody.smartEncoding(whole),
      scheduledAt: SendBody.scheduledAt(whole),
      validity: SendBody.validity(whole, Given.now)
    }
  }

  const nothing = {
    template: null,
    text: null,
    channels: ["auto_detect"],
    parameters: {},
    subject: null,
    mediaUrls: [],
    smartEncoding: null,
    scheduledAt: null,
    validity: null
  }

  it("that says nothing, or null, or has no entries, stands for what goes without saying", () => {
    expect(said({})).toStrictEqual(nothing)
    expect(
      said({
        template: null,
        text: null,
        channel: null,
        subject: null,
        media_urls: null,
        smart_encoding: null,
        scheduled_at: null,
        expires_at: null,
        validity_seconds: null
      })
    ).toStrictEqual(nothing)
    expect(said({ channel: [], media_urls: [] })).toStrictEqual(nothing)
  })

  it("stands for what it says", () => {
    const at = plus(Given.now, 5 * minute)
    const named = { ...template, parameters: { a: 1, b: null, c: true } }
    expect(
      said({
        template: named,
        text: "Hello",
        channel: ["sms", "auto_detect"],
        subject: "",
        media_urls: ["https://files.example.com/a.png"],
        smart_encoding: false,
        scheduled_at: toMillis(at),
        validity_seconds: 60
      })
    ).toStrictEqual({
      template: named,
      text: null,
      channels: ["sms", "auto_detect"],
      parameters: { a: "1", c: "true" },
      subject: "",
      mediaUrls: ["https://files.example.com/a.png"],
      smartEncoding: false,
      scheduledAt: at,
      validity: { at: plus(at, minute), seconds: 60 }
    })
    expect(said({ text: "Hello", smart_encoding: true, validity_seconds: 60 })).toStrictEqual({
      ...nothing,
      text: "Hello",
      smartEncoding: true,
      validity: { at: plus(Given.now, minute), seconds: 60 }
    })
  })
})
