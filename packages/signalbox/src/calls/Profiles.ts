/**
 * The calls of profiles. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export type ProfileBrand = {
  /** The id of the resource. */
  readonly id: string
  /** Who may be asked about the business; null when nobody was named. */
  readonly contact: {
    readonly [name: string]: string | null
  } | null
  /** The business itself; null when it was not given. */
  readonly business: {
    readonly [name: string]: string | null
  } | null
  /** What the registration asks of the business; null when it was not given. */
  readonly compliance: {
    /** How large an account the business is. */
    readonly brand_relationship:
      | "BASIC_ACCOUNT"
      | "SMALL_ACCOUNT"
      | "MEDIUM_ACCOUNT"
      | "LARGE_ACCOUNT"
      | "KEY_ACCOUNT"
      | null
    /** The trade of the business. */
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
    /** Whether the brand is to be registered for 10DLC. */
    readonly is_tcr_application: boolean
    /** The countries that the business sends to. */
    readonly destination_countries: ReadonlyArray<{
      /** The country as two letters. */
      readonly id: string
      /** Whether it is the main one. */
      readonly is_main: boolean
    }>
    /** How many messages are expected. */
    readonly expected_messaging_volume: string | null
    /** What else is to be known. */
    readonly notes: string | null
    /** The prefix that numbers should have. */
    readonly phone_number_prefix: string | null
    /** What most messages are for. */
    readonly primary_use_case: string | null
  } | null
  /** Whether the identity of the business was verified. */
  readonly identity_status: "SELF_DECLARED" | (string & {})
  /** How far the registration has come. */
  readonly status: "ACTIVE" | (string & {})
  /** Whether the brand is the organization's. */
  readonly is_inherited: boolean
  /** The id of the campaign service provider; always null. */
  readonly csp_id: null
  /** The id of the brand at the registry; always null. */
  readonly tcr_brand_id: null
  /** The universal number of the business at the registry; always null. */
  readonly universal_ein: null
  /** Whether the brand was submitted to the registry. */
  readonly submitted_to_tcr: boolean
  /** When the brand was submitted; null before that. */
  readonly submitted_at: string | null
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
} | null

export type ProfileBrandBody = {
  /** Who may be asked about the business. */
  readonly contact: {
    /** The name of that person. */
    readonly name: string
    /** The name under which the business trades. */
    readonly businessName?: string | null
    /** The e-mail address of that person. */
    readonly email?: string | null
    /** The phone number of that person. */
    readonly phone?: string | null
    /** The calling code of that number. */
    readonly phoneCountryCode?: string | null
    /** What that person is in the business. */
    readonly role?: string | null
  }
  /** The business itself. */
  readonly business?: {
    /** The registered name of the business. */
    readonly legalName?: string | null
    /** The tax id of the business. */
    readonly taxId?: string | null
    /** Of which kind the tax id is. */
    readonly taxIdType?: string | null
    /** The legal form of the business. */
    readonly entityType?: "PRIVATE_PROFIT" | "PUBLIC_PROFIT" | "NON_PROFIT" | "SOLE_PROPRIETOR" | "GOVERNMENT" | null
    /** The street and the number of the house. */
    readonly street?: string | null
    /** The city. */
    readonly city?: string | null
    /** The state or region. */
    readonly state?: string | null
    /** The postal code. */
    readonly postalCode?: string | null
    /** The country as its two letters of ISO 3166-1, such as US. */
    readonly country?: string | null
    /** The country in which the business is registered. */
    readonly countryOfRegistration?: string | null
    /** The site of the business. */
    readonly url?: string | null
  } | null
  /** What the registration asks of the business. */
  readonly compliance: {
    /** How large an account the business is. */
    readonly brandRelationship: "BASIC_ACCOUNT" | "SMALL_ACCOUNT" | "MEDIUM_ACCOUNT" | "LARGE_ACCOUNT" | "KEY_ACCOUNT"
    /** The trade of the business. */
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
    /** Whether the brand is to be registered for 10DLC. */
    readonly isTcrApplication?: boolean | null
    /** The countries that the business sends to. */
    readonly destinationCountries?:
      | ReadonlyArray<{
        /** The country as two letters. */
        readonly id: string
        /** Whether it is the main one. */
        readonly isMain?: boolean | null
      }>
      | null
    /** How many messages are expected. */
    readonly expectedMessagingVolume?: string | null
    /** What else is to be known. */
    readonly notes?: string | null
    /** The prefix that numbers should have. */
    readonly phoneNumberPrefix?: string | null
    /** What most messages are for. */
    readonly primaryUseCase?: string | null
  }
} | null

export interface Profile {
  /** The id of the resource. */
  readonly id: string
  /** The organization that the profile belongs to; null where there is none. */
  readonly organization_id: string
  /** The name of the profile. */
  readonly name: string
  /** An e-mail address; null when none is known. */
  readonly email: string | null
  /** The URL of a picture; null when there is none. */
  readonly icon: string | null
  /** What it is, in words for people; null when nothing was given. */
  readonly description: string | null
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name: string | null
  /** How far the set-up has come: incomplete, pending_review, approved or rejected. */
  readonly status: "incomplete" | "pending_review" | "approved" | "rejected"
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
  /** Whether contacts are shared; it is accepted and reads back false. */
  readonly allow_contact_sharing: boolean
  /** Whether templates are shared; it is accepted and reads back false. */
  readonly allow_template_sharing: boolean
  /** Whether the organization's contacts are used; it is accepted and reads back false. */
  readonly inherit_contacts: boolean
  /** Whether the organization's templates are used; it is accepted and reads back false. */
  readonly inherit_templates: boolean
  /** Whether the organization's brand is used. */
  readonly inherit_tcr_brand: boolean
  /** Whether the organization's campaign is used. */
  readonly inherit_tcr_campaign: boolean
  /** Who pays: profile, organization or profile_and_organization. */
  readonly billing_model: "profile" | "organization" | "profile_and_organization"
  /** Who gets the bills; it is required unless the organization pays. */
  readonly billing_contact: {
    /** The name of who gets the bills. */
    readonly name: string
    /** The e-mail address of who gets the bills. */
    readonly email: string
    /** The phone number of who gets the bills. */
    readonly phone: string | null
    /** The postal address of who gets the bills. */
    readonly address: string | null
  } | null
  /** The number that the profile sends from; null when there is none. */
  readonly sending_phone_number: string | null
  /** The profile whose number is sent from; null when it is the profile's own. */
  readonly sending_phone_number_profile_id: string | null
  /** The profile whose WhatsApp number is sent from; null when it is the profile's own. */
  readonly sending_whatsapp_number_profile_id: string | null
  /** The WhatsApp number of the profile; null when there is none. */
  readonly whatsapp_phone_number: string | null
  /** Whether the number may change before the set-up is complete. */
  readonly allow_number_change_during_onboarding: boolean | null
  /** The id of the WhatsApp business account. */
  readonly waba_id: string | null
  /** The business that the profile registers; null when there is none. */
  readonly brand: ProfileBrand
}

export interface CreateProfileBody {
  /** The name of the profile. */
  readonly name: string
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name?: string | null
  /** What it is, in words for people; null when nothing was given. */
  readonly description?: string | null
  /** The URL of a picture; null when there is none. */
  readonly icon?: string | null
  /** Whether contacts are shared; it is accepted and reads back false. */
  readonly allow_contact_sharing?: boolean | null
  /** Whether templates are shared; it is accepted and reads back false. */
  readonly allow_template_sharing?: boolean | null
  /** Whether the organization's contacts are used; it is accepted and reads back false. */
  readonly inherit_contacts?: boolean | null
  /** Whether the organization's templates are used; it is accepted and reads back false. */
  readonly inherit_templates?: boolean | null
  /** Whether the organization's brand is used. */
  readonly inherit_tcr_brand?: boolean | null
  /** Whether the organization's campaign is used. */
  readonly inherit_tcr_campaign?: boolean | null
  /** Who pays: profile, organization or profile_and_organization. */
  readonly billing_model?: "profile" | "organization" | "profile_and_organization" | null
  /** Who gets the bills; it is required unless the organization pays. */
  readonly billing_contact?: {
    /** The name of who gets the bills. */
    readonly name: string
    /** The e-mail address of who gets the bills. */
    readonly email: string
    /** The phone number of who gets the bills. */
    readonly phone?: string | null
    /** The postal address of who gets the bills. */
    readonly address?: string | null
  } | null
  /** A card, which is checked and never stored. */
  readonly payment_details?: {
    /** The number of the card: 13 to 19 digits. */
    readonly card_number: string
    /** When the card expires, as MM/YY. */
    readonly expiry: string
    /** The security code of the card. */
    readonly cvc: string
    /** The postal code of the card's owner. */
    readonly zip_code: string
  } | null
  /** The business that the profile registers; null when there is none. */
  readonly brand?: ProfileBrandBody
  /** The WhatsApp account that the profile brings. */
  readonly whatsapp_business_account?: {
    /** The id of the WhatsApp business account. */
    readonly waba_id: string
    /** The token by which the account may be used. */
    readonly access_token: string
    /** The id of the WhatsApp number; without it, one is picked later. */
    readonly phone_number_id?: string | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ListProfilesResult {
  /** The profiles of the organization. */
  readonly profiles: ReadonlyArray<Profile>
}

export interface UpdateProfileBody {
  /** A new name for the profile. */
  readonly name?: string | null
  /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
  readonly short_name?: string | null
  /** What it is, in words for people; null when nothing was given. */
  readonly description?: string | null
  /** The URL of a picture; null when there is none. */
  readonly icon?: string | null
  /** Whether contacts are shared; it is accepted and reads back false. */
  readonly allow_contact_sharing?: boolean | null
  /** Whether templates are shared; it is accepted and reads back false. */
  readonly allow_template_sharing?: boolean | null
  /** Whether the organization's contacts are used; it is accepted and reads back false. */
  readonly inherit_contacts?: boolean | null
  /** Whether the organization's templates are used; it is accepted and reads back false. */
  readonly inherit_templates?: boolean | null
  /** Whether the organization's brand is used. */
  readonly inherit_tcr_brand?: boolean | null
  /** Whether the organization's campaign is used. */
  readonly inherit_tcr_campaign?: boolean | null
  /** Who pays: profile, organization or profile_and_organization. */
  readonly billing_model?: "profile" | "organization" | "profile_and_organization" | null
  /** Who gets the bills; it is required unless the organization pays. */
  readonly billing_contact?: {
    /** The name of who gets the bills. */
    readonly name: string
    /** The e-mail address of who gets the bills. */
    readonly email: string
    /** The phone number of who gets the bills. */
    readonly phone?: string | null
    /** The postal address of who gets the bills. */
    readonly address?: string | null
  } | null
  /** A card, which is checked and never stored. */
  readonly payment_details?: {
    /** The number of the card: 13 to 19 digits. */
    readonly card_number: string
    /** When the card expires, as MM/YY. */
    readonly expiry: string
    /** The security code of the card. */
    readonly cvc: string
    /** The postal code of the card's owner. */
    readonly zip_code: string
  } | null
  /** The business that the profile registers; null when there is none. */
  readonly brand?: ProfileBrandBody
  /** The WhatsApp account that the profile brings. */
  readonly whatsapp_business_account?: {
    /** The id of the WhatsApp business account. */
    readonly waba_id: string
    /** The token by which the account may be used. */
    readonly access_token: string
    /** The id of the WhatsApp number; without it, one is picked later. */
    readonly phone_number_id?: string | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
  /** The number that the profile sends from; null when there is none. */
  readonly sending_phone_number?: string | null
  /** The profile whose number is sent from; null when it is the profile's own. */
  readonly sending_phone_number_profile_id?: string | null
  /** The profile whose WhatsApp number is sent from; null when it is the profile's own. */
  readonly sending_whatsapp_number_profile_id?: string | null
  /** The WhatsApp number of the profile; null when there is none. */
  readonly whatsapp_phone_number?: string | null
  /** Whether the number may change before the set-up is complete. */
  readonly allow_number_change_during_onboarding?: boolean | null
}

export interface DeleteProfileBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CompleteProfileBody {
  /** The URL that is told when the set-up is complete. */
  readonly webHookUrl: string
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CompleteProfileResult {
  /** Whether the set-up is complete, or goes on. */
  readonly status: "processing" | "completed"
  /** How it goes on, in words. */
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
