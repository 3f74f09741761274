/**
 * The provisioner sets channels up at registries, carriers and providers. That may take weeks, so the service asks it
 * through scheduled work: it says what has happened so far, and when to ask again. What it learns by itself, such as that
 * a carrier has withdrawn a sender, it reports through the operator.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ChannelCode } from "../catalogue/ChannelCode.ts"
import type { ChannelOutcome } from "../catalogue/ChannelOutcome.ts"
import type { ChannelSet, Subject } from "../row/ChannelSet.ts"
import type { Instant } from "../value/Instant.ts"

/** One thing that has happened to a channel. An outcome that cannot follow on the status of the channel is left out. */
export interface Report {
  readonly outcome: ChannelOutcome
  /** In words for the customer. */
  readonly reason?: string | null
  /** A reason code that is more exact than the usual one of the outcome. */
  readonly code?: ChannelCode | null
  /** The sender that the market has got: a phone number in E.164 form, a short code, or a sender id. */
  readonly sender?: string | null
}

export interface Progress {
  /** In the order in which they happened; empty when nothing did. */
  readonly reports: ReadonlyArray<Report>
  /** The instant to ask again; null when nothing more is to be expected. */
  readonly askAgainAt: Instant | null
}

export interface Provisioner {
  /**
   * A repetition of a question is answered as before.
   *
   * @param set all channels of the account, of which `subject` is one
   */
  readonly advance: (set: ChannelSet, subject: Subject, now: Instant) => Effect.Effect<Progress>
}

/** Without a provisioner every channel waits for what the operator reports. */
export const Provisioner = Context.Reference<Provisioner>("@signalbox/core/port/Provisioner", {
  defaultValue: () => ({ advance: () => Effect.succeed({ reports: [], askAgainAt: null }) })
})
