/**
 * Feedback on messages (decisions 14.8): whose messages can have any, and what it adds.
 */
import * as Feedback from "@signalbox/core/internal/message/Feedback"
import type { Message } from "@signalbox/core/Message"
import { FeedbackOutcome } from "@signalbox/core/Message"
import { message as anyMessage } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const outcome = fc.constantFrom(...FeedbackOutcome.literals)
const moment = { now: Given.now, ids: Given.ids() }

describe("Feedback.subject", () => {
  prop("is an attempt that a carrier took, a delivered one where there is one [XMS-073]", anyMessage, (message) => {
    const subject = Feedback.subject({ ...message, direction: "OUTBOUND" })
    const delivered = message.attempts.filter(({ report }) => report === "DELIVERED" || report === "READ")
    const taken = message.attempts.filter(({ charge }) => charge === "taken")
    expect(subject).toBe(delivered.at(-1) ?? taken.at(-1) ?? null)
  })

  prop("is none of a message that came in, or that no carrier took [XMS-073]", anyMessage, (message) => {
    expect(Feedback.subject({ ...message, direction: "INBOUND" })).toBe(null)
    const attempts = message.attempts.map((each) => ({ ...each, charge: "returned", report: "FAILED" }) as const)
    expect(Feedback.subject({ ...message, direction: "OUTBOUND", attempts })).toBe(null)
  })
})

describe("Feedback.add", () => {
  prop(
    "adds one outcome, one line and one event, and changes nothing else [XMS-070, XMS-072]",
    anyMessage.filter(({ feedback = [] }) => feedback.length === 0),
    outcome,
    (message: Message, told) => {
      const attempt = { id: Given.attemptId(1) }
      const { events, message: after } = Feedback.add(message, attempt, told, moment)
      expect(after).toEqual({
        ...message,
        feedback: [{ outcome: told, at: Given.now, attempt: attempt.id }],
        history: [...message.history, expect.objectContaining({ status: message.status, reached: false })]
      })
      expect(FeedbackOutcome.literals.filter((each) => Feedback.isKnown(after, each))).toEqual([told])
      expect(events.map(({ name }) => name)).toEqual(["message.feedback"])
      const { payload } = JSON.parse(events[0]!.body) as { readonly payload: object }
      expect(payload).toMatchObject({ outcome: told, message_id: message.id, message_status: message.status })
      // Its name does not tell the status, so neither reasons nor times of a status belong to it.
      expect(Object.keys(payload).filter((key) => key.startsWith("reason") || key === "scheduled_at")).toEqual([])
    }
  )

  it("keeps each outcome beside the other [XMS-071]", () => {
    const attempt = { id: Given.attemptId(1) }
    const once = Feedback.add(Given.message(), attempt, "converted", moment).message
    const twice = Feedback.add(once, attempt, "complained", moment).message
    expect(twice.feedback?.map((each) => each.outcome)).toEqual(["converted", "complained"])
    const known = [Given.message(), once, twice].map((message) =>
      FeedbackOutcome.literals.filter((each) => Feedback.isKnown(message, each))
    )
    expect(known.map((each) => each.toSorted())).toEqual([[], ["converted"], ["complained", "converted"]])
  })
})
