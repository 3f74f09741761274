/**
 * The routes of messages as their histories tell them, whole: each line with its words, its sender, its code, its price and
 * the routes that were left out, the events, and the work that is left (decisions 4.1, 14.5).
 */
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { WholeLife } from "../history/Life.ts"
import {
  accept,
  carriers,
  hour,
  inOrder,
  later,
  minute,
  overdue,
  refuse,
  routed,
  scene,
  sent,
  told
} from "../history/Life.ts"
import type { HistorySubject } from "../history/Subject.ts"

const lives: ReadonlyArray<readonly [title: string, live: () => HistorySubject, told: WholeLife]> = [
  ["sent on after a failed receipt", () => {
    const made = sent()
    made.report(0, false, "FAILED", "provider_unavailable")
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => QUEUED: goes on to another route",
      "15T12:34 => ROUTED: sms through two | from 9000 | not sms one: already_tried"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed"],
    work: ["submission 15T12:34"],
    ends: ["ROUTED", "sms", null]
  }],
  ["failed, where there is no other route", () => {
    const made = sent({ carriers: carriers.slice(0, 1) })
    made.report(0, false, "FAILED", "provider_unavailable")
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => FAILED: no other route: The carrier is not available. | DELIVERY_010 | not sms one: already_tried"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_010"]
  }],
  ["failed, where no money is left for another route", () => {
    const made = sent()
    made.report(0, false, "FAILED", "provider_unavailable")
    made.service.setBalance(0)
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => FAILED: no money for another route: The carrier is not available. | DELIVERY_010 | not sms one: already_tried"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_010"]
  }],
  ["without a route", () => routed({ requested: "auto_detect", carriers: [{ id: "talk", channels: ["mms"] }] }), {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => FAILED: No routing rule matched. | DELIVERY_003 | not mms talk: channel_not_set_up"
    ],
    events: ["message.failed"],
    work: [],
    ends: ["FAILED", "auto", "DELIVERY_003"]
  }],
  ["of an account that was deleted before", () => {
    const made = scene()
    made.service.change({ deletedAt: Given.now })
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => SCHEDULED: its account was deleted | until 15T12:34",
      "15T12:34 => CANCELLED: its account was deleted | until 15T12:34"
    ],
    events: ["message.scheduled", "message.cancelled"],
    work: [],
    ends: ["CANCELLED", "auto", null]
  }],
  ["of an account that was deleted after its carrier took it", () => {
    const made = sent()
    made.report(0, false, "FAILED", "provider_unavailable")
    made.service.change({ deletedAt: Given.now })
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:34 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:34 => FAILED: the account was deleted: The carrier is not available. | DELIVERY_010"
    ],
    events: ["message.routed", "message.sent", "message.failed"],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_010"]
  }],
  ["held over night, and released", () => {
    const made = routed({ quietHours: { windows: { US: { start: "07:00", end: "08:00" } }, exempt: [] } })
    later(made, 26 * minute)
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => SCHEDULED: held until the recipient's quiet hours end | until 15T13:00",
      "15T13:00 => QUEUED: released",
      "15T13:00 => PROCESSED: taken up",
      "15T13:00 => ROUTED: sms through one | from 9000"
    ],
    events: ["message.scheduled", "message.queued", "message.routed"],
    work: ["submission 15T13:00"],
    ends: ["ROUTED", "sms", null]
  }],
  ["to be sent on at night", () => {
    const made = sent({ quietHours: { windows: { US: { start: "08:00", end: "09:00" } }, exempt: [] } })
    later(made, 30 * minute)
    made.report(0, false, "FAILED", "provider_unavailable")
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T13:04 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T13:04 => QUEUED: goes on to another route",
      "15T13:04 => SCHEDULED: held until the recipient's quiet hours end | until 15T14:00"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.scheduled"],
    work: ["dispatch 15T14:00"],
    ends: ["SCHEDULED", "sms", null]
  }],
  ["to be sent on in the morning, and delivered before", () => {
    const made = sent({ quietHours: { windows: { US: { start: "08:00", end: "09:00" } }, exempt: [] } })
    later(made, 30 * minute)
    made.report(0, false, "FAILED", "provider_unavailable")
    made.dispatch()
    made.report(0, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T13:04 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T13:04 => QUEUED: goes on to another route",
      "15T13:04 => SCHEDULED: held until the recipient's quiet hours end | until 15T14:00",
      "15T13:04 => DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.scheduled", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "sms", null]
  }],
  ["to be sent on in the morning, without money then", () => {
    const made = sent({ quietHours: { windows: { US: { start: "08:00", end: "09:00" } }, exempt: [] } })
    later(made, 30 * minute)
    made.report(0, false, "FAILED", "provider_unavailable")
    made.dispatch()
    later(made, hour)
    made.service.setBalance(0)
    made.dispatch()
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: sms through one | from 9000",
      "15T12:34 => SENT: accepted by one | from 9000 | 79+10",
      "15T13:04 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T13:04 => QUEUED: goes on to another route",
      "15T13:04 => SCHEDULED: held until the recipient's quiet hours end | until 15T14:00",
      "15T14:04 => QUEUED: released",
      "15T14:04 => PROCESSED: taken up",
      "15T14:04 => FAILED: no money for another route: The carrier is not available. | DELIVERY_010 | not sms one: already_tried"
    ],
    events: [
      "message.routed",
      "message.sent",
      "message.queued",
      "message.scheduled",
      "message.queued",
      "message.failed"
    ],
    work: [],
    ends: ["FAILED", "sms", "DELIVERY_010"]
  }],
  ["not delivered in time", () => overdue(sent(inOrder)), {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed"],
    work: ["receipt_deadline 18T12:34", "submission 15T12:35"],
    ends: ["ROUTED", "sms", null]
  }],
  ["not delivered in time, of a recipient who has opted out", () => {
    const made = sent(inOrder)
    made.service.consent(true)
    return overdue(made)
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 -- SENT: not delivered on whatsapp within 60 s, and waits on: The recipient has opted out. | from 9000"
    ],
    events: ["message.routed", "message.sent"],
    work: ["receipt_deadline 18T12:34"],
    ends: ["SENT", "whatsapp", null]
  }],
  ["not delivered in time, and refused on all other routes", () => {
    const made = overdue(sent(inOrder))
    refuse(made, 1)
    refuse(made, 2)
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 -- ROUTED: one: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:35 -- ROUTED: sms through two | from 9000 | not whatsapp talk: passed_over | not sms one: already_tried",
      "15T12:35 => SENT: two: The carrier is not available.; an earlier route may still deliver it | DELIVERY_010 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.sent"],
    work: ["receipt_deadline 18T12:34"],
    ends: ["SENT", "whatsapp", null]
  }],
  ["not delivered in time, and then by both routes", () => {
    const made = overdue(sent(inOrder))
    accept(made, 1)
    made.report(0, false, "DELIVERED", "unknown")
    made.report(1, false, "DELIVERED", "unknown")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:35 => DELIVERED: delivered, reported by talk | from 9000",
      "15T12:35 -- DELIVERED: delivered, reported by one | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.sent", "message.delivered"],
    work: [],
    ends: ["DELIVERED", "whatsapp", null]
  }],
  ["not delivered in time, of an account that was deleted", () => {
    const made = sent(inOrder)
    made.service.change({ deletedAt: Given.now })
    return overdue(made)
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 -- SENT: not delivered on whatsapp within 60 s, and waits on: the account was deleted | from 9000"
    ],
    events: ["message.routed", "message.sent"],
    work: ["receipt_deadline 18T12:34"],
    ends: ["SENT", "whatsapp", null]
  }],
  [
    "not delivered in time, where there is no other route",
    () => overdue(sent({ requested: "auto_detect", fallback: ["whatsapp", "rcs"], afterSeconds: 60 })),
    {
      lines: [
        "15T12:34 => PROCESSED: taken up",
        "15T12:34 => ROUTED: whatsapp through talk | from 9000",
        "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
        "15T12:35 -- SENT: not delivered on whatsapp within 60 s, and waits on: no other route | from 9000 | not whatsapp talk: passed_over"
      ],
      events: ["message.routed", "message.sent"],
      work: ["receipt_deadline 18T12:34"],
      ends: ["SENT", "whatsapp", null]
    }
  ],
  ["not delivered in time at night", () =>
    overdue(sent({
      ...inOrder,
      quietHours: { windows: { US: { start: "07:35", end: "08:00" } }, exempt: [] }
    })), {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7"
    ],
    events: ["message.routed", "message.sent"],
    work: ["receipt_deadline 18T12:34", "fallback 15T13:00"],
    ends: ["SENT", "whatsapp", null]
  }],
  ["not delivered in time, and failed on both routes", () => {
    const made = overdue(sent(inOrder))
    accept(made, 1)
    made.report(1, false, "FAILED", "provider_unavailable")
    made.service.setBalance(0)
    made.dispatch()
    made.report(0, false, "FAILED", "handset_unreachable")
    return made
  }, {
    lines: [
      "15T12:34 => PROCESSED: taken up",
      "15T12:34 => ROUTED: whatsapp through talk | from 9000",
      "15T12:34 => SENT: accepted by talk | from 9000 | 50+7",
      "15T12:35 => QUEUED: not delivered on whatsapp within 60 s: goes on to another route | from 9000",
      "15T12:35 => ROUTED: sms through one | from 9000 | not whatsapp talk: passed_over",
      "15T12:35 => SENT: accepted by one | from 9000 | 79+10",
      "15T12:35 -- FAILED: The carrier is not available. | DELIVERY_010 | from 9000",
      "15T12:35 -- SENT: no money for another route: The carrier is not available.; an earlier route may still deliver it | DELIVERY_010 | not whatsapp talk: passed_over | not sms one: already_tried",
      "15T12:35 -- FAILED: The handset was not reachable before the message expired. | DELIVERY_006 | from 9000"
    ],
    events: ["message.routed", "message.sent", "message.queued", "message.routed", "message.sent"],
    work: ["dispatch 15T12:35"],
    ends: ["SENT", "sms", null]
  }]
]

describe("a message", () => {
  it.each(lives)("%s tells all of its life", (_, live, expected) => {
    expect(told(live())).toStrictEqual(expected)
  })
})
