/**
 * The list of messages: its filters, its pages and its cursors (decisions 14.2).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { message, send, sendOne, settled } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { ofNumber } from "./internal/contacts.ts"
import { actingAs } from "./internal/given.ts"
import { recipient, setting } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { parameters, phone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, world } from "./internal/world.ts"

const path = "/v3/messages"

interface Listed {
  readonly messages: ReadonlyArray<Message>
  readonly pagination: {
    readonly total_count: number
    readonly has_more: boolean
    readonly cursors: { readonly after: string | null; readonly before: string | null }
  }
}

const asked = (query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query).toString()}`

const read = async (client: HttpClient, query: Readonly<Record<string, string>> = {}): Promise<Listed> =>
  success<Listed>(await client.get(asked(query)), 200)

const ids = ({ messages }: Pick<Listed, "messages">): ReadonlyArray<string> => messages.map(({ id }) => id)

/** The ids of all pages, from the first one on. */
const walk = async (client: HttpClient, query: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await read(client, after === undefined ? query : { ...query, after })
    found.push(...ids(page))
    after = page.pagination.cursors.after
  }
  return found
}

const cases = (world: World): void => {
  const { given } = world

  it(
    "has what was sent and received, newest first, and is narrowed by every filter [XMS-030, XMS-031]",
    async (context) => {
      const made = await setting(world, context)
      const reference = "order 1815"
      const template = { id: made.template, parameters }
      const first = await made.send("sms")
      const noted = await sendOne(made.client, { to: [recipient], template, channel: ["sms"], reference })
      const other = await made.send("whatsapp", phone(2))
      const broken = await sendOne(made.client, { to: [phone(3)], template: { id: made.template }, channel: ["sms"] })
      const reply = await message(made.client, await made.write("Hello"))
      const all = [reply, broken, other, noted, first]
      const [one] = [await ofNumber(made.client, recipient)]
      const expected: ReadonlyArray<readonly [query: Readonly<Record<string, string>>, found: ReadonlyArray<Message>]> =
        [
          [{}, all],
          [{ direction: "INBOUND" }, [reply]],
          [{ direction: "OUTBOUND" }, [broken, other, noted, first]],
          [{ channel: "whatsapp" }, [other]],
          [{ status: broken.status }, [broken]],
          [{ status: "READ" }, []],
          [{ reference }, [noted]],
          [{ reference: "order" }, []],
          [{ template_id: made.template }, [broken, other, noted, first]],
          [{ template_id: made.template, reference }, [noted]],
          [{ template_id: unknownId }, []],
          [{ contact_id: one.id }, [reply, noted, first]],
          [{ phone: recipient }, [reply, noted, first]],
          [{ phone: recipient, contact_id: one.id, channel: "sms", direction: "OUTBOUND", reference }, [noted]],
          [{ phone: phone(2), contact_id: one.id }, []],
          [{ phone: phone(77) }, []],
          [{ contact_id: unknownId }, []],
          [{ contact_id: one.id, template_id: made.template, status: "FAILED" }, []]
        ]
      for (const [query, found] of expected) {
        const since = { from: first.created_at, ...query }
        const { messages, pagination } = await read(made.client, since)
        expect(messages, JSON.stringify(query)).toStrictEqual(found.map((each) => ({ ...each, events: null })))
        expect(pagination).toStrictEqual({
          page: 1,
          page_size: 20,
          total_count: found.length,
          total_pages: found.length === 0 ? 0 : 1,
          has_more: false,
          cursors: { after: null, before: null }
        })
      }
    }
  )

  it("is of a time: from an instant on, and before another [XMS-032]", async (context) => {
    const made = await setting(world, context)
    const first = await made.send()
    const second = await made.send()
    const between = { from: first.created_at, to: second.created_at }
    expect(ids(await read(made.client, between))).toEqual([first.id])
    expect(ids(await read(made.client, { ...between, phone: recipient, template_id: made.template }))).toEqual([
      first.id
    ])
    expect(ids(await read(made.client, { from: second.created_at }))).toEqual([second.id])
    const offset = second.created_at.replace("Z", "+00:00")
    expect(ids(success<Listed>(await made.client.get(`${path}?from=${offset}`), 200))).toEqual([second.id])
    expect(await read(made.client, { from: "2999-01-01T00:00:00Z" })).toMatchObject({ messages: [] })
  })

  it(
    "goes on from a cursor in both directions, whatever comes meanwhile [XMS-033]",
    async (context) => {
      const made = await setting(world, context)
      // The messages of one send have one instant.
      const sent = await send(made.client, {
        to: Array.from({ length: 7 }, (_, index) => phone(10 + index)),
        template: { id: made.template, parameters },
        channel: ["sms"]
      })
      for (const each of sent.recipients) await settled(made.client, each.message_id)
      const query = { template_id: made.template, direction: "OUTBOUND" }
      const whole = ids(await read(made.client, { ...query, page_size: "100" }))
      for (const size of ["1", "3", "100"]) {
        expect(await walk(made.client, { ...query, page_size: size })).toEqual(whole)
      }
      const small = { ...query, page_size: "3" }
      const first = await read(made.client, small)
      expect(first.pagination).toMatchObject({ total_count: whole.length, has_more: true, cursors: { before: null } })
      const newer = await made.send("sms", phone(30))
      const second = await read(made.client, { ...small, after: first.pagination.cursors.after! })
      expect(ids(second)).toEqual(whole.slice(3, 6))
      expect(second.pagination).toMatchObject({ total_count: whole.length, page: 1 })
      const back = await read(made.client, { ...small, before: second.pagination.cursors.before! })
      expect(ids(back)).toEqual(ids(first))
      const top = await read(made.client, { ...small, before: back.pagination.cursors.before! })
      expect(ids(top)).toEqual([newer.id])
      expect(top.pagination.cursors.before).toBe(null)
      expect(ids(await read(made.client, { ...small, after: top.pagination.cursors.after! }))).toEqual(ids(first))
      expect(ids(await read(made.client, { ...small, page: "2" }))).toEqual([newer.id, ...whole].slice(3, 6))
    }
  )

  it("is the account's own: an organization sees a profile's by naming it [XMS-034]", async () => {
    const { client, other, profile, subject } = given()
    const { id } = await sendOne(client, body(world))
    const mine = await message(client, id)
    const query = { phone: mine.phone, page_size: "100" }
    expect(ids(await read(client, query))).toContain(id)
    for (const stranger of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      for (const filter of [{}, { contact_id: mine.contact_id }, { template_id: mine.template_id! }, query]) {
        expect(ids(await read(stranger, filter))).not.toContain(id)
      }
      const { cursors } = (await read(client, { page_size: "1" })).pagination
      expect(ids(await read(stranger, cursors.after === null ? {} : { after: cursors.after }))).not.toContain(id)
    }
    const own = (await read(profile)).messages.map((each) => each.id)
    const { profileId } = subject
    expect((await read(actingAs(given(), profileId))).messages.map((each) => each.id)).toEqual(own)
  })

  it("refuses what it cannot read, and names the parameter [XMS-035]", async () => {
    const { client, nobody } = given()
    await send(client, body(world, { to: [phone(1), phone(2)] }))
    const refused = async (query: Readonly<Record<string, string>>, code: string, field: string) =>
      failure(await client.get(asked(query)), 400, code, [field])
    for (const name of ["status", "channel", "direction"]) await refused({ [name]: "sent" }, "VALIDATION_006", name)
    for (const name of ["template_id", "contact_id"]) await refused({ [name]: "1" }, "VALIDATION_003", name)
    await refused({ phone: "12" }, "VALIDATION_002", "phone")
    for (const reference of [" ", "x".repeat(256)]) await refused({ reference }, "VALIDATION_001", "reference")
    for (const name of ["from", "to"]) {
      for (const time of ["yesterday", "2030-02-30T00:00:00Z", "2030-01-01T00:00:00"]) {
        await refused({ [name]: time }, "VALIDATION_001", name)
      }
    }
    await refused({ from: "2030-01-02T00:00:00Z", to: "2030-01-02T00:00:00Z" }, "VALIDATION_001", "to")
    for (const page of ["0", "x"]) await refused({ page }, "VALIDATION_001", "page")
    await refused({ page_size: "101" }, "VALIDATION_001", "page_size")
    const { after } = (await read(client, { page_size: "1" })).pagination.cursors
    await refused({ after: after!, page: "1" }, "VALIDATION_001", "page")
    await refused({ after: after!, before: after! }, "VALIDATION_001", "before")
    await refused({ after: after!, status: "SENT" }, "VALIDATION_001", "after")
    await refused({ before: after!, from: "2030-01-02T00:00:00Z" }, "VALIDATION_001", "before")
    for (const cursor of ["", "e30", "!", `${after!}x`, "x".repeat(300)]) {
      await refused({ after: cursor }, "VALIDATION_001", "after")
    }
    failure(await nobody.get(path), 401, "AUTH_002")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`List of messages (${name})`, () => {
    describe("the list of messages", () => cases(world(start)))
  })
}
