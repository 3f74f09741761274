/**
 * Steps of a message and of a verification count for the prefix of their number (decisions 17.3).
 */
import * as Commit from "@signalbox/core/Commit"
import type { VerificationId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { checked, ofChanges, prefixOf } from "@signalbox/core/internal/commit/PrefixCounters"
import * as Tallied from "@signalbox/core/internal/commit/Tallied"
import * as VerificationStep from "@signalbox/core/internal/verification/VerificationStep"
import * as Limit from "@signalbox/core/Limit"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Verifications } from "@signalbox/core/Verification"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Verified from "../verification/Verified.ts"

const taken = { attempts: [Given.attempt({ charge: "taken" })] }

/** Returns what the counters are called that a step raises, without the account, and when it makes the prefix be looked at. */
const counted = (before: Message | null, after: Message): ReadonlyArray<string> => {
  const store = new FactStore(before === null ? [] : [Commit.put(Messages, before)])
  const facts = store.load({ ...Needs.none, rows: [{ kind: "message", key: after.id }] })
  const commit = Tallied.of(Commit.make({ puts: [Commit.put(Messages, after)] }), facts)
  return commit.counts.map(({ counter }) => counter.split("/").slice(2, 4).join(" "))
}

const watched = (parts: Partial<Message> = {}): Message => Given.message({ isWatched: true, ...parts })

describe("the counters of a prefix", () => {
  it.each([
    ["+447700900123", "+447700"],
    ["+94771234567", "+947712"],
    ["+12015550123", "+12015"],
    ["+85212345678", "+8521234"],
    // No prefix is a whole number, nor nearly one.
    ["+6834002", "+68340"],
    ["+50021234", "+500212"]
  ])("are those of %s by %s [XPR-090]", (phone, prefix) => {
    expect(prefixOf(phone as PhoneNumber)).toBe(prefix)
  })

  it("count a delivery once, and an end after a carrier has taken the message [XPR-191]", () => {
    const sent = watched({ status: "SENT", ...taken })
    const failed = watched({ status: "FAILED", code: "DELIVERY_006", ...taken })
    expect(counted(sent, watched({ status: "DELIVERED", ...taken }))).toEqual(["+12015 delivered"])
    expect(counted(sent, watched({ status: "READ", ...taken }))).toEqual(["+12015 delivered"])
    expect(counted(watched({ status: "DELIVERED", ...taken }), watched({ status: "READ", ...taken }))).toEqual([])
    expect(counted(sent, failed)).toEqual(["+12015 undelivered"])
    expect(counted(failed, failed)).toEqual([])
    expect(counted(failed, watched({ status: "DELIVERED", ...taken }))).toEqual(["+12015 delivered"])
    // It was not taken, or its carrier has troubles of its own, or its account is not watched.
    expect(counted(sent, watched({ status: "FAILED", code: "DELIVERY_005", attempts: [] }))).toEqual([])
    expect(counted(sent, watched({ status: "FAILED", code: "DELIVERY_013", ...taken }))).toEqual([])
    const refused = [Given.attempt({ charge: "returned" })]
    expect(counted(sent, watched({ status: "FAILED", code: "DELIVERY_006", attempts: refused }))).toEqual([])
    expect(counted(sent, Given.message({ status: "DELIVERED", ...taken }))).toEqual([])
    expect(counted(null, watched({ status: "QUEUED" }))).toEqual([])
    // A message that is sent again counts again.
    const again = { send: 2, attempts: [Given.attempt({ send: 2, charge: "taken" })] }
    expect(counted(failed, watched({ ...again, status: "FAILED", code: "DELIVERY_006" }))).toEqual([
      "+12015 undelivered"
    ])
    expect(counted(failed, watched({ status: "FAILED", send: 2, code: "DELIVERY_006", ...taken }))).toEqual([])
  })

  it("count a verification when its first message is out [XPR-200]", () => {
    const verification = { id: "0e51f1ed-0000-7000-8000-000000000001" as VerificationId }
    const first = { verification: { ...verification, isWatched: true } }
    const routed = Given.message({ status: "ROUTED", ...first })
    // A receipt may come before the answer of the carrier.
    for (const status of ["SENT", "DELIVERED", "READ"] as const) {
      expect(counted(routed, Given.message({ status, ...first })), status).toEqual(["+12015 started"])
    }
    expect(counted(null, Given.message({ status: "SENT", ...first }))).toEqual(["+12015 started"])
    expect(counted(routed, Given.message({ status: "BLOCKED", ...first }))).toEqual([])
    // Whether it arrives is counted of messages that are watched themselves.
    expect(counted(routed, Given.message({ status: "FAILED", code: "DELIVERY_006", ...taken, ...first }))).toEqual([])
    for (const [before, after] of [["SENT", "DELIVERED"], ["DELIVERED", "READ"], ["READ", "READ"]] as const) {
      expect(counted(Given.message({ status: before, ...first }), Given.message({ status: after, ...first }))).toEqual(
        []
      )
    }
    expect(counted(routed, Given.message({ status: "SENT", verification }))).toEqual([])
  })

  it("are named by the minute of what they count, and each prefix is looked at in the minute after that", () => {
    const { account, createdAt, id } = Given.message()
    const minute = Math.floor(createdAt / Instant.minute)
    const history = [Given.line("SENT", createdAt), Given.line("SENT", Instant.plus(createdAt, 7 * Instant.minute))]
    const count = (counted: string, at: number, once = `${id}/1`) => ({
      counter: `prefix/${account}/+12015/${counted}/${at}`,
      by: 1,
      ceiling: null,
      once
    })
    const review = (at: number) => ({
      work: { kind: "prefix_review", key: `${account}/+12015/${at}` },
      lane: `prefix:${account}`,
      at: at * Instant.minute
    })
    const verified = { verification: { id: "0e51f1ed-0000-7000-8000-000000000001" as VerificationId, isWatched: true } }
    const failed = watched({ status: "FAILED", ...taken, history })
    expect([
      ofChanges([]),
      ofChanges([[null, Given.message({ status: "DELIVERED", ...taken })]]),
      ofChanges([[null, watched()]]),
      ofChanges([[null, watched({ status: "DELIVERED", ...taken })]]),
      ofChanges([[watched(), failed]]),
      ofChanges([[null, watched({ ...failed, send: 3, attempts: [Given.attempt({ send: 3, charge: "taken" })] })]]),
      ofChanges([
        [null, Given.message({ status: "SENT", ...verified, history })],
        [null, watched()],
        [null, failed]
      ])
    ]).toStrictEqual([
      null,
      null,
      null,
      { counts: [count("delivered", minute)], due: [] },
      { counts: [count("undelivered", minute + 7)], due: [review(minute + 8)] },
      { counts: [count("undelivered", minute + 7, `${id}/3`)], due: [review(minute + 8)] },
      {
        counts: [count("started", minute, id), count("undelivered", minute + 7)],
        due: [
          review(Math.floor((createdAt + Limit.pumping.checkPatience) / Instant.minute) + 1),
          review(minute + 8)
        ]
      }
    ])
    const verification = Verified.verification({ isWatched: true })
    expect(checked(verification)).toStrictEqual([count("checked", minute, verification.id)])
  })

  it("count a verification as checked when its code was tried, at its end [XPR-200]", () => {
    const ended = (trigger: "matched" | "missed" | "exhausted" | "lapsed", tries: number, isWatched = true) => {
      const before = Verified.verification({ tries, ...(isWatched ? { isWatched } : {}) })
      const facts = Verified.store(before).load({ ...Needs.none, rows: [{ kind: Verifications.name, key: before.id }] })
      const grounds = { facts, ids: Given.ids(), now: Instant.plus(Given.now, 5 * Instant.minute) }
      const { counts = [] } = VerificationStep.take(before, trigger, { tries }, grounds).commit
      return counts.map(({ counter }) => counter.split("/").slice(2).join(" "))
    }
    // It counts in the minute in which the verification began.
    const began = [`+12015 checked ${Math.floor(Given.now / Instant.minute)}`]
    expect(ended("matched", 0)).toEqual(began)
    expect(ended("missed", 1)).toEqual([])
    expect(ended("exhausted", 5)).toEqual(began)
    expect(ended("lapsed", 1)).toEqual(began)
    expect(ended("lapsed", 0)).toEqual([])
    expect(ended("matched", 0, false)).toEqual([])
  })
})
