/**
 * Erasing and exporting what is kept of a person (specification "Privacy", decisions 17.6). Signalbox, beyond v3.
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { settled } from "./internal/actions.ts"
import { aText, aUuid, failure, success } from "./internal/answers.ts"
import { account, actingAs, eventually, withKey } from "./internal/given.ts"
import { newPhone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, world } from "./internal/world.ts"

const path = "/v3/privacy/erasures"

interface Erasure {
  readonly id: string
  readonly status: string
  readonly messages: number
}

interface Page {
  readonly records: ReadonlyArray<{
    readonly type: string
    readonly account_id: string
    readonly data: Readonly<Record<string, unknown>>
  }>
  readonly after: string | null
}

const erased = async (client: HttpClient, phone: string): Promise<Erasure> => {
  const { id } = success<Erasure>(await client.post(path, { phone_number: phone }), 202)
  return eventually(
    async () => success<Erasure>(await client.get(`${path}/${id}`), 200),
    ({ status }) => status === "completed"
  )
}

const exported = async (client: HttpClient, phone?: string): Promise<Page["records"]> => {
  const found: Array<Page["records"][number]> = []
  const asked = phone === undefined ? "" : `phone_number=${encodeURIComponent(phone)}`
  let after: string | null = null
  do {
    const behind: string = after === null ? "" : `&after=${after}`
    const page: Page = success<Page>(await client.get(`/v3/privacy/export?${asked}${behind}`), 200)
    found.push(...page.records)
    after = page.after
  } while (after !== null)
  return found
}

const sent = async (client: HttpClient, world: World, phone: string): Promise<string> => {
  const { recipients } = success<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
    await client.post("/v3/messages", body(world, { to: [phone] })),
    202
  )
  return recipients[0]!.message_id
}

const erasing = (world: World): void => {
  it("erases messages, contact and events of a recipient, and nobody else's [XPR-090]", async () => {
    const { client } = world.given()
    const [phone, other] = [newPhone(), newPhone()]
    const { id: webhook, path } = await listen(world)
    const [mine, others] = [await sent(client, world, phone), await sent(client, world, other)]
    await settled(client, mine)
    await settled(client, others)
    await world.receiver().until(path, (found) => found.length >= 8)
    expect(await exported(client, phone)).toEqual([
      { type: "contact", account_id: aUuid, data: expect.objectContaining({ phone_number: phone, opt_out: false }) },
      { type: "message", account_id: aUuid, data: expect.objectContaining({ id: mine, phone }) }
    ])
    const ended = await erased(client, phone)
    expect(ended).toStrictEqual({
      id: aUuid,
      status: "completed",
      messages: 1,
      requested_at: aText,
      completed_at: aText
    })
    expect(await exported(client, phone)).toEqual([])
    failure(await client.get(`/v3/messages/${mine}`), 404, "RESOURCE_003")
    expect((await client.get(`/v3/contacts?page=1&page_size=100&phone=${encodeURIComponent(phone)}`)).text).not
      .toContain(
        phone
      )
    const log = await client.get(`/v3/webhooks/${webhook}/events?page=1&page_size=100`)
    expect(log.text).not.toContain(phone)
    expect(log.text).toContain(other)
    expect(await exported(client, other)).toHaveLength(2)
  })

  it("is begun once for a number, and again when it is completed [XPR-093]", async (context) => {
    const made = await account(world.given(), context)
    const client = withKey(world.given(), made.apiKey)
    const phone = newPhone()
    const one = success<Erasure>(await client.post(path, { phone_number: phone }), 202)
    expect(one).toStrictEqual({ id: aUuid, status: "running", messages: 0, requested_at: aText })
    const other = await erased(client, phone)
    const again = success<Erasure>(await client.post(path, { phone_number: phone }), 202)
    expect([one.id, other.id].includes(again.id)).toBe(false)
  })

  it("erases for an organization with its profiles, and for a profile alone [XPR-094]", async (context) => {
    const made = await account(world.given(), context)
    const [organization, profile] = [withKey(world.given(), made.apiKey), withKey(world.given(), made.profileApiKey)]
    const phone = newPhone()
    const contact = async (client: HttpClient) =>
      success(await client.post("/v3/contacts", { phone_number: phone }), 201)
    await contact(organization)
    await contact(profile)
    await erased(profile, phone)
    expect(await exported(profile, phone)).toEqual([])
    expect(await exported(organization, phone)).toHaveLength(1)
    await contact(profile)
    expect(await exported(organization, phone)).toHaveLength(2)
    await erased(organization, phone)
    expect(await exported(profile, phone)).toEqual([])
  })

  it("is told to nobody else [XPR-094]", async () => {
    const given = world.given()
    const mine = success<Erasure>(await given.client.post(path, { phone_number: newPhone() }), 202)
    failure(await given.other.get(`${path}/${mine.id}`), 404, "RESOURCE_013")
    failure(await given.client.get(`${path}/${unknownId}`), 404, "RESOURCE_013")
    failure(await actingAs(given, given.subject.profileId).get(`${path}/${mine.id}`), 404, "RESOURCE_013")
  })

  it("refuses what is no number and no page, and stores nothing in the sandbox [XPR-096]", async () => {
    const { client } = world.given()
    failure(await client.post(path, { phone_number: "12" }), 400, "VALIDATION_002", ["phone_number"])
    failure(await client.get("/v3/privacy/export?phone_number=12"), 400, "VALIDATION_002", ["phone_number"])
    failure(await client.get("/v3/privacy/export?after=nothing"), 400, "VALIDATION_001", ["after"])
    const simulated = success<Erasure>(await client.post(path, { phone_number: newPhone(), sandbox: true }), 202)
    expect(simulated).toMatchObject({ status: "running" })
    failure(await client.get(`${path}/${simulated.id}`), 404, "RESOURCE_013")
  })

  it("exports what an account has [XPR-097]", async (context) => {
    const made = await account(world.given(), context)
    const client = withKey(world.given(), made.apiKey)
    const phones = Array.from({ length: 3 }, newPhone)
    for (const phone of phones) success(await client.post("/v3/contacts", { phone_number: phone }), 201)
    const found = await exported(client)
    const contacts = found.filter(({ type }) => type === "contact")
    expect(contacts.map(({ data }) => data["phone_number"]).toSorted()).toEqual(phones.toSorted())
    expect(new Set(found.map(({ account_id: id }) => id))).toEqual(new Set([made.id]))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Privacy (${name})`, () => {
    erasing(world(start))
  })
}
