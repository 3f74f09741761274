/**
 * Usage: sums of the messages by day, channel, outcome and country (decisions 14.7).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey, message, resend, send, sendOne, settled, settledAfter } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { account, actingAs, withKey } from "./internal/given.ts"
import { recipient, setting } from "./internal/recipients.ts"
import type { Message } from "./internal/resources.ts"
import { parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, world } from "./internal/world.ts"

const path = "/v3/usage"

interface Sums {
  readonly messages: number
  readonly segments: number
  readonly price: number
  readonly active_contact_price: number
}

interface Line extends Sums {
  readonly day: string
  readonly channel: string
  readonly status: string
  readonly country: string
}

interface Usage {
  readonly usage: ReadonlyArray<Line>
  readonly total: Sums
  readonly pagination: { readonly total_count: number; readonly has_more: boolean }
}

const read = async (client: HttpClient, query = "?page_size=100"): Promise<Usage> =>
  success<Usage>(await client.get(`${path}${query}`), 200)

const messagesOf = async (client: HttpClient): Promise<ReadonlyArray<Message>> =>
  success<{ readonly messages: ReadonlyArray<Message> }>(
    await client.get("/v3/conversations?page=1&page_size=100"),
    200
  ).messages

const outcome = ({ status }: Message): string =>
  ["QUEUED", "PROCESSED", "ROUTED", "SCHEDULED"].includes(status) ? "ACCEPTED" : status

const rounded = (amount: number): number => Math.round(amount * 10_000) / 10_000

/** Each message once, by what it counts under; segments apart. */
const counted = (messages: ReadonlyArray<Message>) => {
  const lines = new Map<string, { messages: number; price: number; active: number }>()
  for (const each of messages) {
    const key = [each.created_at.slice(0, 10), each.channel, outcome(each), each.region_code].join(" ")
    const line = lines.get(key) ?? { messages: 0, price: 0, active: 0 }
    lines.set(key, {
      messages: line.messages + 1,
      price: rounded(line.price + (each.price ?? 0)),
      active: rounded(line.active + (each.active_contact_price ?? 0))
    })
  }
  return new Map([...lines].toSorted(([one], [other]) => one < other ? -1 : 1))
}

const told = ({ usage }: Usage) =>
  new Map(
    usage.map((line): [string, object] => [
      [line.day, line.channel, line.status, line.country].join(" "),
      { messages: line.messages, price: line.price, active: line.active_contact_price }
    ]).toSorted(([one], [other]) => one < other ? -1 : 1)
  )

const isSettled = (messages: ReadonlyArray<Message>): boolean =>
  messages.every(({ status }) => ["DELIVERED", "FAILED", "FILTERED", "BLOCKED", "RECEIVED"].includes(status))

const cases = (world: World): void => {
  const { given } = world

  it("is what counting the messages gives [XMS-037, XMS-038]", async (context) => {
    const made = await setting(world, context)
    await made.send("sms")
    await made.send("whatsapp", "+4915112345678")
    await made.write("Hello")
    // Its value is missing.
    const failed = await sendOne(made.client, { to: [recipient], template: { id: made.template }, channel: ["sms"] })
    expect(failed.status).toBe("FAILED")
    await send(made.client, {
      to: Array.from({ length: 20 }, (_, index) => phone(10 + index)),
      template: { id: made.template, parameters },
      channel: ["sms"]
    }).then(({ recipients }) => Promise.all(recipients.map((each) => settled(made.client, each.message_id))))
    const messages = await messagesOf(made.client)
    expect(isSettled(messages)).toBe(true)
    const found = await read(made.client)
    expect(told(found)).toEqual(counted(messages))
    expect(found.total.messages).toBe(messages.length)
    for (const name of ["messages", "segments", "price", "active_contact_price"] as const) {
      expect(found.total[name]).toBe(rounded(found.usage.reduce((sum, line) => sum + line[name], 0)))
    }
    const delivered = found.usage.filter(({ channel, status }) => channel === "sms" && status === "DELIVERED")
    // Each fits into one segment.
    for (const line of delivered) expect(line.segments).toBe(line.messages)
    expect(found.usage.filter(({ status }) => status === "RECEIVED")).toMatchObject([{ messages: 1, segments: 1 }])
  })

  it("moves a message that is sent again, and counts it once [XMS-038]", async (context) => {
    const made = await setting(world, context)
    const { id } = await made.send()
    const before = await read(made.client)
    success(await resend(made.client, id), 202)
    await settledAfter(made.client, id, 2)
    const after = await read(made.client)
    expect(after.total.messages).toBe(before.total.messages)
    expect(told(after)).toEqual(counted(await messagesOf(made.client)))
  })

  it("is narrowed by every filter, and has pages and the sum of all of them [XMS-039]", async (context) => {
    const made = await setting(world, context)
    const sent = await made.send("sms")
    await made.send("whatsapp", "+4915112345678")
    const whole = await read(made.client)
    const day = sent.created_at.slice(0, 10)
    const filters: ReadonlyArray<readonly [query: string, isWanted: (line: Line) => boolean]> = [
      ["channel=whatsapp", ({ channel }) => channel === "whatsapp"],
      ["status=DELIVERED", ({ status }) => status === "DELIVERED"],
      ["country=DE", ({ country }) => country === "DE"],
      ["country=DE&channel=sms", () => false],
      [`from=${day}&to=${day}`, (line) => line.day === day],
      [`from=${day}`, (line) => line.day >= day],
      ["to=2001-02-03", () => false],
      ["from=2001-02-03&to=2001-03-05", () => false]
    ]
    for (const [query, isWanted] of filters) {
      const found = await read(made.client, `?page_size=100&${query}`)
      expect(found.usage, query).toEqual(whole.usage.filter(isWanted))
      expect(found.total.messages).toBe(found.usage.reduce((sum, { messages }) => sum + messages, 0))
    }
    const pages: Array<Line> = []
    for (let page = 1; page <= whole.usage.length; page++) {
      const found = await read(made.client, `?page_size=1&page=${page}`)
      pages.push(...found.usage)
      expect(found.total).toEqual(whole.total)
      expect(found.pagination).toMatchObject({
        total_count: whole.usage.length,
        has_more: page < whole.usage.length,
        cursors: null
      })
    }
    expect(pages).toEqual(whole.usage)
    expect(whole.usage.map((line) => line.day)).toEqual(whole.usage.map((line) => line.day).toSorted().toReversed())
  })

  it("refuses what it cannot read, and names the parameter [XMS-040]", async () => {
    const { client, nobody } = given()
    const refused = async (query: string, code: string, field: string) =>
      failure(await client.get(`${path}?${query}`), 400, code, [field])
    for (const name of ["from", "to"]) {
      for (const day of ["", "today", "2030-02-30", "2030-01-01T00:00:00Z", "30-01-01"]) {
        await refused(`${name}=${day}`, "VALIDATION_001", name)
      }
    }
    await refused("from=2030-01-02&to=2030-01-01", "VALIDATION_001", "to")
    await refused("from=2030-01-01&to=2030-02-01", "VALIDATION_001", "to")
    for (const name of ["channel", "status"]) await refused(`${name}=queued`, "VALIDATION_006", name)
    for (const country of ["de", "DEU", ""]) await refused(`country=${country}`, "VALIDATION_001", "country")
    await refused("page=0", "VALIDATION_001", "page")
    failure(await nobody.get(path), 401, "AUTH_002")
  })

  it("counts nothing in sandbox, and a repeated request once [XMS-041]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const before = await read(client)
    await send(client, body(world, { sandbox: true }))
    expect(await read(client)).toEqual(before)
    const template = { template: { id: "00000000-0000-7000-8000-000000000001" }, to: [phone(1)], text: "Hello" }
    const { template: _, ...text } = template
    const key = idempotencyKey()
    const once = withKey(given(), apiKey).as({ "x-api-key": apiKey, "idempotency-key": key })
    const first = await send(once, text)
    const second = await send(once, text)
    expect(second).toEqual(first)
    await settled(client, first.recipients[0]!.message_id)
    expect((await read(client)).total.messages).toBe(before.total.messages + 1)
  })

  it("is the account's own: an organization sees a profile's by naming it [XMS-042]", async () => {
    const { client, other, profile, subject } = given()
    const strangers = [other, profile, actingAs(given(), subject.siblingProfileId)]
    const before = await Promise.all(strangers.map((each) => read(each)))
    const { id } = await sendOne(client, body(world))
    expect((await message(client, id)).status).toBe("DELIVERED")
    expect(await Promise.all(strangers.map((each) => read(each)))).toEqual(before)
    expect(await read(actingAs(given(), subject.profileId))).toEqual(await read(profile))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Usage (${name})`, () => {
    describe("usage", () => cases(world(start)))
  })
}
