/**
 * The calls of me. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface GetMeResult {
  /** The id of the resource. */
  readonly id: string
  /** Whether the account is an organization, a user or a profile. */
  readonly type: "organization" | "user" | "profile"
  /** The name of the account. */
  readonly name: string
  /** An e-mail address; null when none is known. */
  readonly email: string | null
  /** The URL of a picture; null when there is none. */
  readonly icon: string | null
  /** What it is, in words for people; null when nothing was given. */
  readonly description: string | null
  /** When it was made. */
  readonly created_at: string
  /** The organization that the profile belongs to; null where there is none. */
  readonly organization_id: string | null
  /** The sender name of a profile; null for other accounts. */
  readonly short_name: string | null
  /** The state of a profile; null for other accounts. */
  readonly status: "incomplete" | "pending_review" | "approved" | "rejected" | null
  /** The settings of a profile; null for other accounts. */
  readonly settings: {
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
  } | null
  /** The profiles of an organization; empty for other accounts. */
  readonly profiles: ReadonlyArray<{
    /** The id of the resource. */
    readonly id: string
    /** The name of the profile. */
    readonly name: string
    /** The URL of a picture; null when there is none. */
    readonly icon: string | null
    /** What it is, in words for people; null when nothing was given. */
    readonly description: string | null
    /** The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them. */
    readonly short_name: string | null
    /** What the caller may do in the profile. */
    readonly role: "owner" | "admin" | "billing" | "developer" | null
    /** The state of the profile. */
    readonly status: "incomplete" | "pending_review" | "approved" | "rejected" | null
    /** When it was made. */
    readonly created_at: string
    /** The settings of the profile. */
    readonly settings: {
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
    } | null
  }>
  /** On which channels the account can send. */
  readonly channels: {
    /** Whether and from which number the account sends SMS. */
    readonly sms: {
      /** Whether the account can send on the channel. */
      readonly configured: boolean
      /** A phone number in E.164, such as +12015550123; null when there is none. */
      readonly phone_number: string | null
    }
    /** Whether and from which number the account sends on WhatsApp. */
    readonly whatsapp: {
      /** Whether the account can send on the channel. */
      readonly configured: boolean
      /** A phone number in E.164, such as +12015550123; null when there is none. */
      readonly phone_number: string | null
      /** The name of the business as WhatsApp shows it; null when it is not known. */
      readonly business_name: string | null
    }
    /** Whether the account sends on RCS. */
    readonly rcs: {
      /** Whether the account can send on the channel. */
      readonly configured: boolean
      /** A phone number in E.164, such as +12015550123; null when there is none. */
      readonly phone_number: string | null
    }
  }
}

export interface MeCalls {
  /** Read the account that the key belongs to: `GET /v3/me`. */
  readonly get: (options?: CallOptions) => Promise<GetMeResult>
}
