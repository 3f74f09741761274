/**
 * SMS markets and what they demand (specification "Channels", "GET /v3/compliance/requirements"; decisions 3.6, 4.3, 5.6,
 * 5.7).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey, me } from "./internal/actions.ts"
import { anyFields, aText, failure, success } from "./internal/answers.ts"
import type { Market } from "./internal/channels.ts"
import { aCode, alphanumeric, brand, campaign, channels, market, marketWhen, tenDlc } from "./internal/channels.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, provisioner, server, withKey } from "./internal/given.ts"
import { patch, remove } from "./internal/profiles.ts"

const path = "/v3/channels/sms"

const statuses = ["ACTIVE", "PROVISIONING", "ACTION_NEEDED", "PENDING_REVIEW", "INACTIVE"]

/**
 * Expects of a market what every one owes: its type, its sender, its status, and why it cannot send where it cannot.
 */
const whole = (each: Market): void => {
  expect(["LOCAL", "MOBILE", "TEN_DLC", "TOLL_FREE", "SHORT_CODE", "ALPHANUMERIC"]).toContain(each.number_type)
  expect(each).toHaveProperty("sender_value")
  expect(statuses).toContain(each.status)
  expect(each).not.toHaveProperty("note")
  if (each.status === "ACTIVE") expect([each.reason_code, each.reason]).toEqual([undefined, undefined])
  else expect([each.reason_code, each.reason]).toEqual([aCode, aText])
}

const creation = (given: () => Given): void => {
  it("answers 201 when the market sends immediately, 202 when something is pending [CHN-002, CHN-003, CHN-005, CHN-009, CHN-032, CHN-034]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    expect(await channels(client)).toMatchObject({ sms: [], whatsapp: null, rcs: null })
    const made = success<Market>(await client.post(path, alphanumeric), 201)
    expect(made).toStrictEqual({ ...alphanumeric, status: "ACTIVE" })
    const pending = success<Market>(await client.post(path, { country: "de", number_type: "LOCAL" }), 202)
    expect(pending).toStrictEqual({
      country: "DE",
      number_type: "LOCAL",
      sender_value: null,
      status: "PROVISIONING",
      reason_code: "CHANNEL_011",
      reason: aText
    })
    const active = await marketWhen(client, "DE", "LOCAL", "ACTIVE")
    expect(active).toStrictEqual({ country: "DE", number_type: "LOCAL", sender_value: aText, status: "ACTIVE" })
    const { sms } = await channels(client)
    expect(sms).toStrictEqual([made, active])
    sms.forEach(whole)
    expect(success(await client.get(path), 200)).toStrictEqual(sms)
  })

  it("shows brand and campaign where a market registers them, and the status of the market only [CHN-004, CHN-006, CHN-007, CHN-011, CHN-043, CHN-044, CMP-007]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    await provisioner(given(), context)({
      account: id,
      channel: "sms",
      country: "US",
      number_type: "TEN_DLC",
      outcome: "hold"
    })
    const client = withKey(given(), apiKey)
    const made = success<Market>(await client.post(path, { ...tenDlc, number_type: "10DLC" }), 202)
    expect(made).toStrictEqual({
      country: "US",
      number_type: "TEN_DLC",
      sender_value: null,
      status: "PENDING_REVIEW",
      reason_code: "CHANNEL_003",
      reason: aText,
      compliance: { brand, campaign }
    })
    whole(made)
    expect(JSON.stringify(made.compliance)).not.toContain("status")
    expect(await me(client)).not.toHaveProperty("channels.sms.status")
    expect((await channels(client)).sms).toStrictEqual([made])
  })

  it("of US 10DLC without a brand is refused, without a campaign waits for it [CHN-039, CMP-006, CMP-007]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const bare = { country: "US", number_type: "TEN_DLC" }
    failure(await client.post(path, bare), 400, "VALIDATION_001", ["compliance.brand"])
    expect((await channels(client)).sms).toEqual([])
    const made = success<Market>(await client.post(path, { ...bare, compliance: { brand } }), 202)
    expect(made).toMatchObject({ status: "ACTION_NEEDED", reason_code: "CHANNEL_001", compliance: { campaign: null } })
    whole(made)
    const changed = success<Market>(await patch(client, `${path}/us/10dlc`, { compliance: { campaign } }), 200)
    expect(changed).toMatchObject({ status: "PENDING_REVIEW", compliance: { brand, campaign } })
    expect((await marketWhen(client, "US", "TEN_DLC", "ACTIVE")).sender_value).toMatch(/^\+1\d{10}$/)
    // A campaign of the market takes the place of the one before.
    const other = { ...campaign, description: "Another one" }
    const again = success<Market>(await patch(client, `${path}/US/TEN_DLC`, { compliance: { campaign: other } }), 200)
    expect(again).toMatchObject({ status: "ACTIVE", compliance: { brand, campaign: other } })
    const cleared = success<Market>(await patch(client, `${path}/US/TEN_DLC`, { compliance: { campaign: null } }), 200)
    expect(cleared.compliance).toStrictEqual({ brand, campaign: null })
  })

  it("uses the brand that a profile has or inherits", async () => {
    const { client, subject } = given()
    const acting = actingAs(given(), subject.profileId)
    const body = { country: "US", number_type: "TEN_DLC", compliance: { brand: { inherit: true }, campaign } }
    const made = success<Market>(await acting.post(path, body), 202)
    expect(made.compliance).toStrictEqual({ brand: { inherit: true }, campaign })
    expect((await channels(acting)).sms).toHaveLength(1)
    expect((await channels(acting)).customer_id).toBe(subject.profileId)
    failure(await client.post(path, body), 400, "VALIDATION_001", ["compliance.brand"])
  })

  it("happens once for a country and a type: then it is 409 RESOURCE_007 [ERR-018]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    success(await client.post(path, alphanumeric), 201)
    failure(await client.post(path, { ...alphanumeric, sender_value: "OTHER" }), 409, "RESOURCE_007", anyFields)
    expect(await market(client, "GB", "ALPHANUMERIC")).toMatchObject({ sender_value: "ACME" })
    success(await client.post(path, { ...alphanumeric, country: "FR" }), 201)
  })

  it("is replayed for the same key, and simulated in sandbox", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const simulated = await client.post(path, { ...alphanumeric, sandbox: true })
    expect(success(simulated, 201)).toStrictEqual({ ...alphanumeric, status: "ACTIVE" })
    expect(success<Market>(await client.post(path, { ...tenDlc, sandbox: true }), 202).status).toBe("PENDING_REVIEW")
    expect((await channels(client)).sms).toEqual([])
    const key = { "idempotency-key": idempotencyKey() }
    const first = await client.post(path, alphanumeric, key)
    expect((await client.post(path, alphanumeric, key)).text).toBe(first.text)
    expect((await channels(client)).sms).toHaveLength(1)
  })
}

const wrong: ReadonlyArray<[body: object, field: string, code?: string]> = [
  [{ number_type: "LOCAL" }, "country"],
  [{ country: "ZZ", number_type: "LOCAL" }, "country"],
  [{ country: "US" }, "number_type"],
  [{ country: "US", number_type: "FAX" }, "number_type", "VALIDATION_006"],
  [{ country: "GB", number_type: "ALPHANUMERIC" }, "sender_value"],
  [{ country: "GB", number_type: "ALPHANUMERIC", sender_value: null }, "sender_value"],
  [{ country: "GB", number_type: "ALPHANUMERIC", sender_value: "  " }, "sender_value"],
  [{ country: "GB", number_type: "ALPHANUMERIC", sender_value: "much too long a name" }, "sender_value"],
  [{ country: "GB", number_type: "ALPHANUMERIC", sender_value: "12345" }, "sender_value"],
  [{ country: "US", number_type: "LOCAL", sender_value: "Acme" }, "sender_value"],
  [{ country: "US", number_type: "LOCAL", sender_value: "+12015550100", area_codes: ["212"] }, "area_codes"],
  [{ ...tenDlc, compliance: { brand: { ...brand, inherit: true }, campaign } }, "compliance.brand"],
  [{ ...tenDlc, compliance: { brand: {}, campaign } }, "compliance.brand"],
  [
    { ...tenDlc, compliance: { brand, campaign: { ...campaign, message_flow: null } } },
    "compliance.campaign.message_flow"
  ],
  [
    { ...tenDlc, compliance: { brand, campaign: { ...campaign, privacy_policy_link: "here" } } },
    "compliance.campaign.privacy_policy_link"
  ],
  [{ ...tenDlc, compliance: { brand: { ...brand, legal_name: " " }, campaign } }, "compliance.brand.legal_name"],
  [{ ...tenDlc, compliance: { brand: { ...brand, tax_id: null }, campaign } }, "compliance.brand.tax_id"],
  [
    { ...tenDlc, compliance: { brand, campaign: { ...campaign, use_case: "X" } } },
    "compliance.campaign.use_case",
    "VALIDATION_006"
  ]
]

const refusals = (given: () => Given): void => {
  it.each(wrong)("are for %j [CHN-038]", async (body, field, code = "VALIDATION_001") => {
    const { client } = given()
    failure(await client.post(path, body), 400, code, [field])
    failure(await client.post(path, { ...body, sandbox: true }), 400, code, [field])
    expect((await channels(client)).sms).toEqual([])
  })

  it("of a change are for everything but the compliance [CHN-039]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    success(await client.post(path, alphanumeric), 201)
    const at = `${path}/GB/ALPHANUMERIC`
    failure(await patch(client, at, {}), 400, "VALIDATION_001", ["body"])
    failure(await patch(client, at, { sandbox: false }), 400, "VALIDATION_001", ["body"])
    failure(await patch(client, at, { compliance: {} }), 400, "VALIDATION_001", ["compliance"])
    const other = { sender_value: "OTHER", compliance: { brand, documents: [] } }
    failure(await patch(client, at, other), 400, "VALIDATION_001", ["compliance.documents", "sender_value"])
    expect(success<Market>(await patch(client, at, { compliance: { brand } }), 200)).toStrictEqual({
      ...alphanumeric,
      status: "ACTIVE",
      compliance: { brand, campaign: null }
    })
  })

  it("of what is not there are 404 RESOURCE_013, whatever the words", async () => {
    const { client, other } = given()
    for (const at of ["FR/LOCAL", "fr/10dlc", "x/y", "FR/FAX", "%20/%20"]) {
      failure(await client.get(`${path}/${at}`), 404, "RESOURCE_013")
      failure(await patch(client, `${path}/${at}`, { compliance: { campaign: null } }), 404, "RESOURCE_013")
      failure(await remove(client, `${path}/${at}`), 404, "RESOURCE_013")
    }
    success(await other.post(path, { ...alphanumeric, country: "IT" }), 201)
    failure(await client.get(`${path}/IT/ALPHANUMERIC`), 404, "RESOURCE_013")
  })
}

const senders = (given: () => Given): void => {
  const numbers = async (client: HttpClient): Promise<unknown> => (await me(client) as { channels?: unknown }).channels

  it("come with the first market and go with the last", async (context) => {
    const client = withKey(given(), (await account(given(), context, { channels: [] })).apiKey)
    expect(await numbers(client)).toMatchObject({ sms: { configured: false } })
    success(await client.post(path, alphanumeric), 201)
    expect(await numbers(client)).toMatchObject({ sms: { configured: true } })
    expect((await remove(client, `${path}/gb/alphanumeric`)).status).toBe(204)
    failure(await remove(client, `${path}/gb/alphanumeric`), 404, "RESOURCE_013")
    expect((await channels(client)).sms).toEqual([])
  })

  it("are taken away while a market cannot send [CHN-004, CHN-005]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const order = provisioner(given(), context)
    const client = withKey(given(), apiKey)
    const place = { account: id, channel: "sms", country: "US", number_type: "TOLL_FREE" } as const
    await order({ ...place, outcome: "activate", sender_value: "+18005550123" })
    success(await client.post(path, { country: "US", number_type: "TOLL_FREE" }), 202)
    expect((await marketWhen(client, "US", "TOLL_FREE", "ACTIVE")).sender_value).toBe("+18005550123")
    await order({ ...place, outcome: "deactivate", reason: "It was lent", reason_code: "CHANNEL_010" })
    expect(await marketWhen(client, "US", "TOLL_FREE", "INACTIVE")).toMatchObject({
      reason_code: "CHANNEL_010",
      reason: "It was lent",
      sender_value: "+18005550123"
    })
    await order({ ...place, outcome: "activate" })
    await marketWhen(client, "US", "TOLL_FREE", "ACTIVE")
  })
}

const requirements = (given: () => Given): void => {
  const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> =>
    success(await given().client.get(`/v3/compliance/requirements?${query}`), 200)

  it("tell what a market demands of any new customer [CMP-014]", async () => {
    const found = await ask("country=us&type=10DLC")
    expect(found).toMatchObject({ channel: "sms", country: "US", type: "TEN_DLC", required: true })
    const keys = (found["requirements"] as ReadonlyArray<{ readonly key: string }>).map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(["brand.legal_name", "campaign.message_flow", "campaign.use_case"]))
    expect(found["requirements"]).toContainEqual({
      key: "brand.legal_name",
      label: aText,
      description: aText,
      type: "string",
      required: true,
      required_when: null,
      pattern: null,
      max_length: 255,
      options: null,
      item_fields: null,
      accept: null
    })
    expect(found["setup"]).toMatchObject([{ order: 1, method: "POST", path: "/v3/channels/sms" }])
    expect(await ask("country=SG&type=ALPHANUMERIC&channel=sms")).toMatchObject({
      required: true,
      requirements: [{ key: "business_registration", type: "document" }, { key: "letter_of_authorization" }]
    })
    expect(await ask("country=FR&type=local")).toMatchObject({ required: false, requirements: [] })
  })

  it("name each thing that the market then refuses to do without", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const found = await ask("country=US&type=TEN_DLC")
    const required = (found["requirements"] as ReadonlyArray<{ readonly key: string; readonly required: boolean }>)
      .filter((each) => each.required).map(({ key }) => key)
    for (const key of required) {
      const [part, name] = key.split(".") as ["brand" | "campaign", string]
      const { [name]: _, ...rest } = { ...tenDlc.compliance[part] } as Record<string, unknown>
      const body = { ...tenDlc, compliance: { ...tenDlc.compliance, [part]: rest } }
      failure(await client.post(path, body), 400, "VALIDATION_001", [`compliance.${key}`])
    }
    success(await client.post(path, tenDlc), 202)
  })

  it("are refused for questions that name no market, and 501 for other channels", async () => {
    const { client } = given()
    const at = "/v3/compliance/requirements"
    failure(await client.get(at), 400, "VALIDATION_004", ["country", "type"])
    failure(await client.get(`${at}?country=US`), 400, "VALIDATION_004", ["type"])
    failure(await client.get(`${at}?country=ZZ&type=LOCAL`), 400, "VALIDATION_001", ["country"])
    const reply = await client.get(`${at}?country=US&type=FAX`)
    expect(JSON.stringify(failure(reply, 400, "VALIDATION_001", ["type"]))).toContain("ALPHANUMERIC")
    for (const channel of ["whatsapp", "rcs"]) {
      const other = await client.get(`${at}?country=US&type=LOCAL&channel=${channel}`)
      expect([other.status, (other.json as { error: { code: string } }).error.code]).toEqual([501, "VALIDATION_006"])
    }
    failure(await client.get(`${at}?country=US&type=LOCAL&channel=fax`), 400, "VALIDATION_006", ["channel"])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`SMS markets (${name})`, () => {
    const given = server(start)
    describe("creation", () => creation(given))
    describe("refusals", () => refusals(given))
    describe("senders", () => senders(given))
    describe("requirements", () => requirements(given))
  })
}
