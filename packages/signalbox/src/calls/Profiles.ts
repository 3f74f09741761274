/**
 * The calls of profiles. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface Profile {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly email: string | null
  readonly icon: string | null
  readonly description: string | null
  readonly short_name: string | null
  readonly status: "incomplete" | "pending_review" | "approved" | "rejected"
  readonly created_at: string
  readonly updated_at: string | null
  readonly allow_contact_sharing: boolean
  readonly allow_template_sharing: boolean
  readonly inherit_contacts: boolean
  readonly inherit_templates: boolean
  readonly inherit_tcr_brand: boolean
  readonly inherit_tcr_campaign: boolean
  readonly billing_model: "profile" | "organization" | "profile_and_organization"
  readonly billing_contact: {
    readonly name: string
    readonly email: string
    readonly phone: string | null
    readonly address: string | null
  } | null
  readonly sending_phone_number: string | null
  readonly sending_phone_number_profile_id: string | null
  readonly sending_whatsapp_number_profile_id: string | null
  readonly whatsapp_phone_number: string | null
  readonly allow_number_change_during_onboarding: boolean | null
  readonly waba_id: string | null
  readonly brand: {
    readonly id: string
    readonly contact: {
      readonly [name: string]: string | null
    } | null
    readonly business: {
      readonly [name: string]: string | null
    } | null
    readonly compliance: {
      readonly brand_relationship:
        | "BASIC_ACCOUNT"
        | "SMALL_ACCOUNT"
        | "MEDIUM_ACCOUNT"
        | "LARGE_ACCOUNT"
        | "KEY_ACCOUNT"
        | null
      readonly vertical:
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
      readonly is_tcr_application: boolean
      readonly destination_countries: ReadonlyArray<{
        readonly id: string
        readonly is_main: boolean
      }>
      readonly expected_messaging_volume: string | null
      readonly notes: string | null
      readonly phone_number_prefix: string | null
      readonly primary_use_case: string | null
    } | null
    readonly identity_status: "SELF_DECLARED" | (string & {})
    readonly status: "ACTIVE" | (string & {})
    readonly is_inherited: boolean
    readonly csp_id: null
    readonly tcr_brand_id: null
    readonly universal_ein: null
    readonly submitted_to_tcr: boolean
    readonly submitted_at: string | null
    readonly created_at: string
    readonly updated_at: string | null
  } | null
}

export interface CreateProfileBody {
  readonly name: string
  readonly short_name?: string | null
  readonly description?: string | null
  readonly icon?: string | null
  readonly allow_contact_sharing?: boolean | null
  readonly allow_template_sharing?: boolean | null
  readonly inherit_contacts?: boolean | null
  readonly inherit_templates?: boolean | null
  readonly inherit_tcr_brand?: boolean | null
  readonly inherit_tcr_campaign?: boolean | null
  readonly billing_model?: "profile" | "organization" | "profile_and_organization" | null
  readonly billing_contact?: {
    readonly name: string
    readonly email: string
    readonly phone?: string | null
    readonly address?: string | null
  } | null
  readonly payment_details?: {
    readonly card_number: string
    readonly expiry: string
    readonly cvc: string
    readonly zip_code: string
  } | null
  readonly brand?: {
    readonly contact: {
      readonly name: string
      readonly businessName?: string | null
      readonly email?: string | null
      readonly phone?: string | null
      readonly phoneCountryCode?: string | null
      readonly role?: string | null
    }
    readonly business?: {
      readonly legalName?: string | null
      readonly taxId?: string | null
      readonly taxIdType?: string | null
      readonly entityType?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly postalCode?: string | null
      readonly country?: string | null
      readonly countryOfRegistration?: string | null
      readonly url?: string | null
    } | null
    readonly compliance: {
      readonly brandRelationship: "BASIC_ACCOUNT" | "SMALL_ACCOUNT" | "MEDIUM_ACCOUNT" | "LARGE_ACCOUNT" | "KEY_ACCOUNT"
      readonly vertical:
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
      readonly isTcrApplication?: boolean | null
      readonly destinationCountries?:
        | ReadonlyArray<{
          readonly id: string
          readonly isMain?: boolean | null
        }>
        | null
      readonly expectedMessagingVolume?: string | null
      readonly notes?: string | null
      readonly phoneNumberPrefix?: string | null
      readonly primaryUseCase?: string | null
    }
  } | null
  readonly whatsapp_business_account?: {
    readonly waba_id: string
    readonly access_token: string
    readonly phone_number_id?: string | null
  } | null
  readonly sandbox?: boolean | null
}

export interface ListProfilesResult {
  readonly profiles: ReadonlyArray<Profile>
}

export interface UpdateProfileBody {
  readonly name?: string | null
  readonly short_name?: string | null
  readonly description?: string | null
  readonly icon?: string | null
  readonly allow_contact_sharing?: boolean | null
  readonly allow_template_sharing?: boolean | null
  readonly inherit_contacts?: boolean | null
  readonly inherit_templates?: boolean | null
  readonly inherit_tcr_brand?: boolean | null
  readonly inherit_tcr_campaign?: boolean | null
  readonly billing_model?: "profile" | "organization" | "profile_and_organization" | null
  readonly billing_contact?: {
    readonly name: string
    readonly email: string
    readonly phone?: string | null
    readonly address?: string | null
  } | null
  readonly payment_details?: {
    readonly card_number: string
    readonly expiry: string
    readonly cvc: string
    readonly zip_code: string
  } | null
  readonly brand?: {
    readonly contact: {
      readonly name: string
      readonly businessName?: string | null
      readonly email?: string | null
      readonly phone?: string | null
      readonly phoneCountryCode?: string | null
      readonly role?: string | null
    }
    readonly business?: {
      readonly legalName?: string | null
      readonly taxId?: string | null
      readonly taxIdType?: string | null
      readonly entityType?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
      readonly street?: string | null
      readonly city?: string | null
      readonly state?: string | null
      readonly postalCode?: string | null
      readonly country?: string | null
      readonly countryOfRegistration?: string | null
      readonly url?: string | null
    } | null
    readonly compliance: {
      readonly brandRelationship: "BASIC_ACCOUNT" | "SMALL_ACCOUNT" | "MEDIUM_ACCOUNT" | "LARGE_ACCOUNT" | "KEY_ACCOUNT"
      readonly vertical:
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
      readonly isTcrApplication?: boolean | null
      readonly destinationCountries?:
        | ReadonlyArray<{
          readonly id: string
          readonly isMain?: boolean | null
        }>
        | null
      readonly expectedMessagingVolume?: string | null
      readonly notes?: string | null
      readonly phoneNumberPrefix?: string | null
      readonly primaryUseCase?: string | null
    }
  } | null
  readonly whatsapp_business_account?: {
    readonly waba_id: string
    readonly access_token: string
    readonly phone_number_id?: string | null
  } | null
  readonly sandbox?: boolean | null
  readonly sending_phone_number?: string | null
  readonly sending_phone_number_profile_id?: string | null
  readonly sending_whatsapp_number_profile_id?: string | null
  readonly whatsapp_phone_number?: string | null
  readonly allow_number_change_during_onboarding?: boolean | null
}

export interface DeleteProfileBody {
  readonly sandbox?: boolean | null
}

export interface CompleteProfileBody {
  readonly webHookUrl: string
  readonly sandbox?: boolean | null
}

export interface CompleteProfileResult {
  readonly status: "processing" | "completed"
  readonly message: string
}

export interface ProfilesCalls {
  /** Create a profile: `POST /v3/profiles`. */
  readonly create: (body: CreateProfileBody, options?: CallOptions) => Promise<Profile>

  /** List the profiles of the organization: `GET /v3/profiles`. */
  readonly list: (options?: CallOptions) => Promise<ListProfilesResult>

  /** Read a profile: `GET /v3/profiles/:profileId`. */
  readonly get: (profileId: string, options?: CallOptions) => Promise<Profile>

  /** Change a profile: `PATCH /v3/profiles/:profileId`. */
  readonly update: (profileId: string, body?: UpdateProfileBody, options?: CallOptions) => Promise<Profile>

  /** Delete a profile; its history is kept: `DELETE /v3/profiles/:profileId`. */
  readonly delete: (profileId: string, body?: DeleteProfileBody, options?: CallOptions) => Promise<void>

  /** Complete the set-up of a profile: `POST /v3/profiles/:profileId/complete`. */
  readonly complete: (
    profileId: string,
    body: CompleteProfileBody,
    options?: CallOptions
  ) => Promise<CompleteProfileResult>
}
