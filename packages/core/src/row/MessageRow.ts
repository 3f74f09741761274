/**
 * The row of a message holds the message, its attempts and its history.
 */
import * as Schema from "effect/Schema"
import { DropReason } from "../catalogue/DropReason.ts"
import { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import { Category } from "../definition/Category.ts"
import { Rendered } from "../definition/Rendered.ts"
import { Channel, Requested, Shown } from "../value/Channel.ts"
import { AccountId, CarrierId, ContactId, MessageId, TemplateId, VerificationId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { Money } from "../value/Money.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import { Attempt } from "./Attempt.ts"
import { Fallback } from "./Fallback.ts"
import { Feedback } from "./Feedback.ts"
import { Aspect } from "./Retention.ts"

export const Status = Schema.Literals([
  "QUEUED",
  "PROCESSED",
  "ROUTED",
  "SENT",
  "DELIVERED",
  "READ",
  "FAILED",
  "RECEIVED",
  "SCHEDULED",
  "CANCELLED",
  "FILTERED",
  "BLOCKED"
])
export type Status = typeof Status.Type

export const Direction = Schema.Literals(["OUTBOUND", "INBOUND"])

/** The template of a message, as it was when the send was accepted. */
export const TemplateUse = Schema.Struct({
  id: TemplateId,
  revision: Schema.Int,
  name: Schema.String,
  category: Category,
  parameters: Schema.Record(Schema.String, Schema.String)
})
export type TemplateUse = typeof TemplateUse.Type

/** A route that was not taken, and why. */
export const LeftOut = Schema.Struct({ channel: Channel, carrier: CarrierId, reason: DropReason })
export type LeftOut = typeof LeftOut.Type

/**
 * A line of the history. `reached` is false when the line did not change the status, such as for a failed candidate.
 */
export const Activity = Schema.Struct({
  status: Status,
  reached: Schema.Boolean,
  at: Instant,
  description: Schema.String,
  from: Schema.NullOr(Schema.String),
  price: Schema.NullOr(Money),
  activeContactPrice: Schema.NullOr(Money),
  code: Schema.NullOr(OutcomeCode),
  /** When the message is released. Present while it is held and when it is cancelled. */
  scheduledAt: Schema.NullOr(Instant),
  /** The routes that could not be taken when this one was chosen. */
  leftOut: Schema.optionalKey(Schema.Array(LeftOut))
})
export type Activity = typeof Activity.Type

/** A file of an inbound message, as the carrier declares it. */
export const InboundMedia = Schema.Struct({
  url: Schema.String,
  mimeType: Schema.NullOr(Schema.String),
  sizeBytes: Schema.NullOr(Schema.Int),
  /** The hash in lower-case hexadecimal. */
  hashSha256: Schema.NullOr(Schema.String)
})
export type InboundMedia = typeof InboundMedia.Type

/**
 * The keyword that an automatic reply answers: the reply leaves from `from`, the number that the recipient wrote to.
 */
export const AutoReplyTo = Schema.Struct({
  /** The message with the keyword; null when a carrier has reported the recipient's consent itself. */
  inbound: Schema.NullOr(MessageId),
  /** Null when the number is not known. */
  from: Schema.NullOr(Schema.String)
})
export type AutoReplyTo = typeof AutoReplyTo.Type

export const Message = Schema.Struct({
  id: MessageId,
  account: AccountId,
  contact: ContactId,
  phone: PhoneNumber,
  direction: Direction,
  requested: Requested,
  template: Schema.NullOr(TemplateUse),
  /** The text of a free-form message. */
  text: Schema.optionalKey(Schema.String),
  /** The requested subject, which only MMS shows. */
  subject: Schema.optionalKey(Schema.String),
  /** The attachments that replace the template's own media, which only MMS shows. */
  mediaUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The client's own name for the message; carriers have others for its attempts. */
  clientReference: Schema.optionalKey(Schema.String),
  /** Texts that the client keeps with the message, by its own names. */
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The purpose that its send has named; absent: as the category of its template says. */
  purpose: Schema.optionalKey(Schema.String),
  /** Whether its SMS are sent with plain forms of typographic characters; absent: as its account says. */
  smartEncoding: Schema.optionalKey(Schema.Boolean),
  /** The order of channels of an auto-detect send; absent: the default order. */
  fallback: Schema.optionalKey(Fallback),
  /** Until when it is worth handing over, as its sender has said. */
  expiry: Schema.optionalKey(Schema.Struct({
    at: Instant,
    /** How many seconds each send is worth; absent where the sender has named the instant itself. */
    seconds: Schema.optionalKey(Schema.Int)
  })),
  /** Whether its contact names it as the message that made it (`Contact.openedBy`). */
  opens: Schema.optionalKey(Schema.Boolean),
  /** Present when the service sent the message by itself, to answer a keyword. */
  autoReply: Schema.optionalKey(AutoReplyTo),
  /**
   * The verification whose code the message brings. Its parameters and its text hide the code (`OneTimeCode`), and nobody is
   * to get it after the verification has expired.
   */
  verification: Schema.optionalKey(Schema.Struct({
    id: VerificationId,
    /** Whether it is the one by which the verification is counted (`Verification.isWatched`): the first one. */
    isWatched: Schema.optionalKey(Schema.Boolean)
  })),
  /** Whether its delivery is counted for its prefix, since its account was watched when it was routed (decisions 17.3). */
  isWatched: Schema.optionalKey(Schema.Boolean),
  /** The number of the current send: 1, and one more for each resend. */
  send: Schema.Int,
  /** When the current send became QUEUED; absent before. */
  queuedAt: Schema.optionalKey(Instant),
  status: Status,
  channel: Shown,
  rendered: Schema.NullOr(Rendered),
  code: Schema.NullOr(OutcomeCode),
  price: Schema.NullOr(Money),
  activeContactPrice: Schema.NullOr(Money),
  attempts: Schema.Array(Attempt),
  history: Schema.Array(Activity),
  /** The outcomes that the account has told, each once, oldest first; absent when there are none. */
  feedback: Schema.optionalKey(Schema.Array(Feedback)),
  /** The files of an inbound message; absent when it has none. */
  inboundMedia: Schema.optionalKey(Schema.Array(InboundMedia)),
  /** The carrier and its reference of an inbound message. */
  reference: Schema.optionalKey(Schema.Struct({
    carrier: CarrierId,
    text: Schema.String,
    /** The references of the further parts of a message that came in parts. */
    parts: Schema.optionalKey(Schema.Array(Schema.String))
  })),
  /** How many parts of an inbound message never came; absent when it is whole. */
  missingParts: Schema.optionalKey(Schema.Int),
  /** The retention of its account has taken these out of it; with its number goes the country, which is kept here. */
  redacted: Schema.optionalKey(Schema.Struct({
    aspects: Schema.Array(Aspect),
    country: Schema.optionalKey(Schema.String)
  })),
  /** When the message is or was to be released; null when it was never held. */
  scheduledAt: Schema.NullOr(Instant),
  createdAt: Instant
})
export type Message = typeof Message.Type
