/**
 * The hand-overs of messages and the answers of carriers as histories tell them, whole, with the events and the work that is
 * left (decisions 4.1).
 */
import { plus } from "@signalbox/core/Instant"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { WholeLife } from "../history/Life.ts"
import { carriers, inOrder, later, minute, overdue, refuse, routed, sent, told } from "../history/Life.ts"
import type { HistorySubject } from "../history/Subject.ts"

const lives: ReadonlyArray<readonly [title: string, live: () => HistorySubject, told: WholeLife]> = [
  ["delivered", () => {
    const made = sent()
    later(made, minute)
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:35 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["refused by all its carriers, of which one says why", () => {
    const made = routed()
    refuse(made, 0, { code: "30", text: "closed" })
    refuse(made, 1)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: one: The carrier is not available. (30: closed) | DELIVERY_010 | from 9000",
      "15T12:34 -- ROUTED: sms through two | from 9000 | not sms one: already_tried",
      "15T12:34 => FAILED: two: The carrier is not available. | DELIVERY_010 | from 9000"
    ],
    events: ["message.routed", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_010"]
  }],
  ["of an account that was deleted before its carrier refused it", () => {
    const made = routed()
    made.handOver(0)
    made.service.change({ deletedAt: Given.now })
    made.end(0, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: one: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => SCHEDULED: its account was deleted | until 15T12:34",
      "15T12:34 => CANCELLED: its account was deleted | until 15T12:34"
    ],
    events: ["message.routed", "message.scheduled", "message.cancelled"],
    work: [],
    ends: ["CANCELLED", "sms", null]
  }],
  ["held over night in line", () => {
    const made = routed({ quietHours: { windows: { US: { start: "08:00", end: "09:00" } }, exempt: [] } })
    later(made, 30 * minute)
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T13:04 => SCHEDULED: held until the recipient's quiet hours end | until 15T14:00"
    ],
    events: ["message.routed", "message.scheduled"],
    work: ["dispatch 15T14:00"],
    ends: ["SCHEDULED", "sms", null]
  }],
  ["refused at night", () => {
    const made = routed({ quietHours: { windows: { US: { start: "08:00", end: "09:00" } }, exempt: [] } })
    made.handOver(0)
    later(made, 30 * minute)
    made.end(0, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T13:04 -- ROUTED: one: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T13:04 => SCHEDULED: held until the recipient's quiet hours end | until 15T14:00"
    ],
    events: ["message.routed", "message.scheduled"],
    work: ["dispatch 15T14:00"],
    ends: ["SCHEDULED", "sms", null]
  }],
  ["whose carrier was silent for too long, and delivered all the same", () => {
    const made = routed({ carriers: carriers.slice(0, 1) })
    made.handOver(0)
    made.end(0, { _tag: "Unanswered" })
    later(made, minute)
    made.timeOut(0)
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:35 => FAILED: one: The carrier did not answer in time. | DELIVERY_011 | from 9000",
      "15T12:35 => DELIVERED: delivered, reported by one; free of charge, since its price had been given back | from 9000"
    ],
    events: ["message.routed", "message.failed", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["whose template is paused in line", () => {
    const made = routed()
    made.service.template(false)
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => BLOCKED: The template is not approved for sending. | BUSINESS_005 | from 9000"
    ],
    events: ["message.routed", "message.blocked"],
    work: [],
    ends: ["BLOCKED", "sms", "BUSINESS_005"]
  }],
  ["whose recipient opts out before its carrier refuses it", () => {
    const made = routed()
    made.handOver(0)
    made.service.consent(true)
    made.end(0, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: one: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => FILTERED: The recipient has opted out. | BUSINESS_004"
    ],
    events: ["message.routed", "message.filtered"],
    work: [],
    ends: ["FILTERED", "sms", "BUSINESS_004"]
  }],
  ["whose sender is gone in line", () => {
    const made = routed()
    made.service.change({ numbers: [{ number: Given.phone(9001), channels: ["sms"], country: "US" }] })
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: the account may not send from it any more | from 9000",
      "15T12:34 -- ROUTED: sms through one | from 9001"
    ],
    events: ["message.routed"],
    work: ["submission 15T12:34"],
    ends: ["ROUTED", "sms", null]
  }],
  ["refused by the second carrier after the first has delivered it", () => {
    const made = overdue(sent(inOrder))
    made.handOver(1)
    made.report(0, false, "DELIVERED", "unknown")
    made.end(1, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 => DELIVERED: delivered, reported by talk | from 9000",
      "15T12:35 -- DELIVERED: one: The carrier is not available. | DELIVERY_010 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "whatsapp", null]
  }],
  ["accepted by the second carrier after the first has delivered it", () => {
    const made = overdue(sent(inOrder))
    made.handOver(1)
    made.report(0, false, "DELIVERED", "unknown")
    made.end(1, { _tag: "Accepted", references: [] })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 => DELIVERED: delivered, reported by talk | from 9000",
      "15T12:35 -- DELIVERED: accepted by one | from 9000 | 79+10"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.delivered"],
    work: ["receipt_deadline 18T12:35"],
    ends: ["DELIVERED", "whatsapp", null]
  }],
  ["kept from the second carrier after the first has delivered it", () => {
    const made = overdue(sent(inOrder))
    made.report(0, false, "DELIVERED", "unknown")
    made.handOver(1)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 => DELIVERED: delivered, reported by talk | from 9000",
      "15T12:35 -- DELIVERED: not handed over to one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "whatsapp", null]
  }],
  ["whose recipient opts out in line", () => {
    const made = routed()
    made.service.consent(true)
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => FILTERED: The recipient has opted out. | BUSINESS_004 | from 9000"
    ],
    events: ["message.routed", "message.filtered"],
    work: [],
    ends: ["FILTERED", "sms", "BUSINESS_004"]
  }],
  ["of an account that is deleted in line", () => {
    const made = routed()
    made.service.change({ deletedAt: Given.now })
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SCHEDULED: its account was deleted | until 15T12:34",
      "15T12:34 => CANCELLED: its account was deleted | until 15T12:34"
    ],
    events: ["message.routed", "message.scheduled", "message.cancelled"],
    work: [],
    ends: ["CANCELLED", "sms", null]
  }],
  ["whose sender is gone in line, where there is no other one", () => {
    const made = routed()
    made.service.change({ numbers: [] })
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: the account may not send from it any more | from 9000",
      "15T12:34 => FAILED: No routing rule matched. | DELIVERY_003 | not sms one: no_sender | not sms two: no_sender"
    ],
    events: ["message.routed", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_003"]
  }],
  ["that leaves a line which takes nothing", () => {
    const made = routed()
    made.handOver(0)
    made.end(0, { _tag: "Busy", until: plus(made.service.now, 14 * minute), holds: "lane" })
    later(made, 15 * minute)
    made.handOver(0)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:49 -- ROUTED: one takes nothing for now | from 9000",
      "15T12:49 -- ROUTED: sms through two | from 9000 | not sms one: already_tried"
    ],
    events: ["message.routed"],
    work: ["submission 15T12:49"],
    ends: ["ROUTED", "sms", null]
  }],
  ["in a line that takes nothing, where there is no other route", () => {
    const made = routed({ carriers: carriers.slice(0, 1) })
    made.handOver(0)
    made.end(0, { _tag: "Busy", until: plus(made.service.now, 14 * minute), holds: "lane" })
    later(made, 15 * minute)
    made.handOver(0)
    return made
  }, {
    lines: ["15T12:34 => PROCESSED: taken up", "15T12:34 => ROUTED: sms through one | from 9000"],
    events: ["message.routed"],
    work: ["submission 15T12:34"],
    ends: ["ROUTED", "sms", null]
  }],
  ["about which a carrier says why it cannot answer", () => {
    const made = routed()
    made.handOver(0)
    made.end(0, { _tag: "Unanswered", detail: { code: "", text: "gone" }, repeat: "never" })
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 -- ROUTED: one: no answer (gone) | from 9000"
    ],
    events: ["message.routed"],
    work: ["submission_deadline 15T12:35"],
    ends: ["ROUTED", "sms", null]
  }]
]

describe("a message", () => {
  it.each(lives)("%s tells all of its life", (_, live, expected) => {
    expect(told(live())).toStrictEqual(expected)
  })
})
