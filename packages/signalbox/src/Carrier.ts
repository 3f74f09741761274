/**
 * A carrier of your own: what brings messages to handsets, and what tells of their fate.
 */

export type Channel = "sms" | "whatsapp" | "rcs" | "mms"

/** Why a carrier does not deliver. The first seven send the message on to the next route. */
export type Failure =
  | "undeliverable_by_route"
  | "sender_refused"
  | "no_route_to_network"
  | "provider_unavailable"
  | "provider_timeout"
  | "transport_error"
  | "recipient_not_on_channel"
  | "invalid_number"
  | "handset_unreachable"
  | "temporary_carrier_error"
  | "rate_limited"
  | "carrier_filtered"
  | "content_not_acceptable"
  | "unknown"

/** One message to hand over. */
export interface OutgoingMessage {
  /** The client reference: a carrier that sees one twice should send it once. */
  readonly attempt: string
  /** The id of the message. */
  readonly id: string
  readonly account: string
  readonly channel: Channel
  /** In E.164 form. */
  readonly to: string
  /** The sender: a number, a name or a short code; null when the carrier chooses. */
  readonly from: string | null
  /** The whole text, as the recipient reads it on this channel. */
  readonly text: string
  /** The parts of the text, where the channel shows them separately. */
  readonly content: {
    readonly header: string | null
    readonly headerMedia: { readonly type: string; readonly url: string } | null
    readonly body: string
    readonly footer: string | null
    readonly buttons: ReadonlyArray<{
      readonly type: string
      readonly value: string
      readonly text: string | null
      readonly postbackData: string | null
    }>
    /** The URLs of the attachments of an MMS. */
    readonly media: ReadonlyArray<string>
    readonly subject: string | null
  }
  /** For carriers that send templates by name; null for free-form messages. */
  readonly template: {
    readonly id: string
    readonly name: string
    readonly language: string
    readonly category: "MARKETING" | "UTILITY" | "AUTHENTICATION"
    readonly header: ReadonlyArray<string>
    readonly body: ReadonlyArray<string>
    readonly buttons: ReadonlyArray<{ readonly index: number; readonly value: string }>
  } | null
  /** The billed parts of an SMS; null on every other channel. */
  readonly sms: { readonly encoding: "GSM-7" | "UCS-2"; readonly parts: ReadonlyArray<string> } | null
  /** After this the message is worth nothing to its recipient any more. */
  readonly expiresAt: Date
}

/**
 * What became of a hand-over:
 *
 * - nothing, or the carrier's own reference of the message (several for the parts of an SMS): it was accepted;
 * - `refused`: it was not, for a reason;
 * - `busyUntil`: nothing was sent, and the carrier takes nothing more before the instant.
 */
export type SubmitAnswer =
  | void
  | string
  | ReadonlyArray<string>
  | { readonly refused: Failure; readonly code?: string; readonly text?: string }
  | { readonly busyUntil: Date; readonly holds?: "lane" | "recipient" }

/** A request that a carrier sends, as raw as it came. */
export interface CallbackRequest {
  readonly method: string
  /** The path and the query, as the carrier called them. */
  readonly url: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What a carrier tells about a message that it was handed. */
export type CarrierReceipt =
  & (
    | { readonly reference: string; readonly to?: string }
    | { readonly message: string; readonly attempt: string }
  )
  & {
    readonly status: "delivered" | "read" | "failed"
    /** Why it failed; `unknown` unless given. */
    readonly failure?: Failure
    readonly at?: Date
    /** The carrier's own words. */
    readonly code?: string
    readonly text?: string
    readonly price?: { readonly amount: number; readonly currency: string }
  }

/** A message that somebody wrote to a number of an account. */
export interface CarrierInbound {
  /** The carrier's own name of the message: a message that comes again is taken once. */
  readonly reference: string
  readonly channel: Channel
  readonly from: string
  readonly to: string
  readonly text: string | null
  readonly media?: ReadonlyArray<{ readonly url: string; readonly mimeType?: string; readonly sizeBytes?: number }>
  /** The place of a part of a long message. */
  readonly part?: { readonly series: string; readonly index: number; readonly count: number }
}

/** What a callback of a carrier has brought. All of it is stored before the carrier gets its answer. */
export interface CallbackAnswer {
  readonly receipts?: ReadonlyArray<CarrierReceipt>
  readonly inbound?: ReadonlyArray<CarrierInbound>
  /** 200 without a body unless given. */
  readonly response?: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }
}

export interface CarrierOptions {
  /** Of small letters, digits and hyphens. It names the carrier in routing rules, and in the path of its callback. */
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  /**
   * Hands one message over. Whatever it throws, and whatever takes longer than `answersWithin`, leaves the attempt
   * unanswered: nobody knows whether the carrier sent, so it is never handed over again. A receipt decides, or the
   * deadline of the attempt. `signal` aborts when nobody waits any more.
   */
  readonly submit: (message: OutgoingMessage, signal: AbortSignal) => SubmitAnswer | Promise<SubmitAnswer>
  /**
   * Serves what the carrier calls at `/carriers/{id}`, on every mount: receipts and inbound messages. There is no key and
   * no rate limit there, so verify the carrier's signature. What it throws is answered with 500.
   */
  readonly callback?: (request: CallbackRequest) => CallbackAnswer | void | Promise<CallbackAnswer | void>
  /** How fast the carrier takes messages, over all nodes. Without it they are handed over as fast as they come. */
  readonly pace?: { readonly perSecond: number; readonly inFlight: number }
  /** In milliseconds: 30 seconds unless given. */
  readonly answersWithin?: number
}

export interface Carrier extends CarrierOptions {
  readonly kind: "carrier"
}

/** Describes a carrier for `createSignalbox`. */
export const carrier = (options: CarrierOptions): Carrier => ({ ...options, kind: "carrier" })
