/**
 * A carrier of your own: what brings messages to handsets, and what tells of their fate.
 */

export type Channel = "sms" | "whatsapp" | "rcs" | "mms"

/** The reasons why a carrier does not deliver. The first seven send the message on to the next route. */
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
  /**
   * The sender: a number, a name, a short code, the number's id of a WhatsApp account or an RCS agent. Null only for a carrier
   * with `choosesSender`, when the account has none.
   */
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
    /** The number of its revision, which stays as it is when the template changes. */
    readonly revision: number
    readonly language: string
    readonly category: "MARKETING" | "UTILITY" | "AUTHENTICATION"
    readonly header: ReadonlyArray<string>
    readonly body: ReadonlyArray<string>
    readonly buttons: ReadonlyArray<{ readonly index: number; readonly value: string }>
  } | null
  /** The billed parts of an SMS; null on every other channel. */
  readonly sms: { readonly encoding: "GSM-7" | "UCS-2"; readonly parts: ReadonlyArray<string> } | null
  /** The reference that the send gave the message; absent when it gave none. */
  readonly reference?: string
  /** The metadata of the send; absent when it had none. */
  readonly metadata?: Readonly<Record<string, string>>
  /** After this the message is worth nothing to its recipient any more. */
  readonly expiresAt: Date
}

/**
 * An answer tells what became of a hand-over:
 *
 * - nothing, or the carrier's own reference of the message (several for the parts of an SMS): it was accepted. A number
 *   is taken as a text;
 * - `refused`: it was not, for a reason;
 * - `busyUntil`: nothing was sent, and the carrier takes nothing more before the instant: from the account, for this
 *   recipient, or from this process alone (`holds: "node"`), so that others on the same storage go on.
 *
 * Anything else is logged as an error. The message has probably gone out, so no other carrier gets it: a receipt decides,
 * or else it fails at the end of `answersWithin`.
 */
export type SubmitAnswer =
  | void
  | string
  | number
  | bigint
  | ReadonlyArray<string | number | bigint>
  | { readonly refused: Failure; readonly code?: string; readonly text?: string }
  | { readonly busyUntil: Date; readonly holds?: "lane" | "recipient" | "node" }

/** A request that a carrier sends, as raw as it came. */
export interface CallbackRequest {
  readonly method: string
  /** The path and the query, as the carrier called them. */
  readonly url: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A receipt tells about a message that the carrier was handed. About another carrier's attempt it is not believed. */
export type CarrierReceipt =
  & (
    | { readonly reference: string | number | bigint; readonly to?: string }
    | { readonly message: string; readonly attempt: string }
  )
  & {
    readonly status: "delivered" | "read" | "failed"
    /** The reason why it failed; `unknown` unless given. */
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
  readonly reference: string | number | bigint
  readonly channel: Channel
  /** Phone numbers may be spelt in any way that has the country code: `+12015550123`, `1 (201) 555-0123`, `0012015550123`. */
  readonly from: string
  /** A number that no account has is logged as a warning. */
  readonly to: string
  readonly text: string | null
  readonly media?: ReadonlyArray<{ readonly url: string; readonly mimeType?: string; readonly sizeBytes?: number }>
  /** The place of a part of a long message. */
  readonly part?: { readonly series: string; readonly index: number; readonly count: number }
}

/**
 * The receipts and messages that a callback of a carrier has brought. All of them are stored before the carrier gets
 * its answer. Anything misspelt, or of another form, is answered with 500, and the log says what was expected.
 */
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
   * deadline of the attempt. `signal` aborts when nobody waits any more; a reference that is returned all the same is
   * kept, so that receipts find their message.
   */
  readonly submit: (message: OutgoingMessage, signal: AbortSignal) => SubmitAnswer | Promise<SubmitAnswer>
  /**
   * Serves what the carrier calls at `/carriers/{id}`, on every mount: receipts and inbound messages. There is no key and
   * no rate limit there, so verify the carrier's signature. What it throws is answered with 500.
   */
  readonly callback?: (request: CallbackRequest) => CallbackAnswer | void | Promise<CallbackAnswer | void>
  /**
   * True for a carrier that finds a sender by itself, as those do that have a pool of numbers, for messages of accounts
   * that have none for the channel. False unless given: then an account needs `numbers`, or a channel that it has set
   * up.
   */
  readonly choosesSender?: boolean
  /**
   * The pace at which the carrier takes messages, over all nodes. Without it they are handed over as fast as they come.
   */
  readonly pace?: { readonly perSecond: number; readonly inFlight: number }
  /** In milliseconds: 30 seconds unless given. */
  readonly answersWithin?: number
  /**
   * Tells whether a message is handed over a second time when the process that handed it over has died, or fallen
   * silent for 15 seconds, before it kept the answer: `once` unless given. With `never` a receipt decides, or else the
   * message fails at the end of `answersWithin`, and no other carrier gets it.
   */
  readonly repeat?: "once" | "never"
}

export interface Carrier extends CarrierOptions {
  readonly kind: "carrier"
}

/**
 * A carrier that comes as a package, such as `smpp({ ... })` of `@signalbox/smpp`. What it holds open, like the sessions with
 * an operator, opens with the service and closes with it.
 */
export interface CarrierLayer {
  readonly kind: "carrier-layer"
  /** Of small letters, digits and hyphens. It names the carrier in routing rules. */
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  /** Provides `Carriers` of `@signalbox/core`, and may ask for its `Receipts`, `Inbound`, `ConsentSignals` and `Verdicts`. */
  readonly layer: unknown
}

/** Describes a carrier for `createSignalbox`. */
export const carrier = (options: CarrierOptions): Carrier => ({ ...options, kind: "carrier" })
