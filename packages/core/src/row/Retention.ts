/**
 * For how many days an account keeps what its messages tell of people (decisions 17.6), and the messages themselves
 * (decisions 19). What is older is redacted in place, or removed; what is absent is kept.
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
  webhookBodies: Schema.optionalKey(Schema.Int),
  /** Messages, with all that exists for their sake alone (decisions 19.2). */
  messages: Schema.optionalKey(Schema.Int),
  /** Events with their deliveries: the log of its webhooks. */
  webhookEvents: Schema.optionalKey(Schema.Int),
  /** Recipients that no message names any more, and that have said nothing about consent. */
  contacts: Schema.optionalKey(Schema.Int),
  /** The sums of usage. */
  usage: Schema.optionalKey(Schema.Int)
})
export type Retention = typeof Retention.Type

const names: (self: Retention, some: ReadonlyArray<keyof Retention>) => boolean = (self, some) =>
  some.some((each) => self[each] !== undefined)

/** Returns whether anything is redacted in its place. */
export const redacts = (self: Retention): boolean => names(self, ["texts", "media", "numbers", "webhookBodies"])

/** Returns whether anything is removed. */
export const removes = (self: Retention): boolean => names(self, ["messages", "webhookEvents", "contacts", "usage"])

/** The parts of messages that go. */
export const Aspect = Schema.Literals(["texts", "media", "numbers"])
export type Aspect = typeof Aspect.Type
