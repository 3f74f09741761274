/**
 * An attempt to send a message through a carrier, as the model of its history knows it.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Candidate } from "./Routing.ts"
import type { Payer } from "./World.ts"

export type Said = "DELIVERED" | "READ" | "FAILED"
/** All that is reported of an attempt, lowest first. */
export const heights = ["SENT", "FAILED", "DELIVERED", "READ"] as const
export type Height = (typeof heights)[number]

/** A candidate with all that its use takes, and whose money that is; null: nobody has that much. */
export interface Next extends Candidate {
  readonly from: string | null
  readonly segments: number
  readonly price: number
  readonly markup: number
  readonly payer: Payer | null
}

export interface Attempt extends Next {
  readonly payer: Payer
  readonly send: number
  readonly startedAt: number
  /** The instant in whose day and month its price counts. */
  readonly spentOn: number
  readonly reports: Set<Height>
  charge: "reserved" | "taken" | "returned"
  failure: FailureClass | null
  /** The time at which it was SENT. */
  takenAt: number | null
  /** The number of times that its carrier was asked, and until when it has time since. */
  times: number
  deadline: number | null
  /** The carrier was asked and keeps silent: only its time has to pass. */
  isUnanswered: boolean
  /** From when on it may be handed over. */
  inLineFrom: number
  /** The night came while it waited in line: as if it had not been tried. */
  isHeldBack: boolean
  /** Until when the message waits for its delivery before it goes on to another channel; null: it does not. */
  waitsUntil: number | null
  /** The message has gone on from it, and it may still arrive. */
  isOverdue: boolean
}
