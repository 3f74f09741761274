/**
 * Sends with an order of channels of their own: which channel comes next, when a message that was not delivered in time
 * goes on, and what becomes of the attempt before (decisions 14.5).
 */
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { FailureClass } from "@signalbox/core/FailureClass"
import { plus } from "@signalbox/core/Instant"
import { Fallback } from "@signalbox/core/internal/dispatch/FallbackStep"
import { FallbackWork } from "@signalbox/core/internal/message/AttemptWork"
import * as FallbackRule from "@signalbox/core/internal/message/FallbackRule"
import type { Attempt, Message, Report } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const carriers: World["carriers"] = [
  { id: "texts", channels: ["sms"] },
  { id: "talks", channels: ["whatsapp", "rcs"] },
  { id: "more", channels: ["sms"] }
]

const second = 1000

/** A message with an order, dispatched. */
const sent = (
  fallback: NonNullable<Message["fallback"]>,
  parts: Partial<World & Asked> = {}
): HistorySubject => {
  const made = first(plain({ carriers, requested: "auto_detect", ...parts }))
  made.service.store.put(put(Messages, { ...made.message, fallback }))
  made.dispatch()
  return made
}

const order = { channels: ["whatsapp", "sms"], afterSeconds: 120 } as const

const accept = (made: HistorySubject, index: number): void => {
  made.handOver(index)
  made.end(index, { _tag: "Accepted", references: [] })
}

const refuse = (made: HistorySubject, index: number, failure: FailureClass = "sender_refused"): void => {
  made.handOver(index)
  made.end(index, { _tag: "Refused", failure, detail: null })
}

const delivered = (made: HistorySubject, index: number) => made.report(index, false, "DELIVERED", "unknown")

const failed = (made: HistorySubject, index: number, failure: FailureClass = "sender_refused"): void => {
  made.report(index, false, "FAILED", failure)
  made.dispatch()
}

/** The time on the channel of an attempt is over. */
const late = (made: HistorySubject, index: number): void => {
  const { service } = made
  const due = made.due("fallback", index)
  if (due === undefined) return
  if (due.at > service.now) service.now = due.at
  service.work(Fallback, { lease: service.store.claim(due.work)!, settings: service.settings })
}

const route = ({ message }: HistorySubject): ReadonlyArray<string> =>
  message.attempts.map(({ carrier, channel }) => `${channel} ${carrier}`)

const waits = ({ service }: HistorySubject): ReadonlyArray<string> =>
  [...service.store.work.values()].filter(({ work }) => work.kind === "fallback").map(({ work }) => work.key)

const last = ({ message }: HistorySubject): string => message.history.at(-1)!.description

const events = ({ service }: HistorySubject): ReadonlyArray<string> => service.store.events.map(({ name }) => name)

describe("an order of channels", () => {
  it("goes before the default order and the order of rules, and leaves other channels out [XMS-080]", () => {
    expect(route(sent({ channels: ["sms", "whatsapp"] }))).toEqual(["sms texts"])
    expect(route(sent({ channels: ["rcs"] }))).toEqual(["rcs talks"])
    const rules = ["sms", "whatsapp"].map((channel, priority) => ({
      channel: channel as Channel,
      carrier: null,
      action: "ALLOW" as const,
      fallback: true,
      country: null,
      priority
    }))
    expect(route(sent({ channels: ["whatsapp", "sms"] }, { rules }))).toEqual(["whatsapp talks"])
    const made = sent({ channels: ["mms"] })
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", attempts: [] })
  })

  it("goes on after a refusal, and after a failed receipt, as other messages do [XMS-080]", () => {
    const made = sent({ channels: ["whatsapp", "sms"] })
    refuse(made, 0)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts"])
    accept(made, 1)
    failed(made, 1)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts", "sms more"])
    // Nothing waits for a delivery where nothing was asked for.
    expect(waits(made)).toEqual([])
  })

  it("does not overrule a rule that denies a channel [XMS-080]", () => {
    const denies = { carrier: null, action: "DENY" as const, fallback: true, country: null }
    const allows = {
      channel: null,
      carrier: null,
      action: "ALLOW" as const,
      fallback: true,
      country: null,
      priority: 1
    }
    expect(route(sent(order, { rules: [{ ...denies, channel: "whatsapp", priority: 0 }, allows] }))).toEqual([
      "sms texts"
    ])
  })
})

describe("a message that is not delivered in time", () => {
  it("goes on to the next channel, and may arrive on both, charged for both [XMS-081, XMS-083]", () => {
    const made = sent(order)
    accept(made, 0)
    expect(made.due("fallback", 0)!.at).toBe(plus(made.service.now, 120 * second))
    const before = events(made).length
    late(made, 0)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts"])
    expect(made.message).toMatchObject({ status: "ROUTED", attempts: [{ overdue: true, report: "SENT" }, {}] })
    expect(events(made).slice(before)).toEqual(["message.queued", "message.routed"])
    accept(made, 1)
    delivered(made, 1)
    expect(made.message.status).toBe("DELIVERED")
    delivered(made, 0)
    expect(made.message).toMatchObject({ status: "DELIVERED", price: 50 + 79 })
    expect(made.service.balance).toBe(5000 - 57 - 89)
    expect(waits(made)).toEqual([])
  })

  it("is DELIVERED when the first one arrives after all, and the next is not handed over [XMS-082]", () => {
    const made = sent(order)
    accept(made, 0)
    late(made, 0)
    delivered(made, 0)
    expect(made.message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    expect(made.handOver(1)).toBe(null)
    expect(made.service.balance).toBe(5000 - 57)
    expect(made.message.attempts[1]).toMatchObject({ charge: "returned" })
  })

  it("stays where it is when a receipt comes in the same moment, whichever is first [XMS-082]", () => {
    const made = sent(order)
    accept(made, 0)
    const due = made.due("fallback", 0)!
    made.service.now = due.at
    const lease = made.service.store.claim(due.work)!
    // The receipt is kept between the decision and its commit.
    made.service.meanwhile = () => void delivered(made, 0)
    made.service.work(Fallback, { lease, settings: made.service.settings })
    expect(made.message.status).toBe("DELIVERED")
    expect(route(made)).toEqual(["whatsapp talks"])
    expect(waits(made)).toEqual([])

    const other = sent(order)
    accept(other, 0)
    late(other, 0)
    expect(other.message.status).toBe("ROUTED")
    delivered(other, 0)
    expect(other.handOver(1)).toBe(null)
    expect(other.message.status).toBe("DELIVERED")
  })

  it("waits on where no other channel takes it, and says why [XMS-084]", () => {
    const poor = sent(order, { balance: 60 })
    accept(poor, 0)
    late(poor, 0)
    expect(poor.message).toMatchObject({ status: "SENT", channel: "whatsapp" })
    expect(last(poor)).toBe("not delivered on whatsapp within 120 s, and waits on: no money for another route")
    delivered(poor, 0)
    expect(poor.message.status).toBe("DELIVERED")

    const refusing = sent(order)
    accept(refusing, 0)
    refusing.service.consent(true)
    late(refusing, 0)
    expect(refusing.message.status).toBe("SENT")
    expect(last(refusing)).toBe("not delivered on whatsapp within 120 s, and waits on: The recipient has opted out.")
    expect(route(refusing)).toEqual(["whatsapp talks"])

    const gone = sent(order)
    accept(gone, 0)
    gone.service.change({ deletedAt: gone.service.now })
    late(gone, 0)
    expect(gone.message.status).toBe("SENT")
    expect(last(gone)).toBe("not delivered on whatsapp within 120 s, and waits on: the account was deleted")
    expect(gone.message.history.at(-1)).toMatchObject({ from: gone.message.attempts[0]!.from, reached: false })
    expect([waits(poor), waits(refusing), waits(gone)]).toEqual([[], [], []])
  })

  it("waits on for the first channel when the next one refuses, or a gate stops it there [XMS-084]", () => {
    const made = sent(order, { carriers: carriers.slice(0, 2) })
    accept(made, 0)
    late(made, 0)
    refuse(made, 1)
    expect(made.message).toMatchObject({ status: "SENT", channel: "whatsapp", code: null })
    expect(made.service.balance).toBe(5000 - 57)
    failed(made, 0, "handset_unreachable")
    expect(made.message.status).toBe("FAILED")

    const stopped = sent(order)
    accept(stopped, 0)
    late(stopped, 0)
    stopped.service.consent(true)
    expect(stopped.handOver(1)).toBe(null)
    expect(stopped.message).toMatchObject({ status: "SENT", code: null })
    delivered(stopped, 0)
    expect(stopped.message.status).toBe("DELIVERED")
  })

  it("goes on from the second channel after a failure while the first may still arrive [XMS-084]", () => {
    const made = sent({ ...order, channels: ["whatsapp", "sms", "rcs"] })
    accept(made, 0)
    late(made, 0)
    accept(made, 1)
    failed(made, 1)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts", "sms more"])
    accept(made, 2)
    failed(made, 2)
    // Three routes are all there are.
    expect(made.message).toMatchObject({ status: "SENT" })
    expect(last(made)).toContain("an earlier route may still deliver it")
    delivered(made, 0)
    expect(made.message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
  })

  it("does not wait on the last channel of the order, and not for another send [XMS-081]", () => {
    const made = sent({ channels: ["sms", "whatsapp"], afterSeconds: 10 })
    accept(made, 0)
    late(made, 0)
    accept(made, 1)
    expect(waits(made)).toEqual([])
    delivered(made, 1)
    made.resend()
    made.dispatch()
    expect(route(made).slice(2)).toEqual(["sms texts"])
    accept(made, 2)
    expect(waits(made)).toHaveLength(1)
    // Of the send before nothing counts any more.
    delivered(made, 0)
    expect(waits(made)).toHaveLength(1)
  })

  it("waits for nothing more once an earlier attempt has arrived [XMS-082]", () => {
    const made = sent({ ...order, channels: ["whatsapp", "sms", "rcs"] })
    accept(made, 0)
    late(made, 0)
    accept(made, 1)
    expect(waits(made)).toHaveLength(1)
    delivered(made, 0)
    expect([made.message.status, waits(made)]).toEqual(["DELIVERED", []])
  })

  it("does not go on by the routes that a rule forbids after this one [XMS-084]", () => {
    const rules = [{
      channel: null,
      carrier: null,
      action: "ALLOW" as const,
      fallback: false,
      country: null,
      priority: 0
    }]
    const made = sent(order, { rules })
    accept(made, 0)
    late(made, 0)
    expect(made.message).toMatchObject({ status: "SENT", attempts: [{ channel: "whatsapp" }] })
    expect(last(made)).toContain("no other route")
  })

  it("goes on as after a failed receipt: whether the account may send is asked at the hand-over [XMS-081]", () => {
    const made = sent(order)
    accept(made, 0)
    made.service.change({ stage: "suspended" })
    late(made, 0)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts"])
    made.handOver(1)
    expect(made.message).toMatchObject({ status: "SENT", attempts: [{ report: "SENT" }, { report: "FAILED" }] })
  })

  it("goes on in the morning when its time is over at night [XMS-085]", () => {
    const morning: World["quietHours"] = { windows: { US: { start: "21:00", end: "08:00" } }, exempt: [] }
    const made = sent(order)
    accept(made, 0)
    made.service.change({ quietHours: morning })
    late(made, 0)
    expect(made.message.status).toBe("SENT")
    expect(route(made)).toEqual(["whatsapp talks"])
    expect(new Date(made.due("fallback", 0)!.at).toISOString()).toBe("2030-01-15T13:00:00.000Z")
    late(made, 0)
    expect(route(made)).toEqual(["whatsapp talks", "sms texts"])
  })

  it("is nothing that a worker finds in vain", () => {
    const made = sent(order)
    accept(made, 0)
    const { message, service } = made
    delivered(made, 0)
    for (const attempt of [message.attempts[0]!.id, Given.attemptId(99)]) {
      const due = FallbackWork.due({ message: message.id, attempt }, message.account, service.now)
      const before = made.message
      service.work(Fallback, { lease: service.store.hold(due), settings: service.settings })
      expect(made.message).toBe(before)
    }
  })
})

/** Stands for the attempt that was opened last. */
const newest = -1

type Act = (made: HistorySubject) => void

const each =
  (act: (made: HistorySubject, index: number) => void, when: (made: HistorySubject, index: number) => boolean) =>
  (index: number): Act =>
  (made) => {
    if (index >= 0 && made.message.attempts.length > index && when(made, index)) act(made, index)
  }

const isOpen = (made: HistorySubject, index: number) => made.due("submission", index) !== undefined

/** All that may happen to an attempt, at any time. */
const acts: ReadonlyArray<(index: number) => Act> = [
  each(accept, (made, index) => isOpen(made, index) && made.message.status === "ROUTED"),
  each((made, index) => refuse(made, index), (made, index) => isOpen(made, index) && made.message.status === "ROUTED"),
  each(delivered, (made, index) => made.message.attempts[index]!.report === "SENT"),
  each((made, index) => failed(made, index), (made, index) => made.message.attempts[index]!.report === "SENT"),
  each(
    (made, index) => failed(made, index, "invalid_number"),
    (made, index) => made.message.attempts[index]!.report === "SENT"
  ),
  each(late, () => true),
  each(late, () => true),
  each((made, index) => void made.handOver(index), isOpen)
]

const history = fc.record({
  channels: fc.shuffledSubarray<Channel>(["sms", "whatsapp", "rcs"], { minLength: 1 }),
  afterSeconds: fc.constantFrom(10, 120, 86_400),
  acts: fc.array(
    fc.tuple(fc.constantFrom(...acts), fc.constantFrom(newest, newest, newest, 0, 1, 2)).map(([act, index]) =>
      act(index)
    ),
    { minLength: 4, maxLength: 14 }
  )
})

describe("every history of a message with an order", () => {
  prop(
    "keeps its routes, its money and its work, and no end comes too early [XMS-081, XMS-082, XMS-084]",
    history,
    ({ acts: all, afterSeconds, channels }) => {
      const made = sent({ channels, afterSeconds })
      for (const act of all) {
        const before = made.message
        act(made)
        const { attempts, fallback, status } = made.message
        expect(attempts.length).toBeLessThanOrEqual(3)
        expect(new Set(route(made)).size).toBe(attempts.length)
        for (const { channel } of attempts) expect(channels).toContain(channel)
        // A message that has arrived is handed over no more.
        if (before.status === "DELIVERED") expect(attempts).toHaveLength(before.attempts.length)
        if (FallbackRule.mayArrive(made.message)) expect(status).not.toMatch(/FAILED|BLOCKED|FILTERED/)
        // Work waits for exactly the attempt that the message waits for.
        const awaited = attempts.filter((attempt) => FallbackRule.isAwaited(made.message, attempt))
        const possible = awaited.map(({ id }) => `${made.id}/${id}`)
        expect(possible).toEqual(expect.arrayContaining([...waits(made)]))
        const spent = attempts.filter(({ charge }) => charge !== "returned")
          .reduce((sum, { activeContactPrice, price }) => sum + price + activeContactPrice, 0)
        expect(made.service.balance).toBe(5000 - spent)
        expect(fallback).toEqual({ channels, afterSeconds })
      }
    }
  )
})

describe("FallbackRule", () => {
  const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
  const rule = fc.record({
    channels: fc.shuffledSubarray([...channels], { minLength: 1 }),
    afterSeconds: fc.integer({ min: 10, max: 86_400 })
  })

  prop("waits on every channel but the last, where it waits at all [XMS-081]", rule, (given) => {
    for (const channel of channels) {
      const isWaiting = given.channels.includes(channel) && given.channels.at(-1) !== channel
      expect(FallbackRule.patience(given, channel)).toBe(isWaiting ? given.afterSeconds * second : null)
      expect(FallbackRule.patience({ channels: given.channels }, channel)).toBe(null)
    }
  })

  const tried = (channel: Channel, report: Report | null, parts: Partial<Attempt> = {}) => ({
    ...Given.attempt({ channel, report, send: 2 }),
    ...parts
  })
  const subject = (...attempts: ReadonlyArray<Attempt>) => ({
    fallback: order,
    send: 2,
    status: "SENT" as const,
    attempts
  })

  it("lets attempts arrive from which its send has gone on, and that may still do so [XMS-083]", () => {
    expect(FallbackRule.mayArrive(subject(tried("whatsapp", "SENT", { overdue: true })))).toBe(true)
    expect(FallbackRule.mayArrive(subject(tried("whatsapp", "SENT")))).toBe(false)
    expect(FallbackRule.mayArrive(subject(tried("whatsapp", "FAILED", { overdue: true })))).toBe(false)
    expect(FallbackRule.mayArrive(subject(tried("whatsapp", "SENT", { overdue: true, send: 1 })))).toBe(false)
  })

  it("leaves the decision to attempts that may not arrive any more, or are waited for [XMS-084]", () => {
    const [gone, failed, now] = [
      tried("whatsapp", "SENT", { overdue: true }),
      tried("whatsapp", "FAILED", { overdue: true }),
      tried("sms", "SENT")
    ]
    expect(FallbackRule.deciding([gone, failed, now])).toEqual([failed, now])
  })

  it("waits once for an attempt, and only for the last one of its send [XMS-081]", () => {
    const [one, other] = [tried("whatsapp", "SENT"), tried("whatsapp", "SENT")]
    expect(FallbackRule.waits(subject(), one)).toBe(120 * second)
    expect(FallbackRule.waits(subject(), { ...one, overdue: true })).toBe(null)
    expect(FallbackRule.isAwaited(subject(one, other), one)).toBe(false)
    expect(FallbackRule.isAwaited(subject(one, other), other)).toBe(true)
    expect(FallbackRule.isAwaited(subject(one, tried("sms", "SENT", { send: 1 })), one)).toBe(true)
  })

  prop(
    "orders by its channels, keeps the order within one, and leaves others out [XMS-080]",
    rule,
    fc.array(fc.record({ channel: fc.constantFrom(...channels), at: fc.nat() })),
    (given, entries) => {
      const made = FallbackRule.ordered(given, entries)
      expect(made.map(({ channel }) => channel)).toEqual(
        made.map(({ channel }) => channel).toSorted((one, other) =>
          given.channels.indexOf(one) - given.channels.indexOf(other)
        )
      )
      for (const channel of channels) {
        expect(made.filter((each) => each.channel === channel)).toEqual(
          given.channels.includes(channel) ? entries.filter((each) => each.channel === channel) : []
        )
      }
    }
  )
})
