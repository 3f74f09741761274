/**
 * Reads the callbacks of Twilio: states of messages that went out, and messages that came in. Pure.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import * as ConsentKeyword from "@signalbox/core/ConsentKeyword"
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import type { AccountId, AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt } from "@signalbox/core/Receipts"
import type { Brought } from "@signalbox/http-carrier/Callback"
import * as ErrorCode from "./ErrorCode.ts"
import type { Failures } from "./MessageAnswer.ts"
import { detailOf, failureOf } from "./MessageAnswer.ts"
import type { Channel } from "./Options.ts"
import type { Parameters, Signed } from "./Signature.ts"

/** A callback in its parts, of which nothing is believed until its signature is. */
export interface ReceivedCallback {
  readonly signed: Signed
  /** The first value of each parameter of the body, or of the query of a GET. */
  readonly parameters: ReadonlyMap<string, string>
  readonly query: ReadonlyMap<string, string>
}

/** More parameters than any callback has. */
const mostParameters = 1000

const pairs = (text: string): Parameters => [...new URLSearchParams(text)].slice(0, mostParameters)

const firstOf = (parameters: Parameters): ReadonlyMap<string, string> => new Map(parameters.toReversed())

/**
 * Takes a request apart.
 *
 * @param publicUrl the URL that Twilio called, without its query: proxies may have changed all of it but that
 */
export const called = ({ body, headers, method, url }: CarrierRequest, publicUrl: string): ReceivedCallback => {
  const start = url.indexOf("?")
  const search = start === -1 ? "" : url.slice(start)
  const query = firstOf(pairs(search.slice(1)))
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")
  const form = isForm ? pairs(new TextDecoder().decode(body)) : null
  return {
    signed: { url: `${publicUrl}${search}`, signature: headers["x-twilio-signature"] ?? "", form, body },
    parameters: method === "GET" ? query : firstOf(form ?? []),
    query
  }
}

/** The subject of a callback, with what it brings. */
export type CallbackEvent =
  | { readonly _tag: "Status"; readonly brought: Brought }
  | { readonly _tag: "Message"; readonly brought: Brought }
  | { readonly _tag: "Nothing" }

export interface Account {
  readonly id: string
  readonly failures: Failures
}

const isWhatsapp = (address: string): boolean => address.startsWith("whatsapp:")

const numberOf = (address: string): PhoneNumber => address.replace(/^whatsapp:/, "") as PhoneNumber

/** The states in which nothing is left to come but a reading; all others say nothing that a receipt could. */
const reportedOf = (status: string, code: number | null, failures: Failures): Receipt["reported"] | null => {
  switch (status) {
    case "delivered":
      return { _tag: "Delivered" }
    case "read":
      return { _tag: "Read" }
    case "undelivered":
    case "failed":
    case "canceled":
      return { _tag: "Failed", failure: code === null ? "unknown" : failureOf(code, failures) }
    default:
      return null
  }
}

/** Returns an error code, or null for none: a callback may have an empty one, or 0. */
const codeOf = (code: string | undefined): number | null => /^[1-9]\d{0,8}$/.test(code ?? "") ? Number(code) : null

const subjectOf = ({ parameters, query }: ReceivedCallback, carrier: CarrierId): Receipt["subject"] => {
  const [message, attempt] = [query.get("message"), query.get("attempt")]
  return message !== undefined && attempt !== undefined
    ? { _tag: "Attempt", message: message as MessageId, attempt: attempt as AttemptId, carrier }
    // The callback of a messaging service has a URL of its own.
    : { _tag: "Reference", carrier, reference: parameters.get("MessageSid") ?? parameters.get("SmsSid") ?? "" }
}

const channelOf = (parameters: ReadonlyMap<string, string>, address: string): Channel =>
  isWhatsapp(address) ? "whatsapp" : (parameters.get("MessageSid") ?? "").startsWith("MM") ? "mms" : "sms"

const statusOf = (called: ReceivedCallback, { failures, id }: Account, status: string): CallbackEvent => {
  const { parameters, query } = called
  const carrier = id as CarrierId
  const code = codeOf(parameters.get("ErrorCode"))
  const reported = reportedOf(status, code, failures)
  if (reported === null) return { _tag: "Nothing" }
  const [from, to, account] = [parameters.get("From") ?? "", parameters.get("To") ?? "", query.get("account")]
  const isOptedOut = reported._tag === "Failed" && code !== null && ErrorCode.of(code).consequence === "opted out"
  const consents: ReadonlyArray<CarrierConsent> = isOptedOut
    ? [{
      carrier,
      to: account === undefined
        ? { _tag: "Number", number: numberOf(from) }
        : { _tag: "Account", account: account as AccountId, sender: numberOf(from) },
      phone: numberOf(to),
      channel: channelOf(parameters, to),
      consent: "opt_out"
    }]
    : []
  const detail = reported._tag === "Failed" && code !== null ? detailOf(code, parameters.get("ErrorMessage")) : null
  return {
    _tag: "Status",
    brought: { receipts: [{ subject: subjectOf(called, carrier), reported, detail }], consents }
  }
}

const mediaOf = (parameters: ReadonlyMap<string, string>): InboundMessage["media"] => {
  const count = Number(/^\d{1,3}$/.exec(parameters.get("NumMedia") ?? "")?.[0] ?? 0)
  return Array.from({ length: count }, (_, index) => ({
    url: parameters.get(`MediaUrl${index}`) ?? "",
    mimeType: parameters.get(`MediaContentType${index}`) ?? null,
    sizeBytes: null,
    hashSha256: null
  })).filter(({ url }) => url !== "")
}

const consentOf = { STOP: "opt_out", START: "opt_in" } as const

const messageOf = ({ parameters }: ReceivedCallback, { id }: Account): CallbackEvent => {
  const carrier = id as CarrierId
  const [from, to, text] = ["From", "To", "Body"].map((name) => parameters.get(name) ?? "") as [string, string, string]
  const [media, type] = [mediaOf(parameters), parameters.get("OptOutType")]
  const channel = isWhatsapp(from) ? "whatsapp" : media.length > 0 ? "mms" : "sms"
  const message: InboundMessage = {
    carrier,
    reference: parameters.get("MessageSid") ?? parameters.get("SmsSid") ?? null,
    from: numberOf(from),
    to: { _tag: "Number", number: numberOf(to) },
    channel,
    text: text === "" && media.length > 0 ? null : text,
    media
  }
  const consent = type === "STOP" || type === "START" ? consentOf[type] : null
  // The service hears its own keywords in the message itself; Twilio may have others.
  const isHeard = ConsentKeyword.hear(text, []) !== null
  const consents: ReadonlyArray<CarrierConsent> = consent === null || isHeard
    ? []
    : [{ carrier, to: message.to, phone: message.from, channel, consent }]
  return { _tag: "Message", brought: { inbound: [message], consents } }
}

/** Reads a callback whose signature is right. */
export const read = (called: ReceivedCallback, account: Account): CallbackEvent => {
  const { parameters } = called
  const status = parameters.get("MessageStatus") ?? parameters.get("SmsStatus") ?? ""
  const isIncoming = parameters.has("Body") || parameters.has("NumMedia")
  if (status !== "received" && status !== "receiving" && status !== "") return statusOf(called, account, status)
  return isIncoming && parameters.has("From") && parameters.has("To") ? messageOf(called, account) : { _tag: "Nothing" }
}
