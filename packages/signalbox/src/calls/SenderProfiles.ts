/**
 * The calls of sender profiles. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { Market } from "./Markets.ts"
import type { RcsAgent } from "./Rcs.ts"
import type { WhatsappAccount } from "./Whatsapp.ts"

export interface SenderProfile {
  /** The id of the resource. */
  readonly id: string
  /** The organization that the profile belongs to; null where there is none. */
  readonly organization_id: string
  /** The name of the profile. */
  readonly name: string
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name: string | null
  /** What it is, in words for people; null when nothing was given. */
  readonly description: string | null
  /** The key of the profile, which is shown only when the profile is made. */
  readonly api_key?: string | null
  /** Who pays for the profile. */
  readonly billing: {
    /** Whether the organization pays. */
    readonly inherit: boolean
  }
  /** The channels of the profile. */
  readonly channels: {
    /** The SMS markets of the profile. */
    readonly sms: ReadonlyArray<Market>
    /** The WhatsApp account of the profile; null when there is none. */
    readonly whatsapp: WhatsappAccount | null
    /** The RCS agent of the profile; null when there is none. */
    readonly rcs: RcsAgent | null
  }
  /** The brand and the campaign that the profile registers. */
  readonly compliance?: {
    /** The business that is registered; null when none was given here. */
    readonly brand: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    /** What the business sends, and how it gets consent; null when nothing was given here. */
    readonly campaign: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
  }
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
}

export interface CreateSenderProfileBody {
  /** The name of the profile. */
  readonly name: string
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name: string
  /** What it is, in words for people; null when nothing was given. */
  readonly description?: string | null
  /** Who pays for the profile. */
  readonly billing?: {
    /** Whether the organization pays. */
    readonly inherit: boolean
  } | null
  /** The channels that the profile begins with. */
  readonly channels?: {
    /** The SMS market that the profile begins with. */
    readonly sms?: {
      /** The country as its two letters of ISO 3166-1, such as US. */
      readonly country?: string | null
      /** Of which kind the sender is: a number of a kind, a short code, or a name. */
      readonly number_type?:
        | "LOCAL"
        | "MOBILE"
        | "TEN_DLC"
        | "TOLL_FREE"
        | "SHORT_CODE"
        | "ALPHANUMERIC"
        | "10DLC"
        | null
      /** The number or name that is sent from; null until there is one. ALPHANUMERIC requires one. */
      readonly sender_value?: string | null
      /** The area codes that are preferred for a number. */
      readonly area_codes?: ReadonlyArray<string> | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
    /** The WhatsApp account that the profile sends from. */
    readonly whatsapp?: {
      /** The id of the WhatsApp business account. */
      readonly waba_id?: string | null
      /** The id of the WhatsApp number; without it, one is picked later. */
      readonly phone_number_id?: string | null
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
    /** The RCS agent that the profile sends from. */
    readonly rcs?: {
      /** Whether the organization's is used. */
      readonly inherit?: boolean | null
    } | null
  } | null
  /** The brand and the campaign that the profile registers. */
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

export interface ListSenderProfilesQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
}

export interface ListSenderProfilesResult {
  /** The sender profiles of the page. */
  readonly sender_profiles: ReadonlyArray<SenderProfile>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface UpdateSenderProfileBody {
  /** A new name for the profile. */
  readonly name?: string
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name?: string
  /** A new description of the profile; null takes it away. */
  readonly description?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteSenderProfileBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface SenderProfilesCalls {
  /** Create a sender profile: `POST /v3/sender-profiles`. */
  readonly create: (body: CreateSenderProfileBody, options?: CallOptions) => Promise<SenderProfile>

  /** List the sender profiles of the organization: `GET /v3/sender-profiles`. */
  readonly list: (query?: ListSenderProfilesQuery, options?: CallOptions) => Promise<ListSenderProfilesResult>

  /** Read a sender profile: `GET /v3/sender-profiles/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<SenderProfile>

  /** Change the name, the short name or the description of a sender profile: `PATCH /v3/sender-profiles/:id`. */
  readonly update: (id: string, body?: UpdateSenderProfileBody, options?: CallOptions) => Promise<SenderProfile>

  /** Delete a sender profile; its history is kept: `DELETE /v3/sender-profiles/:id`. */
  readonly delete: (id: string, body?: DeleteSenderProfileBody, options?: CallOptions) => Promise<void>
}
