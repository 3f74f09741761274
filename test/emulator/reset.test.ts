/**
 * `POST /emulator/reset`: as after the start, while the server stays open.
 */
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const organization = "00000000-0000-4000-8000-000000000001"

describe.each(storages)("reset on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let receiver: Receiver.Receiver

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    receiver = await Receiver.start()
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  const call = (method: string, path: string, body?: unknown) => Client.call(emulator, method, path, body)
  const told = <Body>(method: string, path: string, body?: unknown) => Client.told<Body>(call(method, path, body))
  const reset = () => told("POST", "/reset")

  it("forgets everything that happened, and begins as at the start", async () => {
    const phone = Client.phone()
    const template = await Client.approved(emulator)
    const path = `/${randomUUID()}`
    await Client.data(Client.api(emulator, "POST", "/webhooks", {
      display_name: "reset",
      endpoint_url: receiver.url(path),
      event_types: ["message", "templates"]
    }))
    await Client.travel(emulator, 86_400_000)
    const message = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, message), ({ status }) => status === "DELIVERED")
    await told("PUT", `/handsets/${phone}`, { script: [{ submit: { refuse: "invalid_number" } }] })
    await told("PUT", "/reviews", { template: "next", outcome: "reject" })
    await told("PUT", "/reviews", { template, outcome: "pause", after_ms: 1000 })
    await told("PATCH", `/accounts/${organization}`, { balance: 3, stage: "unverified" })
    await told("POST", "/channels", { account: organization, channel: "rcs", event: "deactivated" })
    await Client.idle(emulator)
    await told("PUT", "/faults", { idempotency: "down", store: "down" })
    const sofar = receiver.at(path).length
    expect(sofar).toBeGreaterThan(0)

    const began = performance.now()
    expect(await reset()).toEqual({ reset: true })
    process.stdout.write(`reset on ${storage}: ${Math.round(performance.now() - began)} ms\n`)

    const clock = await Client.clock(emulator)
    expect(clock.offset_ms).toBe(0)
    expect(Math.abs(Date.parse(clock.now) - Date.now())).toBeLessThan(5000)
    expect(await told("PUT", "/faults", {})).toEqual({ store: "up", idempotency: "up" })
    expect(await told("PATCH", `/accounts/${organization}`, {})).toMatchObject({ balance: 1000, stage: "verified" })
    expect(await told("GET", `/handsets/${phone}`)).toEqual([])
    expect(await Client.api(emulator, "GET", `/messages/${message}`)).toMatchObject({ status: 404 })
    expect(await call("PUT", "/reviews", { template, outcome: "pause" })).toMatchObject({ status: 404 })
    expect(await Client.data(Client.api(emulator, "GET", "/me"))).toMatchObject({
      channels: { rcs: { configured: true } }
    })
    // Neither script nor verdict is left, and the webhook is gone.
    const again = await Client.send(emulator, await Client.approved(emulator), phone)
    await Client.until(() => Client.message(emulator, again), ({ status }) => status === "DELIVERED")
    await Client.travel(emulator, 60_000)
    expect(await told("GET", `/handsets/${phone}`)).toMatchObject([{ message_id: again }])
    expect(receiver.at(path)).toHaveLength(sofar)
  })

  it("may be asked by several at the same time, and again and again", async () => {
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([call("POST", "/reset"), call("POST", "/reset"), Client.clock(emulator)])
      expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
    }
    const id = await Client.send(emulator, await Client.approved(emulator), Client.phone())
    await Client.until(() => Client.message(emulator, id), ({ status }) => status === "DELIVERED")
  })

  it("lets requests wait that come meanwhile, and loses none", async () => {
    const template = await Client.approved(emulator)
    const ask = () =>
      Client.api(emulator, "POST", "/messages", {
        to: [Client.phone()],
        channel: ["sms"],
        template: { id: template }
      })
    const answers: Array<Promise<Client.Answer>> = []
    const reached = new AbortController()
    const resetting = reset().finally(() => reached.abort())
    while (!reached.signal.aborted) {
      for (let count = 0; count < 5; count++) answers.push(ask(), Client.api(emulator, "GET", "/me"))
      await answers.at(-10)
    }
    await resetting
    // A template of the old life is sent in the old one, or it is not there in the new one.
    const statuses = new Set((await Promise.all(answers)).map(({ status }) => status))
    for (const status of statuses) expect([200, 202, 404]).toContain(status)
    expect(statuses).toContain(200)
  })

  it("ends a travel that is under way, which does not touch the new time", async () => {
    const path = `/${randomUUID()}`
    receiver.respond(path, () => {})
    await Client.data(Client.api(emulator, "POST", "/webhooks", {
      display_name: "hang",
      endpoint_url: receiver.url(path),
      event_types: ["message"]
    }))
    await Client.send(emulator, await Client.approved(emulator), Client.phone())
    await receiver.until(path, ({ length }) => length > 0)
    const travel = call("POST", "/clock", { advance_ms: 86_400_000 })
    // It waits for the endpoint; the clock stands meanwhile.
    let last = ""
    await Client.until(() => Client.clock(emulator), ({ now }) => now === last || !(last = now))
    await reset()
    expect(await travel).toMatchObject({
      status: 503,
      body: { error: { message: "the emulator began anew meanwhile" } }
    })
    expect((await Client.travel(emulator, 1000)).offset_ms).toBe(1000)
    const { now } = await Client.clock(emulator)
    await Client.until(() => Client.clock(emulator), (later) => later.now > now)
  })

  // Memory refuses nothing.
  if (storage === "memory") return

  it("that the database does not let happen is made up for when it does; requests wait until then", async () => {
    await database!.query("alter schema signalbox rename to elsewhere")
    expect(await call("POST", "/reset")).toMatchObject({ status: 503, body: { error: { details: [] } } })
    let isAnswered = false
    const asked = Client.api(emulator, "GET", "/me").finally(() => {
      isAnswered = true
    })
    await Client.raw(`${emulator.url}/emulator/nothing`, "GET", null)
    expect(isAnswered).toBe(false)
    await database!.query("alter schema elsewhere rename to signalbox")
    expect((await asked).status).toBe(200)
    expect(await told("PATCH", `/accounts/${organization}`, {})).toMatchObject({ balance: 1000 })
  })
})
