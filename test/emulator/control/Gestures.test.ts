/**
 * A person reads or taps what the handset shows, or waits for it: which attempt is reported read, how long somebody waits, and
 * what is said where there is nothing.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Attempt, Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Receipts } from "@signalbox/core/Receipts"
import { Store } from "@signalbox/core/Store"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import type { Arrival } from "@signalbox/emulator/network/Handset"
import type { ArrivalQuery } from "@signalbox/emulator/network/Network"
import { Network } from "@signalbox/emulator/network/Network"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const phone = Given.phone(1)

const arrival = (number: number, parts: Partial<Arrival["received"]> = {}): Arrival => ({
  phone,
  account: Given.accountId(1),
  received: {
    message: Given.messageId(number),
    carrier: Given.carrierId("sms-a"),
    channel: "sms",
    from: null,
    header: null,
    headerMedia: null,
    body: `Hi ${number}`,
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    receivedAt: Given.now,
    ...parts
  }
})

/** A handset that shows these, and what is asked of the networks. */
const shows = (arrivals: ReadonlyArray<Arrival>) => {
  const queries: Array<ArrivalQuery> = []
  const network = Layer.mock(Network, {
    arrivals: (query) =>
      Effect.sync(() => {
        queries.push(query)
        return arrivals
      })
  })
  return { queries, network }
}

const all = { now: 0, phone, channel: null, since: null, limit: 1000 }

describe("a person who reads", () => {
  /** Returns what is reported of a message with these attempts, as the last of the messages shows it. */
  const read = (attempts: ReadonlyArray<Partial<Attempt>>, ...arrivals: ReadonlyArray<Arrival>) => {
    const reported: Array<unknown> = []
    const { network, queries } = shows(arrivals)
    return Effect.gen(function*() {
      const store = Context.get(yield* Layer.build(Layer.fresh(MemoryStore.layer)), Store)
      const rowOf = (status: Message["status"]): Message =>
        Given.message({
          id: Given.messageId(1),
          status,
          attempts: attempts.map((parts, index) => Given.attempt({ id: Given.attemptId(index), ...parts }))
        })
      yield* store.commit([Commit.make({ puts: [Commit.put(Messages, rowOf("DELIVERED"))] })])
      const receipts = Layer.mock(Receipts, {
        report: (receipt) =>
          Effect.gen(function*() {
            reported.push(receipt)
            yield* Effect.orDie(
              store.commit([Commit.make({ puts: [Commit.put(Messages, rowOf("READ"))] })])
            )
            return "applied" as const
          })
      })
      const services = Layer.mergeAll(network, receipts, Layer.succeed(Store, store))
      const answer = yield* Asked.ask("POST /emulator/handsets/:phone/read", services, {
        parameters: { phone },
        body: { message_id: Given.messageId(1) }
      })
      return { answer, reported, queries }
    }).pipe(Effect.scoped, Effect.orDie, Asked.run)
  }
  const [smsA, smsB, rcs] = ["sms-a", "sms-b", "rcs-a"].map(Given.carrierId)

  it("has the last attempt of the carrier and the channel reported that brought it last", async () => {
    const attempts: ReadonlyArray<Partial<Attempt>> = [
      { carrier: smsB!, channel: "sms" },
      { carrier: smsB!, channel: "sms" },
      { carrier: smsB!, channel: "mms" },
      { carrier: rcs!, channel: "sms" },
      { carrier: smsA!, channel: "sms" }
    ]
    const other = arrival(2, { carrier: smsA! })
    expect(await read(attempts, arrival(1), arrival(1, { carrier: smsB! }), other)).toEqual({
      answer: { message_id: Given.messageId(1), status: "READ" },
      reported: [{
        subject: { _tag: "Attempt", message: Given.messageId(1), attempt: Given.attemptId(1) },
        reported: { _tag: "Read" }
      }],
      queries: [all]
    })
  })

  it("is told that the service knows of none", async () => {
    for (const attempts of [[], [{ carrier: smsA!, channel: "mms" }], [{ carrier: smsB!, channel: "sms" }]] as const) {
      expect(await read(attempts, arrival(1))).toEqual({
        answer: { status: 404, message: "the service knows of no attempt of sms-a", details: [] },
        reported: [],
        queries: [all]
      })
    }
  })
})

describe("a person who taps", () => {
  const tap = (button: number | string, buttons: Arrival["received"]["buttons"]) =>
    Asked.run(Asked.ask("POST /emulator/handsets/:phone/tap", shows([arrival(1, { buttons })]).network, {
      parameters: { phone },
      body: { message_id: Given.messageId(1), button }
    }))
  const [call, see] = [
    { type: "CALL", value: "+12015550100", text: null, postbackData: null },
    { type: "URL", value: "https://a.example", text: "See", postbackData: null }
  ] as const

  it("opens what a button names, by its place, its text, or its value where it has none", async () => {
    for (const name of [0, "+12015550100"]) {
      expect(await tap(name, [call, see])).toEqual({ message_id: null, opens: call.value })
    }
    for (const name of [1, "See"]) expect(await tap(name, [call, see])).toEqual({ message_id: null, opens: see.value })
  })

  it("is told which buttons there are", async () => {
    const refusal = { status: 422, details: [{ path: "button", message: "names none of them" }] }
    for (const name of [-1, 2, "https://a.example", "see"]) {
      expect(await tap(name, [call, see])).toEqual({ ...refusal, message: "its buttons are \"+12015550100\", \"See\"" })
    }
    expect(await tap(0, [])).toEqual({ ...refusal, message: "the message has no buttons" })
  })
})

describe("whoever waits for a message", () => {
  const wait = (tag: "look" | "Late" | "Crowded" | "Over", query: ReadonlyArray<readonly [string, string]> = []) => {
    const waited: Array<number> = []
    const { network, queries } = shows([arrival(1), arrival(2, { channel: "mms" }), arrival(3)])
    const services = Layer.merge(
      network,
      Layer.mock(Arrivals, {
        next: (look, millis) => {
          waited.push(millis)
          return tag === "look"
            ? Effect.map(
              look,
              (value) => value === null ? { _tag: "Late" as const } : { _tag: "Found" as const, value }
            )
            : Effect.succeed({ _tag: tag })
        }
      })
    )
    return Asked.run(
      Effect.map(Asked.ask("GET /emulator/messages", services, { query }), (answer) => ({ answer, queries, waited }))
    )
  }
  const any = { ...all, phone: null }

  it("waits ten seconds unless told otherwise, and looks through the last thousand", async () => {
    expect(await wait("look")).toMatchObject({ answer: { body: "Hi 1" }, queries: [any], waited: [10_000] })
    expect(await wait("look", [["timeout_ms", "7"], ["to", phone], ["channel", "mms"]])).toMatchObject({
      answer: { body: "Hi 2" },
      queries: [all],
      waited: [7]
    })
  })

  it("gets the first one behind an instant, or behind another one", async () => {
    expect(await wait("look", [["after", "1970-01-01T00:00:00.009Z"]])).toMatchObject({
      answer: { body: "Hi 1" },
      queries: [{ ...any, since: 9 }]
    })
    for (const [after, body] of [[1, "Hi 2"], [2, "Hi 3"]] as const) {
      expect(await wait("look", [["after", Given.messageId(after)]])).toMatchObject({
        answer: { body },
        queries: [any]
      })
    }
    const { answer } = await wait("look", [["after", Given.messageId(3)], ["timeout_ms", "3"]])
    expect(answer).toEqual({ status: 404, message: "no message came within 3 ms", details: [] })
  })

  it.each(
    [
      ["Late", 404, "no message came within 10000 ms"],
      ["Crowded", 503, "too many wait for messages already"],
      ["Over", 503, "the emulator ends"]
    ] as const
  )("is told that it is %s", async (tag, status, message) => {
    expect((await wait(tag)).answer).toEqual({ status, message, details: [] })
  })
})
