/**
 * The settings of the numbers of a business account: what stands for those that are not given, and the forms of all.
 */
import type { Options } from "@signalbox/whatsapp/Options"
import { check } from "@signalbox/whatsapp/Options"
import { describe, expect, it } from "vitest"

const own: Options = { accessToken: "t0ken", appSecret: "s3cret", verifyToken: "v3rify" }

const flaws = (given: object): string => {
  try {
    check({ ...own, ...given })
    return "none"
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}

describe("settings", () => {
  const whole = {
    id: "whatsapp",
    accessToken: "t0ken",
    appSecrets: ["s3cret"],
    verifyToken: "v3rify",
    phoneNumberId: null,
    phoneNumberIds: {},
    accounts: {},
    businessAccount: null,
    templateNames: "plain",
    reviews: "whatsapp",
    headerHandle: null,
    reviewEvery: 900_000,
    api: "https://graph.facebook.com/v23.0",
    pace: { perSecond: 80, inFlight: 100 },
    answersWithin: 30_000,
    previewsLinks: false,
    marksRead: false,
    http: {}
  }

  it("have these values unless others are given", () => {
    expect(check(own)).toEqual(whole)
    expect(check({ ...own, businessAccount: "7" })).toEqual({ ...whole, businessAccount: "7", templateNames: "own" })
    expect(check({ ...own, businessAccount: "7", templateNames: "plain" }).templateNames).toBe("plain")
  })

  it("are those that are given", () => {
    const given = {
      id: "meta",
      phoneNumberId: "1",
      phoneNumberIds: { "+15550783881": "2" },
      accounts: { 1: "acme" },
      businessAccount: "3",
      templateNames: "own",
      reviews: "template",
      headerHandle: () => Promise.resolve("handle"),
      reviewEvery: 1000,
      pace: null,
      answersWithin: 1,
      previewsLinks: true,
      marksRead: true,
      http: { connections: 2 }
    } as const
    const told = check({ ...own, ...given, appSecret: ["a", "b"], url: "https://graph.example//", version: "v1.2" })
    expect(told).toEqual({ ...whole, ...given, appSecrets: ["a", "b"], api: "https://graph.example/v1.2" })
  })

  it("are refused in words where they cannot be", () => {
    const id = "must be the digits of an id of Meta"
    expect(flaws({ accessToken: "a b" })).toBe("whatsapp: accessToken must be printable ASCII without spaces")
    expect(flaws({ accessToken: "x".repeat(2001) })).not.toBe("none")
    expect(flaws({ verifyToken: "" })).toBe("whatsapp: verifyToken must not be empty")
    expect(flaws({ verifyToken: "x".repeat(1001) })).not.toBe("none")
    expect(flaws({ phoneNumberId: "x" })).toBe(`whatsapp: phoneNumberId ${id}`)
    expect(flaws({ phoneNumberIds: { a: "1".repeat(33) } })).toBe(`whatsapp: phoneNumberIds.a ${id}`)
    expect(flaws({ businessAccount: "" })).toBe(`whatsapp: businessAccount ${id}`)
    expect(flaws({ version: "v23" })).toBe("whatsapp: version must be a version such as v23.0")
    expect([999, 86_400_001].map((reviewEvery) => flaws({ reviewEvery }))).toEqual(
      [1, 2].map(() => "whatsapp: reviewEvery must be a whole number between 1000 and 86400000")
    )
    const most = { accessToken: "x".repeat(2000), verifyToken: "x".repeat(1000), phoneNumberId: "1".repeat(32) }
    expect(flaws({ ...most, reviewEvery: 86_400_000, version: "v123.45" })).toBe("none")
    for (
      const wrong of [{ appSecret: [] }, { appSecret: "" }, { headerHandle: "x" }, { reviews: "x" }, {
        templateNames: "x"
      }]
    ) {
      expect(flaws(wrong), JSON.stringify(wrong)).toMatch(/^whatsapp: /)
    }
  })
})
