/**
 * The RCS agent of an account: the form that it was ordered with, and how far it is (specification "Channels").
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"
import { Standing } from "./Market.ts"

export const Address = Schema.Struct({
  street: Schema.String,
  city: Schema.String,
  state: Schema.String,
  postal_code: Schema.String,
  country: Schema.String
})

export const AgentUseCase = Schema.Literals(["VERIFICATION", "NOTIFICATIONS", "MARKETING", "MULTI_USE"])
export type AgentUseCase = typeof AgentUseCase.Type

/** The form as the client gave it, which the API echoes. */
export const Form = Schema.Struct({
  display_name: Schema.String,
  description: Schema.String,
  agent_use_case: AgentUseCase,
  brand_name: Schema.String,
  privacy_policy_url: Schema.String,
  terms_and_conditions_url: Schema.String,
  website_url: Schema.String,
  logo_url: Schema.String,
  banner_url: Schema.String,
  brand_color: Schema.String,
  brand_phone_number: Schema.String,
  customer_support_phone_number: Schema.String,
  brand_email: Schema.String,
  customer_support_email: Schema.String,
  contact_name_and_title: Schema.String,
  company_ein: Schema.String,
  entity_type: Schema.String,
  official_address: Address,
  brief_company_description: Schema.String,
  opt_in_process_description: Schema.String,
  start_message: Schema.String,
  help_message: Schema.String,
  stop_message: Schema.String,
  sample_messages: Schema.Array(Schema.String),
  opt_in_screenshot_url: Schema.optionalKey(Schema.String),
  hosting_region: Schema.optionalKey(Schema.String),
  billing_category: Schema.optionalKey(Schema.String)
})
export type Form = typeof Form.Type

export const RcsAgent = Schema.Struct({
  id: Schema.String,
  form: Form,
  /** Clients see the agent among the channels from its approval on; null before. */
  approvedAt: Schema.NullOr(Instant),
  ...Standing
})
export type RcsAgent = typeof RcsAgent.Type
