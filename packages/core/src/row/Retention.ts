/**
 * For how many days an account keeps what its messages tell of people (decisions 17.6). What is older is
 * redacted in place; what is absent is kept.
 */
import * as Schema from "effect/Schema"

export const Retention = Schema.Struct({
  /** Texts: what was sent or has come in, parameters of templates, and metadata. */
  texts: Schema.optionalKey(Schema.Int),
  /** The URLs of media. */
  media: Schema.optionalKey(Schema.Int),
  /** The numbers of recipients and senders. */
  numbers: Schema.optionalKey(Schema.Int),
  /** The bodies of events that webhooks were told, and what their endpoints answered. */
  webhookBodies: Schema.optionalKey(Schema.Int)
})
export type Retention = typeof Retention.Type

/** The parts of messages that go. */
export const Aspect = Schema.Literals(["texts", "media", "numbers"])
export type Aspect = typeof Aspect.Type
