/**
 * The transition table of verifications (decisions 16.2). A verification changes its status only through this table, and
 * once it has ended it never changes again.
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Verification, VerificationStatus } from "../row/Verification.ts"
import type { Instant } from "../value/Instant.ts"

export type Trigger = "started" | "sent_again" | "matched" | "missed" | "exhausted" | "lapsed" | "called_off"

export type From = VerificationStatus | "(new)"

export interface Transition {
  readonly from: From
  readonly trigger: Trigger
  readonly to: VerificationStatus
  readonly event: EventName | null
}

const row = (from: From, trigger: Trigger, to: VerificationStatus, event: EventName | null): Transition => ({
  from,
  trigger,
  to,
  event
})

export const table: ReadonlyArray<Transition> = [
  row("(new)", "started", "pending", "verification.pending"),
  row("pending", "sent_again", "pending", null),
  row("pending", "missed", "pending", null),
  row("pending", "matched", "approved", "verification.approved"),
  row("pending", "exhausted", "failed", "verification.failed"),
  row("pending", "lapsed", "expired", "verification.expired"),
  row("pending", "called_off", "canceled", "verification.canceled")
]

/** Returns where a trigger leads, or null when the status does not allow it. */
export const transition = (from: From, trigger: Trigger): Transition | null =>
  table.find((each) => each.from === from && each.trigger === trigger) ?? null

/** Returns the status at an instant: what nobody has ended is over when its time is. */
export const at = ({ expiresAt, status }: Verification, now: Instant): VerificationStatus =>
  status === "pending" && now >= expiresAt ? "expired" : status

/** Returns the trigger of a code that was checked. */
export const checked = ({ tries }: Verification, isRight: boolean): "matched" | "missed" | "exhausted" =>
  isRight ? "matched" : tries + 1 < Limit.verification.tries ? "missed" : "exhausted"
