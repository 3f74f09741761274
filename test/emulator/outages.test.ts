/**
 * Outages on demand: what is refused while something is down, and that nothing is half done and all goes on afterwards.
 */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const account = "/accounts/00000000-0000-4000-8000-000000000001"

describe.each(["memory", "PostgreSQL"])("outages on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let template: string

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  afterEach(() => faults({ store: "up", idempotency: "up" }))

  const faults = (body: unknown) => Client.told(Client.call(emulator, "PUT", "/faults", body))
  const balance = async () =>
    (await Client.told<{ readonly balance: number }>(Client.call(emulator, "PATCH", account, {}))).balance
  const received = (phone: string) =>
    Client.told<ReadonlyArray<unknown>>(Client.call(emulator, "GET", `/handsets/${phone}`))
  const post = (phone: string, headers: Record<string, string> = {}) =>
    Client.api(emulator, "POST", "/messages", { to: [phone], channel: ["sms"], template: { id: template } }, headers)

  it("says what is down, and changes what it names only", async () => {
    expect(await faults({ store: "down" })).toEqual({ store: "down", idempotency: "up" })
    expect(await faults({ idempotency: "down" })).toEqual({ store: "down", idempotency: "down" })
    expect(await faults({})).toEqual({ store: "down", idempotency: "down" })
    expect(await faults({ store: "up" })).toEqual({ store: "up", idempotency: "down" })
  })

  it("without its store the service refuses every request, does nothing, and goes on afterwards", async () => {
    const [phone, before] = [Client.phone(), await balance()]
    await faults({ store: "down" })
    const unavailable = { status: 503, body: { success: false, status: 503, error: { code: "INTERNAL_005" } } }
    expect(await post(phone)).toMatchObject(unavailable)
    expect(await Client.api(emulator, "GET", "/me")).toMatchObject(unavailable)
    expect(await Client.api(emulator, "GET", `/messages/${randomUUID()}`)).toMatchObject(unavailable)
    await faults({ store: "up" })
    await Client.travel(emulator, 60_000)
    expect(await received(phone)).toEqual([])
    expect(await balance()).toBe(before)
    const id = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, id), ({ status }) => status === "DELIVERED")
    expect(await received(phone)).toMatchObject([{ message_id: id }])
  })

  it("without its store the control does what needs none, and refuses the rest without waiting", async () => {
    const before = await Client.clock(emulator)
    await faults({ store: "down" })
    const began = performance.now()
    for (
      const answer of [
        await Client.call(emulator, "POST", "/clock", { advance_ms: 60_000 }),
        await Client.call(emulator, "PATCH", account, {}),
        await Client.call(emulator, "PUT", "/reviews", { template, outcome: "pause" }),
        await Client.call(emulator, "POST", "/users/" + randomUUID(), { status: "active" })
      ]
    ) expect(answer).toMatchObject({ status: 503, body: { error: { details: [] } } })
    expect(performance.now() - began).toBeLessThan(10_000)
    // The time was not moved, and goes on.
    expect(await Client.clock(emulator)).toMatchObject({ offset_ms: before.offset_ms })
    await Client.until(() => Client.clock(emulator), ({ now }) => now > before.now)
  })

  it("a receipt that comes while the store is down is brought afterwards, once", async () => {
    const [phone, before] = [Client.phone(), await balance()]
    await Client.told(Client.call(emulator, "PUT", `/handsets/${phone}`, {
      script: [{ receipts: ["delivered"], delay_ms: 700 }]
    }))
    const id = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, id), ({ status }) => status === "SENT")
    await faults({ store: "down" })
    // Until the handset shows it the receipt is not due.
    await Client.until(() => received(phone), ({ length }) => length === 1)
    await faults({ store: "up" })
    await Client.until(() => Client.message(emulator, id), ({ status }) => status === "DELIVERED")
    expect(await received(phone)).toHaveLength(1)
    expect(await balance()).toBeLessThan(before)
  })

  it("a store that goes down on the way ends a travel, and the time goes on from there", async () => {
    const phone = Client.phone()
    await Client.told(Client.call(emulator, "PUT", `/handsets/${phone}`, {
      script: Array.from({ length: 400 }, () => ({ submit: { refuse: "temporary_carrier_error" } }))
    }))
    const at = Date.parse((await Client.clock(emulator)).now)
    for (let index = 0; index < 40; index++) {
      await Client.send(emulator, template, Client.phone(), {
        scheduled_at: new Date(at + 120_000 + index * 60_000).toISOString()
      })
    }
    const before = await Client.clock(emulator)
    const travel = Client.call(emulator, "POST", "/clock", { advance_ms: 3_600_000 })
    await Client.until(() => Client.clock(emulator), (state) => state.offset_ms > before.offset_ms)
    await faults({ store: "down" })
    const answer = await travel
    await faults({ store: "up" })
    const after = await Client.clock(emulator)
    expect([200, 503]).toContain(answer.status)
    expect(after.offset_ms).toBeGreaterThan(before.offset_ms)
    expect(after.offset_ms).toBeLessThanOrEqual(before.offset_ms + 3_600_000)
    await Client.travel(emulator, 3_600_000)
    expect(await Client.idle(emulator)).toMatchObject({ idle: true })
  })

  it("without the idempotency store only requests with a key are refused", async () => {
    const [phone, other, key] = [Client.phone(), Client.phone(), randomUUID()]
    await faults({ idempotency: "down" })
    expect(await post(phone, { "idempotency-key": key })).toMatchObject({
      status: 503,
      body: { error: { code: "INTERNAL_005" } }
    })
    expect((await post(other)).status).toBe(202)
    await faults({ idempotency: "up" })
    const [first, second] = [
      await post(phone, { "idempotency-key": key }),
      await post(phone, { "idempotency-key": key })
    ]
    expect([first.status, second.status]).toEqual([202, 202])
    await Client.until(() => received(phone), ({ length }) => length > 0)
    await Client.idle(emulator)
    expect([(await received(phone)).length, (await received(other)).length]).toEqual([1, 1])
  })
})
