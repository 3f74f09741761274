/**
 * Twilio's published description as the judge, where `CARRIER_SCHEMAS` names the folder that has it: each of its messages is
 * read as an answer, and each of its forms is one that we would write. What we write is judged by Prism (`npm run interop`).
 */
import type { Submission } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import * as Rendered from "@signalbox/core/Rendered"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as MessageAnswer from "@signalbox/twilio/MessageAnswer"
import * as MessageRequest from "@signalbox/twilio/MessageRequest"
import { check } from "@signalbox/twilio/Options"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { Json } from "./Description.ts"
import * as Description from "./Description.ts"
import * as FakeTwilio from "./FakeTwilio.ts"

const now = Instant.make(Date.UTC(2026, 10, 25))

/** These have failed already when they are created. */
const failed: ReadonlyArray<Json | undefined> = ["failed", "undelivered", "canceled"]

const texts = (json: Json | undefined): ReadonlyArray<string> =>
  json === undefined ? [] : [json].flat().map((each) => String(each))

/** Returns the message that would go out as this form. */
const submissionOf = (form: { readonly [name: string]: Json }): Submission => {
  const [to = "", text = ""] = [texts(form["To"])[0], texts(form["Body"])[0]]
  const isMms = form["MediaUrl"] !== undefined
  return CarrierContract.submission(1, {
    channel: isMms ? "mms" : "sms",
    to: to as Submission["to"],
    from: texts(form["From"])[0] ?? null,
    rendered: { ...Rendered.fromText(text), media: texts(form["MediaUrl"]) },
    sms: isMms ? null : { encoding: "UCS-2", parts: [text] }
  })
}

const lack = Description.lack()

describe("Twilio's published description", () => {
  if (lack !== null) {
    it(`judges nothing here, because ${lack}`, () => {
      expect(process.env["CARRIER_SCHEMAS"] ?? "").toBe("")
    })
    return
  }
  const description = Description.read()

  it.each(Description.messages(description))("has a message that is read as an answer: %s", (_, message) => {
    const body = new TextEncoder().encode(JSON.stringify(message))
    const { outcome } = MessageAnswer.of({ _tag: "Answered", status: 201, headers: {}, body }, now)
    const isFailed = failed.includes(message["status"])
    expect(outcome._tag).toBe(isFailed ? "Refused" : "Accepted")
    expect("references" in outcome ? outcome.references : []).toEqual([message["sid"]])
    if (outcome._tag === "Refused") expect(FailureClass.literals).toContain(outcome.failure)
  })

  it.each(Description.requests(description))("has a form that we would write: %s", (_, form) => {
    const service = texts(form["MessagingServiceSid"])[0]
    const { accountSid, authToken, publicUrl } = FakeTwilio
    const own = service === undefined ? {} : { messagingServiceSid: service }
    const settings = check({ accountSid, authToken, publicUrl, channels: ["sms", "mms"], ...own })
    const parameters = Result.getOrThrow(MessageRequest.of(submissionOf(form), settings, now))
    const written = new URLSearchParams(MessageRequest.body(parameters))
    for (const field of ["To", "From", "Body", "MediaUrl", "MessagingServiceSid"]) {
      expect(written.getAll(field), field).toEqual(texts(form[field]))
    }
  })
})
