/**
 * Explanations: they tell what would become of a send, and do nothing (decisions 18.1). Signalbox, beyond v3.
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, cancel, idempotencyKey, send, sendOne, settled } from "./internal/actions.ts"
import type { Failure } from "./internal/answers.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import { account, actingAs, withKey } from "./internal/given.ts"
import { phone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, way, world } from "./internal/world.ts"

interface Explained {
  readonly to: string
  readonly channel: string
  readonly contact_id?: string
  readonly outcome: { readonly status: string; readonly reason_code?: string; readonly description: string }
  readonly held_until: string | null
  readonly candidates: ReadonlyArray<{
    readonly channel: string
    readonly carrier: string
    readonly sender: string | null
    readonly segments: number
    readonly price: { readonly amount: number; readonly price: number; readonly active_contact_price: number }
  }>
  readonly dropped: ReadonlyArray<{ readonly channel: string; readonly reason: string; readonly sentence: string }>
  readonly gates: ReadonlyArray<{ readonly gate: string; readonly passes: boolean; readonly code?: string }>
}

interface Explanation {
  readonly messages: number
  readonly outcomes: ReadonlyArray<object>
  readonly recipients: ReadonlyArray<Explained>
}

const path = "/v3/messages/explain"

const explain = async (client: HttpClient, asked: object): Promise<Explanation> =>
  success<Explanation>(await client.post(path, asked), 200)

const cases = (world: World): void => {
  const { given, receiver } = world

  it("foretell what a send does, and change nothing [XRT-001, XRT-006]", async () => {
    const { client } = given()
    const hook = await listen(world)
    const asked = { ...body(world), to: [phone(71), phone(72)], channel: ["sms", "auto_detect"] }
    const told = await explain(client, asked)
    expect(await explain(client, { ...asked, sandbox: true })).toMatchObject({ messages: told.messages })
    expect(
      success<{ readonly contacts: ReadonlyArray<object> }>(
        await client.get(`/v3/contacts?phone=${encodeURIComponent(phone(71))}`),
        200
      ).contacts
    ).toEqual([])
    expect(told.recipients[0]).not.toHaveProperty("contact_id")

    const { recipients } = await send(client, asked)
    const sent = await Promise.all(recipients.map(({ message_id: id }) => settled(client, id)))
    expect(told.recipients.map(({ channel, to }) => [to, channel])).toEqual(
      recipients.map(({ channel, to }) => [to, channel])
    )
    for (const [index, { candidates: [first], outcome }] of told.recipients.entries()) {
      expect(outcome.status).toBe("ROUTED")
      expect([first!.price.price, first!.price.active_contact_price]).toEqual([
        sent[index]!.price,
        sent[index]!.active_contact_price
      ])
      const { activities: lines } = await activities(client, sent[index]!.id)
      const routed = lines.find(({ status }) => status === "ROUTED")!
      expect([outcome.description, first!.sender]).toEqual([routed.description, routed.from])
    }
    const found = await receiver().until(hook.path, (got) => got.length >= recipients.length * way.length)
    expect(names(found).filter((name) => name === "message.queued")).toHaveLength(recipients.length)
  })

  it("say what stops a message, why routes were dropped, and are read with a key of idempotency as without [XRT-002, XRT-004, XRT-006]", async () => {
    const { client } = given()
    const asked = { to: [phone(73)], text: "Hello" }
    const keyed = client.as({ ...client.standing, "idempotency-key": idempotencyKey() })
    const [once] = (await explain(keyed, asked)).recipients
    expect(once!.outcome).toMatchObject({ status: "BLOCKED", reason_code: "CONVERSATION_TEMPLATE_REQUIRED" })
    expect(once!.gates.filter(({ passes }) => !passes)).toMatchObject([{
      gate: "conversation",
      code: "CONVERSATION_TEMPLATE_REQUIRED"
    }])
    expect(once!.dropped).toContainEqual(expect.objectContaining({
      channel: "mms",
      reason: "channel_not_set_up",
      sentence: "the account has not set the channel up"
    }))
    // The key of another body is no conflict, and none with the send that has it.
    expect((await explain(keyed, { ...asked, text: "Other" })).messages).toBe(1)
    expect((await keyed.post("/v3/messages", asked)).status).toBe(202)
    expect(await sendOne(client, asked)).toMatchObject({ status: "BLOCKED", reason_code: once!.outcome.reason_code })
  })

  it("refuse what a send refuses [XRT-007]", async () => {
    const { client } = given()
    const wrong = [
      {},
      { to: [], text: "Hello" },
      { to: ["12", phone(1)], text: "" },
      { to: [phone(1)], template: {} },
      { to: [{ phone_number: "x" }], template: { id: unknownId }, channel: ["pigeon"] },
      { to: [phone(1)], template: { id: unknownId } },
      { to: [phone(1)], template: { name: "nobody_wrote_it" } },
      { ...body(world), template: { id: world.template().id, parameters: { order: {} } } },
      { ...body(world), purpose: "unknown" },
      { ...body(world), scheduled_at: "2001-01-01T00:00:00Z" },
      { ...body(world), to: Array.from({ length: 1001 }, (_, index) => phone(index)) }
    ]
    for (const each of wrong) {
      const [explained, sent] = [await client.post(path, each), await client.post("/v3/messages", each)]
      expect(sent.status).toBeGreaterThanOrEqual(400)
      const { code, details = {} } = (sent.json as { readonly error: Failure }).error
      expect(failure(explained, sent.status, code, anyFields).details ?? {}).toEqual(details)
    }
  })

  it("are of the account that the request acts as [XRT-008]", async (context) => {
    const { client, other, subject } = given()
    const asked = body(world)
    failure(await other.post(path, asked), 404, "RESOURCE_002")
    failure(await actingAs(given(), subject.profileId).post(path, asked), 404, "RESOURCE_002")
    failure(await given().nobody.post(path, asked), 401, "AUTH_002")
    const fresh = await account(given(), context, { destinations: { forbid: ["US"] } })
    const text = { to: [phone(74)], text: "Hello" }
    const gatesOf = async (by: HttpClient) =>
      (await explain(by, text)).recipients[0]!.gates.find(({ gate }) => gate === "destination")!.passes
    expect([await gatesOf(withKey(given(), fresh.apiKey)), await gatesOf(client)]).toEqual([false, true])
  })

  it("are in the activities of a message as long as it waits [XRT-009]", async () => {
    const { client } = given()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { recipients: [held] } = await send(client, body(world, { to: [phone(75)], scheduled_at: at }))
    const waiting = await activities(client, held!.message_id) as { readonly explained?: Explained }
    expect(waiting.explained).toMatchObject({ to: phone(75), outcome: { status: "ROUTED" } })
    expect(waiting.explained!.candidates[0]).toMatchObject({ channel: "sms", segments: 1 })
    success(await cancel(client, held!.message_id), 200)
    expect(await activities(client, held!.message_id)).not.toHaveProperty("explained")

    const ended = await sendOne(client, body(world, { to: [phone(76)], channel: ["auto_detect"] }))
    const { activities: lines, ...more } = await activities(client, ended.id)
    expect(more).not.toHaveProperty("explained")
    expect(lines.filter((line) => "left_out" in line).map(({ status }) => status)).toEqual(
      lines.filter(({ description }) => description?.includes("; not ")).map(({ status }) => status)
    )
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Explanations (${name})`, () => {
    cases(world(start))
  })
}
