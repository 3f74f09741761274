/** The answers that a carrier of the host's may give to a message, and the outcome and the flaws of each. */
import { read } from "signalbox/internal/submitAnswer"
import { describe, expect, it } from "vitest"

const expected =
  "expected nothing, the carrier's reference of the message as a text or a whole number, a list of them, " +
  "{ refused: failure } or { busyUntil: date }"

const noReference = "a reference is no text and no whole number below 2^53, so no receipt can name it"

const accepted = (...references: ReadonlyArray<string>) => ({ _tag: "Accepted", references }) as const
const unknown = { _tag: "Unanswered", repeat: "never" } as const
const refused = (code: unknown, text: unknown) =>
  ({ _tag: "Refused", failure: "invalid_number", detail: { code, text } }) as const

const until = new Date(5000)

describe("an answer to a message", () => {
  it.each<readonly [name: string, answer: unknown, outcome: object, ...flaws: ReadonlyArray<string>]>([
    ["nothing", undefined, accepted()],
    ["null", null, accepted()],
    ["a reference", "abc", accepted("abc")],
    ["a number", 7, accepted("7")],
    ["a large number", 2n ** 64n, accepted("18446744073709551616")],
    ["a list", ["a", 7], accepted("a", "7")],
    ["an empty list", [], accepted()],
    ["a blank text", " ", accepted(), noReference],
    ["a list with what is no reference", ["a", null, ""], accepted("a"), noReference],
    ["a refusal", { refused: "invalid_number" }, refused("", "")],
    ["a refusal in its own words", { refused: "invalid_number", code: "7", text: "no" }, refused("7", "no")],
    ["a refusal that is busy, too", { refused: "invalid_number", busyUntil: until }, refused("", "")],
    [
      "a refusal with a slip",
      { refused: "invalid_number", txet: "no" },
      refused("", ""),
      "txet is nothing; did you mean text?"
    ],
    ["what is busy", { busyUntil: until }, { _tag: "Busy", until: 5000, holds: "lane" }],
    [
      "what is busy for one recipient",
      { busyUntil: until, holds: "recipient" },
      { _tag: "Busy", until: 5000, holds: "recipient" }
    ],
    ["what is busy until a text", { busyUntil: "soon" }, { _tag: "Busy", until: Number.NaN, holds: "lane" }],
    ["an empty object", {}, unknown, expected],
    ["true", true, unknown, expected],
    ["no number", Number.NaN, unknown, expected],
    ["an object with a slip", { busyUntli: until }, unknown, expected, "busyUntli is nothing; did you mean busyUntil?"],
    ["a function that has a refusal", Object.assign(() => {}, { refused: "unknown" }), unknown, expected],
    ["an object of its own", { id: "abc" }, unknown, expected]
  ])("that is %s is read so", (_, answer, outcome, ...flaws) => {
    expect(read(answer)).toStrictEqual({ outcome, flaws })
  })
})
