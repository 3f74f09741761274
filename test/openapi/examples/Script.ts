/**
 * The script asks an emulator, so that its answers become the examples of the OpenAPI document, and its deliveries the
 * examples of its events.
 */
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Seed from "@signalbox/emulator/seed/Seed"
import type { Control, Step } from "./Step.ts"

const account = Seed.organization

/** The handsets of those who receive the message, let it fail, and write back. */
const ada = "+12015550001"
const grace = "+12015550002"
const alan = "+12015550003"

const greeting = { template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }, channel: ["sms"] }

const definition = {
  body: {
    multiChannel: {
      template: "Hello {{0:variable}}, order {{1:variable}} is ready.",
      variables: [
        { id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } },
        { id: 1, name: "order", type: "variable", props: { variableType: "text", sample: "1815" } }
      ]
    }
  }
}

const brand = {
  legal_name: "Acme Inc",
  entity_type: "PRIVATE_PROFIT",
  tax_id: "12-3456789",
  country: "US",
  vertical: "RETAIL"
}

const registered = {
  use_case: "MARKETING",
  description: "Offers to customers who asked for them",
  message_flow: "Customers tick a box at the checkout",
  sample_messages: ["Ten percent off until Sunday. Reply STOP to end."],
  optout_keywords: "STOP",
  help_keywords: "HELP"
}

const market = { country: "US", number_type: "TEN_DLC" }

const agent = {
  display_name: "Acme",
  description: "Offers and help from Acme",
  agent_use_case: "MULTI_USE",
  brand_name: "Acme",
  privacy_policy_url: "https://acme.example/privacy",
  terms_and_conditions_url: "https://acme.example/terms",
  website_url: "https://acme.example",
  logo_url: "https://acme.example/logo.png",
  banner_url: "https://acme.example/banner.png",
  brand_color: "#1A2b3C",
  brand_phone_number: "+12015550100",
  customer_support_phone_number: "+12015550101",
  brand_email: "hello@acme.example",
  customer_support_email: "help@acme.example",
  contact_name_and_title: "Ada Lovelace, CTO",
  company_ein: "12-3456789",
  entity_type: "PRIVATE_PROFIT",
  official_address: { street: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701", country: "US" },
  brief_company_description: "Acme makes everything",
  opt_in_process_description: "Customers tick a box at the checkout",
  start_message: "Welcome to Acme",
  help_message: "Write to help@acme.example",
  stop_message: "You will get no more messages",
  sample_messages: ["Ten percent off until Sunday"]
}

const campaign = {
  name: "Customer Notifications",
  description: "Appointment reminders",
  type: "App",
  useCases: [{ messagingUseCaseUs: "ACCOUNT_NOTIFICATION", sampleMessages: ["Hi {name}, see you tomorrow."] }]
}

const handset = (phone: string, ...receipts: ReadonlyArray<Json>): Control => ({
  control: ["PUT", `/emulator/handsets/${phone}`, { script: [{ receipts }] }]
})
const writes = (text: string): Control => ({
  control: ["POST", "/emulator/inbound", { from: alan, channel: "sms", text }]
})
const registry = (event: string, more: JsonObject = {}): Control => ({
  control: ["POST", "/emulator/channels", { account, channel: "sms", ...market, event, ...more }]
})
const reviewer = (outcome: string, template: string): Control => ({
  control: ["PUT", "/emulator/reviews", { template, outcome, reason: "The text promises what nobody can keep." }]
})
const operator = (change: JsonObject): Control => ({ control: ["PATCH", `/emulator/accounts/${account}`, change] })
const passes = (millis: number): Control => ({ control: ["POST", "/emulator/clock", { advance_ms: millis }] })

/** Lists need to be told where they begin. */
const first = { page: "1", page_size: "20" }

/** The events go here. The recorder has a receiver of its own for it. */
export const endpoint = "https://example.com/webhooks/signalbox"

const webhooks: ReadonlyArray<Step> = [
  {
    ask: "webhooks.create",
    body: {
      display_name: "Orders",
      endpoint_url: endpoint,
      event_types: ["message", "templates", "contact", "channel", "verification", "account"],
      retry_count: 5,
      timeout_seconds: 60
    }
  },
  { ask: "webhooks.event_types" }
]

const templates: ReadonlyArray<Step> = [
  { ask: "templates.create", body: { definition, category: "UTILITY", language: "en_US", submit_for_review: true } },
  { ask: "templates.get", at: ["<templates.create/id>"] },
  { ask: "templates.list", query: { ...first, search: "order" } },
  {
    ask: "templates.preview",
    at: ["<templates.create/id>"],
    body: { parameters: { name: "Ada", order: "1815" }, to: [ada], countries: ["DE"] }
  },
  { ask: "templates.preview_definition", body: { definition, use_samples: true } },
  { ask: "templates.revisions", at: ["<templates.create/id>"], query: first },
  reviewer("pause", "<templates.create/id>"),
  reviewer("archive", "<templates.create/id>"),
  reviewer("reject", "next"),
  { ask: "templates.create", as: "rejected", body: { definition, submit_for_review: true } },
  {
    ask: "templates.update",
    at: ["<rejected/id>"],
    body: { name: "order_is_ready", definition: { ...definition, footer: { type: "text", template: "Acme" } } }
  },
  { ask: "templates.delete", at: ["<rejected/id>"], body: { delete_from_meta: true } }
]

const messages: ReadonlyArray<Step> = [
  { ask: "messages.send", body: { to: [ada], ...greeting } },
  { ask: "messages.explain", body: { to: [ada], ...greeting } },
  { ask: "messages.get", at: ["<messages.send/recipients/0/message_id>"] },
  { ask: "messages.list", query: { page_size: "1", status: "DELIVERED" } },
  { ask: "messages.activities", at: ["<messages.send/recipients/0/message_id>"] },
  { ask: "conversations.list", query: first },
  { ask: "usage.get", query: { page_size: "1", status: "DELIVERED" } },
  { ask: "contacts.list", query: { ...first, phone: ada } },
  { ask: "conversations.get", at: ["<conversation of contacts.list/contacts/0/id>"], query: first },
  { ask: "webhooks.events", at: ["<webhooks.create/id>"], query: { ...first, search: "message.delivered" } },
  handset(ada, "delivered", "read"),
  { ask: "messages.send", as: "read", body: { to: [ada], ...greeting, channel: ["whatsapp"] } },
  passes(60_000),
  { ask: "messages.feedback", at: ["<read/recipients/0/message_id>"], body: { outcome: "converted" } },
  {
    ask: "messages.send",
    as: "scheduled",
    body: { to: [ada], ...greeting, scheduled_at: "2030-01-31T18:00:00.000Z" }
  },
  { ask: "messages.cancel", at: ["<scheduled/recipients/0/message_id>"] },
  handset(grace, { failed: "handset_unreachable" }),
  { ask: "messages.send", as: "failed", body: { to: [grace], ...greeting } },
  { ask: "messages.resend", at: ["<failed/recipients/0/message_id>"] },
  operator({ balance: 0 }),
  { ask: "messages.send", as: "blocked", body: { to: [grace], ...greeting } },
  operator({ balance: 1000 }),
  // One message comes up to four fifths of the cap.
  operator({ spend: { day: "0.01" } }),
  { ask: "messages.send", as: "dear", body: { to: [ada], ...greeting, channel: ["sms"] } },
  operator({ spend: null }),
  { ask: "messages.send", as: "answered", body: { to: [alan], ...greeting } },
  ...["HELP", "STOP"].map(writes),
  { ask: "messages.send", as: "filtered", body: { to: [alan], ...greeting } },
  writes("START"),
  operator({ purposes: [{ name: "newsletter", categories: ["MARKETING"], opt_out_keyword: "STOP NEWS" }] }),
  writes("STOP NEWS"),
  operator({ purposes: null }),
  { ask: "consent.export", query: first },
  { ask: "numbers.lookup", at: ["+445612345678"] },
  { ask: "calls.list", query: first },
  { ask: "voice.telemetry", body: { call: "call_1", jitter_ms: [3], device: { os: "ios", muted: false } } }
]

const contacts: ReadonlyArray<Step> = [
  { ask: "contacts.create", body: { phone_number: "+12015550120" } },
  { ask: "contacts.update", at: ["<contacts.create/id>"], body: { opt_out: true, default_channel: "whatsapp" } },
  { ask: "contacts.get", at: ["<contacts.create/id>"] },
  { ask: "contacts.delete", at: ["<contacts.create/id>"] }
]

const channels: ReadonlyArray<Step> = [
  registry("held"),
  { ask: "markets.create", body: { ...market, compliance: { brand, campaign: registered } } },
  registry("changes_requested", { reason: "The flow is not clear." }),
  { ask: "markets.update", at: ["US", "TEN_DLC"], body: { compliance: { campaign: registered } } },
  registry("approved"),
  registry("activated", { sender_value: "+12015550142" }),
  { ask: "markets.get", at: ["US", "TEN_DLC"] },
  { ask: "markets.list" },
  { ask: "whatsapp.connect", body: { waba_id: "102290129340398", phone_number_id: "106540352242922" } },
  { ask: "rcs.order", body: agent },
  { ask: "channels.get" },
  registry("deactivated"),
  { ask: "markets.delete", at: ["US", "TEN_DLC"] },
  registry("held"),
  { ask: "markets.create", as: "refused", body: { ...market, compliance: { brand, campaign: registered } } },
  registry("rejected", { reason: "The tax id belongs to somebody else." }),
  { ask: "requirements.get", query: { channel: "sms", country: "SG", type: "ALPHANUMERIC" } }
]

const codeText = {
  body: {
    multiChannel: {
      template: "{{0:variable}} is your code for Acme.",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
}

const verified = "+12015550131"

const code = (phone_number: string): JsonObject => ({
  phone_number,
  template: { name: "code_for_acme" },
  channel: "sms"
})

const rented = [1, 2, 3, 4, 5].map((number) => `+1212555000${number}`)

const wrongCode: Step = {
  ask: "verifications.check",
  as: "wrong",
  at: ["<tried/id>"],
  // The code has six digits, so this one is wrong.
  body: { code: "0000000" }
}

const verifications: ReadonlyArray<Step> = [
  {
    ask: "templates.create",
    as: "code_text",
    body: { definition: codeText, category: "AUTHENTICATION", submit_for_review: true }
  },
  { ask: "templates.update", as: "code_name", at: ["<code_text/id>"], body: { name: "code_for_acme" } },
  passes(10_000),
  {
    ask: "verifications.create",
    body: { ...code(verified), purpose: "login", ip_address: "203.0.113.7" }
  },
  { codeOn: verified, as: "sent" },
  { ask: "verifications.check", at: ["<verifications.create/id>"], body: { code: "<sent/code>" } },
  { ask: "verifications.get", at: ["<verifications.create/id>"] },
  { ask: "verifications.create", as: "called_off", body: code(ada) },
  { ask: "verifications.cancel", at: ["<called_off/id>"] },
  { ask: "verifications.create", as: "tried", body: code(grace) },
  ...Array.from({ length: 5 }, () => wrongCode),
  { ask: "verifications.create", as: "late", body: { ...code(verified), lifetime_minutes: 1 } },
  passes(60_000),
  // Nobody types these codes in.
  operator({ pumping: { minimum: 5 } }),
  ...rented.map((phone): Step => ({ ask: "verifications.create", as: "rented", body: code(phone) })),
  passes(5 * 60_000),
  { ask: "paused_prefixes.list", query: first },
  operator({ pumping: null })
]

const people: ReadonlyArray<Step> = [
  { ask: "users.create", body: { email: "ada@example.com", name: "Ada", role: "billing" } },
  { ask: "users.update", at: ["<users.create/id>"], body: { role: "admin" } },
  { ask: "users.get", at: ["<users.create/id>"] },
  { ask: "users.list" },
  { ask: "users.delete", at: ["<users.create/id>"] },
  { ask: "audit_log.list", query: { page_size: "2" } }
]

const profiles: ReadonlyArray<Step> = [
  {
    ask: "sender_profiles.create",
    body: {
      name: "Sales",
      short_name: "SALES",
      billing: { inherit: true },
      channels: { whatsapp: { inherit: true } },
      compliance: { brand: { inherit: true } }
    }
  },
  { ask: "sender_profiles.update", at: ["<sender_profiles.create/id>"], body: { description: "News of offers" } },
  { ask: "sender_profiles.get", at: ["<sender_profiles.create/id>"] },
  { ask: "sender_profiles.list", query: first },
  { ask: "campaigns.create", at: ["<sender_profiles.create/id>"], body: { campaign } },
  {
    ask: "campaigns.update",
    at: ["<sender_profiles.create/id>", "<campaigns.create/id>"],
    body: { campaign: { ...campaign, description: "Appointment reminders and receipts" } }
  },
  { ask: "campaigns.list", at: ["<sender_profiles.create/id>"] },
  { ask: "profiles.complete", at: ["<sender_profiles.create/id>"], body: { webHookUrl: endpoint } },
  { ask: "me.get" },
  { ask: "campaigns.delete", at: ["<sender_profiles.create/id>", "<campaigns.create/id>"] },
  { ask: "sender_profiles.delete", at: ["<sender_profiles.create/id>"] },
  {
    ask: "profiles.create",
    body: { name: "Support", short_name: "SUPPORT", billing_model: "organization" }
  },
  { ask: "profiles.update", at: ["<profiles.create/id>"], body: { description: "Help with orders" } },
  { ask: "profiles.get", at: ["<profiles.create/id>"] },
  { ask: "profiles.list" },
  { ask: "profiles.delete", at: ["<profiles.create/id>"] }
]

/** By now the webhook has been told of everything, so it may change and go. */
const last: ReadonlyArray<Step> = [
  { ask: "webhooks.test", at: ["<webhooks.create/id>"], body: { event_type: "templates" } },
  {
    ask: "webhooks.update",
    at: ["<webhooks.create/id>"],
    body: {
      display_name: "Orders",
      endpoint_url: endpoint,
      event_types: ["message", "contact"],
      event_filters: { message: ["delivered", "failed"] },
      retry_count: 3,
      timeout_seconds: 30
    }
  },
  { ask: "webhooks.get", at: ["<webhooks.create/id>"] },
  { ask: "webhooks.list", query: first },
  { ask: "webhooks.rotate_secret", at: ["<webhooks.create/id>"] },
  { ask: "webhooks.toggle", at: ["<webhooks.create/id>"], body: { is_active: false } },
  { ask: "webhooks.delete", at: ["<webhooks.create/id>"] }
]

const privacy: ReadonlyArray<Step> = [
  { ask: "privacy.export", query: { phone_number: ada } },
  { ask: "privacy.erase", body: { phone_number: ada } },
  passes(60_000),
  { ask: "privacy.get_erasure", at: ["<privacy.erase/id>"] }
]

export const steps: ReadonlyArray<Step> = [
  ...webhooks,
  ...templates,
  ...messages,
  ...contacts,
  ...channels,
  ...people,
  ...profiles,
  ...verifications,
  ...privacy,
  ...last
]
