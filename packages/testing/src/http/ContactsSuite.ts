/**
 * Contacts: made, read, changed and deleted (specification "Contacts", decisions 3.3, 5.3).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, idempotencyKey, me, message, sendOne } from "./internal/actions.ts"
import { aUuid, failure, millis, success, uuid } from "./internal/answers.ts"
import { contact, create, fresh, list, ofNumber, patch, path, remove, update } from "./internal/contacts.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, inheritance, release, server, suppression, withKey } from "./internal/given.ts"
import { aContact } from "./internal/resources.ts"
import type { Contact } from "./internal/resources.ts"
import { greeting, parameters, phone, unknownId } from "./internal/samples.ts"

/** Numbers with their forms, their country code and their region, as Google's library writes them. */
const numbers = [
  ["+12015550123", ["+1 201-555-0123", "(201) 555-0123", "tel:+1-201-555-0123"], ["1", "US"]],
  ["+5511987654321", ["+55 11 98765-4321", "(11) 98765-4321", "tel:+55-11-98765-4321"], ["55", "BR"]],
  ["+81312345678", ["+81 3-1234-5678", "03-1234-5678", "tel:+81-3-1234-5678"], ["81", "JP"]],
  ["+442079460018", ["+44 20 7946 0018", "020 7946 0018", "tel:+44-20-7946-0018"], ["44", "GB"]]
] as const

const creating = (given: () => Given): void => {
  it.each(numbers)(
    "is made of %s, and shown with every form of it [CNT-001, CNT-003]",
    async (number, [international, national, rfc], [country, region]) => {
      const { client } = given()
      const made = await create(client, number)
      expect(made).toStrictEqual({
        ...aContact,
        customer_id: (await me(client)).id,
        phone_number: number,
        format_e164: number,
        format_international: international,
        format_national: national,
        format_rfc: rfc,
        country_code: country,
        region_code: region,
        available_channels: "sms"
      })
      expect(await contact(client, made.id)).toStrictEqual(made)
    }
  )

  it("is made once for a number: 409 RESOURCE_007 [CNT-004, ERR-018]", async () => {
    const { client, other, profile } = given()
    const { id } = await create(client, phone(100))
    for (const again of [phone(100), ` ${phone(100)}\t`]) {
      failure(await client.post(path, { phone_number: again }), 409, "RESOURCE_007", ["phone_number"])
    }
    expect((await ofNumber(client, phone(100))).id).toBe(id)
    for (const stranger of [other, profile]) expect((await create(stranger, phone(100))).id).not.toBe(id)
  })

  it("is not made of what is no number: 400 VALIDATION_002 [CNT-005, ERR-004]", async () => {
    const { client } = given()
    const bad = ["", "12015550123", "+0123456789", "+1201555", "+1 201 555 0123", "+1201555012x", "tel:+12015550123"]
    for (const phone_number of [...bad, `+1${"2".repeat(20)}`]) {
      failure(await client.post(path, { phone_number }), 400, "VALIDATION_002", ["phone_number"])
    }
  })

  propWith({ runs: 60 })(
    "is not made of any other text or value [CNT-005]",
    fc.oneof(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 1 })).filter((value) =>
      typeof value !== "string" || !/^\s*\+[1-9]\d{6,14}\s*$/.test(value)
    ),
    async (phone_number) => {
      const code = typeof phone_number === "string" ? "VALIDATION_002" : "VALIDATION_001"
      failure(await given().client.post(path, { phone_number }), 400, code, ["phone_number"])
    }
  )

  it("is not made without a number: 400 VALIDATION_001 [ERR-003]", async () => {
    failure(await given().client.post(path, {}), 400, "VALIDATION_001", ["phone_number"])
    failure(await given().client.post(path, { phone_number: null }), 400, "VALIDATION_001", ["phone_number"])
  })

  it("is made once with an Idempotency-Key, and shown again [IDM-001, IDM-006]", async () => {
    const { client } = given()
    const headers = { "idempotency-key": idempotencyKey() }
    const first = await client.post(path, { phone_number: phone(101) }, headers)
    const again = await client.post(path, { phone_number: phone(101) }, headers)
    expect(success<Contact>(again, 201)).toStrictEqual(success<Contact>(first, 201))
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    failure(await client.post(path, { phone_number: phone(102) }, headers), 422, "CONFLICT_005")
  })

  it("is one for all who want it at the same time", async (context) => {
    const client = await fresh(given(), context)
    const template = (await approvedTemplate(client, greeting)).id
    const body = { to: [phone(103)], template: { id: template, parameters }, channel: ["sms"] }
    const [made, ...sent] = await Promise.all([
      client.post(path, { phone_number: phone(103) }),
      ...Array.from({ length: 8 }, () => sendOne(client, body))
    ])
    expect([201, 409]).toContain(made.status)
    const { contacts: found } = await list(client, { phone: phone(103) })
    expect(found).toHaveLength(1)
    expect(new Set(sent.map(({ contact_id }) => contact_id))).toEqual(new Set([found[0]!.id]))
  })
}

const reading = (given: () => Given): void => {
  it("is there for its account only [CNT-007, CNT-008, ERR-012, SCP-003]", async () => {
    const { client, other, profile, subject } = given()
    const made = await create(client, phone(110))
    expect(await contact(client, made.id.toUpperCase())).toStrictEqual(made)
    for (const stranger of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      failure(await stranger.get(`${path}/${made.id}`), 404, "RESOURCE_001")
      failure(await patch(stranger, made.id, { opt_out: true }), 404, "RESOURCE_001")
      failure(await remove(stranger, made.id), 404, "RESOURCE_001")
    }
    expect(await contact(client, made.id)).toStrictEqual(made)
    failure(await client.get(`${path}/${unknownId}`), 404, "RESOURCE_001")
  })

  it("is asked for by a UUID: 400 VALIDATION_001 [CNT-016, ERR-001]", async () => {
    const { client } = given()
    for (const id of ["nonsense", "1", `${unknownId}0`, unknownId.replaceAll("-", ""), "%00", "%zz"]) {
      failure(await client.get(`${path}/${id}`), 400, "VALIDATION_001", ["id"])
      failure(await patch(client, id, { opt_out: true }), 400, "VALIDATION_001", ["id"])
      failure(await remove(client, id), 400, "VALIDATION_001", ["id"])
    }
  })

  it("can be reached on the channels that its account has set up", async (context) => {
    const client = await fresh(given(), context, { channels: ["mms", "whatsapp"] })
    expect((await create(client, phone(1))).available_channels).toBe("sms,whatsapp,mms")
  })

  it("is made by a send to a new number [CNT-001, MSG-004]", async () => {
    const { client } = given()
    const { id } = await approvedTemplate(client, greeting)
    const sent = await sendOne(client, { to: [phone(111)], template: { id, parameters }, channel: ["sms"] })
    const found = await ofNumber(client, phone(111))
    expect(found).toStrictEqual({ ...aContact, id: sent.contact_id, phone_number: phone(111), format_e164: phone(111) })
    failure(await client.post(path, { phone_number: phone(111) }), 409, "RESOURCE_007", ["phone_number"])
  })
}

const changing = (given: () => Given): void => {
  it("opts out and in again [CNT-009, CNT-010]", async () => {
    const { client } = given()
    const made = await create(client, phone(120))
    for (const opt_out of [true, false]) {
      const changed = await update(client, made.id, { opt_out })
      expect(changed).toStrictEqual({ ...made, opt_out, updated_at: expect.stringMatching(millis) as unknown })
      expect(await contact(client, made.id)).toStrictEqual(changed)
    }
  })

  it("has a channel of its own choice: sms or whatsapp, else 400 VALIDATION_006 [ERR-008, ERR-009]", async () => {
    const { client } = given()
    const made = await create(client, phone(121))
    expect(await update(client, made.id, { default_channel: "whatsapp" })).toMatchObject({
      default_channel: "whatsapp"
    })
    for (const default_channel of ["rcs", "mms", "auto_detect", "SMS", ""]) {
      const reply = await patch(client, made.id, { default_channel })
      const { details } = failure(reply, 400, "VALIDATION_006", ["default_channel"])
      expect(details?.["default_channel"]?.join()).toMatch(/sms.*whatsapp/)
    }
    expect(await update(client, made.id, { default_channel: "sms" })).toMatchObject({ default_channel: "sms" })
  })

  it("stays as it is when nothing, null or the same is asked for", async () => {
    const { client } = given()
    const made = await create(client, phone(122))
    const same = [{}, { opt_out: null, default_channel: null }, { opt_out: false, default_channel: "sms" }, { id: "x" }]
    for (const body of same) expect(await update(client, made.id, body)).toStrictEqual(made)
    expect(await contact(client, made.id)).toStrictEqual(made)
  })

  propWith({ runs: 30 })(
    "takes opt_out as a boolean and as nothing else [CNT-011]",
    fc.jsonValue({ maxDepth: 1 }).filter((value) => typeof value !== "boolean" && value !== null),
    async (opt_out) => {
      failure(await patch(given().client, unknownId, { opt_out }), 400, "VALIDATION_001", ["opt_out"])
    }
  )

  it("is not there when nobody made it: 404 RESOURCE_001", async () => {
    failure(await patch(given().client, unknownId, { opt_out: true }), 404, "RESOURCE_001")
  })

  it("that is inherited is only read: 400 BUSINESS_001 [CNT-012, ERR-026]", async (context) => {
    const inherit = inheritance(given(), context)
    const fresh = await account(given(), context)
    const client = withKey(given(), fresh.apiKey)
    await inherit(fresh.id, phone(123))
    const found = await ofNumber(client, phone(123))
    expect(found).toMatchObject({ is_inherited: true, opt_out: false })
    for (const body of [{ opt_out: true }, { default_channel: "whatsapp" }, {}]) {
      failure(await patch(client, found.id, body), 400, "BUSINESS_001")
    }
    failure(await remove(client, found.id), 400, "BUSINESS_001")
    expect(await contact(client, found.id)).toStrictEqual(found)
    failure(await client.post(path, { phone_number: phone(123) }), 409, "RESOURCE_007", ["phone_number"])
  })

  it("is sent nothing on any channel while it is opted out [CNT-002, STM-001, EVT-033]", async (context) => {
    const client = await fresh(given(), context, { channels: ["sms", "whatsapp", "rcs"] })
    const { id: template } = await approvedTemplate(client, greeting)
    const send = (channel: string) =>
      sendOne(client, { to: [phone(124)], template: { id: template, parameters }, channel: [channel] })
    const { id } = await create(client, phone(124))
    await update(client, id, { opt_out: true })
    for (const channel of ["sms", "whatsapp", "rcs", "auto_detect"]) {
      expect(await send(channel)).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004", channel: "auto" })
    }
    await update(client, id, { opt_out: false })
    expect(await send("sms")).toMatchObject({ status: "DELIVERED", contact_id: id })
  })
}

const deleting = (given: () => Given): void => {
  it("is gone then, with a word about the endpoint [CNT-013, CNT-014, CNT-017]", async () => {
    const { client } = given()
    const { id } = await create(client, phone(130))
    const reply = await remove(client, id)
    expect([reply.status, reply.text]).toEqual([204, ""])
    expect(reply.headers.get("deprecation")).toBe("true")
    failure(await client.get(`${path}/${id}`), 404, "RESOURCE_001")
    failure(await remove(client, id), 404, "RESOURCE_001")
    failure(await patch(client, id, { opt_out: true }), 404, "RESOURCE_001")
    expect((await list(client, { phone: phone(130) })).contacts).toEqual([])
  })

  it("takes its consent with it, and leaves its messages [CNT-015]", async () => {
    const { client } = given()
    const { id: template } = await approvedTemplate(client, greeting)
    const send = () => sendOne(client, { to: [phone(131)], template: { id: template, parameters }, channel: ["sms"] })
    const first = await send()
    await update(client, first.contact_id, { opt_out: true, default_channel: "whatsapp" })
    expect((await remove(client, first.contact_id)).status).toBe(204)
    expect(await message(client, first.id)).toStrictEqual(first)
    const again = await create(client, phone(131))
    expect(again).toMatchObject({ opt_out: false, default_channel: "sms", updated_at: null })
    expect(again.id).not.toBe(first.contact_id)
    expect(again.id).toMatch(uuid)
    expect(await send()).toMatchObject({ status: "DELIVERED", contact_id: again.id })
  })

  it("leaves an entry of the suppression list", async (context) => {
    const suppress = suppression(given(), context)
    const unsuppress = release(given(), context)
    const fresh = await account(given(), context)
    const client = withKey(given(), fresh.apiKey)
    const { id: template } = await approvedTemplate(client, greeting)
    const send = () => sendOne(client, { to: [phone(132)], template: { id: template, parameters }, channel: ["sms"] })
    const made = await create(client, phone(132))
    await suppress(fresh.id, phone(132))
    expect((await remove(client, made.id)).status).toBe(204)
    // Nobody sees what is left.
    expect((await list(client, { phone: phone(132) })).pagination.total_count).toBe(0)
    failure(await client.get(`${path}/${made.id}`), 404, "RESOURCE_001")
    const next = await send()
    expect(next).toMatchObject({ status: "FILTERED", reason_code: "BUSINESS_004", contact_id: aUuid })
    expect(next.contact_id).not.toBe(made.id)
    expect((await ofNumber(client, phone(132))).id).toBe(next.contact_id)
    await unsuppress(fresh.id, phone(132))
    expect(await send()).toMatchObject({ status: "DELIVERED", contact_id: next.contact_id })
  })

  it("is not hindered by an entry of the suppression list to come into being", async (context) => {
    const suppress = suppression(given(), context)
    const fresh = await account(given(), context)
    const client = withKey(given(), fresh.apiKey)
    await suppress(fresh.id, phone(133))
    expect((await list(client)).contacts).toEqual([])
    const made = await create(client, phone(133))
    expect(made).toMatchObject({ opt_out: false, updated_at: null })
    expect((await list(client)).contacts).toStrictEqual([made])
    failure(await client.post(path, { phone_number: phone(133) }), 409, "RESOURCE_007", ["phone_number"])
  })

  it("reads a body, and of it the flag alone [CNT-018]", async () => {
    const { client } = given()
    const { id } = await create(client, phone(134))
    failure(await remove(client, id, { sandbox: "true" }), 400, "VALIDATION_001", ["sandbox"])
    failure(
      await client.send("DELETE", `${path}/${id}`, { body: "{", headers: { "content-type": "application/json" } }),
      400,
      "VALIDATION_001",
      ["body"]
    )
    expect((await remove(client, id, { opt_out: 1, phone_number: "x" })).status).toBe(204)
  })
}

const sandbox = (given: () => Given): void => {
  it("makes nothing, and asks nobody whether it is there [SBX-014, SBX-017, SBX-022]", async () => {
    const { client } = given()
    const before = await create(client, phone(140))
    const reply = await client.post(path, { phone_number: phone(140), sandbox: true })
    const made = success<Contact>(reply, 201)
    expect(made).toStrictEqual({
      ...before,
      id: aUuid,
      created_at: expect.stringMatching(millis) as unknown
    })
    expect([reply.headers.get("x-sandbox"), made.id === before.id]).toEqual(["true", false])
    failure(await client.get(`${path}/${made.id}`), 404, "RESOURCE_001")
    success(await client.post(path, { phone_number: phone(141), sandbox: true }), 201)
    expect((await list(client, { phone: phone(141) })).contacts).toEqual([])
  })

  it("changes nothing, and shows what was asked for [SBX-016, SBX-023]", async () => {
    const { client } = given()
    const made = await create(client, phone(142))
    for (const id of [made.id, unknownId]) {
      const shown = await update(client, id, { opt_out: true, default_channel: "whatsapp", sandbox: true })
      expect(shown).toStrictEqual({
        ...aContact,
        id,
        phone_number: "+15550000000",
        format_e164: "+15550000000",
        default_channel: "whatsapp",
        opt_out: true,
        updated_at: expect.stringMatching(millis) as unknown
      })
    }
    expect(await contact(client, made.id)).toStrictEqual(made)
    const reply = await patch(client, made.id, { opt_out: 1, sandbox: true })
    failure(reply, 400, "VALIDATION_001", ["opt_out"])
    expect(reply.headers.get("x-sandbox")).toBe("true")
  })

  it("deletes nothing [SBX-016, SBX-024]", async () => {
    const { client } = given()
    const made = await create(client, phone(143))
    for (const id of [made.id, unknownId]) {
      const reply = await remove(client, id, { sandbox: true })
      expect([reply.status, reply.text, reply.headers.get("x-sandbox")]).toEqual([204, "", "true"])
    }
    expect(await contact(client, made.id)).toStrictEqual(made)
  })
}

const keys = (given: () => Given): void => {
  const twice = async (client: HttpClient, method: "PATCH" | "DELETE", id: string, body: object) => {
    const headers = { "content-type": "application/json", "idempotency-key": idempotencyKey() }
    const ask = () => client.send(method, `${path}/${id}`, { body: JSON.stringify(body), headers })
    return [await ask(), await ask()] as const
  }

  it("of a change are honoured, and of a deletion and a reading not looked at [IDM-007, IDM-008, IDM-009]", async () => {
    const { client } = given()
    const { id } = await create(client, phone(150))
    const [first, again] = await twice(client, "PATCH", id, { opt_out: true })
    expect(success(again, 200)).toStrictEqual(success(first, 200))
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    success(await client.get(`${path}/${id}`, { "idempotency-key": "not valid!" }), 200)
    const [gone, unknown] = await twice(client, "DELETE", id, {})
    expect([gone.status, unknown.status]).toEqual([204, 404])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Contacts (${name})`, () => {
    const given = server(start)
    describe("a contact", () => creating(given))
    describe("a contact that is read", () => reading(given))
    describe("a contact that is changed", () => changing(given))
    describe("a contact that is deleted", () => deleting(given))
    describe("a sandbox request", () => sandbox(given))
    describe("Idempotency-Keys", () => keys(given))
  })
}
