/**
 * The settings of an account with Twilio: what stands for those that are not given, and the forms of all.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import type { Options } from "@signalbox/twilio/Options"
import { check } from "@signalbox/twilio/Options"
import * as Rates from "@signalbox/twilio/Rates"
import { describe, expect, it } from "vitest"

const sid = (prefix: string): string => `${prefix}${"0aF9".repeat(8)}`

const own: Options = { accountSid: sid("AC"), authToken: "t0ken", publicUrl: "https://us.example/twilio" }

const basic = (name: string, secret: string): string => `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`

/** The settings without the functions that hold secrets. */
const plain = (given: object = {}): object => {
  const { authTokens: _, authorization: __, ...others } = check({ ...own, ...given })
  return others
}

const flaws = (given: object): string => {
  try {
    check({ ...own, ...given })
    return "none"
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}

describe("settings", () => {
  it("have these values unless others are given", () => {
    const whole = {
      id: "twilio",
      senders: {},
      contents: {},
      failures: {},
      unknownReceipts: "again",
      baseUrl: "https://api.twilio.com",
      answersWithin: 30_000,
      http: { timeout: 29_000 },
      accountSid: own.accountSid,
      publicUrl: own.publicUrl,
      channels: ["sms"],
      messagingServiceSid: null,
      pace: { perSecond: 100, inFlight: 30 }
    }
    expect(plain()).toEqual(whole)
    expect(plain({ answersWithin: 1500, http: { connections: 2 } }))
      .toEqual({ ...whole, answersWithin: 1500, http: { timeout: 750, connections: 2 } })
    const others = {
      id: "twilio-eu",
      senders: { a: "b" },
      contents: { order: sid("HX") },
      failures: { 30008: "handset_unreachable" },
      unknownReceipts: "taken",
      baseUrl: "https://api.ie1.twilio.com",
      http: { timeout: 7 },
      channels: ["mms"],
      messagingServiceSid: sid("MG"),
      pace: { perSecond: 2, inFlight: 3 }
    }
    expect(plain(others)).toEqual({ ...whole, ...others })
  })

  it("have requests authorized by the first token, or by the API key, and callbacks by all tokens", () => {
    const { authTokens, authorization } = check({ ...own, authToken: ["new", "old"] })
    expect([authorization(), authTokens()]).toEqual([basic(own.accountSid, "new"), ["new", "old"]])
    const keyed = check({ ...own, apiKey: { sid: sid("SK"), secret: "k3y" } })
    expect([keyed.authorization(), keyed.authTokens()]).toEqual([basic(sid("SK"), "k3y"), ["t0ken"]])
  })

  it("have the pace that Twilio publishes for their fastest channel, or for a kind of sender", () => {
    const pace = (given: object): CarrierPace => check({ ...own, ...given }).pace
    const all = ["sms", "whatsapp", "mms"] as const
    const published = {
      "long code": { perSecond: 1, inFlight: 2 },
      "toll-free": { perSecond: 3, inFlight: 3 },
      "short code": { perSecond: 100, inFlight: 30 },
      mms: { perSecond: 25, inFlight: 10 },
      whatsapp: { perSecond: 80, inFlight: 30 }
    }
    expect(Rates.published).toEqual(published)
    for (const [kind, rate] of Object.entries(published)) expect(pace({ pace: kind })).toEqual(rate)
    expect([all, ["mms", "whatsapp"], ["mms"]].map((channels) => pace({ channels })))
      .toEqual([published["short code"], published.whatsapp, published.mms])
  })

  it("are refused in words where they cannot be", () => {
    const digits = (prefix: string): string => `must be ${prefix} and 32 hexadecimal digits`
    const url = "twilio: publicUrl must be a URL with http or https, without a query"
    expect(flaws({ accountSid: sid("SK") })).toBe(`twilio: accountSid ${digits("AC")}`)
    expect(flaws({ accountSid: `${sid("AC")}0` })).toBe(`twilio: accountSid ${digits("AC")}`)
    expect(flaws({ apiKey: { sid: "x", secret: "k" } })).toBe(`twilio: apiKey.sid ${digits("SK")}`)
    expect(flaws({ messagingServiceSid: "x" })).toBe(`twilio: messagingServiceSid ${digits("MG")}`)
    expect(flaws({ contents: { order: "x" } })).toBe(`twilio: contents.order ${digits("HX")}`)
    expect(flaws({ channels: [] })).toBe("twilio: channels must name a channel")
    expect(flaws({ authToken: [] })).toMatch(/authToken.*must have a token/)
    for (const publicUrl of ["x", "ftp://us.example", "https://us.example/?a", "https://us.example/#a"]) {
      expect(flaws({ publicUrl }), publicUrl).toBe(url)
    }
    expect([flaws({ publicUrl: "http://us.example" }), flaws({ publicUrl: own.publicUrl })]).toEqual(["none", "none"])
  })
})
