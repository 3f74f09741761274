/**
 * The control shows accounts, the clock, deliveries and carriers, each field of them, on a service in this process.
 */
import * as Doubles from "@signalbox/emulator/Double"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { plain } from "./Plain.ts"
import * as Sending from "./Sending.ts"

const apiKey = "11111111-1111-4111-8111-111111111111"
const organization = "00000000-0000-4000-8000-000000000001"

let double: Doubles.Double

beforeAll(async () => {
  double = await Doubles.start({ apiKey })
})
afterAll(() => double.stop())

const get = async (path: `/emulator/${string}`): Promise<unknown> => plain(await double.control("GET", path))

describe("the clock", () => {
  it("tells what falls due next, once nothing is in hand", async () => {
    const [at, later] = [3_600_000, 7_200_000].map((millis) => new Date(double.now().getTime() + millis).toISOString())
    for (const scheduled_at of [later, at]) await Sending.send(double, "+12015550125", { scheduled_at })
    expect(await double.control("GET", "/emulator/clock")).toEqual({
      now: expect.stringMatching(/Z$/) as string,
      offset_ms: 0,
      idle: true,
      next: { name: expect.any(String) as string, at }
    })
    expect(await double.control("POST", "/emulator/clock", { advance_ms: 7_300_000 })).toMatchObject({
      offset_ms: 7_300_000,
      idle: true
    })
  })
})

describe("an account", () => {
  const account = {
    id: organization,
    name: "Emulator",
    type: "organization",
    api_key: apiKey,
    balance: expect.any(Number) as number,
    quiet_hours: "off",
    profiles: []
  }
  const [other, profile] = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"]

  it("is listed with its key, those first that were made first, each with its profiles", async () => {
    expect(await get("/emulator/accounts")).toEqual([account])
    const made = { id: other, name: "Other", balance: 7, api_keys: [], profiles: [{ id: profile, api_keys: [] }] }
    expect(await double.control("POST", "/emulator/accounts", made)).toEqual({ id: other, profiles: [profile] })
    const { api_key: _, ...keyless } = account
    expect(await get("/emulator/accounts")).toEqual([
      account,
      {
        ...keyless,
        id: other,
        name: "Other",
        balance: 7,
        profiles: [{
          id: profile,
          name: expect.any(String) as string,
          type: "profile",
          balance: 1000,
          quiet_hours: "off"
        }]
      }
    ])
  })

  it("shows what was changed, and keeps the rest", async () => {
    const change = (body: Parameters<Doubles.Double["control"]>[2]) =>
      double.control("PATCH", `/emulator/accounts/${other}`, body)
    const hours = { US: { start: "21:00", end: "08:00" }, exempt: ["AUTHENTICATION"] }
    expect(await change({ balance: 12.5, stage: "unverified", quiet_hours: hours })).toEqual({
      id: other,
      balance: 12.5,
      stage: "unverified",
      quiet_hours: hours
    })
    const terms = { destinations: { allow: ["US"] }, spend: { day: 5 } }
    expect(await change({ ...terms, pumping: { minimum: 50 }, purposes: [{ name: "news" }] })).toMatchObject({
      id: other,
      balance: 12.5,
      stage: "unverified",
      quiet_hours: hours,
      destinations: { allow: ["US"] },
      spend: { day: "5.0000" }
    })
    expect(await change({ pumping: null, purposes: null, quiet_hours: "off" })).toMatchObject({
      quiet_hours: "off",
      spend: { day: "5.0000" }
    })
  })
})

describe("a delivery to a webhook", () => {
  it("is shown attempt by attempt, with the bytes of each", async () => {
    let status = 500
    const server = createServer((request, response) => {
      request.resume().once("end", () => {
        response.statusCode = status
        response.end(status === 500 ? "no" : "")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
      const webhook = await Sending.api(double, "POST", "/webhooks", {
        display_name: "A",
        endpoint_url: url,
        event_types: ["message"],
        event_filters: { message: ["delivered"] },
        retry_count: 1
      })
      await Sending.send(double, "+12015550126")
      const attempt = {
        attempt: 1,
        at: "an instant",
        duration_ms: expect.any(Number) as number,
        status_code: 500,
        response_body: "no",
        error: "HTTP status 500" as string | null,
        headers: expect.objectContaining({ "x-webhook-id": "id 2", "x-webhook-attempt": "1" }) as object,
        body: expect.stringContaining("\"message.delivered\"") as string,
        verified: true
      }
      const delivery = {
        id: "id 1",
        webhook_id: "id 2",
        account: organization,
        url,
        event: "message.delivered",
        event_id: "id 3",
        status: "RETRYING",
        created_at: "an instant",
        completed_at: null as string | null,
        next_retry_at: "an instant" as string | null,
        attempts: [attempt]
      }
      const [found] = await double.control("GET", "/emulator/deliveries") as ReadonlyArray<Record<string, string>>
      const path = `/emulator/deliveries/${found!["id"]}` as const
      expect(plain([found])).toEqual([delivery])
      expect(await double.control("GET", path)).toEqual(found)
      expect(await double.control("GET", `/emulator/deliveries?webhook_id=${String(webhook["id"])}`)).toEqual([found])
      expect(await double.control("GET", `/emulator/deliveries?before=${found!["id"]}`)).toEqual([])
      status = 204
      expect(plain(await double.control("POST", `${path}/redeliver`, {}))).toEqual({
        id: "id 1",
        status: "RETRYING",
        attempt: 2
      })
      await double.advance(0)
      expect(await get(path)).toEqual({
        ...delivery,
        status: "DELIVERED",
        completed_at: "an instant",
        next_retry_at: null,
        attempts: [attempt, {
          ...attempt,
          attempt: 2,
          status_code: 204,
          response_body: "",
          error: null,
          headers: expect.objectContaining({ "x-webhook-id": "id 2", "x-webhook-attempt": "2" }) as object
        }]
      })
      await Sending.api(double, "PATCH", `/webhooks/${String(webhook["id"])}/toggle-status`, { is_active: false })
      await expect(double.control("POST", `${path}/redeliver`, {})).rejects.toThrow("its webhook is not active []")
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

describe("a carrier", () => {
  const usual = {
    per_second: null,
    delay_ms: 0,
    mode: "normal",
    share: 1,
    seed: 0,
    forgets: false,
    short: 0,
    pace: null,
    submissions: 0,
    attempts: 0,
    repeated: 0
  }

  it("is shown as it was told to behave, until it is told no more", async () => {
    const told = {
      per_second: 5,
      delay_ms: 1,
      mode: { refuse: "unknown" },
      share: 0.5,
      seed: 3,
      forgets: true,
      short: 1,
      pace: { perSecond: 1, inFlight: 2 }
    }
    expect(await double.control("PUT", "/emulator/carriers/rcs-a", told)).toEqual({ ...usual, ...told })
    expect(await double.control("DELETE", "/emulator/carriers/rcs-a")).toEqual(usual)
    expect(await get("/emulator/carriers")).toEqual([
      { id: "sms-a", channels: ["sms"], ...usual, submissions: expect.any(Number), attempts: expect.any(Number) },
      { id: "sms-b", channels: ["sms"], ...usual },
      { id: "whatsapp-a", channels: ["whatsapp"], ...usual },
      { id: "rcs-a", channels: ["rcs"], ...usual },
      { id: "mms-a", channels: ["mms"], ...usual }
    ])
  })
})

describe("the registry of numbers", () => {
  it("says of a number what it was told, until it is told no more, and how often it was asked", async () => {
    const [one, other] = ["/emulator/lookups/+12015550127", "/emulator/lookups/+12015550128"] as const
    const [phone, answer] = ["+12015550127", { ported: true, network: "310410" }]
    expect(await double.control("PUT", one, answer)).toEqual({ phone, answer, asked: 0 })
    expect(await double.control("GET", one)).toEqual({ phone, answer, asked: 0 })
    expect(await double.control("GET", other)).toEqual({ phone: "+12015550128", answer: null, asked: 0 })
    expect(await double.control("DELETE", one)).toEqual({ phone, answer: null, asked: 0 })
    expect(await double.control("GET", one)).toEqual({ phone, answer: null, asked: 0 })
  })
})

describe("a channel", () => {
  const all = ["sms", "whatsapp", "rcs", "mms"]

  it("that nobody ordered is switched off and on, and no registry decides about it", async () => {
    const tell = (event: string) =>
      double.control("POST", "/emulator/channels", { account: organization, channel: "mms", event })
    for (const event of ["deactivated", "approved"]) {
      expect(await tell(event)).toEqual({ account: organization, channels: ["sms", "whatsapp", "rcs"] })
    }
    for (const event of ["activated", "activated", "rejected"]) {
      expect(await tell(event)).toEqual({ account: organization, channels: all })
    }
  })

  it("that was ordered goes its way by what the registry says, and the other channels stay", async () => {
    const market = { country: "US", number_type: "TOLL_FREE" }
    const tell = (event: string, more: object = {}) =>
      double.control("POST", "/emulator/channels", { account: organization, channel: "sms", ...market, event, ...more })
    const standing = async () => {
      await double.advance(0)
      const answer = await double.fetch("/v3/channels/sms/US/TOLL_FREE", { headers: { "x-api-key": apiKey } })
      const { data } = await answer.json() as { readonly data: Readonly<Record<string, unknown>> }
      return [data["status"], data["sender_value"], data["reason"]]
    }
    const told = { account: organization, channels: all }
    // The first word counts for the order to come.
    expect(await tell("held")).toEqual(told)
    await Sending.api(double, "POST", "/channels/sms", market)
    expect(await standing()).toEqual(["PROVISIONING", null, "The channel is being set up."])
    expect(await tell("activated", { sender_value: "+18005550123" })).toEqual({ ...told, status: "PROVISIONING" })
    expect(await standing()).toEqual(["ACTIVE", "+18005550123", undefined])
    expect(await tell("deactivated", { reason: "The number was lent" })).toEqual({ ...told, status: "ACTIVE" })
    expect(await standing()).toEqual(["INACTIVE", "+18005550123", "The number was lent"])
  })
})
