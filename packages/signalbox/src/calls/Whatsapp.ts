/**
 * The calls of whatsapp. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { ChannelReasonCode, ChannelStatus } from "./Markets.ts"

export interface WhatsappAccount {
  /** The id of the WhatsApp business account. */
  readonly waba_id: string
  /** The id of the WhatsApp number; without it, one is picked later. */
  readonly phone_number_id: string | null
  /** The solution through which the account is shared; null when there is none. */
  readonly solution_id: string | null
  /** The business portfolio that owns the account; null when it is not known. */
  readonly owner_business_id: string | null
  /** Whether the account can send on WhatsApp. */
  readonly status: ChannelStatus
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ChannelReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
}

export interface ConnectWhatsappBody {
  /** The id of the WhatsApp business account. */
  readonly waba_id: string
  /** The id of the WhatsApp number; without it, one is picked later. */
  readonly phone_number_id?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface WhatsappCalls {
  /** Connect a WhatsApp business account: `POST /v3/channels/whatsapp`. */
  readonly connect: (body: ConnectWhatsappBody, options?: CallOptions) => Promise<WhatsappAccount>
}
