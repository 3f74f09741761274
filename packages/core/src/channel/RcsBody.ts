/**
 * The form that an RCS agent is ordered with: every field and its rule (specification "Channels", decisions 3.6).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Field from "../operation/Field.ts"
import type { Form } from "../row/RcsAgent.ts"
import { AgentUseCase } from "../row/RcsAgent.ts"
import * as Email from "../value/Email.ts"
import { is as isPhoneNumber } from "../value/PhoneNumber.ts"

const words = Field.nonBlank(255)
const sentences = Field.nonBlank(2000)
const message = Field.nonBlank(1024)

// Failures of the form are VALIDATION_001, whatever they are about.
const phone = Field.text((text) => isPhoneNumber(text.trim()), {
  message: "must be a phone number in E.164 form, for example +12015550123"
})

const email = Field.text((text) => Email.is(text) && text.trim().length <= Limit.emailLength, {
  message: "must be an e-mail address"
})

const sampleCount = "must hold 1 to 10 messages"

/** The fields of the form. All but the last three are required. */
const fields = {
  display_name: Field.nonBlank(100),
  description: sentences,
  agent_use_case: Field.oneOf(AgentUseCase.literals),
  brand_name: words,
  privacy_policy_url: Field.httpUrl,
  terms_and_conditions_url: Field.httpUrl,
  website_url: Field.httpUrl,
  logo_url: Field.httpUrl,
  banner_url: Field.httpUrl,
  brand_color: Field.text((text) => /^#[0-9A-Fa-f]{6}$/.test(text), {
    message: "must be a # and six hexadecimal digits, for example #1A2B3C"
  }),
  brand_phone_number: phone,
  customer_support_phone_number: phone,
  brand_email: email,
  customer_support_email: email,
  contact_name_and_title: words,
  company_ein: Field.nonBlank(50),
  entity_type: Field.nonBlank(100),
  official_address: Schema.Struct({
    street: words,
    city: words,
    state: words,
    postal_code: Field.nonBlank(50),
    country: words
  }),
  brief_company_description: sentences,
  opt_in_process_description: sentences,
  start_message: message,
  help_message: message,
  stop_message: message,
  sample_messages: Field.array(message, 10, sampleCount).check(
    Schema.makeFilter((samples: ReadonlyArray<string>) => samples.length >= 1, { message: sampleCount })
  ),
  opt_in_screenshot_url: Field.optional(Field.httpUrl),
  hosting_region: Field.optional(words),
  billing_category: Field.optional(words)
}

export const RcsBody = Schema.Struct({ ...fields, sandbox: Field.optional(Schema.Boolean) })
export type RcsBody = typeof RcsBody.Type

/** Returns the form as it is stored: as it was given, without what was left out. */
export const form = (body: RcsBody): Form => {
  const { billing_category, hosting_region, opt_in_screenshot_url, sandbox: _, ...required } = body
  return {
    ...required,
    ...(typeof opt_in_screenshot_url === "string" ? { opt_in_screenshot_url } : {}),
    ...(typeof hosting_region === "string" ? { hosting_region } : {}),
    ...(typeof billing_category === "string" ? { billing_category } : {})
  }
}
