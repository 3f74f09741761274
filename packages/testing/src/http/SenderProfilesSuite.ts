/**
 * Sender profiles: made, read, changed and listed (specification "Sender profiles", decisions 3.7, 5.6).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Profiles from "../generate/Profiles.ts"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, idempotencyKey, me, sendOne } from "./internal/actions.ts"
import { anInstant, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, server, withKey } from "./internal/given.ts"
import type { SenderProfile } from "./internal/profiles.ts"
import {
  aKey,
  aSenderProfile,
  createSender,
  patch,
  remove,
  sender,
  senderProfile,
  shortName
} from "./internal/profiles.ts"
import { greeting, parameters, phone, unknownId } from "./internal/samples.ts"

const path = "/v3/sender-profiles"

const setUp = { status: "PROVISIONING", reason_code: "CHANNEL_011", reason: expect.any(String) as unknown }

const creation = (given: () => Given): void => {
  it("answers the profile with its key, once [PRF-010, PRF-012, PRF-001]", async () => {
    const { client } = given()
    const own = await me(client)
    const body = senderProfile({ description: "EMEA", billing: { inherit: true } })
    const shown = { ...aSenderProfile, ...body, organization_id: own.id }
    const made = success<SenderProfile>(await client.post(path, body), 201)
    expect(made).toStrictEqual({ ...shown, api_key: aKey })
    expect(success(await client.get(`${path}/${made.id}`), 200)).toStrictEqual({ ...shown, id: made.id })
    // The organization owns it, and it is an account of its own.
    expect((await me(client)).profiles.map(({ id }) => id)).toContain(made.id)
    expect(await me(withKey(given(), made.api_key!))).toMatchObject({
      id: made.id,
      type: "profile",
      organization_id: own.id,
      short_name: body["short_name"],
      status: "incomplete",
      profiles: []
    })
    expect((await me(actingAs(given(), made.id))).id).toBe(made.id)
  })

  it("bills the organization without a word about it, and shows nothing but inherit [PRF-009]", async () => {
    const { client } = given()
    for (const more of [{}, { billing: null }, { billing: { inherit: true } }]) {
      const { id } = await createSender(client, more)
      const shown = success<{ readonly billing: unknown }>(await client.get(`${path}/${id}`), 200)
      expect(shown.billing).toStrictEqual({ inherit: true })
    }
  })

  it("keeps channels and compliance, each with a status [PRF-010]", async () => {
    const { client } = given()
    const brand = { legal_name: "Engines Ltd", vertical: "TECHNOLOGY", contact_name: "Ada" }
    const campaign = { use_case: "MIXED", sample_messages: ["Hello"], description: "News" }
    const { api_key: _, ...made } = await createSender(client, {
      channels: {
        sms: { country: "us", number_type: "10DLC", area_codes: ["212"] },
        whatsapp: { waba_id: "waba-1" }
      },
      compliance: { brand, campaign }
    })
    expect(made).toStrictEqual({
      ...aSenderProfile,
      channels: {
        sms: [{
          country: "US",
          number_type: "TEN_DLC",
          sender_value: null,
          // The market asks for more of a brand and of a campaign than this.
          ...setUp,
          status: "ACTION_NEEDED",
          reason_code: "CHANNEL_001",
          compliance: { brand, campaign }
        }],
        whatsapp: { waba_id: "waba-1", phone_number_id: null, solution_id: null, owner_business_id: null, ...setUp },
        rcs: null
      },
      compliance: { brand, campaign }
    })
  })

  it("shows no compliance where nobody registers, and inheritance as such", async () => {
    const { client } = given()
    const { id } = await createSender(client, {
      channels: { sms: { country: "GB", number_type: "ALPHANUMERIC", sender_value: "Acme 1" }, rcs: { inherit: true } },
      compliance: { brand: { inherit: true } }
    })
    expect(await sender(client, id)).toStrictEqual({
      ...aSenderProfile,
      channels: {
        sms: [{ country: "GB", number_type: "ALPHANUMERIC", sender_value: "Acme 1", status: "ACTIVE" }],
        whatsapp: null,
        rcs: null
      },
      compliance: { brand: { inherit: true }, campaign: null }
    })
  })

  propWith({ runs: 25 })("takes every right body [PRF-006, PRF-010]", Profiles.senderProfile, async (body) => {
    const { client } = given()
    const made = success<SenderProfile>(
      await client.post(path, { ...body, short_name: shortName(), sandbox: false }),
      201
    )
    const { api_key: _, ...shown } = made
    // Its channels are being set up meanwhile.
    const channels: unknown = expect.any(Object)
    expect(await sender(client, made.id)).toStrictEqual({ ...shown, channels })
  })

  it("makes one that can send immediately, from its short name and with the organization's money [PRF-007]", async () => {
    const { client } = given()
    const { api_key, short_name } = await createSender(client)
    const own = withKey(given(), api_key)
    const { id } = await approvedTemplate(own, greeting)
    const sent = await sendOne(own, { to: ["+447400123456"], template: { id, parameters } })
    expect(sent).toMatchObject({ status: "DELIVERED", channel: "sms" })
    // To +1 no short name stands in for a number (decisions 4.1 "Senders").
    expect(await sendOne(own, { to: [phone(1)], template: { id, parameters } })).toMatchObject({
      status: "FAILED",
      reason_code: "DELIVERY_003"
    })
    const from = (await activities(own, sent.id)).activities.flatMap((each) => each.from === null ? [] : [each.from])
    expect(new Set(from)).toEqual(new Set([short_name]))
  })

  it("makes a key that is a replay's key too, and no second profile [IDM-001, IDM-002, IDM-006]", async () => {
    const { client } = given()
    const key = { "idempotency-key": idempotencyKey() }
    const body = senderProfile()
    const first = await client.post(path, body, key)
    const again = await client.post(path, body, key)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(again.text).toBe(first.text)
    const { api_key, id } = success<SenderProfile>(first, 201)
    expect((await me(withKey(given(), api_key!))).id).toBe(id)
  })
}

const names = (given: () => Given): void => {
  const taken = async (client = given().client): Promise<string> => (await createSender(client)).short_name

  it("are had once in an organization, however they are written: 409 RESOURCE_007 [ERR-018]", async () => {
    const { client } = given()
    await createSender(client, { short_name: "Big Shop" })
    for (const short_name of ["Big Shop", "BIG SHOP", "big  shop", " bIg shop"]) {
      failure(await client.post(path, senderProfile({ short_name })), 409, "RESOURCE_007", ["short_name"])
    }
  })

  it("may be the same in another organization", async () => {
    await createSender(given().other, { short_name: await taken() })
  })

  it("are refused on change too, but for the profile's own", async () => {
    const { client } = given()
    const mine = await createSender(client)
    const refused = await patch(client, `${path}/${mine.id}`, { short_name: (await taken()).toLowerCase() })
    failure(refused, 409, "RESOURCE_007", ["short_name"])
    expect((await sender(client, mine.id)).short_name).toBe(mine.short_name)
    const upper = mine.short_name.toUpperCase()
    expect(success(await patch(client, `${path}/${mine.id}`, { short_name: upper }), 200))
      .toMatchObject({ short_name: upper })
  })

  it("are free again after a change, and after a deletion", async () => {
    const { client } = given()
    const one = await createSender(client)
    success(await patch(client, `${path}/${one.id}`, { short_name: shortName() }), 200)
    const two = await createSender(client, { short_name: one.short_name })
    expect((await remove(client, `${path}/${two.id}`)).status).toBe(204)
    await createSender(client, { short_name: one.short_name })
  })

  it("go to one of many who ask at the same time", async () => {
    const { client } = given()
    const body = senderProfile({ name: `Race ${randomUUID()}` })
    const replies = await Promise.all(Array.from({ length: 12 }, () => client.post(path, body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies) if (reply.status !== 201) failure(reply, 409, "RESOURCE_007", ["short_name"])
    const { profiles } = success<{ readonly profiles: ReadonlyArray<{ readonly name: string }> }>(
      await client.get("/v3/me"),
      200
    )
    expect(profiles.filter(({ name }) => name === body["name"])).toHaveLength(1)
  })
}

const changes = (given: () => Given): void => {
  propWith({ runs: 25 })(
    "keep what is left out, and answer what GET then shows [PRF-013, PRF-014, PRF-019]",
    Profiles.senderProfileChange,
    async (change) => {
      const { client } = given()
      const { api_key: _, ...before } = await createSender(client, { description: "before" })
      const body = "short_name" in change ? { ...change, short_name: shortName() } : change
      const changed = success(await patch(client, `${path}/${before.id}`, body), 200)
      expect(changed).toStrictEqual({ ...before, ...body, updated_at: anInstant })
      expect(await sender(client, before.id)).toStrictEqual(changed)
    }
  )

  it("clear the description by null, and nothing else [PRF-015, PRF-016, PRF-017]", async () => {
    const { client } = given()
    const made = await createSender(client, { description: "before" })
    const at = `${path}/${made.id}`
    failure(await patch(client, at, { name: null }), 400, "VALIDATION_001", ["name"])
    failure(await patch(client, at, { short_name: null }), 400, "VALIDATION_001", ["short_name"])
    expect(await sender(client, made.id)).toMatchObject({ description: "before", name: made.name })
    expect(success(await patch(client, at, { description: null }), 200)).toMatchObject({ description: null })
  })

  it("of nothing are refused [PRF-018]", async () => {
    const { client } = given()
    const { id } = await createSender(client)
    for (const body of [{}, { sandbox: false }, { sandbox: true }]) {
      failure(await patch(client, `${path}/${id}`, body), 400, "VALIDATION_001", ["body"])
    }
  })

  it("of anything else are refused, each by name [PRF-013]", async () => {
    const { client } = given()
    const made = await createSender(client)
    const others = { billing: { inherit: true }, channels: null, compliance: {}, id: made.id, icon: "x", whatever: 1 }
    const reply = await patch(client, `${path}/${made.id}`, { ...others, name: "New", sandbox: false })
    failure(reply, 400, "VALIDATION_001", Object.keys(others))
    expect((await sender(client, made.id)).name).toBe(made.name)
  })

  it("are replayed for the same key [IDM-008]", async () => {
    const { client } = given()
    const { id } = await createSender(client)
    const key = { "idempotency-key": idempotencyKey() }
    const first = await patch(client, `${path}/${id}`, { name: "One" }, key)
    success(await patch(client, `${path}/${id}`, { name: "Two" }), 200)
    const again = await patch(client, `${path}/${id}`, { name: "One" }, key)
    expect(again.text).toBe(first.text)
    expect((await sender(client, id)).name).toBe("Two")
  })
}

interface Listed {
  readonly sender_profiles: ReadonlyArray<SenderProfile>
  readonly pagination: unknown
}

const lists = (given: () => Given): void => {
  it("come in pages, newest first, without keys [PAG-001, PAG-002, PAG-010, PAG-011, PAG-012, PAG-013, PAG-014, PAG-015, PAG-016, PAG-017, PAG-025]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const [seeded] = (await me(client)).profiles
    const made: Array<string> = []
    for (let count = 0; count < 4; count++) made.push((await createSender(client)).id)
    const ids = [...made.toReversed(), seeded!.id]
    const pages = []
    for (const page of [1, 2, 3, 4]) {
      const { pagination, sender_profiles } = success<Listed>(await client.get(`${path}?page=${page}&page_size=2`), 200)
      expect(pagination).toStrictEqual({
        page,
        page_size: 2,
        total_count: 5,
        total_pages: 3,
        has_more: page < 3,
        cursors: null
      })
      pages.push(sender_profiles.map(({ id }) => id))
      for (const each of sender_profiles) expect(each).not.toHaveProperty("api_key")
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []])
    const whole = success<Listed>(await client.get(path), 200)
    expect(whole.pagination).toMatchObject({ page: 1, page_size: 20, total_pages: 1 })
    expect(whole.sender_profiles[0]).toStrictEqual(await sender(client, ids[0]!))
  })

  it("are refused for pages that are none [PAG-018, PAG-019, PAG-020, PAG-021]", async () => {
    const { client } = given()
    const wrong = ["page=0", "page=-1", "page=x", "page=1.5", "page=", "page=1&page=2", "page=1e3"]
    for (const query of wrong) failure(await client.get(`${path}?${query}`), 400, "VALIDATION_001", ["page"])
    for (const size of ["0", "101", "x", "-5", "20.0"]) {
      failure(await client.get(`${path}?page_size=${size}`), 400, "VALIDATION_001", ["page_size"])
    }
    failure(await client.get(`${path}?page=0&page_size=0`), 400, "VALIDATION_001", ["page", "page_size"])
    expect(success<Listed>(await client.get(`${path}?page=99999999&page_size=100`), 200).sender_profiles).toEqual([])
  })

  propWith({ runs: 20 })(
    "have any size from 1 to 100 [PAG-011, PAG-022]",
    fc.oneof(fc.constantFrom(1, 100), fc.integer({ min: 1, max: 100 })),
    async (size) => {
      const { pagination, sender_profiles } = success<Listed>(
        await given().client.get(`${path}?page_size=${size}`),
        200
      )
      expect(pagination).toMatchObject({ page: 1, page_size: size })
      expect(sender_profiles.length).toBe(Math.min(size, (pagination as { readonly total_count: number }).total_count))
    }
  )

  it("are empty for a request that acts as a profile: it has none", async () => {
    const { subject } = given()
    const listed = success<Listed>(await actingAs(given(), subject.profileId).get(path), 200)
    expect(listed).toMatchObject({ sender_profiles: [], pagination: { total_count: 0, total_pages: 0 } })
  })
}

const sandboxes = (given: () => Given): void => {
  it("of creation and change look like life, and change nothing", async () => {
    const { client } = given()
    const before = await me(client)
    const body = senderProfile({ description: "EMEA", sandbox: true })
    const reply = await client.post(path, body)
    expect(reply.headers.get("x-sandbox")).toBe("true")
    const { sandbox: _, ...told } = body
    const made = success<SenderProfile>(reply, 201)
    expect(made).toStrictEqual({ ...aSenderProfile, ...told, organization_id: before.id, api_key: aKey })
    failure(await withKey(given(), made.api_key!).get("/v3/me"), 401, "AUTH_002")
    const changed = success(await patch(client, `${path}/${unknownId}`, { name: "New", sandbox: true }), 200)
    expect(changed).toMatchObject({ id: unknownId, name: "New" })
    expect((await me(client)).profiles).toEqual(before.profiles)
    // The short name is still free.
    success(await client.post(path, told), 201)
  })

  it("of deletion delete nothing", async () => {
    const { client } = given()
    const { id } = await createSender(client)
    const reply = await client.send("DELETE", `${path}/${id}`, {
      headers: { "content-type": "application/json" },
      body: "{\"sandbox\":true}"
    })
    expect([reply.status, reply.text, reply.headers.get("x-sandbox")]).toEqual([204, "", "true"])
    expect((await sender(client, id)).id).toBe(id)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Sender profiles (${name})`, () => {
    const given = server(start)
    describe("creation", () => creation(given))
    describe("short names", () => names(given))
    describe("changes", () => changes(given))
    describe("lists", () => lists(given))
    describe("sandboxes", () => sandboxes(given))
  })
}
