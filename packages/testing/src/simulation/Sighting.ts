/**
 * Sightings are what can be seen of a run from outside the service: what the store kept, what carriers and receivers
 * were handed, what clients were told, and who lived when. Invariants judge nothing else.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { Commit } from "@signalbox/core/Commit"
import type { CarrierId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { Reported, Subject } from "@signalbox/core/Receipts"
import type { Lease } from "@signalbox/core/Work"

/** A process: the node's name, and which of its lives it is. */
export interface Process {
  readonly node: string
  readonly life: number
}

export type Sighting =
  /** The store applied a commit of this process, or none (the world's own). */
  | { readonly _tag: "Committed"; readonly by: Process | null; readonly commit: Commit }
  /** All commits of a batch were seen. */
  | { readonly _tag: "BatchKept" }
  /** The store leased this out; `now` is its own clock. */
  | {
    readonly _tag: "Claimed"
    readonly by: Process
    readonly now: Instant
    readonly leases: ReadonlyArray<Lease>
    /** Whether the commit that was seen last gave it, and not a claim. */
    readonly isByCreator: boolean
    /** The beginnings of the lanes that the claim left to other nodes. */
    readonly leaves: ReadonlyArray<string>
  }
  /** The store let go of all that this node held: it counts as dead. */
  | { readonly _tag: "Buried"; readonly node: string }
  | { readonly _tag: "Started" | "Killed" | "Paused" | "Resumed"; readonly by: Process }
  | { readonly _tag: "FaultsOver" }
  /** A carrier was asked to take this. */
  | { readonly _tag: "Handed"; readonly by: Process; readonly carrier: CarrierId; readonly submission: Submission }
  /** A handset rang. */
  | { readonly _tag: "Rang"; readonly carrier: string; readonly attempt: string }
  /** The carrier told for the first time of an attempt that it was handed. */
  | {
    readonly _tag: "CarrierOutcome"
    readonly by: Process
    readonly attempt: string
    readonly outcome: SubmissionOutcome
  }
  /** The carrier is at these no more: it ended, threw, or was interrupted. Of some it may have told nothing. */
  | { readonly _tag: "HandOverEnded"; readonly by: Process; readonly attempts: ReadonlyArray<string> }
  /** A receipt came in, and this is what the service answered. */
  | {
    readonly _tag: "Receipt"
    readonly attempt: string
    readonly subject: Subject
    readonly reported: Reported
    readonly answer: string
  }
  /** Somebody wrote to an account, and this is what the service answered. */
  | {
    readonly _tag: "Written"
    readonly account: string
    readonly reference: string
    readonly answer: "Received" | "Repeated" | "Waiting" | "UnknownNumber"
  }
  /** An attempt to deliver an event began, and ended. */
  | { readonly _tag: "Posted"; readonly by: Process; readonly delivery: string; readonly body: string }
  | { readonly _tag: "PostEnded"; readonly delivery: string; readonly status: number | null }
  | { readonly _tag: "ProbeBegan" | "ProbeEnded"; readonly by: Process; readonly account: string }
  /** A client asked to make `size` messages; `id` is this very request, `marker` all requests of one send. */
  | {
    readonly _tag: "Asked"
    readonly by: Process
    readonly account: string
    readonly id: number
    readonly marker: string
    readonly key: string | null
    readonly size: number
  }
  /** The request has ended on its node, whether anybody still waits for the answer or not. */
  | { readonly _tag: "RequestEnded"; readonly account: string; readonly id: number; readonly key: string | null }
  | {
    readonly _tag: "Answered"
    readonly account: string
    readonly id: number
    readonly marker: string
    readonly key: string | null
    readonly status: number
    readonly code: string | null
    readonly messages: ReadonlyArray<string>
  }
  /** A call on the store failed for this process. */
  | { readonly _tag: "StoreFailed"; readonly by: Process; readonly call: string }
