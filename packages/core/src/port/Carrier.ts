/**
 * The carrier port: who takes messages over and brings them to handsets.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FailureClass } from "../catalogue/FailureClass.ts"
import type { Rendered } from "../definition/Rendered.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId, AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** One message to hand over. `attempt` is the client reference: the same text means the same hand-over. */
export interface Submission {
  readonly attempt: AttemptId
  readonly message: MessageId
  readonly account: AccountId
  readonly channel: Channel
  readonly to: PhoneNumber
  readonly from: string | null
  readonly rendered: Rendered
}

export type SubmissionOutcome =
  /** Taken over. `reference` is the carrier's own name for it, if receipts carry that one only. */
  | { readonly _tag: "Accepted"; readonly reference: string | null }
  | { readonly _tag: "Refused"; readonly failure: FailureClass }
  /** Asked, but it did not say: the deadline of the attempt decides, or a receipt that comes before it. */
  | { readonly _tag: "Unanswered" }

export interface Carrier {
  readonly id: CarrierId
  readonly channels: ReadonlyArray<Channel>
  /**
   * Hands a batch over: one outcome for each, in the same order. A carrier that knows an attempt already says
   * Accepted again without sending: that is what makes hand-over exactly-once. Never fails; an exception of the
   * network is Refused with `transport_error`.
   */
  readonly submit: (batch: ReadonlyArray<Submission>) => Effect.Effect<ReadonlyArray<SubmissionOutcome>>
}

/** The carriers of this service, in the order in which they are tried. */
export class Carriers extends Context.Service<Carriers, ReadonlyArray<Carrier>>()("@signalbox/core/port/Carriers") {}
