/**
 * Outages on demand: what is refused while something is down, and that nothing is half done and all goes on afterwards.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const account = "/accounts/00000000-0000-4000-8000-000000000001"

// Much of their time they wait, so each storage has an emulator of its own beside the other.
describe.concurrent.each(storages)("outages on %s", (storage) => {
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

  it("says what is down, and changes what it names only", { concurrent: false }, async ({ expect }) => {
    expect(await faults({ store: "down" })).toEqual({ store: "down", idempotency: "up" })
    expect(await faults({ idempotency: "down" })).toEqual({ store: "down", idempotency: "down" })
    expect(await faults({})).toEqual({ store: "down", idempotency: "down" })
    expect(await faults({ store: "up" })).toEqual({ store: "up", idempotency: "down" })
  })

  it(
    "without its store the service lives and is not ready, and is again afterwards",
    { concurrent: false },
    async ({ expect }) => {
      const health = async (path: string) => {
        const answer = await fetch(`${emulator.url}${path}`)
        return { status: answer.status, text: await answer.text() }
      }
      const good = { status: 204, text: "" }
      await Client.until(() => health("/health/ready"), ({ status }) => status === 204)
      await faults({ store: "down" })
      const { text } = await Client.until(() => health("/health/ready"), ({ status }) => status === 503)
      expect(JSON.parse(text)).toMatchObject({
        success: false,
        status: 503,
        data: null,
        error: { code: "INTERNAL_005", details: { store: ["does not answer"] } },
        meta: { version: "v3" }
      })
      expect((await health("/healthcheck")).status).toBe(503)
      expect(await health("/health/live")).toEqual(good)
      await faults({ store: "up" })
      expect(await Client.until(() => health("/health/ready"), ({ status }) => status === 204)).toEqual(good)
      expect(await health("/healthcheck")).toEqual(good)
    }
  )

  it(
    "without its store the service refuses every request, does nothing, and goes on afterwards",
    { concurrent: false },
    async ({ expect }) => {
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
    }
  )

  it(
    "without its store the control does what needs none, and refuses the rest without waiting",
    { concurrent: false },
    async ({ expect }) => {
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
      // Whoever waited for the store would do so for ten seconds each time.
      expect(performance.now() - began).toBeLessThan(10_000)
      // The time was not moved, and goes on.
      expect(await Client.clock(emulator)).toMatchObject({ offset_ms: before.offset_ms })
      await Client.until(() => Client.clock(emulator), ({ now }) => now > before.now)
    }
  )

  it(
    "a receipt that comes while the store is down is brought afterwards, once",
    { concurrent: false },
    async ({ expect }) => {
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
    }
  )

  it(
    "a store that goes down on the way ends a travel, and the time goes on from there",
    { concurrent: false },
    async ({ expect }) => {
      const receiver = await Receiver.start()
      try {
        receiver.respond("/hang", () => {})
        await Client.data(Client.api(emulator, "POST", "/webhooks", {
          display_name: "hang",
          endpoint_url: receiver.url("/hang"),
          event_types: ["message"],
          event_filters: { message: ["delivered"] }
        }))
        const before = await Client.clock(emulator)
        await Client.send(emulator, template, Client.phone(), {
          scheduled_at: new Date(Date.parse(before.now) + 3_600_000).toISOString()
        })
        // The message goes on its way after an hour, and its webhook keeps the clock there.
        const travel = Client.call(emulator, "POST", "/clock", { advance_ms: 7_200_000 })
        await Client.until(
          () => Client.clock(emulator),
          ({ offset_ms: offset }) => offset > before.offset_ms + 3_000_000
        )
        await faults({ store: "down" })
        expect(await travel).toMatchObject({ status: 503, body: { error: { details: [] } } })
        await faults({ store: "up" })
        const after = await Client.clock(emulator)
        expect(after.offset_ms - before.offset_ms).toBeLessThanOrEqual(3_600_000)
        expect(after.offset_ms - before.offset_ms).toBeGreaterThan(3_000_000)
        await Client.until(() => Client.clock(emulator), ({ now }) => now > after.now)
      } finally {
        await receiver.stop()
      }
      expect((await Client.travel(emulator, 7_200_000)).idle).toBe(true)
    }
  )

  it(
    "without the idempotency store only requests with a key are refused",
    { concurrent: false },
    async ({ expect }) => {
      const [phone, other, key] = [Client.phone(), Client.phone(), randomUUID()]
      await faults({ idempotency: "down" })
      expect(await post(phone, { "idempotency-key": key })).toMatchObject({
        status: 503,
        body: { error: { code: "SERVICE_001" } }
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
    }
  )
})
