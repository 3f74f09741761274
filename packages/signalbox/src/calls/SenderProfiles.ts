/**
 * The calls of sender profiles. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { Market } from "./Markets.ts"
import type { RcsAgent } from "./Rcs.ts"
import type { WhatsappAccount } from "./Whatsapp.ts"

export interface SenderProfile {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly short_name: string | null
  readonly description: string | null
  readonly api_key?: string | null
  readonly billing: {
    readonly inherit: boolean
  }
  readonly channels: {
    readonly sms: ReadonlyArray<Market>
    readonly whatsapp: WhatsappAccount | null
    readonly rcs: RcsAgent | null
  }
  readonly compliance?: {
    readonly brand: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
    readonly campaign: {
      readonly [name: string]: string | boolean | ReadonlyArray<string>
    } | null
  }
  readonly created_at: string
  readonly updated_at: string | null
}

export interface CreateSenderProfileBody {
  readonly name: string
  readonly short_name: string
  readonly description?: string | null
  readonly billing?: {
    readonly inherit: boolean
  } | null
  readonly channels?: {
    readonly sms?: {
      readonly country?: string | null
      readonly number_type?:
        | "LOCAL"
        | "MOBILE"
        | "TEN_DLC"
        | "TOLL_FREE"
        | "SHORT_CODE"
        | "ALPHANUMERIC"
        | "10DLC"
        | null
      readonly sender_value?: string | null
      readonly area_codes?: ReadonlyArray<string> | null
      readonly inherit?: boolean | null
    } | null
    readonly whatsapp?: {
      readonly waba_id?: string | null
      readonly phone_number_id?: string | null
      readonly inherit?: boolean | null
    } | null
    readonly rcs?: {
      readonly inherit?: boolean | null
    } | null
  } | null
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

export interface ListSenderProfilesQuery {
  readonly page?: number
  readonly page_size?: number
}

export interface ListSenderProfilesResult {
  readonly sender_profiles: ReadonlyArray<SenderProfile>
  readonly pagination: Pagination
}

export interface UpdateSenderProfileBody {
  readonly name?: string
  readonly short_name?: string
  readonly description?: string | null
  readonly sandbox?: boolean | null
}

export interface DeleteSenderProfileBody {
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
