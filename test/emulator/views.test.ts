/**
 * The pages of an emulator show handsets with both directions of their conversations, carriers, messages with all
 * that is stored of them, and a wait for what comes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import type { EmulatorProcess } from "./EmulatorProcess.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const organization = "00000000-0000-4000-8000-000000000001"

interface Handset {
  readonly phone: string
  readonly account: string
  readonly count: number
  readonly next: ReadonlyArray<unknown>
}

interface Said {
  readonly direction: string
  readonly message_id: string
  readonly status: string
  readonly [field: string]: unknown
}

describe.each(storages)("the views on %s", (storage) => {
  let emulator: EmulatorProcess
  let database: Database.Database | undefined
  let template: string

  const call = (method: string, path: string, body?: unknown) => Client.call(emulator, method, path, body)
  const told = <Body>(method: string, path: string, body?: unknown) => Client.told<Body>(call(method, path, body))
  const refused = async (answer: Promise<Client.Answer>) => {
    const { body, status } = await answer
    if (body === null) throw new Error(`an answer of ${status} without a body`)
    const { details, message } = (body as Client.Failure).error
    return { status, message, paths: details.map(({ path }) => path) }
  }
  const handsets = (query = "") => told<ReadonlyArray<Handset>>("GET", `/handsets${query}`)
  const conversation = (phone: string) => told<ReadonlyArray<Said>>("GET", `/handsets/${phone}/conversation`)

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
    template = await Client.approved(emulator)
  })

  afterAll(async () => {
    await emulator.stop()
    await database?.drop()
  })

  it("list the handsets, those first that had to do with something last, with what is left of their scripts", async () => {
    const [one, two, writer] = [Client.phone(), Client.phone(), Client.phone()]
    await told("PUT", `/handsets/${one}`, {
      script: [{ submit: "accept" }, { channel: "sms", submit: { refuse: "invalid_number" }, delay_ms: 5 }]
    })
    for (const phone of [one, two]) {
      await told("GET", `/messages/${await Client.send(emulator, template, phone)}`)
      await told("GET", `/messages?to=${encodeURIComponent(phone)}`)
    }
    const last = await told<ReadonlyArray<{ readonly from: string }>>("GET", `/handsets/${two}`)
    await told("POST", "/inbound", { from: writer, to: last[0]!.from, channel: "sms", text: "Hello" })
    const all = await handsets()
    expect(all.map(({ account, count, phone }) => ({ account, count, phone }))).toEqual(
      [writer, two, one].map((phone) => ({ account: organization, count: 1, phone }))
    )
    expect(all[2]!.next).toEqual([
      { channel: "sms", submit: { refuse: "invalid_number" }, receipts: [], delay_ms: 5 }
    ])
    expect((await handsets("?limit=1")).map(({ phone }) => phone)).toEqual([writer])
    expect((await handsets(`?limit=1&before=${encodeURIComponent(writer)}`)).map(({ phone }) => phone)).toEqual([two])
    expect(await handsets(`?before=${one}`)).toEqual([])
    expect(await refused(call("GET", "/handsets?limit=0&before=x&more=1"))).toEqual({
      status: 400,
      message: "the query is not what this call takes",
      paths: ["more", "limit", "before"]
    })
    expect((await refused(call("GET", "/handsets?limit=1&limit=2"))).paths).toEqual(["limit"])
  })

  it("show both directions of a conversation, with what the service knows", async () => {
    const phone = Client.phone()
    const sent = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, sent), ({ status }) => status === "DELIVERED")
    const { message_id: written } = await told<{ readonly message_id: string }>("POST", "/inbound", {
      from: phone,
      channel: "sms",
      text: "Thanks",
      media: ["https://files.example/a.png"]
    })
    const [out, back, ...more] = await conversation(phone)
    expect(more).toEqual([])
    expect(out).toMatchObject({
      direction: "out",
      message_id: sent,
      account: organization,
      to: phone,
      channel: "sms",
      carrier: "sms-a",
      status: "DELIVERED",
      segments: 1,
      price: expect.any(Number) as number,
      read_at: null
    })
    expect(back).toMatchObject({
      direction: "in",
      message_id: written,
      account: organization,
      from: phone,
      to: out!["from"],
      channel: "sms",
      body: "Thanks",
      media: ["https://files.example/a.png"],
      status: "RECEIVED"
    })
    expect(await told("GET", `/handsets/${phone}/conversation?limit=1`)).toEqual([back])
    expect(await conversation(Client.phone())).toEqual([])
  })

  it("read messages late, and tap their buttons", async () => {
    const { id } = await Client.data<{ readonly id: string }>(Client.api(emulator, "POST", "/templates", {
      definition: {
        body: { multiChannel: { template: `Coming? ${Date.now()}`, variables: [] } },
        buttons: [
          { id: 1, type: "QUICK_REPLY", props: { text: "Yes", quickReplyType: "custom" } },
          { id: 2, type: "URL", props: { text: "See", url: "https://shop.example/offer", urlType: "static" } }
        ]
      },
      submit_for_review: true
    }))
    await Client.idle(emulator)
    const phone = Client.phone()
    const sent = await Client.send(emulator, id, phone, { channel: ["whatsapp"] })
    const query = `to=${phone}&channel=whatsapp`
    expect(await told("GET", `/messages?${query}`)).toMatchObject({
      message_id: sent,
      links: ["https://shop.example/offer"]
    })
    await Client.until(() => Client.message(emulator, sent), ({ status }) => status === "DELIVERED")
    expect(await told("POST", `/handsets/${phone}/read`, { message_id: sent })).toEqual({
      message_id: sent,
      status: "READ"
    })
    const yes = await told<{ readonly message_id: string }>("POST", `/handsets/${phone}/tap`, {
      message_id: sent,
      button: "Yes"
    })
    expect(await told("POST", `/handsets/${phone}/tap`, { message_id: sent, button: 1 })).toEqual({
      message_id: null,
      opens: "https://shop.example/offer"
    })
    const [out, back] = await conversation(phone)
    expect(out).toMatchObject({ status: "READ", read_at: expect.stringMatching(/Z$/) as string })
    expect(back).toMatchObject({ message_id: yes.message_id, body: "Yes", channel: "whatsapp", status: "RECEIVED" })
    expect(await refused(call("POST", `/handsets/${phone}/tap`, { message_id: sent, button: "No" }))).toEqual({
      status: 422,
      message: "its buttons are \"Yes\", \"See\"",
      paths: ["button"]
    })
    const stranger = Client.phone()
    for (const gesture of ["read", "tap"]) {
      const body = { message_id: sent, ...(gesture === "tap" ? { button: 0 } : {}) }
      expect(await refused(call("POST", `/handsets/${stranger}/${gesture}`, body))).toMatchObject({
        status: 404,
        message: `${stranger} shows no message ${sent}`
      })
    }
  })

  it("wait for a message, from the beginning, behind one, or from an instant on", async () => {
    const phone = Client.phone()
    const waited = told<Said>("GET", `/messages?to=${phone}&contains=template`)
    const first = await Client.send(emulator, template, phone)
    expect((await waited).message_id).toBe(first)
    expect(await told("GET", `/messages?to=${phone}`)).toMatchObject({
      message_id: first,
      phone,
      account: organization
    })
    const none = await refused(call("GET", `/messages?to=${phone}&after=${first}&timeout_ms=0`))
    expect(none).toEqual({ status: 404, message: `no message to ${phone} came within 0 ms`, paths: [] })
    const next = told<Said>("GET", `/messages?to=${phone}&after=${first}`)
    const second = await Client.send(emulator, template, phone)
    expect((await next).message_id).toBe(second)
    const { received_at: at } = await told<{ readonly received_at: string }>("GET", `/messages?to=${phone}`)
    expect(await told("GET", `/messages?to=${phone}&after=${at}`)).toMatchObject({ message_id: second })
    expect((await refused(call("GET", "/messages?after=yesterday&timeout_ms=60001&channel=fax"))).paths).toEqual(
      ["channel", "after", "timeout_ms"]
    )
    const unknown = await refused(call("GET", `/messages?after=${organization}`))
    expect(unknown).toMatchObject({ status: 404, paths: ["after"] })
    const url = `${emulator.url}/emulator/messages`
    expect((await Client.raw(url, "GET", null, { "sec-fetch-site": "same-site" })).status).toBe(403)
  })

  it("do not hold time up by waiting, and time brings what is waited for", async () => {
    const phone = Client.phone()
    const { now } = await Client.clock(emulator)
    const at = new Date(Date.parse(now) + 86_400_000).toISOString()
    const waited = told<Said>("GET", `/messages?to=${phone}&timeout_ms=60000`)
    const sent = await Client.send(emulator, template, phone, { scheduled_at: at })
    await Client.travel(emulator, 86_400_000)
    expect((await waited).message_id).toBe(sent)
  })

  it("tell all that is stored of a message", async () => {
    const phone = Client.phone()
    await told("PUT", `/handsets/${phone}`, { script: [{ carrier: "sms-a", submit: { refuse: "sender_refused" } }] })
    const sent = await Client.send(emulator, template, phone)
    await Client.until(() => Client.message(emulator, sent), ({ status }) => status === "DELIVERED")
    const found = await told<{
      readonly attempts: ReadonlyArray<Readonly<Record<string, unknown>>>
      readonly activities: ReadonlyArray<{ readonly status: string }>
    }>("GET", `/messages/${sent}`)
    expect(found).toMatchObject({ message_id: sent, account: organization, phone, status: "DELIVERED" })
    expect(found.attempts).toMatchObject([
      { carrier: "sms-a", charge: "returned", failure: "sender_refused", references: [], handed_over: 1 },
      { carrier: "sms-b", charge: "taken", failure: null, report: "DELIVERED" }
    ])
    expect(found.attempts[1]!["references"]).toEqual([`sms-b-${String(found.attempts[1]!["id"])}`])
    expect(found.activities.at(-1)).toMatchObject({ status: "DELIVERED" })
    expect((await refused(call("GET", `/messages/${organization}`))).status).toBe(404)
    expect((await refused(call("GET", "/messages/x"))).status).toBe(404)
  })

  it("list the carriers and what is down", async () => {
    const all = await told<ReadonlyArray<{ readonly id: string }>>("GET", "/carriers")
    expect(all.map(({ id }) => id)).toEqual(["sms-a", "sms-b", "whatsapp-a", "rcs-a", "mms-a"])
    expect(all[0]).toEqual({
      id: "sms-a",
      channels: ["sms"],
      ...await told<object>("GET", "/carriers/sms-a")
    })
    await told("PUT", "/faults", { idempotency: "down" })
    expect(await told("GET", "/faults")).toEqual({ store: "up", idempotency: "down" })
    await told("PUT", "/faults", { idempotency: "up" })
  })

  it("let go who waits when the emulator begins anew, and when it ends", async () => {
    const phone = Client.phone()
    const waiting = async () => {
      const answer = refused(call("GET", `/messages?to=${phone}&timeout_ms=60000`))
      // The wait is under way when another call, which came later, is answered.
      await Client.clock(emulator)
      return { answer }
    }
    const before = await waiting()
    await told("POST", "/reset")
    expect(await before.answer).toMatchObject({ status: 503, message: "the emulator began anew meanwhile" })
    expect(await handsets()).toEqual([])
    const last = await waiting()
    emulator.signal("SIGTERM")
    expect(await last.answer).toMatchObject({ status: 503, message: "the emulator ends" })
    expect(await emulator.exited).toMatchObject({ code: 0, err: "" })
  })
})
