/**
 * The calls of rcs. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { ChannelReasonCode, ChannelStatus } from "./Markets.ts"

export interface RcsAgent {
  /** The id of the resource. */
  readonly id: string
  /** The name that recipients see. */
  readonly display_name: string
  /** What the agent does, as recipients read it. */
  readonly description: string
  /** What the agent is for: VERIFICATION, NOTIFICATIONS, MARKETING or MULTI_USE. */
  readonly agent_use_case: "VERIFICATION" | "NOTIFICATIONS" | "MARKETING" | "MULTI_USE"
  /** The name of the brand that the agent speaks for. */
  readonly brand_name: string
  /** Where the privacy policy is. */
  readonly privacy_policy_url: string
  /** Where the terms and conditions are. */
  readonly terms_and_conditions_url: string
  /** Where the site of the brand is. */
  readonly website_url: string
  /** Where the logo is: 224 by 224 pixels and at most 50 KB are advised. */
  readonly logo_url: string
  /** Where the banner is: 1440 by 448 pixels and at most 200 KB are advised. */
  readonly banner_url: string
  /** The colour of the brand, as #RRGGBB. */
  readonly brand_color: string
  /** The phone number of the brand in E.164. */
  readonly brand_phone_number: string
  /** The phone number of its customer support in E.164. */
  readonly customer_support_phone_number: string
  /** The e-mail address of the brand. */
  readonly brand_email: string
  /** The e-mail address of its customer support. */
  readonly customer_support_email: string
  /** Who may be asked about the agent, with the title. */
  readonly contact_name_and_title: string
  /** The employer identification number of the company. */
  readonly company_ein: string
  /** The legal form of the business. */
  readonly entity_type: string
  /** The address of the company. */
  readonly official_address: {
    /** The street and the number of the house. */
    readonly street: string
    /** The city. */
    readonly city: string
    /** The state or region. */
    readonly state: string
    /** The postal code. */
    readonly postal_code: string
    /** The country as its two letters of ISO 3166-1, such as US. */
    readonly country: string
  }
  /** What the company does. */
  readonly brief_company_description: string
  /** How recipients give their consent. */
  readonly opt_in_process_description: string
  /** What is answered when a recipient starts. */
  readonly start_message: string
  /** What is answered when a recipient asks for help. */
  readonly help_message: string
  /** What is answered when a recipient stops. */
  readonly stop_message: string
  /** Messages as they will be sent: at least one. */
  readonly sample_messages: ReadonlyArray<string>
  /** Where a picture of that is. */
  readonly opt_in_screenshot_url?: string
  /** The region in which the agent is hosted. */
  readonly hosting_region?: string
  /** The category in which the agent is billed. */
  readonly billing_category?: string
  /** PROVISIONING from the order until the agent is approved. */
  readonly status: ChannelStatus
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ChannelReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
  /** When it was made. */
  readonly created_at: string
}

export interface OrderRcsBody {
  /** The name that recipients see. */
  readonly display_name: string
  /** What the agent does, as recipients read it. */
  readonly description: string
  /** What the agent is for: VERIFICATION, NOTIFICATIONS, MARKETING or MULTI_USE. */
  readonly agent_use_case: "VERIFICATION" | "NOTIFICATIONS" | "MARKETING" | "MULTI_USE"
  /** The name of the brand that the agent speaks for. */
  readonly brand_name: string
  /** Where the privacy policy is. */
  readonly privacy_policy_url: string
  /** Where the terms and conditions are. */
  readonly terms_and_conditions_url: string
  /** Where the site of the brand is. */
  readonly website_url: string
  /** Where the logo is: 224 by 224 pixels and at most 50 KB are advised. */
  readonly logo_url: string
  /** Where the banner is: 1440 by 448 pixels and at most 200 KB are advised. */
  readonly banner_url: string
  /** The colour of the brand, as #RRGGBB. */
  readonly brand_color: string
  /** The phone number of the brand in E.164. */
  readonly brand_phone_number: string
  /** The phone number of its customer support in E.164. */
  readonly customer_support_phone_number: string
  /** The e-mail address of the brand. */
  readonly brand_email: string
  /** The e-mail address of its customer support. */
  readonly customer_support_email: string
  /** Who may be asked about the agent, with the title. */
  readonly contact_name_and_title: string
  /** The employer identification number of the company. */
  readonly company_ein: string
  /** The legal form of the business. */
  readonly entity_type: string
  /** The address of the company. */
  readonly official_address: {
    /** The street and the number of the house. */
    readonly street: string
    /** The city. */
    readonly city: string
    /** The state or region. */
    readonly state: string
    /** The postal code. */
    readonly postal_code: string
    /** The country as its two letters of ISO 3166-1, such as US. */
    readonly country: string
  }
  /** What the company does. */
  readonly brief_company_description: string
  /** How recipients give their consent. */
  readonly opt_in_process_description: string
  /** What is answered when a recipient starts. */
  readonly start_message: string
  /** What is answered when a recipient asks for help. */
  readonly help_message: string
  /** What is answered when a recipient stops. */
  readonly stop_message: string
  /** Messages as they will be sent: at least one. */
  readonly sample_messages: ReadonlyArray<string>
  /** Where a picture of that is. */
  readonly opt_in_screenshot_url?: string | null
  /** The region in which the agent is hosted. */
  readonly hosting_region?: string | null
  /** The category in which the agent is billed. */
  readonly billing_category?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface RcsCalls {
  /** Order the RCS agent: `POST /v3/channels/rcs`. */
  readonly order: (body: OrderRcsBody, options?: CallOptions) => Promise<RcsAgent>
}
