/**
 * Messages and events that the platform posts, as receipts, messages and consents. Pure: whatever is posted, it fails for
 * nothing, and what it does not know it leaves out.
 */
import type { CarrierId } from "@signalbox/core/Id"
import type { Addressee, InboundMessage } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported } from "@signalbox/core/Receipts"
import type { Brought } from "@signalbox/http-carrier/Callback"
import * as Path from "@signalbox/http-carrier/Path"

/** The events about a message of ours. A message that was revoked when its time was over has not reached its handset. */
export const reports: Readonly<Record<string, Reported>> = {
  DELIVERED: { _tag: "Delivered" },
  READ: { _tag: "Read" },
  TTL_EXPIRATION_REVOKED: { _tag: "Failed", failure: "handset_unreachable" }
}

/** The events by which a recipient wants messages, or wants none. */
export const consents: Readonly<Record<string, "opt_in" | "opt_out">> = {
  SUBSCRIBE: "opt_in",
  UNSUBSCRIBE: "opt_out"
}

const sentAt = (event: unknown): Instant.Instant | null => {
  const millis = Date.parse(Path.text(event, "sendTime") ?? "")
  return Number.isNaN(millis) ? null : Instant.make(millis)
}

const receiptOf = (event: unknown, carrier: CarrierId, reported: Reported, type: string): Brought => {
  const reference = Path.text(event, "messageId")
  if (reference === null) return {}
  const receipt: Receipt = {
    subject: { _tag: "Reference", carrier, reference },
    reported,
    at: sentAt(event),
    detail: reported._tag === "Failed" ? { code: type, text: "not delivered in time" } : null
  }
  return { receipts: [receipt] }
}

const placeOf = (event: unknown): string | null => {
  const [latitude, longitude] = [Path.number(event, "location.latitude"), Path.number(event, "location.longitude")]
  return latitude === null || longitude === null ? null : `geo:${latitude},${longitude}`
}

const messageOf = (
  event: unknown,
  carrier: CarrierId,
  from: string,
  to: Addressee
): InboundMessage | null => {
  const file = Path.text(event, "userFile.payload.fileUri")
  const text = Path.text(event, "text") ?? Path.text(event, "suggestionResponse.text") ??
    Path.text(event, "suggestionResponse.postbackData") ?? placeOf(event)
  if (file === null && text === null) return null
  return {
    carrier,
    reference: Path.text(event, "messageId"),
    from: from as PhoneNumber,
    to,
    channel: "rcs",
    text,
    media: file === null ? [] : [{
      url: file,
      mimeType: Path.text(event, "userFile.payload.mimeType"),
      sizeBytes: Path.number(event, "userFile.payload.fileSizeBytes"),
      hashSha256: null
    }]
  }
}

/**
 * Reads one message or event.
 *
 * @param addressee tells whose an agent is
 */
export const read = (event: unknown, carrier: CarrierId, addressee: (agent: string) => Addressee): Brought => {
  const type = Path.text(event, "eventType")
  const phone = Path.text(event, "senderPhoneNumber")
  const to = addressee(Path.text(event, "agentId") ?? "")
  if (type === null) {
    const message = phone === null ? null : messageOf(event, carrier, phone, to)
    return message === null ? {} : { inbound: [message] }
  }
  const reported = Object.hasOwn(reports, type) ? reports[type] : undefined
  if (reported !== undefined) return receiptOf(event, carrier, reported, type)
  const consent = Object.hasOwn(consents, type) ? consents[type] : undefined
  return consent === undefined || phone === null
    ? {}
    : { consents: [{ carrier, to, phone: phone as PhoneNumber, channel: "rcs", consent }] }
}
