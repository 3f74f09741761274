/**
 * The instant from which on a message may be removed, because nothing depends on it any more (decisions 19.1).
 */
import * as Instant from "@signalbox/core/Instant"
import { since } from "@signalbox/core/internal/retention/Settled"
import type { Message } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const ended: Partial<Message> = { status: "DELIVERED", template: null }

/** The days from when it was made until it may go; null while it is under way. */
const days = (parts: Partial<Message>): number | null => {
  const at = since(Given.message({ ...ended, ...parts }))
  return at === null ? null : (at - Given.now) / Instant.day
}

const { template } = Given.message()

describe("a message that has ended", () => {
  it("may go a day after its last step, and a week after it where it has opened a conversation", () => {
    expect([days({}), days({ template }), days({ template, direction: "INBOUND", status: "RECEIVED" })]).toEqual([
      1,
      7,
      1
    ])
    const later = Instant.plus(Given.now, 3 * Instant.day)
    expect(days({ history: [Given.line("DELIVERED", Given.now), Given.line("DELIVERED", later)] })).toBe(4)
  })

  it("stays while it is under way, and a week where a receipt may still come", () => {
    const attempts = (...reports: ReadonlyArray<"SENT" | "FAILED" | "DELIVERED" | null>) => ({
      attempts: reports.map((report) => Given.attempt({ report }))
    })
    expect([days({ status: "QUEUED" }), days({ status: "SENT" }), days(attempts("FAILED", null))])
      .toEqual([null, null, null])
    expect([days(attempts("DELIVERED")), days(attempts("SENT", "DELIVERED")), days(attempts("FAILED", "FAILED"))])
      .toEqual([1, 7, 1])
  })
})
