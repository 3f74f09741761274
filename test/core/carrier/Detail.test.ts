/** A carrier's own words: which of them are kept, and how the history shows them. */
import { VerificationId } from "@signalbox/core/Id"
import * as Detail from "@signalbox/core/internal/carrier/Detail"
import { describe, expect, it } from "vitest"

describe("the words of a carrier", () => {
  const long = "x".repeat(255)

  it.each<readonly [given: unknown, kept: unknown]>([
    [{ code: "30", text: "closed" }, { code: "30", text: "closed" }],
    [{ code: "30" }, { code: "30", text: "" }],
    [{ text: "closed", more: 1 }, { code: "", text: "closed" }],
    [{ code: 0, text: -1.5 }, { code: "0", text: "-1.5" }],
    [{ code: Number.NaN, text: Number.POSITIVE_INFINITY }, null],
    [{ code: "  ", text: "\n" }, null],
    [{ code: "", text: "" }, null],
    [{ code: true, text: ["a"] }, null],
    [{}, null],
    [[], null],
    ["closed", null],
    [null, null],
    [undefined, null],
    [{ code: ` ${"\r\n"}a${"\r\n\t"}b\0`, text: "c\u0085d" }, { code: "a b", text: "c d" }],
    [{ code: `${long}y`, text: long }, { code: long, text: long }]
  ])("are one line each that a store can hold, or nothing: %j", (given, kept) => {
    expect(Detail.kept(given)).toStrictEqual(kept)
  })

  it("stand behind those of the history, the code first", () => {
    expect(
      [null, { code: "30", text: "closed" }, { code: "30", text: "" }, { code: "", text: "closed" }].map(Detail.told)
    )
      .toEqual(["", " (30: closed)", " (30)", " (closed)"])
  })

  it("do not quote the code of a message that brings one, however it is written, and else stay", () => {
    const detail = { code: "123 456", text: "sent 123456 or 1-2.3 456, 12345 at +1 201 555 0001, error 123, 456" }
    expect(Detail.keptWith({}, detail)).toStrictEqual(detail)
    const verification = { id: VerificationId.make("00000000-0000-7000-8000-0000000000f1") }
    expect(Detail.keptWith({ verification }, detail)).toStrictEqual({
      code: "*** ***",
      text: "sent ****** or *-*.* ***, 12345 at +* *** *** ****, error 123, 456"
    })
  })
})
