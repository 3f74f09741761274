/**
 * The list of contacts: its pages, and what it is narrowed down to (specification "Contacts", decisions 5.3).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, send } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Listed } from "./internal/contacts.ts"
import { create, fresh, list, ofNumber, path } from "./internal/contacts.ts"
import type { Given } from "./internal/given.ts"
import { actingAs, eventually, handsets, server } from "./internal/given.ts"
import type { Contact } from "./internal/resources.ts"
import { greeting, parameters, phone } from "./internal/samples.ts"

/** Contacts of these numbers, the last one made first. */
const made = async (client: HttpClient, numbers: ReadonlyArray<string>): Promise<ReadonlyArray<Contact>> => {
  const found: Array<Contact> = []
  for (const number of numbers) found.unshift(await create(client, number))
  return found
}

const pages = (given: () => Given): void => {
  it("come newest first, each contact once [CNT-006, PAG-003, PAG-010, PAG-012, PAG-013, PAG-014, PAG-015, PAG-025]", async (context) => {
    const client = await fresh(given(), context)
    const all = await made(client, [1, 2, 3, 4, 5].map(phone))
    for (let page = 1; page <= 4; page++) {
      expect(await list(client, { page: String(page), page_size: "2" })).toStrictEqual({
        contacts: all.slice((page - 1) * 2, page * 2),
        pagination: { page, page_size: 2, total_count: 5, total_pages: 3, has_more: page < 3, cursors: null }
      })
    }
  })

  it("are of 20 unless told [CNT-006, PAG-016, PAG-017]", async (context) => {
    const client = await fresh(given(), context)
    const { id: template } = await approvedTemplate(client, greeting)
    const before = (await list(client)).pagination.total_count
    const to = Array.from({ length: 25 }, (_, index) => phone(index))
    await send(client, { to, template: { id: template, parameters }, channel: ["sms"] })
    const first = await list(client)
    expect(first.contacts).toHaveLength(20)
    expect(first.pagination).toMatchObject({ page: 1, page_size: 20, total_count: before + 25, has_more: true })
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

  it("are of the account that the request acts as [CNT-006, SCP-001]", async () => {
    const { client, profile, subject } = given()
    const mine = await create(client, phone(1))
    const theirs = await create(profile, phone(2))
    expect((await list(client, { phone: phone(1) })).contacts).toStrictEqual([mine])
    expect((await list(client, { phone: phone(2) })).contacts).toEqual([])
    expect((await list(actingAs(given(), subject.profileId), { phone: phone(2) })).contacts).toStrictEqual([theirs])
  })
}

const numbers = ["+12015550123", "+442079460018", "+493012345678", "+81312345678", "+12015550124"] as const

const filters = (given: () => Given): void => {
  const found = ({ contacts }: Listed) => contacts.map(({ phone_number }) => phone_number)

  it("find a part of any form of the number, whatever its punctuation [PAG-012]", async (context) => {
    const client = await fresh(given(), context)
    await made(client, numbers)
    const table: ReadonlyArray<readonly [search: string, of: ReadonlyArray<string>]> = [
      ["201555", [numbers[4], numbers[0]]],
      ["(201) 555-0124", [numbers[4]]],
      ["+1 201-555-0123", [numbers[0]]],
      ["tel:+1-201-555-0123", [numbers[0]]],
      // The national form of a British number begins with a zero that its other forms do not have.
      ["020 7946", [numbers[1]]],
      ["+44 20 7946 0018", [numbers[1]]],
      ["0018", [numbers[1]]],
      ["3-1234-5678", [numbers[3]]],
      ["030", [numbers[2]]],
      ["99999", []]
    ]
    for (const [search, of] of table) {
      const page = await list(client, { search })
      expect([search, found(page), page.pagination.total_count]).toEqual([search, of, of.length])
    }
  })

  propWith({ runs: 40 })(
    "find a number by any part of its digits, with anything but letters and digits between them",
    fc.constantFrom(...numbers).chain((number) =>
      fc.tuple(fc.constant(number), fc.nat(number.length - 2), fc.integer({ min: 1, max: 6 }))
    ),
    fc.array(fc.constantFrom(" ", "-", "(", ")", ".", "/", "+", "\t"), { minLength: 6, maxLength: 6 }),
    async ([number, from, length], marks) => {
      const { client } = given()
      for (const each of numbers) await client.post(path, { phone_number: each })
      const digits = number.slice(1).slice(from, from + length)
      const search = [...digits].map((digit, index) => `${marks[index]}${digit}`).join("")
      expect(found(await list(client, { search, page_size: "100" }))).toContain(number)
    }
  )

  it("choose one number, with or without its plus [PAG-012]", async (context) => {
    const client = await fresh(given(), context)
    await made(client, numbers)
    const asked = [`phone=${encodeURIComponent(numbers[0])}`, `phone=${numbers[0]}`, `phone=${numbers[0].slice(1)}`]
    for (const query of asked) expect(found(success(await client.get(`${path}?${query}`), 200))).toEqual([numbers[0]])
    expect(found(await list(client, { phone: "+12015550199" }))).toEqual([])
    for (const bad of ["x", "+1", "123", "+1 201 555 0123", "%2B0123456789"]) {
      failure(await client.get(`${path}?phone=${bad}`), 400, "VALIDATION_002", ["phone"])
    }
  })

  it("choose a channel that the contact is available on [ERR-008, ERR-009]", async (context) => {
    const client = await fresh(given(), context, { channels: ["sms", "whatsapp"] })
    const all = await made(client, [phone(160), phone(161)])
    for (const channel of ["sms", "whatsapp"]) expect((await list(client, { channel })).contacts).toStrictEqual(all)
    for (const channel of ["rcs", "mms"]) {
      expect(await list(client, { channel })).toMatchObject({ contacts: [], pagination: { total_count: 0 } })
    }
    for (const bad of ["SMS", "auto_detect", "sms,whatsapp", "%00"]) {
      const { details } = failure(await client.get(`${path}?channel=${bad}`), 400, "VALIDATION_006", ["channel"])
      for (const channel of ["sms", "whatsapp", "rcs", "mms"]) expect(details?.["channel"]?.join()).toContain(channel)
    }
  })

  it("do not choose WhatsApp for whom WhatsApp could not reach", async (context) => {
    const client = await fresh(given(), context, { channels: ["sms", "whatsapp"] })
    await handsets(given(), context)(phone(162), [
      { channel: "whatsapp", receipts: [{ failed: "recipient_not_on_channel" }] }
    ])
    const { id } = await approvedTemplate(client, greeting)
    await made(client, [phone(163)])
    await send(client, { to: [phone(162)], template: { id, parameters }, channel: ["whatsapp"] })
    await eventually(
      () => ofNumber(client, phone(162)),
      ({ available_channels }) => available_channels === "sms"
    )
    expect(found(await list(client, { channel: "whatsapp" }))).not.toContain(phone(162))
    expect(found(await list(client, { channel: "whatsapp", phone: phone(162) }))).toEqual([])
    expect(found(await list(client, { channel: "sms", phone: phone(162) }))).toEqual([phone(162)])
    expect(found(await list(client, { channel: "whatsapp" }))).toContain(phone(163))
    expect(found(await list(client, { channel: "sms" }))).toEqual(expect.arrayContaining([phone(162), phone(163)]))
  })

  it("go together, count and page what they have chosen [PAG-012, PAG-013, PAG-014]", async (context) => {
    const client = await fresh(given(), context)
    const all = await made(client, [phone(1), "+442079460018", phone(2), phone(3)])
    const chosen = all.filter(({ phone_number }) => phone_number.startsWith("+1201"))
    expect(await list(client, { search: "201 555", channel: "sms", page: "2", page_size: "2" })).toStrictEqual({
      contacts: chosen.slice(2),
      pagination: { page: 2, page_size: 2, total_count: 3, total_pages: 2, has_more: false, cursors: null }
    })
    expect(found(await list(client, { search: "201 555", phone: "+442079460018" }))).toEqual([])
    expect(found(await list(client, { search: "20 7946", phone: "+442079460018", channel: "sms" }))).toHaveLength(1)
    expect(await list(client, { phone: phone(1), page: "2", page_size: "1" })).toMatchObject({
      contacts: [],
      pagination: { page: 2, total_count: 1, total_pages: 1, has_more: false }
    })
  })

  it("that are empty choose nothing, and one of them has a bound", async (context) => {
    const client = await fresh(given(), context)
    await made(client, [phone(1), phone(2)])
    const all = await list(client)
    expect(success<Listed>(await client.get(`${path}?search=&channel=&phone=&unknown_to_us=1`), 200)).toStrictEqual(all)
    success(await client.get(`${path}?search=${"1".repeat(255)}`), 200)
    failure(await client.get(`${path}?search=${"1".repeat(256)}`), 400, "VALIDATION_001", ["search"])
    failure(await client.get(`${path}?channel=x&phone=y`), 400, "VALIDATION_001", ["channel", "phone"])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`The list of contacts (${name})`, () => {
    const given = server(start)
    describe("pages", () => pages(given))
    describe("filters", () => filters(given))
  })
}
