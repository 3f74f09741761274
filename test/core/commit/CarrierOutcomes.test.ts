/**
 * Changes of messages tell how their carriers have fared (decisions 18.3).
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import * as CarrierOutcomes from "@signalbox/core/internal/commit/CarrierOutcomes"
import type { Attempt, Message } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const taken = Instant.plus(Given.now, 20_000)

const open = Given.attempt()
const sent: Attempt = { ...open, report: "SENT", charge: "taken" }

const message = (attempt: Attempt | null): Message =>
  Given.message({
    attempts: attempt === null ? [] : [attempt],
    history: [Given.line("ROUTED", Given.now), Given.line("SENT", taken)]
  })

/** Returns what one change counts, and how many minutes after the beginning of the attempt. */
const counted = (before: Attempt | null, after: Attempt, afterMillis = 30_000): ReadonlyArray<string> =>
  CarrierOutcomes.ofChange(
    [message(before), message(after)],
    5 * Instant.minute,
    Instant.plus(Given.now, afterMillis)
  ).map(({ carrier, counts, country, isHeard, minute }) => {
    expect([carrier, country]).toEqual([open.carrier, "US"])
    return `${counts} ${minute - Math.floor(Given.now / Instant.minute)}${isHeard ? " heard" : ""}`
  })

const failed = (failure: FailureClass): Attempt => ({ ...sent, report: "FAILED", failure })

const theirs: ReadonlyArray<FailureClass> = [
  "undeliverable_by_route",
  "no_route_to_network",
  "provider_unavailable",
  "provider_timeout",
  "transport_error",
  "temporary_carrier_error",
  "rate_limited",
  "unknown"
]

describe("the outcomes of carriers", () => {
  it("count what they took, and what they refused for reasons of their own [XRT-062]", () => {
    expect(counted(open, sent)).toEqual(["asked 1", "taken 1"])
    expect(counted(null, sent)).toEqual(["asked 1", "taken 1"])
    for (const failure of FailureClass.literals) {
      const refused: Attempt = { ...open, report: "FAILED", charge: "returned", failure }
      expect(counted(open, refused)).toEqual(theirs.includes(failure) ? ["asked 1", "failed 1"] : ["asked 1"])
    }
  })

  it("count nothing of what a carrier was not asked, but a line that it has kept standing [XRT-062]", () => {
    const withheld: Attempt = { ...open, report: "FAILED", charge: "returned" }
    expect(counted(open, withheld)).toEqual([])
    expect(counted(open, { ...withheld, heldBack: true })).toEqual([])
    expect(counted(open, { ...withheld, leftLine: true })).toEqual(["asked 1", "failed 1"])
    expect(counted(null, open)).toEqual([])
    expect(counted(sent, sent)).toEqual([])
    expect(counted(sent, open)).toEqual([])
  })

  it("count a receipt in the minute in which the carrier took the message, unless it is late [XRT-062]", () => {
    // The minute of Given.now begins 56.789 seconds before it.
    const delivered: Attempt = { ...sent, report: "DELIVERED" }
    expect(counted(sent, delivered, 4 * Instant.minute)).toEqual(["timely 1 heard"])
    expect(counted(sent, delivered, 5 * Instant.minute + 19_999)).toEqual(["timely 1 heard"])
    expect(counted(sent, delivered, 5 * Instant.minute + 20_000)).toEqual([])
    expect(counted(sent, { ...delivered, overdue: true })).toEqual([])
    expect(counted(open, delivered)).toEqual(["asked 1", "taken 1", "timely 1 heard"])
    expect(counted(delivered, { ...sent, report: "READ" })).toEqual([])
    // A carrier that has delivered it has not failed, whatever it had answered before.
    expect(counted(sent, { ...delivered, failure: "provider_timeout" })).toEqual(["timely 1 heard"])
    // It was taken once, whatever its history says of that later, and of attempts before it.
    const lines = (...all: ReadonlyArray<Message["history"][number]>) => ({
      ...message(delivered),
      history: [
        Given.line("SENT", Instant.plus(Given.now, -1)),
        { ...Given.line("SENT", Given.now), reached: false },
        ...all
      ]
    })
    const minutes = (after: Message) =>
      CarrierOutcomes.ofChange([message(sent), after], 5 * Instant.minute, Instant.plus(taken, 1))
        .map(({ minute }) => minute)
    const later = Instant.plus(taken, 2 * Instant.minute)
    expect(minutes(lines(Given.line("SENT", taken), Given.line("SENT", later)))).toEqual([
      Math.floor(taken / Instant.minute)
    ])
    expect(minutes(lines())).toEqual([])
    // It may have been taken in the very moment in which the attempt began.
    expect(minutes(lines(Given.line("SENT", Given.now)))).toEqual([Math.floor(Given.now / Instant.minute)])
    for (const failure of FailureClass.literals) {
      expect(counted(sent, failed(failure), 2 * Instant.minute))
        .toEqual(theirs.includes(failure) ? ["failed 2 heard", "timely 1 heard"] : ["timely 1 heard"])
    }
  })
})
