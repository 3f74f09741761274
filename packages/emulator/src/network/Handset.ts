/**
 * A handset of the simulated world: what it was sent, and how its next submissions end.
 */
import { FailureClass } from "@signalbox/core/catalogue/FailureClass"
import { Button, HeaderMedia } from "@signalbox/core/definition/Rendered"
import { Channel } from "@signalbox/core/value/Channel"
import { CarrierId, MessageId } from "@signalbox/core/value/Id"
import { Instant } from "@signalbox/core/value/Instant"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** What the carrier says when it is asked to take the message. `hang`: nothing, until the service has given up. */
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

/** How one submission ends. The first step that fits a submission is used up by it. */
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

/** What happens when no step fits. */
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
  // Inboxes that an older node has kept do not have it.
  headerMedia: Schema.NullOr(HeaderMedia).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  body: Schema.String,
  footer: Schema.NullOr(Schema.String),
  buttons: Schema.Array(Button),
  media: Schema.Array(Schema.String),
  subject: Schema.NullOr(Schema.String),
  receivedAt: Instant
})
export type Received = typeof Received.Type
