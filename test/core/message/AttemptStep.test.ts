/** The steps of an attempt as wholes: the attempt, its message, and what the commit changes besides (decisions 4.1). */
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { fromText } from "@signalbox/core/internal/definition/Rendered"
import * as AttemptStep from "@signalbox/core/internal/message/AttemptStep"
import { ConversationOpenings } from "@signalbox/core/internal/row/ConversationOpening"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const at = plus(Given.now, 60_000)
const attempt = Given.attempt({ startedAt: Given.now, deadline: null })
const routed = Given.message({ status: "ROUTED", channel: "sms", attempts: [attempt] })
const names = { key: `${routed.id}/${attempt.id}` }
const lane = `deadline:${routed.account}`
const receipt = {
  at: plus(at, 72 * 3_600_000),
  lane,
  work: { kind: "receipt_deadline", ...names },
  lapsesWith: routed.id
}
const opening = put(ConversationOpenings, { account: routed.account, phone: routed.phone, at })
const refund = { account: attempt.payer, amount: -89, floor: 0, once: null }

/** The message with the attempt as it has become. */
const having = (parts: Partial<typeof attempt>, others: Partial<Message> = {}): Message => ({
  ...routed,
  ...others,
  attempts: [{ ...attempt, ...parts }]
})

describe("an attempt that is handed over", () => {
  const handing = { token: 7, deadline: at, isWithDispatch: false }

  it("counts how often, and tells whether that was with its dispatch", () => {
    expect(AttemptStep.handOver(routed, attempt, handing)).toStrictEqual(
      having({ deadline: at, handedOver: { token: 7, times: 1 } })
    )
    const before = { ...attempt, handedOver: { token: 5, times: 2, withDispatch: true } }
    expect(AttemptStep.handOver(routed, before, { ...handing, isWithDispatch: true })).toStrictEqual(
      having({ deadline: at, handedOver: { token: 7, times: 3, withDispatch: true } })
    )
    expect(AttemptStep.handOver(routed, before, handing)).toStrictEqual(
      having({ deadline: at, handedOver: { token: 7, times: 3 } })
    )
  })

  it("immediately is in the hands of nobody once it stands in line again", () => {
    const before = { ...attempt, handedOver: { token: 5, times: 2, withDispatch: true } }
    expect(AttemptStep.linedUp(routed, before)).toStrictEqual(having({ handedOver: { token: 0, times: 2 } }))
    expect(AttemptStep.linedUp(routed, attempt)).toBe(routed)
  })

  it("and given back was not handed over this time", () => {
    const back = (times: number) =>
      AttemptStep.handBack(routed, { ...attempt, deadline: at, handedOver: { token: 5, times } })
    expect(back(1)).toStrictEqual(routed)
    expect(back(2)).toStrictEqual(having({ handedOver: { token: 0, times: 1 } }))
    expect(back(3)).toStrictEqual(having({ handedOver: { token: 0, times: 2 } }))
    expect(AttemptStep.handBack(routed, attempt)).toStrictEqual(routed)
  })

  it("is waited for until its deadline, and from now on where it has none", () => {
    const work = { kind: "submission_deadline", ...names }
    expect(AttemptStep.unanswered(routed, { ...attempt, deadline: at }, Given.now)).toStrictEqual({ at, lane, work })
    expect(AttemptStep.unanswered(routed, attempt, Given.now)).toStrictEqual({ at: Given.now, lane, work })
  })

  it("may be the last one, and may be passed", () => {
    expect(AttemptStep.last(routed, attempt)).toStrictEqual(having({ fallback: false }))
    expect(AttemptStep.passed(routed, attempt)).toStrictEqual(having({ overdue: true }))
  })
})

describe("an attempt", () => {
  it("stands in line at its carrier, behind the look at its files where it has some", () => {
    const { id: _, ...asked } = attempt
    const media = Given.message({ rendered: { ...fromText("Hello"), media: ["https://files.example.com/a.png"] } })
    const opened = (message: Message, channel: typeof attempt.channel) =>
      AttemptStep.open(message, { ...asked, channel }, { now: at, ids: Given.ids() }).commit.due
    const key = expect.stringMatching(/^00000003-0000-7000-8000-000000000001\/[0-9a-f-]{36}$/) as string
    const line = { at, lane: `submission:sms-a/${routed.account}`, work: { kind: "submission", key } }
    const probe = { at, lane: `media:${routed.account}`, work: { kind: "media_probe", key } }
    expect(opened(media, "mms")).toStrictEqual([probe])
    expect(opened(media, "sms")).toStrictEqual([line])
    expect(opened(Given.message(), "mms")).toStrictEqual([line])
    expect(AttemptStep.lineUp(routed, attempt, at)).toStrictEqual({ ...line, work: { kind: "submission", ...names } })
  })

  it("that is accepted is paid, waits for its receipt, and opens the conversation", () => {
    const taken = having({ charge: "taken", report: "SENT", reference: "r-1" }, {
      price: attempt.price,
      activeContactPrice: attempt.activeContactPrice
    })
    const step = AttemptStep.accepted(routed, attempt, ["r-1"], "with recipient", at)
    expect(step).toStrictEqual({
      attempt: taken.attempts[0],
      isTaken: true,
      message: taken,
      commit: {
        ...step?.commit,
        puts: [opening, {
          kind: "carrier_reference",
          key: expect.any(String) as string,
          value: {
            carrier: "sms-a",
            reference: "r-1",
            to: routed.phone,
            message: routed.id,
            attempt: attempt.id
          }
        }],
        debits: [],
        counts: [],
        cancels: [],
        due: [receipt]
      }
    })
    const first = AttemptStep.accepted({ ...routed, opens: true }, attempt, [], "alone", at)
    expect(first?.commit.puts).toEqual([])
    expect(AttemptStep.accepted({ ...routed, template: null, text: "Hello" }, attempt, [], "alone", at)?.commit.puts)
      .toEqual([])
    expect(AttemptStep.accepted(taken, taken.attempts[0]!, ["r-1"], "alone", at)).toBeNull()
    const again = AttemptStep.accepted(
      { ...routed, price: attempt.price, activeContactPrice: attempt.activeContactPrice },
      attempt,
      [],
      "alone",
      at
    )
    expect([again?.message.price, again?.message.activeContactPrice]).toEqual([158, 20])
    const capped = { ...attempt, spendCounters: ["day"] }
    expect(AttemptStep.accepted(having(capped), capped, [], "alone", at)?.commit.counts).toEqual([])
    // A message that does not wait for it any more goes its own way, and may end before its receipt comes.
    const { lapsesWith: _, ...alone } = receipt
    expect(AttemptStep.accepted({ ...routed, status: "QUEUED" }, attempt, [], "alone", at)?.commit.due)
      .toStrictEqual([alone])
  })

  it("that arrives after its failure keeps what is known of that, and ends no wait", () => {
    const failed = {
      ...attempt,
      report: "FAILED",
      charge: "taken",
      failure: "handset_unreachable",
      deadline: at
    } as const
    const said = {
      trigger: "delivered",
      failure: null,
      reference: null,
      detail: { at: null, detail: null, pricing: null }
    } as const
    const arrived = having({ ...failed, report: "DELIVERED" })
    expect(AttemptStep.reported(having(failed), failed, said, at)).toStrictEqual({
      attempt: arrived.attempts[0],
      isTaken: false,
      message: arrived,
      commit: { puts: [], debits: [], counts: [], cancels: [], due: [] },
      trigger: "delivered"
    })
  })

  it("that is refused gives its price back, leaves the spend caps, and is waited for no more", () => {
    const capped = { ...attempt, spendCounters: ["day", "month"], deadline: at }
    const step = AttemptStep.refused(having(capped), capped, "provider_timeout", at, { leftLine: true })
    const after = having({
      ...capped,
      report: "FAILED",
      charge: "returned",
      failure: "provider_timeout",
      leftLine: true
    })
    expect(step).toStrictEqual({
      attempt: after.attempts[0],
      isTaken: false,
      message: after,
      commit: {
        puts: [],
        debits: [refund],
        counts: ["day", "month"].map((counter) => ({ counter, by: -89, ceiling: null, once: null })),
        cancels: [{ kind: "submission_deadline", ...names }],
        due: []
      }
    })
    expect(AttemptStep.refused(routed, attempt, null, at)?.commit.cancels).toEqual([])
    const free = Given.attempt({ price: money(0), activeContactPrice: money(0) })
    expect(AttemptStep.refused(having(free), free, null, at)?.commit.debits).toEqual([])
  })

  it("that is reported on ends its wait, and is paid where that shows that its carrier has it", () => {
    const said = (trigger: "delivered" | "failed") => ({
      trigger,
      failure: trigger === "failed" ? "handset_unreachable" as const : null,
      reference: null,
      detail: { at: null, detail: null, pricing: null }
    })
    const sent = { ...attempt, charge: "taken", report: "SENT" } as const
    const nothing = { puts: [], debits: [], counts: [], due: [] }
    const delivered = having({ ...sent, report: "DELIVERED" }, { status: "SENT" })
    expect(AttemptStep.reported(having(sent, { status: "SENT" }), sent, said("delivered"), at)).toStrictEqual({
      attempt: delivered.attempts[0],
      isTaken: false,
      message: delivered,
      commit: { ...nothing, cancels: [{ kind: "receipt_deadline", ...names }] },
      trigger: "delivered"
    })
    const early = having({ report: "FAILED", charge: "taken", failure: "handset_unreachable" }, {
      price: attempt.price,
      activeContactPrice: attempt.activeContactPrice
    })
    expect(AttemptStep.reported(routed, attempt, said("failed"), at)).toStrictEqual({
      attempt: early.attempts[0],
      isTaken: true,
      message: early,
      commit: { ...nothing, puts: [opening], cancels: [] },
      trigger: "failed"
    })
    expect(AttemptStep.reported(delivered, delivered.attempts[0]!, said("failed"), at)).toBeNull()
    const pricing = { amount: 0.01, currency: "USD" }
    const priced = { ...said("delivered"), detail: { at: null, detail: null, pricing } }
    const told = having({ ...sent, report: "DELIVERED", receipt: { at: null, detail: null, pricing } }, {
      status: "SENT"
    })
    expect(AttemptStep.reported(delivered, delivered.attempts[0]!, priced, at)).toStrictEqual({
      attempt: told.attempts[0],
      isTaken: false,
      message: told,
      commit: {},
      trigger: null
    })
  })

  it("that a message waits for before it goes on ends that wait with its own", () => {
    const fallback = { channels: ["sms", "rcs"], afterSeconds: 60 } as const
    const message = { ...routed, fallback }
    const waits = { kind: "fallback", ...names }
    const step = AttemptStep.accepted(message, attempt, [], "alone", at)
    expect(step?.commit.due).toStrictEqual([
      { at: receipt.at, lane, work: receipt.work },
      { at: plus(at, 60_000), lane, work: waits }
    ])
    const sent = { ...step!.message, status: "SENT" } as const
    expect(AttemptStep.fallbacks(sent)).toStrictEqual([waits])
    expect(AttemptStep.fallbacks({ ...sent, send: 2 })).toEqual([])
    expect(AttemptStep.fallbacks(message)).toEqual([])
    expect(AttemptStep.fallbacks({ ...sent, fallback: { channels: ["sms", "rcs"] } })).toEqual([])
    const said = {
      trigger: "read",
      failure: null,
      reference: null,
      detail: { at: null, detail: null, pricing: null }
    } as const
    expect(AttemptStep.reported(sent, sent.attempts[0]!, said, at)?.commit.cancels).toStrictEqual([receipt.work, waits])
    // Whoever takes it after the message has gone on starts no wait.
    expect(AttemptStep.accepted({ ...message, status: "QUEUED" }, attempt, [], "alone", at)?.commit.due).toStrictEqual([
      { at: receipt.at, lane, work: receipt.work }
    ])
  })

  it("makes its message SENT as long as that waits for it", () => {
    const step = AttemptStep.accepted(routed, attempt, [], "alone", at)!
    const moment = { now: at, ids: Given.ids() }
    expect(AttemptStep.submitted(step, moment).message).toStrictEqual({
      ...step.message,
      status: "SENT",
      history: [{
        ...Given.line("SENT", at),
        description: "accepted by sms-a",
        from: attempt.from,
        price: attempt.price,
        activeContactPrice: attempt.activeContactPrice
      }]
    })
    for (const other of [{ ...step, isTaken: false }, { ...step, message: { ...step.message, send: 2 } }]) {
      expect(AttemptStep.submitted(other, moment)).toStrictEqual({ message: other.message, events: [] })
    }
    const late = { ...step, message: { ...step.message, status: "QUEUED" } } as const
    expect(AttemptStep.submitted(late, moment).message).toBe(late.message)
  })

  it("is named once, when its carrier tells its references too late", () => {
    const late = { ...attempt, report: "FAILED", charge: "returned" } as const
    const step = AttemptStep.named(having(late), late, ["r-1"], "alone")
    const after = having({ ...late, reference: "r-1" })
    expect(step).toStrictEqual({
      attempt: after.attempts[0],
      isTaken: false,
      message: after,
      commit: {
        puts: [{
          kind: "carrier_reference",
          key: expect.any(String) as string,
          value: { carrier: "sms-a", reference: "r-1", message: routed.id, attempt: attempt.id }
        }]
      }
    })
    expect(AttemptStep.named(after, after.attempts[0]!, ["r-2"], "alone")).toBeNull()
    expect(AttemptStep.named(having(late), late, [], "alone")).toBeNull()
  })

  it("of which the carrier has taken some parts knows these by name", () => {
    const long = { ...attempt, segments: 3 }
    const step = AttemptStep.partly(having(long), long, ["r-1"], "FAILED", "alone")
    const parts = [
      { reference: "r-1", report: null },
      ...[2, 3].map(() => ({ reference: "", report: "FAILED" as const }))
    ]
    const after = having({ ...long, reference: "r-1", parts })
    expect(step).toStrictEqual({
      attempt: after.attempts[0],
      message: after,
      commit: {
        puts: [{
          kind: "carrier_reference",
          key: expect.any(String) as string,
          value: { carrier: "sms-a", reference: "r-1", message: routed.id, attempt: attempt.id }
        }]
      }
    })
    const before = having(long)
    expect(AttemptStep.partly(before, long, [], "FAILED", "alone")).toStrictEqual({
      message: before,
      attempt: long,
      commit: {}
    })
  })

  it("is found by its id", () => {
    const other = Given.attempt({ id: Given.attemptId(2) })
    const both = { ...routed, attempts: [attempt, other] }
    expect([AttemptStep.find(both, other.id), AttemptStep.find(both, "none"), AttemptStep.find(null, other.id)])
      .toEqual([other, undefined, undefined])
    expect(AttemptStep.replace(both, { ...other, failure: "provider_timeout" }).attempts).toStrictEqual([
      attempt,
      { ...other, failure: "provider_timeout" }
    ])
  })
})
