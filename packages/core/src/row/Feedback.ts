/**
 * An outcome that the account has reported for a message (decisions 14.8).
 */
import * as Schema from "effect/Schema"
import { AttemptId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

/** `converted`: the recipient did what the message was for. `complained`: the recipient did not want it. */
export const FeedbackOutcome = Schema.Literals(["converted", "complained"])
export type FeedbackOutcome = typeof FeedbackOutcome.Type

/** The attempt names the carrier and the channel that the outcome counts for. */
export const Feedback = Schema.Struct({ outcome: FeedbackOutcome, at: Instant, attempt: AttemptId })
export type Feedback = typeof Feedback.Type
