/**
 * An attempt is one try to send a message through a carrier. It is committed, with its reserved price, before it waits
 * in line at its carrier, and its hand-over is committed before the carrier is asked; its id goes to the carrier as the
 * client reference.
 */
import * as Schema from "effect/Schema"
import { FailureClass } from "../catalogue/FailureClass.ts"
import { Channel } from "../value/Channel.ts"
import { AccountId, AttemptId, CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { Money } from "../value/Money.ts"

/** The reports of an attempt, lowest first. The highest that was ever made counts (decisions 4.1). */
export const Report = Schema.Literals(["SENT", "FAILED", "DELIVERED", "READ"])
export type Report = typeof Report.Type

/**
 * A part of an SMS that the carrier reports on by a reference of its own. It is empty for a part that the carrier has not
 * taken, or of which nobody knows.
 */
export const Part = Schema.Struct({ reference: Schema.String, report: Schema.NullOr(Report) })
export type Part = typeof Part.Type

/** The hand-over of an attempt: under which lease, and how often it has been handed over so far. */
export const HandedOver = Schema.Struct({
  token: Schema.Int,
  times: Schema.Int,
  /** Whether that is the lease of its dispatch, so that it stands in no line. Absent: it is that of its submission. */
  withDispatch: Schema.optionalKey(Schema.Boolean)
})
export type HandedOver = typeof HandedOver.Type

/** The carrier's own words. */
export const Detail = Schema.Struct({ code: Schema.String, text: Schema.String })

/** The details of the receipt that decided the attempt's report. The price may come with another receipt. */
export const ReceiptDetail = Schema.Struct({
  /** When it happened, as the carrier says. */
  at: Schema.NullOr(Instant),
  detail: Schema.NullOr(Detail),
  /** The price that the carrier charges: an amount in its currency. */
  pricing: Schema.NullOr(Schema.Struct({ amount: Schema.Finite, currency: Schema.String }))
})
export type ReceiptDetail = typeof ReceiptDetail.Type

export const Attempt = Schema.Struct({
  id: AttemptId,
  /** Which send of the message: 1, and one more for each resend. */
  send: Schema.Int,
  carrier: CarrierId,
  channel: Channel,
  /** The number or sender id that it is sent from. */
  from: Schema.NullOr(Schema.String),
  segments: Schema.Int,
  /** Whether another route may be tried when the carrier refuses, or does not answer. Absent means yes. */
  fallback: Schema.optionalKey(Schema.Boolean),
  /** The account that pays for it. */
  payer: AccountId,
  /**
   * The price is reserved when the attempt is opened, taken when the carrier accepts it, and returned when the carrier
   * refuses it.
   */
  price: Money,
  activeContactPrice: Money,
  charge: Schema.Literals(["reserved", "taken", "returned"]),
  /** The counters of spend caps that its price counts in until it is returned. Absent: there are none. */
  spendCounters: Schema.optionalKey(Schema.Array(Schema.String)),
  startedAt: Instant,
  /** Until when the carrier has time to answer; null while the attempt waits in line. */
  deadline: Schema.NullOr(Instant),
  /** Absent while the attempt waits in line. */
  handedOver: Schema.optionalKey(HandedOver),
  /**
   * The message has left the line of this carrier, which took nothing for too long. The pair counts as tried, not as
   * one of the routes of the send.
   */
  leftLine: Schema.optionalKey(Schema.Boolean),
  /**
   * It was taken out of its line before its carrier was asked, for the night or since it may not leave as it is, so the
   * pair counts neither as tried nor as one of the routes of the send.
   */
  heldBack: Schema.optionalKey(Schema.Boolean),
  /** So long its rule lets it wait for a receipt before the message goes on. Absent: the rule does not say. */
  receiptSeconds: Schema.optionalKey(Schema.Int),
  /** The message has gone on to its next route, since this attempt was not delivered in time. It may still arrive. */
  overdue: Schema.optionalKey(Schema.Boolean),
  /** The carrier's first reference, once the carrier has given one. */
  reference: Schema.NullOr(Schema.String),
  /** The parts, when the carrier names more than one. */
  parts: Schema.optionalKey(Schema.Array(Part)),
  /** The carrier's own words for its refusal, or what is known of why it gave no answer. */
  refusal: Schema.optionalKey(Detail),
  receipt: Schema.optionalKey(ReceiptDetail),
  report: Schema.NullOr(Report),
  failure: Schema.NullOr(FailureClass)
})
export type Attempt = typeof Attempt.Type
