/**
 * The file that `SEED` names: the accounts that the emulator begins with. Every field but `api_keys` has a default; a
 * key that is not known is a mistake, and each error is told with its path.
 */
import { Keyword, KeywordList, Stage } from "@signalbox/core/Account"
import { Channel } from "@signalbox/core/Channel"
import { violations } from "@signalbox/core/Decoding"
import * as Email from "@signalbox/core/Email"
import { AccountId } from "@signalbox/core/Id"
import * as Limit from "@signalbox/core/Limit"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Thresholds } from "@signalbox/core/Pumping"
import * as ShortName from "@signalbox/core/ShortName"
import { Destinations, SpendCaps } from "@signalbox/core/Terms"
import * as Terms from "@signalbox/core/Terms"
import { Role, UserStatus } from "@signalbox/core/User"
import * as Uuid from "@signalbox/core/Uuid"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SeedHours } from "./SeedHours.ts"
import { SeedLookUps } from "./SeedLookUps.ts"
import { SeedPools } from "./SeedPools.ts"
import { SeedPurposes } from "./SeedPurposes.ts"
import { SeedCosts, SeedRoutes } from "./SeedRoutes.ts"

const optional = Schema.optionalKey

const Text = Schema.String.check(
  Schema.makeFilter((text: string) => text.trim() !== "", { message: "must not be blank" })
)

const Address = Schema.String.check(Schema.makeFilter(Email.is, { message: "must be an e-mail address" }))

const Key = Schema.String.check(
  Schema.makeFilter((text: string) => Uuid.is(text), { expected: "a UUID", message: "must be a UUID" })
)

const Amount = Schema.Finite.check(
  Schema.makeFilter((amount: number) => amount >= 0 && amount <= 1e9, { message: "must be between 0 and 1000000000" })
)

const Country = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Z]{2}$/.test(text), { message: "must be a country such as US" })
)

const atLeast = (minimum: number) =>
  Schema.Int.check(Schema.makeFilter((value: number) => value >= minimum, { message: `must be at least ${minimum}` }))

/** The states in which a seed may put a channel of an account. */
const ChannelStatus = Schema.Literals(["ACTIVE", "PROVISIONING", "ACTION_NEEDED"])
const Connection = Schema.Union([ChannelStatus, Schema.Struct({ status: ChannelStatus })])

/** The thresholds of an account, by names that are written as those of the file. */
export const SeedPumping = Schema.Union([
  Schema.Literal("off"),
  Schema.Struct({
    unchecked: Thresholds.fields.unchecked,
    undelivered: Thresholds.fields.undelivered,
    minimum: Thresholds.fields.minimum,
    window_minutes: Thresholds.fields.windowMinutes,
    pause_minutes: Thresholds.fields.pauseMinutes
  })
])
export type SeedPumping = typeof SeedPumping.Type

const fields = {
  name: optional(Text),
  email: optional(Address),
  api_keys: Schema.Array(Key),
  balance: optional(Amount),
  allow_mms: optional(Schema.Boolean),
  daily_message_limit: optional(Schema.NullOr(atLeast(0))),
  requests_per_minute: optional(atLeast(1)),
  expiry_hours: optional(atLeast(1)),
  smart_encoding: optional(Schema.Boolean),
  key_last_used: optional(Schema.Boolean),
  audit_log_days: optional(
    atLeast(1).check(
      Schema.makeFilter((value: number) => value <= Limit.auditLogDays, {
        message: `must be at most ${Limit.auditLogDays}`
      })
    )
  ),
  pumping: optional(SeedPumping),
  webhook_disable_minutes: optional(atLeast(0)),
  webhooks: optional(
    Schema.Int.check(Schema.makeFilter((value: number) => value >= 0 && value <= Limit.webhooksPerAccount.most, {
      message: `must be between 0 and ${Limit.webhooksPerAccount.most}`
    }))
  ),
  stage: optional(Stage),
  destinations: optional(Destinations),
  spend: optional(SpendCaps),
  retention: optional(Terms.Retention),
  quiet_hours: optional(SeedHours),
  numbers: optional(Schema.Array(Schema.Struct({
    number: PhoneNumber,
    channels: optional(Schema.Array(Channel)),
    country: optional(Country)
  }))),
  contacts: optional(Schema.Array(Schema.Struct({ phone: PhoneNumber, inherited: optional(Schema.Boolean) }))),
  suppressed: optional(Schema.Array(PhoneNumber)),
  keywords: optional(Schema.Array(Schema.Struct({
    keyword: Text,
    action: Keyword.fields.action,
    reply: optional(Schema.NullOr(Schema.String))
  }))),
  keyword_lists: optional(Schema.Array(KeywordList)),
  frequency: optional(Terms.Frequency),
  number_pools: optional(SeedPools),
  purposes: optional(SeedPurposes),
  routes: optional(SeedRoutes),
  channels: optional(Schema.Struct({
    sms: optional(Connection),
    whatsapp: optional(Connection),
    rcs: optional(Connection),
    mms: optional(Connection)
  })),
  users: optional(Schema.Array(Schema.Struct({
    email: Address,
    name: optional(Text),
    role: optional(Role),
    status: optional(UserStatus)
  })))
} as const

const SeedProfile = Schema.Struct({ id: optional(AccountId), short_name: optional(Text), ...fields })
export type SeedProfile = typeof SeedProfile.Type

export const SeedAccount = Schema.Struct({
  id: optional(AccountId),
  type: optional(Schema.Literals(["organization", "user"])),
  ...fields,
  profiles: optional(Schema.Array(SeedProfile))
})
export type SeedAccount = typeof SeedAccount.Type

export const SeedFile = Schema.Struct({
  accounts: Schema.Array(SeedAccount),
  costs: optional(SeedCosts),
  lookups: optional(SeedLookUps)
})
export type SeedFile = typeof SeedFile.Type

/** A flaw of the file, with its path: `accounts[0].numbers[1].channels[0]: must be one of: sms, whatsapp, rcs, mms`. */
export type Problem = string

const decodeShape = Schema.decodeUnknownResult(SeedFile, { errors: "all", onExcessProperty: "error" })

/** The id of an account that names none: the same in every run, by the place in the file. */
export const accountId = (place: number): AccountId =>
  `00000000-0000-4000-8000-${(place + 1).toString(16).padStart(12, "0")}` as AccountId
export const profileId = (account: number, place: number): AccountId =>
  `00000000-0000-4000-8001-${(account + 1).toString(16).padStart(6, "0")}${
    (place + 1).toString(16).padStart(6, "0")
  }` as AccountId

export const shortName = ({ short_name: named }: SeedProfile, place: number): string => named ?? `PROFILE ${place + 1}`

/** Returns the problems of values that must not come twice in a file, at the places where they come again. */
const repeated = (all: ReadonlyArray<readonly [path: string, value: string]>): ReadonlyArray<Problem> => {
  const seen = new Set<string>()
  return all.flatMap(([path, value]) => {
    const isAgain = seen.has(value)
    seen.add(value)
    return isAgain ? [`${path}: must not come twice`] : []
  })
}

/** Returns what no Schema can see: what comes twice, and profiles where there are none. */
export const problems = ({ accounts }: SeedFile): ReadonlyArray<Problem> => {
  const all = accounts.flatMap((account, index) => {
    const path = `accounts[${index}]`
    const profiles = account.profiles ?? []
    return [
      { path, account, id: account.id ?? accountId(index) },
      ...profiles.map((profile, place) => ({
        path: `${path}.profiles[${place}]`,
        account: profile,
        id: profile.id ?? profileId(index, place)
      }))
    ]
  })
  return [
    ...accounts.flatMap(({ profiles = [], type }, index) =>
      type === "user" && profiles.length > 0 ? [`accounts[${index}].profiles: only an organization has profiles`] : []
    ),
    ...repeated(all.map(({ id, path }) => [`${path}.id`, id])),
    ...accounts.flatMap(({ profiles = [] }, index) =>
      repeated(profiles.map((profile, place) => [
        `accounts[${index}].profiles[${place}].short_name`,
        ShortName.compared(shortName(profile, place))
      ]))
    ),
    ...all.flatMap(({ account: { users = [] }, path }) =>
      repeated(users.map(({ email }, index) => [`${path}.users[${index}].email`, Email.compared(email)]))
    ),
    ...repeated(
      all.flatMap(({ account, path }) =>
        account.api_keys.map((key, index) => [`${path}.api_keys[${index}]`, key.toLowerCase()] as const)
      )
    ),
    ...all.flatMap(({ account: { contacts = [] }, path }) =>
      repeated(contacts.map(({ phone }, index) => [`${path}.contacts[${index}].phone`, phone]))
    ),
    ...repeated(
      all.flatMap(({ account, path }) =>
        (account.numbers ?? []).map(({ number }, index) => [`${path}.numbers[${index}].number`, number] as const)
      )
    )
  ]
}

/** The seed that a text holds, or everything that is wrong with it. */
export const parse = (text: string): Result.Result<SeedFile, ReadonlyArray<Problem>> =>
  Result.try({ try: () => JSON.parse(text) as unknown, catch: () => ["the file is not JSON"] }).pipe(
    Result.flatMap((json) =>
      Result.mapError(
        decodeShape(json),
        ({ issue }) =>
          violations(issue).map(({ field, message }) => `${field === "body" ? "the file" : field}: ${message}`)
      )
    ),
    Result.flatMap((file) => {
      const found = problems(file)
      return found.length > 0 ? Result.fail(found) : Result.succeed(file)
    })
  )
