/**
 * Markets as they are shipped and shown, word by word, and documents on their way to where they are kept (specification
 * "GET /v3/compliance/requirements", decisions 5.6, 5.7).
 */
import * as Decoding from "@signalbox/core/Decoding"
import type { Document } from "@signalbox/core/Documents"
import { Documents } from "@signalbox/core/Documents"
import * as Facts from "@signalbox/core/Facts"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import * as ComplianceBody from "@signalbox/core/internal/compliance/ComplianceBody"
import * as Country from "@signalbox/core/internal/compliance/Country"
import { GetRequirements } from "@signalbox/core/internal/compliance/GetRequirements"
import * as Handed from "@signalbox/core/internal/compliance/Handed"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Json } from "@signalbox/core/Json"
import type { NumberType } from "@signalbox/core/Market"
import type { MarketRule } from "@signalbox/core/MarketRule"
import * as Requirement from "@signalbox/core/Requirement"
import { find, RequirementTable } from "@signalbox/core/RequirementTable"
import { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()

const shown = (rule: MarketRule, country: string, type: NumberType) => {
  const command = {
    path: {},
    query: { country, type },
    body: {},
    caller: { account, keyAccount: account },
    consulted: { country, type, rule }
  }
  const grounds = { facts: Facts.empty, now: Given.now, ids: Given.ids() }
  return Result.getOrThrow(GetRequirements.decides.decide(command, grounds)).answer
}

describe("the shipped table", () => {
  it("names each value and document of a market, its length and its form", () => {
    const told = (country: string, type: NumberType) =>
      find(shipped, country, type).requirements.map((
        { key, label, max_length, pattern }
      ) => [key, label, max_length, ...pattern === null ? [] : [pattern]])
    expect(told("US", "TEN_DLC")).toStrictEqual([
      ["brand.legal_name", "Legal name", 255],
      ["brand.entity_type", "Entity type", null],
      ["brand.tax_id", "Tax id", 255],
      ["brand.street", "Street", 255],
      ["brand.city", "City", 255],
      ["brand.state", "State", 255],
      ["brand.postal_code", "Postal code", 255],
      ["brand.country", "Country", 255, "^[A-Za-z]{2}$"],
      ["brand.website", "Website", null],
      ["brand.vertical", "Vertical", null],
      ["brand.contact_name", "Contact", 255],
      ["brand.contact_email", "Contact's e-mail", null],
      ["brand.contact_phone", "Contact's phone", null],
      ["campaign.use_case", "Use case", null],
      ["campaign.description", "Description", 2048],
      ["campaign.message_flow", "Message flow", 2048],
      ["campaign.sample_messages", "Sample messages", 1024],
      ["campaign.optin_keywords", "Opt-in keywords", 255],
      ["campaign.optin_message", "Opt-in message", 2048],
      ["campaign.optout_keywords", "Opt-out keywords", 255],
      ["campaign.optout_message", "Opt-out message", 2048],
      ["campaign.help_keywords", "Help keywords", 255],
      ["campaign.help_message", "Help message", 2048],
      ["campaign.privacy_policy_link", "Privacy policy", null],
      ["campaign.terms_and_conditions_link", "Terms", null]
    ])
    const papers = [["business_registration", "Business registration", null], [
      "letter_of_authorization",
      "Letter of authorization",
      null
    ]]
    expect(["AU", "IE", "SG"].map((country) => told(country, "ALPHANUMERIC"))).toStrictEqual([papers, papers, papers])
    for (const { requirements, senderIdPattern } of shipped) {
      expect(senderIdPattern).toBeNull()
      for (const { accept, item_fields, type } of requirements) {
        expect([item_fields, accept]).toStrictEqual([
          null,
          type === "document" ? ["application/pdf", "image/jpeg", "image/png"] : null
        ])
      }
    }
  })

  it("says nothing of other markets, which register with nobody", () => {
    const none = { country: null, type: null, regime: "none", senderIdPattern: null, requirements: [], source: "" }
    expect([find(shipped, "US", "LOCAL"), find(shipped, "AU", "TEN_DLC"), find([], "US", "TEN_DLC")]).toStrictEqual([
      none,
      none,
      none
    ])
  })
})

it("the table that an operator provides goes by the name of its module, and is the shipped one otherwise", () => {
  expect(RequirementTable.key).toBe("@signalbox/core/compliance/RequirementTable")
  expect(Context.get(Context.empty(), RequirementTable)).toBe(shipped)
})

describe("a market that is shown", () => {
  const body = (country: string, number_type: string, more: object = {}) => ({
    country,
    number_type,
    sender_value: null,
    ...more
  })
  const step = (description: string, of: object) => ({
    order: 1,
    method: "POST",
    path: "/v3/channels/sms",
    description,
    body: of
  })

  it("has what it demands, and the request that sets it up with a place for each value", () => {
    const rule = find(shipped, "US", "TEN_DLC")
    const blank = (part: string) =>
      Object.fromEntries(
        rule.requirements.flatMap(({ key }) => key.startsWith(`${part}.`) ? [[key.slice(part.length + 1), null]] : [])
      )
    expect(shown(rule, "US", "TEN_DLC")).toStrictEqual({
      channel: "sms",
      country: "US",
      type: "TEN_DLC",
      required: true,
      sender_id_pattern: null,
      requirements: rule.requirements,
      setup: [
        step(
          "Add the market with a JSON body",
          body("US", "TEN_DLC", { compliance: { brand: blank("brand"), campaign: blank("campaign") } })
        )
      ]
    })
    expect(Object.keys(blank("brand")).length + Object.keys(blank("campaign")).length).toBe(25)
  })

  it("names the parts of a form where it demands documents", () => {
    const rule = find(shipped, "SG", "ALPHANUMERIC")
    expect(shown(rule, "SG", "ALPHANUMERIC").setup).toStrictEqual([
      step(
        "Add the market with a form that has these parts beside the fields: business_registration, letter_of_authorization",
        body("SG", "ALPHANUMERIC")
      )
    ])
    const optional: MarketRule = {
      ...rule,
      senderIdPattern: "^[A-Z]{3}$",
      requirements: rule.requirements.map((each) => ({ ...each, required: false }))
    }
    expect(shown(optional, "SG", "ALPHANUMERIC")).toMatchObject({ required: false, sender_id_pattern: "^[A-Z]{3}$" })
    expect(shown(find(shipped, "DE", "LOCAL"), "DE", "LOCAL")).toStrictEqual({
      channel: "sms",
      country: "DE",
      type: "LOCAL",
      required: false,
      sender_id_pattern: null,
      requirements: [],
      setup: [step("Add the market with a JSON body", body("DE", "LOCAL"))]
    })
  })

  it("is one of a country of two letters", () => {
    const flaws = (country: string) =>
      Decoding.decoder(Schema.Struct({ country: Country.country }))({ country }).violations.map(({ message }) =>
        message
      )
    const wrong = ["must be a country code of two letters, for example US"]
    expect(["us", "DE", "XX", "USA", "U", ""].map(flaws)).toStrictEqual([[], [], wrong, wrong, wrong, wrong])
  })
})

describe("sample messages", () => {
  it("are one to five, none of them blank or too long", () => {
    const flaws = (sample_messages: Json) =>
      Decoding.decoder(Schema.Struct({ sample_messages: ComplianceBody.sampleMessages }))({ sample_messages })
        .violations.map(({ field, message }) => [field, message])
    const count = [["sample_messages", "must hold 1 to 5 messages"]]
    expect([1, 5].map((length) => flaws(Array.from({ length }, () => "x".repeat(1024))))).toStrictEqual([[], []])
    expect([0, 6].map((length) => flaws(Array.from({ length }, () => "x")))).toStrictEqual([count, count])
    expect([flaws([" "]).length, flaws(["x".repeat(1025)]).length]).toStrictEqual([1, 1])
  })
})

describe("a requirement", () => {
  const requirement = (parts: Partial<Requirement.Requirement>): Requirement.Requirement => ({
    ...shipped[0]!.requirements[0]!,
    ...parts
  })

  it("is met by an own value under its key alone, and depends on another one as it is written", () => {
    const fields = (one: Requirement.Requirement, given: Readonly<Record<string, Json>>) =>
      Requirement.violations([one], given).map(({ field }) => field)
    const missed = ["compliance.brand.legal_name"]
    const one = requirement({})
    expect([fields(one, {}), fields(one, { brand: null }), fields(one, { brand: "x" }), fields(one, { brand: ["x"] })])
      .toStrictEqual([missed, missed, missed, missed])
    expect(fields(requirement({ key: "brand.toString" }), { brand: {} })).toStrictEqual(["compliance.brand.toString"])
    const dependent = requirement({
      key: "brand.tax_id",
      required: false,
      required_when: { key: "brand.entity_type", equals: "A" }
    })
    expect([fields(dependent, { brand: { entity_type: "A" } }), fields(dependent, { brand: { entity_type: "a" } })])
      .toStrictEqual([["compliance.brand.tax_id"], []])
    expect(
      Requirement.violations([one, requirement({ key: "paper", type: "document" })], {}, ({ key }) => key === "paper")
    ).toStrictEqual([])
  })

  it("on a document is met by one of its types", () => {
    const paper = requirement({
      key: "paper",
      type: "document",
      accept: null,
      required: false,
      required_when: { key: "brand.state", equals: "BY" }
    })
    const flaws = (given: Readonly<Record<string, Json>>, ...keys: ReadonlyArray<string>) =>
      Requirement.documentFlaws([paper], given, keys.map((key) => ({ key, contentType: "text/x" })))
    expect([flaws({}), flaws({ brand: { state: "BY" } }), flaws({}, "paper"), flaws({}, "paper", "paper")])
      .toStrictEqual([[], ["paper is required"], [], ["paper must be one document"]])
  })
})

describe("documents", () => {
  const upload = { key: "paper", fileName: "a.pdf", contentType: "application/pdf", bytes: new Uint8Array(3) }
  const calls: Array<unknown> = []
  const run = <A, E>(
    effect: Effect.Effect<A, E, IdGenerator.IdGenerator>,
    outcome: Effect.Effect<"Put" | "Full", StoreError> = Effect.succeed("Put")
  ) =>
    Effect.runPromise(
      Effect.result(effect).pipe(
        Effect.provideService(IdGenerator.IdGenerator, Given.ids()),
        Effect.provideService(Documents, {
          put: (documents: ReadonlyArray<Document>, until, most, now) => {
            calls.push([documents, until - now, most])
            return outcome
          },
          keep: () => Effect.void,
          remove: (ids) => {
            calls.push(ids)
            return Effect.fail(new StoreError({ reason: "failed", cause: "gone" }))
          },
          find: () => Effect.succeed(null),
          next: () => Effect.succeed(null),
          restore: () => Effect.void
        })
      )
    )

  const uuids = () => {
    const ids = Given.ids()
    return [ids.uuid(), ids.uuid()]
  }

  it("are put for a day, all of them together, and none where there is none", async () => {
    const [one, two] = uuids()
    const refs = [{ id: one, key: "paper", fileName: "a.pdf" }, { id: two, key: "letter", fileName: "a.pdf" }]
    const both = [upload, { ...upload, key: "letter" }]
    expect(await run(Handed.put(account.id, both))).toStrictEqual(Result.succeed(refs))
    const kept = both.map((each, index) => ({ ...each, id: refs[index]!.id, account: account.id }))
    expect(calls.splice(0)).toStrictEqual([[kept, Instant.day, 200 * 1024 * 1024]])
    expect([await run(Handed.put(account.id, [])), await run(Handed.simulate(both)), calls]).toStrictEqual([
      Result.succeed([]),
      Result.succeed(refs),
      []
    ])
  })

  it("are refused where there is no room, or where nobody keeps them", async () => {
    const refused = async (outcome: Effect.Effect<"Full", StoreError>) => {
      const found = await run(Handed.put(account.id, [upload]), outcome)
      return Result.isFailure(found) ? [found.failure.code, found.failure.details] : found
    }
    expect(await refused(Effect.succeed("Full"))).toStrictEqual(["BUSINESS_008", {
      compliance: ["the account has too many bytes of documents"]
    }])
    expect(await refused(Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" })))).toStrictEqual([
      "INTERNAL_005",
      undefined
    ])
  })

  it("of a refused request are removed, and whatever that takes nobody hears of it", async () => {
    calls.length = 0
    const refs = [{ id: "one", key: "paper", fileName: "a.pdf" }]
    expect([await run(Handed.retract(refs)), await run(Handed.retract([])), calls]).toStrictEqual([
      Result.succeed(undefined),
      Result.succeed(undefined),
      [["one"]]
    ])
  })
})
