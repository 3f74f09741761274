/**
 * The data that the emulator begins with, created through the operator's interface. An emulator on a database may be
 * started more than once: existing data stays as it is.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { Operations } from "@signalbox/core/Operations"
import type { ExecutionError, SetAccount } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import { display } from "@signalbox/core/PhoneNumber"
import type { Pumping } from "@signalbox/core/Pumping"
import { spendCaps } from "@signalbox/core/Terms"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as DefaultNumber from "./DefaultNumber.ts"
import * as Greeting from "./Greeting.ts"
import type { SeedAccount, SeedFile, SeedProfile, SeedPumping } from "./SeedFile.ts"
import { accountId, profileId, shortName } from "./SeedFile.ts"
import { quietHours } from "./SeedHours.ts"
import { numberPools } from "./SeedPools.ts"
import { purposes } from "./SeedPurposes.ts"
import { rules } from "./SeedRoutes.ts"

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

const options = (
  id: AccountId,
  seed: SeedProfile | SeedAccount,
  name: string
): Omit<SetAccount, "apiKeys" | "type"> => ({
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
  ...(seed.number_pools === undefined ? {} : { numberPools: numberPools(seed.number_pools) }),
  ...(seed.purposes === undefined ? {} : { purposes: purposes(seed.purposes) }),
  rules: rules(seed.routes ?? [])
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

/** Adds what an account begins with besides its keys: people and suppressed numbers of an older one may have left meanwhile. */
const furnish = Effect.fnUntraced(function*(id: AccountId, seed: SeedProfile | SeedAccount) {
  const operator = yield* Operator
  yield* connect(id, seed)
  for (const { inherited = false, phone } of seed.contacts ?? []) yield* operator.setInherited(id, phone, inherited)
  for (const phone of seed.suppressed ?? []) yield* operator.suppress(id, phone)
  for (const { email, name, role = "developer", status = "active" } of seed.users ?? []) {
    yield* operator.addUser(id, { email, name: name ?? email, role, status })
  }
})

/** An account of a seed, and the account that it becomes. */
interface Planted {
  readonly seed: SeedProfile | SeedAccount
  readonly account: SetAccount
}

/** Makes accounts in few commits. Of one that is there already only keys are made, unless it has them or they were revoked. */
const make = Effect.fnUntraced(function*(planted: ReadonlyArray<Planted>) {
  const operator = yield* Operator
  const answers = yield* operator.createAccounts(planted.map(({ account }) => account))
  yield* operator.createKeys(
    planted.flatMap(({ account: { apiKeys, id } }, index) =>
      answers[index] === "Created" ? [] : apiKeys.map((text) => ({ account: id, text }))
    )
  )
  for (const [index, { account, seed }] of planted.entries()) {
    if (answers[index] === "Created") yield* furnish(account.id, seed)
  }
})

const root = (seed: SeedAccount, id: AccountId, place: number): Planted => {
  const { type = "organization" } = seed
  const name = type === "user" ? `User ${place + 1}` : `Organization ${place + 1}`
  return { seed, account: { ...options(id, seed, name), type, apiKeys: seed.api_keys } }
}

const profile = (seed: SeedProfile, id: AccountId, organization: AccountId, index: number): Planted => ({
  seed,
  account: {
    ...options(id, seed, `Profile ${index + 1}`),
    type: "profile",
    organization,
    shortName: shortName(seed, index),
    apiKeys: seed.api_keys
  }
})

/** How many accounts of a seed are made before the next ones are looked at. */
const together = 1024

/** Makes the accounts of a seed, with their profiles, and returns their ids. What is there already stays as it is. */
export const plant = Effect.fnUntraced(function*(seeds: ReadonlyArray<SeedAccount>) {
  const ids: Array<AccountId> = []
  for (const [set, some] of Arr.chunksOf(seeds, together).entries()) {
    const placed = some.map((seed, index) => {
      const place = set * together + index
      return { seed, place, id: seed.id ?? accountId(place) }
    })
    yield* make(placed.map(({ id, place, seed }) => root(seed, id, place)))
    yield* make(
      placed.flatMap(({ id, place, seed: { profiles = [] } }) =>
        profiles.map((seed, index) => profile(seed, seed.id ?? profileId(place, index), id, index))
      )
    )
    for (const { id } of placed) ids.push(id)
  }
  return ids
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
    const [first] = yield* plant(seeds)
    if (first === undefined) return { apiKey: null, templateName: null }
    if (apiKey !== null) yield* Effect.flatMap(Operator, ({ createKey }) => createKey(first, apiKey))
    return {
      apiKey: apiKey ?? seeds.find(({ api_keys: keys }) => keys.length > 0)?.api_keys[0] ?? null,
      templateName: seed === null ? yield* Greeting.make(first) : null
    }
  }
)
