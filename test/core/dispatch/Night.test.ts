/**
 * Quiet hours wherever a message is about to go out: at its dispatch, its release, its hand-over, its fallback and its
 * reroute (decisions 4.1 "Quiet hours windows", "Night at a reroute or in line").
 */
import { Accounts } from "@signalbox/core/Account"
import { make as instant, plus } from "@signalbox/core/Instant"
import { CancelMessage } from "@signalbox/core/internal/accept/CancelMessage"
import type { Outcome } from "@signalbox/core/internal/carrier/Answered"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { QuietHours } from "@signalbox/core/QuietHours"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const hour = 3_600_000

/** Given.now is 12:34:56.789 UTC: 7:34 in New Jersey, where the recipient is. */
const [morning, noon] = [instant(Date.UTC(2030, 0, 15, 13)), instant(Date.UTC(2030, 0, 15, 17))]
const nextNight = instant(Date.UTC(2030, 0, 16, 2))
const nextMorning = instant(Date.UTC(2030, 0, 16, 13))

const one: World["carriers"] = [{ id: "one", channels: ["sms"] }]
const two: World["carriers"] = [...one, { id: "two", channels: ["sms"] }]

const made = (parts: Partial<World & Asked> = {}): HistorySubject =>
  first(plain({ carriers: one, quietHours: "us-tcpa", ...parts }))

const at = (subject: HistorySubject, when: number): void => {
  subject.service.now = instant(when)
}

const statuses = ({ message: { history } }: HistorySubject) =>
  history.filter(({ reached }) => reached).map(({ status }) => status)

const charges = ({ message: { attempts } }: HistorySubject) =>
  attempts.map(({ carrier, charge, report }: Attempt) => [carrier, report, charge])

/** Returns what webhooks are told: the event, and until when the message is held. */
const told = ({ service: { store } }: HistorySubject) =>
  store.events.map(({ body, name }) => {
    const { payload } = JSON.parse(body) as { readonly payload: Readonly<Record<string, unknown>> }
    return [name.replace("message.", ""), payload["channel"], payload["body"] === null, payload["scheduled_at"] ?? null]
  })

const accepted: Outcome = { _tag: "Accepted", references: [] }
const refused: Outcome = { _tag: "Refused", failure: "sender_refused", detail: null }

/** Dispatched at noon. */
const routed = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const subject = made(parts)
  at(subject, noon)
  subject.dispatch()
  expect(subject.message.status).toBe("ROUTED")
  return subject
}

const cancel = ({ id, service }: HistorySubject) => {
  const account = service.store.get(Accounts, Given.accountId(1))!
  const asked = { path: { id }, query: {}, body: {}, caller: { account, keyAccount: account }, consulted: undefined }
  return Result.isSuccess(service.ask(CancelMessage.decides, asked))
}

describe("a message at night", () => {
  it("is held at its dispatch until the quiet hours end, and goes out then [SCH-001, SCH-002, SCH-003, EVT-002]", () => {
    const subject = made()
    subject.dispatch()
    expect(subject.message).toMatchObject({ status: "SCHEDULED", scheduledAt: morning, code: null, attempts: [] })
    expect(subject.dispatches.map((due) => due.at)).toEqual([morning])
    expect(subject.service.balance).toBe(5000)
    at(subject, morning)
    subject.dispatch()
    expect(statuses(subject)).toEqual(["PROCESSED", "SCHEDULED", "QUEUED", "PROCESSED", "ROUTED"])
    expect(told(subject)).toEqual([
      ["scheduled", "sms", true, "2030-01-15T13:00:00Z"],
      ["queued", "sms", true, null],
      ["routed", "sms", false, null]
    ])
    // What it was held until is still shown.
    expect(subject.message.scheduledAt).toBe(morning)
  })

  it("is held again when the time that it was scheduled for is inside [SCH-004]", () => {
    const subject = made()
    subject.dispatch()
    // Meanwhile the hours have become longer.
    const own: QuietHours = { windows: { US: { start: "21:00", end: "09:30" } }, exempt: [] }
    subject.service.change({ quietHours: own })
    at(subject, morning)
    subject.dispatch()
    expect(subject.message).toMatchObject({ status: "SCHEDULED", scheduledAt: morning + 1.5 * hour })
    expect(told(subject).map(([event, , , until]) => [event, until])).toEqual([
      ["scheduled", "2030-01-15T13:00:00Z"],
      ["queued", null],
      ["scheduled", "2030-01-15T14:30:00Z"]
    ])
    expect(subject.message.history.map(({ scheduledAt }) => scheduledAt)).toEqual([
      null,
      morning,
      null,
      null,
      morning + 1.5 * hour
    ])
    expect(subject.dispatches.map((due) => due.at)).toEqual([morning + 1.5 * hour])
  })

  const night = { start: "21:00", end: "08:00" }
  it.each<[string, QuietHours, boolean]>([
    ["where hours are off", "off", false],
    ["of a region without a window", { windows: { CA: night }, exempt: [] }, false],
    ["of a category that is exempt", { windows: { US: night }, exempt: ["AUTHENTICATION", "UTILITY"] }, false],
    ["of another category", { windows: { US: night }, exempt: ["AUTHENTICATION"] }, true]
  ])("%s: whether it is held", (_, quietHours, isHeld) => {
    const subject = made({ quietHours })
    subject.dispatch()
    expect(subject.message.status).toBe(isHeld ? "SCHEDULED" : "ROUTED")
  })

  it("goes out when it answers a keyword, but not when a client sends that again", () => {
    const subject = made({ channels: ["sms"] })
    subject.service.receive("sms", "STOP")
    const reply = subject.service.messages[1]!
    reply.dispatch()
    expect(reply.message.status).toBe("ROUTED")
    reply.handOver(0)
    reply.end(0, accepted)
    reply.report(0, false, "DELIVERED", "unknown")
    subject.service.receive("sms", "START")
    expect(reply.resend()).toBe(null)
    reply.dispatch()
    expect(reply.message.status).toBe("SCHEDULED")
  })

  it("is taken out of its line, gets its reservation back, and takes the same way in the morning", () => {
    const subject = routed()
    expect(subject.service.balance).toBe(4911)
    at(subject, nextNight)
    expect(subject.handOver(0)).toBe(null)
    expect(subject.message).toMatchObject({
      status: "SCHEDULED",
      scheduledAt: nextMorning,
      channel: "sms",
      price: null
    })
    expect([charges(subject), subject.service.balance]).toEqual([[["one", "FAILED", "returned"]], 5000])
    expect(told(subject).at(-1)).toEqual(["scheduled", "sms", true, "2030-01-16T13:00:00Z"])
    expect(subject.due("submission", 0)).toBe(undefined)
    at(subject, nextMorning)
    subject.dispatch()
    // Before the next route is known, there is no body.
    expect(told(subject).slice(-2)).toEqual([["queued", "sms", true, null], ["routed", "sms", false, null]])
    subject.handOver(1)
    subject.end(1, accepted)
    expect(charges(subject)).toEqual([["one", "FAILED", "returned"], ["one", "SENT", "taken"]])
    expect([subject.message.status, subject.message.price, subject.service.balance]).toEqual(["SENT", 79, 4911])
  })

  it("that is taken out of its line night after night expires all the same", () => {
    const subject = routed()
    for (let days = 0; days < 3; days++) {
      at(subject, nextNight + days * 24 * hour)
      subject.handOver(days)
      expect(subject.message.status).toBe("SCHEDULED")
      at(subject, nextMorning + days * 24 * hour)
      subject.dispatch()
    }
    at(subject, Given.now + 72 * hour)
    subject.handOver(3)
    expect(subject.message).toMatchObject({ status: "FAILED", code: "DELIVERY_006" })
    expect(subject.service.balance).toBe(5000)
  })

  it("counts once for its day, however often it is held", () => {
    const subject = routed({ dailyLimit: 1 })
    const counts = () => [...subject.service.store.counts.values()]
    expect(counts()).toEqual([1])
    at(subject, nextNight)
    subject.handOver(0)
    // The release is on the same day of UTC as the night.
    subject.service.change({ dailyMessageLimit: 0 })
    at(subject, nextMorning)
    subject.dispatch()
    expect([subject.message.status, counts()]).toEqual(["ROUTED", [1]])
  })

  it("that its carrier refuses late is held before another one is asked", () => {
    const subject = routed({ carriers: two })
    subject.handOver(0)
    at(subject, nextNight)
    subject.end(0, refused)
    expect(subject.message).toMatchObject({ status: "SCHEDULED", scheduledAt: nextMorning })
    expect([charges(subject), subject.service.balance]).toEqual([[["one", "FAILED", "returned"]], 5000])
    at(subject, nextMorning)
    subject.dispatch()
    expect(charges(subject)).toEqual([["one", "FAILED", "returned"], ["two", null, "reserved"]])
  })

  describe("that is to be rerouted", () => {
    const failed = (parts: Partial<World & Asked> = {}): HistorySubject => {
      const subject = routed({ carriers: two, ...parts })
      subject.handOver(0)
      subject.end(0, accepted)
      at(subject, nextNight)
      subject.report(0, false, "FAILED", "sender_refused")
      subject.dispatch()
      return subject
    }

    it("is held, and takes its other route in the morning", () => {
      const subject = failed()
      expect(subject.message).toMatchObject({
        status: "SCHEDULED",
        scheduledAt: nextMorning,
        channel: "sms",
        price: 79
      })
      expect(told(subject).slice(-2)).toEqual([
        ["queued", "sms", true, null],
        ["scheduled", "sms", true, "2030-01-16T13:00:00Z"]
      ])
      expect(charges(subject)).toEqual([["one", "FAILED", "taken"]])
      at(subject, nextMorning)
      subject.dispatch()
      expect(charges(subject)).toEqual([["one", "FAILED", "taken"], ["two", null, "reserved"]])
    })

    it("fails immediately when there is no other route: nobody waits for nothing", () => {
      const subject = failed({ carriers: one })
      expect(subject.message).toMatchObject({ status: "FAILED", code: "DELIVERY_008" })
    })

    it("can be cancelled, and shows the channel of its attempt [STM-009]", () => {
      const subject = failed()
      expect(cancel(subject)).toBe(true)
      expect(subject.message).toMatchObject({
        status: "CANCELLED",
        channel: "sms",
        scheduledAt: nextMorning,
        price: 79
      })
      expect(subject.dispatches).toEqual([])
      // A late success is an activity only.
      expect(subject.report(0, false, "DELIVERED", "unknown")).toBe("applied")
      expect(subject.message.status).toBe("CANCELLED")
      expect(told(subject).at(-1)![0]).toBe("cancelled")
    })

    it.each(["DELIVERED", "READ"] as const)("is held no more when the earlier attempt turns out to be %s", (said) => {
      const subject = failed({
        channels: ["rcs"],
        requested: "rcs",
        carriers: two.map(({ id }) => ({ id, channels: ["rcs"] }))
      })
      subject.report(0, false, said, "unknown")
      expect(subject.message).toMatchObject({ status: said, channel: "rcs" })
      expect(subject.dispatches).toEqual([])
      expect(told(subject).at(-1)![0]).toBe(said.toLowerCase())
      expect(cancel(subject)).toBe(false)
    })

    it.each([
      ["opts out", (subject: HistorySubject) => subject.service.consent(true), "FILTERED", "BUSINESS_004"],
      ["is suppressed", (subject: HistorySubject) => subject.service.suppress(true), "FILTERED", "BUSINESS_004"],
      ["loses its template", (subject: HistorySubject) => subject.service.forgetTemplate(), "BLOCKED", "BUSINESS_005"],
      ["loses its approval", (subject: HistorySubject) => subject.service.template(false), "BLOCKED", "BUSINESS_005"],
      [
        "is suspended",
        (subject: HistorySubject) => subject.service.change({ stage: "suspended" }),
        "BLOCKED",
        "BUSINESS_018"
      ],
      // Decisions 3.2: it stays FAILED with the receipt's reason.
      ["has no money", (subject: HistorySubject) => subject.service.setBalance(0), "FAILED", "DELIVERY_008"]
    ])("and %s meanwhile ends in the morning", (_, change, status, code) => {
      const subject = failed()
      change(subject)
      expect(subject.message.status).toBe("SCHEDULED")
      at(subject, nextMorning)
      subject.dispatch()
      expect(subject.message).toMatchObject({ status, code })
      expect(statuses(subject).slice(-4)).toEqual(["SCHEDULED", "QUEUED", "PROCESSED", status])
    })
  })

  it.each([
    ["opts out", (subject: HistorySubject) => subject.service.consent(true), "FILTERED", "BUSINESS_004"],
    ["is suppressed", (subject: HistorySubject) => subject.service.suppress(true), "FILTERED", "BUSINESS_004"],
    ["loses its template", (subject: HistorySubject) => subject.service.forgetTemplate(), "BLOCKED", "BUSINESS_005"],
    [
      "loses its approval [SCH-006]",
      (subject: HistorySubject) => subject.service.template(false),
      "BLOCKED",
      "BUSINESS_005"
    ],
    [
      "loses its account",
      (subject: HistorySubject) => subject.service.change({ deletedAt: noon }),
      "CANCELLED",
      null
    ],
    ["has no money [SCH-005]", (subject: HistorySubject) => subject.service.setBalance(88), "BLOCKED", "BUSINESS_003"]
  ])("that is held and %s meanwhile ends in the morning", (_, change, status, code) => {
    const subject = made()
    subject.dispatch()
    change(subject)
    at(subject, morning)
    subject.dispatch()
    expect(subject.message).toMatchObject({ status, code, attempts: [] })
  })

  it("that may be at a carrier already, since a node died, is held, and its receipt ends the hold", () => {
    const subject = routed()
    subject.handOver(0)
    at(subject, nextNight)
    subject.handOver(0)
    expect(subject.message.status).toBe("SCHEDULED")
    subject.report(0, false, "DELIVERED", "unknown")
    expect([subject.message.status, subject.dispatches]).toEqual(["DELIVERED", []])
  })

  it("that was handed over a moment before is not called back", () => {
    const subject = routed()
    at(subject, plus(nextNight, -1))
    expect(subject.handOver(0)).not.toBe(null)
    at(subject, nextNight)
    subject.end(0, accepted)
    expect(subject.message.status).toBe("SENT")
  })
})
