/**
 * The answers of carriers, as they are read: carriers are written by others, so each field is taken as far as it can be one, and
 * what was wrong with it is named.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import { FailureClass } from "@signalbox/core/FailureClass"
import type { VerificationId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as CarrierAnswer from "@signalbox/core/internal/carrier/CarrierAnswer"
import * as Detail from "@signalbox/core/internal/carrier/Detail"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const read = (said: unknown): CarrierAnswer.Answer => CarrierAnswer.read(said as SubmissionOutcome, Given.now)

const names = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `part-${index}`)

const noList = "its references are no list of names"
const noName = "a reference is no name"

/** References as they are given, as they are kept, and what is wrong with them. */
const references: ReadonlyArray<readonly [what: string, given: unknown, kept: ReadonlyArray<string>, string | null]> = [
  ["none", [], [], null],
  ["one", ["a"], ["a"], null],
  ["several, in their order", ["b", "a"], ["b", "a"], null],
  ["a name that comes twice", ["a", "b", "a"], ["a", "b"], null],
  ["numbers", [7, 8n], ["7", "8"], null],
  ["as many as may be", names(255), names(255), null],
  ["one more than may be", names(256), [], noList],
  ["no list", "a", [], noList],
  ["nothing", undefined, [], noList],
  ["an empty name among others", ["a", ""], ["a"], noName],
  ["a number that was rounded", [2 ** 60], [], noName],
  ["what is no name", [{}, "a"], ["a"], noName]
]

describe("what a carrier answers", () => {
  it.each(references)("when it accepts names the message by %s", (_, given, kept, flaw) => {
    expect(read({ _tag: "Accepted", references: given })).toEqual({
      outcome: { _tag: "Accepted", references: kept },
      flaw
    })
  })

  it("when it accepts may be a name that only its digest can stand for", () => {
    for (const name of ["a\0", "a".repeat(256)]) {
      expect(read({ _tag: "Accepted", references: [name, "b"] })).toEqual({
        outcome: { _tag: "Accepted", references: [expect.stringMatching(/^sha256:[0-9a-f]{64}$/), "b"] },
        flaw: "a reference is kept as a digest"
      })
    }
  })

  // Where only a part was taken, no list of names is nothing unusual.
  it.each(references.filter(([, given]) => given !== undefined))(
    "when it has taken only some parts names them by %s",
    (_, given, kept, flaw) => {
      const named = kept.length === 0 ? {} : { references: kept }
      expect(read({ _tag: "Refused", failure: "unknown", detail: null, references: given })).toEqual({
        outcome: { _tag: "Refused", failure: "unknown", detail: null, ...named },
        flaw
      })
      expect(read({ _tag: "Unanswered", references: given })).toEqual({
        outcome: { _tag: "Unanswered", ...named },
        flaw
      })
    }
  )

  it.each(FailureClass.literals)("when it refuses has a class of failure, as it is named: %s", (failure) => {
    const detail = { code: "7", text: "No" }
    expect(read({ _tag: "Refused", failure, detail })).toEqual({
      outcome: { _tag: "Refused", failure, detail },
      flaw: null
    })
  })

  it.each(["", "Unknown", "toString", null, undefined, 7])("when it refuses is of an unknown class: %s", (failure) => {
    expect(read({ _tag: "Refused", failure, detail: null, references: ["a"] })).toEqual({
      outcome: { _tag: "Refused", failure: "unknown", detail: null, references: ["a"] },
      flaw: "it names no class of failure"
    })
  })

  it.each([
    ["never", { repeat: "never" }],
    ["once", {}],
    [undefined, {}],
    [true, {}]
  ])("when it is silent forbids another carrier only by never: %s", (repeat, kept) => {
    expect(read({ _tag: "Unanswered", repeat })).toEqual({ outcome: { _tag: "Unanswered", ...kept }, flaw: null })
  })

  it("when it is silent may say what is known all the same", () => {
    const detail = { code: "ECONNRESET", text: "" }
    expect(read({ _tag: "Unanswered", detail }).outcome).toEqual({ _tag: "Unanswered", detail })
    expect(read({ _tag: "Unanswered", detail: { code: "", text: " " } }).outcome).toEqual({ _tag: "Unanswered" })
  })

  it.each([undefined, null, {}, { _tag: "Sent" }, "Accepted", 7])(
    "is no outcome, so that it may have sent and no other carrier is asked: %j",
    (said) => {
      expect(read(said)).toEqual({ outcome: { _tag: "Unanswered", repeat: "never" }, flaw: "it is no outcome" })
    }
  )
})

describe("a busy carrier", () => {
  prop(
    "is asked again when it said, though not immediately, and within a quarter of an hour",
    fc.oneof(
      fc.integer({ min: -1000, max: 1_000_000 }),
      fc.constantFrom(-1e15, 0, 99, 100, 101, 2500.7, 899_999, 900_000, 900_001, 1e15)
    ),
    (wait) => {
      expect(read({ _tag: "Busy", until: Given.now + wait, holds: "lane" })).toEqual({
        outcome: { _tag: "Busy", until: Given.now + Math.trunc(Math.min(Math.max(wait, 100), 900_000)), holds: "lane" },
        flaw: null
      })
    }
  )

  it.each([undefined, null, "soon", Number.NaN, Infinity, -Infinity])(
    "that does not say until when is asked again in a second: %s",
    (until) => {
      expect(read({ _tag: "Busy", until, holds: "recipient" })).toEqual({
        outcome: { _tag: "Busy", until: plus(Given.now, 1000), holds: "recipient" },
        flaw: "it does not say until when it is busy"
      })
    }
  )

  it.each([
    ["lane", "lane"],
    ["recipient", "recipient"],
    ["node", "node"],
    ["nodes", "lane"],
    [undefined, "lane"]
  ])("that holds %s up holds up the %s", (holds, held) => {
    expect(read({ _tag: "Busy", until: Given.now + 1000, holds }).outcome).toMatchObject({ holds: held })
  })
})

describe("a carrier's own words", () => {
  it.each<readonly [given: unknown, kept: unknown, told: string]>([
    [{ code: "21606", text: "No" }, { code: "21606", text: "No" }, " (21606: No)"],
    [{ code: 21606, text: 7 }, { code: "21606", text: "7" }, " (21606: 7)"],
    [{ code: "a" }, { code: "a", text: "" }, " (a)"],
    [{ text: " Not\r\n\tnow\0 " }, { code: "", text: "Not now" }, " (Not now)"],
    [
      { code: "c".repeat(256), text: "t".repeat(255) },
      { code: "c".repeat(255), text: "t".repeat(255) },
      ` (${"c".repeat(255)}: ${"t".repeat(255)})`
    ],
    [{ code: Number.NaN, text: {} }, null, ""],
    [{ code: " ", text: "\n" }, null, ""],
    ["No", null, ""],
    [null, null, ""]
  ])("are one line each, and nothing where they say nothing: %j", (given, kept, told) => {
    expect(Detail.kept(given)).toEqual(kept)
    expect(Detail.told(Detail.kept(given))).toBe(told)
  })

  it.each([
    ["your code is 123456", "your code is ******"],
    ["1234567890", "**********"],
    ["12-34 5.6!", "**-** *.*!"],
    ["12345", "12345"],
    ["12345, 67890", "12345, 67890"],
    ["1  23456", "1  23456"]
  ])("about a message that brings a code tell nothing that may be one: %s", (text, hidden) => {
    const detail = { code: text, text }
    const verification = { id: Given.messageId(1) as string as VerificationId }
    expect(Detail.keptWith({ verification }, detail)).toEqual({ code: hidden, text: hidden })
    expect(Detail.keptWith({}, detail)).toEqual(detail)
  })
})
