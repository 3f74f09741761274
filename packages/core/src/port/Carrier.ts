/**
 * The carrier port: a carrier accepts messages and brings them to handsets.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FailureClass } from "../catalogue/FailureClass.ts"
import type { Rendered } from "../definition/Rendered.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId, AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** One message to hand over. `attempt` is the client reference: a carrier that sees one twice must send it once. */
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
  /**
   * The carrier has accepted the message. `reference` is its own name for it, or null when its receipts carry the
   * attempt.
   */
  | { readonly _tag: "Accepted"; readonly reference: string | null }
  | { readonly _tag: "Refused"; readonly failure: FailureClass }
  /** The carrier was asked but did not answer. A receipt or the deadline of the attempt decides. */
  | { readonly _tag: "Unanswered" }

export interface Carrier {
  readonly id: CarrierId
  readonly channels: ReadonlyArray<Channel>
  /**
   * Hands a batch over, and returns one outcome for each submission, in the same order. A carrier that already knows an
   * attempt answers Accepted again without sending, which makes the hand-over exactly-once. It never fails: an
   * exception of the network is Refused with `transport_error`.
   */
  readonly submit: (batch: ReadonlyArray<Submission>) => Effect.Effect<ReadonlyArray<SubmissionOutcome>>
}

/** The carriers of this service, in the order in which they are tried. */
export class Carriers extends Context.Service<Carriers, ReadonlyArray<Carrier>>()("@signalbox/core/port/Carriers") {}
