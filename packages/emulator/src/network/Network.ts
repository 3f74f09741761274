/**
 * The simulated networks behind all carriers: what they took over, the receipts that they still owe, what handsets were
 * sent and how they are scripted. Like real networks they outlive the node when the service is stored in PostgreSQL.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { AccountId, AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt } from "@signalbox/core/Receipts"
import type { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Behaviour } from "./Behaviour.ts"
import type { Arrival, Received, Step, Written } from "./Handset.ts"
import type { Terms } from "./Play.ts"

/** A receipt that a carrier owes to the service. `id` names it when it was brought. */
export interface OwedReceipt {
  readonly id: string
  readonly dueAt: Instant
  readonly receipt: Receipt
  /** The service's own ids of the attempt, in case that it never heard the carrier's own reference. */
  readonly message: MessageId
  readonly attempt: AttemptId
}

/** Counts of what a carrier was asked so far. */
export interface Counts {
  readonly submissions: number
  /** The number of different attempts among these. */
  readonly attempts: number
  /** The number of attempts that were handed over more than once. */
  readonly repeated: number
}

/** A handset's correspondent is whom it answers: the account that wrote to it, and the number it wrote from. */
export interface Correspondent {
  readonly account: AccountId
  readonly number: string | null
}

export interface ArrivalQuery {
  readonly now: Instant
  /** Null: of all handsets. */
  readonly phone: PhoneNumber | null
  readonly channel: Channel | null
  /** Only what came later than this. */
  readonly since: Instant | null
  /** The most messages to return, the latest ones. */
  readonly limit: number
}

/** A handset that has something to show. */
export interface SeenHandset {
  readonly phone: PhoneNumber
  /** The account that it had to do with last. */
  readonly account: AccountId
  readonly lastAt: Instant
  /** How many messages it has received and written. */
  readonly count: number
}

export class Network extends Context.Service<Network, {
  /** Returns how a carrier behaves, and counts these attempts as handed over to the carrier now. */
  readonly ask: (carrier: CarrierId, attempts: ReadonlyArray<AttemptId>) => Effect.Effect<Behaviour, StoreError>
  /**
   * Takes the next place in the line of a carrier that is busy with it for so long. Returns how long it takes until the
   * carrier is through with it. Both are elapsed milliseconds.
   */
  readonly queue: (carrier: CarrierId, millis: number) => Effect.Effect<number, StoreError>
  /**
   * Returns one outcome for each submission, in order. Unless the carrier forgets, an attempt that is known gets its
   * last outcome again, and nothing else happens.
   *
   * @param told is told what handsets will show of it, once that is kept
   */
  readonly submit: (
    carrier: CarrierId,
    batch: ReadonlyArray<Submission>,
    terms: Terms,
    told?: (arrivals: ReadonlyArray<Arrival>) => Effect.Effect<void>
  ) => Effect.Effect<ReadonlyArray<SubmissionOutcome>, StoreError>
  /** Changes how a carrier behaves; null brings the default back. Returns the result. */
  readonly behave: (carrier: CarrierId, change: Partial<Behaviour> | null) => Effect.Effect<Behaviour, StoreError>
  /** The behaviours of all carriers that were told to behave differently from the default. */
  readonly behaviours: Effect.Effect<ReadonlyMap<CarrierId, Behaviour>, StoreError>
  readonly counts: (carrier: CarrierId) => Effect.Effect<Counts, StoreError>
  /** Replaces what is left of the handset's script. */
  readonly script: (phone: PhoneNumber, steps: ReadonlyArray<Step>) => Effect.Effect<void, StoreError>
  /** Returns the steps of the handset's script that are not used up. */
  readonly remaining: (phone: PhoneNumber) => Effect.Effect<ReadonlyArray<Step>, StoreError>
  /** Returns the messages that the handset shows at this instant, oldest first. */
  readonly received: (phone: PhoneNumber, now: Instant) => Effect.Effect<ReadonlyArray<Received>, StoreError>
  /** Returns what handsets show at an instant: the latest of it, oldest first. */
  readonly arrivals: (query: ArrivalQuery) => Effect.Effect<ReadonlyArray<Arrival>, StoreError>
  /**
   * Returns the handsets that show or have written something at this instant, those first that did so last, and those of
   * one instant by their numbers.
   *
   * @param after the handset behind which they begin; null: at the first. There are none behind one that is not there
   */
  readonly handsets: (
    now: Instant,
    after: PhoneNumber | null,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SeenHandset>, StoreError>
  /** Keeps what a handset has written. */
  readonly write: (phone: PhoneNumber, written: Written) => Effect.Effect<void, StoreError>
  /** Returns what the handset has written last, oldest first. */
  readonly written: (phone: PhoneNumber, limit: number) => Effect.Effect<ReadonlyArray<Written>, StoreError>
  /** Returns who wrote last to this handset on this channel, or null. */
  readonly correspondent: (
    phone: PhoneNumber,
    channel: Channel
  ) => Effect.Effect<Correspondent | null, StoreError>
  /**
   * Receipts that are due and that nobody else is bringing at this time: of each attempt the first one only, so that
   * they go one after the other.
   */
  readonly claimDue: (now: Instant, limit: number) => Effect.Effect<ReadonlyArray<OwedReceipt>, StoreError>
  /** Settles a claim: receipts that were brought are done, and the others are put off until that instant. */
  readonly settle: (
    brought: ReadonlyArray<OwedReceipt>,
    putOff: ReadonlyArray<OwedReceipt>,
    until: Instant
  ) => Effect.Effect<void, StoreError>
  /** The instant at which the next receipt is owed. */
  readonly nextDue: Effect.Effect<Option.Option<Instant>, StoreError>
  /** Forgets everything, also how carriers were told to behave. */
  readonly wipe: Effect.Effect<void, StoreError>
}>()("@signalbox/emulator/network/Network") {}
