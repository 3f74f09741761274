/**
 * Whoever waits for a message on networks that show what a test says: what is asked of them, which message is found, by which part
 * of it, and what is said when none comes.
 */
import * as Instant from "@signalbox/core/Instant"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import type { Arrival, Received } from "@signalbox/emulator/network/Handset"
import { Network } from "@signalbox/emulator/network/Network"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const phone = Given.phone(1)

const arrival = (number: number, parts: Partial<Received> = {}): Arrival => ({
  phone,
  account: Given.accountId(1),
  received: {
    message: Given.messageId(number),
    carrier: Given.carrierId("sms-a"),
    channel: "sms",
    from: Given.phone(9000),
    header: null,
    headerMedia: null,
    body: `Body ${number}`,
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    receivedAt: Instant.plus(Given.now, number),
    ...parts
  }
})

/** Waits, and returns the answer with all that the networks were asked. */
const wait = (shown: ReadonlyArray<Arrival>, query: Readonly<Record<string, string>>, ended?: "Crowded" | "Over") => {
  const asked: Array<unknown> = []
  const services = Layer.mergeAll(
    Layer.mock(Network, {
      arrivals: (given) =>
        Effect.sync(() => {
          asked.push(given)
          return shown
        })
    }),
    Layer.mock(Arrivals, {
      next: (look, millis) => {
        asked.push(millis)
        return ended === undefined
          ? Effect.map(look, (value) => value === null ? { _tag: "Late" } : { _tag: "Found", value })
          : Effect.succeed({ _tag: ended })
      }
    })
  )
  return Asked.run(Effect.map(
    Asked.ask("GET /emulator/messages", services, { query: Object.entries(query) }),
    (answer) => ({ answer, asked })
  ))
}

/** The message that is found, or null. */
const found = async (shown: ReadonlyArray<Arrival>, query: Readonly<Record<string, string>>) => {
  const { answer } = await wait(shown, query)
  return (answer as { readonly message_id?: string }).message_id ?? null
}

const everything = { phone: null, channel: null, since: null, limit: 1000, now: 0 }

describe("a message that is waited for", () => {
  it("is looked for among the latest thousand, ten seconds long, on every phone unless told otherwise", async () => {
    expect((await wait([arrival(1)], {})).asked).toStrictEqual([10_000, everything])
    const { asked } = await wait([arrival(1)], { to: phone, after: "2030-01-15T12:00:00Z", timeout_ms: "60000" })
    expect(asked).toStrictEqual([60_000, { ...everything, phone, since: Date.UTC(2030, 0, 15, 12) }])
    // Where it stands behind another one is seen among all of them.
    const behind = await wait([arrival(1), arrival(2)], { after: Given.messageId(1), timeout_ms: "0" })
    expect(behind.asked).toStrictEqual([0, everything])
  })

  it("is the first one that is as wanted, behind the one that is named", async () => {
    const all = [arrival(1), arrival(2, { channel: "rcs" }), arrival(3), arrival(4, { channel: "rcs" })]
    const [one, two, three, four] = [1, 2, 3, 4].map(Given.messageId)
    expect(await found(all, {})).toBe(one)
    expect(await found(all, { channel: "rcs" })).toBe(two)
    expect(await found(all, { after: one! })).toBe(two)
    expect(await found(all, { after: one!, channel: "sms" })).toBe(three)
    expect(await found(all, { after: two!, channel: "rcs" })).toBe(four)
    expect(await found(all, { after: four! })).toBeNull()
    expect(await found(all, { channel: "sms", contains: "body 3" })).toBe(three)
    expect(await found(all, { channel: "rcs", contains: "body 3" })).toBeNull()
    expect(await found(all, { after: "2030-01-15T12:00:00Z" })).toBe(one)
  })

  it("is known by its parts in their order, a line for each that it has", async () => {
    const whole = arrival(1, { subject: "News", header: "Head", body: "Body", footer: "Foot" })
    const [bare, blank] = [{ subject: "News", footer: "Foot" }, { subject: "News", header: "", footer: "Foot" }]
    expect(await found([whole], { contains: "news\nhead\nBODY\nfoot" })).toBe(Given.messageId(1))
    for (const parts of [bare, blank]) {
      const one = arrival(2, { ...parts, body: "Body" })
      expect(await found([one], { contains: "News\nBody\nFoot" })).toBe(Given.messageId(2))
    }
    expect(await found([arrival(3, { body: "", footer: "Foot" })], { contains: "\n" })).toBeNull()
  })

  it("has its codes, and the links of its text and its buttons once each", async () => {
    const { answer } = await wait([
      arrival(1, {
        channel: "rcs",
        header: "Code 1234",
        body: "See https://a.example/1 or 5678.",
        buttons: [
          { type: "URL", value: "https://a.example/1", text: "See", postbackData: null },
          { type: "QUICK_REPLY", value: "Yes", text: "Yes", postbackData: null },
          { type: "URL", value: "https://b.example/", text: "More", postbackData: null }
        ]
      })
    ], {})
    expect(answer).toMatchObject({
      phone,
      account: Given.accountId(1),
      channel: "rcs",
      codes: ["1234", "5678"],
      links: ["https://a.example/1", "https://b.example/"]
    })
  })
})

describe("who waits for a message that does not come", () => {
  const refusal = (status: number, message: string, details: ReadonlyArray<object> = []) => ({
    status,
    message,
    details
  })

  it.each<readonly [query: Readonly<Record<string, string>>, message: string]>([
    [{}, "no message came within 10000 ms"],
    [{ to: phone, timeout_ms: "5" }, `no message to ${phone} came within 5 ms`],
    [{ channel: "rcs", contains: "a \"b\"" }, "no message on rcs that contains \"a \\\"b\\\"\" came within 10000 ms"],
    [
      { to: phone, channel: "sms", contains: "no", timeout_ms: "0" },
      `no message to ${phone} on sms that contains "no" came within 0 ms`
    ]
  ])("and wants %j is told what he has waited for", async (query, message) => {
    expect((await wait([], query)).answer).toStrictEqual(refusal(404, message))
  })

  it("is told that the one before is not shown, that too many wait, or that the emulator ends", async () => {
    const after = Given.messageId(7)
    expect((await wait([arrival(1)], { after })).answer).toStrictEqual(
      refusal(404, `no handset shows message ${after}`, [
        { path: "after", message: "must be the id of a message that was received lately" }
      ])
    )
    expect((await wait([], {}, "Crowded")).answer).toStrictEqual(refusal(503, "too many wait for messages already"))
    expect((await wait([], {}, "Over")).answer).toStrictEqual(refusal(503, "the emulator ends"))
  })
})
