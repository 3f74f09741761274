/**
 * Legacy v2: who may ask, what it is asked by, and what it shows (specification "Authentication", "Versioning";
 * decisions part 10).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, me, sendOne } from "./internal/actions.ts"
import { anInstant, anyFields, failure, success } from "./internal/answers.ts"
import { create } from "./internal/contacts.ts"
import { postText } from "./internal/endpoints.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Contact, Customer, Page, Template } from "./internal/legacy.ts"
import { aContact, bare, customer, named, operations } from "./internal/legacy.ts"
import type { Contact as ContactV3 } from "./internal/resources.ts"
import { definition, greeted, greeting, parameters, phone, unknownId } from "./internal/samples.ts"

const ask = (client: HttpClient, { method, path }: (typeof operations)[number]) => client.send(method, path)

const sender = (given: () => Given): void => {
  it("is asked of every endpoint: without x-sender-id it is 401 AUTH_003 [AUT-011]", async () => {
    for (const each of operations) failure(await ask(given().client, each), 401, "AUTH_003")
  })

  propWith({ runs: 30 })(
    "is a UUID: anything else is 401 AUTH_003 [AUT-016]",
    fc.constantFrom(...operations),
    fc.oneof(
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
      fc.constantFrom("", " ", "1", "null", `{${unknownId}}`, unknownId.replaceAll("-", ""), `${unknownId}0`)
    ).filter((id) => !/^ *[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} *$/i.test(id)),
    async (each, id) => {
      failure(await ask(given().client.as({ ...given().client.standing, "x-sender-id": id }), each), 401, "AUTH_003")
    }
  )

  it("is the account of the key: anybody else is 403 AUTH_004", async () => {
    const { client, other, subject } = given()
    for (const id of [unknownId, (await me(other)).id, subject.profileId]) {
      for (const each of operations) {
        failure(await ask(client.as({ ...client.standing, "x-sender-id": id }), each), 403, "AUTH_004")
      }
    }
  })

  it("does not do without a key, and is looked at after it", async () => {
    const { client, nobody } = given()
    const { id } = await me(client)
    for (const each of operations) {
      failure(await ask(nobody.as({ "x-sender-id": id }), each), 401, "AUTH_002")
      failure(await ask(nobody.as({ "x-api-key": randomUUID(), "x-sender-id": "nonsense" }), each), 401, "AUTH_002")
    }
  })

  it("may be written in upper case, and may be a profile with its own key", async () => {
    const { client, profile, subject } = given()
    const { id } = await me(client)
    bare(await client.get("/v2/contacts", { "x-sender-id": ` ${id.toUpperCase()} ` }), 200)
    bare(await profile.get("/v2/contacts", { "x-sender-id": subject.profileId }), 200)
  })

  it("is all that names an account: x-profile-id is not looked at", async () => {
    const legacy = await named(given().client)
    const { phone_number: phoneNumber } = await create(given().client, phone(700))
    for (const id of [given().subject.profileId, unknownId, "nonsense"]) {
      const reply = await legacy.get(`/v2/contacts/phone?phoneNumber=${encodeURIComponent(phoneNumber)}`, {
        "x-profile-id": id
      })
      expect(bare<Contact>(reply, 200).phoneNumber).toBe(phoneNumber)
      expect(reply.headers.has("x-profile-id")).toBe(false)
    }
  })

  it("that was refused takes nothing from the pool of requests, which v2 and v3 share", async (context) => {
    const { client, legacy } = await customer(given(), context, { requestsPerMinute: 3 })
    for (let time = 0; time < 5; time++) failure(await client.get("/v2/contacts"), 401, "AUTH_003")
    bare(await legacy.get("/v2/contacts"), 200)
    success(await client.get("/v3/contacts"), 200)
    bare(await legacy.get("/v2/templates"), 200)
    const limited = await legacy.get("/v2/contacts")
    failure(limited, 429, "BUSINESS_002")
    expect(limited.headers.get("x-ratelimit-limit")).toBe("3")
    failure(await client.get("/v3/contacts"), 429, "BUSINESS_002")
  })
}

const routes = (given: () => Given): void => {
  it("begin with /v2 [V2-004]", async () => {
    const legacy = await named(given().client)
    for (const { method, path } of operations) {
      expect(path).toMatch(/^\/v2\//)
      const answered = await legacy.send(method, path)
      expect([method, path, (answered.json as { error?: { code: string } }).error?.code]).not.toContain("RESOURCE_013")
      // A path under neither /v2 nor /v3 may be a host's, which answers it in other words.
      for (const elsewhere of [path.slice("/v2".length), path.replace("/v2", "/v1")]) {
        expect((await legacy.send(method, elsewhere)).status, elsewhere).toBe(404)
      }
    }
  })

  it("that nobody knows are 404, and wrong methods 405 with Allow", async () => {
    const legacy = await named(given().client)
    for (const path of ["/v2", "/v2/me", "/v2/messages", "/v2/contacts/id/1", "/v2/templates/"]) {
      expect((await legacy.get(path)).status, path).toBe(404)
    }
    const allowed = async (method: string, path: string) => {
      const reply = await legacy.send(method, path)
      failure(reply, 405, "VALIDATION_001")
      return (reply.headers.get("allow") ?? "").split(/ *, */).toSorted()
    }
    expect(await allowed("PUT", "/v2/messages/phone")).toEqual(["GET", "HEAD", "POST"])
    expect(await allowed("DELETE", `/v2/templates/${unknownId}`)).toEqual(["GET", "HEAD"])
  })

  it("answer failures in the envelope of v3 [V2-003]", async () => {
    const legacy = await named(given().client)
    failure(await legacy.get(`/v2/messages/${unknownId}`), 404, "RESOURCE_003")
    failure(await legacy.get("/v2/messages/nonsense"), 400, "VALIDATION_003", ["id"])
    failure(await postText(legacy, "/v2/messages/phone", "{"), 400, "VALIDATION_001", ["body"])
    failure(await legacy.post("/v2/messages/phone", []), 400, "VALIDATION_001", ["body"])
  })
}

const look = async <Body>({ legacy }: Pick<Customer, "legacy">, path: string): Promise<Body> =>
  bare<Body>(await legacy.get(path), 200)

const messages = (given: () => Given): void => {
  it("tell how their delivery goes [V2-003, V2-005, V2-011]", async (context) => {
    const mine = await customer(given(), context)
    const template = await approvedTemplate(mine.client, greeting)
    const sent = await sendOne(mine.client, {
      to: [phone(2)],
      template: { id: template.id, parameters },
      channel: ["sms"]
    })
    expect(await look(mine, `/v2/messages/${sent.id}`)).toStrictEqual({
      id: sent.id,
      customerId: mine.id,
      contactId: sent.contact_id,
      phoneNumber: phone(2),
      phoneNumberInternational: sent.phone_international,
      regionCode: "US",
      templateId: template.id,
      templateName: template.name,
      templateCategory: template.category,
      channel: "sms",
      messageBody: { header: null, content: greeted, footer: null, buttons: null },
      status: "DELIVERED",
      createdAt: anInstant,
      events: sent.events!.map(({ description, status, timestamp }) => ({ status, timestamp, description }))
    })
  })

  it("are nobody else's", async (context) => {
    const mine = await customer(given(), context)
    const stranger = await customer(given(), context)
    const template = await approvedTemplate(mine.client, greeting)
    const { id } = await sendOne(mine.client, { to: [phone(2)], template: { id: template.id, parameters } })
    failure(await stranger.legacy.get(`/v2/messages/${id}`), 404, "RESOURCE_003")
  })
}

const templates = (given: () => Given): void => {
  it("are looked up one by one, in camelCase [V2-003, V2-005, V2-010]", async (context) => {
    const mine = await customer(given(), context)
    const made = await createTemplate(mine.client, greeting)
    expect(await look(mine, `/v2/templates/${made.id}`)).toStrictEqual({
      id: made.id,
      displayName: made.name,
      category: made.category,
      language: made.language,
      definition: made.definition,
      status: "DRAFT",
      createdAt: made.created_at,
      updatedAt: null,
      whatsappTemplateId: null,
      whatsappTemplateName: made.name
    })
    const onSms = await createTemplate(mine.client, { body: { multiChannel: { template: "Hi there" } } })
    expect(await look<Template>(mine, `/v2/templates/${onSms.id.toUpperCase()}`)).toMatchObject({ id: onSms.id })
    failure(await mine.legacy.get(`/v2/templates/${unknownId}`), 404, "RESOURCE_002")
    failure(await mine.legacy.get("/v2/templates/1"), 400, "VALIDATION_003", ["id"])
    failure(await (await named(given().other)).get(`/v2/templates/${made.id}`), 404, "RESOURCE_002")
  })

  it("are listed from page 0 on, and narrowed down [V2-006, V2-010]", async (context) => {
    const mine = await customer(given(), context)
    for (const word of ["apple", "banana", "cherry"]) await createTemplate(mine.client, definition(`Buy ${word}`))
    const list = (query: string) => look<Page<Template>>(mine, `/v2/templates?${query}`)
    const all = await list("pageSize=100")
    expect(all).toMatchObject({ page: 0, pageSize: 100, totalCount: all.items.length, totalPages: 1 })
    expect(await list("page=1&pageSize=2")).toStrictEqual({
      items: all.items.slice(2, 4),
      page: 1,
      pageSize: 2,
      totalCount: all.totalCount,
      totalPages: Math.ceil(all.totalCount / 2)
    })
    const found = await list("search=BANANA&status=DRAFT&category=MARKETING")
    const [only] = found.items
    expect(found).toMatchObject({ totalCount: found.items.length })
    expect(found.items.length === 0 || only!.displayName.includes("banana")).toBe(true)
    expect((await list("search=banana")).items).toHaveLength(1)
    failure(await mine.legacy.get("/v2/templates?status=GONE"), 400, "VALIDATION_006", ["status"])
  })
}

const contacts = (given: () => Given): void => {
  it("are listed from page 0 on [V2-005, V2-006, V2-010]", async (context) => {
    const mine = await customer(given(), context)
    const made: Array<ContactV3> = []
    for (let index = 0; index < 5; index++) made.unshift(await create(mine.client, phone(index)))
    const pages = [0, 1, 2, 3].map((page) => `/v2/contacts?page=${page}&pageSize=2`)
    for (const [page, path] of pages.entries()) {
      expect(await look(mine, path)).toStrictEqual({
        items: made.slice(page * 2, page * 2 + 2).map(({ id, phone_number }) => ({
          ...aContact,
          id,
          phoneNumber: phone_number
        })),
        page,
        pageSize: 2,
        totalCount: 5,
        totalPages: 3
      })
    }
    expect(await look(mine, "/v2/contacts")).toMatchObject({ page: 0, pageSize: 20, totalCount: 5, totalPages: 1 })
  })

  it("are listed in no other pages [V2-006]", async () => {
    const legacy = await named(given().client)
    for (const path of ["/v2/contacts", "/v2/templates"]) {
      failure(await legacy.get(`${path}?page=-1`), 400, "VALIDATION_001", ["page"])
      failure(await legacy.get(`${path}?pageSize=0`), 400, "VALIDATION_001", ["pageSize"])
      failure(await legacy.get(`${path}?page=x&pageSize=101`), 400, "VALIDATION_001", ["page", "pageSize"])
    }
  })

  propWith({ runs: 20 })(
    "are all in some page, once [V2-006]",
    fc.integer({ min: 1, max: 100 }),
    fc.nat({ max: 3 }),
    async (pageSize, page) => {
      const legacy = await named(given().client)
      const all = bare<Page<Contact>>(await legacy.get("/v2/contacts?pageSize=100"), 200)
      const found = bare<Page<Contact>>(await legacy.get(`/v2/contacts?page=${page}&pageSize=${pageSize}`), 200)
      expect(found.items).toEqual(all.items.slice(page * pageSize, (page + 1) * pageSize))
      expect(found.totalPages).toBe(Math.ceil(all.totalCount / pageSize))
    }
  )

  it("are found by their id and by their number [V2-005, V2-010]", async (context) => {
    const mine = await customer(given(), context)
    const { id } = await create(mine.client, phone(3))
    const found = await look(mine, `/v2/contacts/id?id=${id}`)
    expect(found).toStrictEqual({
      id,
      phoneNumber: phone(3),
      formatE164: phone(3),
      formatInternational: "+1 201-555-0003",
      formatNational: "(201) 555-0003",
      formatRfc: "tel:+1-201-555-0003",
      countryCode: "1",
      regionCode: "US",
      availableChannels: "sms",
      defaultChannel: "sms"
    })
    for (const written of [encodeURIComponent(phone(3)), phone(3), phone(3).slice(1)]) {
      expect(await look(mine, `/v2/contacts/phone?phoneNumber=${written}`)).toStrictEqual(found)
    }
  })

  it("are not found by anybody else, nor when there are none", async (context) => {
    const mine = await customer(given(), context)
    const stranger = await customer(given(), context)
    const { id } = await create(mine.client, phone(4))
    for (const path of [`id?id=${id}`, `phone?phoneNumber=${phone(4)}`]) {
      failure(await stranger.legacy.get(`/v2/contacts/${path}`), 404, "RESOURCE_001")
    }
    failure(await mine.legacy.get(`/v2/contacts/id?id=${unknownId}`), 404, "RESOURCE_001")
  })

  it("are not found by nothing and by nonsense: 400", async () => {
    const legacy = await named(given().client)
    for (const path of ["/v2/contacts/phone", "/v2/contacts/phone?phoneNumber="]) {
      failure(await legacy.get(path), 400, "VALIDATION_004", ["phoneNumber"])
    }
    failure(await legacy.get("/v2/contacts/id"), 400, "VALIDATION_004", ["id"])
    failure(await legacy.get("/v2/contacts/phone?phoneNumber=12"), 400, "VALIDATION_002", ["phoneNumber"])
    failure(await legacy.get("/v2/contacts/id?id=12"), 400, "VALIDATION_001", anyFields)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Legacy v2 (${name})`, () => {
    const given = server(start)
    describe("the sender", () => sender(given))
    describe("paths", () => routes(given))
    describe("messages", () => messages(given))
    describe("templates", () => templates(given))
    describe("contacts", () => contacts(given))
  })
}
