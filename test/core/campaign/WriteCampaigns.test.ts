/**
 * The campaigns of a profile without HTTP: all that is kept of one and shown of it, and the words with which a change is
 * refused (decisions 3.9).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Decoding from "@signalbox/core/Decoding"
import * as Instant from "@signalbox/core/Instant"
import * as CampaignBody from "@signalbox/core/internal/campaign/CampaignBody"
import * as CampaignResource from "@signalbox/core/internal/campaign/CampaignResource"
import { ListCampaigns } from "@signalbox/core/internal/campaign/ListCampaigns"
import { CreateCampaign, DeleteCampaign, UpdateCampaign } from "@signalbox/core/internal/campaign/WriteCampaigns"
import type { Campaign } from "@signalbox/core/internal/row/CampaignList"
import { CampaignLists } from "@signalbox/core/internal/row/CampaignList"
import { blank } from "@signalbox/core/internal/row/Profile"
import { Refused } from "@signalbox/core/Refused"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const organization = Given.account({ id: Given.accountId(2) })
const caller = { account: organization, keyAccount: organization }
const slots = { caller, query: {}, consulted: undefined }
const path = { profileId: Given.accountId(1) }

/** A profile whose brand is its organization's, so that it may have campaigns. */
const profileOf = (inheritsCampaign = false) =>
  Given.account({
    type: "profile",
    organization: organization.id,
    profile: { ...blank("incomplete"), inheritsBrand: true, inheritsCampaign }
  })

const texts = {
  volume: "1000",
  messageFlow: "flow",
  optinKeywords: "JOIN",
  optinMessage: "in",
  optoutKeywords: "STOP",
  optoutMessage: "out",
  helpKeywords: "HELP",
  helpMessage: "help",
  privacyPolicyLink: "https://example.com/privacy",
  termsAndConditionsLink: "https://example.com/terms"
}

const body: CampaignBody.CampaignBody = {
  campaign: {
    name: "Parcels",
    description: "Where parcels are",
    type: "standard",
    useCases: [{ messagingUseCaseUs: "DELIVERY_NOTIFICATION", sampleMessages: ["one", "two"] }],
    ...texts
  }
}

let made = 0
const making = { id: () => `id-${++made}`, now: Given.now }
const kept = (parts: Partial<Campaign> = {}): Campaign => ({
  ...CampaignBody.compose(body, null, "brand", making),
  ...parts
})

const store = (campaigns: ReadonlyArray<Campaign>, profile = profileOf()): FactStore =>
  new FactStore([
    Commit.put(Accounts, profile),
    Commit.put(Accounts, organization),
    Commit.put(CampaignLists, { profile: profile.id, campaigns })
  ])

const refusal = (result: Result.Result<unknown, unknown>): unknown =>
  Result.match(result, {
    onSuccess: () => "nothing was refused",
    onFailure: (failure) => failure instanceof Refused ? [failure.code, failure.details] : failure
  })

const create = (of: FactStore) => of.run(CreateCampaign.decides, { ...slots, path, body }, Given.now, Given.ids())
const one = (campaignId: string) => ({ ...slots, path: { ...path, campaignId }, body })

describe("a campaign", () => {
  it("is what its body describes, and nothing of what was left out", () => {
    made = 0
    const before = { id: "known", createdAt: Instant.make(Given.now - 1000) }
    const whole = {
      brand: "brand",
      name: "Parcels",
      description: "Where parcels are",
      type: "standard",
      texts,
      submittedAt: null
    }
    const use = { use: "DELIVERY_NOTIFICATION", sampleMessages: ["one", "two"] }
    expect(CampaignBody.compose(body, null, "brand", making)).toEqual({
      ...whole,
      id: "id-1",
      useCases: [{ id: "id-2", ...use }],
      createdAt: Given.now,
      updatedAt: null
    })
    expect(CampaignBody.compose(body, before, "brand", making)).toEqual({
      ...whole,
      ...before,
      useCases: [{ id: "id-3", ...use }],
      updatedAt: Given.now
    })
    const { description, name, type, useCases } = body.campaign
    expect(CampaignBody.compose({ campaign: { description, name, type, useCases } }, null, "brand", making).texts)
      .toEqual(Object.fromEntries(Object.keys(texts).map((each) => [each, null])))
  })

  it("is shown with the fields of the registry that nobody fills", () => {
    const at = "2030-01-15T12:34:56.789Z"
    const shown = (parts: Partial<Campaign>) => CampaignResource.fromCampaign(kept(parts), Given.accountId(1))
    const [use] = kept().useCases
    const times = { createdAt: at, updatedAt: null }
    expect(shown({ id: "c", useCases: [{ ...use!, id: "u" }] })).toEqual({
      id: "c",
      customerId: Given.accountId(1),
      brandId: "brand",
      name: "Parcels",
      description: "Where parcels are",
      type: "standard",
      status: "SENT_CREATED",
      sharingStatus: null,
      tcrCampaignId: null,
      submittedToTCR: false,
      submittedAt: null,
      billedDate: null,
      cost: null,
      tcrSyncError: null,
      dcaElectionsComplete: null,
      dcaElectionsCompletedAt: null,
      hasSubmissionTransaction: false,
      ...texts,
      useCases: [{
        id: "u",
        campaignId: "c",
        customerId: Given.accountId(1),
        messagingUseCaseUs: "DELIVERY_NOTIFICATION",
        sampleMessages: ["one", "two"],
        ...times
      }],
      ...times
    })
    const later = shown({ submittedAt: Given.now, updatedAt: Given.now })
    expect([later.submittedToTCR, later.submittedAt, later.updatedAt, later.useCases[0]!.updatedAt])
      .toEqual([true, at, at, at])
  })

  it("replaces, and leaves, the one that the path names, and those around it stay where they are", () => {
    const all = [kept({ id: "a" }), kept({ id: "b", createdAt: Instant.make(1) }), kept({ id: "c" })]
    const of = store(all)
    const changed = Result.getOrThrow(of.run(UpdateCampaign.decides, one("b"), Given.now, Given.ids()))
    expect(changed).toMatchObject({
      id: "b",
      createdAt: "1970-01-01T00:00:00.001Z",
      updatedAt: "2030-01-15T12:34:56.789Z"
    })
    const names = () => of.get(CampaignLists, Given.accountId(1))!.campaigns.map(({ id, updatedAt }) => [id, updatedAt])
    expect(names()).toEqual([["a", null], ["b", Given.now], ["c", null]])
    Result.getOrThrow(of.run(DeleteCampaign.decides, { ...one("b"), body: {} }, Given.now, Given.ids()))
    expect(names()).toEqual([["a", null], ["c", null]])
    const { id } = Result.getOrThrow(create(of))
    expect(names()).toEqual([["a", null], ["c", null], [id, null]])
    const listed = of.run(ListCampaigns.decides, { ...slots, path, body: {} }, Given.now, Given.ids())
    expect(Result.getOrThrow(listed).map((each) => [each.id, each.customerId, each.brandId])).toEqual(
      [["a", "brand"], ["c", "brand"], [id, organization.id]].map(([each, brand]) => [each, Given.accountId(1), brand])
    )
  })

  it("is refused in words that say why", () => {
    const submitted = ["VALIDATION_001", { campaign: ["cannot be changed once it was submitted"] }]
    const locked = () => store([kept({ id: "a", submittedAt: Given.now })])
    expect(refusal(locked().run(UpdateCampaign.decides, one("a"), Given.now, Given.ids()))).toEqual(submitted)
    expect(refusal(locked().run(DeleteCampaign.decides, { ...one("a"), body: {} }, Given.now, Given.ids())))
      .toEqual(submitted)
    expect(refusal(locked().run(UpdateCampaign.decides, one("b"), Given.now, Given.ids())))
      .toEqual(["RESOURCE_010", undefined])
    expect(refusal(create(store([], profileOf(true)))))
      .toEqual(["VALIDATION_001", { campaign: ["cannot be given while campaigns are inherited"] }])
    const many = (count: number) => store(Array.from({ length: count }, () => kept()))
    expect(refusal(create(many(100)))).toEqual(["BUSINESS_008", { campaign: ["a profile may have at most 100"] }])
    expect(refusal(create(many(99)))).toBe("nothing was refused")
  })

  it("has one use case at least, each with one to five samples, and a volume of digits", () => {
    const flaws = (parts: object) =>
      Decoding.decoder(CampaignBody.CampaignBody)({ campaign: { ...body.campaign, ...parts } }).violations
        .map(({ field, message }) => [field, message])
    const uses = (sampleMessages: ReadonlyArray<string>) => ({
      useCases: [{ messagingUseCaseUs: "M2M", sampleMessages }]
    })
    expect([flaws({}), flaws(uses(["1", "2", "3", "4", "5"]))]).toEqual([[], []])
    expect(flaws({ useCases: [] })[0]![1]).toMatch(/^must hold 1 to \d+ use cases$/)
    for (const wrong of [[], ["1", "2", "3", "4", "5", "6"]]) {
      expect(flaws(uses(wrong)).map(([, message]) => message)).toEqual(["must hold 1 to 5 messages"])
    }
    for (const volume of ["", "1e3", "1234567890123"]) {
      expect(flaws({ volume }).map(([, message]) => message)).toEqual(["must be a number as text"])
    }
  })
})
