/**
 * The hand-over of an attempt: what is judged once more before its carrier is asked, how often it is asked, and how long
 * a message waits in line (decisions 4.1 "Hand-over" to "Expiry").
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import { plus } from "@signalbox/core/Instant"
import type { Outcome } from "@signalbox/core/internal/carrier/Answered"
import { Answered } from "@signalbox/core/internal/carrier/Answered"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import { put } from "@signalbox/core/internal/commit/Commit"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import { lineKey, Lines } from "@signalbox/core/internal/row/Line"
import { Messages } from "@signalbox/core/internal/row/Message"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import { plain } from "../history/World.ts"
import * as Scene from "../Scene.ts"

const minute = 60_000
const hour = 60 * minute

const one = [{ id: "one", channels: ["sms"] }] as const
const two = [...one, { id: "two", channels: ["sms"] }] as const

const routed = (carriers: typeof one | typeof two = two): HistorySubject => {
  const made = first(plain({ carriers }))
  made.dispatch()
  return made
}

const later = (made: HistorySubject, millis: number): void => {
  made.service.now = plus(made.service.now, millis)
}

/** A worker takes the hand-over up: what it is to do, and its lease. */
const take = (made: HistorySubject, index = 0) => {
  const lease = made.service.store.claim(made.due("submission", index)!.work)!
  const answer = made.service.run(HandOver, { lease, settings: made.service.settings })
  if (answer === "superseded") throw new Error("superseded")
  return { lease, answer }
}

/** The carrier takes nothing from this line for so long. */
const turnAway = (made: HistorySubject, millis: number, index = 0, holds: "lane" | "node" = "lane") => {
  const { answer, lease } = take(made, index)
  expect(answer._tag).toBe("Ask")
  const until = plus(made.service.now, millis)
  const outcome: Outcome = { _tag: "Busy", until, holds }
  made.service.run(Answered, { lease, settings: made.service.settings, outcome })
}

/** The carrier has closed the line, as another message of it was told. */
const turnAwayOther = (made: HistorySubject, millis: number): void => {
  const [carrier, account] = [Given.carrierId("one"), Given.accountId(1)]
  const { now } = made.service
  made.service.store.put(put(Lines, { carrier, account, busySince: now, until: plus(now, millis) }))
}

const line = (made: HistorySubject) =>
  made.service.store.get(Lines, lineKey(Given.carrierId("one"), Given.accountId(1)))

const attempts = ({ message }: HistorySubject) =>
  message.attempts.map(({ carrier, charge, report }) => [carrier, report, charge])

describe("a hand-over", () => {
  it("gives the carrier its own time, from the hand-over and not from the routing", () => {
    const made = routed()
    const { carriers, ...settings } = made.service.settings
    later(made, 40 * minute)
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    made.service.run(HandOver, {
      lease,
      settings: { ...settings, carriers: carriers.map((each) => ({ ...each, answersWithin: 5000 })) }
    })
    expect(made.message.attempts[0]).toMatchObject({ deadline: made.service.now + 5000, report: null })
    expect(made.due("submission_deadline", 0)).toBe(undefined)
    made.answer(lease, { _tag: "Unanswered" })
    expect(made.due("submission_deadline", 0)?.at).toBe(made.service.now + 5000)
  })

  it.each([undefined, "never"] as const)(
    "that gets no answer for a known reason says so in the history, now and at the end; another route: %s",
    (repeat) => {
      const made = routed(two)
      const { lease } = take(made)
      const detail = { code: "ECONNRESET", text: "the carrier failed" }
      made.answer(lease, { _tag: "Unanswered", detail, ...(repeat === undefined ? {} : { repeat }) })
      expect(made.message).toMatchObject({ status: "ROUTED", code: null })
      expect(made.message.history.at(-1)).toMatchObject({
        status: "ROUTED",
        reached: false,
        description: "one: no answer (ECONNRESET: the carrier failed)",
        code: null
      })
      later(made, 30_000)
      made.timeOut(0)
      expect(made.message.history).toContainEqual(expect.objectContaining({
        description: "one: The carrier did not answer in time. (ECONNRESET: the carrier failed)",
        code: "DELIVERY_011"
      }))
      expect([made.message.status, made.message.attempts.length]).toEqual(
        repeat === "never" ? ["FAILED", 1] : ["ROUTED", 2]
      )
    }
  )

  it("whose commit was answered to nobody is recognized, and does not count twice", () => {
    const made = routed()
    const { answer, lease } = take(made)
    const before = made.message
    later(made, 2000)
    expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toEqual(answer)
    expect(made.message).toEqual(before)
  })

  it("happens once more when nobody knows what came of it, and never a third time: its time decides", () => {
    const made = routed(one)
    expect(take(made).answer._tag).toBe("Ask")
    later(made, 20_000)
    expect(take(made).answer._tag).toBe("Ask")
    expect(made.message.attempts[0]).toMatchObject({
      handedOver: { times: 2 },
      deadline: made.service.now + 30_000
    })
    later(made, 20_000)
    expect(take(made).answer._tag).toBe("Over")
    later(made, 10_000)
    made.timeOut(0)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_011" })
  })

  it.each([true, false])("without a sender happens with a carrier that chooses one: %s", (choosesSender) => {
    const made = routed(one)
    const attempts = made.message.attempts.map((attempt) => ({ ...attempt, from: null }))
    made.service.store.put(put(Messages, { ...made.message, attempts }))
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    const { carriers, ...settings } = made.service.settings
    const chosen = { ...settings, carriers: carriers.map((each) => ({ ...each, choosesSender })) }
    const answer = made.service.run(HandOver, { lease, settings: chosen })
    expect(answer).toMatchObject(choosesSender ? { _tag: "Ask", submission: { from: null } } : { _tag: "Over" })
    // It is routed anew, with a sender that the account has.
    expect(made.message.attempts.at(-1)?.from).toBe(choosesSender ? null : Given.phone(9000))
  })

  it("of a recipient who has said no meanwhile does not happen, and costs nothing", () => {
    for (
      const refuse of [
        (made: HistorySubject) => made.service.consent(true),
        (made: HistorySubject) => made.service.suppress(true)
      ]
    ) {
      const made = routed()
      const before = made.service.balance
      refuse(made)
      expect(take(made).answer._tag).toBe("Over")
      expect(made.message).toMatchObject({ status: "FILTERED", code: "BUSINESS_004", price: null })
      expect(attempts(made)).toEqual([["one", "FAILED", "returned"]])
      expect(made.service.balance - before).toBe(89)
    }
  })

  it("is forbidden by who says no between its decision and its commit", () => {
    const made = routed()
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    made.service.meanwhile = () => made.service.consent(true)
    expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toEqual({ _tag: "Over" })
    expect(made.message.status).toBe("FILTERED")
  })

  it.each<[string, (service: HistorySubject["service"], says: boolean) => void]>([
    ["consents again", (service, says) => void service.consent(says)],
    ["is taken off the list", (service, says) => void service.suppress(says)]
  ])("is forbidden no more when who had said no %s between its decision and its commit", (_, say) => {
    const made = routed()
    say(made.service, true)
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    made.service.meanwhile = () => say(made.service, false)
    expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toMatchObject({ _tag: "Ask" })
    expect(made.message).toMatchObject({ status: "ROUTED", code: null })
    expect(attempts(made)).toEqual([["one", null, "reserved"]])
  })

  it("through a carrier that is configured no more is refused as unavailable", () => {
    const made = routed(one)
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    const answer = made.service.run(HandOver, { lease, settings: { ...made.service.settings, carriers: [] } })
    if (answer === "superseded" || answer._tag !== "Settle") throw new Error("not settled")
    made.answer(lease, answer.outcome)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_010" })
  })
})

describe("a message that no carrier takes", () => {
  // Decisions 4.1 "Expiry": 72 hours, or what the account has, from when its send was queued.
  prop(
    "expires when it has been queued for as long as its account allows, and not before",
    fc.record({
      hours: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      late: fc.integer({ min: -5, max: 5 })
    }),
    ({ hours, late }) => {
      const made = routed()
      if (hours !== undefined) made.service.change({ expiryHours: hours })
      later(made, (hours ?? 72) * hour + late)
      expect(take(made).answer._tag).toBe(late >= 0 ? "Over" : "Ask")
      expect(made.message).toMatchObject(
        late >= 0 ? { status: "FAILED", code: "DELIVERY_006", price: null } : { status: "ROUTED" }
      )
    }
  )

  it("expires when it is taken up too late, and starts afresh when it is sent again", () => {
    const made = first(plain({ carriers: two }))
    later(made, 72 * hour)
    made.dispatch()
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_006", attempts: [] })
    made.resend()
    made.dispatch()
    expect(made.message.status).toBe("ROUTED")
    expect(take(made).answer).toMatchObject({ _tag: "Ask", submission: { expiresAt: made.service.now + 72 * hour } })
  })
})

describe("a busy carrier", () => {
  it("uses up no attempt: the message keeps its place, and its line is closed until then", () => {
    const made = routed()
    turnAway(made, 5000)
    const until = made.service.now + 5000
    expect(made.message.attempts[0]).toMatchObject({ deadline: null, report: null, charge: "reserved" })
    expect(made.message.attempts[0]?.handedOver).toBe(undefined)
    expect(line(made)).toMatchObject({ busySince: made.service.now, until })
    expect(take(made).answer).toEqual({ _tag: "Wait" })
    later(made, 5000)
    expect(take(made).answer._tag).toBe("Ask")
  })

  it("that takes something again has a line that moves", () => {
    const made = routed()
    turnAway(made, 1000)
    later(made, 1000)
    const { lease } = take(made)
    made.answer(lease, { _tag: "Accepted", references: [] })
    expect([made.message.status, line(made)]).toEqual(["SENT", null])
  })

  it("that takes what it was asked before is left alone all the same, though its line has moved", () => {
    const made = routed()
    turnAway(made, 5 * minute)
    const { until } = line(made)!
    const attempt = made.message.attempts[0]!
    later(made, minute)
    const work = SubmissionWork.due(
      { message: made.id, attempt: attempt.id },
      { carrier: attempt.carrier, account: Given.accountId(1) },
      made.service.now
    )
    const lease = made.service.store.hold(work)
    made.answer(lease, { _tag: "Accepted", references: [] })
    expect([made.message.status, line(made)]).toMatchObject(["SENT", { busySince: made.service.now, until }])
  })

  it.each([
    ["an earlier end opens its line at it", 10 * minute, 2 * minute],
    ["a later one closes it for longer", 2 * minute, 10 * minute]
  ])("is believed when it corrects itself: %s", (_, said, corrected) => {
    const made = routed()
    turnAway(made, said)
    const { busySince } = line(made)!
    later(made, minute)
    // It was asked once more before it had said anything.
    const attempt = made.message.attempts[0]!
    const work = SubmissionWork.due(
      { message: made.id, attempt: attempt.id },
      { carrier: attempt.carrier, account: Given.accountId(1) },
      made.service.now
    )
    const until = plus(made.service.now, corrected)
    made.answer(made.service.store.hold(work), { _tag: "Busy", until, holds: "lane" })
    expect(line(made)).toMatchObject({ busySince, until })
    expect(made.service.store.pauses.get(work.lane)).toBe(until)
    later(made, corrected - 1)
    expect(take(made).answer).toEqual({ _tag: "Wait" })
    later(made, 1)
    expect(take(made).answer._tag).toBe("Ask")
  })

  it("for one recipient holds up this message alone", () => {
    const made = routed()
    const { lease } = take(made)
    const until = plus(made.service.now, 6000)
    made.answer(lease, { _tag: "Busy", until, holds: "recipient" })
    expect([made.due("submission", 0)?.at, line(made)]).toEqual([until, null])
  })

  it("that one node does not reach is asked by others immediately, and its line moves with what they hand over", () => {
    const made = routed()
    turnAway(made, 10 * minute, 0, "node")
    const { now } = made.service
    expect(made.message.attempts[0]).toMatchObject({ deadline: null, report: null, charge: "reserved" })
    expect(made.service.store.pauses.get(made.due("submission", 0)!.lane)).toBe(undefined)
    expect(line(made)).toMatchObject({ busySince: now, until: now })
    later(made, minute)
    const { answer, lease } = take(made)
    expect(answer._tag).toBe("Ask")
    made.answer(lease, { _tag: "Accepted", references: [] })
    expect([made.message.status, line(made)]).toEqual(["SENT", null])
  })

  it("that has said itself until when it is busy is believed, also while a node does not reach it", () => {
    const made = routed()
    const { lease } = take(made)
    turnAwayOther(made, 5 * minute)
    const { until } = line(made)!
    made.answer(lease, { _tag: "Busy", until: plus(made.service.now, hour), holds: "node" })
    expect(line(made)).toMatchObject({ until })
  })

  it("that no node reaches for 15 minutes loses the message to the next candidate, too", () => {
    const made = routed()
    for (let minutes = 0; minutes < 15; minutes++) {
      turnAway(made, minute, 0, "node")
      later(made, minute)
    }
    expect(take(made).answer._tag).toBe("Over")
    expect(attempts(made)).toEqual([["one", "FAILED", "returned"], ["two", null, "reserved"]])
  })

  // Decisions 4.1 "Waiting in line".
  it("that takes nothing for 15 minutes loses the message to the next candidate: a line of history, no event", () => {
    const made = routed()
    for (let minutes = 0; minutes < 15; minutes++) {
      turnAway(made, minute)
      later(made, minute)
    }
    const events = made.service.store.events.length
    expect(take(made).answer._tag).toBe("Over")
    expect(made.message.status).toBe("ROUTED")
    expect(attempts(made)).toEqual([["one", "FAILED", "returned"], ["two", null, "reserved"]])
    expect(made.service.store.events.length).toBe(events)
    expect(made.message.history).toContainEqual(expect.objectContaining({
      description: "one takes nothing for now",
      from: Given.phone(9000),
      reached: false
    }))
    expect(take(made, 1).answer).toMatchObject({ _tag: "Ask" })
  })

  it.each([
    ["left when its time is over", 20 * minute, "Over"],
    ["left until a quarter of an hour later", 35 * minute - 1, "Over"],
    ["asked again then, though its line stands still", 35 * minute, "Ask"]
  ])("that was busy for 20 minutes is %s", (_, millis, answer) => {
    const made = routed()
    turnAway(made, 20 * minute)
    later(made, millis)
    expect(take(made).answer._tag).toBe(answer)
    expect(attempts(made)).toEqual(
      answer === "Ask" ? [["one", null, "reserved"]] : [["one", "FAILED", "returned"], ["two", null, "reserved"]]
    )
  })

  it("keeps a message whose rule lets no other candidate follow", () => {
    const rule = { channel: null, carrier: null, action: "ALLOW", fallback: false, country: null, priority: 0 } as const
    const made = first(plain({ carriers: two, rules: [rule] }))
    made.dispatch()
    turnAway(made, 20 * minute)
    later(made, 20 * minute)
    expect(take(made).answer._tag).toBe("Ask")
    expect(attempts(made)).toEqual([["one", null, "reserved"]])
  })

  it("keeps a message that has no other candidate", () => {
    const made = routed(one)
    for (let minutes = 0; minutes < 20; minutes++) {
      turnAway(made, minute)
      later(made, minute)
    }
    expect(take(made).answer._tag).toBe("Ask")
    expect(attempts(made)).toEqual([["one", null, "reserved"]])
  })

  it("whose line was left is tried no more, and is none of the three routes", () => {
    const ids = ["one", "two", "three", "four"]
    const made = first(plain({ carriers: ids.map((id) => ({ id, channels: ["sms"] })) }))
    made.dispatch()
    turnAway(made, minute)
    later(made, 15 * minute)
    take(made)
    for (const index of [1, 2, 3]) {
      made.handOver(index)
      made.end(index, { _tag: "Refused", failure: "sender_refused", detail: null })
    }
    expect(made.message.attempts.map(({ carrier }) => carrier)).toEqual(ids)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_008" })
  })
})

describe("a refusal", () => {
  it("shows the carrier's own words, as far as they are words", () => {
    const made = routed(one)
    const { lease } = take(made)
    made.answer(lease, {
      _tag: "Refused",
      failure: "sender_refused",
      detail: { code: "21606", text: "The number cannot send" }
    })
    expect(made.message.history.at(-1)?.description).toContain("(21606: The number cannot send)")
    expect(made.message.attempts[0]?.refusal).toEqual({ code: "21606", text: "The number cannot send" })
  })
})

describe("the service", () => {
  it("asks a busy carrier again when it said, and loses nothing", async () => {
    let turnedAway = 0
    const until = plus(Given.now, 30_000)
    const { asked, carrier } = Scene.carrier(
      "sms-a",
      ["sms"],
      (): SubmissionOutcome =>
        turnedAway++ < 3 ? { _tag: "Busy", until, holds: "lane" } : { _tag: "Accepted", references: [] }
    )
    await Bench.run(
      Bench.layer({ carriers: [carrier] }),
      Effect.gen(function*() {
        yield* Scene.seed(1_000_000)
        yield* Scene.ask("messages.send", Scene.send(...[1, 2, 3].map((number) => Given.phone(number))))
        yield* Bench.idle
        expect(asked).toHaveLength(3)
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["ROUTED", "ROUTED", "ROUTED"])
        yield* Bench.travel(plus(until, -1))
        expect(asked).toHaveLength(3)
        yield* Bench.travel(until)
        expect((yield* Scene.messages).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"])
        expect((yield* Scene.messages).every(({ attempts }) => attempts.length === 1)).toBe(true)
      })
    )
    expect(asked).toHaveLength(6)
  })
})
