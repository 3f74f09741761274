/**
 * The deprecated campaigns of profiles (specification "Brand and campaign", "Sender profiles, profiles, campaigns";
 * decisions 3.9).
 */
import { describe, expect, it } from "vitest"
import * as Channels from "../generate/Channels.ts"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { anInstant, aUuid, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import { brand, createProfile, isDeprecated, remove, write } from "./internal/profiles.ts"
import { unknownId } from "./internal/samples.ts"

const at = (profile: string, campaign?: string): string =>
  `/v3/profiles/${profile}/campaigns${campaign === undefined ? "" : `/${campaign}`}`

const campaign = {
  name: "Customer Notifications",
  description: "Appointment reminders",
  type: "App",
  useCases: [{ messagingUseCaseUs: "ACCOUNT_NOTIFICATION", sampleMessages: ["Hi {name}, see you tomorrow."] }],
  volume: "1500",
  optinKeywords: "YES, START",
  optinMessage: "Welcome",
  optoutKeywords: "STOP",
  optoutMessage: "Bye",
  helpKeywords: "HELP",
  helpMessage: "Write to us",
  privacyPolicyLink: "https://acme.example/privacy",
  termsAndConditionsLink: "https://acme.example/terms"
}

const made = async (client: HttpClient) => {
  const profile = await createProfile(client, { brand })
  const one = success<{ readonly id: string }>(await client.post(at(profile.id), { campaign }), 201)
  return { profile, one, brandId: (profile["brand"] as { readonly id: string }).id }
}

interface Campaign {
  readonly id: string
  readonly [field: string]: unknown
}

const list = async (client: HttpClient, profile: string): Promise<ReadonlyArray<Campaign>> =>
  success(await client.get(at(profile)), 200)

const working = (given: () => Given): void => {
  it("are made, listed, replaced and deleted [CMP-001, CMP-002, CMP-003, CMP-004, CMP-005, CMP-008, CMP-009, CMP-010]", async () => {
    const { client } = given()
    const { brandId, one, profile } = await made(client)
    const use = {
      id: aUuid,
      campaignId: one.id,
      customerId: profile.id,
      ...campaign.useCases[0],
      createdAt: anInstant,
      updatedAt: null as unknown
    }
    expect(one).toStrictEqual({
      ...campaign,
      id: aUuid,
      customerId: profile.id,
      brandId,
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
      messageFlow: null,
      useCases: [use],
      createdAt: anInstant,
      updatedAt: null
    })
    const reply = await client.get(at(profile.id))
    expect(success(reply, 200)).toStrictEqual([one])
    isDeprecated(reply)
    const other = { name: "Two", description: "Other", type: "App", useCases: campaign.useCases }
    const changed = success<Campaign>(await write(client, "PUT", at(profile.id, one.id), { campaign: other }), 200)
    expect(changed).toMatchObject({ id: one.id, ...other, useCases: [{ ...use, id: aUuid, updatedAt: anInstant }] })
    // It is replaced as a whole.
    expect(changed).toMatchObject({ optinKeywords: null, volume: null, updatedAt: anInstant })
    expect(await list(client, profile.id)).toStrictEqual([changed])
    expect((await remove(client, at(profile.id, one.id))).status).toBe(204)
    expect(await list(client, profile.id)).toEqual([])
    failure(await remove(client, at(profile.id, one.id)), 404, "RESOURCE_010")
  })

  propWith({ runs: 25 })(
    "take every right body and show it again [CMP-002, CMP-003, CMP-008]",
    Channels.campaign,
    async (body) => {
      const { client } = given()
      const { id } = await createProfile(client, { inherit_tcr_brand: true })
      const shown = success<Campaign>(await client.post(at(id), { campaign: body }), 201)
      const { useCases, ...rest } = body
      expect(shown).toMatchObject(rest)
      expect(shown["useCases"]).toMatchObject(useCases as object)
      expect(await list(client, id)).toStrictEqual([shown])
    }
  )

  it("are those of the organization's list where they are inherited", async () => {
    const { client } = given()
    const heir = await createProfile(client, { brand, inherit_tcr_campaign: true })
    expect(await list(client, heir.id)).toEqual([])
    failure(await client.post(at(heir.id), { campaign }), 400, "VALIDATION_001", ["campaign"])
  })

  it("are replayed for the same key", async () => {
    const { client } = given()
    const { id } = await createProfile(client, { brand })
    const key = { "idempotency-key": idempotencyKey() }
    const first = await client.post(at(id), { campaign }, key)
    expect((await client.post(at(id), { campaign }, key)).text).toBe(first.text)
    expect(await list(client, id)).toHaveLength(1)
  })

  it("are simulated in sandbox, and nothing is stored [SBX-039, SBX-040, SBX-041]", async () => {
    const { client } = given()
    const { one, profile } = await made(client)
    const body = { campaign, sandbox: true }
    expect(success(await client.post(at(unknownId), body), 201)).toMatchObject({
      ...campaign,
      id: aUuid,
      useCases: [{}]
    })
    const renamed = { campaign: { ...campaign, name: "Two" }, sandbox: true }
    const put = await write(client, "PUT", at(profile.id, one.id), renamed)
    expect(success(put, 200)).toMatchObject({ id: one.id, name: "Two" })
    const gone = await write(client, "DELETE", at(profile.id, one.id), { sandbox: true })
    expect([gone.status, gone.headers.get("x-sandbox")]).toEqual([204, "true"])
    expect(await list(client, profile.id)).toStrictEqual([one])
  })
}

const refusals = (given: () => Given): void => {
  it("are for ids that are none: 400 VALIDATION_001 [CMP-011]", async () => {
    const { client } = given()
    const { profile } = await made(client)
    failure(await client.get(at("x")), 400, "VALIDATION_001", ["profileId"])
    failure(await client.post(at("x"), { campaign }), 400, "VALIDATION_001", ["profileId"])
    failure(await write(client, "PUT", at(profile.id, "x"), { campaign }), 400, "VALIDATION_001", ["campaignId"])
    failure(await remove(client, at("x", "y")), 400, "VALIDATION_001", ["campaignId", "profileId"])
  })

  it("are for campaigns that nobody knows, or another profile has: 404 RESOURCE_010 [CMP-012, ERR-021]", async () => {
    const { client } = given()
    const { one } = await made(client)
    const { profile: other } = await made(client)
    for (const id of [unknownId, one.id]) {
      failure(await write(client, "PUT", at(other.id, id), { campaign }), 404, "RESOURCE_010")
      failure(await remove(client, at(other.id, id)), 404, "RESOURCE_010")
    }
  })

  it("are for profiles without a brand: 404 RESOURCE_009 [CMP-013, ERR-020]", async () => {
    const { client } = given()
    const { id } = await createProfile(client)
    failure(await client.get(at(id)), 404, "RESOURCE_009")
    failure(await client.post(at(id), { campaign }), 404, "RESOURCE_009")
    failure(await write(client, "PUT", at(id, unknownId), { campaign }), 404, "RESOURCE_009")
    failure(await remove(client, at(id, unknownId)), 404, "RESOURCE_009")
  })

  it("are for profiles that nobody knows, or another organization has: 404 RESOURCE_014 [ERR-025]", async () => {
    const { client, other } = given()
    const { one, profile } = await made(client)
    for (const [asking, id] of [[client, unknownId], [other, profile.id]] as const) {
      failure(await asking.get(at(id)), 404, "RESOURCE_014")
      failure(await asking.post(at(id), { campaign }), 404, "RESOURCE_014")
      failure(await remove(asking, at(id, one.id)), 404, "RESOURCE_014")
    }
    expect(await list(client, profile.id)).toHaveLength(1)
  })

  const wrong: ReadonlyArray<[change: object, field: string, code?: string]> = [
    [{ name: null }, "name"],
    [{ description: " " }, "description"],
    [{ type: 7 }, "type"],
    [{ useCases: [] }, "useCases"],
    [{ useCases: [{ messagingUseCaseUs: "MARKETING" }] }, "useCases[0].sampleMessages"],
    [{ useCases: [{ messagingUseCaseUs: "MARKETING", sampleMessages: [] }] }, "useCases[0].sampleMessages"],
    [
      { useCases: [{ messagingUseCaseUs: "MARKETING", sampleMessages: ["1", "2", "3", "4", "5", "6"] }] },
      "useCases[0].sampleMessages"
    ],
    [
      { useCases: [{ messagingUseCaseUs: "MARKETING", sampleMessages: ["x".repeat(1025)] }] },
      "useCases[0].sampleMessages[0]"
    ],
    [
      { useCases: [{ messagingUseCaseUs: "FUN", sampleMessages: ["x"] }] },
      "useCases[0].messagingUseCaseUs",
      "VALIDATION_006"
    ],
    [{ volume: "many" }, "volume"]
  ]

  it.each(wrong)("are for %j [CMP-002, CMP-003]", async (change, field, code = "VALIDATION_001") => {
    const { client } = given()
    const { one, profile } = await made(client)
    const body = { campaign: { ...campaign, ...change } }
    failure(await client.post(at(profile.id), body), 400, code, [`campaign.${field}`])
    failure(await write(client, "PUT", at(profile.id, one.id), body), 400, code, [`campaign.${field}`])
    failure(await client.post(at(profile.id), {}), 400, "VALIDATION_001", ["campaign"])
    expect(await list(client, profile.id)).toStrictEqual([one])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Campaigns (${name})`, () => {
    const given = server(start)
    describe("campaigns", () => working(given))
    describe("refusals", () => refusals(given))
  })
}
