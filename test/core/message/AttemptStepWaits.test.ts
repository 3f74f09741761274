/**
 * The wait for the receipt of an attempt that a carrier takes lapses with its message only where nothing but this receipt is
 * waited for (decisions 4.1 "Receipt deadline"): whatever else is under way must be able to outlive it.
 */
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as FallbackRule from "@signalbox/core/internal/message/FallbackRule"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { first } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const carriers = [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms", "whatsapp"] }] as const

const sent = (parts: Partial<World & Asked>, fallback?: NonNullable<Message["fallback"]>) => {
  const made = first(plain({ carriers, ...parts }))
  if (fallback !== undefined) made.service.store.put(put(Messages, { ...made.message, fallback }))
  made.dispatch()
  return made
}

const accept = (made: ReturnType<typeof sent>, index: number) => {
  made.handOver(index)
  made.end(index, { _tag: "Accepted", references: [] })
  return made.due("receipt_deadline", index)
}

const rule = { channel: null, carrier: null, action: "ALLOW", fallback: true, country: null, priority: 0 } as const

describe("the wait for a receipt", () => {
  it.each<readonly [what: string, lapses: boolean, fallback: number | null, made: () => ReturnType<typeof sent>]>([
    ["of the only attempt lapses with the message", true, null, () => sent({})],
    [
      "of the last channel of an order does so as well",
      true,
      null,
      () => sent({ requested: "auto_detect" }, { channels: ["sms"], afterSeconds: 60 })
    ],
    [
      "of a channel after which another one is tried does not, since the message goes on",
      false,
      60,
      () => sent({ requested: "auto_detect" }, { channels: ["sms", "whatsapp"], afterSeconds: 60 })
    ],
    [
      "of a route whose rule bounds it does not either",
      false,
      30,
      () => sent({ rules: [{ ...rule, receiptSeconds: 30 }] })
    ]
  ])("%s", (_, lapses, fallback, make) => {
    const made = make()
    const due = accept(made, 0)
    expect(due?.at).toBe(plus(made.service.now, 72 * 3_600_000))
    expect(due?.lapsesWith).toBe(lapses ? made.id : undefined)
    expect(made.due("fallback", 0)?.at).toBe(fallback === null ? undefined : plus(made.service.now, fallback * 1000))
  })

  it("of a further attempt does not lapse, since the one before may still be heard of", () => {
    const made = sent({})
    made.handOver(0)
    made.end(0, { _tag: "Refused", failure: "sender_refused", detail: null })
    const due = accept(made, 1)
    expect([due?.work.kind, due?.lapsesWith]).toEqual(["receipt_deadline", undefined])
  })
})

const channels = ["sms", "whatsapp", "rcs", "mms"] as const

describe("a message that has gone on from channels", () => {
  prop(
    "does not come back to these or to those before them, in this send",
    fc.record({
      order: fc.option(fc.shuffledSubarray([...channels], { minLength: 1 })),
      afterSeconds: fc.constantFrom(undefined, 60)
    }),
    fc.array(
      fc.record({ channel: fc.constantFrom(...channels), overdue: fc.boolean(), send: fc.constantFrom(1, 2) }),
      { maxLength: 4 }
    ),
    ({ afterSeconds, order }, tried) => {
      const attempts = tried.map(({ channel, overdue, send }) =>
        Given.attempt({ channel, send, report: "SENT", ...(overdue ? { overdue } : {}) })
      )
      const fallback = order === null
        ? {}
        : { fallback: { channels: order, ...(afterSeconds === undefined ? {} : { afterSeconds }) } }
      const left = tried.filter(({ channel, overdue, send }) =>
        overdue && send === 2 && afterSeconds !== undefined && order?.includes(channel) && order.at(-1) !== channel
      ).map(({ channel }) => order!.indexOf(channel))
      for (const channel of order ?? channels) {
        const isPassed = order !== null && left.some((place) => order.indexOf(channel) <= place)
        expect(FallbackRule.isPassed({ ...fallback, send: 2, attempts }, channel)).toBe(isPassed)
      }
    }
  )
})

describe("the rule of a send", () => {
  const fallback = { channels: ["whatsapp", "sms"], afterSeconds: 60 } as const
  const sent = Given.attempt({ channel: "whatsapp", report: "SENT", send: 2 })
  const passed = Given.attempt({ ...sent, overdue: true })

  it("tells how long a message waits on each channel that another one comes after", () => {
    const waits = (rule: NonNullable<Message["fallback"]>) => channels.map((each) => FallbackRule.patience(rule, each))
    expect(waits(fallback)).toEqual([null, 60_000, null, null])
    expect(waits({ channels: fallback.channels })).toEqual([null, null, null, null])
  })

  it.each<readonly [what: string, isRuled: boolean, attempt: typeof sent, waits: number | null]>([
    ["as the send says", true, sent, 60_000],
    ["as the send says, whatever its route does", true, { ...sent, receiptSeconds: 30 }, 60_000],
    ["as the route says where the send does not", true, { ...sent, channel: "sms", receiptSeconds: 30 }, 30_000],
    ["as the route says where there is no order", false, { ...sent, receiptSeconds: 30 }, 30_000],
    ["for nothing where neither says so", false, sent, null],
    ["for nothing on the last channel", true, { ...sent, channel: "sms" }, null],
    ["for nothing once it has gone on", true, { ...passed, receiptSeconds: 30 }, null]
  ])("waits %s", (_, isRuled, attempt, waits) => {
    expect(FallbackRule.waits(isRuled ? { fallback } : {}, attempt)).toBe(waits)
    const message = Given.message({ status: "SENT", send: 2, attempts: [attempt], ...(isRuled ? { fallback } : {}) })
    expect(FallbackRule.isAwaited(message, attempt)).toBe(waits !== null)
    // Nobody waits for what has an answer, for what is no longer the last attempt, or while another route is looked for.
    const answered = { ...attempt, report: "DELIVERED" } as const
    for (
      const [parts, each] of [
        [{ attempts: [answered] }, answered],
        [{ attempts: [attempt, passed] }, attempt],
        [{ send: 3 }, attempt],
        [{ status: "QUEUED" }, attempt]
      ] as const
    ) {
      expect(FallbackRule.isAwaited({ ...message, ...parts }, each)).toBe(false)
    }
  })

  it("knows which attempts may still arrive after the message has gone on, and which decide", () => {
    const failed = { ...passed, report: "FAILED" } as const
    const earlier = { ...passed, send: 1 }
    const of = (...attempts: ReadonlyArray<typeof sent>) => FallbackRule.mayArrive({ send: 2, attempts })
    expect([of(), of(sent), of(earlier), of(failed), of(passed), of(sent, earlier, failed, passed)])
      .toEqual([false, false, false, false, true, true])
    expect(FallbackRule.deciding([sent, passed, failed, earlier])).toEqual([sent, failed])
  })

  it("puts routes in its order, and leaves those of other channels out", () => {
    const routes = [["a", "sms"], ["b", "rcs"], ["c", "whatsapp"], ["d", "sms"]] as const
    const entries = routes.map(([carrier, channel]) => ({ carrier, channel }))
    expect(FallbackRule.ordered(fallback, entries).map(({ carrier }) => carrier)).toEqual(["c", "a", "d"])
  })
})
