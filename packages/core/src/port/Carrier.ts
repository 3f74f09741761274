/**
 * The carrier port: a carrier accepts messages and brings them to handsets.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FailureClass } from "../catalogue/FailureClass.ts"
import type { Category } from "../definition/Category.ts"
import type { Rendered } from "../definition/Rendered.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId, AttemptId, CarrierId, MessageId, TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/**
 * The template of a message, for carriers that send templates by name and not as text. `header`, `body` and `buttons`
 * are the values of their variables in order; a button is named by its index.
 */
export interface TemplateSubmission {
  readonly id: TemplateId
  readonly name: string
  /** The number of the revision that the message was accepted with, which stays as it is when the template changes. */
  readonly revision: number
  readonly language: string
  readonly category: Category
  readonly header: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
  readonly buttons: ReadonlyArray<{ readonly index: number; readonly value: string }>
}

/** An SMS goes out as these: one text for each part that is billed, as the prices count them. */
export interface SmsSubmission {
  readonly encoding: "GSM-7" | "UCS-2"
  readonly parts: ReadonlyArray<string>
}

/** One message to hand over. `attempt` names the hand-over: a carrier that sees one twice should send it once. */
export interface Submission {
  readonly attempt: AttemptId
  readonly message: MessageId
  readonly account: AccountId
  readonly channel: Channel
  readonly to: PhoneNumber
  readonly from: string | null
  readonly rendered: Rendered
  /** Null for free-form messages. */
  readonly template: TemplateSubmission | null
  /** Null on every other channel. */
  readonly sms: SmsSubmission | null
  /** The client's own name for the message; absent when it gave none. It may say anything, so no log may hold it. */
  readonly reference?: string
  /** Texts that the client keeps with the message, for which the same holds. */
  readonly metadata?: { readonly [name: string]: string }
  /** After this the message is worth nothing to its recipient any more. */
  readonly expiresAt: Instant
}

/** The carrier's own words for a failure. */
export interface Detail {
  readonly code: string
  readonly text: string
}

export type SubmissionOutcome =
  /**
   * The carrier has accepted the message. `references` are its own names for it, one for each part that its receipts
   * name; none when its receipts carry the attempt.
   */
  | { readonly _tag: "Accepted"; readonly references: ReadonlyArray<string> }
  /** `references` name the parts that the carrier has taken all the same, so that their receipts find the attempt. */
  | {
    readonly _tag: "Refused"
    readonly failure: FailureClass
    readonly detail: Detail | null
    readonly references?: ReadonlyArray<string>
  }
  /**
   * Nothing was sent: the carrier takes no more from this line, or for this recipient, before the instant. No attempt is
   * used up. With `holds: "node"` only this node cannot reach the carrier, such as one that has no session with it: until
   * then it leaves the carrier's lines to other nodes, which go on.
   */
  | { readonly _tag: "Busy"; readonly until: Instant; readonly holds: "lane" | "recipient" | "node" }
  /**
   * The carrier was asked, and nobody knows whether it sent. A receipt or the deadline of the attempt decides. With
   * `repeat: "never"` no other carrier is asked after the deadline: this one has answered, but not in words that are known.
   * `references` name the parts of which it is known that the carrier has them; of a message of one part they may say the
   * name that it has if the carrier has it, so that its receipts find the attempt. A `detail` says what is known all the same,
   * and the history shows it.
   */
  | {
    readonly _tag: "Unanswered"
    readonly repeat?: "never"
    readonly references?: ReadonlyArray<string>
    readonly detail?: Detail
  }

/** A carrier takes messages at this pace, over all nodes. An SMS counts as many as it has parts. */
export interface CarrierPace {
  readonly perSecond: number
  /** The most parts that may be handed over and not answered yet. */
  readonly inFlight: number
}

/** A request that a carrier sends to the service, as raw as it came. */
export interface CarrierRequest {
  readonly method: string
  /** The path and the query, as the carrier called them. */
  readonly url: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface CarrierResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Carrier {
  readonly id: CarrierId
  readonly channels: ReadonlyArray<Channel>
  /** Without it the service hands over as fast as it can. It is read before each hand-over. */
  readonly pace?: CarrierPace | null
  /**
   * How long after the hand-over the carrier may take to answer, in milliseconds. An attempt without an outcome by then
   * has failed as provider_timeout (decisions 4.1 "Submission deadline"). Absent means 30 seconds.
   */
  readonly answersWithin?: number
  /**
   * Whether the carrier finds a sender by itself for messages of accounts that have none for the channel. Such a message
   * has `from: null`. Without it nothing is handed over that has no sender. It is read when the node starts: from then on
   * the node calls the channels available to whoever has set them up.
   */
  readonly choosesSender?: boolean
  /**
   * How references name a message: `alone`, or only together with its recipient, because they may come again. Absent
   * means `alone`.
   */
  readonly references?: "alone" | "with recipient"
  /**
   * Whether a message is handed over a second time when the node that handed it over has died, or was silent for longer
   * than a lease, before it kept the answer: `once`, or `never`, because the carrier would send it twice. Then a receipt
   * decides, or else the attempt ends as provider_timeout, and no other carrier is asked. Absent means `once`.
   */
  readonly repeat?: "once" | "never"
  /**
   * Hands a batch over, and tells the outcome of each submission as soon as it is known, in any order. What it has not
   * told when it ends, fails or is interrupted is Unanswered. A carrier that already knows an attempt tells Accepted
   * again without sending, which makes the hand-over exactly-once.
   */
  readonly submit: (
    batch: ReadonlyArray<Submission>,
    tell: (attempt: AttemptId, outcome: SubmissionOutcome) => Effect.Effect<void>
  ) => Effect.Effect<void>
  /**
   * Serves the requests that the carrier sends, such as receipts. Every mount has it at `/carriers/{id}`, for any method.
   * There is no key and no rate limit: the hook verifies the carrier's signature. A body has at most 1 MiB (413), and an
   * answer takes at most 30 seconds (503). A hook that fails is 500; its answer has a status from 200 to 599.
   *
   * A hook brings what it is told to `Receipts`, `Inbound` and `ConsentSignals`. These need no carriers, so the Layer of
   * a carrier may require them:
   *
   * ```ts
   * const layer = Layer.effect(Carriers, Effect.map(Receipts, (receipts) => [acme(receipts)]))
   * const service = Service.workLayer({ node }).pipe(
   *   Layer.provideMerge(layer),
   *   Layer.provideMerge(Service.intakeLayer),
   *   Layer.provideMerge(Service.engineLayer)
   * )
   * ```
   */
  readonly hook?: (request: CarrierRequest) => Effect.Effect<CarrierResponse>
}

/** The carriers of this service, in the order in which they are tried. */
export class Carriers extends Context.Service<Carriers, ReadonlyArray<Carrier>>()("@signalbox/core/port/Carriers") {}
