/** A message becomes the form that Twilio's API documents. */
import type { Submission, TemplateSubmission } from "@signalbox/core/Carrier"
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Rendered from "@signalbox/core/Rendered"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import { prop } from "@signalbox/testing/Prop"
import * as Callback from "@signalbox/twilio/Callback"
import type { Account } from "@signalbox/twilio/MessageRequest"
import * as MessageRequest from "@signalbox/twilio/MessageRequest"
import { check } from "@signalbox/twilio/Options"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as FakeTwilio from "./FakeTwilio.ts"

const { accountSid, authToken, publicUrl } = FakeTwilio

const now = Instant.make(Date.UTC(2026, 10, 25))

const service = `MG${"b".repeat(32)}`

const content = `HX${"c".repeat(32)}`

const account = (given: object = {}): Account =>
  check({ accountSid, authToken, publicUrl, channels: ["sms", "mms", "whatsapp"], ...given })

const message = (parts: Partial<Submission> = {}): Submission =>
  CarrierContract.submission(1, { expiresAt: Instant.plus(now, 60_500), ...parts })

/** The form as Twilio reads it, without what is the same for all. */
const formOf = (submission: Submission, given: object = {}) => {
  const parameters = Result.getOrThrow(MessageRequest.of(submission, account(given), now))
  const form = new URLSearchParams(MessageRequest.body(parameters))
  form.delete("StatusCallback")
  form.delete("ValidityPeriod")
  return [...form]
}

const whatsapp = { channel: "whatsapp", sms: null } as const

const template: TemplateSubmission = {
  id: "00000000-0000-7000-8000-000000000001" as TemplateId,
  name: "order",
  language: "en_US",
  revision: 1,
  category: "UTILITY",
  header: ["Acme"],
  body: ["7", "Monday"],
  buttons: [{ index: 0, value: "order/7" }]
}

describe("the form of a message", () => {
  it("has an SMS as it was counted", () => {
    const sms = { encoding: "GSM-7", parts: ["one “", "two"] } as const
    expect(formOf(message({ sms }))).toEqual([
      ["To", "+12015551001"],
      ["From", "+12015550100"],
      ["Body", "one “two"],
      ["SmartEncoded", "false"]
    ])
  })

  it("has the files of an MMS, and is one without files", () => {
    const rendered = { ...Rendered.fromText("Look"), media: ["https://acme.example/a.png"] }
    const mms = { channel: "mms", sms: null } as const
    expect(formOf(message({ ...mms, rendered })).slice(2)).toEqual([
      ["Body", "Look"],
      ["MediaUrl", "https://acme.example/a.png"]
    ])
    expect(formOf(message({ ...mms, rendered: Rendered.fromText("Look") })).slice(2)).toEqual([
      ["Body", "Look"],
      ["SendAsMms", "true"]
    ])
  })

  it("names both ends on WhatsApp by the channel, whatever the account calls its sender", () => {
    const rendered = {
      ...Rendered.fromText("Hello"),
      headerMedia: { type: "image", url: "https://acme.example/h.png" }
    }
    expect(formOf(message({ ...whatsapp, rendered }))).toEqual([
      ["To", "whatsapp:+12015551001"],
      ["From", "whatsapp:+12015550100"],
      ["Body", "Hello"],
      ["MediaUrl", "https://acme.example/h.png"]
    ])
    const senders = { "106540352242922": "+12015550100" }
    expect(formOf(message({ ...whatsapp, from: "106540352242922" }), { senders })[1]).toEqual([
      "From",
      "whatsapp:+12015550100"
    ])
  })

  it("has a template of WhatsApp as a content with numbered variables, by name and language first", () => {
    const other = `HX${"d".repeat(32)}`
    const contents = { order: content, "order/de": other }
    const submission = message({ ...whatsapp, template })
    expect(formOf(submission, { contents }).slice(2)).toEqual([
      ["ContentSid", content],
      ["ContentVariables", "{\"1\":\"Acme\",\"2\":\"7\",\"3\":\"Monday\",\"4\":\"order/7\"}"]
    ])
    const german = { ...template, language: "de", header: [], body: [], buttons: [] }
    expect(formOf({ ...submission, template: german }, { contents }).slice(2)).toEqual([["ContentSid", other]])
    expect(formOf(submission).slice(2)).toEqual([["Body", "Message 1"]])
  })

  it("has a code once, which the button of a template repeats", () => {
    const code = { ...template, category: "AUTHENTICATION", header: [], body: ["123456"] } as const
    expect(MessageRequest.variables({ ...code, buttons: [{ index: 0, value: "123456" }] })).toEqual({ "1": "123456" })
  })

  it("leaves the sender to a messaging service where the message has none", () => {
    const given = { messagingServiceSid: service }
    expect(formOf(message({ from: null }), given).slice(0, 2)).toEqual([
      ["To", "+12015551001"],
      ["MessagingServiceSid", service]
    ])
    expect(formOf(message(), given).map(([name]) => name).slice(0, 3)).toEqual(["To", "From", "MessagingServiceSid"])
  })

  it("cannot be made without a sender, nor for another channel", () => {
    const failure = (submission: Submission, given: object = {}) =>
      Result.getOrThrow(Result.flip(MessageRequest.of(submission, account(given), now))).failure
    expect(failure(message({ from: null }))).toBe("sender_refused")
    expect(failure(message({ channel: "rcs" }))).toBe("content_not_acceptable")
    expect(failure(message(), { channels: ["whatsapp"] })).toBe("content_not_acceptable")
  })

  it("says in words why there is none", () => {
    const words = (submission: Submission, given: object = {}) =>
      Result.getOrThrow(Result.flip(MessageRequest.of(submission, account(given), now))).words
    expect([words(message({ from: null })), words(message({ channel: "rcs" }))])
      .toEqual(["the message has no sender", "this account of Twilio has no such channel"])
  })

  it("is whole: its callback, its validity, and nothing that is empty", () => {
    const bare = { ...Rendered.fromText(""), media: [], headerMedia: { type: "image", url: "https://acme.example/h" } }
    const mms = message({ channel: "mms", sms: null, rendered: bare as Submission["rendered"], from: "whatsapp:+1" })
    const { account: of, attempt, message: id } = mms
    const query = new URLSearchParams({ message: id, attempt, account: of })
    expect(Result.getOrThrow(MessageRequest.of(mms, account(), now))).toEqual([
      ["To", "+12015551001"],
      ["From", "whatsapp:+1"],
      ["MediaUrl", "https://acme.example/h"],
      ["StatusCallback", `${publicUrl}?${query}#rc=5&rp=5xx,ct,rt`],
      ["ValidityPeriod", "60"]
    ])
    const there = message({
      ...whatsapp,
      from: "whatsapp:+12015550100",
      rendered: { ...bare, media: ["https://a.example/1"] } as Submission["rendered"]
    })
    expect(formOf(there)).toEqual([
      ["To", "whatsapp:+12015551001"],
      ["From", "whatsapp:+12015550100"],
      ["MediaUrl", "https://a.example/1"],
      ["MediaUrl", "https://acme.example/h"]
    ])
    // An SMS has no files, and no template.
    expect(formOf(message({ rendered: bare as Submission["rendered"], template })).map(([name]) => name))
      .toEqual(["To", "From", "Body", "SmartEncoded"])
  })

  prop(
    "carries any text, names its message in its callback, and is valid for 1 second to 10 hours",
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.uuid(),
    fc.integer({ min: -1e9, max: 1e12 }),
    (text, attempt, left) => {
      const submission = message({
        attempt: attempt as Submission["attempt"],
        sms: { encoding: "UCS-2", parts: [text] },
        expiresAt: Instant.plus(now, left)
      })
      const form = new URLSearchParams(
        MessageRequest.body(Result.getOrThrow(MessageRequest.of(submission, account(), now)))
      )
      expect(form.get("Body")).toBe(text)
      const seconds = Number(form.get("ValidityPeriod"))
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 36_000).toBe(true)
      if (left >= 1000 && left <= 36_000_000) expect(seconds).toBe(Math.floor(left / 1000))
      const callback = new URL(form.get("StatusCallback")!)
      const request = { method: "POST", url: callback.search, headers: {}, body: new Uint8Array() }
      expect(Object.fromEntries(Callback.called(request, publicUrl).query)).toEqual({
        message: submission.message,
        attempt,
        account: submission.account
      })
    }
  )
})
