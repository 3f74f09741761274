/**
 * Deliveries to webhooks: each attempt with its bytes, one more on demand, and receivers that answer as they are told.
 */
import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

interface Attempt {
  readonly attempt: number
  readonly status_code: number | null
  readonly error: string | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
  readonly verified: boolean | null
}

interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly event: string
  readonly status: string
  readonly next_retry_at: string | null
  readonly attempts: ReadonlyArray<Attempt>
}

interface Receiver {
  readonly name: string
  readonly path: string
  readonly answer: unknown
  readonly got: ReadonlyArray<
    { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  >
}

describe.each(storages)("deliveries on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let template: string

  const call = (method: string, path: string, body?: unknown) => Client.call(emulator, method, path, body)
  const told = <Body>(method: string, path: string, body?: unknown) => Client.told<Body>(call(method, path, body))
  const answers = (name: string, answer: unknown) => told<Receiver>("PUT", `/receivers/${name}`, { answer })
  const webhook = (name: string) =>
    Client.data<{ readonly id: string; readonly signing_secret: string }>(Client.api(emulator, "POST", "/webhooks", {
      display_name: name,
      endpoint_url: `${emulator.url}/emulator/receivers/${name}/hook?a=1`,
      event_types: ["message"],
      event_filters: { message: ["delivered"] },
      retry_count: 1
    }))
  const of = (id: string, query = "") => told<ReadonlyArray<Delivery>>("GET", `/deliveries?webhook_id=${id}${query}`)
  const got = async (name: string) =>
    (await told<ReadonlyArray<Receiver>>("GET", "/receivers")).find((each) => each.name === name)!.got

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  it("have their bytes, which the receiver got, and the signature of the secret", async () => {
    const { id, signing_secret: secret } = await webhook("one")
    await Client.send(emulator, template, Client.phone())
    const [delivery] = await Client.until(() => of(id), ([first]) => first?.status === "DELIVERED")
    const [attempt] = delivery!.attempts
    expect(attempt).toMatchObject({ attempt: 1, status_code: 204, error: null, verified: true })
    const [request, ...more] = await got("one")
    expect(more).toEqual([])
    expect(request).toMatchObject({ path: "/emulator/receivers/one/hook?a=1", body: attempt!.body })
    expect(request!.headers).toMatchObject(attempt!.headers!)
    const { "x-webhook-signature": signature, "x-webhook-timestamp": at } = attempt!.headers!
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${id}.${at}.${attempt!.body}`).digest("base64")}`)
    expect(await told("GET", `/deliveries/${delivery!.id}`)).toEqual(delivery)
    expect(await told("GET", "/deliveries?limit=1")).toEqual([delivery])
    // Once more: it is signed anew, and is no other event.
    await Client.travel(emulator, 5000)
    expect(await told("POST", `/deliveries/${delivery!.id}/redeliver`, {})).toEqual({
      id: delivery!.id,
      status: "RETRYING",
      attempt: 2
    })
    const again = await Client.until(
      () => told<Delivery>("GET", `/deliveries/${delivery!.id}`),
      ({ status }) => status === "DELIVERED"
    )
    expect(again.attempts).toHaveLength(2)
    expect(again.attempts[1]).toMatchObject({ attempt: 2, status_code: 204, body: attempt!.body })
    expect(again.attempts[1]!.headers!["x-webhook-signature"]).not.toBe(signature)
    expect(again.attempts[1]!.headers).toMatchObject({ "x-webhook-event-id": delivery!.id, "x-webhook-attempt": "2" })
    // No endpoint that knows the new secret alone takes what the old one has signed.
    await Client.data(Client.api(emulator, "POST", `/webhooks/${id}/rotate-secret`, {}))
    const rotated = await told<Delivery>("GET", `/deliveries/${delivery!.id}`)
    expect(rotated.attempts.map(({ verified }) => verified)).toEqual([false, false])
  })

  it("fail as the receiver is told to, and say when the next attempt is due", async () => {
    await answers("two", 500)
    const { id } = await webhook("two")
    await Client.send(emulator, template, Client.phone())
    const [failed] = await Client.until(() => of(id), ([first]) => first?.status === "RETRYING")
    expect(failed!.attempts).toMatchObject([{ attempt: 1, status_code: 500, error: "HTTP status 500" }])
    const { next } = await Client.until(
      () => told<{ readonly next: { readonly name: string; readonly at: string } | null }>("GET", "/clock"),
      (clock) => clock.next !== null
    )
    expect(next).toEqual({ name: "retry", at: failed!.next_retry_at })
    await answers("two", { status: 202, delay_ms: 1 })
    await Client.travel(emulator, 60_000)
    const [delivered] = await of(id)
    expect(delivered).toMatchObject({ status: "DELIVERED", next_retry_at: null })
    expect(delivered!.attempts).toMatchObject([{ status_code: 500 }, { status_code: 202 }])
  })

  it("are listed in pages, the latest first", async () => {
    const { id } = await webhook("three")
    for (let index = 0; index < 3; index++) await Client.send(emulator, template, Client.phone())
    const all = await Client.until(() => of(id), (found) => found.length === 3)
    const pages = []
    for (let before = ""; pages.length < 3; before = `&before=${pages.at(-1)!.id}`) {
      const [one] = await of(id, `&limit=1${before}`)
      pages.push(one!)
    }
    expect(pages.map((each) => each.id)).toEqual(all.map((each) => each.id))
    expect(await of(id, `&before=${pages[2]!.id}`)).toEqual([])
  })

  it("get no answer of a receiver that hangs", async () => {
    await answers("four", "hang")
    const url = `${emulator.url}/emulator/receivers/four`
    const leaving = new AbortController()
    const asked = fetch(url, { method: "POST", body: "{}", signal: leaving.signal })
    const [request] = await Client.until(() => got("four"), ({ length }) => length === 1)
    expect(request).toMatchObject({ path: "/emulator/receivers/four", body: "{}" })
    leaving.abort()
    await expect(asked).rejects.toThrow("aborted")
    const other = fetch(url, { method: "POST", body: "{}" })
    await Client.until(() => got("four"), ({ length }) => length === 2)
    // Whoever hangs does not hold the emulator up.
    await told("POST", "/reset")
    expect((await other).status).toBe(503)
    template = await Client.approved(emulator)
  })

  it("are refused where there are none, or a call says what it does not mean", async () => {
    const refused = async (method: string, path: string, body?: unknown) => {
      const { body: answer, status } = await call(method, path, body)
      return { status, paths: (answer as Client.Failure).error.details.map(({ path: at }) => at) }
    }
    const nobody = "00000000-0000-4000-8000-000000000009"
    expect(await refused("GET", `/deliveries/${nobody}`)).toEqual({ status: 404, paths: [] })
    expect(await refused("GET", "/deliveries/x")).toEqual({ status: 404, paths: [] })
    expect(await refused("POST", `/deliveries/${nobody}/redeliver`, {})).toEqual({ status: 404, paths: [] })
    expect(await refused("GET", `/deliveries?webhook_id=${nobody}`)).toEqual({ status: 404, paths: [] })
    expect(await refused("GET", "/deliveries?limit=101&webhook_id=1")).toEqual({
      status: 400,
      paths: ["webhook_id", "limit"]
    })
    expect(await refused("PUT", "/receivers/a.b", { answer: 204 })).toEqual({ status: 400, paths: ["name"] })
    for (const answer of [199, 600, "later", { status: 200, delay_ms: 60_001 }, null]) {
      expect((await refused("PUT", "/receivers/five", { answer })).status).toBe(400)
    }
    expect(await told("GET", "/receivers")).toEqual([])
    for (let index = 0; index < 50; index++) await answers(`more-${index}`, 204)
    expect((await refused("PUT", "/receivers/last", { answer: 204 })).status).toBe(409)
    const unknown = await Client.raw(`${emulator.url}/emulator/receivers/last/a`, "POST", "x", {})
    expect(unknown.status).toBe(409)
    const wrong = await Client.raw(`${emulator.url}/emulator/receivers/one`, "GET", null)
    expect(wrong.headers.allow).toBe("POST, PUT")
  })
})
