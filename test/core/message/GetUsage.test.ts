/**
 * The sums of usage as an account reads them (decisions 14.7): which days are answered, in which order, and what of them is
 * asked for.
 */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import { make, put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import * as LookUpCount from "@signalbox/core/internal/lookup/LookUpCount"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { NumberLookup } from "@signalbox/core/NumberLookup"
import { Operations } from "@signalbox/core/Operations"
import { Store } from "@signalbox/core/Store"
import * as Usage from "@signalbox/core/Usage"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const { now } = Given

/** So many days ago. */
const ago = (days: number) => Instant.plus(now, -days * Instant.day)

const sent = (days: number, parts: Partial<Message> = {}) =>
  ({ createdAt: ago(days), channel: "sms", ...parts }) as const

const messages: ReadonlyArray<Partial<Message>> = [
  sent(0, {
    status: "SENT",
    price: money(79),
    activeContactPrice: money(10),
    attempts: [Given.attempt({ segments: 2 })]
  }),
  sent(0, { status: "SENT", price: money(158), attempts: [Given.attempt()] }),
  sent(0, { status: "DELIVERED", channel: "rcs" }),
  sent(0, { status: "QUEUED" }),
  sent(1, { phone: "+41791234567" as Message["phone"], status: "FAILED" }),
  sent(30, { status: "READ" }),
  sent(31, { status: "READ" }),
  sent(61, { status: "READ" }),
  // By the clock of another node it is tomorrow.
  sent(-1, { status: "BLOCKED" })
]

const line = (day: string, channel: string, status: string, parts: object = {}) => ({
  day,
  channel,
  status,
  country: "US",
  messages: 1,
  segments: 0,
  price: 0,
  active_contact_price: 0,
  ...parts
})

const today = "2030-01-15"
const [failed, month, before, longAgo] = [
  line("2030-01-14", "sms", "FAILED", { country: "CH" }),
  line("2029-12-16", "sms", "READ"),
  line("2029-12-15", "sms", "READ"),
  line("2029-11-15", "sms", "READ")
]
const taken = line(today, "sms", "SENT", { messages: 2, segments: 3, price: 0.0237, active_contact_price: 0.001 })
const tomorrow = line("2030-01-16", "sms", "BLOCKED")
const [queued, delivered] = [line(today, "sms", "ACCEPTED"), line(today, "rcs", "DELIVERED")]

type Query = Parameters<typeof operations["usage.get"]["check"]>[0]["query"]

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const store = yield* Store
      const tallies = Usage.sum(messages.map((parts) => Usage.of(Given.message(parts))))
      yield* store.commit([make({ puts: [put(Accounts, Scene.account)], tallies })])
      return yield* program
    })
  )

const ask = (query: Query) =>
  Effect.flatMap(Operations, ({ run }) =>
    Effect.map(
      run(operations["usage.get"], Scene.caller, { ...Scene.request({}), query }),
      ({ outcome }) => JSON.parse(outcome!.json) as Readonly<Record<string, unknown>>
    ))

describe("the usage of an account", () => {
  it.each<readonly [what: string, query: Query, lines: ReadonlyArray<object>]>([
    ["is that of 31 days up to today", {}, [delivered, queued, taken, failed, month]],
    ["is that of 31 days from the first one on", { from: "2029-12-15" }, [failed, month, before]],
    ["is that up to today from a later one on", { from: "2030-01-14" }, [delivered, queued, taken, failed]],
    ["is that of 31 days up to the last one", { to: "2029-12-15" }, [before, longAgo]],
    ["is that of 31 days up to the last one, the first among them", { to: "2029-12-16" }, [month, before]],
    ["is that of a day", { from: "2029-12-16", to: "2029-12-16" }, [month]],
    ["is that of 31 days", { from: "2029-11-15", to: "2029-12-15" }, [before, longAgo]],
    ["is that up to a day to come", { to: "2030-01-17" }, [tomorrow, delivered, queued, taken, failed]],
    ["is that of a day to come", { from: "2030-01-16" }, [tomorrow]],
    ["is that of a channel", { channel: "rcs" }, [delivered]],
    ["is that of an outcome", { status: "READ" }, [month]],
    ["is that of a country", { country: "CH" }, [failed]],
    ["is that of all three", { channel: "sms", status: "SENT", country: "US" }, [taken]]
  ])("%s", (_, query, lines) =>
    scene(Effect.gen(function*() {
      const { usage } = yield* ask(query)
      expect(usage).toStrictEqual(lines)
    })))

  it("comes in pages with the sum of all, and with its look-ups where there were any", () =>
    scene(Effect.gen(function*() {
      const total = { messages: 6, segments: 3, price: 0.0237, active_contact_price: 0.001 }
      const pagination = { page: 2, page_size: 2, total_count: 5, total_pages: 3, has_more: true, cursors: null }
      const second = { usage: [taken, failed], total, pagination }
      const asked = { page: 2, page_size: 2 }
      expect(yield* ask(asked)).toStrictEqual(second)
      const registry = (cost: object) =>
        Effect.provideService(NumberLookup, { find: () => Effect.die("nobody is looked up"), ...cost })
      expect(yield* ask(asked).pipe(registry({ cost: 0.1 }))).toStrictEqual(second)
      const store = yield* Store
      const counts = [0, 0, 30, 31].map((days) => LookUpCount.count(Scene.account.id, ago(days)))
      yield* store.commit([make({ counts })])
      expect(yield* ask(asked)).toStrictEqual(second)
      expect(yield* ask(asked).pipe(registry({}))).toStrictEqual({ ...second, look_ups: { count: 3 } })
      expect(yield* ask(asked).pipe(registry({ cost: 0.1 }))).toStrictEqual({
        ...second,
        look_ups: { count: 3, cost: 0.3 }
      })
    })))

  const check = (query: Query) => operations["usage.get"].check({ path: {}, query, body: {} }, Scene.caller, null, now)

  it.each<readonly [query: Query, flaw: string | null]>([
    [{}, null],
    [{ from: "2030-01-16" }, null],
    [{ from: "2029-12-16", to: "2030-01-15" }, null],
    [{ from: "2029-12-15", to: "2030-01-15" }, "must be so that there are 31 days at most"],
    [{ from: "2030-01-15", to: "2030-01-15" }, null],
    [{ from: "2030-01-15", to: "2030-01-14" }, "must not be earlier than from"]
  ])("%j: %s", (query, message) => {
    expect(check(query)).toEqual(message === null ? [] : [{ field: "to", code: "VALIDATION_001", message }])
  })
})
