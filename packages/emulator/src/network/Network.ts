/**
 * The simulated networks behind all carriers: what they took over, the receipts that they still owe, what handsets were
 * sent and how they are scripted. Like real networks they outlive the node when the service is stored in PostgreSQL.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { AccountId, CarrierId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt } from "@signalbox/core/Receipts"
import type { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Received, Step } from "./Handset.ts"

/** A receipt that a carrier owes to the service. `id` names it when it was brought. */
export interface OwedReceipt {
  readonly id: string
  readonly dueAt: Instant
  readonly receipt: Receipt
}

/** Whom a handset answers: the account that wrote to it, and the number it wrote from. */
export interface Correspondent {
  readonly account: AccountId
  readonly number: string | null
}

export class Network extends Context.Service<Network, {
  /** One outcome for each, in order. An attempt that is known gets its first outcome again and nothing else happens. */
  readonly submit: (
    carrier: CarrierId,
    batch: ReadonlyArray<Submission>,
    now: Instant
  ) => Effect.Effect<ReadonlyArray<SubmissionOutcome>, StoreError>
  /** Replaces what is left of the handset's script. */
  readonly script: (phone: PhoneNumber, steps: ReadonlyArray<Step>) => Effect.Effect<void, StoreError>
  /** What the handset shows at this instant, oldest first. */
  readonly received: (phone: PhoneNumber, now: Instant) => Effect.Effect<ReadonlyArray<Received>, StoreError>
  /** Who wrote last to this handset on this channel, or null. */
  readonly correspondent: (
    phone: PhoneNumber,
    channel: Channel
  ) => Effect.Effect<Correspondent | null, StoreError>
  /**
   * Receipts that are due and that nobody else is bringing at this time: of each attempt the first one only, so that
   * they go one after the other.
   */
  readonly claimDue: (now: Instant, limit: number) => Effect.Effect<ReadonlyArray<OwedReceipt>, StoreError>
  /** What became of a claim: receipts that were brought are done, the others are owed until then. */
  readonly settle: (
    brought: ReadonlyArray<OwedReceipt>,
    putOff: ReadonlyArray<OwedReceipt>,
    until: Instant
  ) => Effect.Effect<void, StoreError>
  /** When the next receipt is owed. */
  readonly nextDue: Effect.Effect<Option.Option<Instant>, StoreError>
  /** Forgets everything. */
  readonly wipe: Effect.Effect<void, StoreError>
}>()("@signalbox/emulator/network/Network") {}
