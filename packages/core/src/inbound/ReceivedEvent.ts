/**
 * The webhook body of an inbound message (specification "Message events", decisions 7.3).
 */
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { InboundMedia, Message } from "../row/Message.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"

export interface Content {
  /** The service's own number, or the sender id that was answered. */
  readonly to: string
  /** Null when the message has only files. */
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
}

const declared = ({ hashSha256, mimeType, sizeBytes, url }: InboundMedia): JsonObject => ({
  url,
  ...(mimeType === null ? {} : { mime_type: mimeType }),
  ...(sizeBytes === null ? {} : { size_bytes: sizeBytes }),
  ...(hashSha256 === null ? {} : { hash_sha256: hashSha256 })
})

const payload = (message: Message, { media, text, to }: Content, at: Instant): JsonObject => ({
  message_id: message.id,
  updated_at: toSeconds(at),
  account_id: message.account,
  inbound_number: message.phone,
  outbound_number: to,
  text,
  channel: message.channel,
  received_at: toSeconds(at),
  ...(media.length === 0 ? {} : { media: media.map(declared) })
})

export const make = (id: EventId, message: Message, content: Content, at: Instant): Event => ({
  id,
  account: message.account,
  name: "message.received",
  at,
  body: envelope("message.received", at, payload(message, content, at))
})
