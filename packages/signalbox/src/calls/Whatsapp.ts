/**
 * The calls of whatsapp. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { ChannelReasonCode, ChannelStatus } from "./Markets.ts"

export interface WhatsappAccount {
  readonly waba_id: string
  readonly phone_number_id: string | null
  readonly solution_id: string | null
  readonly owner_business_id: string | null
  readonly status: ChannelStatus
  readonly reason_code?: ChannelReasonCode
  readonly reason?: string
}

export interface ConnectWhatsappBody {
  readonly waba_id: string
  readonly phone_number_id?: string | null
  readonly sandbox?: boolean | null
}

export interface WhatsappCalls {
  /** Connect a WhatsApp business account: `POST /v3/channels/whatsapp`. */
  readonly connect: (body: ConnectWhatsappBody, options?: CallOptions) => Promise<WhatsappAccount>
}
