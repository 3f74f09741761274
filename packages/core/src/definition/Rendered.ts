/**
 * A rendered message, as the separate parts that the channel shows and as plain text.
 */
import * as Schema from "effect/Schema"

export const Button = Schema.Struct({
  type: Schema.String,
  value: Schema.String,
  text: Schema.NullOr(Schema.String),
  postbackData: Schema.NullOr(Schema.String)
})
export type Button = typeof Button.Type

export const HeaderMedia = Schema.Struct({ type: Schema.String, url: Schema.String })
export type HeaderMedia = typeof HeaderMedia.Type

export const Rendered = Schema.Struct({
  /** Null where the channel has no header: SMS puts it into the content, and MMS does not show it. */
  header: Schema.NullOr(Schema.String),
  headerMedia: Schema.NullOr(HeaderMedia),
  content: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.NullOr(Schema.Array(Button)),
  /** The URLs of the attachments: at most one, and only on MMS. */
  media: Schema.Array(Schema.String),
  subject: Schema.NullOr(Schema.String),
  /** The whole text, as the recipient reads it on this channel. */
  plain: Schema.String
})
export type Rendered = typeof Rendered.Type

/** Renders a plain text. */
export const fromText = (text: string): Rendered => ({
  header: null,
  headerMedia: null,
  content: text,
  footer: null,
  buttons: null,
  media: [],
  subject: null,
  plain: text
})
