/**
 * The events of a callback by the tables of a description. Pure: whatever the provider sends, it fails for nothing.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import type { AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Subject } from "@signalbox/core/Receipts"
import type { Brought } from "../Callback.ts"
import type { Description } from "../Description.ts"
import * as Outcome from "../Outcome.ts"
import * as Path from "../Path.ts"

/** The most events of one callback that are read. */
const mostEvents = 10_000

const queryOf = (url: string): string => url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""

/** Returns the fields of a form; the values of one that comes several times are a list. */
const fieldsOf = (form: string): Readonly<Record<string, unknown>> => {
  const fields = new URLSearchParams(form)
  return Object.fromEntries([...new Set(fields.keys())].map((name) => {
    const values = fields.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  }))
}

/** Returns the content of a callback, or undefined when it cannot be read. */
const contentOf = ({ body, url }: CarrierRequest, format: "json" | "form" | "query"): unknown =>
  format === "json"
    ? Outcome.json(body)
    : fieldsOf(format === "form" ? new TextDecoder().decode(body) : queryOf(url))

const holds = (event: unknown, when: Readonly<Record<string, ReadonlyArray<string>>> = {}): boolean =>
  Object.entries(when).every(([path, values]) => values.includes(Path.text(event, path) ?? ""))

/** A number below this is one of seconds. */
const firstMillis = 100_000_000_000

const instantOf = (event: unknown, path: string | undefined): Instant.Instant | null => {
  const said = Path.text(event, path)
  if (said === null) return null
  const count = Number(said)
  const millis = Number.isNaN(count) ? Date.parse(said) : count < firstMillis ? count * 1000 : count
  return Math.abs(millis) <= 8.64e15 ? Instant.make(millis) : null
}

const subjectOf = (
  event: unknown,
  carrier: CarrierId,
  { attempt, id, message }: NonNullable<Description["receipts"]>
): Subject | null => {
  const named = [Path.text(event, message), Path.text(event, attempt)]
  if (named[0] && named[1]) {
    return { _tag: "Attempt", carrier, message: named[0] as MessageId, attempt: named[1] as AttemptId }
  }
  const reference = Path.text(event, id)
  return reference === null ? null : { _tag: "Reference", carrier, reference }
}

const receiptOf = (
  event: unknown,
  carrier: CarrierId,
  receipts: NonNullable<Description["receipts"]>
): Receipt | null => {
  const state = Path.text(event, receipts.state) ?? ""
  const end = Object.hasOwn(receipts.states, state) ? receipts.states[state] : undefined
  const subject = subjectOf(event, carrier, receipts)
  if (end === undefined || subject === null || !holds(event, receipts.when)) return null
  const code = Path.text(event, receipts.code)
  const amount = Path.number(event, receipts.price?.amount)
  const currency = Path.text(event, receipts.price?.currency)
  return {
    subject,
    reported: end === "delivered"
      ? { _tag: "Delivered" }
      : end === "read"
      ? { _tag: "Read" }
      : { _tag: "Failed", failure: receipts.codes?.[code ?? ""] ?? "unknown" },
    at: instantOf(event, receipts.at),
    detail: end === "failed" ? { code: code ?? state, text: Path.text(event, receipts.text) ?? state } : null,
    pricing: amount === null || currency === null ? null : { amount, currency }
  }
}

const consentOf = (
  event: unknown,
  carrier: CarrierId,
  { optOuts, ...receipts }: NonNullable<Description["receipts"]>,
  channel: Channel
): CarrierConsent | null => {
  const own = Path.text(event, optOuts?.own)
  const recipient = Path.text(event, optOuts?.recipient)
  const code = Path.text(event, receipts.code) ?? ""
  return own === null || recipient === null || optOuts?.codes.includes(code) !== true || !holds(event, receipts.when)
    ? null
    : {
      carrier,
      to: { _tag: "Number", number: own as PhoneNumber },
      phone: recipient as PhoneNumber,
      channel,
      consent: "opt_out"
    }
}

const mediaOf = (event: unknown, media: NonNullable<Description["inbound"]>["media"]): InboundMessage["media"] =>
  media === undefined ? [] : Path.list(event, media.list).flatMap((file) => {
    const url = Path.text(file, media.url)
    return url === null ? [] : [{
      url,
      mimeType: Path.text(file, media.mimeType),
      sizeBytes: Path.number(file, media.sizeBytes),
      hashSha256: null
    }]
  })

const messageOf = (
  event: unknown,
  carrier: CarrierId,
  inbound: NonNullable<Description["inbound"]>,
  channels: ReadonlyArray<Channel>
): InboundMessage | null => {
  const from = Path.text(event, inbound.from)
  const to = Path.text(event, inbound.to)
  if (from === null || to === null || !holds(event, inbound.when)) return null
  const media = mediaOf(event, inbound.media)
  return {
    carrier,
    reference: Path.text(event, inbound.id),
    from: from as PhoneNumber,
    to: { _tag: "Number", number: to as PhoneNumber },
    channel: media.length > 0 && channels.includes("mms") ? "mms" : inbound.channel ?? "sms",
    text: Path.text(event, inbound.text),
    media
  }
}

/** Reads a callback, or returns null for one that cannot be read at all. What it does not know it leaves out. */
export const read = (description: Description, request: CarrierRequest): Brought | null => {
  const { callbacks: { events = "", format = "json" } = {}, channels, inbound, receipts } = description
  const carrier = description.id as CarrierId
  const content = contentOf(request, format)
  if (content === undefined) return null
  const all = Path.list(content, events).slice(0, mostEvents)
  return {
    receipts: receipts === undefined ? [] : all.flatMap((event) => receiptOf(event, carrier, receipts) ?? []),
    consents: receipts === undefined
      ? []
      : all.flatMap((event) => consentOf(event, carrier, receipts, channels[0]!) ?? []),
    inbound: inbound === undefined ? [] : all.flatMap((event) => messageOf(event, carrier, inbound, channels) ?? [])
  }
}
