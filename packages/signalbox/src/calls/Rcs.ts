/**
 * The calls of rcs. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { ChannelReasonCode, ChannelStatus } from "./Markets.ts"

export interface RcsAgent {
  readonly id: string
  readonly display_name: string
  readonly description: string
  readonly agent_use_case: string
  readonly brand_name: string
  readonly privacy_policy_url: string
  readonly terms_and_conditions_url: string
  readonly website_url: string
  readonly logo_url: string
  readonly banner_url: string
  readonly brand_color: string
  readonly brand_phone_number: string
  readonly customer_support_phone_number: string
  readonly brand_email: string
  readonly customer_support_email: string
  readonly contact_name_and_title: string
  readonly company_ein: string
  readonly entity_type: string
  readonly official_address: {
    readonly street: string
    readonly city: string
    readonly state: string
    readonly postal_code: string
    readonly country: string
  }
  readonly brief_company_description: string
  readonly opt_in_process_description: string
  readonly start_message: string
  readonly help_message: string
  readonly stop_message: string
  readonly sample_messages: ReadonlyArray<string>
  readonly opt_in_screenshot_url?: string
  readonly hosting_region?: string
  readonly billing_category?: string
  readonly status: ChannelStatus
  readonly reason_code?: ChannelReasonCode
  readonly reason?: string
  readonly created_at: string
}

export interface OrderRcsBody {
  readonly display_name: string
  readonly description: string
  readonly agent_use_case: "VERIFICATION" | "NOTIFICATIONS" | "MARKETING" | "MULTI_USE"
  readonly brand_name: string
  readonly privacy_policy_url: string
  readonly terms_and_conditions_url: string
  readonly website_url: string
  readonly logo_url: string
  readonly banner_url: string
  readonly brand_color: string
  readonly brand_phone_number: string
  readonly customer_support_phone_number: string
  readonly brand_email: string
  readonly customer_support_email: string
  readonly contact_name_and_title: string
  readonly company_ein: string
  readonly entity_type: string
  readonly official_address: {
    readonly street: string
    readonly city: string
    readonly state: string
    readonly postal_code: string
    readonly country: string
  }
  readonly brief_company_description: string
  readonly opt_in_process_description: string
  readonly start_message: string
  readonly help_message: string
  readonly stop_message: string
  readonly sample_messages: ReadonlyArray<string>
  readonly opt_in_screenshot_url?: string | null
  readonly hosting_region?: string | null
  readonly billing_category?: string | null
  readonly sandbox?: boolean | null
}

export interface RcsCalls {
  /** Order the RCS agent: `POST /v3/channels/rcs`. */
  readonly order: (body: OrderRcsBody, options?: CallOptions) => Promise<RcsAgent>
}
