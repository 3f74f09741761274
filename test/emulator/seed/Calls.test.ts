/**
 * A seed asks the operator for exactly what it says: each call with all that it hands over, in order. Whatever a seed does
 * not say is as the guide has it.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import { spendCaps } from "@signalbox/core/Terms"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as Greeting from "@signalbox/emulator/seed/Greeting"
import * as Seed from "@signalbox/emulator/seed/Seed"
import type { SeedAccount } from "@signalbox/emulator/seed/SeedFile"
import { parse } from "@signalbox/emulator/seed/SeedFile"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Bench from "../../core/Bench.ts"

type Call = readonly [name: string, ...given: ReadonlyArray<unknown>]

/** Plants accounts with an operator that takes everything, and returns what he was asked for. */
const calls = async (accounts: ReadonlyArray<object>, answer: "Created" | "Exists" = "Created") => {
  const asked: Array<Call> = []
  const noted = (name: string) => (...given: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      asked.push([name, ...given])
    }) as Effect.Effect<never>
  const operator = Layer.mock(Operator, {
    createAccounts: (all) =>
      Effect.sync(() => {
        asked.push(["createAccounts", ...all])
        return all.map(() => answer)
      }) as Effect.Effect<never>,
    createKeys: noted("createKeys"),
    connectWhatsapp: noted("connectWhatsapp"),
    reportChannel: noted("reportChannel"),
    setInherited: noted("setInherited"),
    suppress: noted("suppress"),
    addUser: noted("addUser")
  })
  const { accounts: seeds } = Result.getOrThrow(parse(JSON.stringify({ accounts })))
  const planted = await Effect.runPromise(Effect.provide(Seed.plant(seeds), operator))
  return { asked, planted }
}

const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const
const child = "00000000-0000-4000-8001-000001000001"
const key = "11111111-1111-4111-8111-111111111111"
const all = ["sms", "whatsapp", "rcs", "mms"]

/** An account of a seed that says nothing. */
const bare = (id: string) => ({
  id,
  name: "Organization 1",
  email: `owner-${id.slice(-12)}@example.com`,
  balance: Money.fromNumber(1000),
  allowMms: true,
  dailyMessageLimit: null,
  stage: "verified",
  quietHours: "off",
  channels: all,
  numbers: [DefaultNumber.of(id as AccountId)],
  keywords: [],
  rules: [],
  type: "organization",
  apiKeys: []
})

describe("a seed that says nothing", () => {
  it("makes organizations, users and profiles with names by their places", async () => {
    const seeds = [{ api_keys: [key], profiles: [{ api_keys: [] }] }, { type: "user", api_keys: [] }]
    expect(await calls(seeds)).toStrictEqual({
      asked: [
        ["createAccounts", { ...bare(one), apiKeys: [key] }, { ...bare(other), name: "User 2", type: "user" }],
        ["createKeys", []],
        ["createAccounts", {
          ...bare(child),
          name: "Profile 1",
          type: "profile",
          organization: one,
          shortName: "PROFILE 1"
        }],
        ["createKeys", []]
      ],
      planted: [one, other]
    })
  })

  it("makes only keys of accounts that are there", async () => {
    const { asked } = await calls([{ api_keys: [key], suppressed: ["+12015550100"] }], "Exists")
    expect(asked.map(([name, ...given]) => [name, ...(name === "createKeys" ? given : [])])).toEqual([
      ["createAccounts"],
      ["createKeys", [{ account: one, text: key }]],
      ["createAccounts"],
      ["createKeys", []]
    ])
  })
})

/** All that an account of a seed can say, and what it comes to. */
const told = {
  name: "Acme",
  email: "owner@acme.example",
  balance: 12.5,
  allow_mms: false,
  daily_message_limit: 9,
  requests_per_minute: 8,
  expiry_hours: 7,
  smart_encoding: true,
  key_last_used: false,
  audit_log_days: 6,
  pumping: { unchecked: 0.5, undelivered: 0.25, minimum: 5, window_minutes: 10, pause_minutes: 20 },
  webhook_disable_minutes: 4,
  webhooks: 3,
  stage: "unverified",
  destinations: { allow: ["US"] },
  spend: { day: 5 },
  retention: { texts: 30 },
  quiet_hours: { US: { start: "21:00", end: "08:00" }, exempt: ["UTILITY"] },
  numbers: [{ number: "+12015550100" }, { number: "+442079460000", channels: ["sms"] }, {
    number: "+12015550101",
    country: "CA"
  }],
  keywords: [{ keyword: "BYE", action: "OPT_OUT", reply: "Bye" }, { keyword: "INFO", action: "HELP" }],
  keyword_lists: ["us-carriers"],
  frequency: [{ per: "day", most: 2 }],
  number_pools: [
    { channel: "sms", country: "US", area_digits: 3, pace: "published" },
    { channel: "mms", country: "US", pace: { per_second: 5 }, when_paced: "wait" }
  ],
  purposes: [{
    name: "news",
    categories: ["MARKETING"],
    requires_opt_in: true,
    opt_out_keyword: "NONEWS",
    opt_in_keyword: "NEWS",
    opt_out_reply: "No more news",
    opt_in_reply: "News"
  }, { name: "offers" }],
  routes: [
    {
      channel: "sms",
      carrier: "sms-b",
      action: "DENY",
      fallback: false,
      country: "US",
      priority: 2,
      ported: true,
      network: ["26201"],
      receipt_seconds: 60
    },
    { channel: "sms", split: [{ carrier: "sms-a", weight: 3 }, { carrier: "sms-b", weight: 1 }] },
    { channel: "sms", select: "cheapest", country: null }
  ]
}

const plainRule = { channel: "sms", carrier: null, action: "ALLOW", fallback: true, country: null, priority: 0 }

const kept = {
  name: "Acme",
  email: "owner@acme.example",
  balance: Money.fromNumber(12.5),
  allowMms: false,
  dailyMessageLimit: 9,
  requestsPerMinute: 8,
  expiryHours: 7,
  smartEncoding: true,
  keyLastUsed: false,
  auditLogDays: 6,
  pumping: { unchecked: 0.5, undelivered: 0.25, minimum: 5, windowMinutes: 10, pauseMinutes: 20 },
  webhookDisableMinutes: 4,
  webhooks: 3,
  stage: "unverified",
  destinations: { allow: ["US"] },
  spend: spendCaps({ day: 5 }),
  retention: { texts: 30 },
  quietHours: { windows: { US: { start: "21:00", end: "08:00" } }, exempt: ["UTILITY"] },
  channels: ["sms", "whatsapp", "rcs"],
  numbers: [
    { number: "+12015550100", channels: all, country: "US" },
    { number: "+442079460000", channels: ["sms"], country: "GB" },
    { number: "+12015550101", channels: all, country: "CA" }
  ],
  keywords: [{ keyword: "BYE", action: "OPT_OUT", reply: "Bye" }, { keyword: "INFO", action: "HELP", reply: null }],
  keywordLists: ["us-carriers"],
  frequency: [{ per: "day", most: 2 }],
  numberPools: [
    { channel: "sms", country: "US", areaDigits: 3, pace: "published" },
    { channel: "mms", country: "US", pace: { perSecond: 5 }, whenPaced: "wait" }
  ],
  purposes: [{
    name: "news",
    categories: ["MARKETING"],
    requiresOptIn: true,
    optOutKeyword: "NONEWS",
    optInKeyword: "NEWS",
    optOutReply: "No more news",
    optInReply: "News"
  }, { name: "offers" }],
  rules: [
    {
      channel: "sms",
      carrier: "sms-b",
      action: "DENY",
      fallback: false,
      country: "US",
      priority: 2,
      ported: true,
      network: ["26201"],
      receiptSeconds: 60
    },
    { ...plainRule, split: [{ carrier: "sms-a", weight: 3 }, { carrier: "sms-b", weight: 1 }] },
    { ...plainRule, select: "cheapest" }
  ]
}

describe("a seed that says everything", () => {
  it("makes accounts and profiles of all of it", async () => {
    // No number belongs to two accounts.
    const profile = { ...told, api_keys: [], short_name: "A", numbers: [] }
    const { asked } = await calls([{ ...told, api_keys: [key], profiles: [profile] }])
    const made = asked.filter(([name]) => name === "createAccounts").map(([, account]) => account)
    expect(made).toStrictEqual([
      { ...kept, id: one, type: "organization", apiKeys: [key] },
      { ...kept, id: child, type: "profile", organization: one, shortName: "A", apiKeys: [], numbers: [] }
    ])
  })

  it("furnishes an account that it has made, in this order", async () => {
    const seed = {
      api_keys: [],
      contacts: [{ phone: "+12015550120" }, { phone: "+12015550121", inherited: true }],
      suppressed: ["+12015550122", "+12015550123"],
      users: [
        { email: "ada@acme.example", name: "Ada", role: "admin", status: "invited" },
        { email: "bob@acme.example" }
      ]
    }
    const { asked } = await calls([seed])
    expect(asked.slice(2, -2)).toStrictEqual([
      ["setInherited", one, "+12015550120", false],
      ["setInherited", one, "+12015550121", true],
      ["suppress", one, "+12015550122"],
      ["suppress", one, "+12015550123"],
      ["addUser", one, { email: "ada@acme.example", name: "Ada", role: "admin", status: "invited" }],
      ["addUser", one, { email: "bob@acme.example", name: "bob@acme.example", role: "developer", status: "active" }]
    ])
  })

  const waba = ["connectWhatsapp", one, { wabaId: "waba-000000000001", phoneNumberId: null }]

  it.each<readonly [whatsapp: unknown, asked: ReadonlyArray<unknown>]>([
    ["ACTIVE", []],
    ["PROVISIONING", [waba]],
    [{ status: "PROVISIONING" }, [waba]],
    [{ status: "ACTION_NEEDED" }, [
      waba,
      ["reportChannel", one, { channel: "whatsapp" }, { outcome: "lack_number" }]
    ]]
  ])("brings WhatsApp as far as %j", async (whatsapp, expected) => {
    const { asked } = await calls([{ api_keys: [], channels: { whatsapp } }])
    expect(asked.slice(2, -2)).toEqual(expected)
    expect(asked[0]).toEqual(["createAccounts", {
      ...bare(one),
      channels: whatsapp === "ACTIVE" ? all : ["sms", "rcs", "mms"]
    }])
  })
})

describe("an account whose id is known", () => {
  it.each<readonly [id: string, number: string]>([
    [one, "+15539652106"],
    ["99999999-abcd-4000-8000-000000000009", "+16897692867"]
  ])("%s has the number %s until a seed names another one", (id, number) => {
    expect(DefaultNumber.of(id as AccountId)).toEqual({ number, channels: all, country: "US" })
  })
})

describe("the first template", () => {
  it("greets somebody by name", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const organization: SeedAccount = { api_keys: [] }
        const [id] = yield* Seed.plant([organization])
        const name = yield* Greeting.make(id!)
        const operator = yield* Operator
        const template = yield* operator.findTemplateByName(id!, name)
        expect([name, template?.definition]).toEqual([
          "hello_welcome_to_signalbox",
          {
            definitionVersion: "1.0",
            body: {
              multiChannel: {
                template: "Hello {{0:variable}}, welcome to Signalbox.",
                variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
              }
            }
          }
        ])
        expect(yield* Greeting.make(id!)).toBe(name)
      })
    ))
})
