/**
 * Reading templates: one, all of them in pages, and what a list is narrowed down to (specification "Templates",
 * decisions 3.4). Then those that the service makes with each account (decisions 7.7).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, idempotencyKey, me, sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { actingAs, server } from "./internal/given.ts"
import type { Template } from "./internal/resources.ts"
import { aTemplate } from "./internal/resources.ts"
import { definition, greeting, phone, unknownId } from "./internal/samples.ts"
import type { Listed } from "./internal/templates.ts"
import { fresh, list, path, statuses, template, templateIn } from "./internal/templates.ts"

const one = (given: () => Given): void => {
  it("is shown as its creation did [ENV-033, TPL-012, TPL-014, TPL-016, TPL-050, TPL-089]", async () => {
    const { client } = given()
    const untyped = {
      body: { multiChannel: { template: "Hi" }, mms: { media: [{ url: "https://example.com/a.png" }] } }
    }
    for (const each of [greeting, { ...greeting, header: { type: "text", template: "Order" } }, untyped]) {
      const made = await createTemplate(client, each)
      expect(made.definition).toStrictEqual({ ...each, definitionVersion: "1.0" })
      expect(await template(client, made.id)).toStrictEqual(made)
      expect(await template(client, made.id.toUpperCase())).toStrictEqual(made)
      expect(made).not.toHaveProperty("auto_reply_action")
    }
  })

  it("is shown with the channels that it has bodies for, in their order", async () => {
    const { client } = given()
    const text = { template: "Hi" }
    const shown = async (body: object) => (await createTemplate(client, { body })).channels
    expect(await shown({ mms: text, multiChannel: text })).toEqual(["sms", "whatsapp", "rcs", "mms"])
    expect(await shown({ whatsapp: text, sms: text })).toEqual(["sms", "whatsapp", "rcs"])
  })

  it("is not there for anybody else, nor when nobody made it [ERR-013, SCP-003, TPL-090]", async () => {
    const { client, other, profile, subject } = given()
    const { id } = await createTemplate(client, greeting)
    const strangers = [other, profile, actingAs(given(), subject.siblingProfileId)]
    for (const stranger of strangers) failure(await stranger.get(`${path}/${id}`), 404, "RESOURCE_002")
    failure(await client.get(`${path}/${unknownId}`), 404, "RESOURCE_002")
  })

  it("is asked for by a UUID", async () => {
    for (const id of ["nonsense", "1", `${unknownId}0`, "%00", unknownId.replaceAll("-", "")]) {
      failure(await given().client.get(`${path}/${id}`), 400, "VALIDATION_003", ["id"])
    }
  })

  it("is read without regard to an Idempotency-Key [IDM-009]", async () => {
    const { client } = given()
    const { id } = await createTemplate(client, greeting)
    for (const key of ["not valid!", idempotencyKey()]) {
      for (const at of [path, `${path}/${id}`]) {
        success(await client.get(at, { "idempotency-key": key }), 200)
        const again = await client.get(at, { "idempotency-key": key })
        expect([again.status, again.headers.has("idempotent-replayed")]).toEqual([200, false])
      }
    }
  })
}

/** Templates of one word each, the last one made first. */
const made = async (client: HttpClient, count: number): Promise<ReadonlyArray<Template>> => {
  const found: Array<Template> = []
  for (let index = 0; index < count; index++) found.unshift(await createTemplate(client, definition(`Word ${index}`)))
  return found
}

const pages = (given: () => Given): void => {
  it("come newest first, each template once [PAG-001, PAG-002, PAG-004, PAG-010, PAG-012, PAG-013, PAG-014, PAG-015, PAG-025, TPL-088]", async (context) => {
    const client = await fresh(given(), context)
    const { templates: before } = await list(client)
    const all = [...await made(client, 4), ...before]
    const total_pages = Math.ceil(all.length / 3)
    for (let page = 1; page <= total_pages + 1; page++) {
      expect(await list(client, { page: String(page), page_size: "3" })).toStrictEqual({
        templates: all.slice((page - 1) * 3, page * 3),
        pagination: {
          page,
          page_size: 3,
          total_count: all.length,
          total_pages,
          has_more: page < total_pages,
          cursors: null
        }
      })
    }
  })

  it("are of 20 unless told [PAG-016, PAG-017, TPL-088]", async (context) => {
    const client = await fresh(given(), context)
    const all = await made(client, 21)
    const first = await list(client)
    expect(first.templates).toStrictEqual(all.slice(0, 20))
    expect(first.pagination).toMatchObject({ page: 1, page_size: 20 })
  })

  it("are refused when they are none [PAG-018, PAG-019, PAG-020, PAG-021]", async () => {
    const { client } = given()
    for (const page of ["0", "-1", "x", "1.5", ""]) {
      failure(await client.get(`${path}?page=${page}`), 400, "VALIDATION_001", ["page"])
    }
    for (const size of ["0", "101", "-5", "20.0"]) {
      failure(await client.get(`${path}?page_size=${size}`), 400, "VALIDATION_001", ["page_size"])
    }
  })

  propWith({ runs: 20 })(
    "have any size from 1 to 100 [PAG-011, PAG-022]",
    fc.oneof(fc.constantFrom(1, 100), fc.integer({ min: 1, max: 100 })),
    async (size) => {
      const { pagination, templates } = await list(given().client, { page_size: String(size) })
      expect(pagination).toMatchObject({ page: 1, page_size: size })
      expect(templates.length).toBe(Math.min(size, pagination.total_count))
    }
  )

  it("are of the account that the request acts as [SCP-001, TPL-012, TPL-088]", async () => {
    const { client, profile, subject } = given()
    const mine = await createTemplate(client, definition("Of the organization"))
    const theirs = await createTemplate(profile, definition("Of the profile"))
    const ids = async (asking: HttpClient) => (await list(asking, { page_size: "100" })).templates.map(({ id }) => id)
    const [ofMine, ofTheirs] = [await ids(client), await ids(actingAs(given(), subject.profileId))]
    expect([ofMine.includes(mine.id), ofMine.includes(theirs.id)]).toEqual([true, false])
    expect([ofTheirs.includes(mine.id), ofTheirs.includes(theirs.id)]).toEqual([false, true])
  })
}

const filters = (given: () => Given): void => {
  const names = ({ templates }: Listed) => templates.map(({ name }) => name)

  it("find words in names and in every body, in any case", async (context) => {
    const client = await fresh(given(), context)
    await createTemplate(client, definition("Blue WHALE"))
    await createTemplate(client, { body: { sms: { template: "Red fox" }, whatsapp: { template: "A whale" } } })
    await createTemplate(client, { body: { multiChannel: { template: "Green" }, rcs: { template: "Whales!" } } })
    await createTemplate(client, { body: { multiChannel: { template: "Grey" }, mms: { template: "No wHale" } } })
    await createTemplate(client, {
      header: { type: "text", template: "Whale" },
      body: { multiChannel: { template: "Pink" } }
    })
    await createTemplate(client, {
      body: { multiChannel: { template: "Black" } },
      footer: { type: "text", template: "whale" }
    })
    const found = ["whale", "grey", "green", "red_fox", "blue_whale"]
    for (const search of ["whale", "WHALE", "hal"]) expect(names(await list(client, { search }))).toEqual(found)
    expect(names(await list(client, { search: "d_f" }))).toEqual(["red_fox"])
    expect(await list(client, { search: "whale?" })).toMatchObject({ templates: [], pagination: { total_count: 0 } })
  })

  it("choose by status and by category, and go together", async (context) => {
    const client = await fresh(given(), context)
    const { templates: own } = await list(client)
    const made: Array<Template> = []
    for (const status of statuses) {
      made.unshift(await templateIn(given(), context, status, definition(`Once ${status}`), client))
    }
    const sale = await createTemplate(client, definition("Big sale"), { category: "MARKETING" })
    const all = [sale, ...made, ...own]
    for (const status of statuses) {
      expect(names(await list(client, { status }))).toEqual(
        all.filter((each) => each.status === status).map(({ name }) => name)
      )
    }
    for (const category of ["MARKETING", "UTILITY", "AUTHENTICATION"]) {
      expect(names(await list(client, { category }))).toEqual(
        all.filter((each) => each.category === category).map(({ name }) => name)
      )
    }
    expect(names(await list(client, { category: "MARKETING", status: "DRAFT" }))).toEqual([sale.name])
    expect(names(await list(client, { category: "MARKETING", status: "PENDING" }))).toEqual([])
    expect(names(await list(client, { search: "once", status: "PAUSED", category: "UTILITY" }))).toEqual([
      "once_paused"
    ])
  })

  it("count and page what they have chosen [PAG-012, PAG-013, PAG-014]", async (context) => {
    const client = await fresh(given(), context)
    const all = await made(client, 5)
    await createTemplate(client, definition("Another"))
    const page = await list(client, { search: "word", page: "2", page_size: "2" })
    expect(page).toStrictEqual({
      templates: all.slice(2, 4),
      pagination: { page: 2, page_size: 2, total_count: 5, total_pages: 3, has_more: true, cursors: null }
    })
  })

  it("that are empty choose nothing, and an unknown flag means nothing", async (context) => {
    const client = await fresh(given(), context)
    const all = await list(client)
    for (const query of ["search=&status=&category=", "is_welcome_playground=true", "unknown_to_us=1"]) {
      expect(success<Listed>(await client.get(`${path}?${query}`), 200)).toStrictEqual(all)
    }
  })

  it("are refused with values that there are not [ERR-008, ERR-009]", async () => {
    const { client } = given()
    for (const value of ["draft", "SENT", "DRAFT,PENDING", "%00"]) {
      const { details } = failure(await client.get(`${path}?status=${value}`), 400, "VALIDATION_006", ["status"])
      for (const status of statuses) expect(details?.["status"]?.join()).toContain(status)
    }
    failure(await client.get(`${path}?category=utility`), 400, "VALIDATION_006", ["category"])
    failure(await client.get(`${path}?category=X&status=Y`), 400, "VALIDATION_006", ["category", "status"])
    failure(await client.get(`${path}?category=X&page=0`), 400, "VALIDATION_001", ["category", "page"])
    success(await client.get(`${path}?search=${"x".repeat(255)}`), 200)
    failure(await client.get(`${path}?search=${"x".repeat(256)}`), 400, "VALIDATION_001", ["search"])
  })
}

const automatic = (given: () => Given): void => {
  const actions = ["HELP", "OPT_IN", "OPT_OUT"]

  it("come with each account, approved for every channel [TPL-013, TPL-015]", async (context) => {
    const { profile } = given()
    for (const client of [await fresh(given(), context), profile]) {
      const { templates } = await list(client, { page_size: "100" })
      const own = templates.filter((each) => each.auto_reply_action !== undefined)
      expect(own.map((each) => each.auto_reply_action).toSorted()).toEqual(actions)
      for (const each of own) {
        expect(each).toStrictEqual({
          ...aTemplate,
          customer_id: (await me(client)).id,
          name: each.name,
          status: "APPROVED",
          is_published: true,
          category: "UTILITY",
          language: "en_US",
          channels: ["sms", "whatsapp", "rcs", "mms"],
          variables: [],
          auto_reply_action: each.auto_reply_action
        })
        expect(await template(client, each.id)).toStrictEqual(each)
      }
    }
  })

  it("come with a profile that is made later, and can be sent like any other one", async (context) => {
    const client = await fresh(given(), context)
    const profile = success<{ readonly id: string }>(
      await client.post("/v3/sender-profiles", { name: "Later", short_name: "LATER" }),
      201
    )
    const acting: HttpClient = { ...client, get: (at) => client.get(at, { "x-profile-id": profile.id }) }
    const { templates } = await list(acting)
    expect(templates.map((each) => each.auto_reply_action).toSorted()).toEqual(actions)
    const [first] = (await list(client)).templates
    const sent = await sendOne(client, { to: [phone(1)], template: { id: first!.id }, channel: ["sms"] })
    expect(sent.status).toBe("DELIVERED")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Reading templates (${name})`, () => {
    const given = server(start)
    describe("a template", () => one(given))
    describe("pages", () => pages(given))
    describe("filters", () => filters(given))
    describe("automatic replies", () => automatic(given))
  })
}
