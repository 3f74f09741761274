/**
 * Messages that somebody has written on WhatsApp, as texts and files. Pure.
 */
import type { InboundMedia } from "@signalbox/core/Message"
import * as Schema from "effect/Schema"

const optional = Schema.optional
const Text = optional(Schema.String)

const Media = optional(Schema.Struct({
  id: Schema.String,
  mime_type: Text,
  sha256: Text,
  caption: Text,
  filename: Text
}))

/** A message as Meta brings it. Only the fields that are read are named. */
export const InboundMessage = Schema.Struct({
  id: Schema.NonEmptyString,
  from: Schema.NonEmptyString,
  timestamp: Text,
  type: Schema.String,
  text: optional(Schema.Struct({ body: Schema.String })),
  image: Media,
  video: Media,
  audio: Media,
  document: Media,
  sticker: Media,
  button: optional(Schema.Struct({ text: Text, payload: Text })),
  interactive: optional(Schema.Struct({
    button_reply: optional(Schema.Struct({ title: Schema.String })),
    list_reply: optional(Schema.Struct({ title: Schema.String })),
    nfm_reply: optional(Schema.Struct({ body: Text, response_json: Text }))
  })),
  location: optional(Schema.Struct({
    latitude: Schema.Finite,
    longitude: Schema.Finite,
    name: Text,
    address: Text,
    url: Text
  })),
  contacts: optional(Schema.Array(Schema.Struct({
    name: optional(Schema.Struct({ formatted_name: Text })),
    phones: optional(Schema.Array(Schema.Struct({ phone: Text })))
  }))),
  reaction: optional(Schema.Struct({ emoji: Text })),
  order: optional(Schema.Struct({
    text: Text,
    product_items: optional(Schema.Array(Schema.Struct({
      product_retailer_id: Schema.String,
      quantity: Schema.Finite
    })))
  }))
})
export type InboundMessage = typeof InboundMessage.Type

export interface Content {
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
}

/** The types of what nobody has written: Meta's own notices. */
const notices: ReadonlyArray<string> = ["system", "request_welcome", "ephemeral"]

const lines = (...all: ReadonlyArray<string | undefined>): string | null => {
  const given = all.filter((line) => line !== undefined && line !== "")
  return given.length === 0 ? null : given.join("\n")
}

const words: Readonly<Record<string, (message: InboundMessage) => string | null>> = {
  text: ({ text }) => text?.body ?? null,
  button: ({ button }) => button?.text ?? button?.payload ?? null,
  interactive: ({ interactive }) => {
    const { button_reply: button, list_reply: row, nfm_reply: form } = interactive ?? {}
    return button?.title ?? row?.title ?? form?.response_json ?? form?.body ?? null
  },
  location: ({ location }) =>
    location === undefined
      ? null
      : lines(location.name, location.address, location.url, `geo:${location.latitude},${location.longitude}`),
  contacts: ({ contacts = [] }) =>
    lines(
      ...contacts.map(({ name, phones = [] }) =>
        [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter((each) => each !== undefined).join(" ")
      )
    ),
  reaction: ({ reaction }) => reaction?.emoji ?? null,
  order: ({ order }) =>
    lines(
      order?.text,
      ...(order?.product_items ?? []).map((item) => `${item.quantity} × ${item.product_retailer_id}`)
    )
}

/** Meta writes the sum in base64, and here it is hexadecimal. */
const sum = (base64: string | undefined): string | null => {
  const bytes = Buffer.from(base64 ?? "", "base64")
  return bytes.length === 32 ? bytes.toString("hex") : null
}

/**
 * Returns what was written; null for a notice of Meta's, and for a reaction that was taken back. A file has the address at
 * which Meta tells, to whoever has the access token, where it lies.
 *
 * @param api where the Graph API is, with its version
 */
export const of = (message: InboundMessage, api: string): Content | null => {
  const { audio, document, image, sticker, type, video } = message
  if (notices.includes(type) || (type === "reaction" && (message.reaction?.emoji ?? "") === "")) return null
  const files = [image, video, audio, document, sticker].flatMap((file) => file === undefined ? [] : [file])
  const caption = lines(...files.map((file) => file.caption))
  return {
    text: Object.hasOwn(words, type) ? words[type]!(message) : caption,
    media: files.map((file) => ({
      url: `${api}/${encodeURIComponent(file.id)}`,
      mimeType: file.mime_type ?? null,
      sizeBytes: null,
      hashSha256: sum(file.sha256)
    }))
  }
}
