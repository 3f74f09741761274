/**
 * The table of attempts against the texts (decisions 3.2 "When charged", 4.1 "Late, repeated, reordered receipts",
 * "Submission deadline", "Receipt deadline").
 */
import { plus } from "@signalbox/core/Instant"
import { noDetail } from "@signalbox/core/internal/message/AttemptReceipt"
import type { State, Trigger } from "@signalbox/core/internal/message/AttemptState"
import * as AttemptState from "@signalbox/core/internal/message/AttemptState"
import * as AttemptStep from "@signalbox/core/internal/message/AttemptStep"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

/** The order of the texts: the highest that was ever reported counts. */
const order: ReadonlyArray<State> = ["OPEN", "SENT", "FAILED", "DELIVERED", "READ"]

const says: Readonly<Record<Trigger, State>> = {
  accepted: "SENT",
  refused: "FAILED",
  failed: "FAILED",
  delivered: "DELIVERED",
  read: "READ"
}
const receipts: ReadonlyArray<Trigger> = ["failed", "delivered", "read"]
const triggers = Object.keys(says) as ReadonlyArray<Trigger>
const pairs = order.flatMap((from) => triggers.map((trigger) => [from, trigger] as const))

describe("the table of attempts", () => {
  it.each(pairs)("%s, then %s: the higher of the two, or nothing new", (from, trigger) => {
    const isNew = order.indexOf(says[trigger]) > order.indexOf(from)
    // Its carrier answers once: after that only receipts say more.
    const isHeard = isNew && (from === "OPEN" || receipts.includes(trigger))
    expect(AttemptState.transition(from, trigger)?.to ?? null).toBe(isHeard ? says[trigger] : null)
  })

  it.each(pairs)("%s, then %s: the money is taken or given back when it is first heard of, and never again", (
    from,
    trigger
  ) => {
    const first = trigger === "refused" ? "returned" : "taken"
    expect(AttemptState.transition(from, trigger)?.charge ?? null).toBe(from === "OPEN" ? first : null)
  })

  it("has each pair once", () => {
    const rows = AttemptState.table.map(({ from, trigger }) => `${from} ${trigger}`)
    expect(new Set(rows).size).toBe(rows.length)
  })

  it("waits 72 hours for a receipt, and in line for as long as it takes", () => {
    const waits = order.map((state) => AttemptState.patience[state])
    expect(waits.map((each) => each === null ? null : { kind: each.work.kind, millis: each.millis })).toEqual([
      null,
      { kind: "receipt_deadline", millis: 259_200_000 },
      null,
      null,
      null
    ])
  })
})

const opening: AttemptStep.Opening = {
  carrier: Given.carrierId("sms-a"),
  channel: "sms",
  from: Given.phone(9000),
  segments: 2,
  fallback: true,
  payer: Given.accountId(2),
  price: money(158),
  activeContactPrice: money(10)
}

const take = (message: Message, attempt: Attempt, trigger: Trigger, at: typeof Given.now): AttemptStep.Step | null => {
  switch (trigger) {
    case "accepted":
      return AttemptStep.accepted(message, attempt, ["theirs"], "alone", at)
    case "refused":
      return AttemptStep.refused(message, attempt, "sender_refused", at)
    default:
      return AttemptStep.reported(
        message,
        attempt,
        { trigger, failure: trigger === "failed" ? "invalid_number" : null, reference: null, detail: noDetail },
        at
      )
  }
}

const opened = (message = Given.message({ status: "ROUTED", send: 2 })) =>
  AttemptStep.open(message, opening, { now: Given.now, ids: Given.ids() })

describe("an attempt", () => {
  it("that is opened is reserved for its payer, and stands in line at its carrier", () => {
    const { attempt, commit, isTaken, message } = opened()
    expect(attempt).toEqual({
      ...opening,
      id: attempt.id,
      send: 2,
      charge: "reserved",
      startedAt: Given.now,
      deadline: null,
      reference: null,
      report: null,
      failure: null
    })
    expect(isTaken).toBe(false)
    expect(message).toEqual({ ...Given.message({ status: "ROUTED", send: 2 }), attempts: [attempt] })
    const key = `${message.id}/${attempt.id}`
    expect(commit).toEqual({
      debits: [{ account: Given.accountId(2), amount: 168, floor: 0, once: null }],
      due: [
        { work: { kind: "submission", key }, lane: `submission:sms-a/${Given.accountId(1)}`, at: Given.now }
      ]
    })
  })

  it("that is accepted is taken: the message has cost it, and waits for a receipt from now on", () => {
    const { attempt: before, message } = opened(Given.message({ status: "ROUTED", price: money(5) }))
    const at = plus(Given.now, 7000)
    const step = AttemptStep.accepted(message, before, ["theirs"], "alone", at)!
    const key = `${message.id}/${before.id}`
    expect(step.attempt).toEqual({ ...before, charge: "taken", report: "SENT", reference: "theirs" })
    expect(step.isTaken).toBe(true)
    expect([step.message.price, step.message.activeContactPrice]).toEqual([163, 10])
    expect(step.commit).toMatchObject({
      debits: [],
      cancels: [],
      due: [{
        work: { kind: "receipt_deadline", key },
        lane: `deadline:${Given.accountId(1)}`,
        at: Given.now + 7000 + 259_200_000
      }]
    })
    expect(step.commit.puts!.map(({ value }) => value)).toEqual([
      { account: Given.accountId(1), phone: Given.phone(1), at },
      { carrier: "sms-a", reference: "theirs", message: message.id, attempt: before.id }
    ])
  })

  it("that is refused gives its whole price back to who paid, and waits for nothing", () => {
    const { attempt: before, message } = opened()
    const step = AttemptStep.refused(message, before, "sender_refused", Given.now)!
    expect(step.attempt).toEqual({ ...before, charge: "returned", report: "FAILED", failure: "sender_refused" })
    expect([step.isTaken, step.message.price]).toEqual([false, null])
    expect(step.commit).toEqual({
      puts: [],
      debits: [{ account: Given.accountId(2), amount: -168, floor: 0, once: null }],
      counts: [],
      cancels: [],
      due: []
    })
  })

  it("that is refused takes its whole price out of the spend caps that it counts in [XPR-022]", () => {
    const { attempt, message } = opened()
    const before = { ...attempt, spendCounters: ["spend/day", "spend/month"] }
    const step = AttemptStep.refused(AttemptStep.replace(message, before), before, "sender_refused", Given.now)!
    expect(step.commit.counts).toEqual([
      { counter: "spend/day", by: -168, ceiling: null, once: null },
      { counter: "spend/month", by: -168, ceiling: null, once: null }
    ])
  })

  it("gets the name that its carrier gives it too late, once", () => {
    const { attempt, message } = opened()
    const ended = AttemptStep.refused(message, attempt, "provider_timeout", Given.now)!
    expect(AttemptStep.accepted(ended.message, ended.attempt, ["theirs"], "alone", Given.now)).toBe(null)
    const step = AttemptStep.named(ended.message, ended.attempt, ["theirs"], "alone")!
    expect(step.attempt).toEqual({ ...ended.attempt, reference: "theirs" })
    expect(step.message.attempts).toEqual([step.attempt])
    expect(AttemptStep.named(step.message, step.attempt, ["another"], "alone")).toBe(null)
    expect(AttemptStep.named(ended.message, ended.attempt, [], "alone")).toBe(null)
  })

  prop(
    "costs what was taken of it, whatever is heard of it and how often; the rest is given back",
    fc.array(fc.constantFrom(...triggers), { maxLength: 8 }),
    (heard) => {
      let { attempt, commit, message } = opened()
      let spent = commit.debits!.reduce((sum, { amount }) => sum + amount, 0)
      const due = new Set(commit.due!.map(({ work }) => work.kind))
      let highest: State = "OPEN"
      for (const [index, trigger] of heard.entries()) {
        const step = take(message, attempt, trigger, plus(Given.now, index))
        if (step === null) continue
        ;({ attempt, commit, message } = step)
        spent += commit.debits!.reduce((sum, { amount }) => sum + amount, 0)
        for (const { kind } of commit.cancels!) due.delete(kind)
        for (const { work } of commit.due!) due.add(work.kind)
        expect(order.indexOf(AttemptState.of(attempt))).toBeGreaterThan(order.indexOf(highest))
        highest = AttemptState.of(attempt)
      }
      const [first] = heard
      const isTaken = first !== undefined && first !== "refused"
      expect(attempt.charge).toBe(first === undefined ? "reserved" : isTaken ? "taken" : "returned")
      expect(spent).toBe(attempt.charge === "returned" ? 0 : 168)
      expect(message.price).toBe(isTaken ? 158 : null)
      expect(message.activeContactPrice).toBe(isTaken ? 10 : null)
      // The hand-over is settled by who does it.
      due.delete("submission")
      expect([...due]).toEqual(highest === "SENT" ? ["receipt_deadline"] : [])
    }
  )
})
