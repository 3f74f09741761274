/**
 * The control shows messages and conversations, each field of them, on a service in this process.
 */
import * as Doubles from "@signalbox/emulator/Double"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { plain } from "./Plain.ts"
import * as Sending from "./Sending.ts"

const organization = "00000000-0000-4000-8000-000000000001"

let double: Doubles.Double

beforeAll(async () => {
  double = await Doubles.start()
})
afterAll(() => double.stop())

const get = async (path: `/emulator/${string}`): Promise<unknown> => plain(await double.control("GET", path))

const sender = expect.stringMatching(/^\+1\d{10}$/) as string

describe("a message that one carrier refused", () => {
  const phone = "+12015550123"
  let id: string

  beforeAll(async () => {
    await double.control("PUT", `/emulator/handsets/${phone}`, {
      script: [{ submit: { refuse: "sender_refused" } }, {}, {
        channel: "rcs",
        receipts: [{ failed: "unknown" }, "read"]
      }]
    })
    id = await Sending.send(double, phone)
  })

  const received = {
    message_id: "id 1",
    carrier: "sms-b",
    channel: "sms",
    from: sender,
    header: null,
    header_media: null,
    body: "Hello 1234, welcome to Signalbox.",
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    received_at: "an instant"
  }
  const line = {
    status: "ROUTED",
    reached: true,
    at: "an instant",
    description: "",
    from: sender as string | null,
    price: null as number | null,
    code: null as string | null,
    scheduled_at: null,
    left_out: [] as ReadonlyArray<object>
  }
  const attempt = {
    send: 1,
    channel: "sms",
    from: sender,
    segments: 1,
    price: 0.0079,
    started_at: "an instant",
    handed_over: 1,
    answer_until: "an instant",
    refusal: null
  }

  it("is shown with all that is stored of it", async () => {
    expect(await get(`/emulator/messages/${id}`)).toEqual({
      message_id: "id 1",
      account: organization,
      phone,
      direction: "OUTBOUND",
      status: "DELIVERED",
      channel: "sms",
      code: null,
      template: { id: "id 2", name: "hello_welcome_to_signalbox", revision: 1 },
      price: 0.0079,
      created_at: "an instant",
      scheduled_at: null,
      attempts: [
        {
          ...attempt,
          id: "id 3",
          carrier: "sms-a",
          charge: "returned",
          references: [],
          report: "FAILED",
          failure: "sender_refused"
        },
        {
          ...attempt,
          id: "id 4",
          carrier: "sms-b",
          charge: "taken",
          references: ["sms-b-id 4"],
          report: "DELIVERED",
          failure: null
        }
      ],
      activities: [
        { ...line, status: "QUEUED", description: "accepted", from: null },
        { ...line, status: "PROCESSED", description: "taken up", from: null },
        { ...line, description: "sms through sms-a" },
        { ...line, reached: false, description: "sms-a: The carrier refused the sender.", code: "DELIVERY_008" },
        {
          ...line,
          reached: false,
          description: "sms through sms-b",
          left_out: [{ channel: "sms", carrier: "sms-a", reason: "already_tried" }]
        },
        { ...line, status: "SENT", description: "accepted by sms-b", price: 0.0079 },
        { ...line, status: "DELIVERED", description: "delivered, reported by sms-b" }
      ]
    })
  })

  it("is found by whoever waits, and stands on its handset and in its conversation", async () => {
    const found = { ...received, phone, account: organization, codes: ["1234"], links: [] }
    for (const query of [`to=${phone}`, `channel=sms&contains=WELCOME+to`, `after=2020-01-01T00:00:00Z`]) {
      expect(await get(`/emulator/messages?${query}`)).toEqual(found)
    }
    expect(plain(await double.phone(phone).next())).toEqual(found)
    expect(await get(`/emulator/handsets/${phone}`)).toEqual([received])
    expect(await get("/emulator/handsets")).toEqual([{
      phone,
      account: organization,
      last_at: "an instant",
      count: 1,
      next: [{ channel: "rcs", submit: "accept", receipts: [{ failed: "unknown" }, "read"], delay_ms: 0 }]
    }])
    const writing = { from: phone, channel: "sms", text: null, media: ["https://files.example/a.png"] }
    await double.control("POST", "/emulator/inbound", writing)
    const { received_at: _, ...shown } = received
    const back = {
      ...shown,
      direction: "in",
      account: organization,
      from: phone,
      to: sender,
      carrier: null,
      body: "",
      media: ["https://files.example/a.png"],
      at: "an instant",
      status: "RECEIVED",
      segments: null,
      price: null,
      read_at: null
    }
    expect(await get(`/emulator/handsets/${phone}/conversation`)).toEqual([
      {
        ...shown,
        direction: "out",
        account: organization,
        to: phone,
        at: "an instant",
        status: "DELIVERED",
        segments: 1,
        price: 0.0079,
        read_at: null
      },
      { ...back, message_id: "id 2" }
    ])
    expect(await get(`/emulator/handsets/${phone}/conversation?limit=1`)).toEqual([back])
  })
})

describe("a message of many parts", () => {
  it("comes of what a handset writes once all its parts are there", async () => {
    const phone = "+12015550124"
    await Sending.send(double, phone)
    const write = (text: string, index: number) =>
      double.control("POST", "/emulator/inbound", {
        from: phone,
        channel: "sms",
        text,
        part: { reference: "a", index, count: 2 }
      })
    expect(await write("two", 2)).toEqual({ message_id: null })
    expect(plain(await write("one ", 1))).toEqual({ message_id: "id 1" })
    expect(await get(`/emulator/handsets/${phone}/conversation?limit=1`)).toMatchObject([{ body: "one two" }])
  })
})
