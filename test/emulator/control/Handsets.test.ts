/**
 * A person with a handset, on a service in this process: all that a rich message shows, what comes of its buttons and of what
 * the handset writes, and what the clock says is due for it.
 */
import * as Doubles from "@signalbox/emulator/Double"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { plain } from "./Plain.ts"
import * as Sending from "./Sending.ts"

const account = "00000000-0000-4000-8000-000000000001"
const own = "+12015559000"
const [phone, other] = ["+12015550123", "+12015550124"]

let double: Doubles.Double
let template: string
let sent: string

const send = async (to: string, channel: string): Promise<string> => {
  const { recipients } = await Sending.api(double, "POST", "/messages", {
    to: [to],
    channel: [channel],
    template: { id: template }
  })
  await double.advance(0)
  return (recipients as ReadonlyArray<{ readonly message_id: string }>)[0]!.message_id
}

beforeAll(async () => {
  const apiKey = "11111111-1111-4111-8111-111111111111"
  double = await Doubles.start({
    apiKey,
    seed: { accounts: [{ api_keys: [apiKey], numbers: [{ number: own as never }] }] }
  })
  const { id } = await Sending.api(double, "POST", "/templates", {
    definition: {
      header: { type: "text", template: "Head 2345" },
      body: { multiChannel: { template: "Coming? https://a.example/x 123456", variables: [] } },
      footer: { template: "Foot" },
      buttons: [
        { id: 1, type: "QUICK_REPLY", props: { text: "Yes", quickReplyType: "custom" } },
        { id: 2, type: "URL", props: { text: "See", url: "https://shop.example/offer", urlType: "static" } }
      ]
    },
    submit_for_review: true
  })
  template = id as string
  await double.advance(0)
  sent = await send(phone, "whatsapp")
})
afterAll(() => double.stop())

const get = async (path: `/emulator/${string}`): Promise<unknown> => plain(await double.control("GET", path))

const received = {
  message_id: "id 1",
  carrier: "whatsapp-a",
  channel: "whatsapp",
  from: own,
  header: "Head 2345",
  header_media: null,
  body: "Coming? https://a.example/x 123456",
  footer: "Foot",
  buttons: [
    { type: "QUICK_REPLY", value: "Yes", text: "Yes", postbackData: "Yes" },
    { type: "URL", value: "https://shop.example/offer", text: "See", postbackData: null }
  ],
  media: [],
  subject: null
}

const written = {
  direction: "in",
  account,
  to: own as string | null,
  carrier: null,
  from: phone,
  header: null,
  header_media: null,
  footer: null,
  buttons: [],
  media: [] as ReadonlyArray<string>,
  subject: null,
  at: "an instant",
  status: "RECEIVED",
  segments: null,
  price: null,
  read_at: null
}

describe("a handset", () => {
  it("shows each part of a message, and whoever waits for one finds it by its header and its footer", async () => {
    const found = {
      ...received,
      phone,
      account,
      received_at: "an instant",
      codes: ["2345", "123456"],
      links: ["https://a.example/x", "https://shop.example/offer"]
    }
    for (const contains of ["head", "FOOT", "coming", "2345\nComing"]) {
      expect(await get(`/emulator/messages?${new URLSearchParams({ to: phone, contains })}`)).toEqual(found)
    }
    expect(plain(await double.handset(phone).received())).toEqual([{ ...received, received_at: "an instant" }])
  })

  it("writes by its buttons and by itself, to whom it says", async () => {
    const mobile = double.phone(phone)
    const tap = (button: number | string) =>
      double.control("POST", `/emulator/handsets/${phone}/tap`, { message_id: sent, button })
    expect(await tap("See")).toEqual({ message_id: null, opens: "https://shop.example/offer" })
    expect(plain(await tap("Yes"))).toEqual({ message_id: "id 1", opens: null })
    await expect(tap(2)).rejects.toThrow(
      "its buttons are \"Yes\", \"See\" [{\"path\":\"button\",\"message\":\"names none of them\"}]"
    )
    expect(await mobile.tap(sent, 0)).toMatch(/-/)
    expect(await mobile.tap(sent, "See")).toBeNull()
    const hash = "AB".repeat(32)
    const { message_id: id } = await double.control("POST", "/emulator/inbound", {
      from: phone,
      to: own,
      channel: "mms",
      text: "Look",
      media: [
        { url: "https://a.example/a.png", mime_type: "image/png", size_bytes: 7, hash_sha256: hash },
        "https://a.example/b"
      ]
    }) as { readonly message_id: string }
    expect((await Sending.api(double, "GET", `/messages/${id}`))["message_body"]).toMatchObject({
      content: "Look",
      media: [
        { url: "https://a.example/a.png", mimeType: "image/png", sizeBytes: 7, sourceHashSha256: hash.toLowerCase() },
        { url: "https://a.example/b", mimeType: null, sizeBytes: null, sourceHashSha256: null }
      ]
    })
    expect(await double.handset(other).write({ text: "Hi", channel: "rcs", to: own })).toMatch(/-/)
    expect(plain(await double.phone(other).conversation())).toEqual([
      { ...written, message_id: "id 1", channel: "rcs", from: other, body: "Hi" }
    ])
    expect(await get(`/emulator/handsets/${phone}/conversation`)).toEqual([
      {
        ...received,
        direction: "out",
        account,
        to: phone,
        at: "an instant",
        status: "DELIVERED",
        segments: 1,
        price: 0.005,
        read_at: null
      },
      { ...written, message_id: "id 2", channel: "whatsapp", body: "Yes" },
      { ...written, message_id: "id 3", channel: "whatsapp", body: "Yes" },
      {
        ...written,
        message_id: "id 4",
        channel: "mms",
        body: "Look",
        media: ["https://a.example/a.png", "https://a.example/b"]
      }
    ])
    expect(await get("/emulator/handsets")).toMatchObject([{ phone: other, count: 1 }, { phone, count: 4, next: [] }])
    expect(await get(`/emulator/handsets?before=${other}&limit=1`)).toMatchObject([{ phone }])
  })

  it("is heard through the first carrier of the channel on which it writes", async () => {
    const heard: Array<unknown> = []
    for (const channel of ["sms", "whatsapp", "rcs", "mms"] as const) {
      const id = await double.handset("+12015550125").write({ text: "Hi", channel, to: own })
      const { activities } = await double.control("GET", `/emulator/messages/${id}`) as {
        readonly activities: ReadonlyArray<{ readonly description: string }>
      }
      heard.push(activities.map(({ description }) => description))
    }
    expect(heard).toEqual(["sms-a", "whatsapp-a", "rcs-a", "mms-a"].map((carrier) => [`received by ${carrier}`]))
  })

  it("reads a message once, of which the conversation tells", async () => {
    const path = `/emulator/handsets/${phone}/read` as const
    expect(await double.control("POST", path, { message_id: sent })).toEqual({ message_id: sent, status: "READ" })
    expect(await get(`/emulator/handsets/${phone}/conversation`)).toMatchObject([
      { status: "READ", read_at: "an instant" },
      {},
      {},
      {}
    ])
  })
})

describe("the clock", () => {
  it("tells of the receipt or the review that is due next, and of neither when all is done", async () => {
    await double.control("PUT", `/emulator/handsets/${other}`, { script: [{ delay_ms: 60_000 }] })
    await send(other, "whatsapp")
    const clock = { now: "an instant", offset_ms: 0, idle: true }
    expect(await get("/emulator/clock")).toEqual({ ...clock, next: { name: "receipt", at: "an instant" } })
    const order = { template, outcome: "pause", after_ms: 30_000 }
    expect(await double.control("PUT", "/emulator/reviews", order)).toEqual({ template, status: null })
    expect(await get("/emulator/clock")).toEqual({ ...clock, next: { name: "review", at: "an instant" } })
    expect(plain(await double.control("POST", "/emulator/clock", { advance_ms: 60_000 }))).toEqual({
      ...clock,
      offset_ms: 60_000,
      next: null
    })
    expect((await Sending.api(double, "GET", `/templates/${template}`))["status"]).toBe("PAUSED")
  })
})

describe("a double", () => {
  it("says what the store fails, and which call there is not", async () => {
    await double.control("PUT", "/emulator/faults", { store: "down" })
    await expect(double.control("POST", "/emulator/clock", { advance_ms: 5 })).rejects.toThrow(
      "the emulator cannot do it: StoreError"
    )
    await double.control("PUT", "/emulator/faults", { store: "up" })
    const ask = (method: "GET" | "DELETE", path: `/emulator/${string}`) => double.control(method, path)
    expect(() => ask("DELETE", "/emulator/faults?a=1")).toThrow("The emulator has no call DELETE /emulator/faults.")
    expect(() => ask("GET", "/emulator/handsets/a/b/c")).toThrow("The emulator has no call GET")
    expect(() => ask("GET", "/emulator/faults/more")).toThrow("The emulator has no call GET")
  })

  it("answers requests of every form, by a clock of its own", async () => {
    const headers = { "x-api-key": double.apiKey }
    const { baseUrl, fetch } = double
    const inputs = ["/v3/me", `${baseUrl}/v3/me`, new URL("/v3/me", baseUrl), new Request("https://a.example/v3/me")]
    for (const input of inputs) expect((await fetch(input, { headers })).status).toBe(200)
    expect((await fetch("/v3/me")).status).toBe(401)
    const before = double.now().toISOString()
    const { now } = await double.control("GET", "/emulator/clock") as { readonly now: string }
    const seen = [before, now, double.now().toISOString()]
    expect(seen).toEqual(seen.toSorted())
  })
})
