/**
 * Receipts as histories tell them, whole, with the events and the work that is left (decisions 4.1).
 */
import { describe, expect, it } from "vitest"
import type { WholeLife } from "../history/Life.ts"
import { accept, carriers, hour, later, minute, routed, sent, told } from "../history/Life.ts"
import type { HistorySubject } from "../history/Subject.ts"

const lives: ReadonlyArray<readonly [title: string, live: () => HistorySubject, told: WholeLife]> = [
  ["failed for good", () => {
    const made = sent()
    made.report(0, false, "FAILED", "handset_unreachable")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 => FAILED: The handset was not reachable before the message expired. | DELIVERY_006 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_006"]
  }],
  ["never heard of again", () => {
    const made = sent()
    later(made, 100 * hour)
    made.giveUp(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "19T16:34 => FAILED: The handset was not reachable before the message expired. | DELIVERY_006 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_006"]
  }],
  ["whose receipt was faster than the answer", () => {
    const made = routed()
    made.handOver(0)
    made.report(0, false, "DELIVERED", "unknown")
    made.end(0, { _tag: "Accepted", references: [] })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["one of whose parts has failed", () => {
    const made = routed({ segments: 2, carriers: carriers.slice(0, 1) })
    accept(made, 0, ["reference-0-0", "reference-0-9"])
    made.report(0, true, "FAILED", "handset_unreachable")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 158+10",
      "15T12:34 => FAILED: The handset was not reachable before the message expired., part 1 of 2 | DELIVERY_006 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_006"]
  }],
  ["read, and delivered after that", () => {
    const made = sent({ requested: "auto_detect" })
    made.report(0, false, "READ", "unknown")
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:34 => READ: read, reported by talk | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.read"],
    work: [],
    ends: ["READ", "whatsapp", null]
  }],
  ["read on a channel where nobody can know", () => {
    const made = sent()
    made.report(0, false, "READ", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["failed, and delivered after that", () => {
    const made = sent()
    made.report(0, false, "FAILED", "handset_unreachable")
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 => FAILED: The handset was not reachable before the message expired. | DELIVERY_006 | from 9000",
      "15T12:34 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.failed", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["to somebody who is not on WhatsApp", () => {
    const made = sent({ requested: "whatsapp" })
    made.report(0, false, "FAILED", "recipient_not_on_channel")
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:34 -- FAILED: The recipient is not registered on this channel. | DELIVERY_007 | from 9000",
      "15T12:34 => FAILED: no other route: The recipient is not registered on this channel. | DELIVERY_007 | not whatsapp talk: recipient_not_on_whatsapp"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: ["whatsapp_return 14T12:34"],
    ends: ["FAILED", "whatsapp", "DELIVERY_007"]
  }],
  ["of two parts, delivered one by one and then as a whole", () => {
    const made = routed({ segments: 2, carriers: carriers.slice(0, 1) })
    accept(made, 0, ["reference-0-9", "reference-0-0"])
    made.report(0, true, "DELIVERED", "unknown")
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 158+10",
      "15T12:34 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["sent again, and read from the first send while it waits for another route", () => {
    const made = sent({ requested: "whatsapp" })
    made.report(0, false, "DELIVERED", "unknown")
    made.resend()
    made.dispatch()
    accept(made, 1)
    made.report(1, false, "FAILED", "provider_unavailable")
    later(made, minute)
    made.report(0, false, "READ", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:34 => DELIVERED: delivered, reported by talk | from 9000",
      "15T12:34 => QUEUED: sent again",
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:34 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:35 -- SENT: read, reported by talk | from 9000"
    ],
    events: [
      "message.routed",
      "message.sent",
      "message.delivered",
      "message.queued",
      "message.routed",
      "message.sent"
    ],
    work: ["dispatch 15T12:34"],
    ends: ["SENT", "whatsapp", null]
  }],
  ["read on RCS", () => {
    const made = sent({ requested: "rcs", carriers: [{ id: "talk", channels: ["rcs"] }] })
    made.report(0, false, "READ", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: rcs through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 101+3",
      "15T12:34 => READ: read, reported by talk | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.read"],
    work: [],
    ends: ["READ", "rcs", null]
  }]
]

describe("a message", () => {
  it.each(lives)("%s tells all of its life", (_, live, expected) => {
    expect(told(live())).toStrictEqual(expected)
  })
})
