/**
 * The facade on memory storage: calls, carriers of the host's own, events, and the end.
 */
import type { SignalboxEvent } from "signalbox"
import { createSignalbox, memory, SignalboxError } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import { order, start, template, to } from "./Acme.ts"

const idOf = ({ recipients }: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }): string =>
  recipients[0]!.message_id

const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => Promise<unknown>

const patience = { timeout: 40_000 }
const longEnough = { timeoutMs: 20_000 }

describe("an account", () => {
  it("sends through the host's carrier, and reads what became of it", async () => {
    await using acme = await start()
    const { account, box, handed } = acme
    const me = box.as(account)
    const id = idOf(await me.messages.send(order))
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), patience)
    expect(handed).toMatchObject([{
      id,
      channel: "sms",
      text: "On its way.",
      to,
      account,
      template: { name: "order" }
    }])
    const settled = me.messages.settled(id, longEnough)
    const receipt = { carrier: "acme", reference: `acme-${handed[0]!.attempt}`, status: "delivered" } as const
    expect(await box.receipts.report(receipt)).toBe("applied")
    expect(await box.receipts.report(receipt)).toBe("repeated")
    await expect(box.receipts.report({ ...receipt, reference: "other" }, { knownWithinMs: 20 })).rejects.toMatchObject({
      code: "INTERNAL_005",
      status: 503,
      retryAfterMs: 1000
    })
    expect(await settled).toMatchObject({ id, status: "DELIVERED" })
  })

  it("gets the same answer for the same key, in this process and over HTTP", async () => {
    await using acme = await start()
    const apiKey = await acme.box.keys.create(acme.account)
    const sent = await acme.box.as(acme.account).messages.send(order, { idempotencyKey: "once" })
    expect(await acme.box.as({ apiKey }).messages.send(order, { idempotencyKey: "once" })).toEqual(sent)
    const response = await acme.box.fetch(
      new Request("http://localhost/v3/messages", {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": "once" },
        body: JSON.stringify(order)
      })
    )
    expect(await response.json()).toMatchObject({ data: sent })
    await expect(
      acme.box.as(acme.account).messages.send({ ...order, to: ["+12015550124"] }, { idempotencyKey: "once" })
    )
      .rejects.toMatchObject({ code: "CONFLICT_005", status: 422 })
  })

  it("gets what is wrong as an error with its code, its fields and its call", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const error = await me.messages.send({ to: ["12"], text: "Hello" }, { requestId: "mine" }).catch((each: unknown) =>
      each
    )
    expect(error).toBeInstanceOf(SignalboxError)
    expect(error).toMatchObject({
      code: "VALIDATION_002",
      status: 400,
      details: { "to[0]": [expect.stringContaining("E.164")] },
      message: expect.stringContaining("to[0]"),
      requestId: "mine"
    })
    expect((error as Error).stack).toContain("Memory.test.ts")
    await expect(me.messages.get("12")).rejects.toMatchObject({ code: "VALIDATION_003" })
    await expect(me.messages.get(acme.account)).rejects.toMatchObject({ code: "RESOURCE_003", status: 404 })
    await expect(me.messages.send(order, { idempotencyKey: "not right" })).rejects.toMatchObject({
      code: "VALIDATION_007"
    })
    const circle: Record<string, unknown> = {}
    circle["circle"] = circle
    await expect(me.messages.send({ ...order, ...circle })).rejects.toMatchObject({ code: "VALIDATION_001" })
  })

  it("is known by its id or its key, and nobody else is", async () => {
    await using acme = await start()
    const { account, box } = acme
    const first = await box.keys.create(account)
    expect((await box.as({ apiKey: first }).me.get()).id).toBe(account)
    const second = await box.keys.rotate(first)
    await expect(box.as({ apiKey: first }).me.get()).rejects.toMatchObject({ code: "AUTH_002", status: 401 })
    const { keys, total } = await box.keys.list(account)
    expect([total, keys.map(({ revokedAt }) => revokedAt === null)]).toEqual([2, [true, false]])
    await box.keys.revoke(second)
    await expect(box.as({ apiKey: second }).me.get()).rejects.toMatchObject({ code: "AUTH_002" })
    await expect(box.keys.revoke("nobody's")).rejects.toMatchObject({ code: "RESOURCE_013" })
    await expect(box.as("6f9619ff-8b86-4d01-b42d-00cf4fc964ff").me.get()).rejects.toMatchObject({
      code: "RESOURCE_004"
    })
    await expect(box.as("Acme").me.get()).rejects.toMatchObject({ code: "RESOURCE_004" })
  })

  it("acts as its profile, with the rights that it has over HTTP", async () => {
    await using acme = await start()
    const { account, box } = acme
    const shop = await box.accounts.ensure({ name: "Shop", organization: account })
    const apiKey = await box.keys.create(account)
    expect((await box.as({ apiKey, profile: shop.id }).me.get()).id).toBe(shop.id)
    const shopKey = await box.keys.create(shop.id)
    await expect(box.as({ apiKey: shopKey, profile: account }).me.get()).rejects.toMatchObject({ code: "AUTH_004" })
    await expect(box.as({ apiKey: shopKey }).senderProfiles.list()).rejects.toMatchObject({ code: "AUTH_004" })
    expect((await box.as({ apiKey }).senderProfiles.list({ page_size: 5 })).pagination.total_count).toBe(1)
  })
})

describe("accounts", () => {
  it("are created once, and brought up to what is wished", async () => {
    await using acme = await start()
    const { box } = acme
    const wished = { name: "Ben", balance: "2.50", email: "ben@example.com" }
    const [first, second] = await Promise.all([box.accounts.ensure(wished), box.accounts.ensure(wished)])
    expect([first.created, second.created].toSorted()).toEqual([false, true])
    expect(second).toMatchObject({ id: first.id, balance: "2.5000" })
    expect((await box.accounts.ensure({ ...wished, email: "b@example.com", balance: 9 })).balance).toBe("2.5000")
    expect((await box.as(first.id).me.get()).email).toBe("b@example.com")
    expect(await box.accounts.topUp(first.id, 1, "gift")).toBe("3.5000")
    expect(await box.accounts.topUp(first.id, 1, "gift")).toBe("3.5000")
    await expect(box.accounts.topUp(first.id, 2, "gift")).rejects.toMatchObject({ code: "RESOURCE_007", status: 409 })
    expect(await box.accounts.balance(first.id)).toBe("3.5000")
    await expect(box.accounts.topUp(first.id, -1)).rejects.toMatchObject({ code: "VALIDATION_001" })
    await expect(box.accounts.ensure({ ...wished, balance: "much" })).rejects.toThrow("balance")
  })

  it("without a balance say so", async () => {
    await using acme = await start()
    const { id } = await acme.box.accounts.ensure({ name: "Poor" })
    expect(acme.logged).toContainEqual(expect.objectContaining({
      level: "warn",
      message: expect.stringContaining("Poor has no balance"),
      fields: expect.objectContaining({ account: id })
    }))
  })
})

describe("a template", () => {
  it("is created once, and changed to what is wished", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const first = await me.templates.ensure(template)
    const second = await me.templates.ensure(template)
    expect(second).toEqual(first)
    const definition = { body: { multiChannel: { template: "It is on its way." } } }
    const changed = await me.templates.ensure({ ...template, definition }, { reviewedWithinMs: 20_000 })
    expect(changed).toMatchObject({ id: first.id, status: "APPROVED", definition })
    expect((await me.templates.list({ search: "order" })).pagination.total_count).toBe(1)
    await expect(me.templates.ensure({ ...template, name: "" })).rejects.toMatchObject({ code: "VALIDATION_004" })
  })

  it("is made of a text, whose names between braces are its parameters", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const greeting = { name: "greeting", text: "Hello {{name}}, your order {{order}} is on its way, {{name}}." }
    expect((await me.templates.ensure(greeting, { reviewedWithinMs: 20_000 })).status).toBe("APPROVED")
    const parameters = { name: "Ada", order: 7 }
    const send = { to: [to], channel: ["sms"], template: { name: "greeting", parameters } } as const
    await me.messages.settled(idOf(await me.messages.send(send)), { timeoutMs: 0 }).catch(() => {})
    await vi.waitFor(() => expect(acme.handed).toHaveLength(1), patience)
    expect(acme.handed[0]!.text).toBe("Hello Ada, your order 7 is on its way, Ada.")
    const both = strange(me.templates.ensure)({ ...greeting, definition: template.definition })
    await expect(both).rejects.toMatchObject({ details: { text: ["must not stand beside a definition"] } })
    await expect(strange(me.templates.ensure)({ name: "greeting", text: 5 })).rejects.toMatchObject({
      details: { text: ["must be a text"] }
    })
    await expect(me.templates.ensure({ name: "greeting", text: "Hello {{ name }}, welcome" })).rejects.toMatchObject({
      status: 400
    })
  })

  it("lacks no parameter when the host's own code sends it; a client learns that from the message", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    await me.templates.ensure({ name: "greeting", text: "Hello {{name}}, and welcome." }, { reviewedWithinMs: 20_000 })
    const send = { to: [to], channel: ["sms"], template: { name: "greeting", parameters: { nmae: "Ada" } } } as const
    const details = { "template.parameters.name": ["is missing; the template has no \"nmae\""] }
    await expect(me.messages.send(send)).rejects.toMatchObject({ code: "VALIDATION_008", status: 400, details })
    const apiKey = await acme.box.keys.create(acme.account)
    await expect(acme.box.as({ apiKey }).messages.send(send)).rejects.toMatchObject({ details })
    const response = await acme.box.fetch(
      new Request("http://localhost/v3/messages", {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify(send)
      })
    )
    expect(response.status).toBe(202)
    const { data } = await response.json() as {
      readonly data: { readonly recipients: [{ readonly message_id: string }] }
    }
    expect(await me.messages.settled(data.recipients[0].message_id, longEnough)).toMatchObject({
      status: "FAILED",
      reason_code: "VALIDATION_008"
    })
  })

  it("is what the host's review makes of it", async () => {
    const seen: Array<string> = []
    await using acme = await start({}, {
      review: ({ definition, name }) => {
        seen.push(name)
        return JSON.stringify(definition).includes("casino") ? { rejected: "no gambling" } : "approved"
      }
    })
    const definition = { body: { multiChannel: { template: "The casino is open." } } }
    const rejected = await acme.box.as(acme.account).templates.ensure({ name: "casino", definition }, {
      reviewedWithinMs: 20_000
    })
    expect(rejected.status).toBe("REJECTED")
    expect(seen).toContain("casino")
  })
})

describe("a carrier", () => {
  it.each([
    ["throws", () => {
      throw new Error("the text was +12015550123")
    }],
    ["rejects", () => Promise.reject(new TypeError("fetch failed"))],
    ["answers what is no answer", () => ({ id: 7 }) as never]
  ])("that %s leaves the attempt unanswered, and is not asked again", async (_, submit) => {
    await using acme = await start({ submit })
    const me = acme.box.as(acme.account)
    const id = idOf(await me.messages.send(order))
    const complaints = () => acme.logged.filter(({ fields }) => "attempt" in fields).length
    await vi.waitFor(() => expect(complaints()).toBe(1), patience)
    // Once a later one has come as far, what became of the first is stored: it was neither sent nor refused.
    await me.messages.send({ ...order, to: ["+12015550124"] })
    await vi.waitFor(() => expect(complaints()).toBe(2), patience)
    expect((await me.messages.get(id)).status).toBe("ROUTED")
    const receipt = { carrier: "acme", message: id, attempt: acme.handed[0]!.attempt, status: "delivered" } as const
    expect(["applied", "repeated"]).toContain(await acme.box.receipts.report(receipt))
    expect(await me.messages.settled(id, longEnough)).toMatchObject({ status: "DELIVERED" })
    expect(acme.handed.filter((each) => each.id === id)).toHaveLength(1)
    expect(JSON.stringify(acme.logged)).not.toContain(to)
  })

  it("that refuses sends the message on, or ends it", async () => {
    await using acme = await start({
      submit: () => ({ refused: "invalid_number", code: "21", text: "no such number" })
    })
    const me = acme.box.as(acme.account)
    expect(await me.messages.settled(idOf(await me.messages.send(order)), longEnough)).toMatchObject({
      status: "FAILED",
      reason_code: "DELIVERY_005"
    })
  })

  it("that is busy is asked again, and the attempt is not used up", async () => {
    let count = 0
    await using acme = await start({
      submit: () => count++ === 0 ? { busyUntil: new Date(Date.now() + 50) } : "taken"
    })
    const me = acme.box.as(acme.account)
    const id = idOf(await me.messages.send(order))
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), patience)
    expect(count).toBe(2)
  })

  it("brings receipts and messages by its callback, which is answered when they are stored", async () => {
    await using acme = await start({
      callback: ({ body, headers, method, url }) => {
        if (headers["x-signature"] !== "right") return { response: { status: 401 } }
        const said = JSON.parse(new TextDecoder().decode(body)) as object
        return { ...said, response: { status: 202, body: `${method} ${url}` } }
      }
    })
    const me = acme.box.as(acme.account)
    const id = idOf(await me.messages.send(order))
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"), patience)
    const call = (said: object, signature = "right") =>
      acme.box.fetch(
        new Request("http://localhost/carriers/acme?x=1", {
          method: "POST",
          headers: { "x-signature": signature },
          body: JSON.stringify(said)
        })
      )
    const reference = `acme-${acme.handed[0]!.attempt}`
    const receipts = [{ reference, status: "delivered" }]
    expect((await call({ receipts }, "wrong")).status).toBe(401)
    expect((await me.messages.get(id)).status).toBe("SENT")
    const answer = await call({ receipts })
    expect([answer.status, await answer.text()]).toEqual([202, "POST /carriers/acme?x=1"])
    expect((await me.messages.get(id)).status).toBe("DELIVERED")
    // A receipt that comes before its attempt is stored has to come again.
    expect((await call({ receipts: [{ reference: "later", status: "delivered" }] })).status).toBe(503)
    const inbound = [{ reference: "in", channel: "sms", from: to, to: acme.handed[0]!.from!, text: "Thanks" }]
    expect((await call({ inbound })).status).toBe(202)
    const { messages, pagination } = await me.conversations.list()
    expect(pagination).toMatchObject({ page: 1, page_size: 20 })
    expect((await me.conversations.list({ page_size: 1 })).pagination).toMatchObject({ page: 1, page_size: 1 })
    expect(messages.map(({ message_body: body }) => body?.content)).toContain("Thanks")
  })
})

describe("events", () => {
  it("tell the host what this process has stored", async () => {
    await using acme = await start()
    const all: Array<SignalboxEvent> = []
    let sent = 0
    const ends = [
      acme.box.on("*", (event) => void all.push(event)),
      acme.box.on("message.sent", () => void sent++),
      acme.box.on("message.sent", () => {
        throw new Error("a listener's own affair")
      })
    ]
    const me = acme.box.as(acme.account)
    const id = idOf(await me.messages.send(order))
    await vi.waitFor(() => expect(sent).toBe(1), patience)
    expect(all.map(({ event }) => event)).toEqual(["message.queued", "message.routed", "message.sent"])
    expect(all[2]).toMatchObject({ account: acme.account, field: "message", payload: { message_id: id } })
    expect(acme.logged.filter(({ message }) => message === "a listener of message.sent has thrown")).toHaveLength(1)
    for (const end of ends) end()
    await me.messages.settled(idOf(await me.messages.send({ ...order, to: ["+12015550124"] })), { timeoutMs: 200 })
      .catch(() => {})
    expect(sent).toBe(1)
  })

  it("of a message are waited for no longer than said", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const id = idOf(await me.messages.send(order))
    await expect(me.messages.settled(id, { timeoutMs: 50 })).rejects.toMatchObject({ code: "INTERNAL_004" })
    const gone = new AbortController()
    const waiting = me.messages.settled(id, { signal: gone.signal })
    gone.abort(new Error("enough"))
    await expect(waiting).rejects.toThrow("enough")
  })
})

describe("what a host misspells", () => {
  it("is named: fields, options, events, settings and what carriers tell", async () => {
    await using acme = await start()
    const { account, box } = acme
    const me = box.as(account)
    await expect(strange(me.messages.send)({ to: [to], txt: "Hello" })).rejects.toMatchObject({
      code: "VALIDATION_001",
      details: { txt: ["is no field; did you mean text?"] }
    })
    await expect(strange(me.templates.list)({ pagesize: 5 })).rejects.toThrow("did you mean page_size?")
    await expect(strange(me.messages.send)(order, { idempotencykey: "once" })).rejects.toThrow(
      "options.idempotencykey is no option; did you mean options.idempotencyKey?"
    )
    await expect(strange(me.messages.cancel)(account, { idempotencyKey: "once" })).rejects.toThrow(
      "options are the argument after the body"
    )
    await expect(strange(box.accounts.ensure)({ name: "Ben", balence: 5 })).rejects.toThrow(
      "did you mean account.balance?"
    )
    await expect(strange(box.accounts.ensure)({ name: "Ben", numbers: ["12"] })).rejects.toThrow("account.numbers[0]")
    const receipt = { carrier: "acme", reference: "x", status: "delivered" }
    await expect(strange(box.receipts.report)({ ...receipt, status: "DELIVERED" })).rejects.toThrow(
      "receipt.status must be one of: delivered, read, failed"
    )
    await expect(strange(box.receipts.report)({ carrier: "acme", status: "read" })).rejects.toThrow(
      "must have a reference"
    )
    await expect(strange(box.inbound.receive)({ carrier: "acme", chanel: "sms" })).rejects.toThrow("inbound.channel")
    expect(() => box.on("message.deliverd" as "message.delivered", () => {})).toThrow("did you mean message.delivered?")
    expect(() => box.as({ apikey: "x" } as unknown as string)).toThrow("{ apiKey, profile, ip }")
    expect(() => box.as(undefined as unknown as string)).toThrow(TypeError)
  })

  it("in a callback is logged, and answered with 500", async () => {
    await using acme = await start({ callback: () => ({ receipts: [{ reference: "x", status: "done" as "read" }] }) })
    const answer = await acme.box.fetch(new Request("http://localhost/carriers/acme", { method: "POST" }))
    expect(answer.status).toBe(500)
    expect(acme.logged).toContainEqual(expect.objectContaining({
      level: "error",
      fields: expect.objectContaining({
        flaws: ["receipts[0]: receipt.status must be one of: delivered, read, failed"]
      })
    }))
  })
})

describe("close", () => {
  it("waits for what is under way, and lets nothing in", async () => {
    let answer: (reference: string) => void = () => {}
    const answered = new Promise<string>((resolve) => answer = resolve)
    await using acme = await start({ submit: () => answered })
    const { box } = acme
    const me = box.as(acme.account)
    await me.messages.send(order)
    await vi.waitFor(() => expect(acme.handed).toHaveLength(1), patience)
    let isClosed = false
    const closing = box.close({ graceMs: 20_000 }).then(() => isClosed = true)
    await expect(me.me.get()).rejects.toMatchObject({
      code: "INTERNAL_005",
      message: expect.stringContaining("closed")
    })
    const response = await box.fetch(new Request("http://localhost/v3/me"))
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"])
    expect(await response.json()).toMatchObject({ success: false, error: { code: "INTERNAL_005" } })
    expect(isClosed).toBe(false)
    answer("taken")
    await closing
    expect(isClosed).toBe(true)
    await box.close()
  })

  it("waits no longer than it should, and tells whoever still works", async () => {
    let aborted = false
    await using acme = await start({
      submit: (_, signal) => {
        signal.addEventListener("abort", () => aborted = true)
        return new Promise(() => {})
      }
    })
    await acme.box.as(acme.account).messages.send(order)
    await vi.waitFor(() => expect(acme.handed).toHaveLength(1), patience)
    await acme.box.close({ graceMs: 50 })
    await vi.waitFor(() => expect(aborted).toBe(true), patience)
  })

  it("is what the end of a block does", async () => {
    const outer = createSignalbox({ storage: memory(), carriers: [] })
    {
      await using box = outer
      await box.ready
    }
    await expect(outer.accounts.ensure({ name: "Acme" })).rejects.toMatchObject({ code: "INTERNAL_005" })
  })
})

it("in(transaction) needs PostgreSQL", async () => {
  await using acme = await start()
  expect(() => acme.box.in({ query: () => Promise.reject(new Error()) })).toThrow("needs storage: postgres")
})
