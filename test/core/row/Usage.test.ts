/**
 * The sums of messages: a change of messages adds to them what counting the messages again would find, whatever changes.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Message } from "@signalbox/core/Message"
import { Status } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Usage from "@signalbox/core/Usage"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const numbers = ["messages", "segments", "price", "activeContactPrice"] as const

const attempts = (segments: number): Message["attempts"] => segments === 0 ? [] : [Given.attempt({ segments })]

/** A message of few accounts, days and channels, before a change and after it. */
const change = fc.record({
  account: fc.integer({ min: 1, max: 3 }).map(Given.accountId),
  createdAt: fc.integer({ min: 0, max: 2 }).map((days) => Instant.plus(Given.now, days * Instant.day)),
  isNew: fc.boolean(),
  states: fc.tuple(...[0, 1].map(() =>
    fc.record({
      status: fc.constantFrom(...Status.literals),
      channel: fc.constantFrom("sms" as const, "rcs" as const),
      price: fc.constantFrom(null, money(79), money(158)),
      activeContactPrice: fc.constantFrom(null, money(10)),
      attempts: fc.integer({ min: 0, max: 2 }).map(attempts)
    })
  ))
}).map(({ account, createdAt, isNew, states: [before, after] }) =>
  [
    isNew ? null : Given.message({ account, createdAt, ...before }),
    Given.message({ account, createdAt, ...after })
  ] as const
)

/** Adds up what each of them counts, in a map by what they have in common. */
const counted = (all: ReadonlyArray<readonly [sign: number, usage: Usage.Usage]>): ReadonlyMap<string, unknown> => {
  const sums = new Map<string, ReadonlyArray<number>>()
  for (const [sign, usage] of all) {
    const key = Usage.keyText(usage)
    const before = sums.get(key) ?? [0, 0, 0, 0]
    sums.set(key, numbers.map((name, index) => before[index]! + sign * usage[name]))
  }
  return new Map([...sums].filter(([, values]) => values.some((value) => value !== 0)))
}

describe("the sums of messages", () => {
  prop("change as the messages do, each sum once", fc.array(change, { maxLength: 40, size: "max" }), (changes) => {
    const added = Usage.ofChanges(changes)
    expect(counted(added.map((usage) => [1, usage]))).toEqual(
      counted(
        changes.flatMap(([before, after]) => [
          ...(before === null ? [] : [[-1, Usage.of(before)] as const]),
          [1, Usage.of(after)] as const
        ])
      )
    )
    expect(new Set(added.map(Usage.keyText)).size).toBe(added.length)
    expect(added.filter((usage) => numbers.every((name) => usage[name] === 0))).toEqual([])
  })

  it("are those of one message by its outcome, its last attempt and its country", () => {
    const message = Given.message({
      status: "DELIVERED",
      channel: "sms",
      price: money(158),
      activeContactPrice: money(10),
      attempts: [Given.attempt({ segments: 5 }), Given.attempt({ segments: 2 })]
    })
    const usage = {
      account: Given.accountId(1),
      day: "2030-01-15",
      channel: "sms",
      status: "DELIVERED",
      country: "US",
      messages: 1,
      segments: 2,
      price: 158,
      activeContactPrice: 10
    }
    expect(Usage.of(message)).toEqual(usage)
    expect(Usage.of({ ...message, redacted: { aspects: ["numbers"], country: "CH" } }).country).toBe("CH")
    const { price, activeContactPrice, segments } = Usage.of(Given.message())
    expect([price, activeContactPrice, segments]).toEqual([0, 0, 0])
    const reference = { carrier: Given.carrierId("sms-a"), text: "one" }
    const inbound = Given.message({ direction: "INBOUND", reference })
    expect(Usage.of(inbound).segments).toBe(1)
    expect(Usage.of({ ...inbound, reference: { ...reference, parts: ["two", "three"] } }).segments).toBe(3)
    expect(Usage.keyText(Usage.of(message))).toBe(`${Given.accountId(1)}/2030-01-15/sms/DELIVERED/US`)
    expect(Usage.queryText({ account: Given.accountId(1), first: "2030-01-01", last: "2030-01-31" })).toBe(
      `${Given.accountId(1)}/2030-01-01/2030-01-31`
    )
  })

  it("are nothing when none of their numbers is anything", () => {
    const nothing = {
      ...Usage.of(Given.message()),
      messages: 0,
      segments: 0,
      price: money(0),
      activeContactPrice: money(0)
    }
    expect(Usage.isNothing(nothing)).toBe(true)
    for (const one of [1, -1]) {
      for (const name of numbers) expect(Usage.isNothing({ ...nothing, [name]: money(one) })).toBe(false)
    }
  })

  it("are added up where all that messages have in common is the same, and only there", () => {
    const one = Usage.of(Given.message())
    const others: ReadonlyArray<Usage.Usage> = [
      { ...one, account: Given.accountId(2) },
      { ...one, day: "2030-01-16" },
      { ...one, channel: "rcs" },
      { ...one, status: "SENT" },
      { ...one, country: "CH" }
    ]
    expect(Usage.sum([one, ...others, one])).toStrictEqual([{ ...one, messages: 2 }, ...others])
    // A price that changes changes one sum.
    const priced = Given.message({ price: money(79) })
    expect(Usage.ofChanges([[Given.message(), priced]])).toStrictEqual([{ ...one, messages: 0, price: 79 }])
  })

  it("are those of days of UTC", () => {
    const midnight = Instant.make(Date.UTC(2030, 0, 16))
    const days = [midnight - 1, midnight, midnight + Instant.day - 1, midnight + Instant.day].map(Instant.make)
    expect(days.map(Usage.dayOf)).toEqual(["2030-01-15", "2030-01-16", "2030-01-16", "2030-01-17"])
  })

  it("tell apart how a message has ended, and nothing of one that no carrier has yet", () => {
    const outcomes = Status.literals.map((status) => [status, Usage.of(Given.message({ status })).status])
    const waiting = ["SCHEDULED", "QUEUED", "PROCESSED", "ROUTED"]
    expect(outcomes).toEqual(
      Status.literals.map((status) => [status, waiting.includes(status) ? "ACCEPTED" : status])
    )
  })
})
