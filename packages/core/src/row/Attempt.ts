/**
 * One hand-over of a message to a carrier. It is committed, with its reservation and its deadline, before the carrier
 * is asked; its id goes to the carrier as client reference.
 */
import * as Schema from "effect/Schema"
import { FailureClass } from "../catalogue/FailureClass.ts"
import { Channel } from "../value/Channel.ts"
import { AccountId, AttemptId, CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { Money } from "../value/Money.ts"

/** What was ever reported for an attempt, lowest first; the highest counts (decisions 4.1). */
export const Report = Schema.Literals(["SENT", "FAILED", "DELIVERED", "READ"])
export type Report = typeof Report.Type

export const Attempt = Schema.Struct({
  id: AttemptId,
  /** Which send of the message: 1, and one more for each resend. */
  send: Schema.Int,
  carrier: CarrierId,
  channel: Channel,
  /** The own number or sender id that it leaves from. */
  from: Schema.NullOr(Schema.String),
  segments: Schema.Int,
  /** Whether another route may be tried when the carrier refuses; absent: it may. */
  fallback: Schema.optionalKey(Schema.Boolean),
  /** Whose money it takes. */
  payer: AccountId,
  /** Reserved when the attempt is written, taken when the carrier accepts, given back when it refuses. */
  price: Money,
  activeContactPrice: Money,
  charge: Schema.Literals(["reserved", "taken", "returned"]),
  startedAt: Instant,
  deadline: Instant,
  /** The carrier's own name for it, once it gave one. */
  reference: Schema.NullOr(Schema.String),
  report: Schema.NullOr(Report),
  failure: Schema.NullOr(FailureClass)
})
export type Attempt = typeof Attempt.Type
