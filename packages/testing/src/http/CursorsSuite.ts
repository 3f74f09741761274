/**
 * Cursors of the lists of v3, for whoever asks for them: contacts, conversations, and the log of a webhook (decisions 2).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { send, settled } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { conversationId } from "./internal/conversations.ts"
import { eventually } from "./internal/given.ts"
import { setting } from "./internal/recipients.ts"
import { parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { world } from "./internal/world.ts"

interface Page {
  readonly total_count: number
  readonly page: number
  readonly has_more: boolean
  readonly cursors: { readonly after: string | null; readonly before: string | null } | null
}

interface Listed {
  readonly ids: ReadonlyArray<string>
  readonly pagination: Page
}

type Query = Readonly<Record<string, string>>

/** @param needsPage whether `page` is required, beside a cursor too */
const list = (client: HttpClient, path: string, items: string, needsPage: boolean) => async (query: Query) => {
  const asked = new URLSearchParams({ ...(needsPage ? { page: "1", page_size: "20" } : {}), ...query }).toString()
  const data = success<Readonly<Record<string, unknown>>>(await client.get(`${path}?${asked}`), 200)
  const ids = (data[items] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
  return { ids, pagination: data["pagination"] as Page } satisfies Listed
}

type Read = ReturnType<typeof list>

const walk = async (read: Read, query: Query): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await read(after === undefined ? { ...query, cursors: "true" } : { ...query, after })
    found.push(...page.ids)
    after = page.pagination.cursors!.after
  }
  return found
}

const cases = (world: World): void => {
  it("lists go on from a cursor in both directions, whatever comes meanwhile [XRE-021, XRE-022, XRE-023]", async (context) => {
    const made = await setting(world, context)
    const { client } = made
    // The messages of one send have one instant, and so have their contacts.
    const { recipients } = await send(client, {
      to: Array.from({ length: 6 }, (_, index) => phone(10 + index)),
      template: { id: made.template, parameters },
      channel: ["sms"]
    })
    for (const each of recipients) await settled(client, each.message_id)
    for (let count = 0; count < 5; count++) await made.write(`Hello ${count}`)
    const { webhooks: [webhook] } = success<{ readonly webhooks: ReadonlyArray<{ readonly id: string }> }>(
      await client.get("/v3/webhooks"),
      200
    )
    const conversation = conversationId(await made.send("sms", phone(10)))
    const lists: ReadonlyArray<
      readonly [read: Read, path: string, needsPage: boolean, more: (() => Promise<unknown>) | null]
    > = [
      [list(client, "/v3/contacts", "contacts", false), "/v3/contacts", false, () => made.send("sms", phone(31))],
      [list(client, "/v3/conversations", "messages", true), "/v3/conversations", true, () => made.write("More")],
      [
        list(client, `/v3/conversations/${conversation}`, "messages", true),
        `/v3/conversations/${conversation}`,
        true,
        null
      ],
      [
        list(client, `/v3/webhooks/${webhook!.id}/events`, "events", false),
        `/v3/webhooks/${webhook!.id}/events`,
        false,
        null
      ]
    ]
    for (const [read, path, needsPage, more] of lists) {
      // Nothing comes any more by itself.
      const whole = await eventually(
        async () => ({ one: await read({ page_size: "100" }), other: await read({ page_size: "100" }) }),
        ({ one, other }) => one.ids.length === other.ids.length && one.ids.length > 1
      )
      const { ids, pagination } = whole.one
      expect([path, pagination.cursors]).toEqual([path, null])
      for (const size of ["1", "3", "100"]) expect(await walk(read, { page_size: size })).toEqual(ids)
      const small = { page_size: "1" }
      const first = await read({ ...small, cursors: "true" })
      expect(first.pagination).toMatchObject({
        total_count: ids.length,
        has_more: ids.length > 1,
        cursors: { before: null }
      })
      const newer = more === null ? 0 : 1
      await more?.()
      const second = await read({ ...small, after: first.pagination.cursors!.after! })
      expect([second.ids, second.pagination.page, second.pagination.total_count]).toEqual([
        ids.slice(1, 2),
        1,
        ids.length
      ])
      const back = await read({ ...small, before: second.pagination.cursors!.before! })
      expect([back.ids, back.pagination.has_more]).toEqual([first.ids, true])
      const newest = back.pagination.cursors!.before
      expect(newest === null ? 0 : (await read({ ...small, before: newest })).ids.length).toBe(newer)
      const refused = async (query: Query, field: string) =>
        failure(
          await client.get(
            `${path}?${
              new URLSearchParams({ ...(needsPage ? { page: "1", page_size: "1" } : {}), ...query }).toString()
            }`
          ),
          400,
          "VALIDATION_001",
          [field]
        )
      const { after } = first.pagination.cursors!
      await refused({ after: after!, page: "2" }, "page")
      await refused({ after: after!, before: after! }, "before")
      await refused({ after: `${after!}x` }, "after")
      await refused({ before: "" }, "before")
    }
    // A cursor of one list is none of another.
    const [contacts, conversations] = [lists[0]!, lists[1]!]
    const { after } = (await contacts[0]({ page_size: "1", cursors: "true" })).pagination.cursors!
    failure(await client.get(`/v3/contacts?after=${after!}&search=555`), 400, "VALIDATION_001", ["after"])
    const theirs = (await conversations[0]({ page_size: "1", cursors: "true" })).pagination.cursors!.after!
    failure(
      await client.get(`/v3/conversations/${conversation}?page=1&page_size=1&after=${theirs}`),
      400,
      "VALIDATION_001",
      ["after"]
    )
    failure(await client.get("/v3/contacts?cursors=yes"), 400, "VALIDATION_001", ["cursors"])
    // Another account's cursor leads into one's own list.
    const stranger = await list(world.given().other, "/v3/contacts", "contacts", false)({
      page_size: "100",
      after: after!
    })
    const own = await contacts[0]({ page_size: "100" })
    expect(stranger.ids.filter((id) => own.ids.includes(id))).toEqual([])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Cursors (${name})`, () => {
    describe("the lists of v3", () => cases(world(start)))
  })
}
