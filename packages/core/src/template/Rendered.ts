/**
 * What the recipient reads, in parts and as plain text.
 */
import * as Schema from "effect/Schema"

export const Button = Schema.Struct({
  type: Schema.String,
  value: Schema.String,
  text: Schema.NullOr(Schema.String),
  postbackData: Schema.NullOr(Schema.String)
})

export const Rendered = Schema.Struct({
  header: Schema.NullOr(Schema.String),
  content: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.NullOr(Schema.Array(Button)),
  subject: Schema.NullOr(Schema.String),
  plain: Schema.String
})
export type Rendered = typeof Rendered.Type
