/**
 * The calls of channels. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Market } from "./Markets.ts"
import type { RcsAgent } from "./Rcs.ts"
import type { WhatsappAccount } from "./Whatsapp.ts"

export interface GetChannelsResult {
  /** The account whose channels these are. */
  readonly customer_id: string
  /** The SMS markets of the account. */
  readonly sms: ReadonlyArray<Market>
  /** The WhatsApp account; null when none was ever connected. */
  readonly whatsapp: WhatsappAccount | null
  /** The RCS agent; null until one is approved. */
  readonly rcs: RcsAgent | null
}

export interface ChannelsCalls {
  /** Read all channels of the account: `GET /v3/channels`. */
  readonly get: (options?: CallOptions) => Promise<GetChannelsResult>
}
