/**
 * The data that the emulator begins with, created through the operator's interface. An emulator on a database may be
 * started more than once: existing data stays as it is.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { AccountId, CarrierId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { Operations } from "@signalbox/core/Operations"
import type { Created, ExecutionError, NewOptions } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import { display } from "@signalbox/core/PhoneNumber"
import type { Pumping } from "@signalbox/core/Pumping"
import { spendCaps } from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as DefaultNumber from "./DefaultNumber.ts"
import * as Greeting from "./Greeting.ts"
import type { SeedAccount, SeedFile, SeedProfile, SeedPumping } from "./SeedFile.ts"
import { accountId, profileId, shortName } from "./SeedFile.ts"
import { quietHours } from "./SeedHours.ts"
import { purposes } from "./SeedPurposes.ts"

export interface Seeded {
  /** A key to begin with, or null when the accounts have none. */
  readonly apiKey: string | null
  /** A template that is ready to be sent, or null. */
  readonly templateName: string | null
}

export interface Wanted {
  /** The key of the one organization, or one more key of the seed's first account; null: none is wanted. */
  readonly apiKey: string | null
  /** Null: one organization with every channel, and a template to send. */
  readonly seed: SeedFile | null
}

const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

/** The one organization of an emulator without a seed file. */
export const organization = accountId(0)

export const openingBalance = Money.fromNumber(1000)

/** The channels that are set up: all, but for those that the seed says are not. */
const active = ({ allow_mms: allowMms = true, channels: connections = {} }: SeedProfile | SeedAccount) =>
  channels.filter((channel) => {
    const connection = connections[channel] ?? "ACTIVE"
    const status = typeof connection === "string" ? connection : connection.status
    return status === "ACTIVE" && (channel !== "mms" || allowMms)
  })

/** Returns the thresholds as the account keeps them. */
export const pumping = (seed: SeedPumping): Pumping => {
  if (seed === "off") return seed
  const { pause_minutes: pauseMinutes, window_minutes: windowMinutes, ...others } = seed
  return {
    ...others,
    ...(windowMinutes === undefined ? {} : { windowMinutes }),
    ...(pauseMinutes === undefined ? {} : { pauseMinutes })
  }
}

const options = (id: AccountId, seed: SeedProfile | SeedAccount, name: string): NewOptions => ({
  id,
  name: seed.name ?? name,
  email: seed.email ?? `owner-${id.slice(-12)}@example.com`,
  balance: seed.balance === undefined ? openingBalance : Money.fromNumber(seed.balance),
  allowMms: seed.allow_mms ?? true,
  dailyMessageLimit: seed.daily_message_limit ?? null,
  ...(seed.requests_per_minute === undefined ? {} : { requestsPerMinute: seed.requests_per_minute }),
  ...(seed.expiry_hours === undefined ? {} : { expiryHours: seed.expiry_hours }),
  ...(seed.smart_encoding === undefined ? {} : { smartEncoding: seed.smart_encoding }),
  ...(seed.key_last_used === undefined ? {} : { keyLastUsed: seed.key_last_used }),
  ...(seed.audit_log_days === undefined ? {} : { auditLogDays: seed.audit_log_days }),
  ...(seed.pumping === undefined ? {} : { pumping: pumping(seed.pumping) }),
  ...(seed.webhook_disable_minutes === undefined ? {} : { webhookDisableMinutes: seed.webhook_disable_minutes }),
  ...(seed.webhooks === undefined ? {} : { webhooks: seed.webhooks }),
  ...(seed.destinations === undefined ? {} : { destinations: seed.destinations }),
  ...(seed.retention === undefined ? {} : { retention: seed.retention }),
  ...(seed.spend === undefined ? {} : { spend: spendCaps(seed.spend) }),
  stage: seed.stage ?? "verified",
  quietHours: quietHours(seed.quiet_hours ?? "off"),
  channels: active(seed),
  numbers: seed.numbers?.map(({ channels: able = channels, country, number }) => ({
    number,
    channels: able,
    country: country ?? display(number).region
  })) ?? [DefaultNumber.of(id)],
  keywords: (seed.keywords ?? []).map(({ action, keyword, reply = null }) => ({ keyword, action, reply })),
  ...(seed.keyword_lists === undefined ? {} : { keywordLists: seed.keyword_lists }),
  ...(seed.frequency === undefined ? {} : { frequency: seed.frequency }),
  ...(seed.purposes === undefined ? {} : { purposes: purposes(seed.purposes) }),
  rules: (seed.routes ?? []).map((
    { action = "ALLOW", carrier, channel, country = null, fallback = true, priority = 0 }
  ) => ({
    channel,
    carrier: carrier as CarrierId,
    action,
    fallback,
    country,
    priority
  }))
})

/** Makes the WhatsApp account of a seed read what the seed says of it. One that is ACTIVE sends from the account's number. */
const connect = Effect.fnUntraced(function*(id: AccountId, { channels: { whatsapp } = {} }: SeedProfile | SeedAccount) {
  const status = typeof whatsapp === "object" ? whatsapp.status : whatsapp ?? "ACTIVE"
  if (status === "ACTIVE") return
  const operator = yield* Operator
  yield* operator.connectWhatsapp(id, { wabaId: `waba-${id.slice(-12)}`, phoneNumberId: null })
  if (status === "ACTION_NEEDED") {
    yield* operator.reportChannel(id, { channel: "whatsapp" }, { outcome: "lack_number" })
  }
})

/** A key that is there already, or was revoked, stays so; people and suppressed numbers may have left meanwhile. */
const furnish = Effect.fnUntraced(function*(
  { _tag: end }: Created,
  id: AccountId,
  seed: SeedProfile | SeedAccount
) {
  const operator = yield* Operator
  for (const key of seed.api_keys) yield* operator.createKey(id, key)
  if (end !== "Created") return
  yield* connect(id, seed)
  for (const { inherited = false, phone } of seed.contacts ?? []) yield* operator.setInherited(id, phone, inherited)
  for (const phone of seed.suppressed ?? []) yield* operator.suppress(id, phone)
  for (const { email, name, role = "developer", status = "active" } of seed.users ?? []) {
    yield* operator.addUser(id, { email, name: name ?? email, role, status })
  }
})

/** Makes an account of a seed, with its profiles, at this place of the file. What is there already stays as it is. */
export const plant = Effect.fnUntraced(function*(seed: SeedAccount, place: number) {
  const operator = yield* Operator
  const id = seed.id ?? accountId(place)
  const isUser = seed.type === "user"
  const made = yield* (isUser ? operator.createUser : operator.createOrganization)(
    options(id, seed, isUser ? `User ${place + 1}` : `Organization ${place + 1}`)
  )
  yield* furnish(made, id, seed)
  for (const [index, profile] of (seed.profiles ?? []).entries()) {
    const child = profile.id ?? profileId(place, index)
    const born = yield* operator.createProfile(id, {
      ...options(child, profile, `Profile ${index + 1}`),
      shortName: shortName(profile, index)
    })
    yield* furnish(born, child, profile)
  }
  return id
})

const standard = (apiKey: string | null): SeedFile => ({
  accounts: [{
    name: "Emulator",
    email: "owner@example.com",
    api_keys: apiKey === null ? [] : [apiKey]
  }]
})

export const seed: (
  wanted: Wanted
) => Effect.Effect<Seeded, ExecutionError, Operator | Operations> = Effect.fnUntraced(
  function*({ apiKey, seed }: Wanted) {
    const { accounts: seeds } = seed ?? standard(apiKey)
    const planted = yield* Effect.forEach(seeds, plant)
    const [first] = planted
    if (first === undefined) return { apiKey: null, templateName: null }
    if (apiKey !== null) yield* Effect.flatMap(Operator, ({ createKey }) => createKey(first, apiKey))
    return {
      apiKey: apiKey ?? seeds.find(({ api_keys: keys }) => keys.length > 0)?.api_keys[0] ?? null,
      templateName: seed === null ? yield* Greeting.make(first) : null
    }
  }
)
