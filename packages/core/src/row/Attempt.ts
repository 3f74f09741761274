/**
 * An attempt is one hand-over of a message to a carrier. It is committed, with its reserved price and its deadline,
 * before the carrier is asked; its id goes to the carrier as the client reference.
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

export const Attempt = Schema.Struct({
  id: AttemptId,
  /** Which send of the message: 1, and one more for each resend. */
  send: Schema.Int,
  carrier: CarrierId,
  channel: Channel,
  /** The number or sender id that it is sent from. */
  from: Schema.NullOr(Schema.String),
  segments: Schema.Int,
  /** Whether another route may be tried when the carrier refuses. Absent means yes. */
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
  startedAt: Instant,
  deadline: Instant,
  /** The carrier's reference, once the carrier has given one. */
  reference: Schema.NullOr(Schema.String),
  report: Schema.NullOr(Report),
  failure: Schema.NullOr(FailureClass)
})
export type Attempt = typeof Attempt.Type
