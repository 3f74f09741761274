/**
 * A message whose sender has said until when it is worth anything is handed to nobody after that: at its dispatch, its
 * release, in line, after a refusal and at a reroute (decisions 14.4). Histories compare the same with their model.
 */
import { make as instant, plus } from "@signalbox/core/Instant"
import * as Expiry from "@signalbox/core/internal/dispatch/Expiry"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const hour = 3_600_000

const two: World["carriers"] = [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }]

/** A message that is worth an hour. */
const made = (parts: Partial<World & Asked> = {}): HistorySubject =>
  first(plain({ carriers: two, worth: { hours: 1, isForEachSend: true }, ...parts }))

const later = ({ service }: HistorySubject, millis: number): void => {
  service.now = plus(service.now, millis)
}

const expired = { status: "FAILED", code: "DELIVERY_006" }

describe("when a send expires", () => {
  prop(
    "is at its sender's instant, or sooner by its account [XMS-022]",
    fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    fc.integer({ min: 1, max: 100 }),
    (expiryHours, hours) => {
      const message = Given.message({ queuedAt: Given.now, expiry: { at: plus(Given.now, hours * hour) } })
      const account = Given.account(expiryHours === undefined ? {} : { expiryHours })
      expect(Expiry.of(message, account)).toBe(plus(Given.now, Math.min(hours, expiryHours ?? 72) * hour))
    }
  )
})

describe("a message that its sender has said is worth an hour", () => {
  it("goes out before that, and not at its end [XMS-022]", () => {
    for (const [late, ends] of [[-1, { status: "ROUTED" }], [0, expired]] as const) {
      const subject = made()
      later(subject, hour + late)
      subject.dispatch()
      expect(subject.message).toMatchObject(ends)
    }
  })

  it("is not handed over when it has waited in line for longer [XMS-022]", () => {
    const subject = made()
    subject.dispatch()
    later(subject, hour)
    expect(subject.handOver(0)).toBe(null)
    expect(subject.message).toMatchObject({ ...expired, price: null })
    expect(subject.service.balance).toBe(5000)
  })

  it("is told to its carrier with the end of its worth [XMS-024]", () => {
    const subject = made()
    subject.dispatch()
    expect(subject.handOver(0)).toMatchObject({ expiresAt: subject.message.createdAt + hour })
  })

  it("gets no other carrier after a refusal, or after a receipt that came too late [XMS-022]", () => {
    const refused = made()
    refused.dispatch()
    refused.handOver(0)
    later(refused, hour)
    refused.end(0, { _tag: "Refused", failure: "sender_refused", detail: null })
    expect(refused.message).toMatchObject(expired)
    const rerouted = made()
    rerouted.dispatch()
    rerouted.handOver(0)
    rerouted.end(0, { _tag: "Accepted", references: [] })
    later(rerouted, hour)
    rerouted.report(0, false, "FAILED", "sender_refused")
    rerouted.dispatch()
    expect(rerouted.message).toMatchObject(expired)
    expect(rerouted.message.attempts).toHaveLength(1)
  })

  it("counts from its time when it is held until then [XMS-022]", () => {
    const late = (millis: number) => {
      const subject = made({ scheduledIn: 24 })
      later(subject, 24 * hour + millis)
      subject.dispatch()
      return subject.message
    }
    expect(late(hour - 1)).toMatchObject({ status: "ROUTED" })
    expect(late(hour)).toMatchObject(expired)
  })

  it("is not held for a night that lasts longer, but ends [XMS-023]", () => {
    // 22:00 in New Jersey: until 8 it is 10 hours.
    const night = instant(Date.UTC(2030, 0, 16, 3))
    const asleep = (hours: number) => {
      const subject = made({ quietHours: "us-tcpa", worth: { hours, isForEachSend: true } })
      subject.service.now = night
      return subject
    }
    const sinceMade = Math.ceil((night - Given.now) / hour)
    const short = asleep(sinceMade + 9)
    short.dispatch()
    expect(short.message).toMatchObject(expired)
    const long = asleep(sinceMade + 11)
    long.dispatch()
    expect(long.message).toMatchObject({ status: "SCHEDULED" })
  })

  it("is worth an hour again when it is sent again [XMS-025]", () => {
    const subject = made()
    later(subject, hour)
    subject.dispatch()
    subject.resend()
    later(subject, hour - 1)
    subject.dispatch()
    expect(subject.message).toMatchObject({ status: "ROUTED", send: 2 })
  })
})
