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
import * as ProfileCampaigns from "@signalbox/core/internal/campaign/ProfileCampaigns"
import { CreateCampaign, DeleteCampaign, UpdateCampaign } from "@signalbox/core/internal/campaign/WriteCampaigns"
import type { Campaign } from "@signalbox/core/internal/row/CampaignList"
import { CampaignLists } from "@signalbox/core/internal/row/CampaignList"
import { blank } from "@signalbox/core/internal/row/Profile"
import { Refused } from "@signalbox/core/Refused"
import * as Uuid from "@signalbox/core/Uuid"
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

  it("takes texts of just so many characters", () => {
    const { volume: _, ...long } = texts
    const lengths = {
      name: 255,
      description: 2048,
      type: 100,
      ...Object.fromEntries(Object.keys(long).map((field) => [field, 2048]))
    }
    const found = Object.entries(lengths).flatMap(([field, length]) =>
      [length, length + 1].map((each) => [
        field,
        Decoding.decoder(CampaignBody.CampaignBody)({ campaign: { ...body.campaign, [field]: "x".repeat(each) } })
          .violations.length
      ])
    )
    expect(found).toEqual(Object.keys(lengths).flatMap((field) => [[field, 0], [field, 1]]))
    const flawed = (field: string) =>
      Decoding.decoder(CampaignBody.CampaignBody)({ campaign: { ...body.campaign, [field]: " " } })
    expect(["name", "description", "type", "messageFlow"].map((field) => flawed(field).violations.length))
      .toEqual([1, 1, 1, 0])
  })

  it("of a profile that inherits campaigns is its organization's, with the profile's list left as it is", () => {
    const of = store([kept({ id: "own" })], profileOf(true))
    const listed = () =>
      Result.getOrThrow(of.run(ListCampaigns.decides, { ...slots, path, body: {} }, Given.now, Given.ids()))
        .map((each) => [each.id, each.customerId])
    expect(listed()).toEqual([])
    of.put(Commit.put(CampaignLists, { profile: organization.id, campaigns: [kept({ id: "theirs" })] }))
    expect(listed()).toEqual([["theirs", organization.id]])
    Result.getOrThrow(of.run(DeleteCampaign.decides, { ...one("own"), body: {} }, Given.now, Given.ids()))
    expect(listed()).toEqual([["theirs", organization.id]])
  })

  it("belongs to a profile that is there and has a brand, its own before that of its organization", () => {
    const brand = { id: "own brand", inherited: false }
    const details = { ...blank("incomplete"), inheritsBrand: true }
    const own = (parts: object) => store([], Given.account({ ...profileOf(), ...parts }))
    const made = (parts: object) => Result.map(create(own(parts)), ({ brandId }) => brandId)
    expect([
      refusal(create(own({ deletedAt: Given.now }))),
      refusal(create(own({ organization: Given.accountId(3) }))),
      refusal(create(own({ profile: blank("incomplete") }))),
      refusal(create(own({ profile: undefined })))
    ]).toEqual([
      ["RESOURCE_014", undefined],
      ["RESOURCE_014", undefined],
      ["RESOURCE_009", undefined],
      ["RESOURCE_009", undefined]
    ])
    expect([made({}), made({ profile: { ...details, brand } })].map(Result.getOrThrow))
      .toEqual([organization.id, "own brand"])
  })

  it("is written beside another one that is written meanwhile, and refused when campaigns are inherited by then", () => {
    const of = store([])
    const command = { ...slots, path, body }
    const ids = () => of.get(CampaignLists, Given.accountId(1))!.campaigns.map(({ id }) => id)
    const first = of.run(CreateCampaign.decides, command, Given.now, Given.ids(1), () => {
      Result.getOrThrow(of.run(CreateCampaign.decides, command, Given.now, Given.ids(5)))
    })
    expect(ids()).toHaveLength(2)
    expect(ids()[1]).toBe(Result.getOrThrow(first).id)
    const late = of.run(CreateCampaign.decides, command, Given.now, Given.ids(9), () => {
      of.put(Commit.put(Accounts, profileOf(true)))
    })
    expect(refusal(late)).toEqual(["VALIDATION_001", { campaign: ["cannot be given while campaigns are inherited"] }])
    expect(ids()).toHaveLength(2)
  })

  it("is simulated with ids that nobody finds, and as the one that the path names", () => {
    const [ids, id] = [Given.ids(), "cccccccc-0000-4000-8000-000000000001"]
    const made = CreateCampaign.simulate?.({ body, path, query: {}, consulted: undefined }, caller, Given.now, ids)
    const changed = UpdateCampaign.simulate?.(
      { body, path: { ...path, campaignId: id }, query: {}, consulted: undefined },
      caller,
      Given.now,
      ids
    )
    const at = "2030-01-15T12:34:56.789Z"
    const told = [made, changed].map((each) => [each?.customerId, each?.createdAt, each?.updatedAt, each?.name])
    expect(told).toEqual([[path.profileId, at, null, "Parcels"], [path.profileId, at, at, "Parcels"]])
    expect(changed?.id).toBe(id)
    const others = [made?.id, made?.brandId, made?.useCases[0]?.id, changed?.brandId, changed?.useCases[0]?.id]
    expect(new Set(others.filter((each) => Uuid.is(String(each)))).size).toBe(5)
    expect(
      DeleteCampaign.simulate?.(
        { body: {}, path: { ...path, campaignId: id }, query: {}, consulted: undefined },
        caller,
        Given.now,
        ids
      )
    )
      .toBe(null)
  })

  it("is named by a UUID in whatever case, of a profile that is named by one", () => {
    const read = Decoding.decoder(ProfileCampaigns.OnePath)
    const [profileId, campaignId] = [path.profileId, "CCCCCCCC-0000-4000-8000-00000000000A"]
    expect(read({ profileId, campaignId }).value).toEqual({ profileId, campaignId: campaignId.toLowerCase() })
    const flaw = (field: string) => ({ field, code: "VALIDATION_001", message: "must be a UUID" })
    expect(read({ profileId: "x", campaignId: "y" }).violations).toMatchObject([flaw("profileId"), flaw("campaignId")])
  })
})
