/**
 * Travel through time: what falls due on the way happens, each thing at its own instant.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import * as Prop from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Shown {
  readonly message_id: string
  readonly received_at: string
}

describe.each(storages)("time travel on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let receiver: Receiver.Receiver
  let template: string

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    receiver = await Receiver.start()
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  const call = (method: string, path: string, body?: unknown) => Client.call(emulator, method, path, body)
  const shown = (phone: string) => Client.told<ReadonlyArray<Shown>>(call("GET", `/handsets/${phone}`))
  const script = (phone: string, ...steps: ReadonlyArray<unknown>) =>
    Client.told(call("PUT", `/handsets/${phone}`, { script: steps }))

  /** A webhook of its own; what comes to it is at its path. */
  const subscribe = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const path = `/${randomUUID()}`
    await Client.data(Client.api(emulator, "POST", "/webhooks", {
      display_name: "travel",
      endpoint_url: receiver.url(path),
      event_types: ["message"],
      ...more
    }))
    return path
  }

  it("moves the clock forward, and it runs on from there", async () => {
    const before = await Client.clock(emulator)
    const began = Date.now()
    const after = await Client.travel(emulator, 5 * day)
    const passed = Date.parse(after.now) - Date.parse(before.now) - 5 * day
    expect(passed).toBeGreaterThanOrEqual(0)
    // The clock of a real process runs on in real time.
    expect(passed).toBeLessThanOrEqual(Date.now() - began + 1000)
    expect(after.offset_ms).toBe(before.offset_ms + 5 * day)
    const later = await Client.until(() => Client.clock(emulator), ({ now }) => now > after.now)
    expect(later.offset_ms).toBe(after.offset_ms)
  })

  it("travels of several who ask at the same time add up", async () => {
    const before = await Client.clock(emulator)
    const all = await Promise.all([1, 2, 3].map((count) => Client.travel(emulator, count * hour)))
    expect(Math.max(...all.map((state) => state.offset_ms))).toBe(before.offset_ms + 6 * hour)
    expect(await Client.clock(emulator)).toMatchObject({ offset_ms: before.offset_ms + 6 * hour })
  })

  it("is seen by the API", async () => {
    await Client.travel(emulator, day)
    const { now } = await Client.clock(emulator)
    const answer = await Client.api(emulator, "GET", "/me")
    const { meta } = answer.body as { readonly meta: { readonly timestamp: string } }
    expect(Date.parse(meta.timestamp)).toBeGreaterThanOrEqual(Date.parse(now))
    expect(Date.parse(meta.timestamp)).toBeLessThan(Date.parse(now) + minute)
    const id = await Client.send(emulator, template, Client.phone())
    const { created_at: createdAt } = await Client.data<{ readonly created_at: string }>(
      Client.api(emulator, "GET", `/messages/${id}`)
    )
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(now))
  })

  it("a message without a receipt fails after 72 hours, and not before", async () => {
    const phone = Client.phone()
    await script(phone, { receipts: [] })
    const id = await Client.send(emulator, template, phone)
    await Client.travel(emulator, 72 * hour - minute)
    expect(await Client.message(emulator, id)).toMatchObject({ status: "SENT" })
    await Client.travel(emulator, minute)
    expect(await Client.message(emulator, id)).toMatchObject({ status: "FAILED" })
  })

  it("a receipt comes after its delay", async () => {
    const phone = Client.phone()
    await script(phone, { receipts: ["delivered"], delay_ms: 2 * hour })
    const id = await Client.send(emulator, template, phone)
    await Client.travel(emulator, 2 * hour - minute)
    expect(await Client.message(emulator, id)).toMatchObject({ status: "SENT" })
    expect(await shown(phone)).toEqual([])
    await Client.travel(emulator, minute)
    expect(await Client.message(emulator, id)).toMatchObject({ status: "DELIVERED" })
    expect(await shown(phone)).toMatchObject([{ message_id: id }])
  })

  it("webhook retries are made on the way, each at its instant", async () => {
    const path = await subscribe({ event_filters: { message: ["delivered"] }, retry_count: 4 })
    receiver.respond(path, (response) => response.writeHead(500).end())
    await Client.send(emulator, template, Client.phone())
    await receiver.until(path, (found) => found.length === 1)
    await Client.travel(emulator, day)
    const attempts = receiver.at(path).map(({ headers }) => ({
      number: headers["x-webhook-attempt"],
      at: Number(headers["x-webhook-timestamp"])
    }))
    expect(attempts.map(({ number }) => number)).toEqual(["1", "2", "3", "4", "5"])
    const waits = attempts.slice(1).map(({ at }, index) => at - attempts[index]!.at)
    // The first attempt was made while the clock ran, so the seconds of the first wait may be cut off differently.
    expect(waits[0]! - 60).toBeOneOf([0, 1])
    expect(waits.slice(1)).toEqual([120, 240, 480])
    // Messages of later tests need not be retried there.
    receiver.respond(path, (response) => response.writeHead(204).end())
  })

  it("an endpoint is switched off when it has failed for five minutes, and not before [WHK-057]", async () => {
    const [restarts, dies] = [await subscribe({ retry_count: 1 }), await subscribe({ retry_count: 1 })]
    for (const path of [restarts, dies]) receiver.respond(path, (response) => response.writeHead(500).end())
    for (let count = 0; count < 4; count++) await Client.send(emulator, template, Client.phone())
    await Client.travel(emulator, 4 * minute)
    const failed = receiver.at(restarts).length
    expect(failed).toBeGreaterThanOrEqual(10)
    receiver.respond(restarts, (response) => response.writeHead(204).end())
    await Client.travel(emulator, 3 * minute)
    expect(receiver.at(restarts).length).toBeGreaterThan(failed)
    receiver.respond(dies, (response) => response.writeHead(204).end())
    const [before, silent] = [receiver.at(restarts).length, receiver.at(dies).length]
    await Client.send(emulator, template, Client.phone())
    await receiver.until(restarts, (found) => found.length === before + 4)
    await Client.travel(emulator, hour)
    expect(receiver.at(dies)).toHaveLength(silent)
  })

  it("an endpoint that never answers holds a travel up only for its timeout", async () => {
    const path = await subscribe({ event_filters: { message: ["delivered"] }, retry_count: 1, timeout_seconds: 5 })
    receiver.respond(path, () => {})
    await Client.send(emulator, template, Client.phone())
    const began = performance.now()
    await Client.travel(emulator, 30_000)
    // The timeout of a real attempt is what is tested: it is five seconds, and there is no second attempt.
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(receiver.at(path)).toHaveLength(1)
    receiver.respond(path, (response) => response.writeHead(204).end())
  })

  it("what was scheduled meets what has happened meanwhile, not what was so before [SCH-005, SCH-006]", async () => {
    interface Ended {
      readonly contact_id: string
      readonly status: string
      readonly reason_code?: string
    }
    const look = (id: string) => Client.data<Ended>(Client.api(emulator, "GET", `/messages/${id}`))
    const ends = async (id: string) => {
      const { reason_code, status } = await look(id)
      return [status, reason_code]
    }
    const [doomed, draft] = [await Client.approved(emulator), await Client.template(emulator, false)]
    const { now } = await Client.clock(emulator)
    const scheduled = (hours: number, of: string) =>
      Client.send(emulator, of, Client.phone(), {
        scheduled_at: new Date(Date.parse(now) + hours * hour).toISOString()
      })
    const [one, two, three, poor] = [
      await scheduled(2, template),
      await scheduled(2, doomed),
      await scheduled(2, draft),
      await scheduled(4, template)
    ]
    const { contact_id } = await look(one)
    await Client.data(Client.api(emulator, "PATCH", `/contacts/${contact_id}`, { opt_out: true }))
    expect((await Client.api(emulator, "DELETE", `/templates/${doomed}`)).status).toBe(204)
    await Client.data(Client.api(emulator, "PUT", `/templates/${draft}`, { submit_for_review: true }))
    for (const id of [one, two, three, poor]) expect(await ends(id)).toEqual(["SCHEDULED", undefined])
    await Client.travel(emulator, 3 * hour)
    expect(await Promise.all([one, two, three].map(ends))).toEqual([
      ["FILTERED", "BUSINESS_004"],
      ["BLOCKED", "BUSINESS_005"],
      ["DELIVERED", undefined]
    ])
    const account = "/accounts/00000000-0000-4000-8000-000000000001"
    await Client.told(call("PATCH", account, { balance: 0 }))
    await Client.travel(emulator, 2 * hour)
    await Client.told(call("PATCH", account, { balance: 1000 }))
    expect(await ends(poor)).toEqual(["BLOCKED", "BUSINESS_003"])
  })

  describe("at night", () => {
    // 3:30 in UTC is late in the evening in New Jersey, in summer and in winter.
    const nightfall = async () => {
      const { now } = await Client.clock(emulator)
      const late = Math.floor(Date.parse(now) / day) * day + 3.5 * hour
      await Client.travel(emulator, (late - Date.parse(now) + day) % day)
    }
    const hours = (quietHours: string) =>
      Client.told(call("PATCH", "/accounts/00000000-0000-4000-8000-000000000001", { quiet_hours: quietHours }))

    interface Held {
      readonly status: string
      readonly scheduled_at: string
      readonly events: ReadonlyArray<{ readonly status: string }>
    }
    const look = (id: string) => Client.data<Held>(Client.api(emulator, "GET", `/messages/${id}`))
    const until = (id: string, status: string) => Client.until(() => look(id), (found) => found.status === status)

    /** Hours and minutes of New Jersey. */
    const clock = (at: string) =>
      new Date(at).toLocaleTimeString("en-GB", { timeZone: "America/New_York", hour: "2-digit", minute: "2-digit" })

    beforeEach(() => hours("us-tcpa"))
    afterEach(() => hours("off"))

    it("a message waits for the morning, and goes out in its first second [SCH-001, SCH-002, SCH-003]", async () => {
      const path = await subscribe()
      await nightfall()
      const phone = Client.phone()
      const id = await Client.send(emulator, template, phone)
      const held = await until(id, "SCHEDULED")
      expect(clock(held.scheduled_at)).toBe("08:00")
      const { now } = await Client.clock(emulator)
      await Client.travel(emulator, Date.parse(held.scheduled_at) - Date.parse(now) - minute)
      expect([(await look(id)).status, await shown(phone)]).toEqual(["SCHEDULED", []])
      await Client.travel(emulator, minute)
      expect(await look(id)).toMatchObject({ status: "DELIVERED", scheduled_at: held.scheduled_at })
      const [received] = await shown(phone)
      expect(Date.parse(received!.received_at) - Date.parse(held.scheduled_at)).toBeLessThan(1000)
      const isOwn = ({ payload }: ReturnType<typeof Receiver.event>) => payload["message_id"] === id
      const events = await receiver.until(path, (found) => found.map(Receiver.event).filter(isOwn).length >= 6)
      expect(
        events.map(Receiver.event).filter(isOwn).map(({ event, payload }) => [event, payload["scheduled_at"] ?? null])
      ).toEqual([
        ["message.queued", null],
        ["message.scheduled", held.scheduled_at],
        ["message.queued", null],
        ["message.routed", null],
        ["message.sent", null],
        ["message.delivered", null]
      ])
    })

    it("a message that was scheduled for then is held a second time [SCH-004, STM-007, EVT-002]", async () => {
      const path = await subscribe({ event_filters: { message: ["scheduled"] } })
      await nightfall()
      const { now } = await Client.clock(emulator)
      const asked = `${new Date(Date.parse(now) + hour).toISOString().slice(0, 19)}Z`
      const { recipients } = await Client.data<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
        Client.api(emulator, "POST", "/messages", {
          to: [Client.phone()],
          template: { id: template },
          channel: ["sms"],
          scheduled_at: asked
        })
      )
      const id = recipients[0]!.message_id
      expect(await look(id)).toMatchObject({ status: "SCHEDULED", scheduled_at: asked })
      await Client.travel(emulator, 2 * hour)
      const held = await look(id)
      expect([held.status, clock(held.scheduled_at)]).toEqual(["SCHEDULED", "08:00"])
      const isOwn = ({ payload }: ReturnType<typeof Receiver.event>) => payload["message_id"] === id
      const events = await receiver.until(path, (found) => found.map(Receiver.event).filter(isOwn).length >= 2)
      expect(events.map(Receiver.event).filter(isOwn).map(({ payload }) => payload["scheduled_at"])).toEqual([
        asked,
        held.scheduled_at
      ])
      await Client.travel(emulator, 12 * hour)
      expect((await look(id)).events.map(({ status }) => status)).toEqual([
        "SCHEDULED",
        "QUEUED",
        "PROCESSED",
        "SCHEDULED",
        "QUEUED",
        "PROCESSED",
        "ROUTED",
        "SENT",
        "DELIVERED"
      ])
    })

    it("a message that is cancelled before the morning never goes out [STM-008, STM-009, MSG-064]", async () => {
      await nightfall()
      const phone = Client.phone()
      const id = await Client.send(emulator, template, phone)
      const held = await until(id, "SCHEDULED")
      expect(await Client.data(Client.api(emulator, "POST", `/messages/${id}/cancel`, {}))).toMatchObject({
        status: "CANCELLED",
        scheduled_at: held.scheduled_at
      })
      await Client.travel(emulator, 2 * day)
      expect([(await look(id)).status, await shown(phone)]).toEqual(["CANCELLED", []])
      expect((await Client.api(emulator, "POST", `/messages/${id}/cancel`, {})).status).toBe(409)
    })

    it("a message whose route fails then takes its other route in the morning", async () => {
      await nightfall()
      await Client.travel(emulator, 14 * hour)
      const phone = Client.phone()
      // The receipt comes at night.
      await script(phone, { receipts: [{ failed: "sender_refused" }], delay_ms: 10 * hour })
      const id = await Client.send(emulator, template, phone)
      await until(id, "SENT")
      await Client.travel(emulator, 11 * hour)
      const held = await look(id)
      expect([held.status, clock(held.scheduled_at)]).toEqual(["SCHEDULED", "08:00"])
      await Client.travel(emulator, 13 * hour)
      expect((await look(id)).status).toBe("DELIVERED")
      const [received] = await shown(phone)
      expect(Date.parse(received!.received_at) - Date.parse(held.scheduled_at)).toBeLessThan(1000)
    })
  })

  const Scene = fc.record({
    minutes: fc.array(fc.integer({ min: 2, max: 2000 }), { minLength: 1, maxLength: 12 }),
    delays: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 12, maxLength: 12 }),
    steps: fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 4 })
  })
  Prop.propWith({ runs: Matrix.searched(6, 0.5), timeout: 60_000 })(
    "whatever is scheduled happens at its instant, in order, in however many travels",
    Scene,
    async ({ delays, minutes, steps }) => {
      const path = await subscribe({ event_filters: { message: ["delivered"] } })
      // Half a minute away from where a travel can end: between two of them the clock runs, and what falls due then
      // happens some milliseconds later.
      const start = Math.ceil(Date.parse((await Client.clock(emulator)).now) / 1000) * 1000 + minute / 2
      const sends = await Promise.all(minutes.map(async (count, index) => {
        const [phone, at] = [Client.phone(), start + count * minute]
        const delay = delays[index]! * minute
        await script(phone, { receipts: ["delivered"], delay_ms: delay })
        await Client.send(emulator, template, phone, { scheduled_at: new Date(at).toISOString() })
        return { phone, delivered: at + delay }
      }))
      for (const step of [...steps, 2301]) await Client.travel(emulator, step * minute)
      for (const { delivered, phone } of sends) {
        expect((await shown(phone)).map((each) => Date.parse(each.received_at))).toEqual([delivered])
      }
      const events = receiver.at(path).map((delivery) => Receiver.event(delivery))
      expect(events.map(({ timestamp }) => Date.parse(timestamp))).toEqual(
        sends.map(({ delivered }) => delivered).toSorted((a, b) => a - b)
      )
    }
  )
})
