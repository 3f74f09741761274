/**
 * Arbitraries of rows: one of each kind, valid by its Schema, and `row` for any of them.
 */
import type { Account, Keyword, OwnNumber } from "@signalbox/core/Account"
import { KeywordList } from "@signalbox/core/Account"
import { Action, ActorType, SubjectType } from "@signalbox/core/AuditEntry"
import { Category } from "@signalbox/core/Category"
import { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import { ConsentSource } from "@signalbox/core/ConsentRecord"
import { DefaultChannel } from "@signalbox/core/Contact"
import type { Definition, Variable } from "@signalbox/core/Definition"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { DeliveryStatus } from "@signalbox/core/Delivery"
import { families } from "@signalbox/core/EventName"
import { Period } from "@signalbox/core/Frequency"
import type * as Id from "@signalbox/core/Id"
import { KeyScope } from "@signalbox/core/KeyScope"
import type { Kind } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import { PurposeConsent } from "@signalbox/core/Purpose"
import type { QuietHours } from "@signalbox/core/QuietHours"
import type { KindName, Row, Value } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import * as Subscription from "@signalbox/core/Subscription"
import type { Template, TemplateRevision } from "@signalbox/core/Template"
import { AutoReplyAction, TemplateStatus } from "@signalbox/core/Template"
import type { Team, User } from "@signalbox/core/User"
import { Role, UserStatus } from "@signalbox/core/User"
import type { Endpoint, Webhook } from "@signalbox/core/Webhook"
import * as fc from "fast-check"
import * as Channels from "./Channels.ts"
import * as Codes from "./Codes.ts"
import { carrierId, few, maybe, one, small, some, withOptional } from "./internal/fields.ts"
import { frequencyRule, purpose } from "./internal/recipients.ts"
import { residence } from "./internal/residence.ts"
import { numberPool, routingRule } from "./internal/routes.ts"
import { message } from "./Messages.ts"
import * as Privacy from "./Privacy.ts"
import * as Profiles from "./Profiles.ts"
import * as Protection from "./Protection.ts"
import * as Routes from "./Routes.ts"
import { eventName, instant, keyHash, money, phone, secret, text, uuid } from "./Values.ts"
import * as Works from "./Works.ts"

const ownNumber: fc.Arbitrary<OwnNumber> = withOptional(
  fc.record({ number: phone, channels: few(Channel), country: fc.constantFrom("US", "DE", "ZZ") }),
  { isShared: fc.constant(true), since: instant }
)

const keyword: fc.Arbitrary<Keyword> = fc.record({
  keyword: text,
  action: fc.constantFrom("OPT_OUT", "OPT_IN", "HELP"),
  reply: maybe(text)
})

const timeOfDay = fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 })).map((parts) =>
  parts.map((part) => String(part).padStart(2, "0")).join(":")
)

export const quietHours: fc.Arbitrary<QuietHours> = fc.oneof(
  fc.constantFrom<QuietHours>("off", "us-tcpa"),
  fc.record({
    windows: fc.dictionary(
      fc.constantFrom("US", "CA", "FR", "IN"),
      fc.record({ start: timeOfDay, end: timeOfDay }).filter(({ end, start }) => end !== start)
    ),
    exempt: few(Category)
  })
)

export const account: fc.Arbitrary<Account> = withOptional(
  fc.record({
    id: uuid<Id.AccountId>(),
    type: fc.constantFrom("organization", "profile", "user"),
    name: text,
    email: maybe(text),
    icon: maybe(text),
    description: maybe(text),
    organization: maybe(uuid<Id.AccountId>()),
    shortName: maybe(text),
    numbers: some(ownNumber),
    channels: few(Channel),
    requestsPerMinute: small,
    dailyMessageLimit: maybe(small),
    allowMms: fc.boolean(),
    stage: fc.constantFrom("verified", "unverified", "suspended"),
    quietHours,
    keywords: some(keyword),
    rules: some(routingRule),
    profile: maybe(Profiles.details),
    createdAt: instant,
    updatedAt: maybe(instant),
    deletedAt: maybe(instant)
  }),
  {
    senders: some(fc.record({ value: text, country: fc.constantFrom("US", "DE") })),
    sharesShortName: fc.boolean(),
    expiryHours: small,
    smartEncoding: fc.boolean(),
    keyLastUsed: fc.boolean(),
    auditLogDays: small,
    pumping: Protection.pumping,
    webhookDisableMinutes: small,
    webhooks: small,
    rates: some(
      fc.record({
        channel: one(Channel),
        region: maybe(fc.constantFrom("US", "DE")),
        price: money,
        activeContactPrice: money
      })
    ),
    billing: fc.boolean(),
    destinations: withOptional(fc.record({}), {
      allow: some(fc.constantFrom("US", "DE", "+4179")),
      forbid: some(fc.constantFrom("FR", "+1900")),
      preset: fc.constant("no-premium" as const)
    }),
    retention: Privacy.retention,
    spend: withOptional(fc.record({}), {
      day: money,
      month: money,
      regions: fc.dictionary(
        fc.constantFrom("US", "DE"),
        withOptional(fc.record({}), { day: money, month: money })
      )
    }),
    frequency: some(frequencyRule),
    numberPools: some(numberPool),
    purposes: some(purpose),
    keywordLists: some(one(KeywordList))
  }
)

export const user: fc.Arbitrary<User> = fc.record({
  id: uuid<Id.UserId>(),
  account: uuid<Id.AccountId>(),
  email: text,
  name: text,
  role: one(Role),
  status: one(UserStatus),
  invitedAt: maybe(instant),
  lastLoginAt: maybe(instant),
  createdAt: instant,
  updatedAt: maybe(instant)
})

export const team: fc.Arbitrary<Team> = fc.record({
  account: uuid<Id.AccountId>(),
  admins: some(uuid<Id.UserId>())
})

const filled = <A>(values: ReadonlyArray<A>): fc.Arbitrary<readonly [A, ...ReadonlyArray<A>]> =>
  fc.subarray([...values], { minLength: 1 }).map(([first, ...others]) => [first!, ...others])

export const apiKey: fc.Arbitrary<Value<"api_key">> = withOptional(
  fc.record({
    hash: keyHash,
    account: uuid<Id.AccountId>(),
    prefix: fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 8 }),
    createdAt: instant,
    revokedAt: maybe(instant)
  }),
  {
    scopes: filled(KeyScope.literals),
    addresses: filled(["192.0.2.0/24", "2001:db8::/32"]),
    expiresAt: instant,
    lastUsedAt: instant
  }
)

export const auditEntry: fc.Arbitrary<Value<"audit_entry">> = withOptional(
  fc.record({
    id: uuid<Id.AuditEntryId>(),
    account: uuid<Id.AccountId>(),
    actor: withOptional(fc.record({ type: one(ActorType) }), { id: uuid() }),
    action: one(Action),
    subject: fc.record({ type: one(SubjectType), id: maybe(uuid()) }),
    fields: some(text),
    operation: text,
    at: instant,
    endsAt: instant
  }),
  { count: small, network: fc.constantFrom("192.0.2.0/24", "2001:db8::/48") }
)

export const carrierReference: fc.Arbitrary<Value<"carrier_reference">> = fc.record({
  carrier: carrierId,
  reference: text,
  message: uuid<Id.MessageId>(),
  attempt: uuid<Id.AttemptId>()
})

export const contact: fc.Arbitrary<Value<"contact">> = withOptional(
  fc.record({
    id: uuid<Id.ContactId>(),
    account: uuid<Id.AccountId>(),
    phone,
    optOut: fc.boolean(),
    createdAt: instant,
    updatedAt: maybe(instant)
  }),
  {
    lastInboundAt: instant,
    lastWhatsappInboundAt: instant,
    whatsappUndeliverableUntil: instant,
    lookup: withOptional(fc.record({ at: instant, until: instant }), {
      failed: fc.constant(true as const),
      ported: fc.boolean(),
      network: fc.constantFrom("26201", "310026")
    }),
    defaultChannel: one(DefaultChannel),
    frequency: some(withOptional(
      fc.record({ per: one(Period), period: text, count: small }),
      { category: one(Category) }
    )),
    purposes: fc.dictionary(fc.constantFrom("news", "shop"), one(PurposeConsent)),
    language: fc.constantFrom("de", "en_US"),
    isInherited: fc.boolean(),
    openedBy: uuid<Id.MessageId>(),
    suppressedAt: instant,
    isOnlySuppressed: fc.boolean()
  }
)

export const conversationOpening: fc.Arbitrary<Value<"conversation_opening">> = fc.record({
  account: uuid<Id.AccountId>(),
  phone,
  at: instant
})

export const event: fc.Arbitrary<Event> = fc.record({
  id: fc.uuid({ version: 7 }) as fc.Arbitrary<string> as fc.Arbitrary<Id.EventId>,
  account: uuid<Id.AccountId>(),
  name: eventName,
  at: instant,
  body: text
})

export const delivery: fc.Arbitrary<Delivery> = withOptional(
  fc.record({
    id: uuid<Id.DeliveryId>(),
    webhook: uuid<Id.WebhookId>(),
    event: uuid<Id.EventId>(),
    name: eventName,
    status: one(DeliveryStatus),
    attempts: small,
    httpStatus: maybe(small),
    responseBody: maybe(text),
    errorMessage: maybe(text),
    createdAt: instant,
    startedAt: maybe(instant),
    completedAt: maybe(instant)
  }),
  {
    parent: uuid<Id.WebhookId>(),
    ids: some(uuid()),
    log: some(fc.record({
      at: instant,
      millis: small,
      httpStatus: maybe(small),
      responseBody: maybe(text),
      errorMessage: maybe(text)
    }))
  }
)

const variable: fc.Arbitrary<Variable> = fc.record({
  id: small,
  name: text,
  type: fc.constant("variable"),
  props: fc.record({ variableType: fc.constant("text"), sample: text })
})

const definition: fc.Arbitrary<Definition> = fc.record({
  body: fc.record({
    multiChannel: fc.record(
      { type: fc.constant("text"), template: text, variables: some(variable) },
      { requiredKeys: ["template"] }
    )
  }),
  definitionVersion: text
}, { requiredKeys: ["body"] })

export const template: fc.Arbitrary<Template> = fc.record({
  id: uuid<Id.TemplateId>(),
  account: uuid<Id.AccountId>(),
  name: text,
  category: one(Category),
  language: text,
  status: one(TemplateStatus),
  revision: small,
  definition,
  creationSource: text,
  autoReplyAction: maybe(one(AutoReplyAction)),
  createdAt: instant,
  updatedAt: maybe(instant)
})

export const templateRevision: fc.Arbitrary<TemplateRevision> = fc.record({
  template: uuid<Id.TemplateId>(),
  revision: small,
  language: text,
  definition
})

const familyNames = Object.keys(families) as ReadonlyArray<keyof typeof families>

const eventFilters: fc.Arbitrary<Subscription.Filters> = fc.subarray([...familyNames]).chain((chosen) =>
  fc.record(Object.fromEntries(chosen.map((family) => [family, fc.subarray<string>([...families[family]])])))
)

/** Its `subscribes` is what its types and filters say. */
export const webhook: fc.Arbitrary<Webhook> = withOptional(
  fc.record({
    id: uuid<Id.WebhookId>(),
    account: uuid<Id.AccountId>(),
    displayName: text,
    endpointUrl: fc.webUrl(),
    secret,
    isActive: fc.boolean(),
    eventTypes: fc.subarray([...familyNames]),
    eventFilters: maybe(eventFilters),
    retryCount: small,
    timeoutSeconds: small,
    createdAt: instant,
    updatedAt: maybe(instant)
  }),
  {
    cloned: fc.record({ eventTypes: fc.subarray([...familyNames]), eventFilters: maybe(eventFilters) }),
    edition: small,
    parent: uuid<Id.WebhookId>()
  }
).map((part) => ({
  ...part,
  subscribes: Subscription.expand(part.isActive, part.eventTypes, part.eventFilters)
}))

export const clonedWebhooks: fc.Arbitrary<Value<"cloned_webhooks">> = fc.record({
  account: uuid<Id.AccountId>(),
  webhooks: some(uuid<Id.WebhookId>())
})

export const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  webhook: uuid<Id.WebhookId>(),
  consecutiveFailures: small,
  failingSince: maybe(instant),
  waitsUntil: maybe(instant),
  lastAttemptAt: maybe(instant),
  lastSuccessAt: maybe(instant)
})

export const line: fc.Arbitrary<Value<"line">> = fc.record({
  carrier: carrierId,
  account: uuid<Id.AccountId>(),
  busySince: instant,
  until: instant
})

export const deadLetter: fc.Arbitrary<Value<"dead_letter">> = fc.tuple(
  Works.ref,
  Works.lane,
  fc.record({ failures: small, cause: text, at: instant })
).map(([work, lane, rest]) => ({ ...work, lane, ...rest }))

const inboundMedia = fc.record({
  url: text,
  mimeType: maybe(text),
  sizeBytes: maybe(small),
  hashSha256: maybe(text)
})

export const consentRecord: fc.Arbitrary<ConsentRecord> = fc.record({
  id: uuid<Id.ConsentRecordId>(),
  account: uuid<Id.AccountId>(),
  contact: uuid<Id.ContactId>(),
  phone,
  consent: fc.constantFrom("opt_in", "opt_out"),
  source: one(ConsentSource),
  channel: maybe(one(Channel)),
  message: maybe(uuid<Id.MessageId>()),
  text: maybe(text),
  at: instant
})

export const inboundParts: fc.Arbitrary<Value<"inbound_parts">> = fc.record({
  key: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 64 }),
  account: uuid<Id.AccountId>(),
  carrier: carrierId,
  from: phone,
  to: text,
  channel: one(Channel),
  count: small,
  parts: some(withOptional(
    fc.record({ index: small, text, media: some(inboundMedia), reference: maybe(text) }),
    { lead: small, trail: small }
  )),
  deadline: instant,
  message: maybe(uuid<Id.MessageId>())
})

export const profileCompletion: fc.Arbitrary<Value<"profile_completion">> = fc.record({
  id: uuid(),
  profile: uuid<Id.AccountId>(),
  url: fc.webUrl(),
  requestedAt: instant
})

export const sealedProof: fc.Arbitrary<Value<"sealed_proof">> = fc.record({
  key: fc.constant("secrets"),
  sealed: fc.string()
})

export const topUp: fc.Arbitrary<Value<"top_up">> = fc.record({
  account: uuid<Id.AccountId>(),
  reference: fc.string({ unit: "grapheme", minLength: 1, maxLength: 64 }),
  amount: money,
  at: instant
})

/** The values of each kind. */
export const values: { readonly [Name in KindName]: fc.Arbitrary<Value<Name>> } = {
  account,
  api_key: apiKey,
  audit_entry: auditEntry,
  campaign_list: Channels.campaignList,
  carrier_reference: carrierReference,
  cloned_webhooks: clonedWebhooks,
  channel_set: Channels.channelSet,
  consent_record: consentRecord,
  contact,
  conversation_opening: conversationOpening,
  dead_letter: deadLetter,
  delivery,
  endpoint,
  event,
  inbound_parts: inboundParts,
  last_failed_check: Codes.lastFailedCheck,
  line,
  message,
  paused_prefix: Protection.pausedPrefix,
  one_time_code: Codes.oneTimeCode,
  team,
  profile_completion: profileCompletion,
  ...Privacy.rows,
  ...Routes.rows,
  template,
  template_revision: templateRevision,
  residence,
  sealed_proof: sealedProof,
  top_up: topUp,
  user,
  verification: Codes.verification,
  webhook
}

export const kindNames = Object.keys(kinds) as ReadonlyArray<KindName>

/** Rows of one kind. */
export const of = (name: KindName): fc.Arbitrary<Row> => {
  const kind = kinds[name] as Kind<KindName, Row["value"]>
  return (values[name] as fc.Arbitrary<Row["value"]>).map((value) => put(kind, value))
}

/** Those of the rows that one store can hold: each key once, the unique ones too. */
export const together = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const seen = new Set<string>()
  return rows.filter((each) => {
    const texts = [refText(each), ...unique(each).map(uniqueText)]
    if (texts.some((text) => seen.has(text))) return false
    for (const text of texts) seen.add(text)
    return true
  })
}

/** A row of any kind. */
export const row: fc.Arbitrary<Row> = fc.oneof(...kindNames.map(of))
