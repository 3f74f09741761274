/**
 * A simulated handset: the messages that it received, and how its next submissions end.
 */
import { Channel } from "@signalbox/core/Channel"
import { FailureClass } from "@signalbox/core/FailureClass"
import { AccountId, CarrierId, MessageId } from "@signalbox/core/Id"
import { Instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Button, HeaderMedia } from "@signalbox/core/Rendered"
import * as Schema from "effect/Schema"

/** The carrier's answer to a submission. `hang` gives none until the service has given up. */
export const Submit = Schema.Union([
  Schema.Literals(["accept", "hang"]),
  Schema.Struct({ refuse: FailureClass })
])
export type Submit = typeof Submit.Type

export const ScriptedReceipt = Schema.Union([
  Schema.Literals(["delivered", "read"]),
  Schema.Struct({ failed: FailureClass })
])
export type ScriptedReceipt = typeof ScriptedReceipt.Type

/** A step says how one submission ends. A submission consumes the first step that fits it. */
export const Step = Schema.Struct({
  /** Only submissions on this channel; null: on any. */
  channel: Schema.NullOr(Channel),
  /** Only submissions of this carrier; null: of any. */
  carrier: Schema.NullOr(CarrierId),
  submit: Submit,
  /** In this order, each `delayMillis` after the one before. */
  receipts: Schema.Array(ScriptedReceipt),
  delayMillis: Schema.Int
})
export type Step = typeof Step.Type

/** The step that a submission takes when none of the script fits. */
export const byDefault: Step = {
  channel: null,
  carrier: null,
  submit: "accept",
  receipts: ["delivered"],
  delayMillis: 0
}

/** A message on the screen of a handset. */
export const Received = Schema.Struct({
  message: MessageId,
  carrier: CarrierId,
  channel: Channel,
  from: Schema.NullOr(Schema.String),
  header: Schema.NullOr(Schema.String),
  headerMedia: Schema.NullOr(HeaderMedia),
  body: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.Array(Button),
  media: Schema.Array(Schema.String),
  subject: Schema.NullOr(Schema.String),
  receivedAt: Instant
})
export type Received = typeof Received.Type

/** A message that a handset shows from its instant on, and the account that has sent it. */
export interface Arrival {
  readonly phone: PhoneNumber
  readonly account: AccountId
  readonly received: Received
}

/** A message that a handset has written, and the message of the service that came of it. */
export const Written = Schema.Struct({
  message: MessageId,
  account: AccountId,
  channel: Channel,
  /** The number that it wrote to, or null when whoever it answered has none. */
  to: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  /** The addresses of its files. */
  media: Schema.Array(Schema.String),
  at: Instant
})
export type Written = typeof Written.Type
