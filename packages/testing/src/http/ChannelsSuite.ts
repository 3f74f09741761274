/**
 * The WhatsApp account and the RCS agent (specification "Channels", decisions 3.6, 4.3, 5.7).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Generated from "../generate/Channels.ts"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { anInstant, anyFields, aText, aUuid, failure, success } from "./internal/answers.ts"
import { agent, alphanumeric, channels, channelsWhen, whatsapp } from "./internal/channels.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, provisioner, server, withKey } from "./internal/given.ts"

const rcsPath = "/v3/channels/rcs"
const whatsappPath = "/v3/channels/whatsapp"

const connection = { ...whatsapp, solution_id: null, owner_business_id: null }

const whatsapps = (given: () => Given): void => {
  it("is connected, set up, and shown among all channels [CHN-001, CHN-024, CHN-042]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const client = withKey(given(), apiKey)
    success(await client.post("/v3/channels/sms", alphanumeric), 201)
    const made = success(await client.post(whatsappPath, whatsapp), 201)
    expect(made).toStrictEqual({
      ...connection,
      status: "PROVISIONING",
      reason_code: "CHANNEL_011",
      reason: aText
    })
    success(await client.post(rcsPath, agent), 202)
    const found = await channelsWhen(client, (seen) => seen.whatsapp?.["status"] === "ACTIVE" && seen.rcs !== null)
    expect(found).toStrictEqual({
      customer_id: id,
      sms: [{ ...alphanumeric, status: "ACTIVE" }],
      whatsapp: { ...connection, status: "ACTIVE" },
      rcs: { ...agent, id: aUuid, status: "ACTIVE", created_at: anInstant }
    })
    failure(await client.post(whatsappPath, { waba_id: "another" }), 409, "RESOURCE_007", ["waba_id"])
  })

  it("without a number is being set up, and then needs one [CHN-025, CHN-028, CHN-029]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const made = success(await client.post(whatsappPath, { waba_id: "1" }), 201)
    expect(made).toMatchObject({ phone_number_id: null, status: "PROVISIONING", reason_code: "CHANNEL_011" })
    const found = await channelsWhen(client, (seen) => seen.whatsapp?.["status"] !== "PROVISIONING")
    expect(found.whatsapp).toMatchObject({ status: "ACTION_NEEDED", reason_code: "CHANNEL_007", reason: aText })
  })

  it("that loses its business account needs one, and may be connected anew [CHN-027]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const order = provisioner(given(), context)
    await order({ account: id, channel: "whatsapp", outcome: "activate" })
    success(await client.post(whatsappPath, whatsapp), 201)
    await channelsWhen(client, (seen) => seen.whatsapp?.["status"] === "ACTIVE")
    await order({ account: id, channel: "whatsapp", outcome: "lack_account" })
    const found = await channelsWhen(client, (seen) => seen.whatsapp?.["status"] === "ACTION_NEEDED")
    expect(found.whatsapp).toMatchObject({ reason_code: "CHANNEL_006", reason: aText })
    const again = success(await client.post(whatsappPath, { waba_id: "new" }), 201)
    expect(again).toMatchObject({ waba_id: "new", status: "PROVISIONING" })
  })

  it("takes no solution, portfolio or token [CHN-026]", async () => {
    const { client } = given()
    const secrets = ["access_token", "solution_id", "owner_business_id"]
    for (const name of secrets) {
      failure(await client.post(whatsappPath, { ...whatsapp, [name]: "x" }), 400, "VALIDATION_001", [name])
      failure(await client.post(whatsappPath, { ...whatsapp, [name]: null }), 400, "VALIDATION_001", [name])
    }
    failure(await client.post(whatsappPath, {}), 400, "VALIDATION_001", ["waba_id"])
    expect((await channels(client)).whatsapp).toBeNull()
  })

  it("is simulated in sandbox, and replayed for the same key", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    expect(success(await client.post(whatsappPath, { ...whatsapp, sandbox: true }), 201)).toMatchObject(connection)
    expect((await channels(client)).whatsapp).toBeNull()
    const key = { "idempotency-key": idempotencyKey() }
    const first = await client.post(whatsappPath, whatsapp, key)
    expect((await client.post(whatsappPath, whatsapp, key)).text).toBe(first.text)
  })
}

const required = Object.keys(agent)

const urls = [
  "privacy_policy_url",
  "terms_and_conditions_url",
  "website_url",
  "logo_url",
  "banner_url",
  "opt_in_screenshot_url"
]

const agents = (given: () => Given): void => {
  it("is ordered, hidden until it is approved, and then shown as it was ordered [CHN-010, CHN-013, CHN-023, CHN-030, CHN-040]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const order = provisioner(given(), context)
    await order({ account: id, channel: "rcs", outcome: "hold" })
    const made = success<{ readonly id: string }>(await client.post(rcsPath, agent), 202)
    expect(made).toStrictEqual({
      id: aUuid,
      ...agent,
      status: "PROVISIONING",
      reason_code: "CHANNEL_011",
      reason: aText,
      created_at: anInstant
    })
    expect((await channels(client)).rcs).toBeNull()
    await order({ account: id, channel: "rcs", outcome: "approve" })
    const found = await channelsWhen(client, (seen) => seen.rcs !== null)
    const { reason: _, reason_code: __, ...rest } = made as Record<string, unknown>
    expect(found.rcs).toStrictEqual({ ...rest, status: "ACTIVE" })
  })

  it("is one for each customer: the next is 409 RESOURCE_007 [CHN-041]", async (context) => {
    const { apiKey, profileApiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    success(await client.post(rcsPath, agent), 202)
    failure(await client.post(rcsPath, { ...agent, display_name: "Two" }), 409, "RESOURCE_007", anyFields)
    success(await withKey(given(), profileApiKey).post(rcsPath, agent), 202)
  })

  it.each(required)("is not ordered without %s [CHN-012, CHN-022]", async (field) => {
    const { client } = given()
    const { [field]: _, ...rest } = agent as Record<string, unknown>
    failure(await client.post(rcsPath, rest), 400, "VALIDATION_001", [field])
    expect((await client.post(rcsPath, { ...agent, [field]: null })).status).toBe(400)
    expect(required).toHaveLength(24)
  })

  it("names all that is missing in one answer [CHN-012, CHN-022]", async () => {
    failure(await given().client.post(rcsPath, {}), 400, "VALIDATION_001", required)
  })

  propWith({ runs: 40 })(
    "refuses use cases of no kind, and names the set [CHN-014]",
    fc.string({ maxLength: 20 }).filter((text) =>
      !["VERIFICATION", "NOTIFICATIONS", "MARKETING", "MULTI_USE"].includes(text)
    ),
    async (agent_use_case) => {
      const reply = await given().client.post(rcsPath, { ...agent, agent_use_case })
      const { details } = failure(reply, 400, "VALIDATION_006", ["agent_use_case"])
      for (const one of ["VERIFICATION", "NOTIFICATIONS", "MARKETING", "MULTI_USE"]) {
        expect(details?.["agent_use_case"]?.join(" ")).toContain(one)
      }
    }
  )

  propWith({ runs: 40 })(
    "refuses addresses that are no absolute http(s) URLs [CHN-015, CHN-021]",
    fc.constantFrom(...urls),
    fc.oneof(
      fc.constantFrom(
        "",
        "/logo.png",
        "acme.example/logo.png",
        "ftp://acme.example/",
        "data:image/png;base64,AA",
        "http://"
      ),
      fc.string({ maxLength: 20 }).filter((text) => !/^https?:/i.test(text))
    ),
    async (field, url) => {
      failure(await given().client.post(rcsPath, { ...agent, [field]: url }), 400, "VALIDATION_001", [field])
    }
  )

  propWith({ runs: 40 })(
    "takes a colour of # and six hexadecimal digits only [CHN-018]",
    fc.oneof(
      fc.constantFrom("1A2B3C", "#12345", "#1234567", "#12345G", "red", "", " #123456", "#123456\n"),
      fc.string({ maxLength: 9 })
    ).filter((text) => !/^#[0-9A-Fa-f]{6}$/.test(text) || text.endsWith("\n")),
    async (brand_color) => {
      failure(await given().client.post(rcsPath, { ...agent, brand_color }), 400, "VALIDATION_001", ["brand_color"])
    }
  )

  const wrong: ReadonlyArray<[change: object, fields: ReadonlyArray<string>]> = [
    [{ official_address: "1 Main St" }, ["official_address"]],
    [
      { official_address: {} },
      ["street", "city", "state", "postal_code", "country"].map((field) => `official_address.${field}`)
    ],
    [{ official_address: { ...agent.official_address, city: " " } }, ["official_address.city"]],
    [{ sample_messages: [] }, ["sample_messages"]],
    [{ sample_messages: Array.from({ length: 11 }, () => "x") }, ["sample_messages"]],
    [{ sample_messages: [" "] }, ["sample_messages[0]"]],
    [{ brand_phone_number: "555" }, ["brand_phone_number"]],
    [{ customer_support_email: "ada" }, ["customer_support_email"]],
    [{ display_name: "x".repeat(101) }, ["display_name"]]
  ]

  it.each(wrong)("refuses %j [CHN-019, CHN-020]", async (change, fields) => {
    failure(await given().client.post(rcsPath, { ...agent, ...change }), 400, "VALIDATION_001", fields)
    expect((await channels(given().client)).rcs).toBeNull()
  })

  it("measures no picture: nobody looks at the addresses [CHN-017]", async () => {
    const nowhere = { logo_url: "http://127.0.0.1:9/logo.png", banner_url: "http://nowhere.invalid/banner.png" }
    const reply = await given().client.post(rcsPath, { ...agent, ...nowhere, sandbox: true })
    expect(success(reply, 202)).toMatchObject(nowhere)
  })

  propWith({ runs: 25 })(
    "takes every right form and shows it again [CHN-022, CHN-023, SBX-001]",
    Generated.rcsForm,
    async (form) => {
      const { client } = given()
      const reply = await client.post(rcsPath, { ...form, sandbox: true })
      expect(reply.headers.get("x-sandbox")).toBe("true")
      expect(success(reply, 202)).toMatchObject({ ...form, status: "PROVISIONING" })
      expect((await channels(client)).rcs).toBeNull()
    }
  )
}

const profiles = (given: () => Given): void => {
  it("have channels of their own [CHN-031]", async () => {
    const { client, profile, subject } = given()
    const acting = actingAs(given(), subject.profileId)
    success(await acting.post(whatsappPath, whatsapp), 201)
    const found = await channels(acting)
    expect(found).toMatchObject({ customer_id: subject.profileId, whatsapp: { waba_id: whatsapp.waba_id } })
    expect((await channels(profile)).whatsapp).toMatchObject({ waba_id: whatsapp.waba_id })
    expect((await channels(client)).whatsapp).toBeNull()
    expect(success(await client.get(`/v3/profiles/${subject.profileId}`), 200)).toMatchObject({
      waba_id: whatsapp.waba_id
    })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Channels (${name})`, () => {
    const given = server(start)
    describe("a WhatsApp account", () => whatsapps(given))
    describe("an RCS agent", () => agents(given))
    describe("profiles", () => profiles(given))
  })
}
