/**
 * A stand-in for Twilio's API, written from its documented fields: it creates messages, and signs what it calls back by
 * Twilio's own library.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Options } from "@signalbox/twilio/Options"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js"
import type { Heard, Provider, Reply } from "../http-carrier/Provider.ts"
import * as Providers from "../http-carrier/Provider.ts"

export const accountSid = `AC${"a".repeat(32)}`
export const authToken = "0123456789abcdef-a-token"
export const publicUrl = "https://messages.acme.example/carriers/twilio"

/** A message that was created. */
export interface Created {
  readonly sid: string
  readonly form: URLSearchParams
}

export interface FakeTwilio {
  readonly url: string
  readonly heard: ReadonlyArray<Heard>
  readonly created: ReadonlyArray<Created>
  /** Answers in the place of creating; it may create first. Null leaves it to the fake. */
  answer: (create: () => Reply, heard: Heard) => Reply | null | Promise<Reply | null>
  /** The options of an account that is there. */
  readonly options: Options
}

const date = "Wed, 25 Nov 2026 21:30:00 +0000"

/** A message as the API shows it. */
export const resource = (sid: string, form: URLSearchParams) => ({
  account_sid: accountSid,
  api_version: "2010-04-01",
  body: form.get("Body") ?? "",
  date_created: date,
  date_sent: null,
  date_updated: date,
  direction: "outbound-api",
  error_code: null,
  error_message: null,
  from: form.get("From"),
  messaging_service_sid: form.get("MessagingServiceSid"),
  num_media: String(form.getAll("MediaUrl").length),
  num_segments: "1",
  price: null,
  price_unit: "USD",
  sid,
  status: "queued",
  subresource_uris: { media: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media.json` },
  to: form.get("To"),
  uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`
})

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

/** A refusal in the form of the API. */
export const refusal = (
  status: number,
  code: number,
  message = "A refusal",
  headers: Readonly<Record<string, string>> = {}
): Reply => json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers)

const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`

/** Starts the stand-in on a free port; it ends with the scope. */
export const make: Effect.Effect<FakeTwilio, never, Scope.Scope> = Effect.gen(function*() {
  const created: Array<Created> = []
  const provider: Provider = yield* Providers.make()
  const fake: FakeTwilio = {
    url: provider.url,
    heard: provider.heard,
    created,
    answer: () => null,
    options: { accountSid, authToken, publicUrl, baseUrl: provider.url }
  }
  provider.answer = async (heard) => {
    if (heard.method !== "POST" || heard.path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
      return refusal(404, 20404)
    }
    if (heard.headers["authorization"] !== authorization) return refusal(401, 20003, "Authenticate")
    const create = (): Reply => {
      const form = new URLSearchParams(heard.body)
      if (!form.has("To")) return refusal(400, 21604)
      if (!form.has("From") && !form.has("MessagingServiceSid")) return refusal(400, 21603)
      const sid = `SM${String(created.length + 1).padStart(32, "0")}`
      created.push({ sid, form })
      return json(201, resource(sid, form))
    }
    return await fake.answer(create, heard) ?? create()
  }
  return fake
})

/** Returns a callback as it comes to a service behind a proxy, which does not know the public URL. */
export const signed = (
  parameters: Readonly<Record<string, string>>,
  { query = "", token = authToken, url = publicUrl } = {}
): CarrierRequest => {
  const search = query === "" ? "" : `?${query}`
  return {
    method: "POST",
    url: `/inner/carriers/twilio${search}`,
    headers: {
      host: "10.0.0.7:8080",
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "x-twilio-signature": getExpectedTwilioSignature(token, `${url}${search}`, parameters)
    },
    body: new TextEncoder().encode(new URLSearchParams(parameters).toString())
  }
}

/** Returns the status callback of a created message. */
export const status = (
  { form, sid }: Created,
  state: string,
  others: Readonly<Record<string, string>> = {}
): CarrierRequest => {
  const callback = new URL(form.get("StatusCallback") ?? "")
  return signed({
    ApiVersion: "2010-04-01",
    AccountSid: accountSid,
    MessageSid: sid,
    SmsSid: sid,
    MessageStatus: state,
    SmsStatus: state,
    From: form.get("From") ?? "+12015550100",
    To: form.get("To") ?? "",
    ...others
  }, { query: callback.search.slice(1), url: `${callback.origin}${callback.pathname}` })
}
