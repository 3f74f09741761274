/**
 * Consent by purpose: what recipients say by keywords and clients by preferences, and what goes out then; and the export
 * of all changes of consent (decisions 17.5).
 */
import type { Purpose } from "@signalbox/core/Purpose"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import * as Contacts from "./internal/contacts.ts"
import { account, actingAs, withKey } from "./internal/given.ts"
import { recipient, setting, told } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { world } from "./internal/world.ts"
import type { Delivery } from "./Receiver.ts"

const purposes: ReadonlyArray<Purpose> = [
  { name: "news", requiresOptIn: true, optInKeyword: "NEWS", optOutKeyword: "STOP NEWS", optOutReply: "No news." },
  { name: "shop", optOutKeyword: "arr\u00eat" }
]

interface Exported {
  readonly records: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly pagination: { readonly has_more: boolean; readonly cursors: { readonly after: string | null } }
}

const exported = async (client: HttpClient, query = ""): Promise<Exported> =>
  success<Exported>(await client.get(`/v3/consent/export${query}`), 200)

const ends = ({ reason_code: code, status }: Message): string => code ?? status

const keywords = (world: World): void => {
  it("change their purpose alone, STOP ends all and START only lifts it [XPR-061, XPR-062, XPR-063, XPR-065]", async (context) => {
    const { client, contact, path, template, write } = await setting(world, context, { purposes })
    const sent = async (purpose?: string) =>
      ends(
        await sendOne(client, {
          to: [recipient],
          template: { id: template, parameters },
          channel: ["sms"],
          ...(purpose === undefined ? {} : { purpose })
        })
      )
    const all = async () => [await sent(), await sent("shop"), await sent("news")]
    expect(await all()).toEqual(["DELIVERED", "DELIVERED", "SIGNALBOX_004"])
    expect((await contact()).preferences).toEqual({ news: null, shop: null })
    await write(" News ")
    expect(await all()).toEqual(["DELIVERED", "DELIVERED", "DELIVERED"])
    await write("ARRE\u0302T")
    expect(await all()).toEqual(["DELIVERED", "SIGNALBOX_004", "DELIVERED"])
    expect(await contact()).toMatchObject({ opt_out: false, preferences: { news: "opt_in", shop: "opt_out" } })
    await write("stop")
    expect(await all()).toEqual(["BUSINESS_004", "BUSINESS_004", "BUSINESS_004"])
    await write("start")
    expect(await all()).toEqual(["DELIVERED", "SIGNALBOX_004", "SIGNALBOX_004"])
    expect((await contact()).preferences).toEqual({ news: null, shop: "opt_out" })
    const changes = (found: ReadonlyArray<Delivery>) => told(found).filter(([event]) => event.startsWith("contact."))
    const events = changes(await world.receiver().until(path, (found) => changes(found).length >= 4))
    expect(events.map(([event]) => event)).toEqual([
      "contact.preference",
      "contact.preference",
      "contact.opt_out",
      "contact.opt_in"
    ])
    expect(events[1]![1]).toMatchObject({
      phone_number: recipient,
      purpose: "shop",
      consent: "opt_out",
      opt_out: false,
      source: "INBOUND_KEYWORD",
      text: "ARRE\u0302T"
    })
    expect(events[2]![1]).not.toHaveProperty("purpose")
  })

  it("leave records that are exported page by page, until the contact goes [XPR-067]", async (context) => {
    const { accountId, client, contact, write } = await setting(world, context, { purposes })
    const message = await write("stop news")
    await write("STOP")
    const { id } = await contact()
    await Contacts.update(client, id, { opt_out: false, preferences: { shop: "opt_in", news: null } })
    const about = { contact_id: id, phone_number: recipient }
    const requested = { ...about, source: "API", channel: null, message_id: null, text: null }
    const { records } = await exported(client)
    expect(records).toHaveLength(5)
    expect(records.slice(0, 3)).toEqual(expect.arrayContaining([
      expect.objectContaining({ ...requested, purpose: null, consent: "opt_in" }),
      expect.objectContaining({ ...requested, purpose: "shop", consent: "opt_in" }),
      expect.objectContaining({ ...requested, purpose: "news", consent: null })
    ]))
    expect(records[3]).toMatchObject({ ...about, purpose: null, consent: "opt_out", channel: "sms", text: "STOP" })
    expect(records[4]).toMatchObject({
      ...about,
      purpose: "news",
      consent: "opt_out",
      source: "INBOUND_KEYWORD",
      channel: "sms",
      message_id: message,
      text: "stop news"
    })
    const pages = []
    for (let query: string | null = "?page_size=2"; query !== null;) {
      const page: Exported = await exported(client, query)
      pages.push(page.records)
      const { after } = page.pagination.cursors
      query = after === null ? null : `?page_size=2&after=${after}`
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(records)
    const cursor = (await exported(client, "?page_size=2")).pagination.cursors.after!
    failure(await client.get(`/v3/consent/export?after=${cursor}&page=2`), 400, "VALIDATION_001", ["page"])
    failure(await client.get("/v3/consent/export?after=x"), 400, "VALIDATION_001", ["after"])
    const given = world.given()
    expect((await exported(given.other)).records.filter(({ contact_id }) => contact_id === id)).toEqual([])
    expect(accountId).not.toBe("")
    expect((await Contacts.remove(client, id)).status).toBe(204)
    expect((await exported(client)).records).toEqual([])
  })
}

const preferences = (world: World): void => {
  it("are shown, set and taken back by the names of the account's purposes [XPR-064, XPR-066]", async (context) => {
    const fresh = await account(world.given(), context, { purposes })
    const clients = [
      withKey(world.given(), fresh.apiKey),
      withKey(world.given(), fresh.profileApiKey),
      actingAs({ ...world.given(), subject: { ...world.given().subject, apiKey: fresh.apiKey } }, fresh.profileId)
    ]
    for (const [index, client] of clients.entries()) {
      const number = phone(400 + index)
      const made = success<{ readonly id: string; readonly preferences: object }>(
        await client.post(Contacts.path, { phone_number: number, preferences: { news: "opt_in" } }),
        201
      )
      expect(made.preferences).toEqual({ news: "opt_in", shop: null })
      expect(await Contacts.contact(client, made.id)).toEqual(made)
      expect(await Contacts.ofNumber(client, number)).toEqual(made)
      const changed = await Contacts.update(client, made.id, { preferences: { shop: "opt_out" } })
      expect(changed.preferences).toEqual({ news: "opt_in", shop: "opt_out" })
      expect((await Contacts.update(client, made.id, { opt_out: true })).preferences).toEqual({
        news: null,
        shop: "opt_out"
      })
      expect((await Contacts.update(client, made.id, { preferences: { shop: null } })).preferences).toEqual({
        news: null,
        shop: null
      })
      const before = await Contacts.contact(client, made.id)
      const sandboxed = await Contacts.update(client, made.id, { preferences: { news: "opt_in" }, sandbox: true })
      if (index === 0) expect(sandboxed.preferences).toMatchObject({ news: "opt_in" })
      expect(await Contacts.contact(client, made.id)).toEqual(before)
    }
  })

  it("are refused where they are none, and change nothing [XPR-060, XPR-064]", async (context) => {
    const fresh = await account(world.given(), context, { purposes })
    const client = withKey(world.given(), fresh.apiKey)
    const made = await Contacts.create(client, phone(410))
    for (
      const [given, field] of [
        [{ news: "yes" }, "preferences.news"],
        [{ weather: "opt_in" }, "preferences.weather"],
        [{ constructor: "opt_in" }, "preferences.constructor"],
        [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, "opt_in"])), "preferences"],
        ["opt_in", "preferences"]
      ] as const
    ) {
      const reply = await Contacts.patch(client, made.id, { opt_out: true, preferences: given })
      expect(reply.status).toBe(400)
      expect(Object.keys((reply.json as { readonly error: { readonly details: object } }).error.details)).toEqual([
        field
      ])
      const creation = await client.post(Contacts.path, { phone_number: phone(411), preferences: given })
      expect(creation.status).toBe(400)
    }
    expect(await Contacts.contact(client, made.id)).toEqual(made)
    expect((await Contacts.list(client, { phone: phone(411) })).contacts).toEqual([])
    for (const purpose of ["weather", "", "x".repeat(41), 1]) {
      const reply = await client.post("/v3/messages", { to: [phone(410)], text: "Hello", purpose })
      failure(reply, 400, "VALIDATION_001", ["purpose"])
    }
    // An account without purposes has no such field, and knows no name.
    const { other } = world.given()
    const plain = await Contacts.create(other, phone(412))
    expect(plain).not.toHaveProperty("preferences")
    failure(await Contacts.patch(other, plain.id, { preferences: { news: "opt_in" } }), 400, "VALIDATION_001", [
      "preferences.news"
    ])
    const named = await other.post("/v3/messages", { to: [phone(412)], text: "Hello", purpose: "news" })
    failure(named, 400, "VALIDATION_001", ["purpose"])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Consent by purpose (${name})`, () => {
    const made = world(start)
    describe("keywords of purposes", () => keywords(made))
    describe("preferences", () => preferences(made))
  })
}
