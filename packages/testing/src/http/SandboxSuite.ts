/**
 * Sandbox: everything as in life, but nothing happens (specification "Cross-cutting request rules", decisions 5.1).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, createWebhook, me, send, sendOne } from "./internal/actions.ts"
import { anyFields, aUuid, failure, standing, success } from "./internal/answers.ts"
import { endpoints, json, messages, postText, templates, webhooks, withField } from "./internal/endpoints.ts"
import type { Given } from "./internal/given.ts"
import { account, server, withKey } from "./internal/given.ts"
import type { Sent, Template, Webhook } from "./internal/resources.ts"
import { aTemplate, aWebhook } from "./internal/resources.ts"
import { definition, greeting, parameters, phone, phones, unknownId, webhook } from "./internal/samples.ts"
import * as RawHttp from "./RawHttp.ts"
import * as Receiver from "./Receiver.ts"
import type { Reply } from "./Reply.ts"

const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const isSandboxed = (reply: Reply): boolean => reply.headers.get("x-sandbox") === "true"

const live = (body: object): object => ({ ...body, sandbox: undefined })

const flag = (given: () => Given): void => {
  it.each(endpoints)("is true in the body of $path [ENV-016, SBX-013]", async ({ path, right, status }) => {
    const reply = await given().client.post(path, right)
    success(reply, status)
    expect(isSandboxed(reply)).toBe(true)
  })

  it("is off when it is false or not there [ENV-017, SBX-002]", async () => {
    for (const body of [live(templates.right), { ...templates.right, sandbox: false }]) {
      const reply = await given().client.post("/v3/templates", body)
      const { id } = success<Template>(reply, 201)
      expect(reply.headers.has("x-sandbox")).toBe(false)
      await send(given().client, { to: [phone(1)], template: { id } })
    }
  })

  propWith({ runs: 40 })(
    "is never anything else than true or false: that is refused [SBX-003]",
    fc.constantFrom(...endpoints),
    fc.oneof(
      fc.constantFrom<unknown>("true", "false", "TRUE", 1, 0, "", "1", "on", [true], { sandbox: true }, {}, []),
      fc.jsonValue({ maxDepth: 2 })
    ).filter((value) => typeof value !== "boolean" && value !== null),
    async ({ path, right }, sandbox) => {
      const reply = await given().client.post(path, { ...right, sandbox })
      failure(reply, 400, "VALIDATION_001", ["sandbox"])
      expect(reply.headers.has("x-sandbox")).toBe(false)
    }
  )

  it("is not read from headers [SBX-004]", async () => {
    for (const name of ["sandbox", "x-sandbox", "x-sandbox-mode", "prefer"]) {
      const reply = await given().client.post("/v3/templates", live(templates.right), { [name]: "true" })
      const { id } = success<Template>(reply, 201)
      expect(reply.headers.has("x-sandbox")).toBe(false)
      await send(given().client, { to: [phone(1)], template: { id } })
    }
  })

  it("is not read from the query [SBX-005]", async () => {
    for (const query of ["sandbox=true", "sandbox=1", "sandbox"]) {
      const reply = await given().client.post(`/v3/templates?${query}`, live(templates.right))
      const { id } = success<Template>(reply, 201)
      expect(reply.headers.has("x-sandbox")).toBe(false)
      await send(given().client, { to: [phone(1)], template: { id } })
    }
  })

  it("is not read from deeper in the body", async () => {
    const reply = await given().client.post("/v3/templates", { definition: { ...greeting, sandbox: true } })
    expect(success<Template>(reply, 201).status).toBe("DRAFT")
    expect(reply.headers.has("x-sandbox")).toBe(false)
  })

  it("is not taken by GET [SBX-018]", async () => {
    const { client, subject } = given()
    const real = await me(client)
    const asked = await client.get("/v3/me?sandbox=true", { sandbox: "true" })
    expect(success(asked, 200)).toEqual(real)
    const withBody = await RawHttp.send(subject.baseUrl, {
      path: "/v3/me",
      headers: [["x-api-key", subject.apiKey], ["Content-Type", "application/json"]],
      body: "{\"sandbox\":true}"
    })
    expect(success(withBody, 200)).toEqual(real)
    for (const reply of [asked, withBody]) expect(reply.headers.has("x-sandbox")).toBe(false)
  })
}

const checks = (given: () => Given): void => {
  it("of the key come first [SBX-006]", async () => {
    for (const { path, right } of endpoints) {
      const reply = await given().nobody.post(path, right)
      failure(reply, 401, "AUTH_002")
      expect(reply.headers.has("x-sandbox")).toBe(false)
    }
  })

  const wrong: ReadonlyArray<{ readonly name: string; readonly path: string; readonly body: object }> = [
    { name: "a send of nothing", path: "/v3/messages", body: {} },
    {
      name: "a send of nonsense",
      path: "/v3/messages",
      body: { to: ["nonsense"], template: { id: "nonsense" }, channel: ["fax"] }
    },
    { name: "a send to nobody", path: "/v3/messages", body: { to: [], template: {} } },
    { name: "a template of no category", path: "/v3/templates", body: { category: "X" } },
    {
      name: "a template that declares too little",
      path: "/v3/templates",
      body: { definition: definition("{{0}} {{1}}", "a") }
    },
    { name: "a webhook of nothing", path: "/v3/webhooks", body: {} },
    {
      name: "a webhook out of bounds",
      path: "/v3/webhooks",
      body: { ...webhook, retry_count: 9, timeout_seconds: 1 }
    },
    { name: "a webhook by ftp", path: "/v3/webhooks", body: { ...webhook, endpoint_url: "ftp://93.184.216.34/" } },
    { name: "a webhook inside", path: "/v3/webhooks", body: { ...webhook, endpoint_url: "http://10.0.0.1/hook" } },
    {
      name: "a webhook for unknown events",
      path: "/v3/webhooks",
      body: { ...webhook, event_types: ["x"], event_filters: { message: [] } }
    }
  ]

  for (const { body, name, path } of wrong) {
    it(`of the body are the same as in life: ${name} [SBX-007, SBX-008]`, async () => {
      const [real, simulated] = await Promise.all(
        [body, { ...body, sandbox: true }].map((each) => given().client.post(path, each))
      )
      const code = (real!.json as { readonly error: { readonly code: string } }).error.code
      const expected = failure(real!, 400, code, anyFields)
      expect(failure(simulated!, 400, code, anyFields)).toEqual(expected)
      expect([isSandboxed(real!), isSandboxed(simulated!)]).toEqual([false, true])
    })
  }

  it("of the Idempotency-Key say that they are of a sandbox [SBX-008]", async () => {
    const reply = await given().client.post("/v3/templates", templates.right, { "idempotency-key": "not a key" })
    failure(reply, 400, "VALIDATION_007", anyFields)
    expect(isSandboxed(reply)).toBe(true)
  })

  it("of what cannot be read do not say so", async () => {
    const reply = await postText(given().client, "/v3/templates", "{\"sandbox\":true", json)
    failure(reply, 400, "VALIDATION_001", ["body"])
    expect(reply.headers.has("x-sandbox")).toBe(false)
    const wrongType = await postText(given().client, "/v3/templates", "{\"sandbox\":true}", {
      "content-type": "text/plain"
    })
    failure(wrongType, 415, "VALIDATION_001", ["body"])
  })

  it("of stored things are left out: an unknown template is accepted [SBX-016]", async () => {
    const body = { to: [phone(1)], channel: ["sms", "mms"], sandbox: true }
    for (const template of [{ id: unknownId }, { name: "nobody" }, { id: unknownId, parameters }]) {
      const sent = success<Sent>(await given().client.post("/v3/messages", { ...body, template }), 202)
      if ("id" in template) expect(sent.template_id).toBe(unknownId)
      else expect(sent.template_name).toBe("nobody")
    }
    await send(given().client, { ...body, template: { id: (await createTemplate(given().other, greeting)).id } })
  })
}

const answers = (given: () => Given): void => {
  it("to a send has a recipient for each number and channel [SBX-013, SBX-014, SBX-020, SBX-021]", async () => {
    const body = { ...messages.right, to: [...phones(3), phone(0)], channel: ["sms", "auto_detect", "sms"] }
    const sent = success<Sent>(await given().client.post("/v3/messages", body), 202)
    expect(sent).toStrictEqual({
      status: "QUEUED",
      template_id: unknownId,
      template_name: expect.any(String) as unknown,
      recipients: phones(3).flatMap((to) =>
        ["sms", "auto_detect"].map((channel) => ({
          message_id: expect.stringMatching(randomUuid) as unknown,
          to,
          channel,
          body: null
        }))
      )
    })
    expect(new Set(sent.recipients.map((each) => each.message_id)).size).toBe(6)
  })

  it("to a template is a DRAFT, even if submitted [SBX-013, SBX-014, SBX-025]", async () => {
    for (const submit_for_review of [true, false]) {
      const reply = await given().client.post("/v3/templates", { ...templates.right, submit_for_review })
      expect(success(reply, 201)).toStrictEqual({
        ...aTemplate,
        id: expect.stringMatching(randomUuid) as unknown,
        customer_id: (await me(given().client)).id,
        status: "DRAFT",
        category: "UTILITY",
        language: "en_US",
        variables: ["name", "order"]
      })
    }
  })

  it("to a webhook has a secret that is none [SBX-013, SBX-014, SBX-028]", async () => {
    expect(success(await given().client.post("/v3/webhooks", { ...webhook, sandbox: true }), 201)).toStrictEqual({
      ...aWebhook,
      ...webhook,
      id: expect.stringMatching(randomUuid) as unknown,
      customer_id: (await me(given().client)).id,
      signing_secret: "whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA="
    })
  })

  it("is another one each time [SBX-014]", async () => {
    for (const { path, right, status } of [templates, webhooks]) {
      const ids = await Promise.all(
        Array.from(
          { length: 10 },
          async () => success<{ id: string }>(await given().client.post(path, right), status).id
        )
      )
      expect(new Set(ids).size).toBe(10)
      for (const id of ids) expect(id).toEqual(aUuid)
      if (path === templates.path) {
        for (const id of ids) failure(await given().client.get(`${path}/${id}`), 404, "RESOURCE_002")
      }
    }
  })
}

const effects = (given: () => Given): void => {
  it("are none on templates [SBX-009]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const text = { body: { multiChannel: { template: "Never written" } } }
    const body = { definition: text, submit_for_review: true, sandbox: true }
    const { id, name } = success<Template>(await client.post("/v3/templates", body), 201)
    failure(await client.post("/v3/messages", { to: [phone(1)], template: { id } }), 404, "RESOURCE_002")
    failure(await client.post("/v3/messages", { to: [phone(1)], template: { name } }), 404, "RESOURCE_002")
    expect((await createTemplate(client, text)).name).toBe("never_written")
  })

  it("are none on messages, money and webhooks [SBX-009, SBX-010, SBX-011, SBX-012, SBX-014]", async (context) => {
    const { client } = given()
    const paid = await approvedTemplate(client, greeting)
    const one = await sendOne(client, { to: [phone(1)], template: { id: paid.id, parameters }, channel: ["sms"] })
    const price = Number((one.price! + one.active_contact_price!).toFixed(4))

    const { apiKey } = await account(given(), context, { balance: price })
    const poor = withKey(given(), apiKey)
    const template = await approvedTemplate(poor, greeting)
    const receiver = await Receiver.start()
    try {
      await createWebhook(poor, { endpoint_url: receiver.url("/real"), event_types: ["message", "templates"] })
      const simulated = {
        ...webhook,
        endpoint_url: receiver.url("/simulated"),
        event_types: ["message"],
        sandbox: true
      }
      success<Webhook>(await poor.post("/v3/webhooks", simulated), 201)

      const body = { template: { id: template.id, parameters }, channel: ["sms"] }
      for (const to of phones(5, 500)) {
        const { recipients } = await send(poor, { ...body, to: [to], sandbox: true })
        failure(await poor.get(`/v3/messages/${recipients[0]!.message_id}`), 404, "RESOURCE_003")
      }
      success(await poor.post("/v3/templates", { definition: greeting, submit_for_review: true, sandbox: true }), 201)

      // The money for one is still there, and nothing but that one is told.
      const message = await sendOne(poor, { ...body, to: [phone(600)] })
      expect(message.status).toBe("DELIVERED")
      const told = await receiver.until("/real", (found) => found.length >= 4)
      expect(told.map((each) => Receiver.event(each).payload["message_id"])).toEqual(Array(4).fill(message.id))
      expect(receiver.at("/simulated")).toEqual([])
    } finally {
      await receiver.stop()
    }
  })

  it("are none when the flag comes last", async () => {
    const reply = await postText(given().client, "/v3/templates", withField(live(templates.right), "\"sandbox\":true"))
    standing(reply)
    expect(isSandboxed(reply)).toBe(true)
    const { id } = success<Template>(reply, 201)
    failure(await given().client.post("/v3/messages", { to: [phone(1)], template: { id } }), 404, "RESOURCE_002")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Sandbox (${name})`, () => {
    const given = server(start)
    describe("the flag", () => flag(given))
    describe("checks", () => checks(given))
    describe("the answer", () => answers(given))
    describe("effects", () => effects(given))
  })
}
