/**
 * Numbers, times and names as the pages show them, at the edges of their units.
 */
import * as Words from "@signalbox/inbox/internal/words"
import { describe, expect, it } from "vitest"

/** A moment by the clock on the wall of whoever looks, as the pages tell it. */
const wall = (...[year, month, day, hour, minute, second, millis]: ReadonlyArray<number>): Date =>
  new Date(year ?? 0, (month ?? 1) - 1, day, hour ?? 0, minute ?? 0, second ?? 0, millis ?? 0)

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe("times", () => {
  it("are told by the wall, with two digits each", () => {
    const at = wall(2026, 3, 9, 7, 5, 4, 3).toISOString()
    expect([Words.timeOfDay(at), Words.exactTime(at)]).toEqual(["07:05", "07:05:04.003"])
    expect(Words.exactTime(wall(2026, 12, 31, 23, 59, 58, 997).toISOString())).toBe("23:59:58.997")
    expect(Words.day(wall(2026, 3, 9).getTime())).toBe("Mon 9 Mar")
  })

  it("lie today, yesterday or on a date, which midnight decides", () => {
    const now = wall(2026, 3, 9, 0, 30).getTime()
    const days = [
      wall(2026, 3, 9, 23, 59),
      wall(2026, 3, 9),
      wall(2026, 3, 8, 23, 59),
      wall(2026, 3, 8),
      wall(2026, 3, 7, 23, 59),
      wall(2026, 3, 10)
    ].map((at) => Words.dayOf(at.toISOString(), now))
    expect(days).toEqual(["Today", "Today", "Yesterday", "Yesterday", "Sat 7 Mar", "Tue 10 Mar"])
    // The last instant that there is has a day, too, though no hour of it is left.
    const last = 8_640_000_000_000_000
    expect(Words.dayOf(new Date(last).toISOString(), last)).toBe("Today")
  })

  it.each([
    [0, "0 ms"],
    [411.6, "412 ms"],
    [999, "999 ms"],
    [1000, "1 s"],
    [-1250, "1.25 s"],
    [9_999, "10 s"],
    [10_000, "10 s"],
    [10_499, "10 s"],
    [10_501, "11 s"],
    [119_499, "119 s"],
    [2 * minute, "2 min"],
    [90 * minute, "90 min"],
    [2 * hour - 1, "120 min"],
    [2 * hour, "2 h"],
    [-18 * hour, "18 h"],
    [48 * hour - 1, "48 h"],
    [48 * hour, "2 days"],
    [84 * hour, "4 days"]
  ])("span %d milliseconds as %s", (millis, said) => {
    expect(Words.span(millis)).toBe(said)
  })
})

describe("names and numbers", () => {
  it("are counted in English", () => {
    expect([Words.plural(1, "message"), Words.plural(0, "message"), Words.plural(1234, "message")]).toEqual([
      "1 message",
      "0 messages",
      "1,234 messages"
    ])
    expect(Words.plural(2, "reply", "replies")).toBe("2 replies")
  })

  it("have prices of four decimals, where there is one", () => {
    expect([0, 0.00789, "0.0079", "12"].map(Words.price)).toEqual(["$0.0000", "$0.0079", "$0.0079", "$12.0000"])
    expect([null, undefined, "free", Number.NaN].map(Words.price)).toEqual([null, null, null, null])
  })

  it("of statuses are words", () => {
    expect(["DELIVERED", "queued", ""].map(Words.statusWord)).toEqual(["Delivered", "queued", ""])
  })

  it.each([
    ["https://acme.example/files/menu.pdf?size=a/b#c", "menu.pdf"],
    ["https://acme.example/files/menu.pdf#a?b/c", "menu.pdf"],
    ["https://acme.example/files//", "files"],
    ["menu.pdf", "menu.pdf"],
    ["///", "///"]
  ])("of the file at %s is %s", (url, name) => {
    expect(Words.fileName(url)).toBe(name)
  })

  it("of a template's status are a lamp", () => {
    const lamps = ["APPROVED", "REJECTED", "ARCHIVED", "DRAFT", "PENDING", "PAUSED"].map(Words.lampOfTemplate)
    expect(lamps).toEqual(["go", "stop", "stop", "info", "wait", "wait"])
  })

  it("of a message's status are a lamp, and of a channel what people call it", () => {
    const lamps = ["DELIVERED", "READ", "RECEIVED", "FAILED", "BLOCKED", "FILTERED", "CANCELLED", "SENT", "QUEUED"]
    expect(lamps.map(Words.lampOf)).toEqual([
      "go",
      "info",
      "info",
      "stop",
      "stop",
      "stop",
      "stop",
      "wait",
      "wait"
    ])
    expect(["sms", "whatsapp", "rcs", "mms", "toString", "pigeon"].map(Words.channelName)).toEqual([
      "SMS",
      "WhatsApp",
      "RCS",
      "MMS",
      "toString",
      "pigeon"
    ])
  })
})
