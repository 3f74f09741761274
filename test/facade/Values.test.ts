/**
 * Values of plain JavaScript that are none of JSON: each is refused with its place, and never taken for an absent one.
 */
import { describe, expect, it } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, start, template, to } from "./Acme.ts"

type Strange = (...given: ReadonlyArray<unknown>) => Promise<unknown>
const strange = (call: unknown) => call as Strange

class Money {
  readonly amount = 5
}

const circle: Record<string, unknown> = { name: "order" }
circle["parameters"] = circle

const nested = (depth: number): unknown => depth === 0 ? 1 : { inner: nested(depth - 1) }

/** A field that is wrong, the place that is named, and what is said of it. */
const wrong: ReadonlyArray<readonly [name: string, said: object, field: string, message: RegExp]> = [
  ["an invalid date", { scheduled_at: new Date("31.12.2026") }, "scheduled_at", /valid date/],
  ["an invalid date of a library", { scheduled_at: { toJSON: () => null } }, "scheduled_at", /toJSON/],
  ["no number", { sandbox: Number.NaN }, "sandbox", /finite/],
  ["an endless number", { media_urls: [Number.POSITIVE_INFINITY] }, "media_urls[0]", /finite/],
  ["a symbol", { sandbox: Symbol("yes") }, "sandbox", /symbol/],
  ["a function", { sandbox: () => true }, "sandbox", /function/],
  ["a large number", { sandbox: 1n }, "sandbox", /bigint/],
  ["a Map", { template: { name: "order", parameters: new Map([["a", "b"]]) } }, "template.parameters", /Map/],
  ["a Set", { channel: new Set(["sms"]) }, "channel", /Set/],
  [
    "an object of a class",
    { template: { name: "order", parameters: { m: new Money() } } },
    "template.parameters.m",
    /Money/
  ],
  ["a promise", { text: Promise.resolve("Hello") }, "text", /await/],
  ["a boxed number", { sandbox: Object(Number.NaN) }, "sandbox", /Number/],
  ["a circle", { template: circle }, "template.parameters", /itself/],
  ["a hole", { to: [to, undefined] }, "to[1]", /undefined/],
  ["half of a character", { text: "Hello \ud83d" }, "text", /surrogate/],
  [
    "a name that is half a character",
    { template: { parameters: { "\udc00": 1 } } },
    "template.parameters",
    /surrogate/
  ],
  [
    "what nobody can nest",
    { template: { parameters: nested(200) } },
    `template.parameters${".inner".repeat(62)}`,
    /nest/
  ],
  [
    "a getter that throws",
    {
      template: {
        get name() {
          throw new Error("a secret")
        }
      }
    },
    "template.name",
    /throws/
  ],
  [
    "a toJSON that throws",
    {
      subject: {
        toJSON: () => {
          throw new Error("a secret")
        }
      }
    },
    "subject",
    /throws/
  ]
]

const nothingHappened = async ({ account, box, handed }: Acme): Promise<void> => {
  expect((await box.as(account).conversations.list({ page: 1, page_size: 10 })).pagination.total_count).toBe(0)
  expect(handed).toEqual([])
}

describe("a body", () => {
  it.each(wrong)("with %s is refused with its place, and nothing is sent", async (_, said, field, message) => {
    await using acme = await start()
    const send = strange(acme.box.as(acme.account).messages.send)
    const error = await send({ ...order, ...said }).catch((each: unknown) => each)
    expect(error).toMatchObject({ name: "SignalboxError", code: "VALIDATION_001", status: 400 })
    const { details } = error as { readonly details: Readonly<Record<string, ReadonlyArray<string>>> }
    expect(Object.keys(details)).toEqual([field])
    expect(details[field]!.join(" ")).toMatch(message)
    expect(JSON.stringify(error)).not.toContain("secret")
    await nothingHappened(acme)
  })

  it("names everything that is wrong, a hundred times at most", async () => {
    await using acme = await start()
    const send = strange(acme.box.as(acme.account).messages.send)
    const error = await send({
      ...order,
      sandbox: Number.NaN,
      text: Symbol("a"),
      to: Array.from({ length: 300 }, () => 0n)
    })
      .catch((each: unknown) => each)
    const { details } = error as { readonly details: object }
    expect(Object.keys(details)).toHaveLength(101)
    expect(details).toHaveProperty("body", ["has 202 more flaws"])
  })

  it("may hold what JSON has a form for, and fields that are undefined", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const scheduled = new Date(Date.now() + 3_600_000)
    const sent = await strange(me.messages.send)({
      ...order,
      text: undefined,
      scheduled_at: scheduled,
      template: Object.assign(Object.create(null) as object, { name: "order" })
    })
    expect(sent).toMatchObject({ status: "SCHEDULED" })
    const { message_id: id } = (sent as { readonly recipients: ReadonlyArray<{ readonly message_id: string }> })
      .recipients[0]!
    expect(Math.abs(Date.parse((await me.messages.get(id)).scheduled_at!) - scheduled.getTime())).toBeLessThan(1000)
  })

  it("is read once: what a getter says later changes nothing", async () => {
    await using acme = await start()
    let asked = 0
    const sent = await strange(acme.box.as(acme.account).messages.send)({
      to: [to],
      channel: ["sms"],
      get template() {
        return { name: asked++ === 0 ? "order" : "other" }
      }
    })
    expect([asked, sent]).toMatchObject([1, { template_name: "order" }])
  })

  it("of another call is looked at as well", async () => {
    await using acme = await start()
    const me = acme.box.as(acme.account)
    const { id } = await me.contacts.create({ phone_number: to })
    await expect(strange(me.contacts.update)(id, { opt_out: Number.NaN })).rejects.toMatchObject({
      details: { opt_out: ["must be a finite number"] }
    })
    await expect(strange(me.templates.ensure)({ ...template, language: new Date(Number.NaN) })).rejects.toMatchObject({
      details: { language: ["must be a valid date"] }
    })
    for (const query of [{ page: Number.NaN }, { search: null }, { search: ["a"] }, { search: () => "a" }]) {
      await expect(strange(me.templates.list)(query)).rejects.toMatchObject({
        code: "VALIDATION_001",
        details: { [Object.keys(query)[0]!]: [expect.any(String)] }
      })
    }
    await expect(strange(me.templates.list)("order")).rejects.toMatchObject({ code: "VALIDATION_001" })
  })
})

describe("arguments", () => {
  const uuid = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
  const half = "\ud83d"

  it.each<readonly [call: string, ask: (acme: Acme) => Promise<unknown>, names: string]>([
    ["ids", ({ account, box }) => strange(box.as(account).messages.get)({}), "id"],
    ["ids that are half a character", ({ account, box }) => box.as(account).messages.get(half), "id"],
    ["ids that have no text", ({ account, box }) => strange(box.as(account).messages.get)(Object.create(null)), "id"],
    [
      "options",
      ({ account, box }) => strange(box.as(account).messages.send)(order, { idempotencyKey: half }),
      "idempotencyKey"
    ],
    ["the id of a call", ({ account, box }) => box.as(account).me.get({ requestId: "a\nb" }), "requestId"],
    ["accounts.ensure", ({ box }) => box.accounts.ensure({ name: half }), "account.name"],
    ["accounts.ensure without anything", ({ box }) => strange(box.accounts.ensure)(), "account.name"],
    ["a balance", ({ box }) => box.accounts.ensure({ name: "Ben", balance: Number.NaN }), "account.balance"],
    [
      "a limit",
      ({ box }) => strange(box.accounts.ensure)({ name: "Ben", dailyMessageLimit: Number.NaN }),
      "dailyMessageLimit"
    ],
    ["accounts.balance", ({ box }) => strange(box.accounts.balance)(), "account is required"],
    ["accounts.balance of half a character", ({ box }) => box.accounts.balance(half), "account"],
    ["accounts.topUp", ({ account, box }) => strange(box.accounts.topUp)(account), "amount"],
    ["the amount of a top-up", ({ account, box }) => box.accounts.topUp(account, Number.NaN), "amount"],
    ["the amount of a top-up of nothing", ({ account, box }) => box.accounts.topUp(account, "0.0000"), "amount"],
    [
      "an amount that nobody can count",
      ({ account, box }) => box.accounts.topUp(account, "999999999999.9999"),
      "amount"
    ],
    [
      "a balance that nobody can count",
      ({ box }) => box.accounts.ensure({ name: "Ben", balance: "999999999999.9999" }),
      "account.balance"
    ],
    ["a blank reference", ({ account, box }) => box.accounts.topUp(account, 1, " "), "reference"],
    ["an empty reference", ({ account, box }) => box.accounts.topUp(account, 1, ""), "reference"],
    ["an object as a reference", ({ account, box }) => strange(box.accounts.topUp)(account, 1, { id: 1 }), "reference"],
    ["a number as a reference", ({ account, box }) => strange(box.accounts.topUp)(account, 1, 7), "reference"],
    ["a long reference", ({ account, box }) => box.accounts.topUp(account, 1, "r".repeat(256)), "reference"],
    ["keys.list", ({ box }) => strange(box.keys.list)(), "account is required"],
    ["the limit of a list", ({ account, box }) => box.keys.list(account, { limit: Number.NaN }), "page.limit"],
    ["the least of a list", ({ account, box }) => box.keys.list(account, { limit: 0 }), "page.limit"],
    ["the most of a list", ({ account, box }) => box.keys.list(account, { limit: 1001 }), "page.limit"],
    ["the offset of a list", ({ account, box }) => box.keys.list(account, { offset: -1 }), "page.offset"],
    [
      "a misspelt page",
      ({ account, box }) => strange(box.keys.list)(account, { limti: 5 }),
      "did you mean page.limit?"
    ],
    ["keys.create", ({ box }) => strange(box.keys.create)(), "account is required"],
    ["the text of a key", ({ account, box }) => strange(box.keys.create)(account, 5), "text"],
    ["keys.rotate", ({ box }) => strange(box.keys.rotate)(), "key is required"],
    ["the grace of a key", ({ box }) => box.keys.rotate("a", { graceMs: Number.NaN }), "options.graceMs"],
    ["keys.revoke", ({ box }) => strange(box.keys.revoke)({ key: "a" }), "key"],
    ["messages.settled", ({ account, box }) => strange(box.as(account).messages.settled)(), "id is required"],
    [
      "the patience for a message",
      ({ account, box }) => box.as(account).messages.settled(uuid, { timeoutMs: Number.NaN }),
      "options.timeoutMs"
    ],
    [
      "an endless patience",
      ({ account, box }) => box.as(account).messages.settled(uuid, { timeoutMs: Infinity }),
      "options.timeoutMs"
    ],
    [
      "a signal",
      ({ account, box }) => strange(box.as(account).messages.settled)(uuid, { signal: {} }),
      "options.signal"
    ],
    [
      "the patience for a review",
      ({ account, box }) => box.as(account).templates.ensure(template, { reviewedWithinMs: Number.NaN }),
      "reviewedWithinMs"
    ]
  ])("of %s are refused by their names", async (_, ask, names) => {
    await using acme = await start()
    const error = await ask(acme).catch((each: unknown) => each)
    expect(error).toMatchObject({
      name: "SignalboxError",
      code: "VALIDATION_001",
      message: expect.stringContaining(names)
    })
  })

  it("that name an account that is not there are told so", async () => {
    await using acme = await start()
    const { accounts, keys } = acme.box
    for (const id of [uuid, "Acme"]) {
      for (const ask of [accounts.balance(id), accounts.topUp(id, 1), keys.list(id), keys.create(id)]) {
        await expect(ask).rejects.toMatchObject({ code: "RESOURCE_004" })
      }
    }
    expect(await keys.list(acme.account)).toEqual({ keys: [], total: 0 })
    expect(() => acme.box.as("\ud83d")).toThrow(TypeError)
    expect(() => acme.box.as({ apiKey: "\ud83d" })).toThrow(TypeError)
  })

  it("may have white space around a number", async () => {
    await using acme = await start()
    const { id } = await acme.box.accounts.ensure({ name: "Ben", balance: 5, numbers: [" +12015550111 "] })
    const me = acme.box.as(id)
    await me.templates.ensure(template, { reviewedWithinMs: 20_000 })
    await me.messages.send(order)
    await expect.poll(() => acme.handed[0]?.from, { timeout: 20_000 }).toBe("+12015550111")
  })
})
