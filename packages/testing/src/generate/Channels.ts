/**
 * Arbitraries of channels: what their rows hold, and what clients may say of them.
 */
import { ChannelCode } from "@signalbox/core/ChannelCode"
import type { ChannelSet } from "@signalbox/core/ChannelSet"
import type * as Id from "@signalbox/core/Id"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Market } from "@signalbox/core/Market"
import { ChannelStatus, NumberType, Regime } from "@signalbox/core/Market"
import type { Form } from "@signalbox/core/RcsAgent"
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { maybe, one, small } from "./internal/fields.ts"
import { instant, phone, text, uuid } from "./Values.ts"

const standing = {
  status: one(ChannelStatus),
  reasonCode: maybe(one(ChannelCode)),
  reason: maybe(text),
  revision: small,
  createdAt: instant,
  updatedAt: maybe(instant)
}

const registration = fc.oneof(
  fc.constant(null),
  fc.constant("inherited" as const),
  fc.record({ description: text, sample_messages: fc.array(text, { maxLength: 2 }) })
)

export const market: fc.Arbitrary<Market> = fc.record({
  country: fc.constantFrom("US", "DE", "SG"),
  numberType: one(NumberType),
  senderValue: maybe(text),
  areaCodes: fc.array(fc.constantFrom("212", "30"), { maxLength: 2 }),
  regime: one(Regime),
  brand: registration,
  campaign: registration,
  documents: fc.array(fc.record({ id: uuid(), key: text, fileName: text }), { maxLength: 2 }),
  gaveSender: fc.boolean(),
  ...standing
})

const line = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }).map((each) => `x${each}`)
const url = fc.webUrl({ validSchemes: ["http", "https"] })

/** The form of an RCS agent, as clients give it and as it is stored. */
export const rcsForm: fc.Arbitrary<Form> = fc.record({
  display_name: line,
  description: line,
  agent_use_case: fc.constantFrom("VERIFICATION", "NOTIFICATIONS", "MARKETING", "MULTI_USE"),
  brand_name: line,
  privacy_policy_url: url,
  terms_and_conditions_url: url,
  website_url: url,
  logo_url: url,
  banner_url: url,
  brand_color: fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 6, maxLength: 6 })
    .map((digits) => `#${digits}`),
  brand_phone_number: phone,
  customer_support_phone_number: phone,
  brand_email: fc.emailAddress(),
  customer_support_email: fc.emailAddress(),
  contact_name_and_title: line,
  company_ein: line,
  entity_type: line,
  official_address: fc.record({ street: line, city: line, state: line, postal_code: line, country: line }),
  brief_company_description: line,
  opt_in_process_description: line,
  start_message: line,
  help_message: line,
  stop_message: line,
  sample_messages: fc.array(line, { minLength: 1, maxLength: 3 }),
  opt_in_screenshot_url: url
}, {
  requiredKeys: [
    "display_name",
    "description",
    "agent_use_case",
    "brand_name",
    "privacy_policy_url",
    "terms_and_conditions_url",
    "website_url",
    "logo_url",
    "banner_url",
    "brand_color",
    "brand_phone_number",
    "customer_support_phone_number",
    "brand_email",
    "customer_support_email",
    "contact_name_and_title",
    "company_ein",
    "entity_type",
    "official_address",
    "brief_company_description",
    "opt_in_process_description",
    "start_message",
    "help_message",
    "stop_message",
    "sample_messages"
  ],
  noNullPrototype: true
})

export const channelSet: fc.Arbitrary<ChannelSet> = fc.record({
  account: uuid<Id.AccountId>(),
  markets: fc.array(market, { maxLength: 2 }),
  whatsapp: maybe(fc.record({ wabaId: text, phoneNumberId: maybe(text), ...standing })),
  rcs: maybe(fc.record({ id: uuid(), form: rcsForm, approvedAt: maybe(instant), ...standing }))
})

export const campaignList: fc.Arbitrary<Value<"campaign_list">> = fc.record({
  profile: uuid<Id.AccountId>(),
  campaigns: fc.array(
    fc.record({
      id: uuid(),
      brand: uuid(),
      name: text,
      description: text,
      type: text,
      texts: fc.record({
        volume: maybe(text),
        messageFlow: maybe(text),
        optinKeywords: maybe(text),
        optinMessage: maybe(text),
        optoutKeywords: maybe(text),
        optoutMessage: maybe(text),
        helpKeywords: maybe(text),
        helpMessage: maybe(text),
        privacyPolicyLink: maybe(text),
        termsAndConditionsLink: maybe(text)
      }),
      useCases: fc.array(
        fc.record({
          id: uuid(),
          use: fc.constantFrom("M2M", "MIXED"),
          sampleMessages: fc.array(text, { maxLength: 2 })
        }),
        { maxLength: 2 }
      ),
      submittedAt: maybe(instant),
      createdAt: instant,
      updatedAt: maybe(instant)
    }),
    { maxLength: 2 }
  )
})

/** A whole campaign, by the keys of the deprecated endpoints. */
export const campaign: fc.Arbitrary<JsonObject> = fc.record({
  name: line,
  description: line,
  type: fc.constantFrom("App", "KYC"),
  useCases: fc.array(
    fc.record({
      messagingUseCaseUs: fc.constantFrom("MARKETING", "TWO_FA", "LOW_VOLUME"),
      sampleMessages: fc.array(line, { minLength: 1, maxLength: 5 })
    }, { noNullPrototype: true }),
    { minLength: 1, maxLength: 3 }
  ),
  messageFlow: line,
  optoutKeywords: fc.constant("STOP, END"),
  helpMessage: fc.option(line),
  volume: fc.constantFrom("100", "5000")
}, { requiredKeys: ["name", "description", "type", "useCases"], noNullPrototype: true }) as fc.Arbitrary<JsonObject>

/** A market that needs no documents and is not there immediately. */
export const newMarket: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    country: fc.constantFrom("US", "de", "GB", "fr"),
    number_type: fc.constantFrom("LOCAL", "MOBILE", "TOLL_FREE"),
    area_codes: fc.array(fc.constantFrom("212", "415"), { maxLength: 2 })
  }, { requiredKeys: ["country", "number_type"], noNullPrototype: true }),
  fc.record({
    country: fc.constantFrom("US", "ca"),
    number_type: fc.constant("SHORT_CODE"),
    sender_value: fc.constant("12345")
  }, { noNullPrototype: true })
) as fc.Arbitrary<Json> as fc.Arbitrary<JsonObject>
