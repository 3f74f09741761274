/**
 * What the recipient gets, in the parts that the channel shows by themselves, and as plain text.
 */
import * as Effect from "effect/Effect"
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
  /** Null where the channel has no header of its own: on SMS it is part of the content, on MMS it is not shown. */
  header: Schema.NullOr(Schema.String),
  // Messages of the first version have neither this nor `media`.
  headerMedia: Schema.NullOr(HeaderMedia).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  content: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.NullOr(Schema.Array(Button)),
  /** The addresses of what is attached: one at most, and only on MMS. */
  media: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  subject: Schema.NullOr(Schema.String),
  /** The whole text as the recipient of this channel reads it. */
  plain: Schema.String
})
export type Rendered = typeof Rendered.Type

/** A text and nothing else. */
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
