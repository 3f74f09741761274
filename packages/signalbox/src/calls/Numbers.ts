/**
 * The calls of numbers. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface LookUpNumberResult {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** The calling code of the country, such as 1; null when it is not known. */
  readonly country_code: string | null
  /** Whether the number can exist. */
  readonly is_valid: boolean
  /** The network that the number belongs to; null when it is not known. */
  readonly carrier_name: string | null
  /** Whether the line is mobile, fixed or another kind; null when it is not known. */
  readonly line_type:
    | "mobile"
    | "landline"
    | "voip"
    | "toll_free"
    | "premium_rate"
    | "shared_cost"
    | "pager"
    | "unknown"
    | null
  /** Whether the number was taken to another network; null when it is not known. */
  readonly is_ported: boolean | null
  /** Whether the line is internet telephony; null when it is not known. */
  readonly is_voip: boolean | null
  /** The mobile country code of the network; null when it is not known. */
  readonly mobile_country_code: string | null
  /** The mobile network code of the network; null when it is not known. */
  readonly mobile_network_code: string | null
}

export interface NumbersCalls {
  /** Look up a phone number: `GET /v3/numbers/lookup/:phoneNumber`. */
  readonly lookup: (phoneNumber: string, options?: CallOptions) => Promise<LookUpNumberResult>
}
