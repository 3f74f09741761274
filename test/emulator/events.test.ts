/**
 * `GET /emulator/events`: everything that a page shows is told when it changes.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"
import * as EventClient from "./EventClient.ts"

const organization = "00000000-0000-4000-8000-000000000001"

describe.each(storages)("events on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let receiver: Receiver.Receiver
  const open: Array<EventClient.Listening> = []

  const listen = async (headers: Readonly<Record<string, string>> = {}) => {
    const one = await EventClient.listen(`${emulator.url}/emulator/events`, headers)
    open.push(one)
    return one
  }
  const call = (method: string, path: string, body?: unknown) => Client.told(Client.call(emulator, method, path, body))

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    receiver = await Receiver.start()
  })

  afterAll(async () => {
    for (const one of open) one.close()
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  it("tell of messages, handsets, contacts, templates and deliveries", async () => {
    const page = await listen()
    expect(page.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store"
    })
    const path = `/${randomUUID()}`
    const webhook = await Client.data<{ readonly id: string }>(Client.api(emulator, "POST", "/webhooks", {
      display_name: "events",
      endpoint_url: receiver.url(path),
      event_types: ["message"]
    }))
    const template = await Client.approved(emulator)
    const phone = Client.phone()
    const id = await Client.send(emulator, template, phone)
    const own = { account: organization, message_id: id, direction: "OUTBOUND", phone, channel: "sms" }
    const delivered = await page.until(({ data, type }) => type === "message" && data["status"] === "DELIVERED")
    expect(delivered.data).toEqual({ ...own, status: "DELIVERED", at: expect.stringMatching(/^20.*Z$/) as string })
    const handset = await page.until(({ type }) => type === "handset")
    expect(handset.data).toEqual({ phone, message_id: id })
    const contact = await page.until(({ type }) => type === "contact")
    expect(contact.data).toEqual({ account: organization, contact_id: expect.any(String) as string })
    const approved = await page.until(({ data, type }) => type === "template" && data["status"] === "APPROVED")
    expect(approved.data).toEqual({ account: organization, template_id: template, status: "APPROVED" })
    const delivery = await page.until(({ type }) => type === "delivery")
    expect(delivery.data).toMatchObject({ account: organization, webhook_id: webhook.id, attempt: 1, status_code: 204 })
    const inbound = await Client.told<{ readonly message_id: string }>(
      Client.call(emulator, "POST", "/inbound", { from: phone, channel: "sms", text: "Hi" })
    )
    const written = await page.until(({ data }) => data["message_id"] === inbound.message_id)
    expect(written).toMatchObject({ type: "message", data: { status: "RECEIVED", direction: "INBOUND", phone } })
    page.close()
  })

  it("tell of a handset when it shows the message, not when its carrier takes it", async () => {
    const template = await Client.approved(emulator)
    const phone = Client.phone()
    await call("PUT", `/handsets/${phone}`, { script: [{ receipts: [], delay_ms: 60_000 }] })
    const page = await listen()
    const id = await Client.send(emulator, template, phone)
    await page.until(({ data }) => data["message_id"] === id && data["status"] === "SENT")
    await Client.idle(emulator)
    expect(page.heard.filter(({ type }) => type === "handset")).toEqual([])
    await Client.travel(emulator, 60_000)
    expect((await page.until(({ type }) => type === "handset")).data).toEqual({ phone, message_id: id })
    page.close()
  })

  it("tell of carriers and of the clock, and go on where a page was", async () => {
    const page = await listen()
    await call("PUT", "/carriers/sms-b", { delay_ms: 1 })
    const carrier = await page.until(({ type }) => type === "carrier")
    expect(carrier.data).toEqual({ id: "sms-b" })
    page.close()
    const now = await Client.travel(emulator, 1000)
    const again = await listen({ "last-event-id": carrier.id })
    const clock = await again.until(({ type }) => type === "clock")
    expect(clock.data["offset_ms"]).toBe(now.offset_ms)
    expect(again.heard.filter(({ type }) => type === "carrier" || type === "reset")).toEqual([])
    again.close()
    // A page that has heard nothing yet knows where it is, too.
    const third = await listen()
    const place = await Client.until(() => Promise.resolve(third.last()), (id) => id !== "")
    third.close()
    await call("DELETE", "/carriers/sms-b")
    const fourth = await listen({ "last-event-id": place })
    await fourth.until(({ type }) => type === "carrier")
    fourth.close()
  })

  it("say that all is anew, after a reset and to whoever was away for too long", async () => {
    const page = await listen()
    await call("POST", "/reset")
    const reset = await page.until(({ type }) => type === "reset")
    expect(reset.data).toEqual({})
    const lost = await listen({ "last-event-id": "0-0" })
    await lost.until(({ type }) => type === "reset")
    expect(lost.heard).toHaveLength(1)
    // The stream goes on over the reset.
    await call("PUT", "/carriers/sms-a", { delay_ms: 1 })
    for (const one of [page, lost]) {
      await one.until(({ type }) => type === "carrier")
      one.close()
    }
  })

  it("are not for pages of another origin, nor by another method", async () => {
    const url = `${emulator.url}/emulator/events`
    for (const headers of [{ "sec-fetch-site": "same-site" }, { origin: "http://localhost:5173" }]) {
      expect((await Client.raw(url, "GET", null, headers)).status).toBe(403)
    }
    const posted = await Client.raw(url, "POST", "{}", { "content-type": "application/json" })
    expect({ status: posted.status, allow: posted.headers.allow }).toEqual({ status: 405, allow: "GET" })
  })

  it("end when the emulator ends, and do not hold it up", async () => {
    const page = await listen()
    emulator.signal("SIGTERM")
    await page.closed
    expect(await emulator.exited).toMatchObject({ code: 0, err: "" })
  })
})
