/**
 * The calls of numbers. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface LookUpNumberResult {
  readonly phone_number: string
  readonly country_code: string | null
  readonly is_valid: boolean
  readonly carrier_name: string | null
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
  readonly is_ported: boolean | null
  readonly is_voip: boolean | null
  readonly mobile_country_code: string | null
  readonly mobile_network_code: string | null
}

export interface NumbersCalls {
  /** Look up a phone number: `GET /v3/numbers/lookup/:phoneNumber`. */
  readonly lookup: (phoneNumber: string, options?: CallOptions) => Promise<LookUpNumberResult>
}
