/**
 * Arbitraries of requests: for each operation a path, a query and a JSON body that are valid by every rule that needs
 * no stored data.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import { Category } from "@signalbox/core/Category"
import { Channel, Requested } from "@signalbox/core/Channel"
import type { Definition } from "@signalbox/core/Definition"
import { Family } from "@signalbox/core/EventName"
import * as EventName from "@signalbox/core/EventName"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import { Status } from "@signalbox/core/Message"
import { TemplateStatus } from "@signalbox/core/Template"
import { UsageStatus } from "@signalbox/core/Usage"
import { Role } from "@signalbox/core/User"
import * as fc from "fast-check"
import * as Channels from "./Channels.ts"
import * as Profiles from "./Profiles.ts"
import { phone, uuid } from "./Values.ts"
import * as WholeDefinitions from "./WholeDefinitions.ts"

export interface Input {
  readonly path: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  readonly body: JsonObject
}

const body = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<Input> =>
  arbitrary.map((body) => ({ path: {}, query: {}, body }))

/** A body for what an id in the path names. */
const about = (name: string, arbitrary: fc.Arbitrary<JsonObject> = fc.constant({})): fc.Arbitrary<Input> =>
  fc.record({ path: uuid().map((id) => ({ [name]: id })), query: fc.constant({}), body: arbitrary })

const byId: fc.Arbitrary<Input> = uuid().map((id) => ({ path: { id }, query: {}, body: {} }))

/** Left out, null, or there. */
const optional = (arbitrary: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
  fc.oneof({ weight: 4, arbitrary }, fc.constantFrom(null, undefined))

const record = (fields: { readonly [name: string]: fc.Arbitrary<Json | undefined> }): fc.Arbitrary<JsonObject> =>
  fc.record(fields, { noNullPrototype: true }).map((made) =>
    Object.fromEntries(Object.entries(made).filter((entry): entry is [string, Json] => entry[1] !== undefined))
  )

const scalar = fc.oneof(fc.string({ unit: "grapheme", maxLength: 20 }), fc.integer(), fc.boolean(), fc.constant(null))

const parameters = fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 3, noNullPrototype: true })

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 })

const language = fc.constantFrom("de", "en_US", "pt_BR")

const template = fc.oneof(
  record({ id: uuid(), name: optional(name), language: optional(language), parameters: optional(parameters) }),
  record({
    id: fc.constantFrom(null, undefined),
    name,
    language: optional(language),
    parameters: optional(parameters)
  })
)

/** Texts that a person would write: not only blanks. */
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).filter((written) => written.trim() !== "")

const mediaUrl = fc.tuple(fc.domain(), fc.webPath(), fc.constantFrom("", "?X-Amz-Signature=0a", "?size=2"))
  .map(([host, path, query]) => `https://${host}${path}${query}`)

/** Texts that a client hangs on a message: no control characters. */
const label = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => !/\p{Control}/u.test(text))

const reference = label.filter((text) => text.trim() !== "")

const metadata = fc.dictionary(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/), label, { maxKeys: 20 })

/** A send names its channels, or an order of them. */
const fixed = { channel: optional(fc.array(fc.constantFrom(...Requested.literals), { maxLength: 6 })) }
const ordered = {
  channel: optional(fc.subarray(["auto_detect"])),
  fallback: record({
    channels: fc.shuffledSubarray([...Channel.literals], { minLength: 1 }),
    after_seconds: optional(fc.integer({ min: Limit.fallbackSeconds.shortest, max: Limit.fallbackSeconds.longest }))
  })
}

const numberOf = (entry: Json): string =>
  String(typeof entry === "object" && entry !== null ? Reflect.get(entry, "phone_number") : entry).trim()

/** A recipient with a reference, and with parameters where there is a template. */
const entryFor = ({ template = null }: JsonObject): fc.Arbitrary<Json> =>
  record({
    phone_number: phone,
    parameters: template === null ? fc.constantFrom(null, undefined) : optional(parameters),
    reference: optional(reference)
  })

/** A send to one or more recipients: of a template, of a text, or of a template that goes before a text. */
export const sendMessage: fc.Arbitrary<Input> = body(
  fc.oneof(
    fc.record<JsonObject>({ template, text: fc.oneof(text, fc.constantFrom("", " ", null)) }),
    record({ template }),
    record({ text, template: fc.constantFrom(null, undefined) })
  ).chain((content) =>
    fc.constantFrom(fixed, ordered).chain((asked) =>
      record({
        to: fc.oneof(
          fc.array(phone, { minLength: 1, maxLength: 8 }),
          // Entries of one number must say the same.
          fc.uniqueArray(fc.oneof(phone, entryFor(content)), { minLength: 1, maxLength: 8, selector: numberOf })
        ),
        ...asked,
        media_urls: optional(fc.array(mediaUrl, { maxLength: Limit.mmsMediaItems })),
        subject: optional(fc.string({ maxLength: 100 })),
        validity_seconds: optional(fc.integer({ min: 10, max: 2_592_000 })),
        reference: optional(reference),
        metadata: optional(metadata),
        smart_encoding: optional(fc.boolean()),
        unknown_to_us: optional(scalar)
      })
    ).map((rest) => ({ ...rest, ...content }))
  )
)

const usage: fc.Arbitrary<Input> = fc.record({
  page: fc.integer({ min: 1, max: 3 }).map(String),
  page_size: fc.integer({ min: 1, max: 100 }).map(String),
  from: fc.constantFrom("2030-01-01", "2030-01-15"),
  to: fc.constantFrom("2030-01-15", "2030-01-31"),
  channel: fc.constantFrom(...Requested.literals),
  status: fc.constantFrom(...UsageStatus.literals),
  country: fc.constantFrom("US", "DE", "ZZ")
}, { requiredKeys: [], noNullPrototype: true }).map((query) => ({
  path: {},
  query: query as Input["query"],
  body: {}
}))

const listMessages: fc.Arbitrary<Input> = fc.record({
  page: fc.integer({ min: 1, max: 3 }).map(String),
  page_size: fc.integer({ min: 1, max: 100 }).map(String),
  status: fc.constantFrom(...Status.literals),
  channel: fc.constantFrom(...Requested.literals),
  direction: fc.constantFrom("OUTBOUND", "INBOUND"),
  reference,
  template_id: uuid(),
  contact_id: uuid(),
  phone,
  from: fc.constantFrom("2020-01-01T00:00:00Z", "2029-12-31T23:00:00-02:00"),
  to: fc.constantFrom("2099-01-01T00:00:00Z", "2040-02-29T12:00:00.5+01:30")
}, { requiredKeys: [], noNullPrototype: true }).map((query) => ({
  path: {},
  query: query as Input["query"],
  body: {}
}))

const asJson = (definitions: fc.Arbitrary<Definition>): fc.Arbitrary<Json> =>
  definitions as fc.Arbitrary<unknown> as fc.Arbitrary<Json>

const preview = {
  parameters: optional(parameters),
  use_samples: optional(fc.boolean()),
  to: optional(fc.array(phone, { maxLength: 3 })),
  countries: optional(fc.array(fc.constantFrom("US", "DE", "gb"), { maxLength: 3 }))
}

const templateOf = (
  definition: fc.Arbitrary<Json>,
  category: fc.Arbitrary<Json | undefined>,
  more: { readonly [name: string]: fc.Arbitrary<Json | undefined> } = {}
) =>
  record({
    ...more,
    definition,
    category,
    language: optional(fc.constantFrom("en", "en_US", "pt_BR", "fil")),
    creation_source: optional(fc.string({ maxLength: Math.floor(50 / 2) })),
    submit_for_review: optional(fc.boolean())
  })

export const createTemplate: fc.Arbitrary<Input> = body(fc.oneof(
  {
    weight: 3,
    arbitrary: templateOf(asJson(WholeDefinitions.valid), optional(fc.constantFrom("MARKETING", "UTILITY")), {
      translation_of: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(undefined, null) }, uuid())
    })
  },
  { weight: 1, arbitrary: templateOf(asJson(WholeDefinitions.authentication), fc.constant("AUTHENTICATION")) }
))

const updateTemplate: fc.Arbitrary<Input> = about(
  "id",
  record({
    name: optional(name.filter((text) => text.trim() !== "")),
    // The category that it is for must not be left to the template that is there.
    definition: optional(asJson(WholeDefinitions.valid)),
    category: fc.constantFrom("MARKETING", "UTILITY"),
    language: optional(fc.constantFrom("en", "en_US", "pt_BR", "fil")),
    submit_for_review: optional(fc.boolean())
  })
)

const listTemplates: fc.Arbitrary<Input> = fc.record({
  search: fc.string({ unit: "grapheme", maxLength: 10 }),
  status: fc.constantFrom("", ...TemplateStatus.literals),
  category: fc.constantFrom("", ...Category.literals),
  is_welcome_playground: fc.constantFrom("true", "false")
}, { requiredKeys: [], noNullPrototype: true }).map((query) => ({ path: {}, query, body: {} }))

const listContacts: fc.Arbitrary<Input> = fc.record({
  search: fc.string({ unit: "grapheme", maxLength: 10 }),
  channel: fc.constantFrom("", ...Channel.literals),
  phone: fc.oneof(fc.constant(""), phone, phone.map((number) => number.slice(1)))
}, { requiredKeys: [], noNullPrototype: true }).map((query) => ({ path: {}, query, body: {} }))

const pageOf = fc.record({ page: fc.integer({ min: 1, max: 9 }), page_size: fc.integer({ min: 1, max: 100 }) })
  .map(({ page, page_size }) => ({ page: String(page), page_size: String(page_size) }))

const filters = (types: ReadonlyArray<EventName.Family>): fc.Arbitrary<Json> =>
  fc.subarray([...types]).chain((families) =>
    record(Object.fromEntries(families.map((family) => [family, fc.subarray<Json>([...EventName.families[family]])])))
  )

const webhook: fc.Arbitrary<JsonObject> = fc.subarray([...Family.literals], { minLength: 1 }).chain((types) =>
  record({
    display_name: name.filter((text) => text.trim() !== ""),
    endpoint_url: fc.webUrl({ validSchemes: ["http", "https"] }),
    event_types: fc.array(fc.constantFrom(...types), { maxLength: 2 }).map((more) => [...types, ...more]),
    event_filters: optional(filters(types)),
    retry_count: optional(fc.integer({ min: Limit.webhookRetryCount.minimum, max: Limit.webhookRetryCount.maximum })),
    timeout_seconds: optional(
      fc.integer({ min: Limit.webhookTimeoutSeconds.minimum, max: Limit.webhookTimeoutSeconds.maximum })
    )
  })
)

export const createWebhook: fc.Arbitrary<Input> = body(webhook)

const search = fc.string({ unit: "grapheme", maxLength: 10 })

const listWebhooks: fc.Arbitrary<Input> = fc.record(
  { search, is_active: fc.constantFrom("", "true", "false") },
  { requiredKeys: [], noNullPrototype: true }
).map((query) => ({ path: {}, query, body: {} }))

const listWebhookEvents: fc.Arbitrary<Input> = fc.tuple(
  uuid(),
  fc.record(
    {
      search,
      event_type: fc.constantFrom("", ...EventName.all),
      delivery_status: fc.constantFrom("", "PENDING", "RETRYING", "DELIVERED", "FAILED")
    },
    { requiredKeys: [], noNullPrototype: true }
  )
).map(([id, query]) => ({ path: { id }, query, body: {} }))

const role = fc.constantFrom(...Role.literals)

export const createUser: fc.Arbitrary<Input> = body(record({
  email: fc.emailAddress(),
  name: name.filter((text) => text.trim() !== ""),
  role,
  unknown_to_us: optional(scalar)
}))

const byUserId = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<Input> =>
  fc.tuple(uuid(), arbitrary).map(([userId, body]) => ({ path: { userId }, query: {}, body }))

const byProfile = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<Input> =>
  fc.tuple(uuid(), arbitrary).map(([profileId, body]) => ({ path: { profileId }, query: {}, body }))

const byCampaign = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<Input> =>
  fc.tuple(byProfile(arbitrary), uuid()).map(([{ path, ...rest }, campaignId]) => ({
    ...rest,
    path: { ...path, campaignId }
  }))

const marketPath = fc.record({
  country: fc.constantFrom("US", "de"),
  type: fc.constantFrom("LOCAL", "10dlc", "toll_free")
}, { noNullPrototype: true })

const byMarket = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<Input> =>
  fc.tuple(marketPath, arbitrary).map(([path, body]) => ({ path, query: {}, body }))

const requirements: fc.Arbitrary<Input> = marketPath.map((query) => ({ path: {}, query, body: {} }))

export const inputs: { readonly [Name in OperationName]: fc.Arbitrary<Input> } = {
  "audit_log.list": pageOf.map((query) => ({ path: {}, query, body: {} })),
  "calls.list": pageOf.map((query) => ({ path: {}, query, body: {} })),
  "campaigns.create": byProfile(record({ campaign: Channels.campaign })),
  "campaigns.delete": byCampaign(fc.constant({})),
  "campaigns.list": byProfile(fc.constant({})),
  "campaigns.update": byCampaign(record({ campaign: Channels.campaign })),
  "channels.get": fc.constant({ path: {}, query: {}, body: {} }),
  "consent.export": pageOf.map((query) => ({ path: {}, query, body: {} })),
  "contacts.create": body(
    record({
      phone_number: phone,
      language: optional(fc.constantFrom("de", "en_US")),
      unknown_to_us: optional(scalar)
    })
  ),
  "contacts.delete": about("id"),
  "contacts.get": byId,
  "contacts.list": listContacts,
  "contacts.update": about(
    "id",
    record({
      opt_out: optional(fc.boolean()),
      default_channel: optional(fc.constantFrom("sms", "whatsapp")),
      language: optional(fc.constantFrom("de", "en_US"))
    })
  ),
  "conversations.get": fc.tuple(uuid(), pageOf).map(([id, query]) => ({ path: { id }, query, body: {} })),
  "conversations.list": pageOf.map((query) => ({ path: {}, query, body: {} })),
  "markets.create": body(Channels.newMarket),
  "markets.delete": byMarket(fc.constant({})),
  "markets.get": byMarket(fc.constant({})),
  "markets.list": fc.constant({ path: {}, query: {}, body: {} }),
  "markets.update": byMarket(
    record({ compliance: fc.constant({ campaign: null }) })
  ),
  "me.get": fc.constant({ path: {}, query: {}, body: {} }),
  "messages.activities": byId,
  "messages.cancel": byId,
  "messages.explain": sendMessage,
  "messages.feedback": about("id", record({ outcome: fc.constantFrom("converted", "complained") })),
  "messages.get": byId,
  "messages.list": listMessages,
  "messages.resend": byId,
  "messages.send": sendMessage,
  "numbers.lookup": phone.map((phoneNumber) => ({ path: { phoneNumber }, query: {}, body: {} })),
  "profiles.complete": about("profileId", record({ webHookUrl: fc.webUrl({ validSchemes: ["http", "https"] }) })),
  "profiles.create": body(Profiles.profile),
  "profiles.delete": about("profileId"),
  "profiles.get": about("profileId"),
  "profiles.list": body(fc.constant({})),
  "profiles.update": about("profileId", Profiles.profileChange),
  "paused_prefixes.list": fc.record({ path: fc.constant({}), query: pageOf, body: fc.constant({}) }),
  "rcs.order": body(Channels.rcsForm as fc.Arbitrary<Json> as fc.Arbitrary<JsonObject>),
  "requirements.get": requirements,
  "sender_profiles.create": body(Profiles.senderProfile),
  "sender_profiles.delete": about("id"),
  "sender_profiles.get": about("id"),
  "sender_profiles.list": body(fc.constant({})),
  "sender_profiles.update": about("id", Profiles.senderProfileChange),
  "templates.create": createTemplate,
  "templates.delete": about("id", record({ delete_from_meta: optional(fc.boolean()) })),
  "templates.get": byId,
  "templates.list": listTemplates,
  "templates.preview": about("id", record({ revision: optional(fc.integer({ min: 1, max: 9 })), ...preview })),
  "templates.preview_definition": body(
    templateOf(asJson(WholeDefinitions.valid), optional(fc.constant("UTILITY")), preview)
  ),
  "templates.revisions": fc.record({ at: byId, query: pageOf }).map(({ at, query }) => ({ ...at, query })),
  "templates.update": updateTemplate,
  "usage.get": usage,
  "users.create": createUser,
  "users.delete": byUserId(fc.constant({})),
  "users.get": byUserId(fc.constant({})),
  "users.list": fc.constant({ path: {}, query: {}, body: {} }),
  "users.update": byUserId(record({ role })),
  "privacy.erase": body(record({ phone_number: phone })),
  "privacy.export": fc.record({
    path: fc.constant({}),
    query: fc.record({ phone_number: phone }),
    body: fc.constant({})
  }),
  "privacy.get_erasure": byId,
  "verifications.cancel": byId,
  "verifications.check": about("id", record({ code: fc.stringMatching(/^[0-9]{6,10}$/) })),
  "verifications.create": body(record({
    phone_number: phone,
    template: fc.oneof(
      record({ id: uuid(), name: optional(name), language: optional(language) }),
      record({ name, language: optional(language) })
    ),
    channel: optional(fc.constantFrom(...Requested.literals)),
    purpose: optional(fc.stringMatching(/^[a-z0-9_-]{1,64}$/)),
    code_length: optional(fc.integer({ min: 6, max: 10 })),
    lifetime_minutes: optional(fc.integer({ min: 1, max: 10 })),
    ip_address: optional(fc.oneof(fc.ipV4(), fc.ipV6()))
  })),
  "verifications.get": byId,
  "voice.telemetry": body(record({ identity: optional(name), report: optional(scalar) })),
  "webhooks.create": createWebhook,
  "webhooks.delete": byId,
  "webhooks.event_types": fc.constant({ path: {}, query: {}, body: {} }),
  "webhooks.events": listWebhookEvents,
  "webhooks.get": byId,
  "webhooks.list": listWebhooks,
  "webhooks.rotate_secret": byId,
  "webhooks.test": about("id", record({ event_type: fc.constantFrom("templates", ...EventName.all) })),
  "webhooks.toggle": about("id", record({ is_active: fc.boolean() })),
  "webhooks.update": about("id", webhook),
  "whatsapp.connect": body(
    record({ waba_id: fc.constantFrom("waba-1", "2"), phone_number_id: optional(fc.constant("7")) })
  )
}
