/**
 * Messages, and what webhooks were told of them, lose what their account keeps no longer, and stay what they were otherwise
 * (decisions 17.6).
 */
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Receiver from "@signalbox/testing/http/Receiver"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Contents from "./Contents.ts"

const phone = "+49301234567"
const hour = 3_600_000
const day = 24 * hour
const definition = {
  body: {
    multiChannel: {
      template: "Hello {{0:variable}}",
      variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Eve" } }]
    }
  }
}
const patient = { timeout: 20_000, interval: 20 }

interface Shown {
  readonly id: string
  readonly phone: string
  readonly status: string
  readonly direction: string
  readonly message_body:
    | { readonly content: string; readonly media: ReadonlyArray<{ readonly url: string }> | null }
    | null
}

interface Logged {
  readonly delivery_status: string
  readonly event_data: { readonly payload: Readonly<Record<string, unknown>> }
  readonly response_body: string | null
  readonly attempts: ReadonlyArray<{ readonly response_body: string | null }>
}

const [memory, , postgres] = Contents.all

describe.each(Matrix.sampled([memory, postgres]))("kept in %s", (_, make) => {
  it("texts, media, numbers and bodies of webhooks go each in its time, from profiles too, and the rest stays [XPR-105, XPR-106, XPR-107, XPR-108, XPR-109, XPR-110, XPR-112, XPR-113, XPR-114, XPR-116, XPR-117]", async () => {
    const { contents, storage } = await make()
    const receiver = await Receiver.start()
    receiver.respond("/mine", (response, { body }) => response.writeHead(200).end(body))
    const clock = new TravelClock(Effect.runSync(Clock.Clock))
    const subject = await starter({ mount: Mounts.node, storage, clock })()
    const travel = (millis: number) => {
      clock.stand(clock.currentTimeMillisUnsafe() + millis as never)
      clock.run()
    }
    const account = async (
      retention?: { readonly [aspect in "texts" | "media" | "numbers" | "webhookBodies"]: number }
    ) => {
      const made = await subject.freshAccount!(retention === undefined ? {} : { retention })
      const client = Client.make(subject.baseUrl).as({ "x-api-key": made.apiKey })
      const data = async <Data>(path: string): Promise<Data> =>
        ((await client.get(path)).json as { readonly data: Data }).data
      const post = async (path: string, body: object) =>
        (await client.post(path, body, { "idempotency-key": randomUUID() })).text
      const template = /"id":"([^"]+)"/.exec(
        await post("/v3/templates", { definition, category: "UTILITY", submit_for_review: true })
      )![1]!
      await vi.waitFor(
        async () => expect(await data(`/v3/templates/${template}`)).toMatchObject({ status: "APPROVED" }),
        patient
      )
      const send = async (more: object = {}) => {
        const text = await post("/v3/messages", {
          to: [phone],
          channel: ["sms"],
          template: { id: template, parameters: { name: "Ada" } },
          ...more
        })
        return /"message_id":"([^"]+)"/.exec(text)?.[1] ?? text
      }
      const write = (to = made.id) =>
        subject.receive!({
          carrier: "sms-a",
          reference: randomUUID(),
          channel: "sms",
          from: phone,
          to: DefaultNumber.of(to as never).number,
          text: "A word of mine",
          media: [{ url: "https://example.com/me.png", mimeType: "image/png", sizeBytes: null, hashSha256: null }]
        })
      const messagesOf = (client: Client.HttpClient) => async (): Promise<ReadonlyArray<Shown>> =>
        ((await client.get("/v3/messages?page_size=100")).json as {
          readonly data: { readonly messages: ReadonlyArray<Shown> }
        }).data.messages
      const listen = async () => {
        const text = await post("/v3/webhooks", {
          display_name: "Mine",
          endpoint_url: receiver.url("/mine"),
          event_types: ["message"]
        })
        const id = /"id":"([^"]+)"/.exec(text)?.[1] ?? text
        const log = async () =>
          (await data<{ readonly events: ReadonlyArray<Logged> }>(`/v3/webhooks/${id}/events`)).events
        return { id, log }
      }
      const messages = messagesOf(client)
      const ofProfile = messagesOf(Client.make(subject.baseUrl).as({ "x-api-key": made.profileApiKey }))
      return { ofProfile, client, data, listen, made, messages, send, write }
    }
    const [keeps, forgets] = [await account(), await account({ texts: 2, media: 3, numbers: 4, webhookBodies: 2 })]
    const [stays, hook, ended] = [await keeps.listen(), await forgets.listen(), await forgets.listen()]
    for (const each of [keeps, forgets]) {
      await each.write()
      await each.send()
    }
    // More than a step takes.
    await Promise.all(Array.from({ length: 60 }, () => forgets.write(forgets.made.profileId)))
    const waiting = await forgets.send({
      scheduled_at: new Date(clock.currentTimeMillisUnsafe() + 6 * day).toISOString()
    })
    expect(waiting).toMatch(/^[-0-9a-f]{36}$/)
    const rest = (each: Shown) => [each.id, each.status, each.direction]
    await vi.waitFor(async () => {
      for (const { messages } of [keeps, forgets]) {
        expect((await messages()).filter(({ status }) => status === "DELIVERED")).toHaveLength(1)
      }
    }, patient)
    const isTold = (log: ReadonlyArray<Logged>) =>
      log.length >= 4 && log.every(({ delivery_status: status }) => status === "DELIVERED")
    for (const { log } of [stays, hook, ended]) {
      await vi.waitFor(async () => expect(isTold(await log())).toBe(true), patient)
    }
    expect((await forgets.client.send("DELETE", `/v3/webhooks/${ended.id}`, {})).status).toBe(204)
    expect((await contents()).some((line) => line.includes("deleted_webhook") && line.includes(ended.id))).toBe(true)
    const [toldBefore, stayedBefore] = [await hook.log(), await stays.log()]
    // The webhook that is deleted leads nobody to its events any more, and they go as well.
    const bodies = async () =>
      (await contents()).filter((line) => line.includes("outbound_number") && line.includes(forgets.made.id)).length
    expect(await bodies()).toBeGreaterThan(0)
    const before = await forgets.messages()
    const kept = await keeps.messages()
    const usage = await forgets.data("/v3/usage")
    const seen = async () => (await forgets.messages()).filter(({ id }) => id !== waiting)
    const told = async () =>
      (await seen()).map(({ message_body: body, phone }) => [
        body!.content === "[redacted]",
        body!.media?.some(({ url }) => url === "[redacted]") ?? false,
        phone
      ])
    travel(1.5 * day)
    travel(day)
    await vi.waitFor(async () => expect(await told()).toEqual([[true, false, phone], [true, false, phone]]), patient)
    await vi.waitFor(async () => {
      const redacted = (await forgets.ofProfile()).filter(({ message_body: body }) => body?.content === "[redacted]")
      expect(redacted).toHaveLength(60)
    }, patient)
    // After so long an outage what is due to be told has its turn first.
    travel(hour)
    await vi.waitFor(async () => {
      for (const { event_data: data, response_body: answer } of await hook.log()) {
        expect([answer, Object.keys(data.payload).filter((name) => !name.endsWith("_id"))]).toEqual([null, []])
      }
    }, patient)
    const bare = (log: ReadonlyArray<Logged>) =>
      log.map((each) => ({
        ...each,
        event_data: { ...each.event_data, payload: null },
        response_body: null,
        attempts: each.attempts.map((attempt) => ({ ...attempt, response_body: null }))
      }))
    expect(bare(await hook.log())).toEqual(bare(toldBefore))
    expect(await stays.log()).toEqual(stayedBefore)
    await vi.waitFor(async () => expect(await bodies()).toBe(0), patient)
    travel(day - hour)
    await vi.waitFor(async () => expect(await told()).toEqual([[true, false, phone], [true, true, phone]]), patient)
    travel(day)
    const nobody = "+999000000000"
    await vi.waitFor(async () => expect(await told()).toEqual([[true, false, nobody], [true, true, nobody]]), patient)
    const [redacted] = (await seen()).filter(({ direction }) => direction === "OUTBOUND")
    const again = await forgets.client.post(`/v3/messages/${redacted!.id}/resend`, {}, {
      "idempotency-key": randomUUID()
    })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("BUSINESS_006")])
    expect((await forgets.messages()).map(rest)).toEqual(before.map(rest))
    expect(await forgets.data("/v3/usage")).toEqual(usage)
    expect(await keeps.messages()).toEqual(kept)
    // Whatever still waits is sent with its text, and loses it afterwards.
    const one = () => forgets.data<Shown>(`/v3/messages/${waiting}`)
    expect(await one()).toMatchObject({ phone, status: "SCHEDULED" })
    travel(2 * day)
    await vi.waitFor(async () => expect(await one()).toMatchObject({ phone, status: "DELIVERED" }), patient)
    expect(await subject.received!(phone)).toContain("Hello Ada")
    travel(2 * day)
    await vi.waitFor(async () => expect(await one()).toMatchObject({ phone: nobody, status: "DELIVERED" }), patient)
    const lines = await contents()
    expect(lines.filter((line) => line.includes("redaction") && line.includes(keeps.made.id))).toEqual([])
    expect(lines.some((line) => line.includes("redaction") && line.includes(forgets.made.id))).toBe(true)
    await subject.stop()
    await receiver.stop()
  })
})
