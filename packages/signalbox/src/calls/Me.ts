/**
 * The calls of me. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface GetMeResult {
  readonly id: string
  readonly type: "organization" | "user" | "profile"
  readonly name: string
  readonly email: string | null
  readonly icon: string | null
  readonly description: string | null
  readonly created_at: string
  readonly organization_id: string | null
  readonly short_name: string | null
  readonly status: "incomplete" | "pending_review" | "approved" | "rejected" | null
  readonly settings: {
    readonly allow_contact_sharing: boolean
    readonly allow_template_sharing: boolean
    readonly inherit_contacts: boolean
    readonly inherit_templates: boolean
    readonly inherit_tcr_brand: boolean
    readonly inherit_tcr_campaign: boolean
    readonly billing_model: "profile" | "organization" | "profile_and_organization"
  } | null
  readonly profiles: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly icon: string | null
    readonly description: string | null
    readonly short_name: string | null
    readonly role: "owner" | "admin" | "billing" | "developer" | null
    readonly status: "incomplete" | "pending_review" | "approved" | "rejected" | null
    readonly created_at: string
    readonly settings: {
      readonly allow_contact_sharing: boolean
      readonly allow_template_sharing: boolean
      readonly inherit_contacts: boolean
      readonly inherit_templates: boolean
      readonly inherit_tcr_brand: boolean
      readonly inherit_tcr_campaign: boolean
      readonly billing_model: "profile" | "organization" | "profile_and_organization"
    } | null
  }>
  readonly channels: {
    readonly sms: {
      readonly configured: boolean
      readonly phone_number: string | null
    }
    readonly whatsapp: {
      readonly configured: boolean
      readonly phone_number: string | null
      readonly business_name: string | null
    }
    readonly rcs: {
      readonly configured: boolean
      readonly phone_number: string | null
    }
  }
}

export interface MeCalls {
  /** Read the account that the key belongs to: `GET /v3/me`. */
  readonly get: (options?: CallOptions) => Promise<GetMeResult>
}
