/**
 * Seed files that are right: nothing comes twice in them that must not.
 */
import { KeywordList } from "@signalbox/core/Account"
import type { AccountId } from "@signalbox/core/Id"
import * as Limit from "@signalbox/core/Limit"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { SeedFile } from "@signalbox/emulator/seed/SeedFile"
import type { SeedHours } from "@signalbox/emulator/seed/SeedHours"
import * as fc from "fast-check"

/** Numbers what must be its own in the whole file. */
class Names {
  private last = 0

  private next(): string {
    return String(++this.last).padStart(4, "0")
  }

  uuid(): AccountId {
    return `abcdef00-0000-4000-9000-00000000${this.next()}` as AccountId
  }

  phone(): PhoneNumber {
    return `+1201555${this.next()}` as PhoneNumber
  }

  email(): string {
    return `person-${this.next()}@seed.example`
  }

  word(): string {
    return `Name ${this.next()}`
  }
}

const channel = fc.constantFrom("sms", "whatsapp", "rcs", "mms")
const channels = fc.subarray(["sms", "whatsapp", "rcs", "mms"] as const)
const country = fc.constantFrom("US", "DE")
const status = fc.constantFrom("ACTIVE", "PROVISIONING", "ACTION_NEEDED")
const connection = fc.oneof(status, fc.record({ status }))
const text = fc.constantFrom("x", "Acme & Sons", "ÄÖ", " spaced ")
const night = fc.constantFrom({ start: "21:00", end: "08:00" }, { start: "12:30", end: "14:59" })
const exempt = fc.subarray(["MARKETING", "UTILITY", "AUTHENTICATION"] as const)
/** TypeScript has no literal for a record with one key of its own kind. */
const table = fc.record({ US: night, exempt }).map((made) => made as object as SeedHours)
const hours = fc.oneof(fc.constantFrom("off", "us-tcpa"), fc.record({ US: night, FR: night }), table)
const amount = fc.oneof(fc.nat({ max: 1_000_000 }).map((amount) => amount / 10_000), fc.constantFrom(0, 1e9))

/** A few of something, each made when the file is. */
const several = fc.nat({ max: 2 })

const partly = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })

const account = partly({
  id: fc.constant(true),
  name: text,
  email: fc.constant(true),
  api_keys: several,
  balance: amount,
  allow_mms: fc.boolean(),
  daily_message_limit: fc.option(fc.nat()),
  requests_per_minute: fc.integer({ min: 1, max: 100_000 }),
  expiry_hours: fc.integer({ min: 1, max: 1000 }),
  smart_encoding: fc.boolean(),
  key_last_used: fc.boolean(),
  audit_log_days: fc.integer({ min: 1, max: Limit.auditLogDays }),
  pumping: fc.oneof(
    fc.constant("off" as const),
    fc.record({
      unchecked: fc.constantFrom(0.5, 1, null),
      minimum: fc.integer({ min: 5, max: 50 }),
      window_minutes: fc.integer({ min: 5, max: 60 }),
      pause_minutes: fc.integer({ min: 1, max: 1440 })
    }, { requiredKeys: [] })
  ),
  webhook_disable_minutes: fc.nat({ max: 100 }),
  webhooks: fc.nat({ max: Limit.webhooksPerAccount.most }),
  stage: fc.constantFrom("verified", "unverified", "suspended"),
  spend: partly({
    day: fc.constantFrom(0, 100, "12.5"),
    month: fc.constantFrom(1000, "0.0001"),
    regions: fc.constantFrom({ CH: { day: 1 } }, { GB: { month: "2.00" }, US: {} })
  }),
  retention: partly({ texts: fc.constantFrom(1, 90), media: fc.constant(30), numbers: fc.constant(3650) }),
  destinations: partly({
    allow: fc.constantFrom(["US"], ["CH", "+1"]),
    forbid: fc.constantFrom(["+88"], ["FR"]),
    preset: fc.constant("no-premium" as const)
  }),
  quiet_hours: hours,
  numbers: fc.array(partly({ channels, country }), { maxLength: 2 }),
  contacts: fc.array(fc.record({ inherited: fc.boolean() }, { requiredKeys: [] }), { maxLength: 2 }),
  suppressed: several,
  keywords: fc.array(
    fc.record({ keyword: text, action: fc.constantFrom("OPT_OUT", "OPT_IN", "HELP"), reply: fc.option(text) }),
    { maxLength: 2 }
  ),
  keyword_lists: fc.subarray([...KeywordList.literals]),
  frequency: fc.constantFrom([], [{ category: "MARKETING", per: "day", most: 2 }, { per: "week", most: 9 }] as const),
  number_pools: fc.constantFrom(
    [],
    [
      { channel: "sms", country: "US", area_digits: 3, pace: "published" },
      { channel: "mms", country: "US", pace: { per_second: 5 }, when_paced: "wait" }
    ] as const
  ),
  purposes: fc.constantFrom([], [{ name: "news", requires_opt_in: true, opt_in_keyword: "NEWS" }] as const),
  routes: fc.array(
    fc.record({
      channel,
      carrier: fc.constantFrom("sms-a", "sms-b", "whatsapp-a", "rcs-a", "mms-a"),
      action: fc.constantFrom("ALLOW", "DENY"),
      fallback: fc.boolean(),
      country: fc.option(country),
      priority: fc.integer({ min: -5, max: 5 })
    }, { requiredKeys: ["channel", "carrier"] }),
    { maxLength: 2 }
  ),
  channels: partly({ sms: connection, whatsapp: connection, rcs: connection, mms: connection }),
  users: fc.array(
    partly({
      name: text,
      role: fc.constantFrom("admin", "billing", "developer"),
      status: fc.constantFrom("invited", "active", "suspended", "rejected")
    }),
    { maxLength: 2 }
  )
})

type Drawn = typeof account extends fc.Arbitrary<infer A> ? A : never

const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

const named = (drawn: Drawn, names: Names) => {
  const { api_keys: keys = 0, contacts, email, id, numbers, suppressed, users, ...rest } = drawn
  return {
    ...rest,
    ...(id === undefined ? {} : { id: names.uuid() }),
    ...(email === undefined ? {} : { email: names.email() }),
    api_keys: times(keys, () => names.uuid()),
    ...(numbers === undefined ? {} : { numbers: numbers.map((each) => ({ number: names.phone(), ...each })) }),
    ...(contacts === undefined ? {} : { contacts: contacts.map((each) => ({ phone: names.phone(), ...each })) }),
    ...(suppressed === undefined ? {} : { suppressed: times(suppressed, () => names.phone()) }),
    ...(users === undefined ? {} : { users: users.map((each) => ({ email: names.email(), ...each })) })
  }
}

const organization = fc.record({
  drawn: account,
  isTold: fc.boolean(),
  profiles: fc.array(fc.tuple(account, fc.boolean()), { maxLength: 2 })
})

/** Any seed file that is right. */
export const seed: fc.Arbitrary<SeedFile> = fc.array(
  fc.oneof(
    organization.map((drawn) => ({ type: "organization" as const, ...drawn })),
    account.map((drawn) => ({ type: "user" as const, drawn }))
  ),
  { minLength: 1, maxLength: 3 }
).map((accounts) => {
  const names = new Names()
  return {
    accounts: accounts.map((each) => {
      const told = named(each.drawn, names)
      if (each.type === "user") return { ...told, type: each.type }
      return {
        ...told,
        ...(each.isTold ? { type: each.type } : {}),
        profiles: each.profiles.map(([profile, isNamed]) => ({
          ...named(profile, names),
          ...(isNamed ? { short_name: names.word() } : {})
        }))
      }
    })
  }
})
