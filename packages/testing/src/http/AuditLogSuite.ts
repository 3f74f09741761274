/**
 * The audit log of an account: who changed what, when, and from where, and nothing of what it was (decisions 17.7).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, server, withKey } from "./internal/given.ts"

interface Entry {
  readonly id: string
  readonly created_at: string
  readonly actor: { readonly type: string; readonly id: string | null }
  readonly action: string
  readonly resource: { readonly type: string; readonly id: string | null }
  readonly count: number
  readonly fields: ReadonlyArray<string>
  readonly operation: string
  readonly network: string | null
}

interface Page {
  readonly entries: ReadonlyArray<Entry>
  readonly pagination: {
    readonly total_count: number
    readonly has_more: boolean
    readonly cursors: { readonly after: string | null; readonly before: string | null }
  }
}

const page = async (client: HttpClient, query = ""): Promise<Page> =>
  success<Page>(await client.get(`/v3/audit-log${query}`), 200)

const template = (text: string) => ({ definition: { body: { multiChannel: { template: text } } } })

const idOf = async (client: HttpClient, path: string, body: object): Promise<string> =>
  success<{ readonly id: string }>(await client.post(path, body), 201).id

/** The entries of what clients did. */
const ofKeys = ({ entries }: Page): ReadonlyArray<Entry> => entries.filter(({ actor }) => actor.type === "key")

export const suite = (name: string, start: Start): void => {
  describe(`Audit log (${name})`, () => {
    const given: () => Given = server(start)

    it("tells who changed what and from where, and nothing of what it was [XPR-160, XPR-162, XPR-163]", async (context) => {
      const made = await account(given(), context, { auditLogDays: 30 })
      const [first, second] = [withKey(given(), made.apiKey), withKey(given(), made.secondApiKey)]
      const id = await idOf(first, "/v3/templates", template("Secret words"))
      const hook = { display_name: "Secret hook", endpoint_url: "http://127.0.0.1:64999/in", event_types: ["message"] }
      const webhook = await idOf(second, "/v3/webhooks", hook)
      success(
        await second.send("PATCH", `/v3/webhooks/${webhook}/toggle-status`, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ is_active: false })
        }),
        200
      )
      success(await first.post("/v3/templates", { ...template("Of the sandbox"), sandbox: true }), 201)
      failure(await first.post("/v3/templates", { definition: 5 }), 400, "VALIDATION_001", anyFields)
      const found = await page(first)
      const [toggled, hooked, written] = ofKeys(found)
      expect(ofKeys(found).length).toBe(3)
      expect(toggled).toMatchObject({
        action: "changed",
        resource: { type: "webhook", id: webhook },
        fields: ["is_active"]
      })
      expect(hooked).toMatchObject({
        action: "created",
        resource: { type: "webhook", id: webhook },
        fields: [],
        count: 1
      })
      expect(written).toMatchObject({
        action: "created",
        resource: { type: "template", id },
        operation: "templates.create",
        network: "127.0.0.0/24"
      })
      expect(hooked!.actor.id).not.toBe(written!.actor.id)
      expect(toggled!.actor).toEqual(hooked!.actor)
      const text = JSON.stringify(found).toLowerCase()
      for (const secret of ["secret", "127.0.0.1", made.apiKey, made.apiKey.slice(0, 8)]) {
        expect(text).not.toContain(secret)
      }
    })

    it("goes on from page to page, and back [XPR-167]", async (context) => {
      const { apiKey } = await account(given(), context, { auditLogDays: 30 })
      const client = withKey(given(), apiKey)
      for (let count = 0; count < 5; count++) await idOf(client, "/v3/templates", template(`Text ${count}`))
      const all = await page(client, "?page_size=100")
      const one = await page(client, "?page_size=2")
      const two = await page(client, `?page_size=2&after=${one.pagination.cursors.after}`)
      expect([...one.entries, ...two.entries]).toEqual(all.entries.slice(0, 4))
      expect([one.pagination.total_count, two.pagination.total_count]).toEqual([all.entries.length, all.entries.length])
      // What is added meanwhile moves nothing.
      await idOf(client, "/v3/templates", template("One more"))
      expect((await page(client, `?page_size=2&after=${one.pagination.cursors.after}`)).entries).toEqual(two.entries)
      const back = await page(client, `?page_size=2&before=${two.pagination.cursors.before}`)
      expect(back.entries).toEqual(one.entries)
      expect(all.pagination).toMatchObject({ has_more: false, cursors: { after: null } })
      failure(await client.get("/v3/audit-log?after=nothing"), 400, "VALIDATION_001", ["after"])
      failure(await client.get("/v3/audit-log?page_size=101"), 400, "VALIDATION_001", ["page_size"])
    })

    it("is each account's own, and empty where none is kept [XPR-160, XPR-167]", async (context) => {
      const { apiKey, profileApiKey, profileId } = await account(given(), context, { auditLogDays: 30 })
      const client = withKey(given(), apiKey)
      await idOf(client, "/v3/templates", template("Of the organization"))
      await idOf(
        client.as({ "x-api-key": apiKey, "x-profile-id": profileId }),
        "/v3/templates",
        template("Of the profile")
      )
      const [own, acting, profile] = [
        await page(client),
        await page(client.as({ "x-api-key": apiKey, "x-profile-id": profileId })),
        await page(withKey(given(), profileApiKey))
      ]
      expect([ofKeys(own).length, ofKeys(acting).length]).toEqual([1, 1])
      expect(profile.entries).toEqual(acting.entries)
      const none = await account(given(), context)
      const silent = withKey(given(), none.apiKey)
      await idOf(silent, "/v3/templates", template("Unseen"))
      expect(await page(silent)).toMatchObject({ entries: [], pagination: { total_count: 0, has_more: false } })
    })
  })
}
