/**
 * The deprecated profiles, over the same accounts as sender profiles (specification "Sender
 * profiles, profiles, campaigns", decisions 3.7, 3.8, 5.6).
 */
import { describe, expect, it } from "vitest"
import * as Profiles from "../generate/Profiles.ts"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey, me } from "./internal/actions.ts"
import { anInstant, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, server, withKey } from "./internal/given.ts"
import type { Profile } from "./internal/profiles.ts"
import {
  aBrand,
  aProfile,
  aSenderProfile,
  brand,
  createProfile,
  createSender,
  isDeprecated,
  patch,
  profile,
  read,
  remove,
  sender,
  shortName,
  write
} from "./internal/profiles.ts"
import { unknownId } from "./internal/samples.ts"

const path = "/v3/profiles"

const contact = { name: "Ada", email: "ada@example.com" }

const card = { card_number: "4242424242424242", expiry: "12/34", cvc: "123", zip_code: "10115" }

const working = (given: () => Given): void => {
  it("are made, read, changed and deleted [PRF-025, PRF-026, PRF-027, PRF-028]", async () => {
    const { client } = given()
    const organization_id = (await me(client)).id
    const reply = await client.post(path, { name: "Sales", billing_model: "organization" })
    const made = success<Profile>(reply, 201)
    expect(made).toStrictEqual({ ...aProfile, name: "Sales", organization_id })
    const at = `${path}/${made.id}`
    const got = await client.get(at)
    expect(success(got, 200)).toStrictEqual(made)
    const listed = await client.get(path)
    const { profiles, ...rest } = success<{ readonly profiles: ReadonlyArray<Profile> }>(listed, 200)
    expect(rest).toEqual({})
    expect(profiles[0]).toStrictEqual(made)
    expect(profiles).toHaveLength((await me(client)).profiles.length)
    const changed = await patch(client, at, { name: "Support", icon: "https://example.com/icon.png" })
    expect(success(changed, 200)).toStrictEqual({
      ...made,
      name: "Support",
      icon: "https://example.com/icon.png",
      updated_at: anInstant
    })
    const deleted = await remove(client, at)
    expect([deleted.status, deleted.text]).toEqual([204, ""])
    const gone = await client.get(at)
    failure(gone, 404, "RESOURCE_014")
    failure(await remove(client, at), 404, "RESOURCE_014")
    for (const each of [reply, got, listed, changed, deleted, gone]) isDeprecated(each)
  })

  it("are the same accounts as sender profiles", async () => {
    const { client } = given()
    const one = await createSender(client, {
      description: "EMEA",
      compliance: { brand: { legal_name: "Engines Ltd", website: "https://example.com" }, campaign: { inherit: true } },
      channels: { whatsapp: { waba_id: "waba-1" } }
    })
    expect(await read(client, one.id)).toMatchObject({
      name: one.name,
      short_name: one.short_name,
      description: "EMEA",
      billing_model: "organization",
      inherit_tcr_campaign: true,
      waba_id: "waba-1",
      brand: { business: { legal_name: "Engines Ltd", url: "https://example.com" }, contact: null }
    })
    const two = await createProfile(client, { short_name: shortName(), inherit_tcr_brand: true })
    expect(await sender(client, two.id)).toStrictEqual({
      ...aSenderProfile,
      short_name: two.short_name,
      compliance: { brand: { inherit: true }, campaign: null }
    })
    failure(await client.post(path, profile({ short_name: one.short_name })), 409, "RESOURCE_007", ["short_name"])
    expect((await remove(client, `${path}/${one.id}`)).status).toBe(204)
    failure(await client.get(`/v3/sender-profiles/${one.id}`), 404, "RESOURCE_014")
  })

  propWith({ runs: 25 })("take every right body and show it again [PRF-025]", Profiles.profile, async (sent) => {
    const { client } = given()
    const body = "short_name" in sent ? { ...sent, short_name: shortName() } : sent
    const made = success<Profile>(await client.post(path, body), 201)
    expect(await read(client, made.id)).toStrictEqual(made)
    expect(made).toMatchObject({
      name: body["name"],
      short_name: body["short_name"] ?? null,
      description: body["description"] ?? null,
      icon: body["icon"] ?? null,
      billing_model: body["billing_model"] ?? "profile",
      inherit_tcr_campaign: body["inherit_tcr_campaign"] ?? false
    })
    // A value that was given as a secret is nowhere to be seen.
    expect(JSON.stringify(made)).not.toMatch(/card_number|cvc|4242424242424242|access_token/)
  })

  propWith({ runs: 25 })(
    "change what is given and nothing else [PRF-026]",
    Profiles.profileChange,
    async (sent) => {
      const { client } = given()
      const before = await createProfile(client, { description: "before", icon: "icon" })
      const body = "short_name" in sent ? { ...sent, short_name: shortName() } : sent
      const changed = success<Profile>(await patch(client, `${path}/${before.id}`, body), 200)
      const expected = (field: string) => field in body ? body[field] : before[field]
      const simple = ["name", "short_name", "description", "icon", "inherit_tcr_campaign", "sending_phone_number"]
      const more = ["whatsapp_phone_number", "allow_number_change_during_onboarding"]
      for (const field of [...simple, ...more]) expect([field, changed[field]]).toEqual([field, expected(field)])
      expect(changed["updated_at"]).toEqual(anInstant)
      expect(await read(client, before.id)).toStrictEqual(changed)
    }
  )

  it("are cleared by null where they may be empty, and kept by it elsewhere [PRF-026]", async () => {
    const { client } = given()
    const made = await createProfile(client, {
      short_name: shortName(),
      description: "EMEA",
      icon: "icon",
      inherit_tcr_campaign: true,
      whatsapp_business_account: { waba_id: "waba-1", access_token: "token" }
    })
    const kept = {
      name: null,
      short_name: null,
      billing_model: null,
      inherit_tcr_campaign: null,
      inherit_contacts: null
    }
    const cleared = { description: null, icon: null, sending_phone_number: null, whatsapp_business_account: null }
    expect(success(await patch(client, `${path}/${made.id}`, { ...kept, ...cleared }), 200)).toStrictEqual({
      ...made,
      description: null,
      icon: null,
      waba_id: null,
      updated_at: anInstant
    })
  })

  it("show their flags off, whatever is sent", async () => {
    const flags = {
      allow_contact_sharing: true,
      allow_template_sharing: true,
      inherit_contacts: true,
      inherit_templates: true
    }
    const made = await createProfile(given().client, flags)
    expect(made).toStrictEqual(aProfile)
    expect(success(await patch(given().client, `${path}/${made.id}`, flags), 200))
      .toMatchObject({ allow_contact_sharing: false, inherit_templates: false })
  })

  it("keep a brand, in three parts", async () => {
    const { client } = given()
    const made = await createProfile(client, { brand })
    expect(made["brand"]).toStrictEqual(aBrand)
    const other = { ...brand, business: null }
    const changed = success<Profile>(await patch(client, `${path}/${made.id}`, { brand: other }), 200)
    const { id } = made["brand"] as { readonly id: string }
    expect(changed["brand"]).toStrictEqual({ ...aBrand, id, business: null, updated_at: anInstant })
    const without = await patch(client, `${path}/${made.id}`, { brand: null, inherit_tcr_brand: true })
    expect(success(without, 200)).toMatchObject({ brand: null, inherit_tcr_brand: true })
  })

  it("may be read and changed while a header names another profile: the path decides", async () => {
    const { client, subject } = given()
    const made = await createProfile(client)
    const acting = actingAs(given(), subject.profileId)
    expect(await read(acting, made.id)).toStrictEqual(made)
    expect(success(await acting.get(path), 200)).toStrictEqual({ profiles: [] })
  })

  it("are replayed for the same key", async () => {
    const { client } = given()
    const key = { "idempotency-key": idempotencyKey() }
    const body = profile()
    const first = await client.post(path, body, key)
    const again = await client.post(path, body, key)
    expect(again.text).toBe(first.text)
    isDeprecated(again)
  })
}

const wrong: ReadonlyArray<[body: object, fields: ReadonlyArray<string>, code?: string]> = [
  [{ name: " " }, ["name"]],
  [{ short_name: "x" }, ["short_name"]],
  [{ billing_model: "somebody" }, ["billing_model"], "VALIDATION_006"],
  [{ billing_contact: { name: "Ada" } }, ["billing_contact.email"]],
  [{ billing_contact: { ...contact, email: "ada" } }, ["billing_contact.email"]],
  [{ inherit_tcr_brand: true, brand }, ["brand"]],
  [{ inherit_tcr_brand: "yes" }, ["inherit_tcr_brand"]],
  [{ brand: { ...brand, contact: {} } }, ["brand.contact.name"]],
  [
    { brand: { ...brand, compliance: { brandRelationship: "X", vertical: "Y" } } },
    ["brand.compliance.brandRelationship", "brand.compliance.vertical"],
    "VALIDATION_006"
  ],
  [{ brand: { ...brand, business: { entityType: "X" } } }, ["brand.business.entityType"], "VALIDATION_006"],
  [{ whatsapp_business_account: { waba_id: "w" } }, ["whatsapp_business_account.access_token"]]
]

const cards: ReadonlyArray<readonly [change: object, field: string]> = [
  [{ card_number: "4242 4242 4242 4242" }, "card_number"],
  [{ card_number: "4".repeat(12) }, "card_number"],
  [{ card_number: "4".repeat(20) }, "card_number"],
  [{ expiry: "13/30" }, "expiry"],
  [{ expiry: "1/30" }, "expiry"],
  [{ cvc: "12" }, "cvc"],
  [{ zip_code: "" }, "zip_code"]
]

const refusals = (given: () => Given): void => {
  it.each(wrong)("are for %j, on creation and on change", async (more, fields, code = "VALIDATION_001") => {
    const { client } = given()
    failure(await client.post(path, profile(more)), 400, code, fields)
    const made = await createProfile(client)
    failure(await patch(client, `${path}/${made.id}`, more), 400, code, fields)
    expect(await read(client, made.id)).toStrictEqual(made)
  })

  it("are for a profile that is billed itself and says to nobody", async () => {
    const { client } = given()
    for (const billing_model of [undefined, "profile", "profile_and_organization"]) {
      failure(await client.post(path, { name: "x", billing_model }), 400, "VALIDATION_001", ["billing_contact"])
    }
    const made = await createProfile(client)
    const at = `${path}/${made.id}`
    failure(await patch(client, at, { billing_model: "profile" }), 400, "VALIDATION_001", ["billing_contact"])
    success(await patch(client, at, { billing_model: "profile", billing_contact: contact }), 200)
    failure(await patch(client, at, { billing_contact: null }), 400, "VALIDATION_001", ["billing_contact"])
  })

  it.each(cards)("are for a card with %j, without telling it again", async (change, field) => {
    const body = { name: "x", billing_contact: contact, payment_details: { ...card, ...change } }
    const reply = await given().client.post(path, body)
    failure(reply, 400, "VALIDATION_001", [`payment_details.${field}`])
    expect(reply.text).not.toMatch(/4242 ?4242/)
  })

  it("are for a card when the organization is billed", async () => {
    const { client } = given()
    const refused = await client.post(path, profile({ payment_details: card }))
    failure(refused, 400, "VALIDATION_001", ["payment_details"])
    const made = await createProfile(client)
    const patched = await patch(client, `${path}/${made.id}`, { payment_details: card })
    failure(patched, 400, "VALIDATION_001", ["payment_details"])
  })

  it("are for a brand beside an inherited one, whichever came first", async () => {
    const { client } = given()
    const own = await createProfile(client, { brand })
    failure(await patch(client, `${path}/${own.id}`, { inherit_tcr_brand: true }), 400, "VALIDATION_001", [
      "inherit_tcr_brand"
    ])
    const heir = await createProfile(client, { inherit_tcr_brand: true })
    failure(await patch(client, `${path}/${heir.id}`, { brand }), 400, "VALIDATION_001", ["brand"])
  })

  it("are for another organization's profiles, named in the path or in the body [ERR-025]", async () => {
    const { client, other } = given()
    const [mine, foreign, sibling] = [
      await createProfile(client),
      await createProfile(other),
      await createProfile(client)
    ]
    failure(await client.get(`${path}/${foreign.id}`), 404, "RESOURCE_014")
    failure(await patch(client, `${path}/${foreign.id}`, { name: "x" }), 404, "RESOURCE_014")
    failure(await remove(client, `${path}/${foreign.id}`), 404, "RESOURCE_014")
    const fields = ["sending_phone_number_profile_id", "sending_whatsapp_number_profile_id"]
    for (const field of fields) {
      for (const id of [foreign.id, unknownId]) {
        failure(await patch(client, `${path}/${mine.id}`, { [field]: id }), 400, "VALIDATION_001", [field])
      }
      expect(success(await patch(client, `${path}/${mine.id}`, { [field]: sibling.id }), 200))
        .toMatchObject({ [field]: sibling.id })
    }
    expect(await read(other, foreign.id)).toStrictEqual(foreign)
  })

  it("are for ids that are none [ERR-005]", async () => {
    const { client } = given()
    failure(await client.get(`${path}/x`), 400, "VALIDATION_003", ["profileId"])
    failure(await patch(client, `${path}/x`, {}), 400, "VALIDATION_003", ["profileId"])
    failure(await client.post(`${path}/x/complete`, {}), 400, "VALIDATION_003", ["profileId"])
  })

  it("are for keys that are no organization's, where something is made", async (context) => {
    const { profile: own } = given()
    failure(await own.post(path, profile()), 403, "AUTH_004")
    const person = await account(given(), context, { type: "user" })
    failure(await withKey(given(), person.apiKey).post(path, profile()), 403, "AUTH_004")
  })
}

const sandboxes = (given: () => Given): void => {
  it("answer as in life and change nothing [SBX-035, SBX-036, SBX-037, SBX-038]", async () => {
    const { client } = given()
    const before = await me(client)
    const made = await createProfile(client)
    const simulated = [
      [await client.post(path, profile({ sandbox: true })), 201],
      [await patch(client, `${path}/${made.id}`, { name: "New", sandbox: true }), 200],
      [await patch(client, `${path}/${unknownId}`, { name: "New", sandbox: true }), 200],
      [await write(client, "DELETE", `${path}/${made.id}`, { sandbox: true }), 204],
      [await client.post(`${path}/${unknownId}/complete`, { webHookUrl: "https://93.184.216.34/", sandbox: true }), 202]
    ] as const
    for (const [reply, status] of simulated) {
      expect([reply.status, reply.headers.get("x-sandbox")]).toEqual([status, "true"])
      isDeprecated(reply)
    }
    expect(success(simulated[1][0], 200)).toMatchObject({ id: made.id, name: "New" })
    expect(success(simulated[4][0], 202)).toStrictEqual({
      status: "processing",
      message: expect.any(String) as unknown
    })
    expect(await read(client, made.id)).toStrictEqual(made)
    expect((await me(client)).profiles).toHaveLength(before.profiles.length + 1)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Profiles (${name})`, () => {
    const given = server(start)
    describe("the deprecated ones", () => working(given))
    describe("refusals", () => refusals(given))
    describe("sandboxes", () => sandboxes(given))
  })
}
