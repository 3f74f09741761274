/**
 * Dispatch and hand-over in one commit: the carrier is asked under the lease of the dispatch, at most as often as from a
 * line, and whatever stands in the way leaves the message to its line.
 */
import { plus } from "@signalbox/core/Instant"
import type { Outcome } from "@signalbox/core/internal/carrier/Answered"
import { Answered, Late } from "@signalbox/core/internal/carrier/Answered"
import type { Answer } from "@signalbox/core/internal/carrier/DispatchOn"
import { DispatchOn } from "@signalbox/core/internal/carrier/DispatchOn"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { lineKey, Lines } from "@signalbox/core/internal/row/Line"
import { DispatchWork, laneTerms } from "@signalbox/core/Jobs"
import type { Lease } from "@signalbox/core/Work"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const one = [{ id: "one", channels: ["sms"] }] as const
const two = [...one, { id: "two", channels: ["sms"] }] as const
const everybody = new Set(two.map(({ id }) => Given.carrierId(id)))

const queued = (carriers: typeof one | typeof two = two): HistorySubject => first(plain({ carriers }))

const run = (made: HistorySubject, lease: Lease, askable = everybody): Answer => {
  const { now: at, settings } = made.service
  const answer = made.service.run(DispatchOn, { lease, settings, at, askable })
  if (answer === "superseded") throw new Error("superseded")
  return answer
}

/** A worker claims the dispatch of the message. */
const take = (made: HistorySubject) => made.service.store.claim(made.dispatches[0]!.work)!

/** A worker dispatches the message and hands it over immediately. */
const handOver = (made: HistorySubject) => {
  const lease = take(made)
  const answer = run(made, lease)
  if (answer._tag !== "Ask") throw new Error("not handed over")
  return { lease, ...answer }
}

type Handed = ReturnType<typeof handOver>

const command = (made: HistorySubject, { asked, lease }: Handed, outcome: Outcome) => ({
  lease,
  asked,
  settings: made.service.settings,
  outcome
})

const answer = (made: HistorySubject, handed: Handed, outcome: Outcome) =>
  made.service.run(Answered, command(made, handed, outcome))

const accepted: Outcome = { _tag: "Accepted", references: ["reference"] }

const later = (made: HistorySubject, millis: number): void => {
  made.service.now = plus(made.service.now, millis)
}

/** Returns the kinds of the work that is due for the message. */
const work = (made: HistorySubject): ReadonlyArray<string> =>
  [...made.service.store.work.values()].map(({ work: { kind } }) => kind)

const fromLine = (made: HistorySubject, index = 0) => {
  const lease = made.service.store.claim(made.due("submission", index)!.work)!
  return { lease, answer: made.service.run(HandOver, { lease, settings: made.service.settings }) }
}

describe("a message that is handed over in the commit that dispatches it", () => {
  it("stands in no line: its carrier is asked under the lease of the dispatch, and has its own time", () => {
    const made = queued()
    const { answersWithin, asked, lease, submission } = handOver(made)
    const { attempts: [attempt], status } = made.message
    expect(status).toBe("ROUTED")
    expect(attempt).toMatchObject({
      handedOver: { token: lease.token, times: 1, withDispatch: true },
      deadline: made.service.now + answersWithin
    })
    expect(asked).toEqual({
      message: made.id,
      attempt: attempt!.id,
      carrier: "one",
      account: Given.accountId(1)
    })
    expect(submission).toMatchObject({ message: made.id, attempt: attempt!.id })
    expect([work(made), made.service.store.isHeld(lease)]).toEqual([["dispatch"], true])
  })

  it("comes to what it comes to from a line", () => {
    const outcomes: ReadonlyArray<Outcome> = [
      accepted,
      { _tag: "Refused", failure: "sender_refused", detail: null },
      { _tag: "Unanswered" }
    ]
    for (const outcome of outcomes) {
      const [immediate, lined] = [queued(), queued()]
      answer(immediate, handOver(immediate), outcome)
      lined.dispatch()
      lined.handOver(0)
      lined.end(0, outcome)
      const plainly = ({ message }: HistorySubject) => ({
        ...message,
        attempts: message.attempts.map(({ handedOver, ...attempt }) => ({ ...attempt, times: handedOver?.times }))
      })
      expect(plainly(immediate)).toEqual(plainly(lined))
      expect(work(immediate)).toEqual(work(lined))
      expect(immediate.service.balance).toBe(lined.service.balance)
    }
  })

  it("whose commit was answered to nobody is recognized, and does not count twice", () => {
    const made = queued()
    const { lease, ...said } = handOver(made)
    const before = made.message
    later(made, 2000)
    expect(run(made, lease)).toEqual(said)
    expect(made.message).toEqual(before)
  })

  it("whose commit was answered to nobody waits in its line when the carrier may not be asked any more", () => {
    const made = queued()
    const { lease } = handOver(made)
    expect(run(made, lease, new Set([Given.carrierId("two")]))).toEqual({ _tag: "Over" })
    expect(work(made)).toEqual(["submission"])
  })

  it("is handed over once more when its node has died, from a line, and never a third time: its time decides", () => {
    const made = queued(one)
    const dead = handOver(made)
    later(made, 20_000)
    // Whoever takes over what the dead node held, with or without a carrier to ask.
    expect(run(made, take(made))).toEqual({ _tag: "Over" })
    expect([work(made), made.message.attempts[0]?.handedOver]).toEqual([["submission"], { token: 0, times: 1 }])
    const second = fromLine(made)
    expect(second.answer).toMatchObject({ _tag: "Ask" })
    expect(made.message.attempts[0]).toMatchObject({ handedOver: { times: 2 }, deadline: made.service.now + 30_000 })
    expect(answer(made, dead, accepted)).toBe("superseded")
    later(made, 20_000)
    expect(fromLine(made).answer).toEqual({ _tag: "Over" })
    later(made, 10_000)
    made.timeOut(0)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_011" })
  })

  it("is taken over by a node that hands nothing over immediately", () => {
    const made = queued()
    handOver(made)
    made.dispatch()
    expect(work(made)).toEqual(["submission"])
  })

  it("is SENT when the carrier's answer comes from a node that was taken for dead", () => {
    const made = queued(one)
    const dead = handOver(made)
    run(made, take(made))
    expect(answer(made, dead, accepted)).toBe("superseded")
    made.service.run(Late, command(made, dead, accepted))
    expect(made.message.status).toBe("SENT")
    // The second hand-over finds that out before its carrier is asked.
    expect(fromLine(made).answer).toEqual({ _tag: "Over" })
  })

  it("costs nothing when its node has died, and another attempt was delivered meanwhile", () => {
    const made = queued()
    const before = made.service.balance
    const refused = handOver(made)
    made.report(0, false, "FAILED", "sender_refused")
    answer(made, refused, accepted)
    handOver(made)
    expect(made.message.attempts.map(({ charge }) => charge)).toEqual(["taken", "reserved"])
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message.status).toBe("DELIVERED")
    expect(run(made, take(made))).toEqual({ _tag: "Over" })
    const { answer: settled, lease } = fromLine(made, 1)
    if (settled === "superseded" || settled._tag !== "Settle") throw new Error("not settled")
    made.answer(lease, settled.outcome)
    expect(made.message.attempts.map(({ charge }) => charge)).toEqual(["taken", "returned"])
    expect([made.message.status, before - made.service.balance, work(made)]).toEqual(["DELIVERED", 89, []])
  })

  it("is not handed over again by other work on its dispatch once it stands in line, or its answer is kept", () => {
    const made = queued(one)
    handOver(made)
    run(made, take(made))
    const { lease } = fromLine(made)
    made.dispatchByKey(`${made.id}/1`)
    expect([work(made), made.service.store.isHeld(lease)]).toEqual([["submission"], true])
    const other = queued(one)
    answer(other, handOver(other), { _tag: "Unanswered" })
    other.dispatchByKey(`${other.id}/1`)
    // Its carrier was asked and keeps silent: nothing but its deadline is waited for.
    expect(work(other).filter((kind) => kind === "submission_deadline")).toHaveLength(1)
  })

  it("has the receipt that is faster than the carrier's answer", () => {
    const made = queued()
    const handed = handOver(made)
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message.status).toBe("DELIVERED")
    answer(made, handed, accepted)
    expect([made.message.status, made.message.attempts[0]?.reference, work(made)])
      .toEqual(["DELIVERED", "reference", []])
  })

  it("goes to another route when a failed receipt is faster than the carrier's answer, whatever that is", () => {
    const made = queued()
    const handed = handOver(made)
    made.report(0, false, "FAILED", "sender_refused")
    expect(work(made)).toEqual(["dispatch"])
    expect(answer(made, handed, accepted)).toBe("superseded")
    expect(handOver(made).asked.carrier).toBe("two")
    expect(made.message.attempts.map(({ handedOver }) => handedOver?.times)).toEqual([1, 1])
  })

  it("waits in its line when the carrier is too busy for the line or the recipient, or out of reach", () => {
    for (const holds of ["lane", "recipient", "node"] as const) {
      const made = queued()
      const until = plus(made.service.now, 5000)
      answer(made, handOver(made), { _tag: "Busy", until, holds })
      expect(work(made)).toEqual(["submission"])
      expect(made.message.attempts[0]).toMatchObject({ deadline: null, report: null, charge: "reserved" })
      expect(made.message.attempts[0]?.handedOver).toBe(undefined)
      const lane = SubmissionWork.lane.of({ carrier: Given.carrierId("one"), account: Given.accountId(1) })
      expect([made.due("submission", 0)?.at, made.service.store.pauses.get(lane)])
        .toEqual([holds === "recipient" ? until : made.service.now, holds === "lane" ? until : undefined])
      later(made, 5000)
      expect(fromLine(made).answer).toMatchObject({ _tag: "Ask" })
    }
  })

  it("is not handed over to who says no between the decision and its commit", () => {
    const made = queued()
    const lease = take(made)
    made.service.meanwhile = () => made.service.consent(true)
    expect(run(made, lease)).toEqual({ _tag: "Over" })
    expect([made.message.status, work(made)]).toEqual(["FILTERED", []])
  })
})

describe("a message that waits in its line", () => {
  const stands = (made: HistorySubject, askable = everybody): void => {
    expect(run(made, take(made), askable)).toEqual({ _tag: "Over" })
    expect([made.message.status, work(made)]).toEqual(["ROUTED", ["submission"]])
    expect(made.message.attempts[0]).toMatchObject({ deadline: null })
    expect(made.message.attempts[0]?.handedOver).toBe(undefined)
  }

  it("is one whose carrier may not be asked immediately", () => stands(queued(), new Set([Given.carrierId("two")])))

  it("is one whose line was closed by a busy carrier", () => {
    const made = queued()
    const [carrier, account] = [Given.carrierId("one"), Given.accountId(1)]
    const { now } = made.service
    made.service.store.put({
      kind: Lines.name,
      key: lineKey(carrier, account),
      value: { carrier, account, busySince: now, until: plus(now, 1000) }
    })
    stands(made)
  })

  it("is dispatched as it is without a carrier to ask", () => {
    const [made, other] = [queued(), queued()]
    run(made, take(made), new Set())
    other.dispatch()
    expect(made.message).toEqual(other.message)
    expect([...made.service.store.work]).toEqual([...other.service.store.work])
  })
})

describe("the lanes of dispatches", () => {
  it("are served, whether a message is handed over immediately or not", () => {
    expect(laneTerms).toMatchObject({ [DispatchWork.lane.name]: { width: 2048, shared: true } })
    expect(Dispatch.name).toBe(DispatchOn.name)
  })
})
