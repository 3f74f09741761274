/**
 * The revisions of templates: what each one said, how far its review came, and which one a message belongs to (decisions
 * 15.1).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, message, send, sendOne, settled } from "./internal/actions.ts"
import { anInstant, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, reviewer, withKey } from "./internal/given.ts"
import { definition, phone, unknownId } from "./internal/samples.ts"
import { change, path, reached, remove } from "./internal/templates.ts"
import type { World } from "./internal/world.ts"
import { listen, payloads, way, world } from "./internal/world.ts"

interface Revision {
  readonly revision: number
  readonly is_current: boolean
  readonly definition: unknown
  readonly category: string | null
  readonly language: string
  readonly status: string | null
  readonly reviews: ReadonlyArray<{ readonly channel: string; readonly status: string | null }>
  readonly created_at: string | null
  readonly replaced_at: string | null
}

interface Listed {
  readonly revisions: ReadonlyArray<Revision>
  readonly pagination: Readonly<Record<string, unknown>>
}

const list = async (client: HttpClient, id: string, query = ""): Promise<Listed> =>
  success<Listed>(await client.get(`${path}/${id}/revisions${query}`), 200)

const channels = ["sms", "whatsapp", "rcs"] as const

const revisions = (given: () => Given): void => {
  it("tell what each one said, how far it came on each channel, and when [XTP-001, XTP-002, XTP-003]", async (context) => {
    const { client } = given()
    const review = reviewer(given(), context)
    const made = await createTemplate(client, definition("The first text"), { category: "UTILITY", language: "en_US" })
    await review({ template: made.id, outcome: "approve", afterMillis: 0 })
    await change(client, made.id, { submit_for_review: true })
    const approved = await reached(client, made.id, "APPROVED")
    await review({ template: made.id, outcome: "pause", channel: "whatsapp" })
    await change(client, made.id, { name: `${made.name}_renamed` })
    const changed = await change(client, made.id, { definition: definition("The second text"), language: "nl" })
    const { pagination, revisions: [second, first, ...others] } = await list(client, made.id)
    expect(others).toEqual([])
    expect(pagination).toStrictEqual({
      page: 1,
      page_size: 20,
      total_count: 2,
      total_pages: 1,
      has_more: false,
      cursors: null
    })
    expect(second).toStrictEqual({
      revision: 2,
      is_current: true,
      category: "UTILITY",
      language: "nl",
      definition: changed.definition,
      status: "DRAFT",
      reviews: channels.map((channel) => ({ channel, status: "DRAFT", since: changed.updated_at })),
      created_at: changed.updated_at,
      replaced_at: null
    })
    const one = { status: "APPROVED", since: approved.updated_at, approved_at: approved.updated_at }
    expect(first).toStrictEqual({
      revision: 1,
      is_current: false,
      category: "UTILITY",
      language: "en_US",
      definition: approved.definition,
      status: "APPROVED",
      reviews: channels.map((channel) =>
        channel === "whatsapp" ? { ...one, channel, status: "PAUSED", since: anInstant } : { ...one, channel }
      ),
      created_at: made.created_at,
      replaced_at: changed.updated_at
    })
  })

  it("come in pages, the newest first [XTP-002]", async () => {
    const { client } = given()
    const { id } = await createTemplate(client, definition("Text 1"))
    for (const number of [2, 3, 4, 5]) await change(client, id, { definition: definition(`Text ${number}`) })
    const pages = [[5, 4], [3, 2], [1], []]
    for (const [index, numbers] of pages.entries()) {
      const { pagination, revisions } = await list(client, id, `?page=${index + 1}&page_size=2`)
      expect(revisions.map(({ revision }) => revision)).toEqual(numbers)
      expect(revisions.map(({ is_current }) => is_current)).toEqual(numbers.map((number) => number === 5))
      expect(pagination).toMatchObject({ total_count: 5, total_pages: 3, has_more: index < 2 })
    }
    failure(await client.get(`${path}/${id}/revisions?page_size=101`), 400, "VALIDATION_001", ["page_size"])
  })

  it("are nobody else's, and go with their template [XTP-004]", async () => {
    const { client, other, profile, subject } = given()
    const { id } = await createTemplate(client, definition("Mine alone"))
    const strangers = [other, profile, actingAs(given(), subject.siblingProfileId)]
    for (const stranger of strangers) failure(await stranger.get(`${path}/${id}/revisions`), 404, "RESOURCE_002")
    failure(await client.get(`${path}/${unknownId}/revisions`), 404, "RESOURCE_002")
    failure(await client.get(`${path}/nonsense/revisions`), 400, "VALIDATION_003", ["id"])
    expect((await list(client, id)).revisions).toHaveLength(1)
    expect((await remove(client, id)).status).toBe(204)
    failure(await client.get(`${path}/${id}/revisions`), 404, "RESOURCE_002")
  })
}

const messages = (world: World): void => {
  const { given, receiver } = world

  it("name the revision under which they were accepted [XTP-005]", async () => {
    const { client } = given()
    const { id } = await approvedTemplate(client, definition("The text of a first message"))
    const { path } = await listen(world)
    const first = await sendOne(client, { to: [phone(71)], template: { id }, channel: ["sms"] })
    expect(first).toMatchObject({ template_id: id, template_revision: 1, status: "DELIVERED" })
    await change(client, id, { definition: definition("The text of a second message") })
    const { recipients } = await send(client, { to: [phone(72)], template: { id }, channel: ["sms"] })
    const second = await settled(client, recipients[0]!.message_id)
    expect(second).toMatchObject({ template_id: id, template_revision: 2, reason_code: "BUSINESS_005" })
    expect(await message(client, first.id)).toMatchObject({ template_revision: 1 })
    const found = await receiver().until(path, (found) => found.length >= way.length + 2)
    expect(payloads(found).map(({ message_id, template_revision }) => [message_id, template_revision])).toEqual([
      ...way.map(() => [first.id, 1]),
      ...["queued", "blocked"].map(() => [second.id, 2])
    ])
  })

  it("without a template name none [XTP-005]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const sent = await sendOne(client, { to: [phone(73)], text: "Hello", channel: ["sms"] })
    expect(sent).not.toHaveProperty("template_revision")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Revisions of templates (${name})`, () => {
    const setting = world(start)
    describe("revisions", () => revisions(setting.given))
    describe("messages", () => messages(setting))
  })
}
