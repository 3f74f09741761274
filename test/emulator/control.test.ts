/**
 * Each call of the control: what it does, and what it says to every kind of wrong input.
 */
import { randomUUID } from "node:crypto"
import { networkInterfaces } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import type { Failure } from "./ControlClient.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"

const organization = "00000000-0000-4000-8000-000000000001"

interface Wrong {
  readonly method: string
  readonly path: string
  readonly body: unknown
  /** The paths of the errors. */
  readonly paths: ReadonlyArray<string>
}

const wrong = (method: string, path: string, body: unknown, ...paths: ReadonlyArray<string>): Wrong => ({
  method,
  path,
  body,
  paths
})

const handset = "/handsets/+12015550100"
const carrier = "/carriers/sms-a"
const anAccount = `/accounts/${organization}`
const aUser = `/users/${randomUUID()}`

const writing = { from: "+12015550100", channel: "sms" }

const mistakes: ReadonlyArray<Wrong> = [
  wrong("PUT", handset, {}, "script"),
  wrong("PUT", handset, [], "body"),
  wrong("PUT", handset, null, "body"),
  wrong("PUT", handset, { script: [], more: 1 }, "more"),
  wrong("PUT", handset, { script: {} }, "script"),
  wrong("PUT", handset, { script: [1] }, "script[0]"),
  wrong("PUT", handset, { script: [{ submit: "accept" }, { submit: "drop" }] }, "script[1].submit"),
  wrong("PUT", handset, { script: [{ submit: { refuse: "weather" } }] }, "script[0].submit.refuse"),
  wrong("PUT", handset, { script: [{ channel: "fax", carrier: "sms-z" }] }, "script[0].channel", "script[0].carrier"),
  wrong("PUT", handset, { script: [{ receipts: ["delivered", "seen"] }] }, "script[0].receipts[1]"),
  wrong("PUT", handset, { script: [{ receipts: [{ failed: "weather" }] }] }, "script[0].receipts[0].failed"),
  wrong("PUT", handset, { script: [{ delay_ms: -1 }] }, "script[0].delay_ms"),
  wrong("PUT", handset, { script: [{ delay_ms: 0.5 }] }, "script[0].delay_ms"),
  wrong("PUT", handset, { script: [{ unknown: 1 }] }, "script[0].unknown"),
  wrong("PUT", "/handsets/12015550100", { script: [] }, "phone"),
  wrong("GET", "/handsets/+1", undefined, "phone"),
  wrong("PUT", carrier, [], "body"),
  wrong("PUT", carrier, { per_second: 0 }, "per_second"),
  wrong("PUT", carrier, { per_second: "20", delay_ms: 0.5 }, "per_second", "delay_ms"),
  wrong("PUT", carrier, { delay_ms: -1 }, "delay_ms"),
  wrong("PUT", carrier, { mode: "slow" }, "mode"),
  wrong("PUT", carrier, { mode: { refuse: "weather" } }, "mode.refuse"),
  wrong("PUT", carrier, { share: 1.01, seed: "x" }, "share", "seed"),
  wrong("PUT", carrier, { forgets: 1, short: -1 }, "forgets", "short"),
  wrong("PUT", carrier, { pace: { perSecond: 10 } }, "pace.inFlight"),
  wrong("PUT", carrier, { pace: { perSecond: 0, inFlight: 0.5 } }, "pace.perSecond", "pace.inFlight"),
  wrong("PUT", carrier, { pace: { per_second: 10, inFlight: 1 } }, "pace.perSecond", "pace.per_second"),
  wrong("PUT", carrier, { speed: 1 }, "speed"),
  wrong("POST", "/clock", {}, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: -1 }, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: 1.5 }, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: "1" }, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: null }, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: 4e11 }, "advance_ms"),
  wrong("POST", "/clock", { advance_ms: 1, now: "2030" }, "now"),
  wrong("PUT", "/reviews", {}, "template", "outcome"),
  wrong("PUT", "/reviews", { template: "first", outcome: "approve" }, "template"),
  wrong("PUT", "/reviews", { template: "next", outcome: "burn" }, "outcome"),
  wrong("PUT", "/reviews", { template: "next", outcome: "reject", reason: 1, after_ms: -1 }, "reason", "after_ms"),
  wrong("POST", "/channels", {}, "account", "channel", "event"),
  wrong("POST", "/channels", { account: organization, channel: "fax", event: "submitted" }, "channel", "event"),
  wrong(
    "POST",
    "/channels",
    { account: organization, channel: "sms", event: "approved", country: "usa", number_type: 1, reason: "" },
    "country",
    "number_type",
    "reason"
  ),
  wrong("PATCH", anAccount, { balance: -0.01 }, "balance"),
  wrong("PATCH", anAccount, { balance: "5" }, "balance"),
  wrong("PATCH", anAccount, { balance: 1e300 }, "balance"),
  wrong("PATCH", anAccount, { stage: "new", name: "x" }, "stage", "name"),
  wrong("PATCH", anAccount, { quiet_hours: "on" }, "quiet_hours"),
  wrong("PATCH", anAccount, { quiet_hours: { US: { start: "9", end: "10:00" } } }, "quiet_hours.US.start"),
  wrong("POST", `${anAccount}/voice-tokens`, { ttl: 1.5 }, "identity", "ttl"),
  wrong("POST", `${anAccount}/voice-tokens`, { identity: "a b" }, "identity"),
  wrong("POST", `${anAccount}/voice-tokens`, { identity: "ada", ttl: 3601 }, "ttl"),
  wrong("POST", aUser, {}, "status"),
  wrong("POST", aUser, { status: "gone" }, "status"),
  wrong("POST", "/inbound", {}, "from", "channel"),
  wrong("POST", "/inbound", { from: "Ada", to: "1", channel: "fax" }, "from", "to", "channel"),
  wrong("POST", "/inbound", { ...writing, text: 1, media: "x" }, "text", "media"),
  wrong("POST", "/inbound", { ...writing, body: "x" }, "body"),
  wrong("PUT", "/media", {}, "url", "size"),
  wrong("PUT", "/media", { url: "", size: -1 }, "url", "size"),
  wrong("PUT", "/media", { url: "http://x", size: "large" }, "size"),
  wrong("PUT", "/faults", { store: "broken" }, "store"),
  wrong("PUT", "/faults", { database: "down" }, "database"),
  wrong("POST", "/reset", { all: true }, "all"),
  wrong("POST", "/reset", [], "body")
]

describe.each(["memory", "PostgreSQL"])("the control on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    process.stdout.write(`the emulator starts on ${storage} in ${Math.round(emulator.startMillis)} ms\n`)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  const call = (method: string, path: string, body?: unknown) => Client.call(emulator, method, path, body)
  const told = <Body>(method: string, path: string, body?: unknown) => Client.told<Body>(call(method, path, body))

  it("starts soon", () => {
    // It takes about a second; whoever writes tests against it waits for it each time.
    expect(emulator.startMillis).toBeLessThan(10_000)
  })

  it.each(mistakes)("$method $path says what is wrong with $body", async ({ body, method, path, paths }) => {
    const { body: failure, status } = await call(method, path, body)
    const { error } = failure as Failure
    expect(status).toBe(400)
    expect(error.message).not.toBe("")
    expect([...new Set(error.details.map((each) => each.path))].toSorted()).toEqual([...paths].toSorted())
    for (const { message } of error.details) expect(message).toMatch(/^(must|is) /)
  })

  it.each(["{", "\"", "{\"a\":1}}", "advance_ms=1"])("says that %s is no JSON", async (text) => {
    const answer = await Client.raw(`${emulator.url}/emulator/clock`, "POST", text)
    expect(answer).toMatchObject({ status: 400, body: { error: { message: "the body is not JSON", details: [] } } })
  })

  it("takes a body of any content type", async () => {
    const answer = await Client.raw(`${emulator.url}/emulator/faults`, "PUT", "{}", { "content-type": "text/plain" })
    expect(answer).toMatchObject({ status: 200, body: { store: "up", idempotency: "up" } })
  })

  it("takes a large body and refuses a larger one", async () => {
    const text = (bytes: number) => `{"advance_ms":0}${" ".repeat(bytes - 16)}`
    const send = (bytes: number) => Client.raw(`${emulator.url}/emulator/clock`, "POST", text(bytes))
    expect((await send(1 << 20)).status).toBe(200)
    expect((await send((1 << 20) + 1)).status).toBe(413)
  })

  it.each(["", "/", "/nothing", "/handset", "/handsets/+12015550100/more", "/account", "/%ff"])(
    "does not know /emulator%s",
    async (path) => {
      const answer = await call("GET", path)
      expect(answer).toMatchObject({ status: 404, body: { error: { details: [] } } })
    }
  )

  it.each([
    ["DELETE", "/clock", "GET, POST"],
    ["PATCH", `${handset}?a=1`, "GET, PUT"],
    ["GET", "/reset", "POST"],
    ["POST", anAccount, "PATCH"],
    ["POST", carrier, "GET, PUT, DELETE"]
  ])("%s %s: the path knows other methods", async (method, path, allow) => {
    const answer = await call(method, path)
    expect(answer).toMatchObject({ status: 405, headers: { allow }, body: { error: { details: [] } } })
  })

  it.each([
    ["PATCH", `/accounts/${randomUUID()}`, { stage: "verified" }],
    ["PATCH", "/accounts/none", { stage: "verified" }],
    ["GET", "/carriers/sms-z", undefined],
    ["PUT", "/carriers/sms-z", { short: 1 }],
    ["DELETE", "/carriers/sms-z", undefined],
    ["POST", "/channels", { account: randomUUID(), channel: "sms", event: "activated" }],
    ["POST", aUser, { status: "active" }],
    ["POST", "/users/none", { status: "active" }],
    ["PUT", "/reviews", { template: randomUUID(), outcome: "approve" }]
  ])("%s %s: there is no such thing", async (method, path, body) => {
    const { body: failure, status } = await call(method, path, body)
    expect(status).toBe(404)
    expect((failure as Failure).error.message).toMatch(/^there is no (account|user|template|carrier) /)
  })

  it("is only for this machine", async () => {
    const ask = (headers: Record<string, string>) =>
      Client.raw(`${emulator.url}/emulator/clock`, "GET", null, headers).then(({ status }) => status)
    const { port } = new URL(emulator.url)
    expect(await ask({ host: `localhost:${port}` })).toBe(200)
    expect(await ask({ origin: "http://localhost:5173" })).toBe(200)
    expect(await ask({ "x-forwarded-for": "203.0.113.9" })).toBe(200)
    expect(await ask({ host: "emulator.example" })).toBe(403)
    expect(await ask({ host: `127.0.0.1.example:${port}` })).toBe(403)
    expect(await ask({ origin: "https://attacker.example" })).toBe(403)
    expect(await ask({ origin: "null" })).toBe(403)
  })

  it("takes no text that a page of another origin posts", async () => {
    const post = (headers: Record<string, string>) =>
      Client.raw(`${emulator.url}/emulator/clock`, "POST", `{"advance_ms":0}`, headers).then(({ status }) => status)
    const origin = "http://localhost:5173"
    expect(await post({ origin, "content-type": "text/plain" })).toBe(415)
    expect(await post({ origin, "content-type": "application/json" })).toBe(200)
    expect(await post({ origin: emulator.url, "content-type": "text/plain" })).toBe(200)
    expect(await post({ "content-type": "application/x-www-form-urlencoded" })).toBe(200)
  })

  it("is not for other machines, whatever they say of themselves", async () => {
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const other = others.find(({ family, internal }) => family === "IPv4" && !internal)
    // A machine without a network has no other address; the rule itself is tested in Access.test.ts.
    if (other === undefined) return
    const open = await Process.start({ HOST: "0.0.0.0" })
    try {
      const { port } = new URL(open.url)
      const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
        Client.raw(`http://${host}:${port}${path}`, "GET", null, headers).then(({ status }) => status)
      const lie = { host: "localhost", "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1", "x-real-ip": "::1" }
      expect(await ask("127.0.0.1", "/emulator/clock")).toBe(200)
      expect(await ask(other.address, "/emulator/clock")).toBe(403)
      expect(await ask(other.address, "/emulator/clock", lie)).toBe(403)
      expect(await ask(other.address, "/v3/me", { "x-api-key": open.apiKey })).toBe(200)
    } finally {
      await open.stop()
    }
  })

  it("is for the clients that a setting names, by the names that it names", async () => {
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const other = others.find(({ family, internal }) => family === "IPv4" && !internal)
    // A machine without a network has no other address; the rule itself is tested in Access.test.ts.
    if (other === undefined) return
    const open = await Process.start({
      HOST: "0.0.0.0",
      CONTROL_CLIENTS: `192.0.2.0/24, ${other.address}`,
      CONTROL_HOSTS: "emulator.lan"
    })
    try {
      const { port } = new URL(open.url)
      const ask = (headers: Record<string, string>) =>
        Client.raw(`http://${other.address}:${port}/emulator/accounts`, "GET", null, headers)
          .then(({ status }) => status)
      expect(await ask({ host: `emulator.lan:${port}` })).toBe(200)
      expect(await ask({ host: `localhost:${port}` })).toBe(200)
      expect(await ask({ host: `other.lan:${port}` })).toBe(403)
      expect(await ask({ host: `emulator.lan:${port}`, "sec-fetch-site": "cross-site" })).toBe(403)
    } finally {
      await open.stop()
    }
  })

  it("shows what a handset received, and lets it refuse first", async () => {
    const [template, phone] = [await Client.approved(emulator), Client.phone()]
    const script = { script: [{ submit: { refuse: "undeliverable_by_route" } }, { receipts: ["delivered"] }] }
    expect(await told("PUT", `/handsets/${encodeURIComponent(phone)}`, script)).toEqual({ steps: 2 })
    const id = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, id), ({ status }) => status === "DELIVERED")
    const [received, ...more] = await told<ReadonlyArray<Record<string, unknown>>>("GET", `/handsets/${phone}`)
    expect(more).toEqual([])
    expect(Object.keys(received!).toSorted()).toEqual([
      "body",
      "buttons",
      "carrier",
      "channel",
      "footer",
      "from",
      "header",
      "header_media",
      "media",
      "message_id",
      "received_at",
      "subject"
    ])
    expect(received).toMatchObject({
      message_id: id,
      channel: "sms",
      carrier: "sms-b",
      header_media: null,
      buttons: [],
      media: []
    })
    expect(received!["body"]).toMatch(/^Template /)
    expect(new Date(received!["received_at"] as string).toISOString()).toBe(received!["received_at"])
    expect(await told("GET", `/handsets/${Client.phone()}`)).toEqual([])
  })

  it("sets a balance and a stage", async () => {
    const template = await Client.approved(emulator)
    expect(await told("PATCH", anAccount, { balance: 0 })).toEqual({
      id: organization,
      balance: 0,
      stage: "verified",
      quiet_hours: "off"
    })
    const poor = await Client.send(emulator, template, Client.phone())
    await Client.until(() => Client.message(emulator, poor), ({ status }) => status === "BLOCKED")
    expect(await told("PATCH", anAccount, { balance: 20.5, stage: "suspended" })).toEqual({
      id: organization,
      balance: 20.5,
      stage: "suspended",
      quiet_hours: "off"
    })
    expect(await told("PATCH", anAccount, {})).toMatchObject({ balance: 20.5, stage: "suspended" })
    expect(await told("PATCH", anAccount, { stage: "verified" })).toMatchObject({ balance: 20.5, stage: "verified" })
    const own = { US: { start: "21:00", end: "08:00" }, exempt: ["AUTHENTICATION"] }
    for (const hours of ["us-tcpa", own, "off"]) {
      expect(await told("PATCH", anAccount, { quiet_hours: hours })).toMatchObject({ quiet_hours: hours })
    }
    const rich = await Client.send(emulator, template, Client.phone())
    await Client.until(() => Client.message(emulator, rich), ({ status }) => status === "DELIVERED")
  })

  it("makes accounts, each once, as the seed file has them", async () => {
    const [id, profile, key] = [randomUUID(), randomUUID(), randomUUID()]
    const wanted = { id, balance: 7, api_keys: [key], profiles: [{ id: profile, api_keys: [] }] }
    expect(await told("POST", "/accounts", wanted)).toEqual({ id, profiles: [profile] })
    expect(await told("PATCH", `/accounts/${id}`, {})).toMatchObject({ id, balance: 7, stage: "verified" })
    const me = await fetch(`${emulator.url}/v3/me`, { headers: { "x-api-key": key } })
    expect(await me.json()).toMatchObject({ data: { id, profiles: [{ id: profile }] } })
    expect((await call("POST", "/accounts", wanted)).status).toBe(409)
    expect((await call("POST", "/accounts", { ...wanted, id: randomUUID() })).status).toBe(409)
    expect((await call("POST", "/accounts", { api_keys: [] })).status).toBe(400)
  })

  it("makes voice tokens, which let apps in [AUT-012]", async () => {
    const { token } = await told("POST", `${anAccount}/voice-tokens`, { identity: "ada" }) as { readonly token: string }
    const report = (credential: string) =>
      fetch(`${emulator.url}/v3/voice/telemetry`, {
        method: "POST",
        headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
        body: "{}"
      })
    expect((await report(token)).status).toBe(204)
    expect((await report(token.slice(0, -1))).status).toBe(401)
    expect((await call("POST", `/accounts/${randomUUID()}/voice-tokens`, { identity: "ada" })).status).toBe(404)
  })

  it("opens and closes the channels of an account", async () => {
    const change = (event: string) => told("POST", "/channels", { account: organization, channel: "rcs", event })
    const isOpen = async () =>
      (await Client.data<{ readonly channels: { readonly rcs: { readonly configured: boolean } } }>(
        Client.api(emulator, "GET", "/me")
      )).channels.rcs.configured
    expect(await isOpen()).toBe(true)
    expect(await change("deactivated")).toEqual({ account: organization, channels: ["sms", "whatsapp", "mms"] })
    expect(await isOpen()).toBe(false)
    expect(await change("deactivated")).toEqual({ account: organization, channels: ["sms", "whatsapp", "mms"] })
    expect(await change("approved")).toEqual({ account: organization, channels: ["sms", "whatsapp", "mms"] })
    expect(await change("activated")).toEqual({ account: organization, channels: ["sms", "whatsapp", "mms", "rcs"] })
    expect(await change("activated")).toEqual({ account: organization, channels: ["sms", "whatsapp", "mms", "rcs"] })
    expect(await isOpen()).toBe(true)
  })

  it("takes a market its way, when it is told to and not before", async () => {
    const place = { account: organization, channel: "sms", country: "US", number_type: "TOLL_FREE" }
    const change = (event: string, more: object = {}) => told("POST", "/channels", { ...place, event, ...more })
    const standing = () =>
      Client.data<{ readonly status: string; readonly sender_value: string | null; readonly reason?: string }>(
        Client.api(emulator, "GET", "/channels/sms/US/TOLL_FREE")
      )
    expect(await change("held")).not.toHaveProperty("status")
    await Client.data(Client.api(emulator, "POST", "/channels/sms", { country: "US", number_type: "TOLL_FREE" }))
    await Client.idle(emulator)
    expect(await standing()).toMatchObject({ status: "PROVISIONING", sender_value: null })
    expect(await change("activated", { sender_value: "+18005550123", after_ms: 3_600_000 })).toMatchObject({
      status: "PROVISIONING"
    })
    await Client.travel(emulator, 3_500_000)
    expect((await standing()).status).toBe("PROVISIONING")
    await Client.travel(emulator, 200_000)
    expect(await standing()).toMatchObject({ status: "ACTIVE", sender_value: "+18005550123" })
    await change("deactivated", { reason: "The number was lent" })
    await Client.until(standing, ({ reason }) => reason === "The number was lent")
  })

  it("lets a person answer an invitation, and the operator suspend one", async () => {
    const { id } = await Client.data<{ readonly id: string }>(
      Client.api(emulator, "POST", "/users", {
        email: `${randomUUID()}@example.com`,
        name: "Ada",
        role: "admin"
      })
    )
    const become = (status: string) => call("POST", `/users/${id}`, { status })
    expect(await become("suspended")).toMatchObject({
      status: 409,
      body: { error: { message: "a user who is invited cannot become suspended when it is invited" } }
    })
    expect(await become("active")).toMatchObject({ status: 200, body: { id, status: "active" } })
    expect((await become("suspended")).status).toBe(200)
    expect(await Client.data(Client.api(emulator, "GET", `/users/${id}`))).toMatchObject({ status: "suspended" })
  })

  it("lets a handset write to whoever wrote to it, or to a number that is somebody's", async () => {
    const phone = Client.phone()
    const write = (more: unknown) =>
      call("POST", "/inbound", { from: phone, channel: "sms", text: "Hi", ...more as {} })
    expect(await write({})).toMatchObject({ status: 422, body: { error: { details: [] } } })
    expect(await write({ to: "+12015559999" })).toMatchObject({ status: 422, body: { error: { details: [] } } })
    await Client.send(emulator, await Client.approved(emulator), phone)
    await Client.until(() => told<ReadonlyArray<unknown>>("GET", `/handsets/${phone}`), ({ length }) => length === 1)
    const { message_id: id } = await told<{ readonly message_id: string }>("POST", "/inbound", {
      from: phone,
      channel: "sms",
      text: "Hi"
    })
    expect(await Client.message(emulator, id)).toMatchObject({ status: "RECEIVED", channel: "sms" })
    expect(await write({ channel: "whatsapp" })).toMatchObject({ status: 422 })
  })

  it("keeps what is said of media", async () => {
    for (const size of [0, 12_345, "undeclared", "hang"]) {
      expect(await told("PUT", "/media", { url: "https://example.com/a.png", size })).toEqual({
        url: "https://example.com/a.png",
        size
      })
    }
  })
})
