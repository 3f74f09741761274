/**
 * The calls of channels. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Market } from "./Markets.ts"
import type { RcsAgent } from "./Rcs.ts"
import type { WhatsappAccount } from "./Whatsapp.ts"

export interface GetChannelsResult {
  readonly customer_id: string
  readonly sms: ReadonlyArray<Market>
  readonly whatsapp: WhatsappAccount | null
  readonly rcs: RcsAgent | null
}

export interface ChannelsCalls {
  /** Read all channels of the account: `GET /v3/channels`. */
  readonly get: (options?: CallOptions) => Promise<GetChannelsResult>
}
