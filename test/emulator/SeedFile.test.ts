/**
 * The file that `SEED` names: what is wrong with it is told with its path, all of it in one answer; what is right is
 * taken.
 */
import type { Problem } from "@signalbox/emulator/seed/SeedFile"
import { parse } from "@signalbox/emulator/seed/SeedFile"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Seeds from "./Seeds.ts"

const problemsOf = (file: unknown): ReadonlyArray<Problem> => {
  const parsed = parse(JSON.stringify(file))
  return Result.isFailure(parsed) ? parsed.failure : []
}

/** The paths at which a file is wrong. */
const paths = (file: unknown): ReadonlyArray<string> =>
  problemsOf(file).map((problem) => problem.slice(0, problem.indexOf(": ")))

const key = "11111111-1111-4111-8111-111111111111"
const uuid = "99999999-abcd-4000-8000-000000000009"
const phone = "+12015550100"

const night = { start: "21:00", end: "08:00" }

const one = (more: object) => ({ accounts: [{ api_keys: [key], ...more }] })

/** An account or a profile takes these fields, here with values that it does not take and where the error is. */
const shared: ReadonlyArray<readonly [given: object, path: string]> = [
  ...[1, null, true, {}, "", "  "].map((name) => [{ name }, "name"] as const),
  ...[1, null, "", "nobody", "a@b", "a b@c.de", "@b.de"].map((email) => [{ email }, "email"] as const),
  ...[null, "x", {}, key].map((keys) => [{ api_keys: keys }, "api_keys"] as const),
  ...["", "x", 1, null, `${key}0`, ` ${key}`].map((bad) => [{ api_keys: [key, bad] }, "api_keys[1]"] as const),
  ...["1", null, -1, -0.0001, 1e9 + 1, true].map((balance) => [{ balance }, "balance"] as const),
  ...["true", 1, null].map((bad) => [{ allow_mms: bad }, "allow_mms"] as const),
  ...[-1, 0.5, "1", true].map((bad) => [{ daily_message_limit: bad }, "daily_message_limit"] as const),
  [{ spend: { day: -1 } }, "spend.day"],
  [{ retention: { texts: 0 } }, "retention.texts"],
  [{ spend: { regions: { UK: {} } } }, "spend.regions.UK"],
  [{ destinations: { allow: ["UK"] } }, "destinations.allow[0]"],
  ...[0, -1, 1.5, "1", null].map((bad) => [{ requests_per_minute: bad }, "requests_per_minute"] as const),
  ...[0, -1, 1.5, "1", null].map((bad) => [{ expiry_hours: bad }, "expiry_hours"] as const),
  ...["true", 1, null].map((bad) => [{ smart_encoding: bad }, "smart_encoding"] as const),
  ...["true", 1, null].map((bad) => [{ key_last_used: bad }, "key_last_used"] as const),
  ...[0, 1.5, "1", 3651].map((bad) => [{ audit_log_days: bad }, "audit_log_days"] as const),
  ...["on", 1, null].map((bad) => [{ pumping: bad }, "pumping"] as const),
  [{ pumping: { window_minutes: 4 } }, "pumping.window_minutes"],
  ...[-1, 1.5, "1", null].map((bad) => [{ webhook_disable_minutes: bad }, "webhook_disable_minutes"] as const),
  ...[-1, 1.5, "1", null].map((bad) => [{ webhooks: bad }, "webhooks"] as const),
  ...["VERIFIED", "", null, 1].map((stage) => [{ stage }, "stage"] as const),
  ...["on", "", null, true].map((bad) => [{ quiet_hours: bad }, "quiet_hours"] as const),
  ...["usa", "us", "", "windows"].map((bad) => [{ quiet_hours: { [bad]: night } }, `quiet_hours.${bad}`] as const),
  ...["24:00", "8:00", "08:60", "08:00:00", "", 8, null].map((bad) =>
    [{ quiet_hours: { US: { ...night, end: bad } } }, "quiet_hours.US.end"] as const
  ),
  [{ quiet_hours: { US: { start: "21:00" } } }, "quiet_hours.US.end"],
  [{ quiet_hours: { US: { ...night, zone: "UTC" } } }, "quiet_hours.US.zone"],
  [{ quiet_hours: { US: { start: "21:00", end: "21:00" } } }, "quiet_hours.US"],
  [{ quiet_hours: { US: night, exempt: "UTILITY" } }, "quiet_hours.exempt"],
  [{ quiet_hours: { US: night, exempt: ["UTILITY", "SPAM"] } }, "quiet_hours.exempt[1]"],
  ...[null, phone, {}].map((numbers) => [{ numbers }, "numbers"] as const),
  [{ numbers: [phone] }, "numbers[0]"],
  [{ numbers: [{}] }, "numbers[0].number"],
  ...["12015550100", "+1", "", 1, null].map((bad) =>
    [{ numbers: [{ number: phone }, { number: bad }] }, "numbers[1].number"] as const
  ),
  [{ numbers: [{ number: phone, channels: "sms" }] }, "numbers[0].channels"],
  [{ numbers: [{ number: phone, channels: ["sms", "fax"] }] }, "numbers[0].channels[1]"],
  ...["us", "USA", "", null, 1].map((country) =>
    [{ numbers: [{ number: phone, country }] }, "numbers[0].country"] as const
  ),
  [{ numbers: [{ number: phone, name: "x" }] }, "numbers[0].name"],
  [{ contacts: [{}] }, "contacts[0].phone"],
  [{ contacts: [{ phone: "1" }] }, "contacts[0].phone"],
  [{ contacts: [{ phone, inherited: "yes" }] }, "contacts[0].inherited"],
  [{ contacts: [{ phone, opt_out: true }] }, "contacts[0].opt_out"],
  [{ contacts: [{ phone }, { phone, inherited: true }] }, "contacts[1].phone"],
  [{ suppressed: phone }, "suppressed"],
  ...["1", "", 1, null].map((bad) => [{ suppressed: [phone, bad] }, "suppressed[1]"] as const),
  [{ keywords: {} }, "keywords"],
  [{ keyword_lists: "us-carriers" }, "keyword_lists"],
  [{ keyword_lists: ["eu-carriers"] }, "keyword_lists[0]"],
  [{ keywords: [{ action: "HELP" }] }, "keywords[0].keyword"],
  ...["", " ", 1, null].map((keyword) => [{ keywords: [{ keyword, action: "HELP" }] }, "keywords[0].keyword"] as const),
  [{ keywords: [{ keyword: "BYE" }] }, "keywords[0].action"],
  ...["STOP", "help", null].map((action) =>
    [{ keywords: [{ keyword: "BYE", action }] }, "keywords[0].action"] as const
  ),
  [{ keywords: [{ keyword: "BYE", action: "HELP", reply: 1 }] }, "keywords[0].reply"],
  [{ keywords: [{ keyword: "BYE", action: "HELP", text: "x" }] }, "keywords[0].text"],
  [{ frequency: [{ per: "month", most: 1 }] }, "frequency[0].per"],
  [{ frequency: [{ per: "day", most: 0 }] }, "frequency[0].most"],
  [{ number_pools: [{ channel: "sms" }] }, "number_pools[0].country"],
  [{ number_pools: [{ channel: "sms", country: "US", areaDigits: 3 }] }, "number_pools[0].areaDigits"],
  [{ number_pools: [{ channel: "sms", country: "US", area_digits: 8 }] }, "number_pools"],
  [{ purposes: [{ requires_opt_in: true }] }, "purposes[0].name"],
  [{ purposes: [{ name: "news", requiresOptIn: true }] }, "purposes[0].requiresOptIn"],
  [{ purposes: [{ name: "news" }, { name: "news" }] }, "purposes"],
  [{ purposes: [{ name: "news", opt_out_keyword: "STOP" }] }, "purposes"],
  [{ routes: "sms" }, "routes"],
  [{ routes: [{ carrier: "sms-a" }] }, "routes[0].channel"],
  [{ routes: [{ channel: "sms" }] }, "routes[0]"],
  ...Object.entries({
    channel: ["fax", null],
    carrier: ["sms-z", "", null],
    action: ["allow", null],
    fallback: ["true", null],
    country: ["us", "", 1],
    priority: [0.5, "1", null],
    weight: [1]
  }).flatMap(([field, values]) =>
    values.map((bad) =>
      [{ routes: [{ channel: "sms", carrier: "sms-a", [field]: bad }] }, `routes[0].${field}`] as const
    )
  ),
  [{ channels: ["sms"] }, "channels"],
  [{ channels: { fax: "ACTIVE" } }, "channels.fax"],
  ...["active", "", null, true].map((sms) => [{ channels: { sms } }, "channels.sms"] as const),
  [{ channels: { rcs: {} } }, "channels.rcs.status"],
  [{ channels: { rcs: { status: "OFF" } } }, "channels.rcs.status"],
  [{ channels: { rcs: { status: "ACTIVE", since: 1 } } }, "channels.rcs.since"],
  [{ users: {} }, "users"],
  [{ users: [{ name: "Ada" }] }, "users[0].email"],
  ...Object.entries({
    email: ["", "ada", null, 1],
    name: ["", null],
    role: ["owner", "Admin", null],
    status: ["ACTIVE", "", null],
    team: ["x"]
  }).flatMap(([field, values]) =>
    values.map((bad) => [{ users: [{ email: "ada@acme.example", [field]: bad }] }, `users[0].${field}`] as const)
  ),
  ...["x", "", null, 1].map((id) => [{ id }, "id"] as const),
  [{ phone: 1 }, "phone"]
]

describe("a seed", () => {
  it.each<[string, string]>([["", "the file is not JSON"], ["{", "the file is not JSON"]])(
    "that is %j is no JSON",
    (text, problem) => expect(parse(text)).toEqual(Result.fail([problem]))
  )

  it.each([1, null, [], "accounts"])("that is %j is no object", (file) => {
    expect(paths(file)).toEqual(["the file"])
  })

  it.each<[unknown, string]>([
    [{}, "accounts"],
    [{ accounts: {} }, "accounts"],
    [{ accounts: [], more: 1 }, "more"],
    [{ accounts: [1] }, "accounts[0]"],
    [{ accounts: [{}] }, "accounts[0].api_keys"],
    [one({ type: "profile" }), "accounts[0].type"],
    [one({ type: null }), "accounts[0].type"],
    [one({ short_name: "ACME" }), "accounts[0].short_name"],
    [one({ profiles: {} }), "accounts[0].profiles"],
    [one({ profiles: [{}] }), "accounts[0].profiles[0].api_keys"],
    [one({ profiles: [{ api_keys: [], type: "profile" }] }), "accounts[0].profiles[0].type"],
    [one({ profiles: [{ api_keys: [], profiles: [] }] }), "accounts[0].profiles[0].profiles"],
    [one({ profiles: [{ api_keys: [], short_name: " " }] }), "accounts[0].profiles[0].short_name"],
    [one({ profiles: [{ api_keys: [], short_name: null }] }), "accounts[0].profiles[0].short_name"],
    [one({ type: "user", profiles: [{ api_keys: [] }] }), "accounts[0].profiles"]
  ])("%j is wrong at %s", (file, path) => expect(paths(file)).toEqual([path]))

  it.each(shared)("an account with %j is wrong at %s", (given, path) => {
    expect(paths({ accounts: [{ api_keys: [] }, { api_keys: [], ...given }] })).toEqual([`accounts[1].${path}`])
  })

  it.each(shared)("a profile with %j is wrong at %s", (given, path) => {
    expect(paths(one({ profiles: [{ api_keys: [], ...given }] }))).toEqual([`accounts[0].profiles[0].${path}`])
  })

  it("tells everything that is wrong in one answer", () => {
    const file = { accounts: [{ name: "", api_keys: ["x"] }, { balance: -1, profiles: [{ api_keys: 1 }] }], more: 1 }
    expect(paths(file).toSorted()).toEqual([
      "accounts[0].api_keys[0]",
      "accounts[0].name",
      "accounts[1].api_keys",
      "accounts[1].balance",
      "accounts[1].profiles[0].api_keys",
      "more"
    ])
  })

  it.each<[string, object | ReadonlyArray<object>, string]>([
    ["an id", [{ id: uuid }, { id: uuid.toUpperCase() }], "accounts[1].id"],
    ["an id of a profile", [{ id: uuid, profiles: [{ api_keys: [], id: uuid }] }], "accounts[0].profiles[0].id"],
    [
      "an id that another account has by its place",
      [{ id: "00000000-0000-4000-8000-000000000002" }, {}],
      "accounts[1].id"
    ],
    [
      "an id that a profile has by its place",
      [{ profiles: [{ api_keys: [] }] }, { id: "00000000-0000-4000-8001-000001000001" }],
      "accounts[1].id"
    ],
    ["a key", [{ api_keys: [uuid, uuid.toUpperCase()] }], "accounts[0].api_keys[1]"],
    ["a key of another account", [{ api_keys: [uuid] }, { api_keys: [uuid] }], "accounts[1].api_keys[0]"],
    [
      "a key of a profile",
      [{ api_keys: [uuid], profiles: [{ api_keys: [uuid] }] }],
      "accounts[0].profiles[0].api_keys[0]"
    ],
    ["a number", [{ numbers: [{ number: phone }, { number: ` ${phone}` }] }], "accounts[0].numbers[1].number"],
    [
      "a number of another account",
      [{ numbers: [{ number: phone }] }, { numbers: [{ number: phone }] }],
      "accounts[1].numbers[0].number"
    ],
    [
      "a user",
      [{ users: [{ email: "ada@acme.example" }, { email: "Ada@acme.example " }] }],
      "accounts[0].users[1].email"
    ],
    [
      "a short name",
      [{ profiles: [{ api_keys: [], short_name: "Shop" }, { api_keys: [], short_name: "SHOP" }] }],
      "accounts[0].profiles[1].short_name"
    ],
    [
      "a short name that another profile has by its place",
      [{ profiles: [{ api_keys: [], short_name: "PROFILE 2" }, { api_keys: [] }] }],
      "accounts[0].profiles[1].short_name"
    ]
  ])("does not have %s twice", (_title, accounts, path) => {
    const file = { accounts: [accounts].flat().map((account) => ({ api_keys: [], ...account })) }
    expect(problemsOf(file)).toEqual([`${path}: must not come twice`])
  })

  it("may know one person, and one short name, in several accounts", () => {
    const users = [{ email: "ada@acme.example" }]
    const profiles = [{ api_keys: [], short_name: "SHOP", users }]
    expect(problemsOf({ accounts: [{ api_keys: [], users, profiles }, { api_keys: [], users, profiles }] })).toEqual([])
  })
})

prop("what a seed may be is taken as it stands, ids in lower case", Seeds.seed, (file) => {
  expect(parse(JSON.stringify(file))).toEqual(Result.succeed(file))
})

prop(
  "a field that is not known is an error wherever it stands",
  Seeds.seed,
  fc.constantFrom("accounts", "profiles", "numbers", "keywords", "routes", "users"),
  (file, where) => {
    const text = JSON.stringify(file).replace(`"${where}":[{`, `"${where}":[{"unknown":1,`)
    const found = paths(JSON.parse(text))
    if (!text.includes("\"unknown\"")) expect(found).toEqual([])
    else expect(found).toEqual([expect.stringMatching(new RegExp(`${where}\\[0\\]\\.unknown$`))])
  }
)
