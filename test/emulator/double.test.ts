/**
 * The double in an embedder's own tests: no socket, no Effect, handsets and time in hand.
 */
import type { Double } from "@signalbox/emulator/Double"
import * as Doubles from "@signalbox/emulator/Double"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let double: Double

beforeEach(async () => {
  double = await Doubles.start()
})

afterEach(() => double.stop())

const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await double.fetch(`${double.baseUrl}${path}`, {
    method,
    headers: { "x-api-key": double.apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return (await answer.json() as { readonly data: Record<string, unknown> }).data
}

const send = async (to: string, more: object = {}): Promise<string> => {
  const template = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
  const sent = await ask("POST", "/v3/messages", { to: [to], template, ...more })
  return (sent["recipients"] as ReadonlyArray<{ readonly message_id: string }>)[0]!.message_id
}

const status = async (id: string): Promise<unknown> => (await ask("GET", `/v3/messages/${id}`))["status"]

describe("a double", () => {
  const phone = "+12015550123"

  it("delivers what is sent, and its handset shows it", async () => {
    const id = await send(phone, { channel: ["sms"] })
    await double.advance(0)
    expect(await status(id)).toBe("DELIVERED")
    expect(await double.handset(phone).received()).toMatchObject([
      { message_id: id, channel: "sms", body: "Hello Ada, welcome to Signalbox." }
    ])
  })

  it("has handsets that do as told, and that answer", async () => {
    const handset = double.handset(phone)
    await handset.script([{ channel: "sms", receipts: [{ failed: "handset_unreachable" }] }])
    const failed = await send(phone, { channel: ["sms"] })
    await double.advance(0)
    expect(await status(failed)).toBe("FAILED")
    const delivered = await send(phone, { channel: ["sms"] })
    await double.advance(0)
    expect(await status(delivered)).toBe("DELIVERED")
    const written = await handset.write({ text: "Hello yourself" })
    expect(await ask("GET", `/v3/messages/${written}`)).toMatchObject({ id: written, direction: "INBOUND" })
    await expect(handset.script([{ submit: "drop" as "hang" }])).rejects.toThrow("script[0].submit")
  })

  it("lets time pass when it is told to", async () => {
    const day = 86_400_000
    const before = double.now().getTime()
    const id = await send(phone, { scheduled_at: new Date(before + day).toISOString() })
    await double.advance(day - 60_000)
    expect(await double.handset(phone).received()).toEqual([])
    await double.advance(60_000)
    expect(await status(id)).toBe("DELIVERED")
    expect(double.now().getTime()).toBeGreaterThanOrEqual(before + day)
  })

  it("has phones that wait for what comes, and go on from there", async () => {
    const mobile = double.phone(phone)
    const waited = mobile.next({ contains: "ADA", channel: "whatsapp" })
    const first = await send(phone, { channel: ["sms"] })
    const second = await send(phone, { channel: ["whatsapp"] })
    expect(await waited).toMatchObject({ message_id: second, phone, codes: [], links: [] })
    const third = await send(phone, { channel: ["sms"] })
    expect((await mobile.next()).message_id).toBe(third)
    await expect(double.phone(phone).next({ timeoutMs: 0 })).rejects.toThrow(
      "no message to +12015550123 came within 0 ms"
    )
    await expect(mobile.next({ timeoutMs: 60_001 })).rejects.toThrow("timeout_ms")
    await double.advance(0)
    expect(await mobile.read(second)).toBe("READ")
    await expect(mobile.tap(first, 0)).rejects.toThrow("the message has no buttons")
    const answer = await mobile.write({ text: "Hi" })
    const said = await mobile.conversation()
    expect(said.map(({ direction, message_id: id }) => [direction, id])).toEqual([
      ["out", first],
      ["out", second],
      ["out", third],
      ["in", answer]
    ])
    expect(said[1]).toMatchObject({
      status: "READ",
      read_at: expect.stringMatching(/Z$/) as string,
      channel: "whatsapp"
    })
    expect(said[3]).toMatchObject({ from: phone, body: "Hi", status: "RECEIVED", read_at: null })
  })

  it("has phones that look for a text on any channel, and for any text on a channel", async () => {
    const named = (name: string, channel: string) =>
      send(phone, {
        channel: [channel],
        template: { name: "hello_welcome_to_signalbox", parameters: { name } }
      })
    const ids: Array<string> = []
    for (const [name, channel] of [["Ada", "sms"], ["Grace", "sms"], ["Ada", "sms"], ["Ada", "rcs"]] as const) {
      ids.push(await named(name, channel))
    }
    await double.advance(0)
    const mobile = double.phone(phone)
    expect((await mobile.next({ contains: "grace" })).message_id).toBe(ids[1])
    expect((await mobile.next({ channel: "rcs" })).message_id).toBe(ids[3])
  })

  it("waits across a travel, and not beyond its end", async () => {
    const day = 86_400_000
    const mobile = double.phone(phone)
    const id = await send(phone, { scheduled_at: new Date(double.now().getTime() + day).toISOString() })
    const [found] = await Promise.all([mobile.next(), double.advance(day)])
    expect(found.message_id).toBe(id)
    const nothing = mobile.next({ timeoutMs: 60_000 })
    const failed = expect(nothing).rejects.toThrow("the emulator ends")
    await double.stop()
    await failed
    double = await Doubles.start()
  })

  it("takes every call of the control, and says what it does not know", async () => {
    expect(await double.control("PUT", "/emulator/carriers/sms-a", { delay_ms: 5 })).toMatchObject({ delay_ms: 5 })
    expect(() => double.control("GET", "/emulator/nothing")).toThrow("no call GET /emulator/nothing")
  })

  it("begins with its seed, takes any address of a path, and asks from this machine", async () => {
    const apiKey = "11111111-1111-4111-8111-111111111111"
    await double.stop()
    double = await Doubles.start({ apiKey, seed: { accounts: [{ api_keys: [apiKey], audit_log_days: 30 }] } })
    expect(double.apiKey).toBe(apiKey)
    const headers = { "x-api-key": apiKey, "content-type": "application/json" }
    const made = { display_name: "A", endpoint_url: "http://127.0.0.1:4000/", event_types: ["message"] }
    const init = { method: "POST", headers, body: JSON.stringify(made) }
    const places = [
      "/v3/webhooks",
      new URL("http://elsewhere/v3/webhooks"),
      new Request("http://a.b/v3/webhooks", init)
    ]
    for (const place of places) expect((await double.fetch(place, init)).status).toBe(201)
    const { data } = await (await double.fetch("/v3/audit-log", { headers })).json() as {
      readonly data: {
        readonly entries: ReadonlyArray<{ readonly operation: string; readonly network: string | null }>
      }
    }
    const networks = data.entries.filter(({ operation }) => operation === "webhooks.create").map((each) => each.network)
    expect(networks).toEqual(["127.0.0.0/24", "127.0.0.0/24", "127.0.0.0/24"])
  })
})
