/**
 * The reviewer of templates, as scripted: its answers, when it gives them, and what it does of its own accord.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const hour = 3_600_000

describe.each(["memory", "PostgreSQL"])("reviews on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let receiver: Receiver.Receiver

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    receiver = await Receiver.start()
    await Client.data(Client.api(emulator, "POST", "/webhooks", {
      display_name: "reviews",
      endpoint_url: receiver.url("/reviews"),
      event_types: ["templates"]
    }))
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  const order = (body: unknown) => Client.call(emulator, "PUT", "/reviews", body)
  const settled = (body: unknown) => Client.told(order(body))

  /** The events of a template as a whole so far, without the first one: that it waits for its review. */
  const events = async (template: string) => {
    await Client.idle(emulator)
    return receiver.at("/reviews").map((delivery) => Receiver.event(delivery)).filter(({ payload }) =>
      payload["template_id"] === template && payload["status"] !== "PENDING" && !("channel" in payload)
    )
  }

  /** The events of its legs so far, but for their waiting. */
  const legs = async (template: string) => {
    await Client.idle(emulator)
    return receiver.at("/reviews").map((delivery) => Receiver.event(delivery).payload).filter((payload) =>
      payload["template_id"] === template && payload["status"] !== "PENDING" && "channel" in payload
    ).map(({ channel, status }) => `${String(channel)} ${String(status)}`)
  }
  const statuses = async (template: string) => (await events(template)).map(({ payload }) => payload["status"])

  it("approves immediately unless it is told otherwise", async () => {
    expect(await statuses(await Client.template(emulator))).toEqual(["APPROVED"])
  })

  it("rejects the next one for a reason, and approves the one after", async () => {
    expect(await settled({ template: "next", outcome: "reject", reason: "too loud" })).toEqual({
      template: "next",
      status: null
    })
    const [first, second] = [await Client.template(emulator), await Client.template(emulator)]
    expect(await events(first)).toMatchObject([{ payload: { status: "REJECTED", reason: "too loud" } }])
    expect(await statuses(second)).toEqual(["APPROVED"])
  })

  it("takes its time, in the service's time", async () => {
    await settled({ template: "next", outcome: "reject", after_ms: hour })
    const { now } = await Client.clock(emulator)
    const template = await Client.template(emulator)
    await Client.travel(emulator, hour - 60_000)
    expect(await statuses(template)).toEqual([])
    await Client.travel(emulator, 60_000)
    const [event, ...more] = await events(template)
    expect(more).toEqual([])
    expect(event).toMatchObject({ payload: { status: "REJECTED" } })
    const waited = Date.parse(event!.timestamp) - Date.parse(now)
    expect(waited).toBeGreaterThanOrEqual(hour - 1000)
    expect(waited).toBeLessThan(hour + 30_000)
  })

  it("changes its mind about a template under review, to earlier and to later", async () => {
    await settled({ template: "next", outcome: "reject", after_ms: 2 * hour })
    const earlier = await Client.template(emulator)
    await Client.idle(emulator)
    await settled({ template: earlier, outcome: "approve", after_ms: hour })
    await settled({ template: "next", outcome: "reject", after_ms: hour })
    const later = await Client.template(emulator)
    await Client.idle(emulator)
    await settled({ template: later, outcome: "approve", after_ms: 2 * hour })
    await Client.travel(emulator, hour + 60_000)
    expect([await statuses(earlier), await statuses(later)]).toEqual([["APPROVED"], []])
    await Client.travel(emulator, 2 * hour)
    expect([await statuses(earlier), await statuses(later)]).toEqual([["APPROVED"], ["APPROVED"]])
  })

  it("ends a review that is under way immediately", async () => {
    await settled({ template: "next", outcome: "approve", after_ms: hour })
    const template = await Client.template(emulator)
    await Client.idle(emulator)
    expect(await settled({ template, outcome: "reject", reason: "no" })).toEqual({ template, status: "REJECTED" })
    await Client.travel(emulator, 2 * hour)
    expect(await events(template)).toMatchObject([{ payload: { status: "REJECTED", reason: "no" } }])
  })

  it("begins anew when a template is handed in again after a review that was ended", async () => {
    await settled({ template: "next", outcome: "reject", after_ms: hour })
    const template = await Client.template(emulator)
    await Client.idle(emulator)
    await settled({ template, outcome: "reject", reason: "no" })
    await Client.data(Client.api(emulator, "PUT", `/templates/${template}`, { submit_for_review: true }))
    expect(await statuses(template)).toEqual(["REJECTED", "APPROVED"])
  })

  it("pauses, lifts and archives a template, and is told when it cannot", async () => {
    const template = await Client.approved(emulator)
    for (const [outcome, status] of [["pause", "PAUSED"], ["lift", "APPROVED"], ["archive", "ARCHIVED"]] as const) {
      expect(await settled({ template, outcome })).toEqual({ template, status })
    }
    for (const outcome of ["approve", "reject", "pause", "lift", "archive"]) {
      expect(await order({ template, outcome })).toMatchObject({
        status: 409,
        body: { error: { message: `a template that is ARCHIVED knows no ${outcome}` } }
      })
    }
    expect(await order({ template: "next", outcome: "pause" })).toMatchObject({ status: 409 })
    expect(await statuses(template)).toEqual(["APPROVED", "PAUSED", "APPROVED", "ARCHIVED"])
  })

  it("says of one channel what it does not say of the others", async () => {
    await settled({ template: "next", channel: "whatsapp", outcome: "reject", reason: "too loud" })
    const template = await Client.template(emulator)
    expect(await statuses(template)).toEqual(["APPROVED"])
    expect(await legs(template)).toEqual(["whatsapp REJECTED", "sms APPROVED", "rcs APPROVED"])
    expect(await settled({ template, channel: "sms", outcome: "pause" })).toEqual({ template, status: "PAUSED" })
    await settled({ template, channel: "sms", outcome: "lift", after_ms: hour })
    for (const [channel, outcome] of [["whatsapp", "approve"], ["rcs", "lift"], ["rcs", "archive"]]) {
      expect((await order({ template, channel, outcome })).status).toBe(409)
    }
    expect(await order({ template, channel: "mms", outcome: "pause" })).toMatchObject({
      status: 409,
      body: { error: { message: "the template has no body for mms" } }
    })
    await Client.travel(emulator, hour)
    expect((await legs(template)).slice(3)).toEqual(["sms PAUSED", "sms APPROVED"])
    expect(await statuses(template)).toEqual(["APPROVED"])
  })

  it("acts later, each thing at its instant, and what follows may be planned immediately", async () => {
    const template = await Client.approved(emulator)
    expect((await order({ template, outcome: "lift", after_ms: 2 * hour })).status).toBe(409)
    await settled({ template, outcome: "pause", after_ms: hour })
    await settled({ template, outcome: "lift", after_ms: 2 * hour })
    await Client.travel(emulator, hour + 60_000)
    expect(await statuses(template)).toEqual(["APPROVED", "PAUSED"])
    await Client.travel(emulator, hour)
    const [, paused, lifted] = await events(template)
    expect(lifted).toMatchObject({ payload: { status: "APPROVED" } })
    const between = Date.parse(lifted!.timestamp) - Date.parse(paused!.timestamp)
    expect(between).toBeGreaterThanOrEqual(hour)
    expect(between).toBeLessThan(hour + 10_000)
  })
})
