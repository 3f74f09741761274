/**
 * The line of a message is drawn from any activities, leaves none out, and ends as the message does.
 */
import * as Line from "@signalbox/inbox/Line"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const statuses = [
  "QUEUED",
  "SCHEDULED",
  "PROCESSED",
  "ROUTED",
  "SENT",
  "DELIVERED",
  "READ",
  "FAILED",
  "BLOCKED",
  "FILTERED",
  "CANCELLED",
  "RECEIVED"
] as const

const candidate = fc.constantFrom("sms through sms-a", "whatsapp through whatsapp-a", "rcs through rcs-a")
const leftOut = fc.constantFrom(
  "",
  "; not mms through mms-a: the template has no body for the channel",
  "; not rcs through rcs-a: it was tried in this send; not mms through mms-a: the channel has no price"
)

const description = fc.oneof(
  fc.tuple(candidate, leftOut).map(([chosen, others]) => chosen + others),
  fc.constantFrom("accepted", "taken up", "rcs-a: The recipient is not registered on this channel.", ""),
  fc.string()
)

const gaps = fc.array(
  fc.record({
    channel: fc.constantFrom("sms", "rcs", "toString", "pigeon"),
    carrier: fc.constantFrom("rcs-a", "sms-b"),
    reason: fc.constantFrom("already_tried", "channel_not_set_up", "no_price"),
    sentence: fc.string()
  }),
  { maxLength: 5 }
)

const activity = fc.record({
  status: fc.oneof(fc.constantFrom(...statuses), fc.string()),
  description,
  timestamp: fc.oneof(
    fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true }).map((at) =>
      at.toISOString()
    ),
    fc.string()
  ),
  price: fc.option(fc.constant("0.0079")),
  reason_code: fc.constantFrom("DELIVERY_007", "BUSINESS_001"),
  scheduled_at: fc.constant("2026-06-01T08:00:00.000Z"),
  left_out: gaps
}, { requiredKeys: ["status", "description", "timestamp"] })

const activities = fc.array(activity, { maxLength: 20 })

const at = (second: number): string => new Date(Date.UTC(2026, 10, 24, 12, 0, second)).toISOString()

describe("the line of a message", () => {
  prop("leaves no activity out, and keeps their order", activities, (all) => {
    const elements = Line.of(all)
    const places = elements.flatMap((element) => element.activities)
    expect([...new Set(places)].toSorted((a, b) => a - b)).toEqual([...all.keys()])
    const isCandidate = ({ kind, title }: Line.Element) => kind === "station" && title.includes(" · ")
    const told = elements.filter((element) => !isCandidate(element)).flatMap((element) => element.activities.slice(-1))
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    // The station of a candidate stands before that which says that it was taken, whatever else was told meanwhile, or where
    // the next one was chosen, or at the end.
    for (const [index, element] of elements.entries()) {
      const next = elements[index + 1]
      if (!isCandidate(element) || next === undefined || element.notes[0] === "no answer yet") continue
      const [place = Infinity] = next.activities
      expect(place).toBeGreaterThan(element.activities[0] ?? Infinity)
      expect(["SENT", "DELIVERED", "READ"]).toContain(all[place]?.status)
    }
  })

  prop("names a candidate that was not tried once, and says why for each branch", activities, (all) => {
    const branches = Line.of(all).filter((element) => element.kind === "branch")
    const untried = branches.filter(({ outcome }) => outcome === "not tried").map(({ title }) => title)
    expect(new Set(untried).size).toBe(untried.length)
    for (const branch of branches) {
      expect(branch.notes.length).toBe(1)
      expect(branch.at === null).toBe(branch.outcome === "not tried")
    }
  })

  prop("has its terminus at the end alone, in the colour of how the message ended", activities, (all) => {
    const elements = Line.of(all)
    const ends = elements.flatMap((element, index) =>
      element.kind === "station" && element.mark === "terminus" ? [index] : []
    )
    expect(ends.length).toBeLessThanOrEqual(1)
    for (const index of ends) {
      const end = elements[index]
      expect(elements.slice(index + 1).every(({ kind }) => kind === "branch")).toBe(true)
      expect(end?.kind === "station" && end.lamp).toBe(Line.lampOf(all.at(-1)?.status ?? ""))
    }
  })

  prop("is read aloud as one sentence for each element, which names it", activities, (all) => {
    for (const element of Line.of(all)) expect(Line.spoken(element)).toContain(element.title)
  })

  it("ends a candidate that nobody had answered for where its message was cancelled", () => {
    const elements = Line.of([
      { status: "ROUTED", description: "sms through sms-a", timestamp: at(0) },
      { status: "CANCELLED", description: "cancelled by the client", timestamp: at(1) }
    ])
    expect(elements.map(({ kind, title }) => [kind, title])).toEqual([
      ["station", "ROUTED"],
      ["branch", "SMS · sms-a"],
      ["station", "CANCELLED"]
    ])
    expect(elements.at(-1)).toMatchObject({ mark: "terminus", lamp: "stop" })
  })

  it("branches where candidates were refused or not tried, and arrives by the one that took it", () => {
    const mms = {
      channel: "mms",
      carrier: "mms-a",
      reason: "not_in_template",
      sentence: "the template has no body for the channel"
    }
    const whatsapp = {
      channel: "whatsapp",
      carrier: "whatsapp-a",
      reason: "already_tried",
      sentence: "it was tried in this send"
    }
    const none = "; not mms through mms-a: the template has no body for the channel"
    const elements = Line.of([
      { status: "QUEUED", description: "accepted", timestamp: at(0) },
      { status: "PROCESSED", description: "taken up", timestamp: at(0) },
      { status: "ROUTED", description: `whatsapp through whatsapp-a${none}`, timestamp: at(1), left_out: [mms] },
      { status: "ROUTED", description: "whatsapp-a: It is not there.", timestamp: at(2), reason_code: "DELIVERY_007" },
      {
        status: "ROUTED",
        description: `sms through sms-a; not whatsapp through whatsapp-a: it was tried in this send${none}`,
        timestamp: at(2),
        left_out: [whatsapp, mms]
      },
      { status: "SENT", description: "accepted by sms-a", timestamp: at(3), price: "0.0079" },
      { status: "DELIVERED", description: "delivered, reported by sms-a", timestamp: at(4) }
    ])
    expect(elements.map(Line.spoken)).toEqual([
      "QUEUED: accepted",
      "ROUTED: first WhatsApp · whatsapp-a",
      "Branch MMS · mms-a: not tried, because the template has no body for the channel",
      "Branch WhatsApp · whatsapp-a: refused: It is not there.",
      "SMS · sms-a",
      "SENT: accepted by sms-a, $0.0079",
      "DELIVERED: delivered, reported by sms-a"
    ])
    expect(elements.at(-1)).toMatchObject({ kind: "station", mark: "terminus", lamp: "go", after: 4000 })
  })

  it("tells of each element its place, its time and its colour, and nothing twice", () => {
    const tried = { channel: "rcs", carrier: "rcs-b", reason: "already_tried", sentence: "it was tried in this send" }
    const other = { channel: "mms", carrier: "mms-a", reason: "no_price", sentence: "it has no price" }
    const full = { channel: "sms", carrier: "sms-a", reason: "paused", sentence: "it is full" }
    const told = Line.of([
      { status: "ROUTED", description: "sms through sms-a; weight 3", timestamp: at(1), left_out: [tried, other] },
      { status: "ROUTED", description: "sms-a: It is full.", timestamp: at(3), reason_code: "DELIVERY_007" },
      { status: "ROUTED", description: "nothing is left", timestamp: at(4), reason_code: "ROUTING_001" },
      { status: "ROUTED", description: "whatsapp through meta, drawn", timestamp: at(5), left_out: [other, full] },
      { status: "SENT", description: "taken by meta", timestamp: at(7), price: null },
      { status: "ROUTED", description: "mms through mms-a", timestamp: "later" }
    ])
    const station = { kind: "station", mark: "plain", lamp: "go" }
    expect(told).toStrictEqual([
      { ...station, title: "ROUTED", notes: ["first SMS · sms-a"], activities: [0], at: at(1), after: 0 },
      {
        kind: "branch",
        outcome: "not tried",
        title: "MMS · mms-a",
        notes: ["not tried, because it has no price"],
        activities: [0],
        at: null,
        after: null
      },
      {
        kind: "branch",
        outcome: "refused",
        title: "SMS · sms-a",
        notes: ["refused: It is full."],
        activities: [0, 1],
        at: at(3),
        after: 2000
      },
      {
        kind: "branch",
        outcome: "refused",
        title: "ROUTED",
        notes: ["nothing is left"],
        activities: [2],
        at: at(4),
        after: 3000
      },
      { ...station, title: "WhatsApp · meta", notes: [], activities: [3], at: at(5), after: 6000 },
      { ...station, title: "SENT", notes: ["taken by meta"], activities: [4], at: at(7), after: 6000 },
      {
        ...station,
        lamp: "wait",
        title: "MMS · mms-a",
        notes: ["no answer yet"],
        activities: [5],
        at: "later",
        after: null
      }
    ])
  })

  it("keeps each candidate that has no answer when another one is chosen, and one whose message goes on", () => {
    const routed = (carrier: string, second: number) => ({
      status: "ROUTED",
      description: `sms through ${carrier}`,
      timestamp: at(second)
    })
    const told = (...all: ReadonlyArray<Line.Activity>) =>
      Line.of(all).map((element) => [Line.spoken(element), element.activities, element.after])
    expect(told(routed("a", 0), routed("b", 1), routed("c", 2), {
      status: "SENT",
      description: "taken",
      timestamp: at(3)
    })).toStrictEqual([
      ["ROUTED: first SMS · a", [0], 0],
      ["SMS · a: no answer yet", [0], 0],
      ["SMS · b: no answer yet", [1], 1000],
      ["SMS · c", [2], 3000],
      ["SENT: taken", [3], 3000]
    ])
    const again = { status: "QUEUED", description: "again", timestamp: at(2) }
    expect(told(routed("a", 0), { status: "FAILED", description: "no", timestamp: at(1) }, again)).toStrictEqual([
      ["ROUTED: first SMS · a", [0], 0],
      ["FAILED: no", [1], 1000],
      ["QUEUED: again", [2], 2000],
      ["SMS · a: no answer yet", [0], 0]
    ])
  })

  it("has one station for what is taken up, unless nothing follows", () => {
    const queued = { status: "QUEUED", description: "accepted", timestamp: at(0) }
    const taken = { status: "PROCESSED", description: "taken up", timestamp: at(1) }
    const titles = (...all: ReadonlyArray<Line.Activity>) =>
      Line.of(all).map(({ activities, title }) => [title, activities])
    expect(titles(queued, taken)).toStrictEqual([["QUEUED", [0]], ["PROCESSED", [1]]])
    expect(titles(queued, taken, taken, { ...queued, status: "SENT" })).toStrictEqual([
      ["QUEUED", [0, 1, 2]],
      ["SENT", [3]]
    ])
    expect(titles(taken, queued)).toStrictEqual([["PROCESSED", [0]], ["QUEUED", [1]]])
  })

  it("waits at a signal for the morning, begins at a siding when it is scheduled, and comes back when it is rerouted", () => {
    const held = { scheduled_at: at(50) }
    const marks = (...all: ReadonlyArray<Line.Activity>) =>
      Line.of(all).map((element) => element.kind === "station" ? `${element.title} ${element.mark}` : element.title)
    expect(marks({ status: "SCHEDULED", description: "held until its time", timestamp: at(0), ...held })).toEqual([
      "SCHEDULED siding"
    ])
    expect(marks(
      { status: "QUEUED", description: "accepted", timestamp: at(0) },
      { status: "SCHEDULED", description: "held until the recipient's quiet hours end", timestamp: at(1), ...held }
    )).toEqual(["QUEUED plain", "SCHEDULED signal"])
    expect(marks(
      { status: "QUEUED", description: "accepted", timestamp: at(0) },
      { status: "ROUTED", description: "sms through sms-a", timestamp: at(1) },
      { status: "SENT", description: "accepted by sms-a", timestamp: at(2) },
      { status: "QUEUED", description: "goes on to another route", timestamp: at(3) },
      { status: "ROUTED", description: "rcs through rcs-a", timestamp: at(4) }
    )).toEqual([
      "QUEUED plain",
      "ROUTED plain",
      "SMS · sms-a plain",
      "SENT plain",
      "QUEUED loop",
      "ROUTED plain",
      "RCS · rcs-a plain"
    ])
  })
})
