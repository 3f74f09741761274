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
  /** The country as its two letters of ISO 3166-1, such as US. */
  readonly country: string
  /** Of which kind the sender is: a number of a kind, a short code, or a name. */
  readonly number_type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  /** The number or name that is sent from; null until there is one. ALPHANUMERIC requires one. */
  readonly sender_value: string | null
  /** Whether the market can send. */
  readonly status: ChannelStatus
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ChannelReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
  /** What the market registers; it is left out where a market registers with nobody. */
  readonly compliance?: {
    /** The business that is registered; null when none was given here. */
    readonly brand?: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    /** What the business sends, and how it gets consent; null when nothing was given here. */
    readonly campaign?: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    /** The documents that were handed in. */
    readonly documents?: ReadonlyArray<{
      /** The requirement that the document answers. */
      readonly key: string
      /** The name of the file. */
      readonly file_name: string
      /** The id of the document. */
      readonly document_id: string
    }>
  }
}

export interface CreateMarketBody {
  /** The country as its two letters of ISO 3166-1, such as US. */
  readonly country: string
  /** Of which kind the sender is: a number of a kind, a short code, or a name. */
  readonly number_type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC" | "10DLC"
  /** The number or name that is sent from; null until there is one. ALPHANUMERIC requires one. */
  readonly sender_value?: string | null
  /** The area codes that are preferred for a number. */
  readonly area_codes?: ReadonlyArray<string> | null
  /** What the market registers; it is left out where a market registers with nobody. */
  readonly compliance?: {
    /** The business that is registered; null when none was given here. */
    readonly brand?: {
      /** The registered name of the business. */
      readonly legal_name?: string | null
      /** The tax id of the business. */
      readonly tax_id?: string | null
      /** Of which kind the tax id is. */
      readonly tax_id_type?: string | null
      /** The legal form of the business. */
      readonly entity_type?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      /** The street and the number of the house. */
      readonly street?: string | null
      /** The city. */
      readonly city?: string | null
      /** The state or region. */
      readonly state?: string | null
      /** The postal code. */
      readonly postal_code?: string | null
      /** The country as its two letters of ISO 3166-1, such as US. */
      readonly country?: string | null
      /** The site of the business. */
      readonly website?: string | null
      /** The trade of the business. */
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
      /** Who may be asked about the business. */
      readonly contact_name?: string | null
      /** The e-mail address of that person. */
      readonly contact_email?: string | null
      /** The phone number of that person. */
      readonly contact_phone?: string | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
    /** What the business sends, and how it gets consent; null when nothing was given here. */
    readonly campaign?: {
      /** What the messages are for. */
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
      /** What is sent, and to whom. */
      readonly description?: string | null
      /** How recipients give their consent. */
      readonly message_flow?: string | null
      /** How many messages are expected. */
      readonly volume?: string | null
      /** Messages as they will be sent: at least one. */
      readonly sample_messages?: ReadonlyArray<string> | null
      /** The words that give consent, with commas between them. */
      readonly optin_keywords?: string | null
      /** What is answered to them. */
      readonly optin_message?: string | null
      /** The words that take consent back, with commas between them. */
      readonly optout_keywords?: string | null
      /** What is answered to them. */
      readonly optout_message?: string | null
      /** The words that ask for help, with commas between them. */
      readonly help_keywords?: string | null
      /** What is answered to them. */
      readonly help_message?: string | null
      /** Where the privacy policy is. */
      readonly privacy_policy_link?: string | null
      /** Where the terms and conditions are. */
      readonly terms_and_conditions_link?: string | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface UpdateMarketBody {
  /** What the market registers; it is left out where a market registers with nobody. */
  readonly compliance?: {
    /** The business that is registered; null when none was given here. */
    readonly brand?: {
      /** The registered name of the business. */
      readonly legal_name?: string | null
      /** The tax id of the business. */
      readonly tax_id?: string | null
      /** Of which kind the tax id is. */
      readonly tax_id_type?: string | null
      /** The legal form of the business. */
      readonly entity_type?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      /** The street and the number of the house. */
      readonly street?: string | null
      /** The city. */
      readonly city?: string | null
      /** The state or region. */
      readonly state?: string | null
      /** The postal code. */
      readonly postal_code?: string | null
      /** The country as its two letters of ISO 3166-1, such as US. */
      readonly country?: string | null
      /** The site of the business. */
      readonly website?: string | null
      /** The trade of the business. */
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
      /** Who may be asked about the business. */
      readonly contact_name?: string | null
      /** The e-mail address of that person. */
      readonly contact_email?: string | null
      /** The phone number of that person. */
      readonly contact_phone?: string | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
    /** What the business sends, and how it gets consent; null when nothing was given here. */
    readonly campaign?: {
      /** What the messages are for. */
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
      /** What is sent, and to whom. */
      readonly description?: string | null
      /** How recipients give their consent. */
      readonly message_flow?: string | null
      /** How many messages are expected. */
      readonly volume?: string | null
      /** Messages as they will be sent: at least one. */
      readonly sample_messages?: ReadonlyArray<string> | null
      /** The words that give consent, with commas between them. */
      readonly optin_keywords?: string | null
      /** What is answered to them. */
      readonly optin_message?: string | null
      /** The words that take consent back, with commas between them. */
      readonly optout_keywords?: string | null
      /** What is answered to them. */
      readonly optout_message?: string | null
      /** The words that ask for help, with commas between them. */
      readonly help_keywords?: string | null
      /** What is answered to them. */
      readonly help_message?: string | null
      /** Where the privacy policy is. */
      readonly privacy_policy_link?: string | null
      /** Where the terms and conditions are. */
      readonly terms_and_conditions_link?: string | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
  }
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteMarketBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
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
