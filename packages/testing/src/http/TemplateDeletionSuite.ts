/**
 * Deleting templates: what goes and what stays (specification "Templates", decisions 3.4, 5.4).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import {
  activities,
  createTemplate,
  createWebhook,
  idempotencyKey,
  message,
  send,
  sendOne
} from "./internal/actions.ts"
import { failure, standing, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { reviewer, server } from "./internal/given.ts"
import { definition, greeting, parameters, phone, unknownId } from "./internal/samples.ts"
import {
  change,
  fresh,
  list,
  path,
  put,
  remove,
  removeWith,
  statuses,
  template,
  templateIn
} from "./internal/templates.ts"
import * as Receiver from "./Receiver.ts"

const deletion = (given: () => Given): void => {
  it("takes the template away for good [ERR-013, TPL-090, TPL-093]", async (context) => {
    const client = await fresh(given(), context)
    const [gone, stays] = [await createTemplate(client, greeting), await createTemplate(client, greeting)]
    const before = await list(client)
    const reply = await remove(client, gone.id)
    expect([reply.status, reply.text, reply.headers.has("x-sandbox")]).toEqual([204, "", false])
    standing(reply)
    failure(await client.get(`${path}/${gone.id}`), 404, "RESOURCE_002")
    failure(await remove(client, gone.id), 404, "RESOURCE_002")
    failure(await put(client, gone.id, { name: "back" }), 404, "RESOURCE_002")
    for (const by of [{ id: gone.id }, { name: gone.name }]) {
      failure(await client.post("/v3/messages", { to: [phone(1)], template: by }), 404, "RESOURCE_002")
    }
    expect((await list(client)).templates).toStrictEqual(before.templates.filter(({ id }) => id !== gone.id))
    expect(await template(client, stays.id)).toStrictEqual(stays)
    // Its name is free again, for a new one and for another one.
    const next = await createTemplate(client, greeting)
    expect(next.name).toBe(gone.name)
    await remove(client, next.id)
    expect((await change(client, stays.id, { name: gone.name })).name).toBe(gone.name)
  })

  it("takes a template of any status [TPL-082, TPL-093]", async (context) => {
    const { client } = given()
    for (const status of statuses) {
      const { id } = await templateIn(given(), context, status, definition(`Deleted when ${status}`))
      expect((await remove(client, id)).status).toBe(204)
      failure(await client.get(`${path}/${id}`), 404, "RESOURCE_002")
    }
  })

  it("ends a review, of which nothing more is heard", async (context) => {
    const client = await fresh(given(), context)
    const review = reviewer(given(), context)
    const receiver = await Receiver.start()
    try {
      await createWebhook(client, { endpoint_url: receiver.url("/heard"), event_types: ["templates"] })
      const { id } = await createTemplate(client, greeting)
      await review({ template: id, outcome: "approve", afterMillis: 1000 })
      await change(client, id, { submit_for_review: true })
      await receiver.until("/heard", (found) => found.length >= 4)
      expect((await remove(client, id)).status).toBe(204)
      // Another template's verdict, which is due later, arrives.
      const next = await createTemplate(client, greeting)
      await review({ template: next.id, outcome: "approve", afterMillis: 1000 })
      await change(client, next.id, { submit_for_review: true })
      const found = await receiver.until("/heard", (found) => found.length >= 12)
      const events = found.map((each) => Receiver.event(each)).filter(({ payload }) => payload["template_id"] === id)
      expect(events.map(({ event }) => event)).toEqual(Array(4).fill("templates.pending"))
    } finally {
      await receiver.stop()
    }
  })

  it("leaves the messages that were sent from it as they were [MSG-008]", async (context) => {
    const { client } = given()
    const approved = await templateIn(given(), context, "APPROVED")
    const body = { to: [phone(1)], template: { id: approved.id, parameters }, channel: ["sms"] }
    const sent = await sendOne(client, body)
    const stopped = await sendOne(client, { ...body, template: { id: approved.id } })
    const lines = await activities(client, sent.id)
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const { recipients: [held] } = await send(client, { ...body, scheduled_at: soon })
    const waiting = await message(client, held!.message_id)
    expect((await remove(client, approved.id)).status).toBe(204)
    for (const each of [sent, stopped, waiting]) expect(await message(client, each.id)).toStrictEqual(each)
    expect(await activities(client, sent.id)).toStrictEqual(lines)
    expect(sent).toMatchObject({
      template_id: approved.id,
      template_name: approved.name,
      template_category: "UTILITY",
      message_body: { content: "Hello Ada, order 1815 is ready." }
    })
    // A template of the same name is another one.
    const next = await createTemplate(client, greeting, { category: "MARKETING" })
    expect(next.id).not.toBe(approved.id)
    expect(await message(client, sent.id)).toStrictEqual(sent)
  })

  it("is for those whose template it is [SCP-003]", async () => {
    const { client, other, profile } = given()
    const made = await createTemplate(client, greeting)
    for (const stranger of [other, profile]) failure(await remove(stranger, made.id), 404, "RESOURCE_002")
    failure(await remove(client, unknownId), 404, "RESOURCE_002")
    failure(await remove(client, "nonsense"), 400, "VALIDATION_003", ["id"])
    expect(await template(client, made.id)).toStrictEqual(made)
  })

  it("is not for automatic replies, which may be worded anew", async (context) => {
    const client = await fresh(given(), context)
    const { templates } = await list(client)
    expect(templates).toHaveLength(3)
    for (const each of templates) {
      failure(await remove(client, each.id), 400, "VALIDATION_001", ["id"])
      expect(await template(client, each.id)).toStrictEqual(each)
    }
    const [first] = templates
    expect(await change(client, first!.id, { definition: definition("Another wording") })).toMatchObject({
      status: "DRAFT",
      auto_reply_action: first!.auto_reply_action
    })
  })

  it("happens once, whoever else changes the template [TPL-093]", async () => {
    const { client } = given()
    for (let round = 0; round < 5; round++) {
      const { id } = await createTemplate(client, greeting)
      const [changed, ...deleted] = await Promise.all([
        put(client, id, { definition: definition("Too late?"), name: `late_${id}`, submit_for_review: true }),
        ...Array.from({ length: 3 }, () => remove(client, id))
      ])
      expect(deleted.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
      expect([200, 404]).toContain(changed!.status)
      failure(await client.get(`${path}/${id}`), 404, "RESOURCE_002")
      // No name is left behind.
      const next = await createTemplate(client, greeting)
      expect((await change(client, next.id, { name: `late_${id}` })).id).toBe(next.id)
    }
  })
}

const bodies = (given: () => Given): void => {
  it("may say what is deleted elsewhere, which is nothing here", async () => {
    const { client } = given()
    for (const delete_from_meta of [true, false, null]) {
      const { id } = await createTemplate(client, greeting)
      expect((await removeWith(client, id, { delete_from_meta })).status).toBe(204)
    }
    const { id } = await createTemplate(client, greeting)
    failure(await removeWith(client, id, { delete_from_meta: "true" }), 400, "VALIDATION_001", ["delete_from_meta"])
    failure(await removeWith(client, id, { sandbox: "true" }), 400, "VALIDATION_001", ["sandbox"])
    const headers = { "content-type": "application/json" }
    failure(await client.send("DELETE", `${path}/${id}`, { headers, body: "{" }), 400, "VALIDATION_001", ["body"])
    success(await client.get(`${path}/${id}`), 200)
  })

  it("may ask for a simulation, which deletes nothing, known or not [SBX-009, SBX-015, SBX-027]", async () => {
    const { client } = given()
    const made = await createTemplate(client, greeting)
    for (const id of [made.id, unknownId]) {
      const reply = await removeWith(client, id, { sandbox: true })
      expect([reply.status, reply.text, reply.headers.get("x-sandbox")]).toEqual([204, "", "true"])
      standing(reply)
    }
    expect(await template(client, made.id)).toStrictEqual(made)
  })

  it("are read without regard to an Idempotency-Key [IDM-010]", async () => {
    const { client } = given()
    for (const key of [{ "idempotency-key": "not valid!" }, { "idempotency-key": idempotencyKey() }]) {
      const { id } = await createTemplate(client, greeting)
      expect((await remove(client, id, key)).status).toBe(204)
      failure(await remove(client, id, key), 404, "RESOURCE_002")
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Deleting templates (${name})`, () => {
    const given = server(start)
    describe("deletion", () => deletion(given))
    describe("bodies", () => bodies(given))
  })
}
