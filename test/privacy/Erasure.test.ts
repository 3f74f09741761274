/**
 * A recipient is erased: what a store holds names the number nowhere any more, and who must not be sent to stays so
 * (decisions 17.6).
 */
import { fromNumber } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { formats } from "@signalbox/core/PhoneNumber"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import type { Receiver } from "@signalbox/testing/http/Receiver"
import * as Receivers from "@signalbox/testing/http/Receiver"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Contents from "./Contents.ts"

const phone = "+49301234567" as PhoneNumber
/** Begins like the other one, so that whoever looks for a beginning takes it as well. */
const other = "+493012345678"
const { international, national, rfc } = formats(phone)
const forms = [phone, international, national, rfc, phone.slice(1)]
const plenty = fromNumber(1000)

interface Answer<Data> {
  readonly data: Data
}

interface Erasure {
  readonly id: string
  readonly status: string
  readonly messages: number
}

const until = async <A>(look: () => Promise<A>, holds: (seen: A) => boolean): Promise<A> => {
  for (let tries = 0;; tries++) {
    const seen = await look()
    if (holds(seen)) return seen
    if (tries > 1500) throw new Error(`not in time: ${JSON.stringify(seen)}`)
    await sleep(10)
  }
}

const definition = (template: string, name: string) => ({
  body: {
    multiChannel: {
      template,
      variables: [{ id: 0, name, type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
})

/** One account with a client, in a service whose time can be told. */
const given = async (subject: HttpSubject) => {
  // With all that counts something of a recipient.
  const made = await subject.freshAccount!({
    auditLogDays: 30,
    frequency: [{ per: "day", most: 100 }, { category: "AUTHENTICATION", per: "hour", most: 100 }],
    purposes: [{ name: "news", optOutKeyword: "NEWS OFF" }],
    pumping: { unchecked: 0.9, undelivered: 0.9 },
    spend: { day: plenty, month: plenty, regions: { DE: { day: plenty } } }
  })
  const client = Client.make(subject.baseUrl).as({ "x-api-key": made.apiKey })
  const asked =
    (client: HttpClient) => async <Data>(method: "GET" | "POST", path: string, body: object = {}): Promise<Data> => {
      const reply = method === "GET"
        ? await client.get(path)
        : await client.post(path, body, { "idempotency-key": randomUUID() })
      expect(reply.status, reply.text).toBeLessThan(300)
      return (reply.json as Answer<Data>).data
    }
  const ask = asked(client)
  const template = async (text: string, category: string): Promise<string> => {
    const { id } = await ask<{ readonly id: string }>("POST", "/v3/templates", {
      definition: definition(text, "code"),
      category,
      submit_for_review: true
    })
    await until(
      () => ask<{ readonly status: string }>("GET", `/v3/templates/${id}`),
      ({ status }) => status === "APPROVED"
    )
    return id
  }
  const send = async (
    to: ReadonlyArray<string>,
    template: string,
    more: object = {}
  ): Promise<ReadonlyArray<string>> => {
    const { recipients } = await ask<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
      "POST",
      "/v3/messages",
      { to, template: { id: template, parameters: { code: "Ada" } }, channel: ["sms"], ...more }
    )
    return recipients.map(({ message_id: id }) => id)
  }
  const status = async (id: string): Promise<string> =>
    (await ask<{ readonly status: string }>("GET", `/v3/messages/${id}`)).status
  const own = DefaultNumber.of(made.id as never).number
  const write = (text: string, part?: { readonly series: string; readonly index: number; readonly count: number }) =>
    subject.receive!({
      carrier: "sms-a",
      reference: randomUUID(),
      channel: "sms",
      from: phone,
      to: own,
      text,
      media: [],
      ...(part === undefined ? {} : { part })
    })
  return { client, ask, template, send, status, write }
}

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receivers.start()
})
afterAll(() => receiver.stop())

describe.each(Matrix.sampled(Contents.all))("erased in %s", (name, make) => {
  it("nothing names the recipient, and nothing is sent to who has opted out [XPR-090, XPR-091, XPR-092]", async () => {
    const { contents, isRead, storage } = await make()
    const clock = new TravelClock(Effect.runSync(Clock.Clock))
    const subject = await starter({ mount: Mounts.node, storage, clock })()
    const travel = (millis: number) => {
      clock.stand(clock.currentTimeMillisUnsafe() + millis as never)
      clock.run()
    }
    const { ask, client, send, status, template, write } = await given(subject)
    // An endpoint that answers with what it was told.
    const path = `/${randomUUID()}`
    receiver.respond(path, (response, { body }) => response.end(body))
    await ask("POST", "/v3/webhooks", {
      display_name: "Mine",
      endpoint_url: receiver.url(path),
      event_types: ["message", "contact", "verification"]
    })
    const [greeting, code] = [
      await template("Hello {{0:variable}}", "UTILITY"),
      await template("It is {{0:variable}}", "AUTHENTICATION")
    ]

    const [sent] = await send([phone], greeting)
    const [kept] = await send([other], greeting)
    await until(() => status(sent!), (each) => each === "DELIVERED")
    await until(() => status(kept!), (each) => each === "DELIVERED")
    // A contact that is forgotten leaves its messages.
    const { contacts } = await ask<{ readonly contacts: ReadonlyArray<{ readonly id: string }> }>(
      "GET",
      `/v3/contacts?phone=${encodeURIComponent(phone)}`
    )
    await client.send("DELETE", `/v3/contacts/${contacts[0]!.id}`)
    await send([phone], greeting, { purpose: "news" })
    await send([phone], greeting, { scheduled_at: new Date(clock.currentTimeMillisUnsafe() + 3_600_000).toISOString() })
    const verification = { phone_number: phone, template: { id: code }, channel: "sms" }
    const { id: verifying } = await ask<{ readonly id: string }>("POST", "/v3/verifications", verification)
    await client.post(`/v3/verifications/${verifying}/check`, { code: "000000" }, { "idempotency-key": randomUUID() })
    await write("A word")
    await write("the first half", { series: "s", index: 1, count: 2 })
    await write("NEWS OFF")
    await write("STOP")
    const keyed = { "idempotency-key": randomUUID() }
    const asked = { to: [phone], template: { id: greeting, parameters: { code: "Ada" } }, channel: ["sms"] }
    const answered = await client.post("/v3/messages", asked, keyed)
    expect(answered.text).toContain(phone)
    await until(
      () => Promise.resolve(receiver.at(path).length),
      (count) => count > 10
    )

    const begun = await ask<Erasure>("POST", "/v3/privacy/erasures", { phone_number: phone })
    expect(begun).toEqual({ id: begun.id, status: "running", messages: 0, requested_at: expect.any(String) })
    const again = await ask<Erasure>("POST", "/v3/privacy/erasures", { phone_number: phone })
    expect(again.id).toBe(begun.id)
    const seen = () => ask<Erasure>("GET", `/v3/privacy/erasures/${begun.id}`)
    // Somebody who has opted out is forgotten a minute after the account has learned to look for such people.
    await until(seen, ({ messages }) => messages >= 5)
    for (let tries = 0; (await seen()).status !== "completed"; tries++) {
      expect(tries).toBeLessThan(20)
      travel(61_000)
      await sleep(300)
    }
    const replayed = await client.post("/v3/messages", asked, keyed)
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([answered.status, "true"])
    expect(replayed.text).toBe(answered.text.replaceAll(phone, "+999000000000"))
    expect((await client.get(`/v3/messages/${sent!}`)).status).toBe(404)
    expect(await status(kept!)).toBe("DELIVERED")

    const check = async () => {
      const lines = await contents()
      expect(lines.length).toBeGreaterThan(20)
      // Rows of memory alone can be read, which has its counters beside them.
      const counters = name === "memory" ? [] : ["prefix/", "spend/", "verification/"]
      for (const text of [other, "frequency", "audit_entry", ...counters]) {
        expect(lines.some((line) => line.includes(text)), text).toBe(true)
      }
      const naming = new RegExp(`(?:${forms.map((form) => form.replace(/[+()]/g, "\\$&")).join("|")})(?!\\d)`)
      expect(lines.filter((line) => naming.test(line))).toEqual([])
    }
    if (isRead === "always") {
      await check()
      // Whoever has opted out is not sent to, though nobody knows who it was.
      const [filtered] = await send([phone], greeting)
      expect(await until(() => status(filtered!), (each) => each === "FILTERED")).toBe("FILTERED")
      await write("START")
      const [wanted] = await send([phone], greeting)
      await until(() => status(wanted!), (each) => each === "DELIVERED")
    }
    await subject.stop()
    if (isRead === "after") await check()
  })
})
