/**
 * Brands and campaigns as bodies bring them, and the words with which they, their documents and questions about markets
 * are refused (decisions 3.6, 3.8, 5.6).
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as BrandBody from "@signalbox/core/internal/compliance/BrandBody"
import * as ComplianceBody from "@signalbox/core/internal/compliance/ComplianceBody"
import * as Country from "@signalbox/core/internal/compliance/Country"
import { GetRequirements } from "@signalbox/core/internal/compliance/GetRequirements"
import * as Handed from "@signalbox/core/internal/compliance/Handed"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Json } from "@signalbox/core/Json"
import * as Requirement from "@signalbox/core/Requirement"
import { find } from "@signalbox/core/RequirementTable"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { business, compliance, contact } from "../BrandParts.ts"
import * as Given from "../Given.ts"

const said = (violations: ReadonlyArray<{ readonly field: string; readonly message: string }>) =>
  violations.map(({ field, message }) => [field, message])

describe("a brand", () => {
  it("takes each field of a flat body to its part, and has no part of which nothing is said", () => {
    expect(BrandBody.fromFlat({})).toEqual({ contact: null, business: null, compliance: null })
    expect(BrandBody.fromFlat({ vertical: null })).toEqual({ contact: null, business: null, compliance: null })
    const own = { contact_name: "name", contact_email: "email", contact_phone: "phone" }
    expect(BrandBody.fromFlat(own))
      .toEqual({
        contact: { ...contact, name: "name", email: "email", phone: "phone" },
        business: null,
        compliance: null
      })
    expect(BrandBody.fromFlat({ vertical: "NGO" }))
      .toEqual({ contact: null, business: null, compliance: { ...compliance, vertical: "NGO" } })
    expect(
      BrandBody.fromFlat({
        legal_name: "name",
        tax_id: "tax",
        tax_id_type: "EIN",
        entity_type: "PRIVATE_PROFIT",
        street: "street",
        city: "city",
        state: "state",
        postal_code: "code",
        country: "US",
        website: "https://example.com"
      }).business
    ).toEqual({
      ...business,
      legalName: "name",
      taxId: "tax",
      taxIdType: "EIN",
      entityType: "PRIVATE_PROFIT",
      street: "street",
      city: "city",
      state: "state",
      postalCode: "code",
      country: "US",
      url: "https://example.com"
    })
  })

  it("has what the three parts say, and nothing else of them", () => {
    const relationship = { brandRelationship: "BASIC_ACCOUNT", vertical: "NGO" } as const
    const whole = { contact: { name: "name" }, compliance: relationship }
    const none = {
      contact: { ...contact, name: "name" },
      business: null,
      compliance: { ...compliance, ...relationship }
    }
    expect([BrandBody.fromParts(whole), BrandBody.fromParts({ ...whole, business: null })]).toEqual([none, none])
    expect(BrandBody.fromParts({ ...whole, business: {} }).business).toEqual(business)
    const countries = [{ id: "de" }, { id: "US", isMain: true }]
    expect(
      BrandBody.fromParts({ ...whole, compliance: { ...relationship, destinationCountries: countries } }).compliance
        ?.destinationCountries
    ).toEqual([{ id: "DE", isMain: false }, { id: "US", isMain: true }])
    const body = Schema.Struct({ brand: BrandBody.Parts })
    const flaws = (id: string) =>
      said(
        Decoding.decoder(body)({
          brand: { ...whole, compliance: { ...relationship, destinationCountries: [{ id }] } }
        }).violations
      ).map(([, message]) => message)
    expect([flaws("us"), flaws("USA"), flaws("U1")])
      .toEqual([[], ["must be a country code of two letters"], ["must be a country code of two letters"]])
  })
})

describe("compliance in a body", () => {
  it("is data or inherited, and what is empty is not kept", () => {
    const kept = [null, undefined, {}, { inherit: true, legal_name: "x" }, {
      inherit: null,
      legal_name: "x",
      tax_id: null
    }]
      .map((part) => ComplianceBody.registration(part))
    expect(kept).toEqual([null, null, {}, "inherited", { legal_name: "x" }])
    expect(kept.map(ComplianceBody.show)).toEqual([null, null, {}, { inherit: true }, { legal_name: "x" }])
  })

  it("is refused where it mixes the two, is neither, or is inherited from nobody", () => {
    const check = (brand: Json, mayInherit = true) => said(ComplianceBody.check({ compliance: { brand } }, mayInherit))
    const refused = (message: string) => [["compliance.brand", message]]
    for (const fine of [null, [], "x", { legal_name: "x" }, { inherit: true }, { inherit: true, legal_name: null }]) {
      expect(check(fine)).toEqual([])
    }
    expect(check({ inherit: true, legal_name: "x" }))
      .toEqual(refused("cannot have data of its own beside \"inherit\": true"))
    expect(check({ inherit: true }, false)).toEqual(refused("can be inherited by a profile only"))
    for (const empty of [{}, { legal_name: null }, { inherit: false }]) {
      expect(check(empty)).toEqual(refused("must have data or \"inherit\": true"))
    }
    expect(said(ComplianceBody.check({ compliance: { campaign: {} } }, true))[0]![0]).toBe("compliance.campaign")
    for (const raw of [null, [], "x", {}, { compliance: null }, { compliance: [] }]) {
      expect(ComplianceBody.check(raw, true)).toEqual([])
    }
  })
})

describe("a market", () => {
  const plain = shipped[0]!.requirements[0]!
  const flaw = (more: Partial<Requirement.Requirement>, value?: Json) => {
    const about = value === undefined ? {} : { brand: { legal_name: value } }
    return Requirement.violations([{ ...plain, ...more }], about).map(({ code, message }) => [code, message])
  }

  it("says in its words what a value must be", () => {
    const wrong = (message: string) => [["VALIDATION_001", message]]
    expect(flaw({})).toEqual(wrong("is required in this market"))
    expect(flaw({}, 7)).toEqual(wrong("must be a string"))
    expect(flaw({ type: "text" }, 7)).toEqual(wrong("must be a string"))
    expect(flaw({ type: "enum" }, 7)).toEqual(wrong("must be a string"))
    expect(flaw({ type: "email" }, "x")).toEqual(wrong("must be an e-mail address"))
    expect(flaw({ type: "phone" }, "x")).toEqual(wrong("must be a phone number in E.164 form"))
    expect(flaw({ type: "url" }, "ftp://example.com")).toEqual(wrong("must be an absolute http or https URL"))
    expect(flaw({ type: "url" }, "http://")).toEqual(wrong("must be an absolute http or https URL"))
    expect(flaw({ type: "boolean" }, "true")).toEqual(wrong("must be true or false"))
    expect(flaw({ type: "array" }, [])).toEqual(wrong("must be an array with at least one entry"))
    expect(flaw({ type: "object" }, [])).toEqual(wrong("must be an object"))
    expect(flaw({ max_length: 2 }, "abc")).toEqual(wrong("must have at most 2 characters"))
    expect(flaw({ options: ["A", "B"] }, "C")).toEqual(wrong("must be one of: A, B"))
    expect(flaw({ pattern: "^A$" }, "B")).toEqual(wrong("must match ^A$"))
  })

  it("says in its words what is wrong with documents", async () => {
    const rule = find(shipped, "AU", "ALPHANUMERIC")
    const upload = (key: string, contentType = "application/pdf") => ({
      key,
      contentType,
      fileName: "a.pdf",
      bytes: new Uint8Array(1)
    })
    const uploads = [upload("business_registration", "TEXT/plain"), upload("other"), upload("other")]
    const refused = await Effect.runPromise(Effect.flip(Handed.judge(rule, {}, uploads)))
    expect([refused.code, refused.message, refused.status, refused.details]).toEqual([
      "VALIDATION_001",
      "Documents are missing or cannot be accepted",
      422,
      {
        compliance: [
          "business_registration must be of one of these types: application/pdf, image/jpeg, image/png",
          "letter_of_authorization is required",
          "other is not asked for in this market"
        ]
      }
    ])
  })

  it("is asked about by a country, a type and a channel, and says which of them is none", async () => {
    const caller = { account: Given.account(), keyAccount: Given.account() }
    const check = (query: { readonly country: string; readonly type: string; readonly channel?: string }) =>
      GetRequirements.check({ path: {}, query, body: {} }, caller, {}, Given.now)
        .map(({ code, field, message }) => [field, code, message])
    expect(check({ country: "us", type: "10dlc" })).toEqual([])
    expect(check({ country: "", type: "" }))
      .toEqual([["country", "VALIDATION_004", "is required"], ["type", "VALIDATION_004", "is required"]])
    const types = "ALPHANUMERIC"
    const [country, type, channel] = check({ country: "USA", type: "x", channel: "mms" })
    expect(country).toEqual(["country", "VALIDATION_001", "must be a country code of two letters, such as US"])
    expect([type![0], type![1], type![2]!.startsWith("must be one of: "), type![2]!.includes(types)])
      .toEqual(["type", "VALIDATION_001", true, true])
    expect(channel).toEqual(["channel", "VALIDATION_006", "must be one of: sms, whatsapp, rcs"])
    expect([Country.numberType("10dlc"), Country.numberType("ten_dlc"), Country.numberType("x")])
      .toEqual(["TEN_DLC", "TEN_DLC", null])
  })
})
