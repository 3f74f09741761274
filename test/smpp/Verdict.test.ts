/**
 * The outcome of a message by the fates of its parts, and the waits before a session is opened again.
 */
import * as BackOff from "@signalbox/smpp/internal/backOff"
import type { Fate } from "@signalbox/smpp/internal/Outbox"
import * as Verdict from "@signalbox/smpp/internal/Verdict"
import * as Options from "@signalbox/smpp/Options"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const settings = Options.check({
  host: "127.0.0.1",
  systemId: "us",
  password: "secret",
  pauses: { throttled: 2, full: 3 }
})

const unanswered: Fate = { _tag: "Unanswered" }
const unwritten: Fate = { _tag: "Unwritten" }
const answered = (status: number, messageId = ""): Fate => ({ _tag: "Answered", status, messageId })
const [taken, throttled, full, faulty] = [answered(0, "a"), answered(0x58), answered(0x14), answered(0x08)]
const wrongSender = answered(0x0a)

const refusal = (failure: string, code: string, text: string) => ({ failure, detail: { code, text }, _tag: "Refused" })
const forSender = refusal("sender_refused", "ESME_RINVSRCADR", "the sender is invalid")
const forError = refusal("provider_unavailable", "ESME_RSYSERR", "the message centre has a system error")

describe("a message", () => {
  it.each<[string, ReadonlyArray<Fate>, number, object]>([
    ["all of whose parts were taken is accepted", [taken, answered(0, "b")], 1, {
      outcome: { _tag: "Accepted", references: ["a", "b"] }
    }],
    ["is accepted though its parts have no names", [answered(0), answered(0, " ")], 1, {
      outcome: { _tag: "Accepted", references: [] }
    }],
    ["names parts of one name once", [taken, taken], 1, { outcome: { _tag: "Accepted", references: ["a"] } }],
    ["is unanswered as soon as one of its parts is, even beside a refusal", [taken, unanswered, wrongSender], 1, {
      outcome: { _tag: "Unanswered", references: ["a"] }
    }],
    ["is unanswered without a name", [unanswered], 1, { outcome: { _tag: "Unanswered" } }],
    ["is refused as soon as one of its parts is", [taken, throttled, wrongSender, answered(0x0b)], 1, {
      outcome: { ...forSender, references: ["a"] }
    }],
    ["is refused without a name", [wrongSender, unwritten], 1, { outcome: forSender }],
    ["has an error again", [faulty], 1, { _tag: "Again", millis: 2 }],
    ["has an error once more", [faulty, taken], 2, { _tag: "Again", millis: 2 }],
    ["has had an error often enough", [faulty, taken], 3, { outcome: { ...forError, references: ["a"] } }],
    ["is handed over again though it was often, where it was never faulty", [throttled, taken], 3, {
      _tag: "Again",
      millis: 2
    }],
    ["waits longer where the queue is full", [throttled, full, taken], 1, { _tag: "Again", millis: 3 }],
    ["follows with the parts that were not written", [unwritten, taken], 1, { _tag: "Again", millis: 2 }],
    ["finds the message centre throttled", [throttled, unwritten], 1, { _tag: "Busy", millis: 2 }],
    ["finds the message centre full", [throttled, full], 1, { _tag: "Busy", millis: 3 }],
    ["finds no session", [unwritten, unwritten], 1, { _tag: "Down" }]
  ])("%s", (_, fates, round, expected) => {
    const told = "outcome" in expected ? { _tag: "Outcome", ...expected } : expected
    expect(Verdict.of(fates, round, settings)).toEqual(told)
  })

  it("hands over again only the parts that were neither taken, refused nor lost", () => {
    const fates = [undefined, unwritten, throttled, full, faulty, taken, wrongSender, unanswered]
    expect(fates.map(Verdict.isOver)).toEqual([false, false, false, false, false, true, true, true])
  })

  it("knows its parts by the names in the form of the operator", () => {
    const hexadecimal = { ...settings, ids: { ...settings.ids, answer: "hexadecimal" as const } }
    const fates = [answered(0, "0A"), answered(0x58, "b"), answered(0, ""), unanswered, undefined]
    expect(fates.map((fate) => Verdict.nameOf(fate, hexadecimal))).toEqual(["10", null, null, null, null])
    expect(Verdict.partly(fates, hexadecimal)).toEqual({ references: ["10"] })
    expect(Verdict.partly([undefined, unwritten], hexadecimal)).toEqual({})
  })
})

describe("a session is opened again", () => {
  const reconnect = { shortest: 1000, longest: 60_000 }

  it("after a wait that doubles with each failure, up to the longest", () => {
    const waits = [0, 1, 2, 5, 6, 30, 31, 2000].map((failures) => BackOff.wait(failures, false, 0, reconnect))
    expect(waits).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000, 60_000])
    // However often it has failed, the wait is a number.
    expect(BackOff.wait(31, false, 0, { shortest: 1, longest: 2 ** 31 - 1 })).toBe(2 ** 30)
  })

  it("after the longest wait where somebody has to change a setting", () => {
    expect([0, 9].map((failures) => BackOff.wait(failures, true, 0, reconnect))).toEqual([60_000, 60_000])
  })

  // Sixty-fourths are exact, and so is what they shorten.
  prop("earlier by up to a half", fc.nat({ max: 64 }), (lot) => {
    expect(BackOff.wait(0, false, lot / 64, reconnect)).toBe(Math.ceil(1000 - 500 * lot / 64))
  })
})
