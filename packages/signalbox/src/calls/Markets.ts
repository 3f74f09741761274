/**
 * The calls of markets. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export type ChannelStatus = "ACTIVE" | "PROVISIONING" | "PENDING_REVIEW" | "ACTION_NEEDED" | "INACTIVE"

export type ChannelReasonCode =
  | "CHANNEL_001"
  | "CHANNEL_002"
  | "CHANNEL_003"
  | "CHANNEL_004"
  | "CHANNEL_005"
  | "CHANNEL_006"
  | "CHANNEL_007"
  | "CHANNEL_008"
  | "CHANNEL_009"
  | "CHANNEL_010"
  | "CHANNEL_011"
  | (string & {})

export interface Market {
  readonly country: string
  readonly number_type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  readonly sender_value: string | null
  readonly status: ChannelStatus
  readonly reason_code?: ChannelReasonCode
  readonly reason?: string
  readonly compliance?: {
    readonly brand?: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    readonly campaign?: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    readonly documents?: ReadonlyArray<{
      readonly key: string
      readonly file_name: string
      readonly document_id: string
    }>
  }
}

export interface CreateMarketBody {
  readonly country: string
  readonly number_type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC" | "10DLC"
  readonly sender_value?: string | null
  readonly area_codes?: ReadonlyArray<string> | null
  readonly compliance?: {
    readonly brand?: {
      readonly legal_name?: string | null
      readonly tax_id?: string | null
      readonly tax_id_type?: string | null
      readonly entity_type?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly postal_code?: string | null
      readonly country?: string | null
      readonly website?: string | null
      readonly vertical?:
        | "PROFESSIONAL"
        | "REAL_ESTATE"
        | "HEALTHCARE"
        | "HUMAN_RESOURCES"
        | "ENERGY"
        | "ENTERTAINMENT"
        | "RETAIL"
        | "TRANSPORTATION"
        | "AGRICULTURE"
        | "INSURANCE"
        | "POSTAL"
        | "EDUCATION"
        | "HOSPITALITY"
        | "FINANCIAL"
        | "POLITICAL"
        | "GAMBLING"
        | "LEGAL"
        | "CONSTRUCTION"
        | "NGO"
        | "MANUFACTURING"
        | "GOVERNMENT"
        | "TECHNOLOGY"
        | "COMMUNICATION"
        | null
      readonly contact_name?: string | null
      readonly contact_email?: string | null
      readonly contact_phone?: string | null
      readonly inherit?: boolean | null
    } | null
    readonly campaign?: {
      readonly use_case?:
        | "MARKETING"
        | "ACCOUNT_NOTIFICATION"
        | "CUSTOMER_CARE"
        | "FRAUD_ALERT"
        | "TWO_FA"
        | "DELIVERY_NOTIFICATION"
        | "SECURITY_ALERT"
        | "M2M"
        | "MIXED"
        | "HIGHER_EDUCATION"
        | "POLLING_VOTING"
        | "PUBLIC_SERVICE_ANNOUNCEMENT"
        | "LOW_VOLUME"
        | null
      readonly description?: string | null
      readonly message_flow?: string | null
      readonly volume?: string | null
      readonly sample_messages?: ReadonlyArray<string> | null
      readonly optin_keywords?: string | null
      readonly optin_message?: string | null
      readonly optout_keywords?: string | null
      readonly optout_message?: string | null
      readonly help_keywords?: string | null
      readonly help_message?: string | null
      readonly privacy_policy_link?: string | null
      readonly terms_and_conditions_link?: string | null
      readonly inherit?: boolean | null
    } | null
  } | null
  readonly sandbox?: boolean | null
}

export interface UpdateMarketBody {
  readonly compliance?: {
    readonly brand?: {
      readonly legal_name?: string | null
      readonly tax_id?: string | null
      readonly tax_id_type?: string | null
      readonly entity_type?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly postal_code?: string | null
      readonly country?: string | null
      readonly website?: string | null
      readonly vertical?:
        | "PROFESSIONAL"
        | "REAL_ESTATE"
        | "HEALTHCARE"
        | "HUMAN_RESOURCES"
        | "ENERGY"
        | "ENTERTAINMENT"
        | "RETAIL"
        | "TRANSPORTATION"
        | "AGRICULTURE"
        | "INSURANCE"
        | "POSTAL"
        | "EDUCATION"
        | "HOSPITALITY"
        | "FINANCIAL"
        | "POLITICAL"
        | "GAMBLING"
        | "LEGAL"
        | "CONSTRUCTION"
        | "NGO"
        | "MANUFACTURING"
        | "GOVERNMENT"
        | "TECHNOLOGY"
        | "COMMUNICATION"
        | null
      readonly contact_name?: string | null
      readonly contact_email?: string | null
      readonly contact_phone?: string | null
      readonly inherit?: boolean | null
    } | null
    readonly campaign?: {
      readonly use_case?:
        | "MARKETING"
        | "ACCOUNT_NOTIFICATION"
        | "CUSTOMER_CARE"
        | "FRAUD_ALERT"
        | "TWO_FA"
        | "DELIVERY_NOTIFICATION"
        | "SECURITY_ALERT"
        | "M2M"
        | "MIXED"
        | "HIGHER_EDUCATION"
        | "POLLING_VOTING"
        | "PUBLIC_SERVICE_ANNOUNCEMENT"
        | "LOW_VOLUME"
        | null
      readonly description?: string | null
      readonly message_flow?: string | null
      readonly volume?: string | null
      readonly sample_messages?: ReadonlyArray<string> | null
      readonly optin_keywords?: string | null
      readonly optin_message?: string | null
      readonly optout_keywords?: string | null
      readonly optout_message?: string | null
      readonly help_keywords?: string | null
      readonly help_message?: string | null
      readonly privacy_policy_link?: string | null
      readonly terms_and_conditions_link?: string | null
      readonly inherit?: boolean | null
    } | null
  }
  readonly sandbox?: boolean | null
}

export interface DeleteMarketBody {
  readonly sandbox?: boolean | null
}

export interface MarketsCalls {
  /** List the SMS markets of the account: `GET /v3/channels/sms`. */
  readonly list: (options?: CallOptions) => Promise<ReadonlyArray<Market>>

  /** Add an SMS market: `POST /v3/channels/sms`. */
  readonly create: (body: CreateMarketBody, options?: CallOptions) => Promise<Market>

  /** Read an SMS market: `GET /v3/channels/sms/:country/:type`. */
  readonly get: (country: string, type: string, options?: CallOptions) => Promise<Market>

  /** Change the compliance of an SMS market: `PATCH /v3/channels/sms/:country/:type`. */
  readonly update: (country: string, type: string, body?: UpdateMarketBody, options?: CallOptions) => Promise<Market>

  /** Give an SMS market up: `DELETE /v3/channels/sms/:country/:type`. */
  readonly delete: (country: string, type: string, body?: DeleteMarketBody, options?: CallOptions) => Promise<void>
}
