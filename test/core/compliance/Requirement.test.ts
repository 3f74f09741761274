/**
 * The table says what markets demand, and judges what they are given (specification "GET /v3/compliance/requirements",
 * decisions 5.6).
 */
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { MarketRule } from "@signalbox/core/MarketRule"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Requirement } from "@signalbox/core/Requirement"
import * as Requirement_ from "@signalbox/core/Requirement"
import { asksForSender, find } from "@signalbox/core/RequirementTable"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const requirement = (more: Partial<Requirement> = {}): Requirement => ({
  key: "brand.legal_name",
  label: "Name",
  description: "The name",
  type: "string",
  required: true,
  required_when: null,
  pattern: null,
  max_length: null,
  options: null,
  item_fields: null,
  accept: null,
  ...more
})

const rule = (more: Partial<MarketRule>): MarketRule => ({
  country: null,
  type: null,
  regime: "none",
  senderIdPattern: null,
  requirements: [],
  source: "a test",
  ...more
})

const about = (value: unknown) => ({ brand: { legal_name: value as string } })

const fields = (one: Requirement, value: unknown) =>
  Requirement_.violations([one], about(value)).map(({ field }) => field)

describe("a requirement", () => {
  prop("is met by what is there, and not by what is blank", fc.string({ minLength: 1 }), (text) => {
    expect(fields(requirement(), text)).toEqual(text.trim() === "" ? ["compliance.brand.legal_name"] : [])
    expect(fields(requirement({ required: false }), undefined)).toEqual([])
    expect(fields(requirement(), null)).toEqual(["compliance.brand.legal_name"])
  })

  it.each([
    [{ type: "email" }, "ada@example.com", "ada"],
    [{ type: "phone" }, "+12015550123", "12015550123"],
    [{ type: "url" }, "https://example.com/x", "example.com"],
    [{ type: "url" }, "HTTP://example.com", "ftp://example.com"],
    [{ type: "url" }, "http://example.com", "http://"],
    [{ type: "boolean" }, true, "true"],
    [{ type: "string" }, "x", 7],
    [{ type: "array" }, ["x"], []],
    [{ type: "object" }, { x: 1 }, ["x"]],
    [{ type: "object" }, {}, "x"],
    [{ max_length: 3 }, "abc", "abcd"],
    [{ type: "array", max_length: 3 }, ["abc", "d"], ["abc", "abcd"]],
    [{ type: "enum", options: ["A", "B"] }, "B", "C"],
    [{ type: "array", options: ["A", "B"] }, ["B", "A"], ["A", "C"]],
    [{ pattern: "^[A-Z]{2}$" }, "US", "USA"],
    [{ type: "array", pattern: "^[A-Z]{2}$" }, ["US", "DE"], ["US", "USA"]],
    // What is no text has neither a length nor a pattern.
    [{ type: "array", max_length: 1, options: ["A"], pattern: "^A$" }, [7, "A"], [7, "B"]]
  ] as ReadonlyArray<[Partial<Requirement>, unknown, unknown]>)("%j takes %j and not %j", (more, right, wrong) => {
    expect(fields(requirement(more), right)).toEqual([])
    expect(fields(requirement(more), wrong)).toEqual(["compliance.brand.legal_name"])
  })

  it("is about a value of its own part, not about what texts, lists and all objects have", () => {
    for (const key of ["brand.length", "brand.toString"]) {
      for (const brand of ["Acme", ["Acme"], {}, null]) {
        expect(Requirement_.violations([requirement({ key })], { brand })).toStrictEqual([
          { field: `compliance.${key}`, code: "VALIDATION_001", message: "is required in this market" }
        ])
      }
    }
    expect(Requirement_.violations([requirement({ key: "brand.length" })], { brand: { length: "x" } })).toEqual([])
  })

  it("is judged beside documents, each of both by itself, and only where it is asked about", () => {
    const paper = requirement({ key: "paper", type: "document" })
    const other = requirement({ key: "campaign.volume" })
    const all = [requirement(), paper, other]
    const judged = (...is: Parameters<typeof Requirement_.violations>) =>
      Requirement_.violations(...is).map(({ field }) => field)
    expect(judged(all, {})).toEqual(["compliance.brand.legal_name", "compliance.campaign.volume"])
    expect(judged(all, {}, ({ key }) => key !== "campaign.volume")).toEqual(["compliance.brand.legal_name"])
    expect(Requirement_.documentFlaws(all, {}, [])).toEqual(["paper is required"])
  })

  it("may depend on another one", () => {
    const dependent = requirement({
      key: "brand.tax_id",
      required: false,
      required_when: { key: "brand.legal_name", equals: "Acme" }
    })
    expect(Requirement_.violations([dependent], about("Acme"))).toHaveLength(1)
    expect(Requirement_.violations([dependent], about("Other"))).toEqual([])
  })
})

describe("documents", () => {
  const paper = (key: string, required = true) =>
    requirement({ key, type: "document", required, accept: ["application/pdf"] })
  const wanted = [paper("one"), paper("two"), paper("three", false)]

  prop(
    "are named when they are missing, every one of them, and only those [CHN-035]",
    fc.subarray(["one", "two", "three"]),
    (handed) => {
      const documents = handed.map((key) => ({ key, contentType: "application/pdf" }))
      expect(Requirement_.documentFlaws(wanted, {}, documents)).toEqual(
        ["one", "two"].filter((key) => !handed.includes(key)).map((key) => `${key} is required`)
      )
    }
  )

  it("are refused when they are of another type, twice, or not asked for [CHN-036]", () => {
    const flaws = (...documents: ReadonlyArray<readonly [string, string]>) =>
      Requirement_.documentFlaws(wanted, {}, documents.map(([key, contentType]) => ({ key, contentType }))).length
    const right = [["one", "application/pdf"], ["two", "APPLICATION/PDF"]] as const
    expect(flaws(...right)).toBe(0)
    expect(flaws(right[0], ["two", "image/gif"])).toBe(1)
    expect(flaws(...right, right[0])).toBe(1)
    expect(flaws(...right, ["four", "application/pdf"], ["four", "application/pdf"])).toBe(1)
  })
})

describe("the table of markets", () => {
  it("is searched from its top: the first row that fits is the rule", () => {
    const one = rule({ country: "US", type: "LOCAL" })
    const two = rule({ type: "LOCAL" })
    const three = rule({ country: "US" })
    const table = [one, two, three]
    expect(find(table, "US", "LOCAL")).toBe(one)
    expect(find(table, "DE", "LOCAL")).toBe(two)
    expect(find(table, "US", "MOBILE")).toBe(three)
    expect(find(table, "DE", "MOBILE")).toMatchObject({ regime: "none", requirements: [] })
  })

  it("covers both regimes that the specification names, and says where its facts come from [CMP-014]", () => {
    expect(new Set(shipped.map(({ regime }) => regime))).toEqual(new Set(["campaign", "documents"]))
    for (const { requirements, source } of shipped) {
      expect(source).not.toBe("")
      const keys = requirements.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { pattern } of requirements) if (pattern !== null) expect(() => new RegExp(pattern, "u")).not.toThrow()
    }
  })
})

describe("a destination", () => {
  it.each([
    ["+12015550101", "US", true],
    ["+14165550101", "CA", true],
    ["+61491570156", "AU", true],
    ["+6581234567", "SG", true],
    ["+447400123456", "GB", false],
    ["+4915123456789", "DE", false]
  ])("%s asks for a sender that is registered there, if its market does (%s: %s)", (phone, country, asks) => {
    expect(asksForSender(shipped, phone as PhoneNumber, country)).toBe(asks)
  })

  it("asks as the operator's own table says, and +1 whatever that says", () => {
    const table = [rule({ country: "GB", type: "ALPHANUMERIC", regime: "documents" })]
    expect(asksForSender(table, "+447400123456" as PhoneNumber, "GB")).toBe(true)
    expect(asksForSender(table, "+61491570156" as PhoneNumber, "AU")).toBe(false)
    expect(asksForSender(table, "+12015550101" as PhoneNumber, "US")).toBe(true)
  })
})
