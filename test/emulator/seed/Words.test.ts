/**
 * The words in which a seed is refused: whoever writes one reads what each field may be.
 */
import { parse } from "@signalbox/emulator/seed/SeedFile"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

const problems = (file: unknown): ReadonlyArray<string> => {
  const parsed = parse(JSON.stringify(file))
  return Result.isFailure(parsed) ? parsed.failure : []
}

const country = "must be a country such as US"
const pools = "must be one at most for each channel and country, with 1 to 7 area_digits and a pace above 0"
const purposes = "must be at most 20, with names and keywords that differ and that no account has"
const route = "must have one of carrier, split and select, with weights above 0, networks such as 26201 and " +
  "receipt_seconds from 10 to 86400"
const phone = "+12015550100"
const pool = { channel: "sms", country: "US" }
const sms = { channel: "sms", carrier: "sms-a" }
const key = "11111111-1111-4111-8111-111111111111"

describe("an account of a seed", () => {
  it.each<readonly [given: object, problem: string]>([
    [{ name: " " }, "name: must not be blank"],
    [{ email: "ada" }, "email: must be an e-mail address"],
    [{ api_keys: ["x"] }, "api_keys[0]: must be a UUID"],
    [{ balance: -1 }, "balance: must be between 0 and 1000000000"],
    [{ daily_message_limit: -1 }, "daily_message_limit: must be at least 0"],
    [{ requests_per_minute: 0 }, "requests_per_minute: must be at least 1"],
    [{ expiry_hours: 0 }, "expiry_hours: must be at least 1"],
    [{ audit_log_days: 0 }, "audit_log_days: must be at least 1"],
    [{ audit_log_days: 3651 }, "audit_log_days: must be at most 3650"],
    [{ webhook_disable_minutes: -1 }, "webhook_disable_minutes: must be at least 0"],
    [{ webhooks: 1001 }, "webhooks: must be between 0 and 1000"],
    [{ numbers: [{ number: phone, country: "us" }] }, `numbers[0].country: ${country}`],
    [{ keywords: [{ keyword: " ", action: "HELP" }] }, "keywords[0].keyword: must not be blank"],
    [{ number_pools: [{ ...pool, area_digits: 8 }] }, `number_pools: ${pools}`],
    [{ number_pools: [{ ...pool, pace: { per_second: 0 } }] }, `number_pools: ${pools}`],
    [{ number_pools: [pool, pool] }, `number_pools: ${pools}`],
    [{ purposes: [{ name: "a" }, { name: "a" }] }, `purposes: ${purposes}`],
    [{ routes: [{ ...sms, country: "us" }] }, `routes[0].country: ${country}`],
    [{ routes: [{ channel: "sms" }] }, `routes[0]: ${route}`],
    [{ routes: [{ ...sms, select: "cheapest" }] }, `routes[0]: ${route}`],
    [{ routes: [{ ...sms, network: ["x"] }] }, `routes[0]: ${route}`],
    [{ routes: [{ ...sms, receipt_seconds: 9 }] }, `routes[0]: ${route}`],
    [{ routes: [{ channel: "sms", split: [{ carrier: "sms-a", weight: 0 }] }] }, `routes[0]: ${route}`],
    [{ users: [{ email: "ada@acme.example", name: "" }] }, "users[0].name: must not be blank"],
    [{ type: "user", profiles: [{ api_keys: [] }] }, "profiles: only an organization has profiles"]
  ])("with %j is told what to mend", (given, problem) => {
    expect(problems({ accounts: [{ api_keys: [], ...given }] })).toEqual([`accounts[0].${problem}`])
  })

  it.each<object>([
    { balance: 0 },
    { balance: 1e9 },
    { daily_message_limit: 0 },
    { requests_per_minute: 1 },
    { expiry_hours: 1 },
    { audit_log_days: 1 },
    { audit_log_days: 3650 },
    { webhook_disable_minutes: 0 },
    { webhooks: 0 },
    { webhooks: 1000 },
    { number_pools: [{ ...pool, area_digits: 1 }, { ...pool, channel: "mms", area_digits: 7, when_paced: "next" }] },
    { routes: [{ ...sms, receipt_seconds: 10 }, { ...sms, receipt_seconds: 86_400, priority: 1 }] },
    {
      routes: [{
        channel: "sms",
        split: [{ carrier: "sms-a", weight: 1, from: "2030-01-01T00:00:00Z", until: "2030-02-01T00:00:00Z" }]
      }]
    },
    { type: "user", profiles: [] }
  ])("may have %j", (given) => {
    expect(problems({ accounts: [{ api_keys: [key], ...given }] })).toEqual([])
  })
})

describe("the terms of a seed", () => {
  const cost = { carrier: "sms-a", channel: "sms", price: 0 }

  it.each<readonly [given: object, problems: ReadonlyArray<string>]>([
    [{ costs: [cost, { ...cost, country: "US", price: 0.5 }] }, []],
    [{ costs: [{ ...cost, price: -0.5 }] }, ["costs[0].price: must be at least 0"]],
    [{ costs: [{ ...cost, country: "us" }] }, [`costs[0].country: ${country}`]],
    [{ lookups: {} }, []],
    [{ lookups: { keep_hours: 720 } }, []],
    [{ lookups: { cost: 0, keep_hours: 1, numbers: [{ phone, network: "26201", ported: true }] } }, []],
    [{ lookups: { cost: -1 } }, ["lookups.cost: must be at least 0"]],
    ...[0, 721].map((keep_hours) =>
      [{ lookups: { keep_hours } }, ["lookups.keep_hours: must be between 1 and 720"]] as const
    ),
    [{ lookups: { numbers: [{ phone, network: "1" }] } }, [
      "lookups.numbers[0].network: must be the codes of country and network, such as 26201"
    ]]
  ])("in %j are told apart", (given, expected) => {
    expect(problems({ accounts: [], ...given })).toEqual(expected)
  })
})
