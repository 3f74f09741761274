/**
 * The requirements that ship with Signalbox. They cover the regimes that the specification names: US 10DLC, which
 * registers a brand and a campaign, and markets that pre-register an alphanumeric sender by documents. Every other
 * market registers with nobody. Each row says where its facts come from; an operator compares them with what the own
 * carriers ask for, and replaces the table where they differ.
 */
import { EntityType, Vertical } from "../row/Brand.ts"
import { useCases } from "../row/CampaignUse.ts"
import type { MarketRule } from "./MarketRule.ts"
import type { Requirement } from "./Requirement.ts"

const requirement = (
  key: string,
  type: Requirement["type"],
  label: string,
  description: string,
  more: Partial<Requirement> = {}
): Requirement => ({
  key,
  label,
  description,
  type,
  required: true,
  required_when: null,
  pattern: null,
  max_length: type === "string" ? 255 : type === "text" ? 2048 : null,
  options: null,
  item_fields: null,
  accept: null,
  ...more
})

const optional = { required: false } as const

const brand: ReadonlyArray<Requirement> = [
  requirement("brand.legal_name", "string", "Legal name", "The name of the company as it is registered"),
  requirement("brand.entity_type", "enum", "Entity type", "The legal form of the company", {
    options: EntityType.literals
  }),
  requirement("brand.tax_id", "string", "Tax id", "The tax number of the company, in the US its EIN", {
    required: false,
    required_when: { key: "brand.entity_type", equals: "PRIVATE_PROFIT" }
  }),
  requirement("brand.street", "string", "Street", "The street and the house number of the company", optional),
  requirement("brand.city", "string", "City", "The city of the company", optional),
  requirement("brand.state", "string", "State", "The state or the region of the company", optional),
  requirement("brand.postal_code", "string", "Postal code", "The postal code of the company", optional),
  requirement("brand.country", "string", "Country", "The country of the company, two letters", {
    pattern: "^[A-Za-z]{2}$"
  }),
  requirement("brand.website", "url", "Website", "The website of the company", optional),
  requirement("brand.vertical", "enum", "Vertical", "The industry of the company", { options: Vertical.literals }),
  requirement("brand.contact_name", "string", "Contact", "Whom the registry may ask", optional),
  requirement("brand.contact_email", "email", "Contact's e-mail", "Where the registry may write", optional),
  requirement("brand.contact_phone", "phone", "Contact's phone", "Where the registry may call", optional)
]

const campaign: ReadonlyArray<Requirement> = [
  requirement("campaign.use_case", "enum", "Use case", "What the messages are for", { options: useCases }),
  requirement("campaign.description", "text", "Description", "What is sent, to whom, and why"),
  requirement("campaign.message_flow", "text", "Message flow", "How a recipient comes to agree to the messages"),
  requirement("campaign.sample_messages", "array", "Sample messages", "One to five messages as they will be sent", {
    max_length: 1024
  }),
  requirement(
    "campaign.optin_keywords",
    "string",
    "Opt-in keywords",
    "Words that opt in, separated by commas",
    optional
  ),
  requirement("campaign.optin_message", "text", "Opt-in message", "The answer to an opt-in", optional),
  requirement("campaign.optout_keywords", "string", "Opt-out keywords", "Words that opt out, separated by commas"),
  requirement("campaign.optout_message", "text", "Opt-out message", "The answer to an opt-out", optional),
  requirement("campaign.help_keywords", "string", "Help keywords", "Words that ask for help, separated by commas"),
  requirement("campaign.help_message", "text", "Help message", "The answer to a question for help", optional),
  requirement("campaign.privacy_policy_link", "url", "Privacy policy", "Where the privacy policy is", optional),
  requirement("campaign.terms_and_conditions_link", "url", "Terms", "Where the terms and conditions are", optional)
]

const papers = ["application/pdf", "image/jpeg", "image/png"] as const

const registration = requirement(
  "business_registration",
  "document",
  "Business registration",
  "A certificate of the company's registration, not older than a year",
  { accept: papers }
)

const authorization = requirement(
  "letter_of_authorization",
  "document",
  "Letter of authorization",
  "A signed letter that lets the service register the sender",
  { accept: papers }
)

const preRegistered = (country: string, source: string): MarketRule => ({
  country,
  type: "ALPHANUMERIC",
  regime: "documents",
  senderIdPattern: null,
  requirements: [registration, authorization],
  source
})

export const shipped: ReadonlyArray<MarketRule> = [
  {
    country: "US",
    type: "TEN_DLC",
    regime: "campaign",
    senderIdPattern: null,
    requirements: [...brand, ...campaign],
    source: "The Campaign Registry: the fields of a brand and of a campaign for 10DLC; field names from the v3 API"
  },
  preRegistered("AU", "ACMA: the SMS Sender ID Register; documents as carriers commonly ask for them"),
  preRegistered("IE", "ComReg: the SMS Sender ID Registry; documents as carriers commonly ask for them"),
  preRegistered("SG", "SGNIC: the Singapore SMS Sender ID Registry; documents as carriers commonly ask for them")
]
