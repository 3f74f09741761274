/**
 * A text without a template that nobody may get: the send succeeds, so the log says once what is missing.
 */
import type { LogEntry, Options } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { number, order, template, to } from "./Acme.ts"

const patience = { timeoutMs: 20_000 }

let database: Database.Database
beforeAll(async () => {
  database = await Database.fresh()
})
afterAll(() => database.drop())

const storages: ReadonlyArray<readonly [string, () => Options["storage"]]> = [
  ["memory", memory],
  ["PostgreSQL", () => postgres(database.url, { maxConnections: 4 })]
]

describe.each(storages)("on %s, a text without a template", (_, storage) => {
  const begin = async () => {
    const logged: Array<LogEntry> = []
    const box = createSignalbox({
      storage: storage(),
      carriers: [carrier({ id: "acme", channels: ["sms", "whatsapp"], choosesSender: true, submit: () => {} })],
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      log: (entry) => logged.push(entry)
    })
    const warnings = () => logged.filter(({ message }) => message.startsWith("a text without a template was not sent"))
    return { box, logged, warnings, [Symbol.asyncDispose]: () => box.close({ graceMs: 100 }) }
  }

  it("that ends BLOCKED is warned of once for an account, without the text and the number", async () => {
    await using run = await begin()
    const { box, logged, warnings } = run
    const accounts: Array<string> = []
    for (const name of ["One", "Two"]) {
      const { id } = await box.accounts.ensure({ name, balance: 10, numbers: [number] })
      accounts.push(id)
      for (let nth = 0; nth < 3; nth++) {
        const { recipients } = await box.as(id).messages.send({ to: [to], text: "Hello there" })
        const ended = await box.as(id).messages.settled(recipients[0]!.message_id, patience)
        expect([ended.status, ended.reason_code]).toEqual(["BLOCKED", "CONVERSATION_TEMPLATE_REQUIRED"])
      }
    }
    expect(warnings()).toMatchObject(accounts.map((account) => ({
      level: "warn",
      fields: { account, message: expect.any(String), status: "BLOCKED", reason_code: "CONVERSATION_TEMPLATE_REQUIRED" }
    })))
    expect(warnings()[0]?.message).toBe(
      "a text without a template was not sent: its recipient has no open conversation. Send an approved template, after " +
        "which texts may follow for 7 days, or wait until the recipient writes; this account is not warned again"
    )
    expect(JSON.stringify(logged)).not.toMatch(/Hello there|12015550123/)
  })

  it("on WhatsApp is warned of too, where the recipient has not written within a day", async () => {
    await using run = await begin()
    const { box, warnings } = run
    const { id } = await box.accounts.ensure({ name: "Three", balance: 10, numbers: [number] })
    const { recipients } = await box.as(id).messages.send({ to: [to], text: "Hello", channel: ["whatsapp"] })
    await box.as(id).messages.settled(recipients[0]!.message_id, patience)
    expect(warnings()).toMatchObject([{ fields: { status: "FAILED", reason_code: "WHATSAPP_TEMPLATE_REQUIRED" } }])
  })

  it("that goes out after a template, and what is blocked for another reason, are not warned of", async () => {
    await using run = await begin()
    const { box, warnings } = run
    const { id } = await box.accounts.ensure({ name: "Four", balance: 10, numbers: [number] })
    await box.as(id).templates.ensure(template, { reviewedWithinMs: 20_000 })
    const me = box.as(id).messages
    const first = (await me.send(order)).recipients[0]!.message_id
    await vi.waitFor(async () => expect((await me.get(first)).status).toBe("SENT"), { timeout: 20_000 })
    const second = (await me.send({ to: [to], text: "Hello" })).recipients[0]!.message_id
    await vi.waitFor(async () => expect((await me.get(second)).status).toBe("SENT"), { timeout: 20_000 })
    const poor = await box.accounts.ensure({ name: "Five", numbers: [number] })
    await box.as(poor.id).templates.ensure(template, { reviewedWithinMs: 20_000 })
    const third = (await box.as(poor.id).messages.send(order)).recipients[0]!.message_id
    expect((await box.as(poor.id).messages.settled(third, patience)).status).toBe("BLOCKED")
    expect(warnings()).toEqual([])
  })
})
