/**
 * The examples of Twilio's own description: its messages are read as answers, and its forms are those that we would write.
 */
import type { Submission } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import * as Rendered from "@signalbox/core/Rendered"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as MessageAnswer from "@signalbox/twilio/MessageAnswer"
import * as MessageRequest from "@signalbox/twilio/MessageRequest"
import { check } from "@signalbox/twilio/Options"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { deepEqual, equal, ok } from "node:assert/strict"
import * as FakeTwilio from "../twilio/FakeTwilio.ts"
import type { Run } from "./Run.ts"
import * as Schemas from "./Schemas.ts"
import type { Json } from "./TwilioDescription.ts"
import * as TwilioDescription from "./TwilioDescription.ts"

const now = Instant.make(Date.UTC(2026, 10, 25))

const answer = (status: number, body: Json) =>
  MessageAnswer.of(
    { _tag: "Answered", status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) },
    now
  ).outcome

/** These have failed already when they are created. */
const failed: ReadonlyArray<Json> = ["failed", "undelivered", "canceled"]

const texts = (json: Json | undefined): ReadonlyArray<string> =>
  json === undefined ? [] : [json].flat().map((each) => String(each))

/** Returns the message that would go out as this form. */
const submissionOf = (form: { readonly [name: string]: Json }): Submission => {
  const [to, from, body, media] = [
    texts(form["To"])[0]!,
    texts(form["From"])[0],
    texts(form["Body"])[0] ?? "",
    form["MediaUrl"]
  ]
  const isMms = media !== undefined
  return CarrierContract.submission(1, {
    channel: isMms ? "mms" : "sms",
    to: to as Submission["to"],
    from: from ?? null,
    rendered: { ...Rendered.fromText(body), media: texts(media) },
    sms: isMms ? null : { encoding: "UCS-2", parts: [body] }
  })
}

export const twilioExamples: Run = {
  name: "the examples of Twilio's description are read as its answers, and written as its forms",
  needs: [],
  lack: () => Schemas.lack(TwilioDescription.file),
  run: Effect.sync(() => {
    const description = TwilioDescription.read()
    const messages = TwilioDescription.messages(description)
    for (const [place, message] of messages) {
      const outcome = answer(201, message)
      if (failed.includes(message["status"]!)) {
        ok(outcome._tag === "Refused" && FailureClass.literals.includes(outcome.failure), place)
      } else {
        deepEqual(outcome, { _tag: "Accepted", references: [message["sid"]] }, place)
      }
    }
    const forms = TwilioDescription.requests(description)
    for (const [name, form] of forms) {
      const service = texts(form["MessagingServiceSid"])[0]
      const { accountSid, authToken, publicUrl } = FakeTwilio
      const own = service === undefined ? {} : { messagingServiceSid: service }
      const settings = check({ accountSid, authToken, publicUrl, channels: ["sms", "mms"], ...own })
      const parameters = Result.getOrThrow(MessageRequest.of(submissionOf(form), settings, now))
      const written = new URLSearchParams(MessageRequest.body(parameters))
      for (const field of ["To", "From", "Body", "MediaUrl", "MessagingServiceSid"]) {
        deepEqual(written.getAll(field), texts(form[field]), `${name} ${field}`)
      }
    }
    equal(messages.length > 0 && forms.length > 0, true)
    return `${messages.length} messages, ${forms.length} forms`
  })
}
