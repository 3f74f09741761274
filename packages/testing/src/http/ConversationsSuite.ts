/**
 * Conversations: the messages of an account, and those with one contact (specification "Messages", decisions 5.2).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { me, message, send, settled } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Page } from "./internal/contacts.ts"
import { ofNumber, remove } from "./internal/contacts.ts"
import { conversationId } from "./internal/conversations.ts"
import { actingAs } from "./internal/given.ts"
import { ended, recipient, setting } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { parameters, phone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, world } from "./internal/world.ts"

const path = "/v3/conversations"

interface Listed {
  readonly messages: ReadonlyArray<Message>
  readonly pagination: Page
}

const read = async (client: HttpClient, at: string, page = 1, size = 100): Promise<Listed> =>
  success<Listed>(await client.get(`${at}?page=${page}&page_size=${size}`), 200)

const newestFirst = (messages: ReadonlyArray<Message>): ReadonlyArray<string> =>
  messages
    .toSorted((one, other) =>
      one.created_at === other.created_at
        ? one.id < other.id ? 1 : -1
        : one.created_at < other.created_at
        ? 1
        : -1
    )
    .map(({ id }) => id)

const ids = ({ messages }: Pick<Listed, "messages">): ReadonlyArray<string> => messages.map(({ id }) => id)

const cases = (world: World): void => {
  const { given } = world

  it(
    "of a contact holds what was said in both directions, on all channels and numbers, and nothing else " +
      "[CNV-002, CNV-004, CNV-006, CNV-007, CNV-010, CNV-011, MSG-003, PAG-008]",
    async (context) => {
      const made = await setting(world, context)
      const first = await made.send("sms")
      const other = await made.send("sms", phone(2))
      const reply = await message(made.client, await made.write("Hello"))
      const on = [await made.send("whatsapp"), await made.send("rcs")]
      const inbound = await message(made.client, await made.write("Again", { channel: "rcs" }))
      const all = [first, reply, ...on, inbound]
      const found = await read(made.client, `${path}/${conversationId(first)}`)
      expect(ids(found)).toEqual(newestFirst(all))
      expect(new Set(all.map(conversationId)).size).toBe(1)
      expect(ids(await read(made.client, `${path}/${conversationId(other)}`))).toEqual([other.id])
      expect(found.pagination).toEqual({
        page: 1,
        page_size: 100,
        total_count: 5,
        total_pages: 1,
        has_more: false,
        cursors: null
      })
    }
  )

  it("shows messages as they are, without their history and without its own id [CNV-005, MSG-021]", async (context) => {
    const made = await setting(world, context)
    const sent = await made.send()
    const reply = await message(made.client, await made.write("Hello"))
    const id = conversationId(sent)
    for (const at of [path, `${path}/${id}`]) {
      const { messages } = await read(made.client, at)
      const shown = messages.filter(({ phone }) => phone === recipient)
      expect(shown).toStrictEqual([reply, sent].map((each) => ({ ...each, events: null })))
      expect(JSON.stringify(messages)).not.toContain(id)
    }
  })

  it(
    "of all contacts come newest first, and no page repeats or leaves out [CNV-009, PAG-007, PAG-025]",
    async (context) => {
      const made = await setting(world, context)
      const to = Array.from({ length: 7 }, (_, index) => phone(10 + index))
      // The messages of one send have one instant.
      const sent = await send(made.client, {
        to,
        template: { id: made.template, parameters },
        channel: ["sms", "whatsapp"]
      })
      await made.write("Hello")
      for (const each of sent.recipients) await ended(made.client, each.message_id)
      const whole = await read(made.client, path)
      expect(ids(whole)).toEqual(newestFirst(whole.messages))
      expect(whole.pagination.total_count).toBe(whole.messages.length)
      for (const size of [1, 4, 5]) {
        const pages = Math.ceil(whole.messages.length / size)
        const found: Array<Message> = []
        for (let page = 1; page <= pages + 1; page++) {
          const { messages, pagination } = await read(made.client, path, page, size)
          expect(pagination).toMatchObject({ page, page_size: size, has_more: page < pages, total_pages: pages })
          found.push(...messages)
        }
        expect(found).toStrictEqual(whole.messages)
      }
    }
  )

  it("are of the account that asks; an unknown one is empty [CNV-010, SCP-001, SCP-003]", async () => {
    const { client, other, profile, subject } = given()
    const { recipients: [sent] } = await send(client, body(world))
    const mine = await settled(client, sent!.message_id)
    const id = conversationId(mine)
    expect(ids(await read(client, `${path}/${id.toUpperCase()}`))).toContain(mine.id)
    for (const stranger of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      expect(await read(stranger, `${path}/${id}`)).toMatchObject({ messages: [], pagination: { total_count: 0 } })
      expect(ids(await read(stranger, path))).not.toContain(mine.id)
    }
    expect(await read(client, `${path}/${unknownId}`)).toStrictEqual({
      messages: [],
      pagination: { page: 1, page_size: 100, total_count: 0, total_pages: 0, has_more: false, cursors: null }
    })
    failure(await client.get(`${path}/nonsense?page=1&page_size=1`), 400, "VALIDATION_003", ["id"])
  })

  it("need a page and its size, both right [PAG-018, PAG-019, PAG-020, PAG-021, PAG-023, PAG-024]", async () => {
    const { client, nobody } = given()
    for (const at of [path, `${path}/${unknownId}`]) {
      failure(await client.get(at), 400, "VALIDATION_001", ["page", "page_size"])
      failure(await client.get(`${at}?page=1`), 400, "VALIDATION_001", ["page_size"])
      failure(await client.get(`${at}?page_size=20`), 400, "VALIDATION_001", ["page"])
      for (const page of ["0", "-1", "x", ""]) {
        failure(await client.get(`${at}?page=${page}&page_size=20`), 400, "VALIDATION_001", ["page"])
      }
      for (const size of ["0", "101", "1.5"]) {
        failure(await client.get(`${at}?page=1&page_size=${size}`), 400, "VALIDATION_001", ["page_size"])
      }
      failure(await nobody.get(`${at}?page=1&page_size=20`), 401, "AUTH_002")
    }
  })

  it("stay when the contact is deleted; with the next one another begins", async (context) => {
    const made = await setting(world, context)
    const sent = await made.send()
    expect((await remove(made.client, sent.contact_id)).status).toBe(204)
    expect(ids(await read(made.client, `${path}/${conversationId(sent)}`))).toEqual([sent.id])
    const next = await message(made.client, await made.write("Hello"))
    expect(conversationId(next)).not.toBe(conversationId(sent))
    expect(next.contact_id).toBe((await ofNumber(made.client, recipient)).id)
    expect(ids(await read(made.client, `${path}/${conversationId(next)}`))).toEqual([next.id])
    expect(next.customer_id).toBe((await me(made.client)).id)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Conversations (${name})`, () => {
    describe("conversations", () => cases(world(start)))
  })
}
